"""GenMM: its generation, its counts, its first guesses."""

import numpy as np
import pytest
from reference import misfit_at

from blackpeg import BlackpegError, Game, Honest, play
from blackpeg.errors import Impossible
from blackpeg.evolve import random_population
from blackpeg.generations import run_to_end
from blackpeg.position import Position
from blackpeg.strategies.merelo2006 import Merelo2006, breed

LATE = Position.parse("5x8 11223=1b1w 34451=1b1w 16678=1b1w")


def test_first_guesses():
    for text, half, all_colors in (
        ("4x6", "1122", "1234"),
        ("5x8", "11223", "12345"),
        ("5x8-distinct", "12345", "12345"),
    ):
        game = Game.parse(text)
        for first, expected in (("half", half), ("all", all_colors)):
            move = Merelo2006(first=first).guess(Position(game), np.random.default_rng(1))
            assert game.show(move.code) == expected and move.evaluations == 0


@pytest.mark.parametrize("text", ["5x8 11223=1b1w", "5x8-distinct 12345=1b1w", "5x8-black 11223=1b0w"])
def test_a_generation_keeps_the_better_half_and_scores_the_children(text):
    position = Position.parse(text)
    game, past, rng = position.game, position.past_turns, np.random.default_rng(2)
    codes = random_population(game, 40, rng)
    misfits = np.array([misfit_at(position, code) for code in codes])
    after, scored = breed(codes, misfits, (0.4, 0.2), game.colors, game.repeats, past, rng)
    assert scored.tolist() == [misfit_at(position, game.check(code)) for code in after]
    changed = (after != codes).any(axis=1)
    assert changed.sum() <= 20
    assert (misfits[changed] >= np.median(misfits)).all(), "only the worse half goes"


def test_codes_played_fit_and_are_counted():
    position = LATE
    seen = []
    move = run_to_end(Merelo2006().generations(position, np.random.default_rng(3)), seen.append)
    assert position.fits(move.code) and move.note == "" and seen[-1].found >= 1
    assert move.evaluations == 400 + 200 * (len(seen) - 1)  # 14 generations at most come before a new population
    assert move.feedbacks == 3 * move.evaluations
    assert [step.number for step in seen] == list(range(1, len(seen) + 1)) and len(seen) <= 15


def test_the_population_goes_on():
    position = Position.parse("5x8 11223=1b1w")
    move = Merelo2006().guess(position, np.random.default_rng(4))
    later = position.after(move, "1b1w")
    first = next(Merelo2006().generations(later, np.random.default_rng(5)))
    assert (first.population == move.memory["population"]).all()


def test_hypermutation_and_budget():
    history = " ".join(
        f"{guess}=1b1w" for guess in ("1234567812", "2345678123", "8765432187", "1122334455", "5566778811")
    )
    position = Position.parse(f"10x8 {history}")
    player = Merelo2006(population=10, hypermutation=3, limit=7)
    steps = list(player.generations(position, np.random.default_rng(6)))
    move = player.guess(position, np.random.default_rng(6))
    assert len(steps) == 7 and move.note == "budget spent"
    assert move.evaluations == 10 + 5 + 5 + 10 + 5 + 5 + 10  # drawn anew after the third and the sixth
    nearest = max(step.best for step in steps)
    assert -misfit_at(position, move.code) == nearest


def test_populations_are_capped_and_impossible_histories_refused():
    assert len(next(Merelo2006().generations(Position.parse("2x3 12=0b1w"), np.random.default_rng(1))).population) == 9
    with pytest.raises(Impossible):
        Merelo2006(limit=20).guess(Position.parse("4x6 1122=4b0w 3344=4b0w"), np.random.default_rng(1))


@pytest.mark.parametrize("wrong", [{"limit": 0}, {"population": -1}, {"mutation": -1.0}, {"hypermutation": 0}])
def test_wrong_parameters(wrong):
    with pytest.raises(BlackpegError):
        Merelo2006(**wrong)
    assert Merelo2006(first="pairs").supports(Game(4, 6)) is not None


def test_average_is_that_of_first_candidates():
    """4x6 from 1122: 4.636 by exact play of random candidates, sd 0.88; 400 games, four standard errors."""
    game = Game(4, 6)
    played = [play(game, Merelo2006(), Honest(game.codes[3 * k]), seed=k).guesses for k in range(400)]
    assert abs(np.mean(played) - 4.636) < 4 * 0.88 / 400**0.5
