"""What to guess now, and what the best guesses are worth: for whoever asks, without a game of their own."""

from __future__ import annotations

from typing import Any

from ..errors import BlackpegError, TooMany
from ..game import Game
from ..information.part_sizes import SAMPLE, Worth, ranking
from ..players import Strategy, rng_of
from ..position import Move, Position
from ..strategies import name_of


def advice(position: Position, strategy: Strategy, top: int, seed: int) -> dict[str, Any]:
    """The strategy's guess, how many candidates there are, and a ranking, for JSON."""
    game = position.game
    refuse_over(position)
    left = position.count_or_none
    move = strategy.guess(position, rng_of(seed, game, name_of(strategy), position))
    code = game.check(Move.of(move).code)
    try:
        best = ranking(position, strategy, top, code)
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
