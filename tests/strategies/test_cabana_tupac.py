"""Cabana & Túpac's search, and the two players of its algorithm."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from blackpeg import BlackpegError, Game, Honest, check_strategy, play
from blackpeg.errors import Impossible
from blackpeg.evolve.kalisker_score import feedback_score
from blackpeg.generations import run_to_end
from blackpeg.oracle import Oracle, run_search
from blackpeg.position import Position
from blackpeg.strategies.cabana_tupac import CHOICES, CabanaTupac, CabanaTupacHybrid, CabanaTupacLegal, breed

FOUR, FIVE = Game(4, 6), Game(5, 8)
VARIANTS = [FOUR, FIVE, Game(4, 6, repeats=False), Game(4, 6, whites=False), Game(3, 5, False, False), Game(1, 1)]


class Listening(Oracle):
    """An oracle that keeps what it was shown."""

    def __init__(self, game, secret):
        super().__init__(game, secret)
        self.shown = []

    def __call__(self, codes):
        self.shown += codes.tolist()
        return super().__call__(codes)


def generations(search, game, oracle, seed=1):
    return list(search.generations(game, oracle, np.random.default_rng(seed)))


# The search


@pytest.mark.parametrize("game", VARIANTS, ids=str)
def test_every_code_that_is_scored_is_shown_and_counted(game):
    oracle = Listening(game, game.codes[game.size // 3])
    steps = generations(CabanaTupac(stop=False, limit=30), game, oracle)
    assert len(oracle.shown) == oracle.queries == steps[-1].queries == 40 + 29 * 39
    assert [step.number for step in steps] == list(range(1, 31))
    assert [step.queries for step in steps] == [40 + 39 * k for k in range(30)]
    shown = {tuple(code) for code in oracle.shown}
    secret = game.codes[game.size // 3]
    for step in steps:
        assert step.population.shape == (40, game.pegs)
        assert {tuple(game.check(code)) for code in step.population} <= shown  # legal, and nothing scored unseen
        true = [feedback_score(*game.pegs_of(Honest(secret).answer(Position(game), code))) for code in step.population]
        assert step.fitness.tolist() == true
    best = [step.fitness.max() for step in steps]
    assert best == sorted(best), "the best is kept"


def test_without_repeats_and_without_elites():
    game = Game(5, 5, repeats=False)
    found = run_search(game, CabanaTupac(elites=0, limit=3, stop=False), Oracle(game, game.codes[7]), seed=2)
    assert found.queries == found.evaluations == 120 and found.stages == (3,)


def test_stops_when_solved_unless_told_not_to():
    secret = FOUR.code("3516")
    found = run_search(FOUR, CabanaTupac(), Oracle(FOUR, secret), seed=3)
    assert found.solved and found.generations < 150 and found.note == ""
    assert found.queries == 40 + 39 * (found.generations - 1)
    whole = run_search(FOUR, CabanaTupac(stop=False), Oracle(FOUR, secret), seed=3)
    assert whole.solved and whole.generations == 150 and whole.queries == 5851
    short = run_search(FIVE, CabanaTupac(limit=1), Oracle(FIVE, FIVE.code("38164")), seed=3)
    assert not short.solved and short.note == "budget spent" and short.queries == 40


def test_same_seed_same_search():
    first, again, other = (
        generations(CabanaTupac(), FIVE, Oracle(FIVE, FIVE.code("38164")), seed) for seed in (1, 1, 2)
    )
    assert len(first) == len(again)
    assert all((a.population == b.population).all() for a, b in zip(first, again, strict=True))
    assert (first[0].population != other[0].population).any()


def test_shares_of_the_mutations():
    assert CabanaTupac().shares(FOUR) == (0.3, 0.3, 0.4)
    assert CabanaTupac().shares(FIVE) == (0.2, 0.1, 0.7)
    assert CabanaTupac(scramble=1.0).shares(FIVE) == (1.0, 0.0, 0.0)
    codes, fitness = np.tile(np.arange(5, dtype=np.uint8), (10, 1)), np.ones(10)  # crossing changes nothing
    children = breed(codes, fitness, (1.0, 0.0, 0.25, 0.5), 8000, 8, True, np.random.default_rng(4))
    changed = (children != codes[0]).sum(axis=1)
    recolored = (np.sort(children, axis=1) != codes[0]).any(axis=1).mean()
    assert recolored == pytest.approx(0.5, abs=0.03)
    assert (changed == 2).mean() == pytest.approx(0.25, abs=0.03)
    assert (changed == 0).mean() == pytest.approx(0.25, abs=0.03)


@pytest.mark.parametrize(
    ("shares", "moves_only"), [({"scramble": 1.0}, True), ({"position": 1.0}, True), ({"mastermind": 1.0}, False)]
)
def test_figures_10_to_12_read_literally_apply_one_mutation_and_nothing_else(shares, moves_only):
    """Without crossover each child is one parent, mutated: "aplicando sólo el operador de Mutación de ..."."""
    search = CabanaTupac(crossover=0.0, limit=6, stop=False, **shares)
    steps = generations(search, FIVE, Oracle(FIVE, FIVE.code("38164")))
    for before, after in pairwise(steps):
        parents = before.population.astype(int)
        for child in after.population[1:].astype(int):  # the first is the elite
            if moves_only:
                assert (np.sort(parents, axis=1) == np.sort(child)).all(axis=1).any()
            else:
                off = (child - parents) % 8
                assert ((off.sum(axis=1) == 1) & ((off > 0).sum(axis=1) == 1)).any()


@pytest.mark.parametrize(
    "wrong",
    [{"scramble": -0.1}, {"scramble": 0.6, "mastermind": 0.6}, {"crossover": 2.0}, {"elites": 40}, {"limit": 0}],
)
def test_wrong_parameters(wrong):
    with pytest.raises(BlackpegError):
        CabanaTupac(**wrong)


def test_solves_4x6_almost_always():
    met = [run_search(FOUR, CabanaTupac(), Oracle(FOUR, FOUR.codes[7 * k]), seed=k).solved for k in range(180)]
    assert sum(met) >= 171  # 95 %


# The legal sibling


def test_keeps_the_contract():
    check_strategy(CabanaTupacLegal())


def test_consults_the_secret_once_a_guess():
    class Counting(Honest):
        asked = 0

        def answer(self, position, guess):
            Counting.asked += 1
            return super().answer(position, guess)

    end = play(FIVE, CabanaTupacLegal(), Counting(FIVE.code("38164")), seed=1)
    assert end.solved and Counting.asked == end.guesses == end.queries
    assert all(turn.feedbacks == turn.evaluations * k for k, turn in enumerate(end.history))


def test_plays_a_candidate_or_says_that_its_budget_is_spent():
    position = Position.parse("4x6 1122=1b1w 3344=0b1w")
    move = CabanaTupacLegal().guess(position, np.random.default_rng(1))
    assert position.fits(move.code) and move.note == ""
    large = Position.parse("8x12 12345678=2b2w 9abc1234=2b3w 56781234=1b3w")
    move = CabanaTupacLegal(limit=1).guess(large, np.random.default_rng(1))
    assert (move.note, move.evaluations, move.feedbacks) == ("budget spent", 40, 120)
    assert not large.fits(move.code)


def test_impossible_history():
    with pytest.raises(Impossible):
        CabanaTupacLegal(limit=3).guess(Position.parse("4x6 1122=4b0w 3344=4b0w"), np.random.default_rng(1))


def test_generations_can_be_watched():
    position = Position.parse("5x8 11223=1b1w 33445=1b1w 56678=1b2w")
    steps = list(CabanaTupacLegal().generations(position, np.random.default_rng(1)))
    assert steps[-1].fitness.max() == 3 * 20 and all(step.queries == 3 for step in steps)
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))


# The hybrid


@pytest.mark.parametrize("choice", CHOICES)
def test_the_hybrid_plays_by_every_choice(choice):
    end = play(FOUR, CabanaTupacHybrid(choice=choice, enough=20), Honest(FOUR.code("3516")), seed=1)
    assert end.solved and all(before.fits(turn.guess) for before, turn in zip(end.line, end.history, strict=False))


def test_the_hybrid_keeps_the_contract():
    check_strategy(CabanaTupacHybrid(enough=20))


def test_the_hybrid_plays_the_best_of_the_candidates_it_found():
    """At the end of each turn the candidate played has the fewest left in its largest part, among those found."""
    player, position = CabanaTupacHybrid(choice="minimax", enough=30), Position.parse("5x8 11223=1b1w 33445=1b1w")
    steps, found = [], {}
    move = run_to_end(player.generations(position, np.random.default_rng(2)), steps.append)
    for step in steps:
        found |= {code.tobytes(): code for code in step.population if position.fits(code)}
        assert step.found == len(found) and (step.fitness == 1).sum() == sum(map(position.fits, step.population))
    assert len(found) >= 30 and move.code.tobytes() in found and move.note == ""

    def largest_part(guess):
        parts = Counter(Honest(code).answer(position, guess) for code in found.values())
        return max(parts.values())

    assert largest_part(move.code) == min(map(largest_part, found.values()))
    assert move.feedbacks == 2 * move.evaluations + len(found) ** 2


def test_the_hybrid_starts_evolutions_until_one_brings_nothing_new():
    position = Position.parse("4x6 1122=1b1w 1344=1b1w 3526=1b2w")
    steps = []
    move = run_to_end(CabanaTupacHybrid().generations(position, np.random.default_rng(1)), steps.append)
    ends = [max(step.found for step in steps if step.stage == k) for k in range(1, steps[-1].stage + 1)]
    assert len(ends) > 1 and ends[-1] == ends[-2] and all(b > a for a, b in pairwise([0, *ends[:-1]]))
    assert ends[-1] <= position.count and position.fits(move.code)


def test_the_hybrid_says_that_its_budget_is_spent():
    large = Position.parse("8x12 12345678=2b2w 9abc1234=2b3w 56781234=1b3w")
    move = CabanaTupacHybrid(limit=1, tries=2).guess(large, np.random.default_rng(1))
    assert (move.note, move.evaluations, move.feedbacks) == ("budget spent", 80, 240)
    with pytest.raises(Impossible):
        CabanaTupacHybrid(limit=3, tries=1).guess(Position.parse("4x6 1122=4b0w 3344=4b0w"), np.random.default_rng(1))
    with pytest.raises(BlackpegError, match="no choice 'luck'; there are minimax, expected_size"):
        CabanaTupacHybrid(choice="luck")
    with pytest.raises(BlackpegError, match="at least 1"):
        CabanaTupacHybrid(enough=0)


def test_the_hybrid_needs_fewer_guesses_than_the_first_candidate():
    """On the same 60 secrets of 5x8, by more than two standard errors of the paired difference."""
    secrets = FIVE.codes[np.random.default_rng(9).integers(FIVE.size, size=60)]
    saved = [
        play(FIVE, CabanaTupacLegal(), Honest(secret), seed).guesses
        - play(FIVE, CabanaTupacHybrid(), Honest(secret), seed).guesses
        for seed, secret in enumerate(secrets)
    ]
    assert np.mean(saved) > 2 * np.std(saved, ddof=1) / np.sqrt(60)
