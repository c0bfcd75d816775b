"""One game: its costs, its limit, its seed."""

import time
from dataclasses import dataclass

import numpy as np
import pytest

from blackpeg import Adversary, BlackpegError, Game, Honest, Move, Strategy, Tree, check_strategy, play, strategy
from blackpeg.codemakers import random_secret
from blackpeg.errors import Unsupported
from blackpeg.players import rng_of
from blackpeg.strategy_check import Broken

GAME = Game(4, 6)


@dataclass(frozen=True)
class Repeat(Strategy):
    """Says the same code for ever, remembers how often, and tells what it spent."""

    def guess(self, position, rng):
        said = position.memory.get("said", 0)
        assert said == position.guesses
        time.sleep(0.002)
        return Move(position.game.code("1111"), {"said": said + 1}, evaluations=10, feedbacks=20, note="bored")


def test_a_game_that_reaches_the_limit_is_unsolved_and_its_costs_add_up():
    end = play(GAME, Repeat(), Honest(GAME.code("2222")), limit=7)
    assert not end.solved
    assert (end.guesses, end.queries, end.evaluations, end.feedbacks, end.known) == (7, 7, 70, 140, None)
    assert end.seconds >= 7 * 0.002
    assert end.history[-1].note == "bored"


@pytest.mark.parametrize("limit", [0, -3, 1.5, "ten"])
def test_a_limit_is_a_whole_number_from_1_on(limit):
    with pytest.raises(BlackpegError, match="a limit is a whole number from 1 on"):
        play(GAME, Repeat(), Honest(GAME.code("2222")), limit=limit)


def test_evaluations_and_feedbacks_of_a_known_game():
    """1234 against 6543: 0b2w leaves 312 of 1296, counted by hand as every filter compares what was left."""
    end = play(GAME, strategy("lexicographic(first='1234')"), Honest(GAME.code("6543")))
    line = end.line
    compared = [len(line[k - 1].candidates) for k in range(1, end.guesses)]
    assert compared[0] == 1296
    assert end.evaluations == sum(compared)


def test_queries_are_guesses():
    end = play(GAME, strategy("entropy"), Honest(GAME.code("6543")))
    assert end.queries == end.guesses == len(end.history)


def test_the_seed_decides():
    secret = Honest(GAME.code("6543"))
    games = [play(GAME, strategy("random"), secret, seed) for seed in (1, 1, 2, 3, 4)]
    assert games[0] == games[1]
    assert len(set(games)) > 2


def test_unsupported_games_are_refused_with_the_reason():
    with pytest.raises(Unsupported, match="20x20 has"):
        play(Game(20, 20), strategy("entropy"), Honest(np.zeros(20, np.uint8)))


@dataclass(frozen=True)
class Says(Strategy):
    """Guesses whatever it is given."""

    what: object

    def guess(self, position, rng):
        return self.what


NO_CODES = {
    "text": "1122",
    "nothing": None,
    "short": np.zeros(3, np.uint8),
    "long": np.zeros(5, np.uint8),
    "codes": [np.zeros(4, np.uint8)] * 3,
    "numbers with fractions": np.zeros(4),
    "letters": np.array(list("1122")),
    "color": np.array([0, 1, 2, 6], np.uint8),
    "far color": [0, 1, 2, 256],
}


@pytest.mark.parametrize("maker", [Honest(GAME.code("6543")), Adversary(), Adversary(steps=2)], ids=str)
@pytest.mark.parametrize("move", [False, True], ids=["code", "move"])
@pytest.mark.parametrize("what", NO_CODES.values(), ids=NO_CODES)
def test_a_guess_that_is_no_code_is_refused_in_one_sentence_wherever_it_is_asked_for(what, move, maker):
    said = Says(Move(what) if move else what)
    with pytest.raises(BlackpegError) as error:
        play(GAME, said, maker)
    with pytest.raises(BlackpegError) as same:
        Tree.of(said, GAME)
    assert str(error.value) == str(same.value)
    assert "code of 4x6" in str(error.value)


def test_a_guess_that_repeats_a_color_is_refused_where_none_may():
    with pytest.raises(BlackpegError, match="1123 repeats a color"):
        play(Game(4, 6, repeats=False), Says(np.array([0, 0, 1, 2], np.uint8)), Honest(GAME.code("6543")))


def test_the_contract_finds_a_guess_that_is_no_code():
    with pytest.raises(
        Broken, match=r"it can't play 4x6: a code of 4x6 is an array of 4 whole numbers from 0, .*, not '1122'"
    ):
        check_strategy(Says("1122"), (GAME,))


def test_a_list_of_numbers_is_refused_since_it_may_count_from_0_or_1():
    with pytest.raises(BlackpegError, match=r"not \[1, 1, 2, 2\]"):
        play(GAME, Says([1, 1, 2, 2]), Honest(GAME.code("6543")))


def test_generators_from_names():
    assert rng_of(1, "4x6").random() == rng_of(1, "4x6").random()
    assert rng_of(1, "4x6").random() != rng_of(1, "4x7").random()
    assert rng_of("a", "bc").random() != rng_of("ab", "c").random()


@pytest.mark.parametrize("text", ["2x3", "2x3-distinct"])
def test_random_secrets_are_uniform(text):
    game, rng = Game.parse(text), np.random.default_rng(1)
    drawn = [tuple(random_secret(game, rng).tolist()) for _ in range(600 * game.size)]
    counts = np.array([drawn.count(tuple(code)) for code in game.codes.tolist()])
    assert counts.sum() == len(drawn)
    assert ((counts - 600) ** 2 / 600).sum() < 30  # chi-square with 8 or 5 degrees: 99.9 % is 26 or 21
