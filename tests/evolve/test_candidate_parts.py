"""What candidates score, by counting their parts."""

from collections import Counter
from math import log

import pytest

from blackpeg import Game, Honest
from blackpeg.evolve.candidate_parts import add_candidate, empty_candidate_parts, score
from blackpeg.position import Position


@pytest.mark.parametrize("text", ["4x6", "4x6-black"])
def test_scores_are_over_the_others(text):
    game = Game.parse(text)
    codes, found = game.codes[::37].copy(), empty_candidate_parts(game, 100)
    for code in [*codes, *codes[:3]]:  # known ones change nothing
        add_candidate(found, code, game.whites)
    assert found.found.size[0] == len(codes) and found.feedbacks[0] == len(codes) * (len(codes) - 1) // 2
    for i, code in enumerate(codes):
        sizes = Counter(Honest(other).answer(Position(game), code) for j, other in enumerate(codes) if j != i)
        n = sum(sizes.values())
        assert score(found, i) == len(sizes)
        assert score(found._replace(by_entropy=True), i) == pytest.approx(
            -sum(k / n * log(k / n) for k in sizes.values())
        )
