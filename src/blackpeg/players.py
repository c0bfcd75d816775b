"""The two players, and one game between them."""

from __future__ import annotations

import hashlib
from collections.abc import Generator
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from .errors import HasChance, Unsupported
from .game import Code, Codes, Feedback, Game
from .kernels import compile_seconds, feedbacks
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
        steps = self.generations(position, rng)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                move: Move = end.value
                return move


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
        code = move.code if isinstance(move, Move) else move
        usual = isinstance(code, np.ndarray) and code.dtype == np.uint8 and code.shape == shape
        if not usual or max(code.tobytes()) >= colors:  # what `check` would see, in a third of its time
            code = game.check(code)
        position = position.after(move, codemaker.answer(position, code), seconds)
        if position.history[-1].feedback == solved:
            break
    return position


class Oracle:
    """A secret that answers whole batches of codes, and counts every code it is shown."""

    def __init__(self, game: Game, secret: Code) -> None:
        self.game, self.queries, self.solved = game, 0, False
        self._secret = game.check(secret).copy()

    def __call__(self, codes: Codes) -> npt.NDArray[np.uint16]:
        """What the secret answers to each code, a row each."""
        columns = np.array(codes, np.uint8, ndmin=2).T
        answers: npt.NDArray[np.uint16] = feedbacks(np.array(columns, order="C"), self._secret, self.game.whites)
        self.queries += len(answers)
        self.solved = self.solved or bool((answers == self.game.solved).any())
        return answers


class Generation(NamedTuple):
    """One step of something that evolves, for whoever watches."""

    stage: int  # from 1
    number: int  # within its stage, from 1: the first population is generation 1
    population: Codes
    fitness: npt.NDArray[np.float64]  # more is better
    queries: int  # asked so far
    state: Any = None  # what the method keeps besides, such as a reward matrix
    found: int = 0  # candidates found so far at this turn

    # computed for whoever asks; nobody watching, nothing paid

    @property
    def best(self) -> float:
        return float(self.fitness.max())

    @property
    def mean(self) -> float:
        return float(self.fitness.mean())

    @property
    def worst(self) -> float:
        return float(self.fitness.min())

    @property
    def diversity(self) -> float:
        """The share of different codes in the population."""
        return len({code.tobytes() for code in self.population}) / len(self.population)


@dataclass(frozen=True, eq=False)
class Search:
    """How a search ended, and what it cost."""

    solved: bool
    queries: int  # codes that the secret was asked about
    stages: tuple[int, ...] = ()  # generations of each stage
    evaluations: int = 0
    feedbacks: int = 0
    seconds: float = 0.0
    note: str = ""

    @property
    def generations(self) -> int:
        return sum(self.stages)


class OracleSearch:
    """A published system that is not a player: it scores every code it tries against the secret itself.

    It is written as a generator that yields one generation at a time; nobody watching, nothing paid.
    """

    def generations(self, game: Game, oracle: Oracle, rng: np.random.Generator) -> Generator[Generation, None, Search]:
        raise NotImplementedError

    def supports(self, game: Game) -> str | None:
        """None, or a sentence that says why this game can't be searched."""
        return None


def run_search(
    game: Game, search: OracleSearch, oracle: Oracle, seed: int | np.random.SeedSequence | None = None
) -> Search:
    """Let a search run to its end; queries are what the oracle counted, whatever the search says."""
    refuse_unsupported(search, game)
    start, compiling = perf_counter(), compile_seconds()
    steps = search.generations(game, oracle, np.random.default_rng(seed))
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Search = end.value
            break
    seconds = perf_counter() - start - (compile_seconds() - compiling)
    return replace(found, solved=oracle.solved, queries=oracle.queries, seconds=seconds)


def refuse_unsupported(strategy: Strategy | OracleSearch, game: Game) -> None:
    """Raise `Unsupported` with the strategy's own sentence, if it has one for this game."""
    why = strategy.supports(game)
    if why:
        raise Unsupported(why)


def refuse_search(strategy: Strategy | OracleSearch) -> None:
    """Raise `Unsupported` for what is no player."""
    if isinstance(strategy, OracleSearch):
        raise Unsupported(
            "this method asks the secret about every code it tries, so it is no player; see 'blackpeg search'"
        )


def rng_of(*names: object) -> np.random.Generator:
    """A generator seeded by names: the same words give the same stream, whatever else is played."""
    digest = hashlib.sha256("\0".join(map(str, names)).encode()).digest()
    return np.random.default_rng(np.frombuffer(digest, np.uint32))


class NoChance:
    """Stands where a generator would, for strategies that must not draw."""

    def __getattr__(self, name: str) -> object:
        raise HasChance("this strategy draws random numbers, so it has no tree")
