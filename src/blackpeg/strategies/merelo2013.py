"""Gather ten candidates by tournaments of seven: Evo10."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..evolve.gather_candidates import GatherByTournaments


@dataclass(frozen=True)
class Merelo2013(GatherByTournaments):
    """Evolve as merelo2011 with ten candidates at every size and tournaments of seven.

    Source   Merelo, Mora, Castillo, Cotta & García-Valdez (2013), "A search for scalable evolutionary solutions to the
             game of MasterMind", CEC 2013.
    Names    Evo10.
    Choices  As in merelo2011. Populations are those of released settings: 4x8 200, 5x8 and 5x9 600, 6x9 800, 6x10
             1000, 7x10 1500, 8x10 2500, which 8x12 takes too.
    Known    5000 games each: 4x8 5.209, 5x8 5.652, 6x9 6.504, 6x10 6.877, 7x10 7.425 (study cec2013,
             docs/results/cec2013.md).
    """

    tournament: int = 7
    endgames: bool = True
    sizes: ClassVar = {
        (4, 6): (200, 10), (4, 8): (200, 10), (5, 8): (600, 10), (5, 9): (600, 10), (6, 9): (800, 10),
        (6, 10): (1000, 10), (7, 10): (1500, 10), (8, 12): (2500, 10),
    }  # fmt: skip
