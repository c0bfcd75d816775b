"""What the codebreaker knows at one moment of a game."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import candidates as search
from .errors import BlackpegError, Impossible, TooMany
from .game import LISTABLE, Code, Codes, Feedback, Game
from .kernels import feedback as feedback_of
from .kernels import keep

MAX_LISTED_TO_COUNT = 2**16  # codes of games whose candidates are listed faster than they are counted

MAX_STEPS_BACK = 20  # turns that are gone back one by one to find when the secret was known; then by bisection

NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Move:
    """A guess, what its strategy wants to remember at the next turn, and what it spent.

    >>> move = Move(Game(4, 6).code("1122"), evaluations=3)
    >>> position = Position(Game(4, 6)).after(move, "1b1w")
    >>> position.history[0].evaluations
    3
    """

    code: Code
    memory: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    evaluations: int = 0  # codes that were compared with the history
    feedbacks: int = 0  # feedbacks that were computed, for those comparisons and for choosing
    note: str = ""  # such as "budget spent"
    rescored: int = 0  # of the evaluations, those of codes that were kept from an earlier turn and scored again

    @classmethod
    def of(cls, guess: Move | Code) -> Move:
        """The move itself, or a move that plays this code."""
        return guess if isinstance(guess, Move) else cls(guess)


class Turn(NamedTuple):
    """A guess, its feedback, and what the strategy spent on it.

    >>> turn = Position.parse("4x6 1122=1b1w").history[0]
    >>> turn.guess, turn.feedback
    (array([0, 0, 1, 1], dtype=uint8), 6)
    """

    guess: Code
    feedback: Feedback
    evaluations: int = 0
    feedbacks: int = 0
    seconds: float = 0.0
    note: str = ""
    rescored: int = 0


class PastTurns(NamedTuple):
    """The guesses and feedbacks so far as arrays, as compiled loops take them.

    >>> Position.parse("4x6 1122=1b1w").past_turns
    PastTurns(guesses=array([[0, 0, 1, 1]], dtype=uint8), feedbacks=array([6]), whites=True)
    """

    guesses: Codes  # one row per turn
    feedbacks: npt.NDArray[np.int64]
    whites: bool  # does feedback tell white pegs?


@dataclass(frozen=True, eq=False)
class Position:
    """A game and the guesses made so far, with their feedback. It never changes; `after` makes the next position.

    >>> position = Position(Game(4, 6)).after("1122", "1b1w")
    >>> position
    Position.parse('4x6 1122=1b1w')
    >>> position.turn, position.solved, position.count
    (2, False, 208)
    """

    game: Game
    history: tuple[Turn, ...] = ()
    memory: Mapping[str, Any] = field(
        default_factory=lambda: NOTHING
    )  # what the strategy noted at its last move; read-only
    parent: Position | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.game, Game):
            raise BlackpegError(
                f"Position({self.game!r}): a position has a Game; text is read by Position.parse('4x6')"
            )

    @property
    def turn(self) -> int:
        """The number of the guess to be made, from 1."""
        return len(self.history) + 1

    @property
    def solved(self) -> bool:
        return bool(self.history) and self.history[-1].feedback == self.game.solved

    def after(self, move: Move | Code | str, feedback: Feedback | str, seconds: float = 0.0) -> Position:
        """The position after `move` was answered with `feedback`."""
        if isinstance(move, str):
            move = self.game.code(move)
        move = Move.of(move)
        if isinstance(feedback, str):
            feedback = self.game.feedback(feedback)
        elif feedback not in self.game.answers:
            raise BlackpegError(f"{feedback} is not feedback of {self.game}; see Game.answers")
        guess = self.game.check(move.code)
        turn = Turn(guess, int(feedback), move.evaluations, move.feedbacks, seconds, move.note, move.rescored)
        return Position(
            self.game, (*self.history, turn), MappingProxyType(dict(move.memory)) if move.memory else NOTHING, self
        )

    @property
    def candidates(self) -> Codes:
        """Every code that would have given the same feedback to every guess, in lexicographic order.

        Raises `TooMany` if there are more than `LISTABLE`, and `Impossible` if there is none.
        """
        codes = self.columns.T.view()
        codes.flags.writeable = False
        return codes

    @cached_property
    def columns(self) -> Codes:
        """The candidates as an array of shape (pegs, n), as kernels take them; it must not be written to."""
        columns = self._columns()
        if columns.shape[1] == 0:
            raise self.contradiction()
        return columns

    def _columns(self) -> Codes:
        """Filters the nearest list of candidates that an earlier position has, or all codes if they are few enough.

        Otherwise searches for codes that fit the history.
        """
        if "columns" in vars(self):
            return self.columns
        if self.parent is not None and "columns" in vars(self.parent):  # as in most turns
            guess, feedback = self.history[-1][:2]
            return keep(self.parent.columns, guess, feedback, self.game.whites)
        position, turns = self, list[Turn]()
        while position.history and "columns" not in vars(position):
            parent = position.parent
            if (parent is None or "columns" not in vars(parent)) and not self.listable:
                return search.listing(self.game, self.pairs).T
            turns.append(position.history[-1])
            position = parent or position.before
        columns = position.columns if position.history else self.game.columns
        for turn in reversed(turns):
            columns = keep(columns, turn.guess, turn.feedback, self.game.whites)
        return columns

    @property
    def listable(self) -> bool:
        """Are the codes of the game few enough to be listed, so that its candidates always are?"""
        return self.game.size <= LISTABLE

    @property
    def pairs(self) -> tuple[tuple[Code, Feedback], ...]:
        """The history as pairs of guess and feedback."""
        return tuple((turn.guess, turn.feedback) for turn in self.history)

    @property
    def past_turns(self) -> PastTurns:
        """The history as arrays, for compiled loops."""
        guesses = np.array([turn.guess for turn in self.history], np.uint8).reshape(-1, self.game.pegs)
        return PastTurns(guesses, np.array([turn.feedback for turn in self.history], np.int64), self.game.whites)

    @cached_property
    def count(self) -> int:
        """The exact number of candidates; raises `TooMany` if they can't be counted."""
        if not self.history:
            return self.game.size
        listed = any("columns" in vars(one) for one in (self, self.parent) if one is not None)
        if listed or self.game.size <= MAX_LISTED_TO_COUNT:
            return self.columns.shape[1]
        return search.count(self.game, self.pairs)

    @cached_property
    def count_or_none(self) -> int | None:
        """The number of candidates, or None if they can't be counted."""
        try:
            return self.count
        except TooMany:
            return None

    @property
    def quick_count(self) -> int | None:
        """The same, but counting is not tried if it failed a turn before."""
        line = [self]
        while "count_or_none" not in vars(line[-1]) and line[-1].parent is not None:
            line.append(line[-1].parent)
        count = line.pop().count_or_none
        while line and count is not None:
            count = line.pop().count_or_none
        return count

    @property
    def candidate_counts(self) -> list[int | None]:
        """How many candidates there were at the beginning and after each turn; a broken code leaves one.

        Candidates can be counted after few turns, and again when few are left, so this counts from both ends and
        stops where counting fails. What is between is None.
        """
        line = self.line
        counts: list[int | None] = [None] * len(line)
        for order in (range(len(line)), range(len(line) - 1, -1, -1)):
            for turn in order:
                counts[turn] = 1 if line[turn].solved else line[turn].count_or_none
                if counts[turn] is None:
                    break
        return counts

    def draw(self, n: int, rng: np.random.Generator) -> Codes:
        """Draws `n` candidates, uniformly and independently; raises `TooMany` if that can't be done."""
        if self.listable or "columns" in vars(self):
            return self.columns.take((rng.random(n) * self.count).astype(np.int64), axis=1).T
        return search.draw(self.game, self.pairs, n, rng)

    def draw_approximately(self, n: int, rng: np.random.Generator) -> Codes:
        """Draws `n` candidates by random walks, in games of any size: not exactly uniformly, nor independently.

        Raises `TooMany` if none is found, which proves nothing, and `Impossible` if it can be proved that none fits.
        """
        if self.listable or "columns" in vars(self):
            return self.draw(n, rng)
        return search.draw_approximately(self.game, self.pairs, n, rng)

    def least(self, above: Code | None = None) -> Code:
        """The first candidate in lexicographic order; with `above`, the next one, or else the first."""
        if self.listable or "columns" in vars(self):
            codes = self.candidates
            later = 0 if above is None else bisect(range(len(codes)), above.tobytes(), key=lambda k: codes[k].tobytes())
            return codes[later % len(codes)]
        return search.next_candidate(self.game, self.pairs, above)

    def fits(self, code: Code) -> bool:
        """Is this code a candidate?"""
        code = self.game.check(code)
        whites = self.game.whites
        return all(feedback_of(code, turn.guess, whites) == turn.feedback for turn in self.history)

    def contradiction(self) -> Impossible:
        """The error that names the turns that contradict each other."""
        return search.contradiction(self.game, self.pairs)

    @cached_property
    def compared(self) -> int:
        """The number of codes that were compared with the last turn to list the candidates."""
        return self.parent._columns().shape[1] if self.parent is not None and self.listable else 0

    @property
    def compared_again(self) -> int:
        """How many of these were compared at an earlier turn too: all of them after the second turn, before it none."""
        return self.compared if len(self.history) > 1 else 0

    # What the game cost so far. A strategy asks the secret once a guess, so its queries are its guesses.

    @property
    def guesses(self) -> int:
        return len(self.history)

    @property
    def queries(self) -> int:
        return len(self.history)

    @property
    def evaluations(self) -> int:
        """The number of codes that were compared with the history."""
        return sum(turn.evaluations for turn in self.history)

    @property
    def new_codes(self) -> int:
        """The same without codes that were kept from an earlier turn and compared again."""
        return sum(turn.evaluations - turn.rescored for turn in self.history)

    @property
    def feedbacks(self) -> int:
        """The number of feedbacks that were computed."""
        return sum(turn.feedbacks for turn in self.history)

    @property
    def seconds(self) -> float:
        """Seconds that the strategy took, without compilation."""
        return sum(turn.seconds for turn in self.history)

    @property
    def known(self) -> int | None:
        """The turn after which one candidate remained or the code was broken; None if not yet, or not countable."""
        position, known = self, None
        while position.history:  # from the end, since candidates only get fewer and few are counted quickly
            if not position.solved and position.count_or_none != 1:
                break
            known = position.guesses
            if self.guesses - known == MAX_STEPS_BACK:  # a long game: each step lists the candidates once more
                line = self.line
                return bisect(range(known), False, lo=1, key=lambda turn: line[turn].count_or_none == 1)
            position = position.before
        return known

    @property
    def line(self) -> tuple[Position, ...]:
        """The positions from the first to this one."""
        positions = [self]
        while positions[-1].history:
            positions.append(positions[-1].before)
        return tuple(reversed(positions))

    @property
    def before(self) -> Position:
        """The position before the last guess."""
        return self.parent or Position(self.game, self.history[:-1])

    @classmethod
    def parse(cls, text: str) -> Position:
        """Reads a game and its turns, such as '4x6 1122=1b1w 1344=0b2w'."""
        game, *turns = text.split() or [""]
        position = cls(Game.parse(game))
        for turn in turns:
            guess, equals, feedback = turn.partition("=")
            if not equals:
                raise BlackpegError(f"'{turn}' is not a turn; it is written GUESS=FEEDBACK, such as 1122=1b1w")
            position = position.after(guess, feedback)
        return position

    def __str__(self) -> str:
        show = (f"{self.game.show(t.guess)}={self.game.show_feedback(t.feedback)}" for t in self.history)
        return " ".join((str(self.game), *show))

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return self.game, tuple((t.guess.tobytes(), t.feedback) for t in self.history)

    def __getstate__(self) -> dict[str, Any]:
        return {"game": self.game, "history": self.history, "memory": dict(self.memory), "parent": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, memory=MappingProxyType(state["memory"]))

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{number}</td><td><code>{escape(self.game.show(t.guess))}</code></td>"
            f"<td>{self.game.show_feedback(t.feedback)}</td></tr>"
            for number, t in enumerate(self.history, 1)
        )
        head = "<tr><th>turn</th><th>guess</th><th>feedback</th></tr>"
        return f"<table><caption>{self.game}</caption>{head}{rows}</table>"
