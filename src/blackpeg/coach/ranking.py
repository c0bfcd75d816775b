"""What to guess now, and what the best guesses are worth: for whoever asks, without a game of their own."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import BlackpegError, TooMany
from ..game import Code, Codes, Game
from ..information.part_sizes import GUESSES_PER_BATCH, Worth, missing_bits, total_costs, worth
from ..information.symmetry import peg_permutations
from ..kernels import least_of, part_sizes
from ..players import Strategy, rng_of
from ..position import Move, Position
from ..strategies import name_of

MAX_PAIRS = 2_000_000_000  # guesses times candidates that are compared for a ranking: about a second
SAMPLE = 2000  # candidates that stand for all of them if they can't be listed


def advice(position: Position, strategy: Strategy, top: int, seed: int) -> dict[str, Any]:
    """The strategy's guess, how many candidates there are, and a ranking, for JSON."""
    game = position.game
    refuse_over(position)
    left = position.count_or_none
    move = strategy.guess(position, rng_of(seed, game, name_of(strategy), position))
    code = game.check(Move.of(move).code)
    try:
        best = rank_guesses(position, strategy, top, code)
    except TooMany:
        best = []
    sampled = best and "columns" not in vars(position)  # where candidates can't be listed, a sample judges
    return {
        "guess": game.show(code), "candidates": left, "ranking": [worth_row(game, one) for one in best],
        "sample": SAMPLE if sampled else None, "seed": seed,
    }  # fmt: skip


def refuse_over(position: Position) -> None:
    """Raise where the code was broken already, or nothing fits what was answered after."""
    for turn in position.history:
        if turn.feedback == position.game.solved:
            over = BlackpegError(f"the game is over: {position.game.show(turn.guess)} was the secret")
            raise over if position.fits(turn.guess) else position.contradiction()


def worth_row(game: Game, worth: Worth) -> dict[str, Any]:
    """What a guess is worth, for JSON."""
    rounded = {"bits": round(worth.bits, 6), "expected_size": round(worth.expected_size, 6)}
    return {**worth._asdict(), "guess": game.show(worth.guess), **rounded}


def rank_guesses(position: Position, strategy: Strategy, top: int, own: Code) -> list[Worth]:
    """The best guesses, best first: by the strategy's own score where it has one, else by bits.

    Of guesses that are alike only the smallest is named. Every code is tried where that takes about a
    second, else the candidates, else a sample of them; `own`, the strategy's guess, always. Where not even
    a sample can be had, nothing is ranked.
    """
    try:
        judges = candidates_or_sample(position)
    except TooMany:
        return []
    guesses = np.vstack([own[None], _guesses(position, judges, getattr(strategy, "candidates_only", False))])
    game = position.game
    rows: dict[bytes, tuple[int, bool, bytes, Worth]] = {}
    for first in range(0, len(guesses), GUESSES_PER_BATCH):
        some = guesses[first : first + GUESSES_PER_BATCH]
        sizes = part_sizes(some.T, judges.T, game.colors, game.whites)
        scores = strategy.scores(sizes, game) if hasattr(strategy, "scores") else total_costs(missing_bits, sizes, game)
        fits = sizes[:, game.solved] > 0
        fits[0] |= first == 0 and position.fits(own)  # which may not be in the sample
        for k in np.lexsort((~fits, scores))[: top + 1]:  # one more, since `own` may be there twice
            code = some[k].tobytes()
            rows[code] = (int(scores[k]), not fits[k], code, worth(some[k], sizes[k], bool(fits[k])))
    return [row[3] for row in sorted(rows.values(), key=lambda row: row[:3])[:top]]


def candidates_or_sample(position: Position) -> Codes:
    """The candidates, or a sample of them where they can't be listed."""
    try:
        return position.candidates
    except TooMany:
        return position.draw(SAMPLE, rng_of("judges", position))


def _guesses(position: Position, judges: Codes, candidates_only: bool) -> Codes:
    """What to rank: all codes, the candidates, or some of them; of a whole set only the least of those alike."""
    game, most = position.game, MAX_PAIRS // len(judges)
    history = position.past_turns.guesses
    whole = [game.codes] if position.listable and not candidates_only else []
    whole += [judges] if len(judges) == position.count_or_none else []
    for codes in whole:
        if len(codes) > 50 * most:
            continue
        codes = codes[least_of(codes.T, judges.T, history, peg_permutations(game), game.colors, game.repeats)]
        if len(codes) <= most:
            return codes
    return judges[:: -(-len(judges) // max(1, most))]
