"""Turns that contradict each other, against the definition in plain Python and as sentences."""

import itertools

import numpy as np
import pytest
from histories import candidates_of, parse_history, play_guesses, positions, random_guesses, turn
from hypothesis import assume, given, settings

from blackpeg import candidates
from blackpeg.candidates.contradiction import TimeLimit, contradiction
from blackpeg.errors import Impossible, TooMany
from blackpeg.game import Game


@settings(max_examples=100, deadline=None, derandomize=True)
@given(positions())
def test_contradictions_against_the_definition(position):
    game, history = position
    assume(not candidates_of(game, history))
    assert candidates.find(game, history) is None
    for question in (candidates.count, candidates.listing, candidates.next_candidate):
        with pytest.raises(Impossible):
            question(game, history)
    with pytest.raises(Impossible) as caught:
        candidates.draw(game, history, 3, np.random.default_rng(0))
    turns = caught.value.turns
    assert not candidates_of(game, [history[k - 1] for k in turns])
    for fewer in itertools.combinations(history, len(turns) - 1):
        assert candidates_of(game, fewer), "a smaller set contradicts itself"


@pytest.mark.parametrize(
    "game, turns, sentence, at_fault",
    [
        (
            "4x6",
            ["1111=1b0w", "1122=0b0w"],
            "turn 2 contradicts turn 1: no code answers 1111 with 1b0w and 1122 with 0b0w",
            (1, 2),
        ),
        (
            "4x6",
            ["1122=2b0w", "5566=0b0w", "3344=3b0w"],
            "turn 3 contradicts turn 1: no code answers 1122 with 2b0w and 3344 with 3b0w",
            (1, 3),
        ),
        (
            "4x6-black",
            ["1111=1b", "6666=0b", "2222=1b", "3333=1b", "4444=2b"],
            "turn 5 contradicts turns 1, 3 and 4: "
            "no code answers 1111 with 1b, 2222 with 1b, 3333 with 1b and 4444 with 2b",
            (1, 3, 4, 5),
        ),
        ("4x2", ["1111=1b0w", "2222=0b1w"], "turn 2 is impossible: no code answers 2222 with 0b1w", (2,)),
        ("3x1", ["111=2b0w"], "turn 1 is impossible: no code answers 111 with 2b0w", (1,)),
    ],
)  # fmt: skip
def test_contradictions_as_sentences(game, turns, sentence, at_fault):
    game = Game.parse(game)
    error = candidates.contradiction(game, parse_history(game, *turns))
    assert (str(error), error.turns) == (sentence, at_fault)


def test_contradictions_of_long_codes():
    game = Game(20, 20)
    history = play_guesses(game, [*random_guesses(game, 2), [3] * 20])
    history.append(turn([3] * 20, history[2][1] + 21))
    with pytest.raises(Impossible) as caught:
        candidates.count(game, history)
    assert caught.value.turns == (3, 4)


def test_contradictions_that_find_cannot_tell():
    """Any one turn of these contradicts the others, but `find` gives up on sets without turn 1."""
    game = Game(4, 6)
    history = parse_history(game, "1111=2b0w", "2222=2b0w", "3333=2b0w")

    def timid(game, turns):
        if turns and turns[0][0][0] != 0:
            raise TooMany("not within the limit")
        return candidates.find(game, turns)

    def lost(game, turns):
        raise TooMany("not within the limit")

    error = contradiction(game, history, timid, smallest=False)
    assert str(error) == (
        "turns 1, 2 and 3 contradict each other, or some among them do: "
        "no code answers 1111 with 2b0w, 2222 with 2b0w and 3333 with 2b0w"
    )
    error = contradiction(game, history, lost, smallest=True)
    assert str(error) == "no code was found that fits the 3 turns of 4x6, but one may exist"
    assert error.turns == ()
    with pytest.raises(ValueError, match="a code fits"):
        candidates.contradiction(game, history[:2])


def test_a_search_for_a_contradiction_ends_in_time():
    """Random feedback to 199 guesses: the smallest set was searched for without end."""
    game, rng = Game(4, 10), np.random.default_rng(1)
    history = [(guess, int(rng.choice(game.answers[:-1]))) for guess in rng.integers(0, 10, (199, 4)).astype(np.uint8)]
    turns = candidates.contradiction(game, history).turns
    if turns:  # on a slow machine there is time for none
        chosen = [history[k - 1] for k in turns]
        assert not candidates_of(game, chosen)
        for k in range(len(chosen)):
            assert candidates_of(game, chosen[:k] + chosen[k + 1 :]), "a turn can be dropped"


class Clock:
    """A clock that goes on by a second whenever codes are searched for."""

    def __init__(self, monkeypatch):
        self.seconds = 0
        monkeypatch.setattr(TimeLimit, "now", lambda _=None: self.seconds)

    def find(self, game, turns):
        self.seconds += 1
        return candidates.find(game, turns)


def test_what_is_said_of_a_contradiction_depends_on_the_time_there_is(monkeypatch):
    """Turns 1 to 3 contradict each other only together, as do turns 4 and 5, which are fewer."""
    game = Game(4, 6)
    history = parse_history(game, "1111=2b0w", "2222=2b0w", "3333=2b0w", "4444=2b0w", "5555=3b0w")
    clock = Clock(monkeypatch)
    named = {
        seconds: contradiction(game, history, clock.find, smallest=True, seconds=seconds).turns
        for seconds in (1000, 5, 0)
    }
    assert len(named[1000]) == 2
    assert named[5] == (1, 2, 3)  # no turn can be dropped, but there is a smaller set
    assert named[0] == ()
    error = contradiction(game, history, clock.find, smallest=True, seconds=0)
    assert str(error) == "no code fits the 5 turns of 4x6"
