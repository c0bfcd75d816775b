"""Gather sixteen candidates by evolution with entropy in their fitness: EFE16."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..evolve.gather_candidates import GatherByTournaments


@dataclass(frozen=True)
class Efe2013(GatherByTournaments):
    """Evolve as merelo2013 with entropy in the fitness of sixteen candidates; play the one that makes most parts.

    Source   Merelo, Mora, Castillo, Cotta & García-Valdez (2013), "A search for scalable evolutionary solutions to the
             game of MasterMind", CEC 2013.
    Names    EFE, Evo_Fast_Entropy, FastEvoEntropy; EFE16, and EFE8 with enough=8.
    Choices  The released code plays the candidate with most parts, although its fitness is by entropy; the paper
             describes entropy for both, which is choice="entropy".
    Known    5000 games each: EFE16 4x8 5.222, 5x8 5.624, 6x9 6.488, 6x10 6.853, 7x10 7.372; EFE8 5x8 5.689 (study
             cec2013, docs/results/cec2013.md).
    """

    score: str = "entropy"
    choice: str = "most_parts"
    tournament: int = 7
    endgames: bool = True
    sizes: ClassVar = {
        (4, 6): (200, 16), (4, 8): (200, 16), (5, 8): (600, 16), (5, 9): (800, 16), (6, 9): (800, 16),
        (6, 10): (1000, 16), (7, 10): (1500, 16), (8, 12): (2000, 16),
    }  # fmt: skip
