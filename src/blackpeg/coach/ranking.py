"""What to guess at a position: the guess of a strategy, and a ranking of the best guesses."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np

from ..errors import BlackpegError, TooMany
from ..game import Code, Codes, Game
from ..information.guess_value import GuessValue, guess_value
from ..information.part_scores import GUESSES_PER_BATCH, missing_bits, total_costs
from ..information.peg_permutations import peg_permutations
from ..kernels import part_sizes, representatives
from ..players import Strategy
from ..position import Position
from .candidate_sample import CandidateSample
from .strategy_guess import strategy_guess

MAX_RANKING_PAIRS = 2_000_000_000  # pairs of a guess and a candidate compared for a ranking: about a second
MAX_CODES_PER_GUESS = 50  # codes reduced by symmetry for each guess that can be ranked


def advice(position: Position, strategy: Strategy, top: int, seed: int) -> dict[str, Any]:
    """The strategy's guess, how many candidates there are, and a ranking of `top` guesses, for JSON."""
    game = position.game
    refuse_finished(position)
    candidates = position.count_or_none
    guess = strategy_guess(strategy, position, seed)
    ranking, sample_size = list[GuessValue](), None
    with suppress(TooMany):  # nothing is ranked if not even a sample of the candidates can be drawn
        sample = CandidateSample.for_ranking(position)
        ranking, sample_size = rank_guesses(sample, strategy, top, guess), sample.size
    return {
        "guess": game.show(guess), "candidates": candidates, "ranking": [_row(game, value) for value in ranking],
        "sample": sample_size, "seed": seed,
    }  # fmt: skip


def refuse_finished(position: Position) -> None:
    """Raises an error if the game is over, or if a turn after its end contradicts that."""
    for turn in position.history:
        if turn.feedback == position.game.solved:
            over = BlackpegError(f"the game is over: {position.game.show(turn.guess)} was the secret")
            raise over if position.fits(turn.guess) else position.contradiction()


def _row(game: Game, value: GuessValue) -> dict[str, Any]:
    """The value of a guess, for JSON."""
    return {
        "guess": game.show(value.guess), "bits": round(value.bits, 6), "parts": value.parts, "largest": value.largest,
        "expected_size": round(value.expected_size, 6), "candidate": value.candidate,
    }  # fmt: skip


def rank_guesses(sample: CandidateSample, strategy: Strategy, top: int, own: Code) -> list[GuessValue]:
    """The best guesses, best first: by the strategy's own score if it has one, else by bits.

    Of guesses that are equivalent by symmetry only the smallest is named. Every code is tried if that takes about a
    second, else the candidates, else a part of them; and always `own`, the strategy's guess.
    """
    position = sample.position
    game = position.game
    guesses = np.vstack([own[None], _guesses_to_rank(sample, getattr(strategy, "candidates_only", False))])
    rows: dict[bytes, tuple[int, bool, bytes, GuessValue]] = {}
    for first in range(0, len(guesses), GUESSES_PER_BATCH):
        batch = guesses[first : first + GUESSES_PER_BATCH]
        sizes = part_sizes(batch.T, sample.codes.T, game.colors, game.whites)
        scores = strategy.scores(sizes, game) if hasattr(strategy, "scores") else total_costs(missing_bits, sizes, game)
        fits = sizes[:, game.solved] > 0
        fits[0] |= first == 0 and position.fits(own)  # a sample may lack it
        for k in np.lexsort((~fits, scores))[: top + 1]:  # one more, since `own` may be there twice
            code = batch[k].tobytes()
            value = guess_value(batch[k], sizes[k], bool(fits[k]), sample.size is not None)
            rows[code] = (int(scores[k]), not fits[k], code, value)
    return [row[3] for row in sorted(rows.values(), key=lambda row: row[:3])[:top]]


def _guesses_to_rank(sample: CandidateSample, candidates_only: bool) -> Codes:
    """All codes, or all candidates, without those that symmetry makes equivalent; if these are too many, a part."""
    position, candidates = sample.position, sample.codes
    game, max_guesses = position.game, MAX_RANKING_PAIRS // len(candidates)
    complete_sets = [game.codes] if position.listable and not candidates_only else []
    complete_sets += [candidates] if len(candidates) == position.count_or_none else []
    for codes in complete_sets:
        if len(codes) > MAX_CODES_PER_GUESS * max_guesses:
            continue
        history = position.past_turns.guesses
        codes = codes[
            representatives(codes.T, candidates.T, history, peg_permutations(game), game.colors, game.repeats)
        ]
        if len(codes) <= max_guesses:
            return codes
    return candidates[:: -(-len(candidates) // max(1, max_guesses))]
