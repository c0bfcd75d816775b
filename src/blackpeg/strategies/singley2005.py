"""A census of the colors, one a guess, then tabu search over their arrangements."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError
from ..evolve import BestUnplayed, PastTurns, misfit, misfits, refuse_impossible
from ..game import Code, Codes, Game
from ..generations import Generation
from ..kernels.jit import compiled
from ..players import Evolving
from ..position import Move, Position


@dataclass(frozen=True)
class Singley2005(Evolving):
    """Ask how often each color occurs, then exchange pegs until an arrangement agrees with every answer.

    Source   Singley (2005), "Heuristic solution methods for the 1-dimensional and 2-dimensional Mastermind problem",
             MS thesis, University of Florida.
    Choices  The thesis was not at hand; Cabana & Túpac describe it after Berghman: fixed opening guesses tell how
             often each color occurs, then tabu search from the guess played last. Ours: the openings are 1111, 2222,
             ... until the counts add up to the pegs, the last color being inferred; the energy is the misfit,
             twice the black pegs too many or too few, since the colors are known; each step looks at
             all exchanges of two unlike pegs and takes the best, of equals any, that was not made in the last
             `tenure` steps or is better than all before; where none is left, any. An arrangement that fits is
             played, after `limit` steps the best one not played. Without repeats there is no such census.
    Known    No figure was at hand. Measured over 2000 secrets: 4x6 7.65 +- 0.03 with 22 codes looked at, 5x8 10.50
             +- 0.03 with 86; 8x12 17.7 +- 0.4 (20).
    """

    tenure: int = 0  # steps for which an exchange is not made again; 0: as many as there are pegs
    limit: int = 500  # steps at one turn

    def __post_init__(self) -> None:
        if self.tenure < 0 or self.limit < 1:
            raise BlackpegError("singley2005 needs a step, and a tenure that is not below 0")

    def supports(self, game: Game) -> str | None:
        return None if game.repeats else "the census of singley2005 plays codes of one color, so colors must repeat"

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game = position.game
        counts = census(position)
        unknown = np.flatnonzero(counts < 0)
        left = game.pegs - int(counts[counts > 0].sum())
        if left > 0 and len(unknown) == 1:
            counts[unknown[0]] = left  # the last color is inferred
        elif left > 0 and len(unknown):
            refuse_impossible(position)
            return Move(np.full(game.pegs, unknown[0], np.uint8))
        elif left != 0:
            raise position.contradiction()
        past, best = position.past_turns, BestUnplayed(position)
        current = arrangement(position, counts.clip(0), rng)
        tabu = np.zeros((game.pegs, game.pegs), np.int64)  # the step until which an exchange is tabu
        codes, step = current[None].copy(), 0
        away = misfits(codes, past)
        evaluations, least = 1, int(away[0])
        while True:
            fitness, found = -away.astype(np.float64), int(least == 0)
            best.see(codes, fitness)
            yield Generation(1, step + 1, codes, fitness, position.queries, found=found)
            if found or step == self.limit:
                return best.move(found > 0, evaluations, rng)
            step += 1
            codes, away = exchanged(current, tabu, step, self.tenure or game.pegs, least, past, rng)
            evaluations, least = evaluations + len(codes), min(least, int(away.min()))


def census(position: Position) -> npt.NDArray[np.int64]:
    """How often each color occurs by the guesses that tell, -1 where none does."""
    game = position.game
    counts = np.full(game.colors, -1)
    for turn in position.history:
        if (turn.guess == turn.guess[0]).all():
            counts[turn.guess[0]] = game.pegs_of(turn.feedback).black
        elif turn.feedback == 0 and game.whites:
            counts[turn.guess] = 0
    return counts


def arrangement(position: Position, counts: npt.NDArray[np.int64], rng: np.random.Generator) -> Code:
    """The guess played last if its colors are these; else the colors in any order."""
    colors = np.repeat(np.arange(len(counts), dtype=np.uint8), counts)
    if position.history and (np.sort(position.history[-1].guess) == colors).all():
        return position.history[-1].guess.copy()
    return rng.permutation(colors)


@compiled
def exchanged(
    current: Code, tabu: npt.NDArray[np.int64], step: int, tenure: int, least: int, past: PastTurns,
    rng: np.random.Generator,
) -> tuple[Codes, npt.NDArray[np.int64]]:  # fmt: skip
    """Every exchange of two unlike pegs, with its misfit; `current` becomes the best that is allowed."""
    pegs = len(current)
    codes, away = np.empty((pegs * (pegs - 1) // 2 + 1, pegs), np.uint8), np.empty(pegs * (pegs - 1) // 2 + 1, np.int64)
    n, taken, ties, allowed = 0, (-1, -1, -1), 0, False
    for p in range(pegs):
        for q in range(p + 1, pegs):
            if current[p] == current[q]:
                continue
            codes[n] = current
            codes[n, p], codes[n, q] = current[q], current[p]
            away[n] = misfit(codes[n], past)
            free = tabu[p, q] < step or away[n] < least
            if free and (not allowed or away[n] < away[taken[0]]):
                taken, ties, allowed = (n, p, q), 1, True
            elif free == allowed and (not allowed or away[n] == away[taken[0]]):
                ties += 1  # the best so far, or where all are tabu, each with the same chance
                if rng.random() * ties < 1:
                    taken = (n, p, q)
            n += 1
    if n == 0:  # all pegs are alike
        codes[0], away[0] = current, misfit(current, past)
        return codes[:1], away[:1]
    k, p, q = taken
    current[:] = codes[k]
    tabu[p, q] = step + tenure
    return codes[:n], away[:n]
