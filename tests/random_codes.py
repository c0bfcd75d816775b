"""Games and codes for Hypothesis to draw."""

import numpy as np
from hypothesis import strategies as st

whites_or_not = st.booleans()


@st.composite
def game_sizes(draw):
    """Pegs and colors up to 128; often few colors, so that codes have much in common."""
    return draw(st.one_of(st.integers(1, 64), st.integers(65, 128))), draw(
        st.one_of(st.integers(1, 4), st.integers(1, 64), st.integers(65, 128))
    )


@st.composite
def codes(draw, pegs, colors, n):
    """Random codes as lists, and among them equal ones."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    rows = rng.integers(colors, size=(n, pegs))
    rows[rng.random(n) < 0.1] = rows[0]
    return rows.tolist()
