"""The engine of Merelo and others: fitness, how turns begin and end, and endgames."""

import pytest

from blackpeg import BlackpegError, Game, Honest, play, strategy
from blackpeg.errors import Impossible
from blackpeg.generations import run_to_end
from blackpeg.players import rng_of
from blackpeg.position import Position
from blackpeg.strategies import make
from blackpeg.strategies.merelo2011 import Merelo2011
from blackpeg.strategies.merelo2013 import Merelo2013

FOUR = Game(4, 6)


def run(player, position, seed=1):
    """Every generation of a turn, and its move."""
    seen = []
    move = run_to_end(player.generations(position, rng_of(seed)), seen.append)
    return seen, move


@pytest.mark.parametrize(
    ("game", "code"),
    [("4x6", "1231"), ("4x7", "1231"), ("4x8", "1234"), ("5x8", "12341"), ("6x9", "123412"), ("6x10", "123451"),
     ("7x10", "1234512"), ("4x6-distinct", "1234"), ("1x1", "1")],
)  # fmt: skip
def test_first_guesses(game, code):
    game = Game.parse(game)
    for player in map(make, ("evorank2010", "merelo2011", "merelo2013", "efe2013")):
        assert game.show(player.guess(Position(game), rng_of(1)).code) == code


@pytest.mark.parametrize(
    "text", ["score='x'", "choice='x'", "shuffle='x'", "tournament=0", "population=-1", "budget=0"]
)
def test_bad_parameters(text):
    with pytest.raises(BlackpegError) as error:
        strategy(f"merelo2011({text})")
    assert "\n" not in str(error.value)


def test_fitness_is_as_released():
    position = Position.parse("4x6 1231=1b1w 4516=0b2w")
    seen, _ = run(Merelo2011(enough=40, population=60), position)
    candidates = {code.tobytes() for code in position.candidates}
    for step in seen:
        misfits = []
        for code in step.population:
            pairs = [(turn.feedback, Honest(code).answer(position, turn.guess)) for turn in position.history]
            pegs = [(FOUR.pegs_of(a), FOUR.pegs_of(b)) for a, b in pairs]
            misfits.append(sum(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pegs))
        for code, misfit, fitness in zip(step.population, misfits, step.fitness, strict=True):
            plain = 1 + max(misfits) - misfit
            if code.tobytes() in candidates:
                assert fitness >= plain + 1 and fitness == int(fitness)  # and the parts it makes
            else:
                assert fitness == plain


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


def test_a_spent_budget_is_said_and_no_guess_is_repeated():
    game = Game(8, 12)
    end = play(game, Merelo2013(population=20, budget=20), Honest(game.code("19a3c5b7")), seed=1, limit=12)
    assert [turn.note for turn in end.history].count("budget spent") > 0
    assert len({turn.guess.tobytes() for turn in end.history}) == end.guesses == end.queries
