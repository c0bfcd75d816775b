"""GenMM: its generation, its counts, its first guesses."""

from collections import Counter

import numpy as np
import pytest
from reference import misfit_at

from blackpeg import BlackpegError, Game, Honest, check_strategy, play, strategy
from blackpeg.errors import Impossible
from blackpeg.evolve import random_population
from blackpeg.generations import run_to_end
from blackpeg.position import Position
from blackpeg.strategies.merelo2006 import Breeding, Merelo2006, adapt_rates, breed, first_rates

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
    breeding = Breeding(past, False, game.colors, game.repeats)
    after, scored, places, success = breed(codes, misfits, (0.4, 0.2, 0.3, 0.1), breeding, rng)
    assert scored.tolist() == [misfit_at(position, game.check(code)) for code in after]
    changed = np.flatnonzero((after != codes).any(axis=1))
    assert len(places) == 20 and set(changed) <= set(places.tolist())
    assert (misfits[places] >= np.median(misfits)).all(), "only the worse half goes"
    assert success[0].sum() == 20 and (success[1] <= success[0]).all()


def test_codes_played_fit_and_are_counted():
    position = LATE
    seen = []
    move = run_to_end(Merelo2006().generations(position, np.random.default_rng(3)), seen.append)
    assert position.fits(move.code) and move.note == "" and seen[-1].found >= 1
    assert move.evaluations == 400 + 200 * (len(seen) - 1)  # 14 generations at most come before a new population
    assert move.feedbacks == 3 * move.evaluations
    assert sum(len(step.population) if step.scored is None else len(step.scored) for step in seen) == move.evaluations
    assert [step.number for step in seen] == list(range(1, len(seen) + 1)) and len(seen) <= 15


def test_the_population_goes_on():
    position = Position.parse("5x8 11223=1b1w")
    move = Merelo2006().guess(position, np.random.default_rng(4))
    later = position.after(move, "1b1w")
    first = next(Merelo2006().generations(later, np.random.default_rng(5)))
    assert (first.population == move.memory["population"]).all()
    assert move.rescored == 0
    again = Merelo2006().guess(later, np.random.default_rng(5))
    assert again.rescored == 400, "the population that was kept is no new code"
    end = later.after(again, "1b2w")
    assert end.new_codes == move.evaluations + again.evaluations - 400 == end.evaluations - 400


def test_hypermutation_and_budget():
    history = " ".join(
        f"{guess}=1b1w" for guess in ("1234567812", "2345678123", "8765432187", "1122334455", "5566778811")
    )
    position = Position.parse(f"10x8 {history}")
    player = Merelo2006(population=10, hypermutation=3, limit=7)
    steps = list(player.generations(position, np.random.default_rng(6)))
    move = player.guess(position, np.random.default_rng(6))
    assert len(steps) == 7 and move.note == "hypermutation; budget spent"
    assert move.evaluations == 10 + 5 + 5 + 10 + 5 + 5 + 10  # drawn anew after the third and the sixth
    nearest = max(step.best for step in steps)
    assert -misfit_at(position, move.code) == nearest


def test_populations_are_capped_and_impossible_histories_refused():
    assert len(next(Merelo2006().generations(Position.parse("2x3 12=0b1w"), np.random.default_rng(1))).population) == 9
    with pytest.raises(Impossible):
        Merelo2006(limit=20).guess(Position.parse("4x6 1122=4b0w 3344=4b0w"), np.random.default_rng(1))


@pytest.mark.parametrize(
    "wrong",
    [
        {"limit": 0},
        {"population": -1},
        {"mutation": -1.0},
        {"hypermutation": 0},
        {"zapping": -1.0},
        {"gather": 0},
        {"fitness": "x"},
        {"choice": "x"},
    ],
)
def test_wrong_parameters(wrong):
    with pytest.raises(BlackpegError):
        Merelo2006(**wrong)
    assert Merelo2006(first="pairs").supports(Game(4, 6)) is not None


def test_average_is_that_of_first_candidates():
    """4x6 from 1122: 4.636 by exact play of random candidates, sd 0.88; 400 games, four standard errors."""
    game = Game(4, 6)
    played = [play(game, Merelo2006(), Honest(game.codes[3 * k]), seed=k).guesses for k in range(400)]
    assert abs(np.mean(played) - 4.636) < 4 * 0.88 / 400**0.5


def test_hypermutation_is_noted_where_it_was_used():
    """With no limit near, a note says that some generation was the 15th without a candidate, and only then."""
    noted = []
    for seed in range(12):
        seen, player = [], Merelo2006(population=20)
        move = run_to_end(player.generations(LATE, np.random.default_rng(seed)), seen.append)
        assert (move.note == "hypermutation") == (len(seen) > 15)
        noted.append(move.note)
    assert len(set(noted)) == 2


def made_by(operator, code, seed=1):
    """The children that one operator makes of a population of one code."""
    position = Position.parse("5x8 11223=1b1w")
    shares = tuple(float(k == operator) for k in range(4))
    codes = np.array([code] * 200, np.uint8)
    breeding = Breeding(position.past_turns, False, 8, True)
    after, _, places, success = breed(codes, np.ones(200, int), shares, breeding, np.random.default_rng(seed))
    assert success[0].tolist() == [100 * (k == operator) for k in range(4)]
    return {tuple(child) for child in after[places].tolist()}


def test_operators_by_their_definition():
    code = (0, 1, 2, 3, 7)
    assert all(sorted(child) == sorted(code) for child in made_by(0, code)), "transposition moves pegs"
    following = {(*code[:p], (code[p] + 1) % 8, *code[p + 1 :]) for p in range(5)}
    assert made_by(1, code) == following, "circular mutation takes the next color, the first after the last"
    assert made_by(2, code) == {code}, "crossover of equal parents"
    other = {(*code[:p], color, *code[p + 1 :]) for p in range(5) for color in range(8) if color != code[p]}
    assert made_by(3, code) == other, "zapping takes a different and random color"


def test_fitness_by_rules_counts_the_turns_that_a_code_does_not_fit():
    step = next(Merelo2006(fitness="rules").generations(LATE, np.random.default_rng(1)))
    for code, fitness in zip(step.population, step.fitness, strict=True):
        broken = sum(Honest(code).answer(LATE, turn.guess) != turn.feedback for turn in LATE.history)
        assert fitness == -broken


@pytest.mark.parametrize("choice", ["parts", "entropy"])
def test_predictive_power_chooses_among_candidates_gathered(choice):
    position, seen = Position.parse("4x6 1122=1b1w"), []
    player = Merelo2006(choice=choice, gather=12)
    move = run_to_end(player.generations(position, np.random.default_rng(2)), seen.append)
    found = {}
    for step in seen:
        found |= {code.tobytes(): code for code in step.population if position.fits(code)}
    assert len(found) == seen[-1].found >= 12 and move.code.tobytes() in found

    def worth(guess):
        sizes = Counter(Honest(secret).answer(position, guess) for secret in found.values()).values()
        return len(sizes) if choice == "parts" else -sum(size * np.log2(size) for size in sizes)

    assert worth(move.code) == pytest.approx(max(map(worth, found.values())))
    assert move.feedbacks == move.evaluations + len(found) ** 2


def test_shares_follow_success():
    rates = first_rates((2.0, 1.0, 2.0, 0.0))
    assert rates.shares == (0.4, 0.2, 0.4, 0.0)
    rates = adapt_rates(rates, np.array([[40, 20, 40, 0], [40, 0, 0, 0]]))
    worth = np.array([41 / 42, 1 / 22, 1 / 42])  # successes + 1 of trials + 2
    assert rates.shares == pytest.approx([*(0.1 + 0.7 * worth / worth.sum()), 0.0])
    later = adapt_rates(rates, np.array([[0, 0, 10, 0], [0, 0, 5, 0]]))
    worth = np.array([37 / 38, 1 / 20, 6 / 48])  # nine tenths of what was
    assert later.shares == pytest.approx([*(0.1 + 0.7 * worth / worth.sum()), 0.0])


def test_a_population_that_adapts_doubles_where_it_fails():
    history = " ".join(f"{guess}=1b1w" for guess in ("1234567812", "2345678123", "8765432187", "1122334455"))
    position = Position.parse(f"10x8 {history}")
    player = Merelo2006(adapt=True, hypermutation=2, limit=7)
    steps = list(player.generations(position, np.random.default_rng(6)))
    assert [len(step.population) for step in steps] == [320, 320, 640, 640, 1280, 1280, 2560]
    move = player.guess(position, np.random.default_rng(6))
    later = next(player.generations(position.after(move, "1b1w"), np.random.default_rng(1)))
    assert len(later.population) == 2560 and (later.population == move.memory["population"]).all()


@pytest.mark.parametrize("text", ["adapt=True", "choice='parts'", "zapping=1.0, fitness='rules'"])
def test_contract_of_the_options(text):
    check_strategy(strategy(f"merelo2006({text})"), tuple(map(Game.parse, ("1x1", "4x6", "3x5-distinct-black"))))
