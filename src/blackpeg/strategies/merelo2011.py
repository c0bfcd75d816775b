"""Gather candidates by tournaments and uniform crossover, with endgames: Evo, Evo++."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..evolve.gather_candidates import GatherByTournaments


@dataclass(frozen=True)
class Merelo2011(GatherByTournaments):
    """Evolve by tournaments and uniform crossover of what differs; play the candidate that makes most parts.

    Source   Merelo, Cotta & Mora (2011), "Improving and scaling evolutionary approaches to the MasterMind problem",
             EvoStar 2011. By entropy: Merelo, Castillo, Mora & Esparcia-Alcázar (2013), "Improving evolutionary
             solution to the game of MasterMind using an entropy-based scoring method", GECCO 2013.
    Names    Evo; with endgames Evo++, and Evo++(EN) with score="entropy". MP most parts, EN entropy, EG endgames,
             cs the size of the consistent set, r the replacement rate.
    Choices  As in the released code: every turn begins with the first population of the game, since the evolved one is
             not written back (`keep=True` keeps it, as the text says). `twice` is a quirk of the driver that played
             the published games: it counted each feedback after the first twice. Permutation shuffles all pegs, in
             later versions some. Population, cs and t=2 are those of released settings; other sizes take those of the
             next larger one; 8x12 is ours. A child that equals its parent after 20 tries is accepted. Endgames: after a
             guess with all colors right, one of its orders that makes most parts is played if there are at most 50,000;
             the colors of a guess without pegs are dropped, and the population shrinks in proportion. Without white
             pegs there are no endgames.
    Known    4x6 4.44, 4x8 5.24, 5x8 5.77 for Evo (study merelo2011); Evo++ 4x8 5.15, 5x8 5.62, 6x9 6.479 (study
             cec2013); Evo++(EN) 5x8 5.555, 6x9 6.373 (study gecco2013).
    """

    endgames: bool = True
    sizes: ClassVar = {
        (4, 6): (300, 20), (4, 8): (400, 30), (5, 8): (800, 40), (5, 9): (800, 80), (6, 9): (1000, 100),
        (8, 12): (2000, 100),
    }  # fmt: skip
