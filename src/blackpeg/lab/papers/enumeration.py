"""Exhaustive search: ask the secret about every code in order. Papers compare their searches with it."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np

from ...errors import BlackpegError
from ...game import LISTABLE, Game
from ...generations import Generation
from ...oracle import Oracle, OracleSearch, SearchResult


@dataclass(frozen=True)
class Enumeration(OracleSearch):
    """Ask about all codes in order, as many at a time as a generation of a genetic algorithm has.

    Known    With one code at a time, (n + 1) / 2 queries on average over all n codes.
    """

    batch: int = 40  # the population of Cabana & Túpac

    def __post_init__(self) -> None:
        if self.batch < 1:
            raise BlackpegError("a batch has at least one code")

    def supports(self, game: Game) -> str | None:
        return None if game.size <= LISTABLE else f"{game} has {game.size:,} codes, too many to list"

    def generations(
        self, game: Game, oracle: Oracle, rng: np.random.Generator
    ) -> Generator[Generation, None, SearchResult]:
        number = 0
        for number, start in enumerate(range(0, game.size, self.batch), 1):
            codes = game.codes[start : start + self.batch]
            black, _ = oracle.black_and_white(codes)
            yield Generation(1, number, codes, black / game.pegs, oracle.queries)
            if oracle.solved:
                break
        return SearchResult(oracle.solved, oracle.queries, (number,), oracle.queries, oracle.queries)
