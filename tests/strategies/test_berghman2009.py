"""Berghman's loop, choice and first guesses, and the students' reading of it."""

from collections import Counter

import numpy as np
import pytest

from blackpeg import BlackpegError, Game, Honest, check_strategy, play, strategy
from blackpeg.players import rng_of
from blackpeg.position import Position
from blackpeg.strategies.berghman2009 import SELECTIONS, Berghman2009, Breeding, FitnessScale, breed

FOUR = Game(4, 6)
READINGS = ["choice='random'", "choice='similar'", "selection='roulette'", "selection='candidates', sample=10"]
READINGS += ["choice='random', selection='candidates', children=2", "choice='similar', sample=9, from_sample=True"]


def run(player, position, seed=1):
    """Every generation of a turn, and its move."""
    steps, seen = player.generations(position, rng_of(seed)), []
    while True:
        try:
            seen.append(next(steps))
        except StopIteration as end:
            return seen, end.value


@pytest.mark.parametrize("reading", READINGS)
def test_contract(reading):
    check_strategy(strategy(f"berghman2009({reading})"), tuple(map(Game.parse, ("1x1", "4x6", "3x5-distinct-black"))))


@pytest.mark.parametrize(
    ("player", "game", "code"),
    [
        ("berghman2009", "4x6", "1123"), ("berghman2009", "5x8", "11223"), ("berghman2009", "6x9", "112234"),
        ("berghman2009", "8x12", "11223345"), ("berghman2009", "4x6-distinct", "1234"),
        ("berghman2009", "1x1", "1"), ("berghman2009", "5x2", "11221"),
        ("berghman2009(level='easy')", "4x6", "1234"), ("berghman2009(level='medium')", "4x6", "1123"),
        ("berghman2009(level='hard')", "5x8", "11122"), ("berghman2009(first='6543')", "4x6", "6543"),
    ],
)  # fmt: skip
def test_first_guesses(player, game, code):
    game = Game.parse(game)
    assert game.show(strategy(player).guess(Position(game), rng_of(1)).code) == code


@pytest.mark.parametrize(
    "text",
    [
        "choice='best'",
        "selection='x'",
        "level='x'",
        "level='easy', first='1234'",
        "population=0",
        "mutation=2.0",
        "children=3",
    ],
)
def test_bad_parameters(text):
    with pytest.raises(BlackpegError) as error:
        strategy(f"berghman2009({text})")
    assert "\n" not in str(error.value)


def test_levels_are_of_their_pegs():
    assert "4 pegs" in Berghman2009(level="easy").supports(Game(5, 8))
    assert "repeats" in Berghman2009(level="medium").supports(Game.parse("4x6-distinct"))


def test_found_are_candidates_and_evaluations_are_codes_judged():
    position = Position.parse("4x6 1123=1b1w 1456=0b2w")
    seen, move = run(Berghman2009(maxgen=20), position)
    candidates = {code.tobytes() for code in position.candidates}
    met = set()
    for step in seen:
        fits = {code.tobytes() for code in step.population if code.tobytes() in candidates}
        met |= fits
        assert step.found == len(met)
        best = {c.tobytes() for c, f in zip(step.population, step.fitness, strict=True) if f == 2 * 4 * 2}
        assert best == fits  # b P (i - 1) is the fitness of candidates alone
    assert move.code.tobytes() in met
    assert move.evaluations == sum(len(step.population) for step in seen)
    assert move.feedbacks == move.evaluations * 2 + len(met) ** 2
    assert len(seen) == 21 or len(met) > 60


def test_the_search_stops_when_more_than_maxsize_are_found():
    seen, _ = run(Berghman2009(maxsize=30), Position.parse("4x6 1123=1b1w"))
    assert seen[-1].found > 30 and all(step.found <= 30 for step in seen[:-1])


def test_choices_by_definition():
    position = Position.parse("4x6 1123=1b1w 1456=0b2w")
    eligible = position.candidates[::3].copy()

    def answers(guess):
        return Counter(Honest(secret).answer(position, guess) for secret in eligible)

    expected = [sum(n * n for n in answers(guess).values()) for guess in eligible]
    code, compared = Berghman2009().choose(eligible, FOUR, rng_of(1))
    assert code.tolist() == eligible[int(np.argmin(expected))].tolist() and compared == len(eligible) ** 2
    alike = [sum(n * sum(FOUR.pegs_of(told)) for told, n in answers(guess).items()) for guess in eligible]
    code, _ = Berghman2009(choice="similar").choose(eligible, FOUR, rng_of(1))
    assert code.tolist() == eligible[int(np.argmax(alike))].tolist()
    drawn = {Berghman2009(choice="random").choose(eligible, FOUR, rng_of(k))[0].tobytes() for k in range(400)}
    assert drawn == {code.tobytes() for code in eligible}


def test_a_spent_budget_is_said_and_no_guess_is_repeated():
    game = Game(8, 12)
    end = play(game, Berghman2009(budget=150), Honest(game.code("19a3c5b7")), seed=1, limit=12)
    assert [turn.note for turn in end.history].count("budget spent") > 0
    assert len({turn.guess.tobytes() for turn in end.history}) == end.guesses
    assert end.queries == end.guesses


@pytest.mark.parametrize("selection", ["scaled", "candidates"])
def test_one_crossover_of_two_parents_makes_two_children(selection):
    """At every peg one child takes after each parent; each parent, of one color, is told by that color."""
    codes = np.repeat(np.arange(40, dtype=np.uint8), 6).reshape(40, 6)
    breeding = Breeding(SELECTIONS.index(selection), 2, (0.0, 0.0, 0.0), 40, True)
    children = breed(codes, np.full(40, 7.0), breeding, FitnessScale(1.0, 7.0), rng_of(3))
    cuts = Counter()
    for one, two in zip(children[::2], children[1::2], strict=True):
        pairs = {tuple(sorted(pair)) for pair in zip(one.tolist(), two.tolist(), strict=True)}
        if len(pairs) == 1:  # else a child was met before, and drawn anew
            cuts[int((one[1:] != one[:-1]).sum())] += 1
        if selection == "candidates":
            assert pairs == {(min(one.min(), two.min()), max(one.max(), two.max()))}, "neighbors are crossed"
    assert sum(cuts.values()) > 10 and set(cuts) <= {0, 1, 2} and cuts[1] > 0 and cuts[2] > 0


def test_the_guess_may_be_one_of_the_sample_alone():
    eligible = Position.parse("4x6 1123=1b1w").candidates[::3].copy()
    player = Berghman2009(choice="similar", sample=5, from_sample=True)
    for seed in range(20):
        code, compared = player.choose(eligible, FOUR, rng_of(seed))
        judges = eligible[rng_of(seed).permutation(len(eligible))[:5]]
        common = [sum(sum(FOUR.pegs_of(Honest(s).answer(Position(FOUR), g))) for s in judges) for g in judges]
        assert code.tolist() == judges[int(np.argmax(common))].tolist() and compared == 25
