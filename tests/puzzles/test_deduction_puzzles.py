"""The deduction puzzles that come along, each held against all codes of its game, and which of them is next."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

import numpy as np
import pytest

from blackpeg import BlackpegError, Game
from blackpeg.dataset.puzzles import HARD, MEDIUM, puzzles
from blackpeg.players import rng_of
from blackpeg.puzzles.deduction_puzzles import DRAWN_FROM, STARS, all_puzzles, find_puzzle, next_puzzle, puzzles_of


@cache
def codes_of(game: str) -> np.ndarray:
    pegs, colors = map(int, game.split("x"))
    return np.array(list(product(range(1, colors + 1), repeat=pegs)))


def fitting(game: str, turn: str) -> np.ndarray:
    """Which codes of a game would be answered so, by definition."""
    guess, feedback = turn.split("=")
    black, white = map(int, feedback.removesuffix("w").split("b"))
    codes, wanted = codes_of(game), np.array([int(color) for color in guess])
    blacks = (codes == wanted).sum(axis=1)
    common = sum(np.minimum((codes == c).sum(axis=1), (wanted == c).sum()) for c in set(wanted.tolist()))
    return (blacks == black) & (common - blacks == white)


@pytest.mark.parametrize("game", ["3x6", "4x6", "5x8"])
def test_one_code_fits_every_puzzle_and_no_turn_can_be_left_out(game):
    found = [puzzle for puzzle in all_puzzles() if puzzle.game == game]
    assert found
    for puzzle in found:
        fits = [fitting(game, turn) for turn in puzzle.turns]
        assert np.logical_and.reduce(fits).sum() == 1, puzzle
        for k in range(len(fits)):
            assert np.logical_and.reduce([np.ones(len(fits[0]), bool), *fits[:k], *fits[k + 1 :]]).sum() > 1, puzzle


def test_puzzles_are_different_and_graded_as_in_datasets():
    found = all_puzzles()
    assert len({(puzzle.game, frozenset(puzzle.turns)) for puzzle in found}) == len(found) == 2000
    for puzzle in found:
        pegs, colors = map(int, puzzle.game.split("x"))
        difficulty = puzzle.cases / (pegs * colors)
        assert puzzle.grade == ("easy" if difficulty < MEDIUM else "medium" if difficulty < HARD else "hard")
    assert min(Counter(puzzle.grade for puzzle in found)[grade] for grade in STARS) >= 300


@pytest.mark.parametrize("game", ["3x6", "4x6", "5x8"])
def test_the_set_is_what_the_generator_makes(game):
    first = next(puzzle for puzzle in all_puzzles() if puzzle.game == game)
    for number, record in enumerate(puzzles(Game.parse(game), 2), first.number):
        puzzle = find_puzzle(number)
        assert " ".join(puzzle.turns) == record["clues"]
        assert (puzzle.cases, puzzle.grade) == (record["cases"], record["grade"])


def test_a_rating_is_two_hundred_points_for_each_doubling_of_the_proof():
    by_cases = {puzzle.cases: puzzle.rating for puzzle in all_puzzles()}
    for cases, rating in by_cases.items():
        if 2 * cases in by_cases:
            assert by_cases[2 * cases] - rating == pytest.approx(200, abs=1)


def test_the_next_puzzle_is_near_ones_rating_and_new():
    rng, answered, before = rng_of(1), set[int](), list[int]()
    for _ in range(40):
        puzzle = next_puzzle(answered, None, 1500, rng)
        nearer = [other for other in all_puzzles() if abs(other.rating - 1500) < abs(puzzle.rating - 1500)]
        assert puzzle.number not in answered
        assert len([other for other in nearer if other.number not in answered]) < DRAWN_FROM
        answered.add(puzzle.number)
        before.append(puzzle.number)
    assert before != sorted(before)  # they are drawn


def test_the_next_puzzle_of_a_grade():
    hard = puzzles_of("hard")
    known = {puzzle.number for puzzle in hard[1:]}
    assert next_puzzle(known, "hard", 1200, rng_of(1)) == hard[0]
    assert next_puzzle(known | {hard[0].number}, "hard", 1200, rng_of(1)) in hard  # they begin again


def test_errors_are_one_sentence():
    with pytest.raises(BlackpegError, match=r"^no puzzle 2001; there are 1 to 2000$"):
        find_puzzle(2001)
    with pytest.raises(BlackpegError, match=r"^no grade 'esay'; did you mean easy\? \(there are easy, medium, hard\)$"):
        puzzles_of("esay")
