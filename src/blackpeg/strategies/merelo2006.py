"""GenMM: evolve codes towards the history, play the first candidate, keep the population for the next turn."""

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
    """Replace the worse half of each generation by children, with crowding; play the first code without misfit.

    Source   Merelo-Guervós, Castillo & Rivas (2006), "Finding a needle in a haystack using hints and evolutionary
             computation: the case of evolutionary MasterMind", Applied Soft Computing 6(2).
    Names    GenMM; GenMM (1) opens with 1122, GenMM (2) with 1234.
    Choices  The priorities are 2, 1 and 2 (40 % transposed, 20 % mutated, 40 % crossed), but the paper goes on to
             say 20, 40 and 40 %, which is `merelo2006(transposition=1.0, mutation=2.0)`. Transposition swaps two
             pegs. Each operator makes one child; parents are drawn evenly from the half that stays. By the authors'
             web page, a child replaces the most similar code among those that go and were not replaced yet; the
             paper does not say among which. "Half the colors" as first guess: each color twice, 11223 at 5x8, as in
             the authors' later program. The population is evaluated again at each turn, which counts as evaluations
             here but not in the paper, whose Figure 3 shows 400 and then 200 per generation. Population 0 is the
             paper's. After `limit` generations in one turn the fittest code is played.
    Known    Published: 4x6 4.132 from 1122 and 4.312 from 1234, both below the optimum, 4.340; 5x8 5.904. Here it needs
             as many guesses as `random` from the same first guess (studies genmm_table1, genmm_table2, players).
    """

    population: int = 0  # 0: 100 up to 4x6, else 400
    first: Literal["half", "all"] = "half"  # colors of the first guess: 1122 or 1234
    transposition: float = 2.0  # priorities
    mutation: float = 1.0
    crossover: float = 2.0
    hypermutation: int = 15  # generations without a candidate after which a new population is drawn
    limit: int = 5000  # generations per turn

    def __post_init__(self) -> None:
        priorities = self.transposition, self.mutation, self.crossover
        if min(priorities) < 0 or not sum(priorities) > 0:
            raise BlackpegError("the priorities of merelo2006 can't be negative, and at least one must be positive")
        if self.population < 0 or self.hypermutation < 1 or self.limit < 1:
            raise BlackpegError("merelo2006: population is at least 0, hypermutation and limit are at least 1")

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
        code_misfits = misfits(codes, past)
        evaluations, number = len(codes), 1
        while True:
            fitness, found = -code_misfits.astype(np.float64), int((code_misfits == 0).sum())
            best.see(codes, fitness)
            yield Generation(1, number, codes, fitness, position.queries, found=found, evaluations=evaluations)
            if found or number == self.limit:
                return best.move(found > 0, evaluations, rng, {"population": codes})
            if number % self.hypermutation == 0:
                codes = random_population(game, size, rng)
                code_misfits = misfits(codes, past)
                evaluations += len(codes)
            else:
                codes, code_misfits = breed(codes, code_misfits, shares, game.colors, game.repeats, past, rng)
                evaluations += len(codes) // 2
            number += 1

    def opening(self, game: Game) -> Code:
        return first_guess_1122(game) if self.first == "half" else first_guess_1234(game)


@compiled
def breed(
    codes: Codes, code_misfits: Misfits, shares: tuple[float, float], colors: int, repeats: bool, past: PastTurns,
    rng: np.random.Generator,
) -> tuple[Codes, Misfits]:  # fmt: skip
    """Returns the next generation and its misfits: the better half stays, and its children replace the other half."""
    order = np.argsort(code_misfits, kind="mergesort")
    stay = len(codes) - len(codes) // 2
    children = np.empty((len(codes) - stay, codes.shape[1]), np.uint8)
    for child in children:
        parent, operator = codes[order[int(rng.random() * stay)]], rng.random()
        child[:] = parent
        if operator < shares[0]:
            swap_mutation(child, rng)
        elif operator >= shares[0] + shares[1]:
            central_segment_crossover(child, parent, codes[order[int(rng.random() * stay)]], rng)
            if not repeats:
                make_distinct(child, colors, rng)
        elif repeats:
            circular_mutation(child, colors, rng)
        else:
            circular_distinct_mutation(child, colors, rng)
    codes, code_misfits, going = codes.copy(), code_misfits.copy(), order[stay:]
    child_misfits = misfits(children, past)
    for k in range(len(children)):  # crowding
        left = len(children) - k
        place = most_similar(children[k], codes, going[:left])
        codes[going[place]], code_misfits[going[place]] = children[k], child_misfits[k]
        going[place] = going[left - 1]
    return codes, code_misfits
