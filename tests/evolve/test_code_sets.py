"""Sets of codes against Python's own sets."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from blackpeg import evolve


@settings(deadline=None)  # the first call compiles
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2)), max_size=60), st.integers(1, 30))
def test_a_set_of_codes_is_a_set(codes, room):
    met, own = evolve.empty_code_set(room, 3), []
    for code in codes:
        new = code not in own and len(own) < room
        assert evolve.add_code(met, np.array(code, np.uint8)) == new
        own += [code] * new
    assert [tuple(code) for code in met.codes[: met.size[0]].tolist()] == own
    for code in codes:
        where = evolve.index_of(met, np.array(code, np.uint8))
        assert where == (own.index(code) if code in own else -1)
    evolve.clear_codes(met)
    assert met.size[0] == 0 and all(evolve.index_of(met, np.array(code, np.uint8)) == -1 for code in codes)
