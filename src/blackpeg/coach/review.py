"""What each guess of a game was worth: what it could tell and told, the better guess, skill and luck; and hints.

Numbers are exact where all candidates can be listed, else those of a sample, with a standard error. The
formulas are in docs/play.md.

>>> game = Game(4, 6)
>>> told = review(game, game.code("6543"), ["1122", "3456", "6543"])
>>> told.turns[1].candidates, told.turns[1].left
(256, 9)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import log, log2, sqrt
from statistics import fmean
from typing import Any, NamedTuple

from ..codemakers import Honest
from ..errors import BlackpegError, TooMany
from ..game import Code, Feedback, Game
from ..phrases import count_phrase, fit_phrase
from ..players import rng_of
from ..position import Move, Position
from ..strategies import default, name_of
from .best_guess import CLOSE, Appraisal, Judges, Value, appraise
from .expected_guesses import Further, further, needed


@dataclass(frozen=True)
class TurnReview:
    """One guess: what it told, beside what it and the best guess could be expected to tell."""

    game: Game
    turn: int
    guess: Code
    feedback: Feedback
    candidates: int | None  # before the guess
    left: int | None  # after it
    told: float | None  # bits
    told_error: float  # standard error of these; 0 where they are exact
    ruled_out: tuple[int, ...]  # the turns that told already that this is not the secret
    value: Appraisal | None  # None where not even a sample of the candidates can be had
    needed: float | None  # guesses from here on with this one, and with the best; None where that takes long
    best_needed: float | None
    further: Further | None  # after it

    @property
    def better(self) -> bool:
        """Was there a better guess? One that tells more, unless this one ends the game as soon on average."""
        if self.value is None or self.value.best is self.value.own:
            return False
        return self.needed is None or self.best_needed is None or self.best_needed < self.needed - CLOSE

    @property
    def own(self) -> Value | None:
        return self.value.own if self.value else None

    @property
    def best(self) -> Value | None:
        return self.value.best if self.value else None

    @property
    def best_candidate(self) -> Value | None:
        return self.value.best_candidate if self.value else None

    @property
    def luck(self) -> float | None:
        """Bits told, less those that were to be expected."""
        return None if self.told is None or self.own is None else self.told - self.own.bits

    @property
    def skill(self) -> float | None:
        """What the guess could tell, as a share of what the best guess could."""
        return _share(self.own, self.best)

    @property
    def skill_candidates(self) -> float | None:
        """The same beside the best of the guesses that may be the secret."""
        return _share(self.own, self.best_candidate)

    @property
    def reason(self) -> str:
        """One sentence on the best guess beside this one."""
        if self.value is None:
            return "too many codes fit to compare guesses"
        if self.better or self.needed is None:
            return self.value.reason
        own, best = self.value.own.bits, self.value.best.bits
        return f"tells {best:.3f} bits (yours {own:.3f}), but is done no sooner"

    def json(self) -> dict[str, Any]:
        game, own, best, candidate = self.game, self.own, self.best, self.best_candidate
        return {
            "turn": self.turn, "guess": game.show(self.guess), "feedback": game.show_feedback(self.feedback),
            "candidates": self.candidates, "left": self.left, "bits": _rounded(self.told),
            "expected_bits": _rounded(own and own.bits), "best_guess": best and game.show(best.guess),
            "best_bits": _rounded(best and best.bits), "reason": self.reason,
            "luck": _rounded(self.luck), "skill": _rounded(self.skill),
            "skill_candidates": _rounded(self.skill_candidates), "ruled_out_by": list(self.ruled_out),
            "parts": own and own.parts, "best_parts": best and best.parts,
            "expected_size": _rounded(own and own.expected_size),
            "best_expected_size": _rounded(best and best.expected_size),
            "best_candidate": candidate and game.show(candidate.guess),
            "best_candidate_bits": _rounded(candidate and candidate.bits),
            "needed": _rounded(self.needed), "best_needed": _rounded(self.best_needed),
            "further": _rounded(self.further and self.further.guesses), "further_by": self.further and self.further.by,
            "tried": self.value.tried if self.value else None,
            "sample": self.value.judges.sample if self.value else None,
            "bits_error": _rounded(self.told_error), "expected_bits_error": _rounded(own and own.error),
            "best_bits_error": _rounded(best and best.error),
        }  # fmt: skip


@dataclass(frozen=True)
class Review:
    """A whole game."""

    game: Game
    secret: Code | None  # None where there was none, or it is not known
    turns: tuple[TurnReview, ...]
    expected: Further | None  # guesses that the whole game was expected to take

    @property
    def solved(self) -> bool:
        return self.turns[-1].feedback == self.game.solved

    @property
    def skill(self) -> float | None:
        """The mean over all guesses but the first; None where there is no other."""
        return _mean(turn.skill for turn in self.turns[1:])

    @property
    def skill_candidates(self) -> float | None:
        return _mean(turn.skill_candidates for turn in self.turns[1:])

    @property
    def luck(self) -> float | None:
        """The mean over all guesses, in bits."""
        return _mean(turn.luck for turn in self.turns)

    def json(self) -> dict[str, Any]:
        return {
            "game": str(self.game), "secret": None if self.secret is None else self.game.show(self.secret),
            "skill": _rounded(self.skill), "luck": _rounded(self.luck),
            "turns": [turn.json() for turn in self.turns],
            "skill_candidates": _rounded(self.skill_candidates), "solved": self.solved, "guesses": len(self.turns),
            "expected_guesses": _rounded(self.expected and self.expected.guesses),
            "expected_by": self.expected and self.expected.by,
        }  # fmt: skip


def review(game: Game, secret: Code | None, guesses: Iterable[Code | str] | Position, seed: int = 0) -> Review:
    """Look at a game again, from its secret and guesses, or from its last position where nobody knows the secret."""
    if isinstance(guesses, Position):
        end = guesses
    elif secret is None:
        raise BlackpegError("without a secret a review needs the feedback too; give the last position of the game")
    else:
        end, maker = Position(game), Honest(secret)
        for guess in guesses:
            code = game.code(guess) if isinstance(guess, str) else guess
            end = end.after(code, maker.answer(end, code))
    _refuse(end)
    if secret is not None and not end.fits(secret):
        raise BlackpegError(f"the secret {game.show(secret)} does not fit the feedback of this game")
    along, line = end.candidate_counts, end.line
    values = _appraisals(line, along, seed)
    bits = [value.best.bits if value else None for value in values]
    to_go = [further(*row) for row in zip(line, along, bits, strict=True)]
    turns = []
    for k, turn in enumerate(end.history):
        told, error = _told(along[k], along[k + 1], values[k], turn.feedback)
        turns.append(TurnReview(
            game, k + 1, turn.guess, turn.feedback, along[k], along[k + 1], told, error,
            ruled_out(line[k], turn.guess), values[k], *_needed(line[k], values[k]), to_go[k + 1],
        ))  # fmt: skip
    return Review(game, secret, tuple(turns), to_go[0])


def _refuse(end: Position) -> None:
    if not end.history:
        raise BlackpegError("there is no guess to review")
    for turn, (guess, feedback, *_) in enumerate(end.history[:-1], 1):
        if feedback == end.game.solved:
            raise BlackpegError(f"the game was over at turn {turn}: {end.game.show(guess)} was the secret")
    if end.solved and not end.fits(end.history[-1].guess):
        raise end.contradiction()


def _appraisals(line: tuple[Position, ...], along: list[int | None], seed: int) -> list[Appraisal | None]:
    """What the guess at each position was worth, and what the best is at the last one if the game is not over.

    Early and late positions are easy, so this goes on from both ends until it can't be told.
    """
    values: list[Appraisal | None] = [None] * len(line)
    own = [*(turn.guess for turn in line[-1].history), None]
    numbers = range(len(line) - line[-1].solved)
    for order, possible in ((numbers, True), (reversed(numbers), False)):
        for k in order:
            if values[k] is not None or not (possible or along[k]):
                break
            try:
                values[k] = appraise(line[k], own[k], seed)
            except TooMany:
                break
    return values


def _told(
    before: int | None, after: int | None, value: Appraisal | None, feedback: Feedback
) -> tuple[float | None, float]:
    """Bits that an answer told, and their standard error."""
    if before is not None and after is not None:
        return log2(before / after), 0.0
    if value is None:
        return None, 0.0
    heard = value.judges.heard(value.own.guess)
    if not heard[feedback]:
        return None, 0.0
    share = float(heard[feedback] / heard.sum())
    return -log2(share), sqrt((1 - share) / float(heard[feedback])) / log(2)


def _needed(position: Position, value: Appraisal | None) -> tuple[float | None, float | None]:
    """Guesses from here on, if the guess that was made is made now, or the best one; None where that takes long."""
    if value is None or value.best is value.own:
        return None, None
    return needed(position, value.own.guess), needed(position, value.best.guess)


def _share(own: Value | None, best: Value | None) -> float | None:
    if own is None or best is None:
        return None
    if best.bits <= CLOSE:  # one candidate: nothing is left to learn
        return float(own.candidate)
    return min(1.0, own.bits / best.bits)


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def ruled_out(position: Position, guess: Code) -> tuple[int, ...]:
    """The turns whose feedback tells that this guess is not the secret."""
    turns = enumerate(position.history, 1)
    return tuple(number for number, turn in turns if not Position(position.game, (turn,)).fits(guess))


class Hint(NamedTuple):
    """A step of help."""

    step: str  # "consistent", "candidates" or "guess"
    text: str  # one sentence
    turns: tuple[int, ...] = ()  # those that a guess contradicts
    candidates: int | None = None
    guess: Code | None = None


def hints(position: Position, guess: Code | None = None, seed: int = 0) -> Iterator[Hint]:
    """Help in steps, each found when it is asked for: does this guess fit, how many codes do, and a good guess."""
    game = position.game
    if guess is not None:
        yield _consistent(position, guess)
    n = position.quick_count
    yield Hint("candidates", fit_phrase(n), candidates=n)
    player = default(game)
    move = player.guess(position, rng_of(seed, game, name_of(player), position))
    good = game.check(Move.of(move).code)
    judges = Judges.soon(position, seed)
    why = f", which splits {judges} {count_phrase(judges.value(good).parts, 'way')}" if judges else ""
    yield Hint("guess", f"try {game.show(good)}{why}", candidates=n, guess=good)


def _consistent(position: Position, guess: Code) -> Hint:
    game, turns = position.game, ruled_out(position, guess)
    if not turns:
        return Hint("consistent", f"{game.show(guess)} fits every turn")
    first = position.history[turns[0] - 1]
    told = game.show_feedback(Honest(guess).answer(position, first.guess))
    more = "".join(f", {turn}" for turn in turns[1:])
    text = (
        f"{game.show(guess)} does not fit turn {turns[0]}, which would have been {told}, not "
        f"{game.show_feedback(first.feedback)}" + (f"; nor turn{'s' * (len(turns) > 2)} {more[2:]}" if more else "")
    )
    return Hint("consistent", text, turns)
