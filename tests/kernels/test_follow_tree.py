"""Following a tree, against a walk over a dictionary."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from random_codes import codes, whites_or_not
from reference import feedback_number

from blackpeg.kernels import turns_of


@settings(deadline=None, max_examples=50)
@given(st.data(), st.integers(1, 4), st.integers(1, 4), whites_or_not)
def test_turns_of_follows_the_feedbacks(data, pegs, colors, whites):
    guesses = data.draw(codes(pegs, colors, data.draw(st.integers(1, 12))))
    secrets = data.draw(codes(pegs, colors, 20))
    wins = data.draw(st.lists(st.booleans(), min_size=len(guesses), max_size=len(guesses)))
    below = {}  # (node, feedback) -> node
    parents, leading = [-1], [-1]
    for node in range(1, len(guesses)):
        parent = data.draw(st.integers(0, node - 1))
        numbers = [*(feedback_number(secret, guesses[parent], whites) for secret in secrets), *range(100)]
        number = next(f for f in numbers if (parent, f) not in below)
        below[parent, number] = node
        parents.append(parent)
        leading.append(number)

    def count_codes(node):
        """How many codes are found at a node or below."""
        return wins[node] + sum(count_codes(lower) for (upper, _), lower in below.items() if upper == node)

    def follow(secret):
        """The turn at which the secret is found, and the one after which one code remained."""
        node, turn, known = 0, 1, None
        while guesses[node] != secret:
            node = below.get((node, feedback_number(secret, guesses[node], whites)))
            if node is None:
                return 0, 0
            known = known or (turn if count_codes(node) == 1 else None)
            turn += 1
        return turn, known or turn

    tree = np.array(guesses, np.uint8), np.array(parents, np.int32), np.array(leading, np.int32), np.array(wins)
    turns, known = turns_of(np.array(secrets, np.uint8), *tree, whites)
    assert list(zip(turns.tolist(), known.tolist(), strict=True)) == [follow(secret) for secret in secrets]
