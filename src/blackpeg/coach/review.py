"""The review of a game: what each guess was expected to gain and gained, the best guess, skill and luck.

Numbers are exact if all candidates can be compared, else those of a sample, with a standard error. The formulas are
in docs/play.md.

>>> game = Game(4, 6)
>>> turn = review(game, game.code("6543"), ["1122", "3456", "6543"]).turns[1]
>>> turn.candidates, turn.candidates_left
(256, 9)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log, log2, sqrt
from statistics import fmean
from typing import Any

from ..codemakers import Honest
from ..errors import BlackpegError, TooMany
from ..game import Code, Feedback, Game
from ..information.guess_value import GuessValue
from ..position import Position
from .expected_guesses import ExpectedGuesses, expected_guesses, expected_guesses_with
from .guess_against_best import TOLERANCE, GuessComparison, compare_with_best
from .hints import contradicted_turns


@dataclass(frozen=True)
class TurnReview:
    """The review of one turn."""

    game: Game
    turn: int
    guess: Code
    feedback: Feedback
    candidates: int | None  # before the guess; None if they can't be counted
    candidates_left: int | None  # after it
    bits_gained: float | None  # information in the feedback
    bits_gained_error: float  # its standard error; 0 if exact
    contradicted_turns: tuple[int, ...]  # earlier turns that this guess does not fit
    comparison: GuessComparison | None  # with the best guess; None if not even a sample of the candidates can be drawn
    guesses_with_own: float | None  # expected from here on with this guess; None if computing it takes long
    guesses_with_best: float | None  # the same with the best guess
    expected_after: ExpectedGuesses | None  # guesses expected after this turn

    @property
    def own(self) -> GuessValue | None:
        return self.comparison.own if self.comparison else None

    @property
    def best(self) -> GuessValue | None:
        return self.comparison.best if self.comparison else None

    @property
    def best_candidate(self) -> GuessValue | None:
        return self.comparison.best_candidate if self.comparison else None

    @property
    def has_better_guess(self) -> bool:
        """Checks whether another guess has more bits and, as far as that is known, also ends the game sooner."""
        if self.best is self.own:
            return False
        if self.guesses_with_own is None or self.guesses_with_best is None:
            return True
        return self.guesses_with_best < self.guesses_with_own - TOLERANCE

    @property
    def luck(self) -> float | None:
        """Bits gained minus bits expected."""
        return None if self.bits_gained is None or self.own is None else self.bits_gained - self.own.bits

    @property
    def skill(self) -> float | None:
        """Bits expected of the guess, as a share of those of the best guess."""
        return _share(self.own, self.best)

    @property
    def skill_candidates(self) -> float | None:
        """The same, compared with the best guess that may be the secret."""
        return _share(self.own, self.best_candidate)

    @property
    def reason(self) -> str:
        """A sentence that compares the best guess with this one."""
        if self.comparison is None:
            return "too many codes fit to compare guesses"
        if self.has_better_guess or self.guesses_with_own is None:
            return self.comparison.reason
        own, best = self.comparison.own.bits, self.comparison.best.bits
        return f"tells {best:.3f} bits (yours {own:.3f}), but is done no sooner"

    def json(self) -> dict[str, Any]:
        game, own, best, candidate = self.game, self.own, self.best, self.best_candidate
        sample = self.comparison.sample if self.comparison else None
        own_size, best_size = (sample.expected_size(value) if sample and value else None for value in (own, best))
        return {
            "turn": self.turn, "guess": game.show(self.guess), "feedback": game.show_feedback(self.feedback),
            "candidates": self.candidates, "left": self.candidates_left, "bits": _round(self.bits_gained),
            "expected_bits": _round(own and own.bits), "best_guess": best and game.show(best.guess),
            "best_bits": _round(best and best.bits), "reason": self.reason,
            "luck": _round(self.luck), "skill": _round(self.skill),
            "skill_candidates": _round(self.skill_candidates), "ruled_out_by": list(self.contradicted_turns),
            "parts": own and own.parts, "best_parts": best and best.parts,
            "expected_size": _round(own_size), "best_expected_size": _round(best_size),
            "best_candidate": candidate and game.show(candidate.guess),
            "best_candidate_bits": _round(candidate and candidate.bits),
            "needed": _round(self.guesses_with_own), "best_needed": _round(self.guesses_with_best),
            "further": _round(self.expected_after and self.expected_after.guesses),
            "further_by": self.expected_after and self.expected_after.by,
            "tried": self.comparison and self.comparison.tried, "sample": sample and sample.size,
            "bits_error": _round(self.bits_gained_error), "expected_bits_error": _round(own and own.error),
            "best_bits_error": _round(best and best.error),
        }  # fmt: skip


@dataclass(frozen=True)
class Review:
    """The review of a whole game."""

    game: Game
    secret: Code | None  # None if there was none, or if it is not known
    turns: tuple[TurnReview, ...]
    expected: ExpectedGuesses | None  # guesses that the whole game was expected to take

    @property
    def solved(self) -> bool:
        return self.turns[-1].feedback == self.game.solved

    @property
    def skill(self) -> float | None:
        """The mean over all guesses but the first; None if there is no other."""
        return _mean(turn.skill for turn in self.turns[1:])

    @property
    def skill_candidates(self) -> float | None:
        """The same, compared with the best guesses that may be the secret."""
        return _mean(turn.skill_candidates for turn in self.turns[1:])

    @property
    def luck(self) -> float | None:
        """The mean over all guesses, in bits."""
        return _mean(turn.luck for turn in self.turns)

    def json(self) -> dict[str, Any]:
        return {
            "game": str(self.game), "secret": None if self.secret is None else self.game.show(self.secret),
            "skill": _round(self.skill), "luck": _round(self.luck),
            "turns": [turn.json() for turn in self.turns],
            "skill_candidates": _round(self.skill_candidates), "solved": self.solved, "guesses": len(self.turns),
            "expected_guesses": _round(self.expected and self.expected.guesses),
            "expected_by": self.expected and self.expected.by,
        }  # fmt: skip


def review(game: Game, secret: Code | None, guesses: Iterable[Code | str] | Position, seed: int = 0) -> Review:
    """Reviews a game from its secret and its guesses, or from its last position if nobody knows the secret."""
    if isinstance(guesses, Position):
        end = guesses
    elif secret is None:
        raise BlackpegError("without a secret a review needs the feedback too; give the last position of the game")
    else:
        end, codemaker = Position(game), Honest(secret)
        for guess in guesses:
            code = game.code(guess) if isinstance(guess, str) else guess
            end = end.after(code, codemaker.answer(end, code))
    _refuse_unfit(end)
    if secret is not None and not end.fits(secret):
        raise BlackpegError(f"the secret {game.show(secret)} does not fit the feedback of this game")
    positions, counts = end.line, end.candidate_counts
    comparisons = _compare_all(positions, counts, seed)
    best_bits = [comparison.best.bits if comparison else None for comparison in comparisons]
    expected = [expected_guesses(*row) for row in zip(positions, counts, best_bits, strict=True)]
    turns = []
    for k, turn in enumerate(end.history):
        bits, error = _bits_gained(counts[k], counts[k + 1], comparisons[k], turn.feedback)
        turns.append(TurnReview(
            game, k + 1, turn.guess, turn.feedback, counts[k], counts[k + 1], bits, error,
            contradicted_turns(positions[k], turn.guess), comparisons[k],
            *_guesses_from_here(positions[k], comparisons[k]), expected[k + 1],
        ))  # fmt: skip
    return Review(game, secret, tuple(turns), expected[0])


def _refuse_unfit(end: Position) -> None:
    """Raises an error if a game has no guess, goes on after its end, or ends with a contradiction."""
    if not end.history:
        raise BlackpegError("there is no guess to review")
    for number, turn in enumerate(end.history[:-1], 1):
        if turn.feedback == end.game.solved:
            raise BlackpegError(f"the game was over at turn {number}: {end.game.show(turn.guess)} was the secret")
    if end.solved and not end.fits(end.history[-1].guess):
        raise end.contradiction()


def _compare_all(positions: tuple[Position, ...], counts: list[int | None], seed: int) -> list[GuessComparison | None]:
    """Compares the guess at each position with the best, and finds the best at the last one if the game is not over.

    The first and the last positions of a game are the easy ones. So this works from both ends towards the middle, and
    stops at a position with too many candidates.
    """
    comparisons: list[GuessComparison | None] = [None] * len(positions)
    guesses = [*(turn.guess for turn in positions[-1].history), None]
    numbers = range(len(positions) - positions[-1].solved)
    for order, from_start in ((numbers, True), (reversed(numbers), False)):
        for k in order:
            if comparisons[k] is not None or not (from_start or counts[k]):
                break
            try:
                comparisons[k] = compare_with_best(positions[k], guesses[k], seed)
            except TooMany:
                break
    return comparisons


def _bits_gained(
    before: int | None, after: int | None, comparison: GuessComparison | None, feedback: Feedback
) -> tuple[float | None, float]:
    """The information in a feedback, and its standard error: from counts of candidates, else from a sample."""
    if before is not None and after is not None:
        return log2(before / after), 0.0
    if comparison is None:
        return None, 0.0
    sizes = comparison.sample.part_sizes(comparison.own.guess)
    if not sizes[feedback]:
        return None, 0.0
    share = float(sizes[feedback] / sizes.sum())
    return -log2(share), sqrt((1 - share) / float(sizes[feedback])) / log(2)


def _guesses_from_here(position: Position, comparison: GuessComparison | None) -> tuple[float | None, float | None]:
    """Guesses expected from a position on, with the guess that was played and with the best one."""
    if comparison is None or comparison.best is comparison.own:
        return None, None
    own, best = comparison.own.guess, comparison.best.guess
    return expected_guesses_with(position, own), expected_guesses_with(position, best)


def _share(own: GuessValue | None, best: GuessValue | None) -> float | None:
    if own is None or best is None:
        return None
    if best.bits <= TOLERANCE:  # there is one candidate, and nothing left to learn
        return float(own.candidate)
    return min(1.0, own.bits / best.bits)


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None
