"""A black-box problem: find the secret, or a code that fits a history, by a score that is to be made small.

A score is named for what it may see. `blacks` and `blacks_and_whites` show every code to the secret, so that each is a
query, which is counted. `misfit` compares codes with a history and asks nothing.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError, nearest
from ..evolve import misfits
from ..game import Codes, Game
from ..generations import Generation
from ..lab.experiment import UNIFORM_SECRETS, Series, Task, secret_of
from ..lab.missing_extra import install
from ..oracle import Oracle, OracleSearch, SearchResult
from ..position import Position

Losses: TypeAlias = npt.NDArray[np.float64]

QUERY_SCORES = ("blacks", "blacks_and_whites")
SCORES = (*QUERY_SCORES, "misfit")


def blacks(feedbacks: npt.NDArray[Any], game: Game) -> Losses:
    """Pegs that are not black: 0 for the secret."""
    return (game.pegs - np.asarray(feedbacks) // (game.pegs + 1)).astype(np.float64)


def blacks_and_whites(feedbacks: npt.NDArray[Any], game: Game) -> Losses:
    """Two for each peg, less two for each black one and one for each white one: 0 for the secret.

    >>> game = Game(4, 6)
    >>> blacks_and_whites(np.array([game.feedback(text) for text in ("4b0w", "2b1w", "0b0w")]), game)
    array([0., 3., 8.])
    """
    black, white = np.divmod(np.asarray(feedbacks).astype(np.int64), game.pegs + 1)
    return (2 * game.pegs - 2 * black - white).astype(np.float64)


LOSSES = {"blacks": blacks, "blacks_and_whites": blacks_and_whites}


class Problem:
    """A function of codes whose least value is 0; it counts what it is asked.

    >>> game = Game(4, 6)
    >>> problem = Problem(Oracle(game, game.code("6543")), "blacks")
    >>> problem([5, 4, 2, 1]), problem.queries, problem.solved
    (2.0, 1, False)
    >>> Problem.from_history(Position.parse("4x6 1122=1b1w"))([[0, 0, 0, 0], [0, 2, 0, 2]])
    array([2., 0.])
    """

    def __init__(self, oracle: Oracle, score: str = "blacks_and_whites") -> None:
        if score not in QUERY_SCORES:
            hint = "; Problem.from_history makes one of misfit" if score == "misfit" else nearest(score, QUERY_SCORES)
            raise BlackpegError(
                f"no score '{score}' of the secret's answer{hint} (there are {', '.join(QUERY_SCORES)})"
            )
        self.game, self.score, self.oracle, self.evaluations = oracle.game, score, oracle, 0
        self.position: Position | None = None
        self._found = False

    @classmethod
    def from_lab(
        cls, game: Game | str, number: int, seed: int = 0, secrets: str = UNIFORM_SECRETS,
        score: str = "blacks_and_whites", limit: int | None = None,
    ) -> Problem:  # fmt: skip
        """Returns the problem whose secret is that of a game of the lab: the same for every method there."""
        rules = Game.parse(game) if isinstance(game, str) else game
        secret = secret_of(Task(Series(str(rules), "", secrets, seed), number))
        return cls(Oracle(rules, secret, limit), score)

    @classmethod
    def from_history(cls, position: Position) -> Problem:
        """Returns the problem to find a code that fits a history, which asks the secret nothing."""
        game = position.game
        never_asked = np.arange(game.pegs, dtype=np.uint8) * (not game.repeats)
        problem = cls(Oracle(game, never_asked))
        problem.score, problem.position = "misfit", position
        return problem

    def __call__(self, codes: npt.ArrayLike) -> Any:
        """Returns the loss of a code, or an array with the loss of each row; colors are whole numbers from 0."""
        rows = np.asarray(codes)
        one = rows.ndim == 1
        losses = self.losses(rows[None] if one else rows)
        return float(losses[0]) if one else losses

    def losses(self, codes: npt.NDArray[Any]) -> Losses:
        """Returns the loss of each code, one a row."""
        if self.position is None:
            answers = self.oracle(codes)
            losses = LOSSES[self.score](answers, self.game)
        else:
            checked = np.array([self.game.check(code) for code in codes], np.uint8)
            losses = misfits(checked, self.position.past_turns).astype(np.float64)
        self.evaluations += len(losses)
        self._found = self._found or bool((losses == 0).any())
        return losses

    @property
    def queries(self) -> int:
        """How many codes the secret was asked about."""
        return 0 if self.position is not None else self.oracle.queries

    @property
    def solved(self) -> bool:
        """Was a code of loss 0 among those asked about?"""
        return self._found


@dataclass(frozen=True)
class OptimizerSearch(OracleSearch):
    """What searches by other people's optimizers share: score, budget, and a generation for each batch of codes."""

    score: str = "blacks_and_whites"
    budget: int = 5000  # queries, after which the search gives up

    package: ClassVar[str] = ""  # the distribution that the optimizer comes from
    extra: ClassVar[str] = "optimizers"

    def __post_init__(self) -> None:
        if self.score not in QUERY_SCORES:
            near, there = nearest(self.score, QUERY_SCORES), ", ".join(QUERY_SCORES)
            raise BlackpegError(f"no score '{self.score}' for a search{near} (there are {there})")
        if self.budget < 1:
            raise BlackpegError(f"a search can't have a budget of {self.budget} queries")

    def batches(self, problem: Problem, rng: np.random.Generator) -> Iterator[tuple[Codes, Losses]]:
        """Yields codes with their losses until the optimizer has no more."""
        raise NotImplementedError

    def supports(self, game: Game) -> str | None:
        """None if the package is installed, else how to install it."""
        try:
            distribution(self.package)
        except PackageNotFoundError:
            return f"this search needs {self.package}: {install(self.extra)}"
        return None

    def data_files(self, game: Game) -> tuple[Path, ...]:
        """The file that names the version of the package, with which the search may change."""
        files = distribution(self.package).files or ()
        return tuple(Path(str(file.locate())) for file in files if file.name == "METADATA")

    def generations(
        self, game: Game, oracle: Oracle, rng: np.random.Generator
    ) -> Generator[Generation, None, SearchResult]:
        problem, number = Problem(oracle, self.score), 0
        for codes, losses in self.batches(problem, rng):
            number += 1
            yield Generation(1, number, codes, 0 - losses, oracle.queries)  # -losses would show -0
            if oracle.solved or oracle.queries >= self.budget:
                break
        return SearchResult(oracle.solved, oracle.queries, stages=(number,))
