"""A census of the colors, one color per guess, then tabu search over their arrangements."""

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

EXCHANGES = ("best", "random", "climb")


@dataclass(frozen=True)
class Singley2005(Evolving):
    """Ask how often each color occurs, then swap pegs until an arrangement fits every feedback.

    Source   Singley (2005), "Heuristic solution methods for the 1-dimensional and 2-dimensional Mastermind problem",
             MS thesis, University of Florida.
    Choices  The thesis is not known to us; Cabana & Túpac describe it after Berghman: fixed opening guesses find how
             often each color occurs, then in "la última adivinanza jugada ... dos posiciones son escogidas
             aleatoriamente, intercambiadas y se agrega a la lista tabú", and the new fitness replaces the best one
             "cuando el nuevo fitness es mejor". `exchange="random"` does so: each step exchanges two random unlike
             pegs of the arrangement made last, which is the last guess at first; what was made is not made again; the
             best is played. `exchange="climb"` reads it so that the exchanges are made in the best arrangement, which
             the better one replaces. Both end early where every exchange was made. The default is tabu search as in
             textbooks, which "algoritmo de búsqueda tabú" names: each step looks at all exchanges and makes the best
             one that was not made in the last `tenure` steps, or that is better than all codes before; among equals,
             or if none is allowed, a random one.
             Chosen here: the openings are 1111, 2222 and so on, until the counts add up to the pegs; the count of the
             last color is inferred. The energy is the misfit. A candidate is played; after `limit` steps the best
             code that was not played. Games without repeats are refused, since there the openings are no codes.
    Known    No published figure is known to us. Here 4x6 takes 7.65 guesses, 5x8 10.50 (study players); "random" takes
             as many (7.63 and 10.52 in 300 games), "climb" 8.57 and 12.90.
    """

    tenure: int = 0  # steps for which a swap is not made again; 0: the number of pegs
    limit: int = 500  # steps per turn
    exchange: str = "best"  # of all exchanges; or "random", "climb", as Cabana & Túpac tell it

    def __post_init__(self) -> None:
        if self.exchange not in EXCHANGES:
            raise BlackpegError(f"singley2005 has no exchange '{self.exchange}'; there are {', '.join(EXCHANGES)}")
        if self.tenure < 0 or self.limit < 1:
            raise BlackpegError("singley2005: limit is at least 1, tenure is at least 0")

    def supports(self, game: Game) -> str | None:
        return None if game.repeats else "the census of singley2005 plays codes of one color, so colors must repeat"

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game = position.game
        counts = count_colors(position)
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
        current = start_arrangement(position, counts.clip(0), rng)
        tabu = np.zeros((game.pegs, game.pegs), np.int64)  # the step until which a swap is tabu
        made = {current.tobytes()}  # the tabu list of arrangements, if exchanges are random
        codes, step = current[None].copy(), 0
        code_misfits = misfits(codes, past)
        evaluations, least = 1, int(code_misfits[0])
        while True:
            fitness, found = -code_misfits.astype(np.float64), int(least == 0)
            best.see(codes, fitness)
            yield Generation(1, step + 1, codes, fitness, position.queries, found=found, evaluations=evaluations)
            if found or step == self.limit:
                return best.move(found > 0, evaluations, rng)
            step += 1
            if self.exchange == "best":
                codes, code_misfits = tabu_step(current, tabu, step, self.tenure or game.pegs, least, past, rng)
            else:
                codes = random_exchange(current, made, rng)
                if not len(codes):  # every exchange was made
                    return best.move(False, evaluations, rng)
                code_misfits = misfits(codes, past)
                if self.exchange == "random" or code_misfits[0] < least:
                    current = codes[0]
            evaluations, least = evaluations + len(codes), min(least, int(code_misfits.min()))


def count_colors(position: Position) -> npt.NDArray[np.int64]:
    """Returns how often each color occurs, by the guesses of one color and those without any peg; -1 if unknown."""
    game = position.game
    counts = np.full(game.colors, -1)
    for turn in position.history:
        if (turn.guess == turn.guess[0]).all():
            counts[turn.guess[0]] = game.pegs_of(turn.feedback).black
        elif turn.feedback == 0 and game.whites:
            counts[turn.guess] = 0
    return counts


def start_arrangement(position: Position, counts: npt.NDArray[np.int64], rng: np.random.Generator) -> Code:
    """Returns the last guess if it has these colors, else the colors in random order."""
    colors = np.repeat(np.arange(len(counts), dtype=np.uint8), counts)
    if position.history and (np.sort(position.history[-1].guess) == colors).all():
        return position.history[-1].guess.copy()
    return rng.permutation(colors)


def random_exchange(current: Code, made: set[bytes], rng: np.random.Generator) -> Codes:
    """Returns `current` with two random pegs exchanged, as the only row; no row if all such arrangements were made.

    What it returns is added to the arrangements made. Two pegs of one color give an arrangement that was made before.
    """
    first, second = np.triu_indices(len(current), 1)
    for pair in rng.permutation(len(first)):
        p, q = first[pair], second[pair]
        code = current.copy()
        code[p], code[q] = current[q], current[p]
        if code.tobytes() not in made:
            made.add(code.tobytes())
            return code[None]
    return np.empty((0, len(current)), np.uint8)


@compiled
def tabu_step(
    current: Code, tabu: npt.NDArray[np.int64], step: int, tenure: int, least: int, past: PastTurns,
    rng: np.random.Generator,
) -> tuple[Codes, npt.NDArray[np.int64]]:  # fmt: skip
    """Returns all swaps of two unlike pegs and their misfits; `current` becomes the best one that is allowed."""
    pegs = len(current)
    swaps = pegs * (pegs - 1) // 2 + 1
    codes, code_misfits = np.empty((swaps, pegs), np.uint8), np.empty(swaps, np.int64)
    n, taken, ties, allowed = 0, (-1, -1, -1), 0, False
    for p in range(pegs):
        for q in range(p + 1, pegs):
            if current[p] == current[q]:
                continue
            codes[n] = current
            codes[n, p], codes[n, q] = current[q], current[p]
            code_misfits[n] = misfit(codes[n], past)
            free = tabu[p, q] < step or code_misfits[n] < least
            if free and (not allowed or code_misfits[n] < code_misfits[taken[0]]):
                taken, ties, allowed = (n, p, q), 1, True
            elif free == allowed and (not allowed or code_misfits[n] == code_misfits[taken[0]]):
                ties += 1  # among equals, or if all swaps are tabu, each has the same chance
                if rng.random() * ties < 1:
                    taken = (n, p, q)
            n += 1
    if n == 0:  # all pegs are alike
        codes[0], code_misfits[0] = current, misfit(current, past)
        return codes[:1], code_misfits[:1]
    k, p, q = taken
    current[:] = codes[k]
    tabu[p, q] = step + tenure
    return codes[:n], code_misfits[:n]
