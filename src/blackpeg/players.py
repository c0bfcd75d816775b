"""The two players, and one game between them."""

from __future__ import annotations

import hashlib
from collections.abc import Generator
from time import perf_counter
from typing import Protocol, runtime_checkable

import numpy as np

from .errors import HasChance, Unsupported
from .game import Code, Feedback, Game
from .generations import Generation, run_to_end
from .kernels import compile_seconds
from .oracle import OracleSearch, refuse_unsupported
from .position import Move, Position

TURN_LIMIT = 1000  # a game that is not solved by then is given up


class Strategy:
    """A codebreaker: frozen parameters and one method.

    A strategy is a frozen dataclass that derives from this class and says what to guess.
    """

    def guess(self, position: Position, rng: np.random.Generator) -> Code | Move:
        raise NotImplementedError

    def supports(self, game: Game) -> str | None:
        """None, or a sentence that says why this game can't be played."""
        return None


class Evolving(Strategy):
    """A codebreaker that works in generations, written as a generator that yields each and returns its move."""

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        raise NotImplementedError

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        return run_to_end(self.generations(position, rng))


@runtime_checkable
class Codemaker(Protocol):
    """Who answers guesses."""

    def answer(self, position: Position, guess: Code) -> Feedback: ...


def play(
    game: Game,
    strategy: Strategy,
    codemaker: Codemaker,
    seed: int | np.random.SeedSequence | None = None,
    limit: int = TURN_LIMIT,
) -> Position:
    """Play until the code is broken or `limit` guesses are made; the last position tells the whole game.

    >>> from blackpeg import Honest, strategy
    >>> game = Game(4, 6)
    >>> end = play(game, strategy("entropy"), Honest(game.code("6543")))
    >>> end.solved, end.guesses, end.known
    (True, 5, 4)
    """
    refuse_search(strategy)
    refuse_unsupported(strategy, game)
    rng, position = np.random.default_rng(seed), Position(game)
    shape, colors, solved = (game.pegs,), game.colors, game.solved
    for _ in range(limit):
        start, compiling = perf_counter(), compile_seconds()
        move = strategy.guess(position, rng)
        seconds = perf_counter() - start - (compile_seconds() - compiling)
        code = Move.of(move).code
        usual = isinstance(code, np.ndarray) and code.dtype == np.uint8 and code.shape == shape
        if not usual or max(code.tobytes()) >= colors:  # what `check` would see, in a third of its time
            code = game.check(code)
        position = position.after(move, codemaker.answer(position, code), seconds)
        if position.history[-1].feedback == solved:
            break
    return position


def refuse_search(player: Strategy | OracleSearch) -> Strategy:
    """The player itself if it is a strategy; `Unsupported` if it is a search, which can't play."""
    if isinstance(player, OracleSearch):
        raise Unsupported(
            "this method asks the secret about every code it tries, so it is no player; see 'blackpeg search'"
        )
    return player


def rng_of(*names: object) -> np.random.Generator:
    """A generator seeded by names: the same words give the same stream, whatever else is played."""
    digest = hashlib.sha256("\0".join(map(str, names)).encode()).digest()
    return np.random.default_rng(np.frombuffer(digest, np.uint32))


class NoChance:
    """Stands where a generator would, for strategies that must not draw."""

    def __getattr__(self, name: str) -> object:
        raise HasChance("this strategy draws random numbers, so it has no tree")
