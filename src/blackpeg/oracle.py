"""The oracle, a secret that answers many codes at once and counts them, and the published searches that ask it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from .errors import BlackpegError, Unsupported
from .game import Code, Codes, Game
from .generations import Generation, run_to_end
from .kernels import compile_seconds, feedbacks

Counts: TypeAlias = npt.NDArray[np.int64]


class QueryLimitReached(BlackpegError):
    """An oracle was asked about more codes than its limit allows."""


class Oracle:
    """A secret that answers whole batches of codes, and counts every code it is shown.

    >>> game = Game(4, 6)
    >>> oracle = Oracle(game, game.code("6543"))
    >>> [game.show_feedback(int(one)) for one in oracle(game.codes[:2])], oracle.queries
    (['0b0w', '0b0w'], 2)
    >>> black, white = oracle.black_and_white(np.array([game.code("6123"), game.code("6534")]))
    >>> black, white, oracle.queries
    (array([2, 2]), array([0, 2]), 4)
    """

    def __init__(self, game: Game, secret: Code, limit: int | None = None) -> None:
        self.game, self.queries, self.solved, self.limit = game, 0, False, limit
        self._secret = game.check(secret)
        self._colors = bytes(range(game.colors))

    def __call__(self, codes: Codes) -> npt.NDArray[np.uint16]:
        """Returns the secret's feedback to each code, as one number; codes come one a row.

        What is no array of whole numbers from 0 with a column for each peg is refused, and no query is counted. A color
        may be repeated even where the secret repeats none. If these are more codes than the limit leaves, the first of
        them are counted, and `QueryLimitReached` is raised.
        """
        usual = isinstance(codes, np.ndarray) and codes.dtype == np.uint8 and codes.shape[1:] == self._secret.shape
        if not usual or codes.tobytes().translate(None, self._colors):  # other colors; much faster than `codes.max()`
            codes = self._check(codes)
        allowed = codes if self.limit is None else codes[: self.limit - self.queries]
        answers = feedbacks(allowed.T, self._secret, self.game.whites)
        self.queries += len(answers)
        self.solved = self.solved or bool((answers == self.game.solved).any())
        if len(allowed) < len(codes):
            raise QueryLimitReached(f"the secret answers at most {self.limit:,} queries")
        return answers

    def black_and_white(self, codes: Codes) -> tuple[Counts, Counts]:
        """Asks about each code as a call does, and returns the black and the white pegs of each, as two arrays."""
        black, white = np.divmod(self(codes).astype(np.int64), self.game.pegs + 1)
        return black, white

    def ask_by_peg(self, codes: Codes) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.bool_]]:
        """Returns the feedback to each code, and which of its pegs are misplaced, the white pegs one by one.

        No codemaker tells that: it is for published systems that read the secret peg by peg. Among misplaced pegs of
        one color, the first ones count.

        >>> game = Game(4, 6)
        >>> Oracle(game, game.code("1123")).ask_by_peg(game.code("3111"))[1].tolist()
        [[True, False, True, False]]
        """
        answers, rows = self(codes), np.array(codes, np.uint8, ndmin=2)
        wrong = rows != self._secret
        left = np.array([(wrong & (self._secret == color)).sum(axis=1) for color in range(self.game.colors)])
        misplaced, every = np.zeros(rows.shape, np.bool_), np.arange(len(rows))
        for peg in range(self.game.pegs):
            color = rows[:, peg]
            misplaced[:, peg] = wrong[:, peg] & (left[color, every] > 0)
            left[color, every] -= misplaced[:, peg]
        return answers, misplaced

    def _check(self, codes: Codes) -> Codes:
        """Returns the codes as bytes, one a row; an error if one of them is no code of as many pegs and colors."""
        game = self.game
        try:
            rows: npt.NDArray[Any] = np.asarray(codes)
        except ValueError as error:  # rows of different lengths
            raise BlackpegError(
                f"the oracle of {game} takes rows of {game.pegs} colors; these differ in length"
            ) from error
        if rows.ndim == 1:
            rows = rows[None]
        if rows.ndim != 2 or rows.shape[1] != game.pegs:
            shape = " x ".join(map(str, np.shape(codes)))
            raise BlackpegError(
                f"the oracle of {game} takes codes of {game.pegs} pegs, one a row, not {shape or 'one'} numbers"
            )
        if rows.dtype.kind not in "iu":
            raise BlackpegError(f"the oracle of {game} takes colors as whole numbers from 0, not as {rows.dtype}")
        wrong = rows[(rows < 0) | (rows >= game.colors)]
        if wrong.size:
            raise BlackpegError(f"the oracle of {game} knows colors from 0 to {game.colors - 1}, not {wrong[0]}")
        return rows.astype(np.uint8)


@dataclass(frozen=True, eq=False)
class SearchResult:
    """How a search ended, and what it cost.

    >>> SearchResult(solved=True, queries=309, stages=(1, 2)).generations
    3
    """

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

    A search is a frozen dataclass that derives from this class. Its `generations` is a generator that yields one
    generation at a time and returns a `SearchResult`.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class AskAboutEveryCode(OracleSearch):
    ...     def generations(self, game, oracle, rng):
    ...         fitness = oracle(game.codes).astype(float)
    ...         yield Generation(1, 1, game.codes, fitness, oracle.queries)
    ...         return SearchResult(oracle.solved, oracle.queries, stages=(1,))
    >>> game = Game(4, 6)
    >>> run_search(game, AskAboutEveryCode(), Oracle(game, game.code("6543"))).queries
    1296
    """

    def generations(
        self, game: Game, oracle: Oracle, rng: np.random.Generator
    ) -> Generator[Generation, None, SearchResult]:
        raise NotImplementedError

    def supports(self, game: Game) -> str | None:
        """None, or a sentence that says why this game can't be searched."""
        return None

    def data_files(self, game: Game) -> tuple[Path, ...]:
        """The files besides its code that decide how it searches; the lab notices when one of them changes."""
        return ()


def run_search(
    game: Game,
    search: OracleSearch,
    oracle: Oracle,
    seed: int | np.random.SeedSequence | None = None,
    watch: Callable[[Generation], None] | None = None,
) -> SearchResult:
    """Let a search run to its end, or to the limit of the oracle; queries are what the oracle counted.

    >>> from blackpeg import search
    >>> game = Game(4, 6)
    >>> result = run_search(game, search("cunha_silva"), Oracle(game, game.code("6543")), seed=1)
    >>> result.solved, result.queries > 100
    (True, True)
    """
    refuse_unsupported(search, game)
    start, compiling = perf_counter(), compile_seconds()
    stages = Counter[int]()

    def count_and_watch(generation: Generation) -> None:
        stages[generation.stage] += 1
        if watch is not None:
            watch(generation)

    try:
        result = run_to_end(search.generations(game, oracle, np.random.default_rng(seed)), count_and_watch)
    except QueryLimitReached as reached:  # the generation that was under way is not counted
        result = SearchResult(oracle.solved, oracle.queries, tuple(stages.values()), note=str(reached))
    seconds = perf_counter() - start - (compile_seconds() - compiling)
    return replace(result, solved=oracle.solved, queries=oracle.queries, seconds=seconds)


class _Supports(Protocol):
    def supports(self, game: Game) -> str | None: ...


def refuse_unsupported(player: _Supports, game: Game) -> None:
    """Raise `Unsupported` with the player's own sentence, if it has one for this game."""
    why = player.supports(game)
    if why:
        raise Unsupported(why)
