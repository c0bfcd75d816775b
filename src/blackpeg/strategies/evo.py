"""Gather candidates by evolution, where candidates are the fitter the better they would tell each other apart.

One engine of Merelo and others, refined over four papers. Its released code (Algorithm::MasterMind, in Perl) is the
definition: where it differs from what a paper says, the difference is a parameter.

Source   Merelo, Mora, Runarsson & Cotta (2010), "Assessing efficiency of different evolutionary strategies playing
         MasterMind", CIG 2010.
         Merelo, Cotta & Mora (2011), "Improving and scaling evolutionary approaches to the MasterMind problem",
         EvoStar 2011.
         Merelo, Castillo, Mora & Esparcia (2013), "Improving evolutionary solution to the game of MasterMind using
         an entropy-based scoring method", GECCO 2013, and by the same group a paper at CEC 2013.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError
from ..evolve import (
    BestUnplayed,
    CodeSet,
    Fitness,
    PastTurns,
    add_code,
    clear_codes,
    empty_code_set,
    fill_wheel,
    index_of,
    make_distinct,
    misfits,
    one_point_crossover,
    permutation_mutation,
    point_distinct_mutation,
    point_mutation,
    refuse_impossible,
    spin_wheel,
    subset_mutation,
    tournament,
    uniform_difference_crossover,
    unique_random_codes,
)
from ..evolve.known_colors import Arrangements, ColorLabels, label_colors, list_arrangements
from ..game import Code, Codes, Game
from ..generations import Generation
from ..information.openings import first_guess_1234, first_guess_error
from ..information.part_sizes import cost_table, minus_one, missing_bits, total_costs
from ..kernels import part_sizes
from ..kernels.feedback import feedback
from ..kernels.jit import compiled
from ..players import Evolving
from ..position import Move, Position

SCORES = ("most_parts", "entropy")
TRIES = 20  # to make a child that is not its parent

Numbers = npt.NDArray[np.int64]
Ratios = tuple[float, float, float]  # of crossover, mutation and permutation, adding up to 1


class Population(NamedTuple):
    """A generation."""

    codes: Codes
    distance: Numbers  # from consistency, 0 a candidate
    fitness: Fitness


class Parts(NamedTuple):
    """The candidates found, and the parts into which each would cut the others."""

    met: CodeSet
    sizes: npt.NDArray[np.int32]  # sizes[i, f]: others that answer candidate i with feedback f
    parts: Numbers  # how many parts those are
    missing: Numbers  # sum of n log n over them, in exact integers
    cost: Numbers  # n log n of each n
    spent: Numbers  # one number: feedbacks computed


def parts_of(game: Game, room: int) -> Parts:
    """No candidates yet, but room for so many."""
    room = min(room, game.size)
    sizes = np.zeros((room, (game.pegs + 1) ** 2), np.int32)
    cost = cost_table(missing_bits, game, room)
    return Parts(empty_code_set(room, game.pegs), sizes, np.zeros(room, np.int64), np.zeros(room, np.int64), cost,
                 np.zeros(1, np.int64))  # fmt: skip


@compiled
def meet(found: Parts, code: Code, whites: bool) -> None:
    """Add a candidate, if it is new, and count it in the parts of the others and them in its own."""
    n = found.met.size[0]
    if not add_code(found.met, code):
        return
    found.sizes[n] = 0
    found.parts[n] = found.missing[n] = 0
    for i in range(n):
        told = feedback(found.met.codes[i], code, whites)
        count(found, i, told)
        count(found, n, told)
    found.spent[0] += n


@compiled
def count(found: Parts, i: int, told: int) -> None:
    size = found.sizes[i, told]
    found.parts[i] += size == 0
    found.missing[i] += found.cost[size + 1] - found.cost[size]
    found.sizes[i, told] = size + 1


@compiled
def score(found: Parts, i: int, entropy: bool) -> float:
    """How well the candidate tells the others apart: by parts, or by entropy in nats; the only one scores 1 or 0."""
    others = found.met.size[0] - 1
    if not entropy:
        return max(1, found.parts[i])
    if others < 1:
        return 0.0
    return np.log(others) - found.missing[i] / (found.cost[2] / 2) * np.log(2.0) / others


@compiled
def gather(codes: Codes, distance: Numbers, found: Parts, whites: bool) -> None:
    """Add the candidates among these codes."""
    for i in range(len(codes)):
        if distance[i] == 0:
            meet(found, codes[i], whites)


@compiled
def judged(codes: Codes, past: PastTurns, found: Parts, entropy: bool) -> Population:
    """These codes as a population; candidates among them are added to those found."""
    distance, fitness = misfits(codes, past), np.empty(len(codes))
    gather(codes, distance, found, past.whites)
    fitness_into(fitness, codes, distance, found, entropy)
    return Population(codes, distance, fitness)


@compiled
def fitness_into(fitness: Fitness, codes: Codes, distance: Numbers, found: Parts, entropy: bool) -> None:
    """The worst code has 1, others more by how much nearer to consistency they are; candidates add their score."""
    worst = distance.max()
    for i in range(len(codes)):
        fitness[i] = 1 + worst - distance[i]
        if distance[i] == 0:
            where = index_of(found.met, codes[i])
            if where >= 0:
                fitness[i] += score(found, where, entropy)


@dataclass(frozen=True)
class Evo(Evolving):
    """What the players below share: a turn, whatever a generation does."""

    population: int = 0  # 0: the paper's for the size
    enough: int = 0  # cs, candidates to gather before choosing; 0: the paper's for the size
    score: str = "most_parts"  # what candidates add to their fitness; or "entropy"
    choice: str = ""  # what the code to play is best in; empty: the same
    stale: int = 3  # generations without a new candidate after which those found are enough
    reset: int = 100  # generations without any after which the population is drawn anew
    keep: bool = False  # begin a turn with the population of the last, not with the first of the game
    endgames: bool = False  # list what is left when all colors are known, drop colors known to be absent
    twice: bool = False  # count every answer but the first twice in the distance, as the released driver did
    first: str | None = None
    budget: int = 3_000_000  # codes compared at a turn before the fittest is played

    sizes: ClassVar[dict[tuple[int, int], tuple[int, int]]]  # population and cs by pegs and colors

    def __post_init__(self) -> None:
        name = type(self).__name__.lower()
        for field, value in (("score", self.score), ("choice", self.choice or self.score)):
            if value not in SCORES:
                raise BlackpegError(f"{name} has no {field} '{value}'; there are {', '.join(SCORES)}")
        if min(self.population, self.enough) < 0 or min(self.stale, self.reset, self.budget) < 1:
            raise BlackpegError(f"{name} needs stale, reset and budget of at least 1, and no population below 0")

    def supports(self, game: Game) -> str | None:
        return first_guess_error(game, self.first)

    def usual(self, game: Game) -> tuple[int, int]:
        """The paper's population and cs: those of the smallest published size that has as many codes."""
        for (pegs, colors), pair in sorted(self.sizes.items(), key=lambda item: item[0][1] ** item[0][0]):
            usual = pair
            if colors**pegs >= game.size:
                break
        return self.population or usual[0], self.enough or usual[1]

    def bred(
        self, old: Population, past: PastTurns, found: Parts, game: Game, rng: np.random.Generator
    ) -> tuple[Population, int]:  # fmt: skip
        """The next population, and how many codes were compared: one compiled call."""
        raise NotImplementedError

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        if not position.history:
            return Move(self.first_guess(position.game))
        if self.endgames and (left := list_arrangements(position)):
            return self.endgame(position, left, rng)
        names = label_colors(position, self.endgames)
        game = Game(position.game.pegs, names.present, position.game.repeats, position.game.whites)
        past = self.past(position, names)
        first = self.start(position, names, game, rng)
        n, (_, enough) = len(first), self.usual(position.game)
        entropy = self.score == "entropy"
        found = parts_of(game, enough + 2 * n)
        population = judged(first, past, found, entropy)
        spent, stage, number, stale, before = n, 1, 1, 0, -1
        while True:
            codes, held = names.real_codes(population.codes), int(found.met.size[0])
            yield Generation(stage, number, codes, population.fitness, position.queries, found=held)
            stale, before = (stale + 1 if held == before else 0), held
            if held >= min(enough, game.size) or (held and stale >= self.stale) or spent >= self.budget:
                break
            number += 1
            if stale < self.reset:
                population, compared = self.bred(population, past, found, game, rng)
            else:  # and no candidate was found
                refuse_impossible(position)
                population, compared = judged(unique_random_codes(game, n, rng), past, found, entropy), n
                stage, number, stale = stage + 1, 1, 0
            spent += compared
        memory = {"population": codes if self.keep else names.real_codes(first)}
        if not held:
            best = BestUnplayed(position)
            best.see(codes, population.fitness)
            return best.move(False, spent, rng, memory)
        code = found.met.codes[self.best(found, rng)]
        feedbacks = spent * len(past.feedbacks) + int(found.spent[0])
        return Move(names.colors[code], memory, spent, feedbacks)

    def best(self, found: Parts, rng: np.random.Generator) -> int:
        """Which of the candidates found is played: any of those with the best score."""
        held = int(found.met.size[0])
        scores = -found.missing[:held] if (self.choice or self.score) == "entropy" else found.parts[:held]
        top = np.flatnonzero(scores == scores.max())
        return int(top[int(rng.random() * len(top))])

    def first_guess(self, game: Game) -> Code:
        """The first half of the colors in turn: 1231 at 4x6, 12341 at 5x8."""
        if self.first is not None:
            return game.code(self.first)
        if not game.repeats:
            return first_guess_1234(game)
        return (np.arange(game.pegs) % max(1, game.colors // 2)).astype(np.uint8)

    def endgame(self, position: Position, left: Arrangements, rng: np.random.Generator) -> Move:
        """Play any of the codes left that make most parts."""
        game, columns = position.game, left.codes.T
        parts = total_costs(minus_one, part_sizes(columns, columns, game.colors, game.whites), game)
        top = np.flatnonzero(parts == parts.min())
        code = left.codes[top[int(rng.random() * len(top))]]
        spent = left.listed * position.guesses + len(left.codes) ** 2
        return Move(code, dict(position.memory), left.listed, spent)

    def past(self, position: Position, names: ColorLabels) -> PastTurns:
        past = position.past_turns
        turns = np.arange(len(past.feedbacks))
        if self.twice:
            turns = np.concatenate([turns, turns[1:]])
        return PastTurns(names.labels[past.guesses[turns]], past.feedbacks[turns], past.whites)

    def start(self, position: Position, names: ColorLabels, game: Game, rng: np.random.Generator) -> Codes:
        """The population that a turn begins with, recolored and shrunk where colors are known to be absent."""
        most, whole = self.usual(position.game)[0], position.game
        n = min(-(-most * game.colors // whole.colors), game.size)
        kept = position.memory.get("population")
        if kept is None or kept.shape[1:] != (game.pegs,) or not n <= len(kept):
            return unique_random_codes(game, n, rng)
        codes: Codes = names.labels[kept if n == len(kept) else kept[rng.permutation(len(kept))[:n]]]
        dead = codes >= game.colors
        if dead.any() and game.repeats:
            codes[dead] = (rng.random(int(dead.sum())) * game.colors).astype(np.uint8)
        elif dead.any():
            rows = np.flatnonzero(dead.any(axis=1))
            codes[rows] = unique_random_codes(game, n, rng)[: len(rows)]
        return codes


# The players


@dataclass(frozen=True)
class EvoRank2010(Evo):
    """Evolve by roulette; candidates in the population are the fitter the more parts they make of each other.

    Names    EvoRank, ER.
    Choices  As released: parents by roulette, both mutated, then crossed at one point, two children; the best
             `kept` share of the population stays; candidates count while they are in the population. The paper's
             population is not known beyond 400; cs is 20 and 30 as in the 2011 paper's runs of this player.
    Known    No figure seen. Measured: 4x6 4.466 +- 0.017 over 2000 secrets, 5x8 5.685 +- 0.027 over 1000, 6x9 6.483 +-
             0.053 over 300.
    """

    kept: float = 0.4  # share of the population that stays
    reset: int = 50
    sizes: ClassVar = {(4, 6): (400, 20), (4, 8): (400, 30), (5, 8): (800, 40), (6, 9): (800, 80)}

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.kept < 1:
            raise BlackpegError("evorank2010's kept is a share from 0 to below 1")

    def bred(
        self, old: Population, past: PastTurns, found: Parts, game: Game, rng: np.random.Generator
    ) -> tuple[Population, int]:  # fmt: skip
        return ranked(old, self.kept, past, found, self.score == "entropy", game.colors, game.repeats, rng)


@dataclass(frozen=True)
class Merelo2011(Evo):
    """Evolve by tournaments and uniform crossover of what differs; play the candidate that makes most parts.

    Names    Evo; with endgames Evo++, and Evo++(EN) with score="entropy". MP most parts, EN entropy, EG endgames,
             cs the size of the consistent set, r the replacement rate.
    Choices  As released: every turn begins with the first population of the game, since the evolved one is not
             written back (`keep=True` keeps it, as the text has it). `twice` is a quirk of the driver that played
             the published games: it gave each answer after the first twice. Permutation shuffles all pegs, in later
             versions some. Populations and cs are those of released settings: 4x6 300 and 20, 4x8 400 and 30, 5x8
             800 and 40, 5x9 800 and 80, 6x9 1000 and 100; t is the code's default of 2. Other sizes take those of
             the next larger one; 8x12 is ours. A code that needs more than 20 draws to differ from its parent is
             let pass. Endgames: a guess with all colors right leaves its orders, of which one that makes most
             parts is played, where they are 50,000 or fewer; a guess without pegs takes its colors out of the
             game and shrinks the population in proportion. Without white pegs there are no endgames.
    Known    Published: Evo in 2011, as others list it, 4x6 4.44, 4x8 5.24, 5x8 5.77; Evo++ in 2013, 5000 games: 4x8
             5.15, 5x8 5.62, 6x9 6.479; Evo++(EN) with population 1000 and 2000, cs 200, t 7: 5x8 5.555 +- 0.011, 6x9
             6.373 +- 0.011.
             Measured over 2000 secrets: 4x6 4.438 +- 0.017, 4x8 5.176 +- 0.020, 5x8 5.606 +- 0.018 (without endgames
             5.620 +- 0.018), 6x9 6.464 +- 0.039 over 500: as Evo++. The figures of 2011 at 4x8 and 5x8 are larger by
             0.06 and 0.16; smaller sets without endgames do not explain them (5x8, cs 20 and population 400: 5.665
             +- 0.025; cs 10 and 256: 5.664 +- 0.027).
             EN with its population, cs and t: 5x8 5.575 +- 0.019 over 1500, 6x9 6.350 +- 0.036 over 500. Evaluations a
             game, published and measured: 4x8 6949 and 6424, 5x8 14,911 and 16,986; EN 5x8 26,098 and 25,943.
    """

    tournament: int = 2  # t
    replaced: float = 0.75  # r, children as a share of the population
    crossover: float = 8.0
    mutation: float = 1.0
    permutation: float = 1.0
    shuffle: str = "all"  # what permutation shuffles: all pegs, or "some" as in later versions
    endgames: bool = True
    sizes: ClassVar = {
        (4, 6): (300, 20), (4, 8): (400, 30), (5, 8): (800, 40), (5, 9): (800, 80), (6, 9): (1000, 100),
        (8, 12): (2000, 100),
    }  # fmt: skip

    def __post_init__(self) -> None:
        super().__post_init__()
        name = type(self).__name__.lower()
        if self.shuffle not in ("all", "some"):
            raise BlackpegError(f"{name} has no shuffle '{self.shuffle}'; there are all and some")
        given = (self.crossover, self.mutation, self.permutation)
        if min(given) < 0 or sum(given) <= 0 or self.tournament < 1 or not 0 < self.replaced <= 1:
            raise BlackpegError(f"{name} needs an operator, a tournament of at least 1, and replaced up to 1")

    def bred(
        self, old: Population, past: PastTurns, found: Parts, game: Game, rng: np.random.Generator
    ) -> tuple[Population, int]:  # fmt: skip
        total = self.crossover + self.mutation + self.permutation
        ratios = self.crossover / total, self.mutation / total, self.permutation / total
        children = max(1, int(self.replaced * len(old.codes)))
        return evolved(
            old, children, self.tournament, ratios, self.shuffle == "all", past, found,
            self.score == "entropy", game.colors, game.repeats, rng,
        )  # fmt: skip


@dataclass(frozen=True)
class Merelo2013(Merelo2011):
    """The same with ten candidates at every size and tournaments of seven.

    Names    Evo10.
    Choices  As in merelo2011. Populations are those of released settings: 4x8 200, 5x8 and 5x9 600, 6x9 800, 6x10
             1000, 7x10 1500, 8x10 2500, which 8x12 takes too.
    Known    Published, 5000 games, +- 0.012: 4x8 5.209, 5x8 5.652, 6x9 6.504, 6x10 6.877, 7x10 7.425.
             Measured over 2000 secrets: 4x6 4.457 +- 0.017, 4x8 5.229 +- 0.020, 5x8 5.665 +- 0.019; 6x9 6.554 +- 0.027
             over 1000; 6x10 6.894 +- 0.040 and 7x10 7.346 +- 0.042 over 500; 8x12 8.580 +- 0.093 over 100. Evaluations
             a game, published and measured: 4x8 2551 and 2541, 5x8 7981 and 7916, 6x10 21,804 and 20,755.
    """

    tournament: int = 7
    sizes: ClassVar = {
        (4, 6): (200, 10), (4, 8): (200, 10), (5, 8): (600, 10), (5, 9): (600, 10), (6, 9): (800, 10),
        (6, 10): (1000, 10), (7, 10): (1500, 10), (8, 12): (2500, 10),
    }  # fmt: skip


@dataclass(frozen=True)
class Efe2013(Merelo2013):
    """The same with entropy in the fitness of sixteen candidates, and the one that makes most parts played.

    Names    EFE, Evo_Fast_Entropy, FastEvoEntropy; EFE16, and EFE8 with enough=8.
    Choices  The released code chooses by most parts what its fitness evolved by entropy; the paper describes
             entropy for both, which is choice="entropy".
    Known    Published, 5000 games: EFE16 4x8 5.222, 5x8 5.624, 6x9 6.488, 6x10 6.853, 7x10 7.372; EFE8 5x8 5.689.
             Measured over 2000 secrets: EFE16 4x8 5.201 +- 0.020, 5x8 5.664 +- 0.018 (by entropy as described 5.654 +-
             0.018), EFE8 5x8 5.692 +- 0.019; EFE16 6x9 6.501 +- 0.027 over 1000, 6x10 6.850 +- 0.041 and 7x10 7.340 +-
             0.043 over 500, 8x12 8.710 +- 0.096 over 100.
    """

    score: str = "entropy"
    choice: str = "most_parts"
    sizes: ClassVar = {
        (4, 6): (200, 16), (4, 8): (200, 16), (5, 8): (600, 16), (5, 9): (800, 16), (6, 9): (800, 16),
        (6, 10): (1000, 16), (7, 10): (1500, 16), (8, 12): (2000, 16),
    }  # fmt: skip


# Generations, compiled


@compiled
def evolved(
    old: Population, n: int, entrants: int, ratios: Ratios, all_pegs: bool, past: PastTurns, found: Parts,
    entropy: bool, colors: int, repeats: bool, rng: np.random.Generator,
) -> tuple[Population, int]:  # fmt: skip
    """Tournaments, `n` children by one operator each, and those that are new displace the worst."""
    codes, size = old.codes, len(old.codes)
    inside = empty_code_set(size, codes.shape[1])
    for code in codes:
        add_code(inside, code)
    winners = np.empty(size, np.int64)
    for i in range(size):
        winners[i] = tournament(old.fitness, entrants, rng)
    children = np.empty((n, codes.shape[1]), np.uint8)
    for i in range(n):
        parent = codes[winners[i % size]]
        for _ in range(TRIES):
            vary(children[i], parent, codes, winners, ratios, all_pegs, colors, repeats, rng)
            if not same(children[i], parent):
                break
    misfit = misfits(children, past)
    gather(children, misfit, found, past.whites)
    order = np.argsort(old.fitness)  # the worst first
    new, away, out = codes.copy(), old.distance.copy(), 0
    for i in range(n):
        if index_of(inside, children[i]) < 0 and out < size:
            new[order[out]], away[order[out]] = children[i], misfit[i]
            out += 1
    fit = np.empty(size)
    fitness_into(fit, new, away, found, entropy)
    return Population(new, away, fit), n


@compiled
def vary(
    child: Code, parent: Code, codes: Codes, winners: Numbers, ratios: Ratios, all_pegs: bool,
    colors: int, repeats: bool, rng: np.random.Generator,
) -> None:  # fmt: skip
    """Crossover with a winner that is not the same code, or mutation, or permutation."""
    which = rng.random()
    if which < ratios[0]:
        other = parent
        for _ in range(TRIES):
            other = codes[winners[int(rng.random() * len(winners))]]
            if not same(other, parent):
                break
        uniform_difference_crossover(child, parent, other, rng)
        if not repeats:
            make_distinct(child, colors, rng)
        return
    child[:] = parent
    if which < ratios[0] + ratios[1]:
        if repeats:
            point_mutation(child, colors, rng)
        else:
            point_distinct_mutation(child, colors, rng)
    elif all_pegs:
        permutation_mutation(child, rng)
    else:
        subset_mutation(child, rng)


@compiled
def same(one: Code, other: Code) -> bool:
    p = 0
    while p < len(one) and one[p] == other[p]:
        p += 1
    return p == len(one)


@compiled
def ranked(
    old: Population, kept: float, past: PastTurns, found: Parts, entropy: bool, colors: int, repeats: bool,
    rng: np.random.Generator,
) -> tuple[Population, int]:  # fmt: skip
    """The best stay; for the rest pairs by roulette, each mutated, then crossed at one point."""
    codes, size = old.codes, len(old.codes)
    stay = int(kept * size)
    wheel, order = np.empty(size), np.argsort(-old.fitness)
    fill_wheel(wheel, old.fitness)
    new, one, two = np.empty_like(codes), codes[0].copy(), codes[0].copy()
    for i in range(stay):
        new[i] = codes[order[i]]
    for i in range(stay, size):
        one[:], two[:] = codes[spin_wheel(wheel, rng)], codes[spin_wheel(wheel, rng)]
        for code in (one, two):
            if repeats:
                point_mutation(code, colors, rng)
            else:
                point_distinct_mutation(code, colors, rng)
        one_point_crossover(new[i], one, two, rng)
        if not repeats:
            make_distinct(new[i], colors, rng)
    clear_codes(found.met)
    return judged(new, past, found, entropy), size
