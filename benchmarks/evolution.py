"""What one evaluation costs the players that evolve, everything included, and what it costs in DEAP.

The position is of 6x9 with five guesses made, populations are 150. `python benchmarks/evolution.py` prints these alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields
from time import process_time

import numpy as np
from deap import algorithms, base, creator, tools

from blackpeg import Position, strategy
from blackpeg.players import Evolving
from blackpeg.strategies import STRATEGIES, make

Row = tuple[str, float, str, float, str]  # what, measured, unit, mark, note

HISTORY = "6x9 112233=0b2w 263667=0b2w 428526=0b2w 837175=1b3w 731448=0b5w"  # of the secret 394871; 24 candidates
POPULATION, SECONDS = 150, 0.3


def ours(name: str, position: Position) -> float:
    """Nanoseconds an evaluation: many turns from the same position, the best of three; nan where none is needed."""
    sized = any(field.name == "population" for field in fields(strategy(name)))
    player = strategy(f"{name}(population={POPULATION})" if sized else name)
    rng, best = np.random.default_rng(1), float("inf")
    if player.guess(position, rng).evaluations == 0:
        return float("nan")
    for _ in range(3):
        start, evaluations = process_time(), 0
        while process_time() - start < SECONDS:
            evaluations += player.guess(position, rng).evaluations
        best = min(best, (process_time() - start) / evaluations * 1e9)
    return best


def deap(position: Position) -> float:
    """The same of a genetic algorithm as a user of DEAP would write it; every individual of a generation is new."""
    game = position.game
    answers = [divmod(int(turn.feedback), game.pegs + 1) for turn in position.history]
    rules = [(turn.guess.tolist(), *answer) for turn, answer in zip(position.history, answers, strict=True)]

    def misfit(code: list[int]) -> tuple[float]:
        total = 0
        for guess, black, white in rules:
            blacks = sum(a == b for a, b in zip(code, guess, strict=True))
            common = sum(min(code.count(color), guess.count(color)) for color in set(guess))
            total += abs(blacks - black) + abs(common - blacks - white)
        return (total,)

    creator.create("Misfit", base.Fitness, weights=(-1.0,))
    creator.create("Individual", list, fitness=creator.Misfit)
    box = base.Toolbox()
    box.register("color", random.randrange, game.colors)
    box.register("individual", tools.initRepeat, creator.Individual, box.color, game.pegs)
    box.register("population", tools.initRepeat, list, box.individual)
    box.register("evaluate", misfit)
    box.register("mate", tools.cxOnePoint)
    box.register("mutate", tools.mutUniformInt, low=0, up=game.colors - 1, indpb=1 / game.pegs)
    box.register("select", tools.selTournament, tournsize=2)
    random.seed(1)
    best = float("inf")
    for _ in range(3):
        start = process_time()
        _, log = algorithms.eaSimple(box.population(n=POPULATION), box, 1.0, 0.2, 50, verbose=False)
        best = min(best, (process_time() - start) / sum(log.select("nevals")) * 1e9)
    return best


def evolution() -> Iterator[Row]:
    """An evaluation by each player that evolves, beside one in DEAP."""
    position = Position.parse(HISTORY)
    what, theirs = f"an evaluation at {position.game}", deap(position)
    yield f"{what}, DEAP", theirs, "ns", float("nan"), ""
    for name in STRATEGIES:
        if isinstance(make(name), Evolving):
            took = ours(name, position)
            if took != took:  # singley2005 still counts colors at this turn
                continue
            yield f"{what}, {name}", took, "ns", 1000, f"DEAP takes {theirs / took:.0f} times as long"
            if name == "merelo2006":  # the one most like what was written in DEAP
                like = took
    yield f"{what}, merelo2006 against DEAP", like / theirs, "of DEAP", 1 / 20, f"{theirs / like:.0f} times as fast"


if __name__ == "__main__":
    for what, measured, unit, mark, note in evolution():
        verdict = "" if mark != mark else "ok" if measured <= mark else "MISSED"
        print(f"{what:48} {measured:10.4g} {unit:8} {verdict:7} {note}", flush=True)
