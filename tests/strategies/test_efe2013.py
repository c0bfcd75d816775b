"""EFE: its contract, its sizes, and which candidate it plays."""

import pytest

from blackpeg import Game, check_strategy, strategy
from blackpeg.evolve.candidate_parts import add_candidate, empty_candidate_parts, score
from blackpeg.players import rng_of
from blackpeg.strategies.efe2013 import Efe2013

GAMES = tuple(map(Game.parse, ("1x1", "4x6", "3x5-distinct", "3x4-black")))


@pytest.mark.parametrize("name", ["efe2013(enough=8, choice='entropy')"])
def test_contract(name):
    check_strategy(strategy(name), GAMES)


def test_published_sizes():
    assert Efe2013().published_sizes(Game(4, 8)) == (200, 16)


def test_efe_evolves_by_entropy_and_plays_by_most_parts():
    game, player = Game(4, 6), Efe2013()
    found = empty_candidate_parts(game, 100)
    for text in ("1111", "1112", "1122", "1123", "1234", "2345", "3456", "6543", "5566", "1356"):
        add_candidate(found, game.code(text), True)
    most = max(score(found, i) for i in range(10))
    assert {player.choose(found, rng_of(k)) for k in range(99)} == {i for i in range(10) if score(found, i) == most}
    by_entropy = found._replace(by_entropy=True)
    entropy = Efe2013(choice="entropy").choose(found, rng_of(1))
    assert score(by_entropy, entropy) == pytest.approx(max(score(by_entropy, i) for i in range(10)))
