"""Hints in steps: does this guess fit, how many codes do, and a good guess."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..codemakers import Honest
from ..game import Code
from ..phrases import count_phrase, fit_phrase
from ..players import rng_of
from ..position import Position
from ..strategies import default
from .candidate_sample import CandidateSample
from .strategy_guess import strategy_guess

TRIED_CANDIDATES = 100  # which are compared if the good guess has to be a candidate


class Hint(NamedTuple):
    """One step of help."""

    step: str  # "consistent", "candidates" or "guess"
    text: str  # one sentence
    turns: tuple[int, ...] = ()  # those that the guess contradicts
    candidates: int | None = None
    guess: Code | None = None


def hints(
    position: Position, guess: Code | None = None, seed: int = 0, candidates_only: bool = False
) -> Iterator[Hint]:
    """Yields hints, each computed when it is asked for; the first is about a guess, if one is given.

    With `candidates_only` the good guess of the last hint is a code that fits, as hard mode wants it.
    """
    game = position.game
    if guess is not None:
        yield _consistency_hint(position, guess)
    count = position.quick_count
    yield Hint("candidates", fit_phrase(count), candidates=count)
    good = strategy_guess(default(game), position, seed)
    sample = CandidateSample.for_review_if_quick(position, seed)
    if candidates_only and not position.fits(good):
        good = _good_candidate(position, sample, seed)
    why = f", which splits {sample} {count_phrase(sample.value(good).parts, 'way')}" if sample else ""
    yield Hint("guess", f"try {game.show(good)}{why}", candidates=count, guess=good)


def _good_candidate(position: Position, sample: CandidateSample | None, seed: int) -> Code:
    """The best of some random candidates; a random one if candidates can't be found quickly."""
    drawn = position.draw_approximately(TRIED_CANDIDATES if sample else 1, rng_of("fitting hint", seed, position))
    tried: list[Code] = list(np.unique(drawn, axis=0))
    return max(tried, key=lambda code: sample.value(code).bits) if sample else tried[0]


def contradicted_turns(position: Position, guess: Code) -> tuple[int, ...]:
    """The turns whose feedback shows that this guess is not the secret."""
    turns = enumerate(position.history, 1)
    return tuple(number for number, turn in turns if not Position(position.game, (turn,)).fits(guess))


def _consistency_hint(position: Position, guess: Code) -> Hint:
    game, turns = position.game, contradicted_turns(position, guess)
    if not turns:
        return Hint("consistent", f"{game.show(guess)} fits every turn")
    first = position.history[turns[0] - 1]
    feedback = game.show_feedback(Honest(guess).answer(position, first.guess))
    others = ", ".join(map(str, turns[1:]))
    text = (
        f"{game.show(guess)} does not fit turn {turns[0]}, which would have been {feedback}, not "
        f"{game.show_feedback(first.feedback)}" + (f"; nor turn{'s' * (len(turns) > 2)} {others}" if others else "")
    )
    return Hint("consistent", text, turns)
