"""The two players, codebreaker and codemaker, and one game between them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Protocol, runtime_checkable

import numpy as np

from .errors import BlackpegError, HasChance, Unsupported
from .game import Code, Feedback, Game
from .generations import Generation, run_to_end
from .kernels import compile_seconds
from .oracle import OracleSearch, refuse_unsupported
from .position import Move, Position

TURN_LIMIT = 1000  # a game that is not solved by then is given up


class Strategy:
    """A codebreaker: frozen parameters and one method, `guess`.

    A strategy is a frozen dataclass that derives from this class. All its chance comes from `rng`.

    >>> from dataclasses import dataclass
    >>> from blackpeg import Tree
    >>> @dataclass(frozen=True)
    ... class FirstCandidate(Strategy):
    ...     def guess(self, position, rng):
    ...         return position.candidates[0]
    >>> Tree.of(FirstCandidate(), Game(4, 6)).total
    7471
    """

    def guess(self, position: Position, rng: np.random.Generator) -> Code | Move:
        """The next guess: a code, or a `Move` that also says what to remember and what was spent."""
        raise NotImplementedError

    def supports(self, game: Game) -> str | None:
        """None, or a sentence that says why this game can't be played."""
        return None

    def data_files(self, game: Game) -> tuple[Path, ...]:
        """The files besides its code that decide how it plays this game; the lab notices when one of them changes."""
        return ()


class Evolving(Strategy):
    """A codebreaker that works in generations; whoever wants to can watch them.

    Its `generations` is a generator that yields each `Generation` and returns the `Move`.

    >>> from blackpeg import Evolving, strategy
    >>> position = Position.parse("4x6 1122=1b1w")
    >>> player = strategy("merelo2006")
    >>> assert isinstance(player, Evolving)
    >>> generation = next(player.generations(position, np.random.default_rng(1)))
    >>> generation.number, generation.population.shape
    (1, (100, 4))
    """

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        raise NotImplementedError

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        return run_to_end(self.generations(position, rng))


@dataclass(frozen=True)
class Watched(Strategy):
    """A strategy that makes the same guesses as `strategy`, and shows every position and generation to `watch`.

    >>> from blackpeg import Honest, strategy
    >>> game, seen = Game(4, 6), []
    >>> player = Watched(strategy("merelo2006"), lambda position, generation: seen.append(position.turn))
    >>> end = play(game, player, Honest(game.code("6543")), seed=1)
    >>> end == play(game, strategy("merelo2006"), Honest(game.code("6543")), seed=1), set(seen) <= {2, 3, 4, 5, 6, 7}
    (True, True)
    """

    strategy: Evolving
    watch: Callable[[Position, Generation], None]

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        steps = self.strategy.generations(position, rng)
        return run_to_end(steps, lambda generation: self.watch(position, generation))

    def supports(self, game: Game) -> str | None:
        return self.strategy.supports(game)


@runtime_checkable
class Codemaker(Protocol):
    """Whoever answers guesses.

    >>> from blackpeg import Honest, play, strategy
    >>> class Liar:
    ...     def answer(self, position, guess):
    ...         return 0
    >>> isinstance(Liar(), Codemaker)
    True
    """

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
    check_limit(limit)
    rng, position = np.random.default_rng(seed), Position(game)
    shape, colors, solved = (game.pegs,), game.colors, game.solved
    for _ in range(limit):
        start, compiling = perf_counter(), compile_seconds()
        move = Move.of(strategy.guess(position, rng))
        seconds = perf_counter() - start - (compile_seconds() - compiling)
        code = move.code
        usual = isinstance(code, np.ndarray) and code.dtype == np.uint8 and code.shape == shape
        if not usual or max(code.tobytes()) >= colors:  # what `check` would see, in a third of its time
            code = game.check(code)
        position = position.after(move, codemaker.answer(position, code), seconds)
        if position.history[-1].feedback == solved:
            break
    return position


def check_limit(limit: int) -> int:
    """Returns the limit itself if it is a number of guesses that a game may have; an error if it is not."""
    if isinstance(limit, bool) or not isinstance(limit, int | np.integer) or limit < 1:
        raise BlackpegError(f"a game can't be limited to {limit!r} guesses; a limit is a whole number from 1 on")
    return limit


def refuse_search(player: Strategy | OracleSearch) -> Strategy:
    """The player itself if it is a strategy; `Unsupported` if it is a search, which can't play."""
    if isinstance(player, OracleSearch):
        raise Unsupported(
            "this method asks the secret about every code it tries, so it is no player; see 'blackpeg search'"
        )
    return player


def rng_of(*names: object) -> np.random.Generator:
    """A random generator seeded by names: the same names give the same numbers, whatever else is drawn."""
    digest = hashlib.sha256("\0".join(map(str, names)).encode()).digest()
    return np.random.default_rng(np.frombuffer(digest, np.uint32))


class NoChance:
    """Stands in for a random generator where nothing may be drawn."""

    def __getattr__(self, name: str) -> object:
        raise HasChance("this strategy draws random numbers, so it has no tree")
