"""The nested search: what a guess is worth, who wins among equals, and that guesses may leave the candidates."""

from math import log2

import numpy as np
import pytest

from blackpeg import BlackpegError, Game, Honest, check_strategy, play, strategy
from blackpeg.evolve import add_code, empty_code_set
from blackpeg.players import rng_of
from blackpeg.position import Position
from blackpeg.strategies.maestro2014 import CRITERIA, Maestro2014, Population, fittest, survivors, worth

GAMES = tuple(map(Game.parse, ("1x1", "4x6", "3x5-distinct-black")))


@pytest.mark.parametrize("criterion", [name for name in CRITERIA if name != "entropy"])
def test_contract(criterion):
    check_strategy(Maestro2014(criterion=criterion, decisions=5), GAMES)


def test_contract_within_the_candidates():
    check_strategy(Maestro2014(outside=False), GAMES)


@pytest.mark.parametrize(
    ("criterion", "by_hand"),
    [
        ("entropy", 4 / 8 * log2(2) + 2 / 8 * log2(4) + 2 * 1 / 8 * log2(8)),
        ("expected_size", 8 / (16 + 4 + 1 + 1)),
        ("printed_size", 8 / 16 + 8 / 4 + 8 / 1 + 8 / 1),
        ("most_parts", 4),
        ("worst_case", 8 / 4),
    ],
)
def test_worth_by_hand(criterion, by_hand):
    which = CRITERIA.index(criterion)
    assert worth(np.array([0, 4, 2, 1, 1], np.int32), 8, which) == pytest.approx(by_hand)
    assert worth(np.array([0, 8, 0], np.int32), 8, which) == 0


def test_among_equals_a_member_is_played():
    codes = np.array([[0, 0], [1, 1], [2, 2], [0, 1]], np.uint8)
    members = empty_code_set(4, 2)
    add_code(members, codes[2])
    assert fittest(Population(codes, np.array([1.0, 3.0, 3.0, 2.0])), members) == 2
    assert fittest(Population(codes, np.array([1.0, 3.0, 2.9, 2.0])), members) == 1


def test_survivors_are_the_best_and_different():
    old = Population(np.array([[0], [1]], np.uint8), np.array([5.0, 1.0]))
    young = Population(np.array([[0], [2]], np.uint8), np.array([5.0, 3.0]))
    best = survivors(old, young, 2, empty_code_set(4, 1))
    assert best.codes.tolist() == [[0], [2]] and best.fitness.tolist() == [5, 3]


def test_a_guess_may_leave_the_candidates_where_that_tells_more():
    position = Position.parse("4x6 1112=3b0w 1113=3b0w")  # any candidate leaves the three others together
    assert [FOUR.show(code) for code in position.candidates] == ["1111", "1114", "1115", "1116"]
    move = Maestro2014().guess(position, rng_of(1))
    assert len({Honest(code).answer(position, move.code) for code in position.candidates}) > 2
    assert position.fits(Maestro2014(outside=False).guess(position, rng_of(1)).code)


FOUR = Game(4, 6)


def test_what_was_spent():
    position = Position.parse("4x6 1122=1b1w 1344=0b2w")
    steps, seen = Maestro2014(kept=0.5).generations(position, rng_of(1)), []
    while True:
        try:
            seen.append(next(steps))
        except StopIteration as end:
            move = end.value
            break
    search, decision = ([s for s in seen if s.stage == k] for k in (1, 2))
    assert search[-1].found <= position.count and len(decision) == 50
    least = 150 + (len(search) - 1) * (150 + 75)  # children, and the half that is drawn anew
    assert least <= move.evaluations <= 150 + (len(search) - 1) * (150 + 120)
    judged = (100 + 49 * 150) * search[-1].found
    assert move.feedbacks == move.evaluations * 2 + judged


@pytest.mark.parametrize("text", ["criterion='x'", "population=0", "kept=1.5", "budget=0"])
def test_bad_parameters(text):
    with pytest.raises(BlackpegError) as error:
        strategy(f"maestro2014({text})")
    assert "\n" not in str(error.value)


def test_a_spent_budget_is_said_and_no_guess_is_repeated():
    game = Game(8, 12)
    end = play(game, Maestro2014(budget=150), Honest(game.code("19a3c5b7")), seed=1, limit=12)
    assert [turn.note for turn in end.history].count("budget spent") > 0
    assert len({turn.guess.tobytes() for turn in end.history}) == end.guesses == end.queries
