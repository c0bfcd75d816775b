"""The engine of Merelo and others: what candidates score, how turns begin and end, and endgames."""

from collections import Counter
from itertools import permutations
from math import log

import numpy as np
import pytest

from blackpeg import BlackpegError, Game, Honest, check_strategy, play, strategy
from blackpeg.errors import Impossible
from blackpeg.evolve.known_colors import list_orders
from blackpeg.players import rng_of
from blackpeg.position import Position
from blackpeg.strategies.evo import Efe2013, EvoRank2010, Merelo2011, Merelo2013, meet, parts_of, score

GAMES = tuple(map(Game.parse, ("1x1", "4x6", "3x5-distinct", "3x4-black")))
READINGS = [
    "merelo2011(score='entropy', keep=True)", "merelo2011(endgames=False, twice=True)", "evorank2010(endgames=True)",
    "merelo2013(shuffle='some', tournament=1)", "efe2013(enough=8, choice='entropy')",
]  # fmt: skip


def run(player, position, seed=1):
    """Every generation of a turn, and its move."""
    steps, seen = player.generations(position, rng_of(seed)), []
    while True:
        try:
            seen.append(next(steps))
        except StopIteration as end:
            return seen, end.value


@pytest.mark.parametrize("name", READINGS)
def test_contract(name):
    check_strategy(strategy(name), GAMES)


@pytest.mark.parametrize(
    ("game", "code"),
    [("4x6", "1231"), ("4x7", "1231"), ("4x8", "1234"), ("5x8", "12341"), ("6x9", "123412"), ("6x10", "123451"),
     ("7x10", "1234512"), ("4x6-distinct", "1234"), ("1x1", "1")],
)  # fmt: skip
def test_first_guesses(game, code):
    game = Game.parse(game)
    for player in (EvoRank2010(), Merelo2011(), Merelo2013(), Efe2013()):
        assert game.show(player.guess(Position(game), rng_of(1)).code) == code


def test_published_sizes():
    assert Merelo2013().usual(Game(5, 8)) == (600, 10)
    assert Efe2013().usual(Game(4, 8)) == (200, 16)
    assert Merelo2011().usual(Game(4, 6)) == (300, 20)
    assert Merelo2011(population=7, enough=3).usual(Game(20, 20)) == (7, 3)


@pytest.mark.parametrize(
    "text", ["score='x'", "choice='x'", "shuffle='x'", "tournament=0", "population=-1", "budget=0"]
)
def test_bad_parameters(text):
    with pytest.raises(BlackpegError) as error:
        strategy(f"merelo2011({text})")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["4x6", "4x6-black"])
def test_scores_are_over_the_others(text):
    game = Game.parse(text)
    codes, found = game.codes[::37].copy(), parts_of(game, 100)
    for code in [*codes, *codes[:3]]:  # known ones change nothing
        meet(found, code, game.whites)
    assert found.met.size[0] == len(codes) and found.spent[0] == len(codes) * (len(codes) - 1) // 2
    for i, code in enumerate(codes):
        sizes = Counter(Honest(other).answer(Position(game), code) for j, other in enumerate(codes) if j != i)
        n = sum(sizes.values())
        assert score(found, i, False) == len(sizes)
        assert score(found, i, True) == pytest.approx(-sum(k / n * log(k / n) for k in sizes.values()))


def test_fitness_is_as_released():
    position = Position.parse("4x6 1231=1b1w 4516=0b2w")
    seen, _ = run(Merelo2011(enough=40, population=60), position)
    candidates = {code.tobytes() for code in position.candidates}
    for step in seen:
        distance = []
        for code in step.population:
            told = [(turn.feedback, Honest(code).answer(position, turn.guess)) for turn in position.history]
            pegs = [(FOUR.pegs_of(a), FOUR.pegs_of(b)) for a, b in told]
            distance.append(sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pegs))
        for code, far, fitness in zip(step.population, distance, step.fitness, strict=True):
            plain = 1 + max(distance) - far
            if code.tobytes() in candidates:
                assert fitness >= plain + 1 and fitness == int(fitness)  # and the parts it makes
            else:
                assert fitness == plain


FOUR = Game(4, 6)


def test_every_turn_begins_with_the_first_population():
    position = Position.parse("4x6 1231=1b1w")
    _, move = run(Merelo2013(), position)
    first = {code.tobytes() for code in move.memory["population"]}
    assert len(first) == 200  # all different
    after = position.after(move, "0b2w")
    assert {code.tobytes() for code in run(Merelo2013(), after)[0][0].population} == first
    seen, kept = run(Merelo2013(keep=True, enough=100), position)
    last = {code.tobytes() for code in seen[-1].population}
    assert {code.tobytes() for code in kept.memory["population"]} == last
    assert {
        code.tobytes() for code in run(Merelo2013(keep=True), position.after(kept, "0b2w"))[0][0].population
    } == last


def test_a_turn_ends_when_nothing_new_is_found():
    position = Position.parse("4x6 1231=1b1w 2345=1b1w 6116=0b1w")
    seen, move = run(Merelo2011(enough=1000), position)
    assert seen[-1].found == seen[-4].found and move.note == ""
    assert position.fits(move.code)


@pytest.mark.parametrize("colors", ["0012", "111", "01234", "3"])
def test_orders(colors):
    expected = sorted(set(permutations(map(int, colors))))
    listed = list_orders(np.array(list(map(int, colors)), np.uint8), len(expected))
    assert listed.tolist() == [list(c) for c in expected]


def test_endgame_of_known_colors_plays_most_parts():
    position = Position.parse("4x6 1231=1b3w")
    _, move = run(Merelo2011(), position)
    candidates = position.candidates
    parts = [len({Honest(secret).answer(position, guess) for secret in candidates}) for guess in candidates]
    best = {code.tobytes() for code, n in zip(candidates, parts, strict=True) if n == max(parts)}
    assert move.code.tobytes() in best and move.evaluations == 12  # orders of 1123
    with pytest.raises(Impossible):
        Merelo2011().guess(Position.parse("4x6 1231=1b3w 1123=0b3w"), rng_of(1))


def test_endgame_of_absent_colors_evolves_the_others():
    position = Position.parse("4x6 1231=0b0w")
    seen, move = run(Merelo2011(), position)
    assert {color for step in seen for code in step.population for color in code.tolist()} <= {3, 4, 5}
    assert len(seen[0].population) <= 300 / 2 and position.fits(move.code)
    black = Position.parse("4x6-black 1231=0b")
    assert {0, 1} & {color for code in run(Merelo2011(), black)[0][0].population for color in code.tolist()}


def test_efe_evolves_by_entropy_and_plays_by_most_parts():
    game, player = Game(4, 6), Efe2013()
    found = parts_of(game, 100)
    for text in ("1111", "1112", "1122", "1123", "1234", "2345", "3456", "6543", "5566", "1356"):
        meet(found, game.code(text), True)
    most = max(score(found, i, False) for i in range(10))
    assert {player.best(found, rng_of(k)) for k in range(99)} == {
        i for i in range(10) if score(found, i, False) == most
    }
    entropy = Efe2013(choice="entropy").best(found, rng_of(1))
    assert score(found, entropy, True) == pytest.approx(max(score(found, i, True) for i in range(10)))


def test_a_spent_budget_is_said_and_no_guess_is_repeated():
    game = Game(8, 12)
    end = play(game, Merelo2013(population=20, budget=20), Honest(game.code("19a3c5b7")), seed=1, limit=12)
    assert [turn.note for turn in end.history].count("budget spent") > 0
    assert len({turn.guess.tobytes() for turn in end.history}) == end.guesses == end.queries
