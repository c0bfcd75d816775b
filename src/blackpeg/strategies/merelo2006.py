"""GenMM: evolve codes towards the history, play the first that fits, keep the population for the next turn."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError
from ..evolve import (
    BestUnplayed,
    PastTurns,
    central_segment_crossover,
    circular_distinct_mutation,
    circular_mutation,
    make_distinct,
    misfits,
    most_similar,
    random_population,
    swap_mutation,
)
from ..game import Code, Codes, Game
from ..generations import Generation
from ..information.openings import first_guess_1122, first_guess_1234
from ..kernels.jit import compiled
from ..players import Evolving
from ..position import Move, Position

Misfits = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Merelo2006(Evolving):
    """Fitness is minus the misfit; each generation the worse half gives way to children, by crowding.

    Source   Merelo-Guervós, Castillo & Rivas (2006), "Finding a needle in a haystack using hints and evolutionary
             computation: the case of evolutionary MasterMind", Applied Soft Computing 6(2).
    Names    GenMM; GenMM (1) opens with 1122, GenMM (2) with 1234.
    Choices  The priorities are 2, 1 and 2 (40 % transposed, 20 % mutated, 40 % crossed), but the paper goes on to
             say 20, 40 and 40 %, which is `merelo2006(transposition=1.0, mutation=2.0)`. Transposition exchanges
             two pegs. Each operator makes one child; parents are drawn evenly from the half that stays. A child
             takes the place of the most similar code among those that go, not yet replaced (so says the authors'
             web page; the paper does not say among which). Half the colors as first guess: each twice, 11223
             at 5x8, as in the authors' later program. The population is scored anew at each turn, which counts
             as evaluations here, and can't in the paper: its Figure 3 makes 400 and then 200 a generation.
             Population 0 is the paper's, 100 up to 4x6 and else 400. After `limit` generations at one turn
             the fittest is played.
    Known    Published: 4x6 4.132 +- 0.032 (1122) and 4.312 +- 0.031 (1234) with 279 and 320 codes, 5x8
             5.904 +- 0.044 with 2171 codes. Both of 4x6 are below the optimum, 4.340, which no player can be.
             Measured over 2000 secrets, and beside it the difference from `random` with the same first guess on
             the same secrets: 4x6 4.640 +- 0.019 (+0.005 +- 0.027) from 1122, 4.684 +- 0.019 (+0.026 +- 0.027)
             from 1234; 5x8 5.795 +- 0.021 (-0.013 +- 0.029) from 11223, 5.867 +- 0.021 (-0.016 +- 0.029) from
             12345. Codes, those scored anew left out: 502 at 4x6 and 2284 at 5x8. 6x9, 1000 secrets: 6.674 +- 0.030.
    """

    population: int = 0  # 0: 100 up to 4x6, else 400
    first: Literal["half", "all"] = "half"  # colors of the first guess: 1122 or 1234
    transposition: float = 2.0  # priorities
    mutation: float = 1.0
    crossover: float = 2.0
    hypermutation: int = 15  # generations without a candidate after which a new population is drawn
    limit: int = 5000  # generations at one turn

    def __post_init__(self) -> None:
        priorities = self.transposition, self.mutation, self.crossover
        if min(priorities) < 0 or not sum(priorities) > 0:
            raise BlackpegError("merelo2006's priorities are not below 0, and one is above")
        if self.population < 0 or self.hypermutation < 1 or self.limit < 1:
            raise BlackpegError("merelo2006 needs a population, a generation and one before hypermutation")

    def supports(self, game: Game) -> str | None:
        return None if self.first in ("half", "all") else f"no first guess '{self.first}'; there are half and all"

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game = position.game
        if not position.history:
            return Move(self.opening(game))
        size = self.population or (100 if game.size <= 1296 else 400)
        total = self.transposition + self.mutation + self.crossover
        shares = self.transposition / total, self.mutation / total
        past, best = position.past_turns, BestUnplayed(position)
        codes = position.memory.get("population", random_population(game, size, rng))
        away = misfits(codes, past)
        evaluations, number = len(codes), 1
        while True:
            fitness, found = -away.astype(np.float64), int((away == 0).sum())
            best.see(codes, fitness)
            yield Generation(1, number, codes, fitness, position.queries, found=found)
            if found or number == self.limit:
                return best.move(found > 0, evaluations, rng, {"population": codes})
            if number % self.hypermutation == 0:
                codes = random_population(game, size, rng)
                away = misfits(codes, past)
                evaluations += len(codes)
            else:
                codes, away = next_generation(codes, away, shares, game.colors, game.repeats, past, rng)
                evaluations += len(codes) // 2
            number += 1

    def opening(self, game: Game) -> Code:
        return first_guess_1122(game) if self.first == "half" else first_guess_1234(game)


@compiled
def next_generation(
    codes: Codes, away: Misfits, shares: tuple[float, float], colors: int, repeats: bool, past: PastTurns,
    rng: np.random.Generator,
) -> tuple[Codes, Misfits]:  # fmt: skip
    """The better half, and as many children of it, each in the place of a code that it resembles."""
    order = np.argsort(away, kind="mergesort")
    stay = len(codes) - len(codes) // 2
    children = np.empty((len(codes) - stay, codes.shape[1]), np.uint8)
    for child in children:
        parent, which = codes[order[int(rng.random() * stay)]], rng.random()
        child[:] = parent
        if which < shares[0]:
            swap_mutation(child, rng)
        elif which >= shares[0] + shares[1]:
            central_segment_crossover(child, parent, codes[order[int(rng.random() * stay)]], rng)
            if not repeats:
                make_distinct(child, colors, rng)
        elif repeats:
            circular_mutation(child, colors, rng)
        else:
            circular_distinct_mutation(child, colors, rng)
    codes, away, scored, going = codes.copy(), away.copy(), misfits(children, past), order[stay:]
    for k in range(len(children)):
        left = len(children) - k
        place = most_similar(children[k], codes, going[:left])
        codes[going[place]], away[going[place]] = children[k], scored[k]
        going[place] = going[left - 1]
    return codes, away
