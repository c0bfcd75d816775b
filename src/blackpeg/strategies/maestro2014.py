"""Two evolutionary searches, one inside the other: for candidates, then for the guess that tells them apart."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError
from ..evolve import (
    BestUnplayed,
    CodeSet,
    Fitness,
    MutationRates,
    PastTurns,
    add_code,
    clear_codes,
    cross_and_mutate,
    draw_code,
    empty_code_set,
    fill_wheel,
    index_of,
    misfits,
    random_population,
    refuse_impossible,
    spin_wheel,
    was_played,
)
from ..game import Code, Codes, Game
from ..generations import Generation
from ..information.openings import first_guess_1122, first_guess_error
from ..kernels.feedback import part_sizes
from ..kernels.jit import compiled
from ..players import Evolving
from ..position import Move, Position

CRITERIA = EN, ES, PS, MP, WC = ("entropy", "expected_size", "printed_size", "most_parts", "worst_case")

Numbers = npt.NDArray[np.int64]


class Population(NamedTuple):
    """Codes and their fitness, the fittest first but for the random codes at the end."""

    codes: Codes
    fitness: Fitness


@dataclass(frozen=True)
class Maestro2014(Evolving):
    """Find candidates by one evolutionary search, then by another the guess that tells them apart best.

    Source   Maestro-Montojo, Salcedo-Sanz & Merelo (2014), "New solver and optimal anticipation strategies design
             based on evolutionary computation for the game of MasterMind", Evolutionary Intelligence 6; known to us
             by a draft.
    Names    NHEA, nested hierarchical evolutionary search; Search EA and Decision EA. The criteria are its EN, ES,
             MP and WC.
    Choices  The guess may be any code, as the clause that an undivided E is worth nothing only makes sense then;
             of equals one of E is played. With one or two candidates found there is nothing to decide. ES is the
             expected size, |E| / sum n²; as printed, sum |E| / n², it is "printed_size". The draft does not tell
             populations, bounds, shares and generations: all are ours, and so is the first guess, 1122... Both
             searches make as many children as there are codes, put them with their parents, keep the best and
             draw the rest anew; roulette is on the fitness above the worst. Candidates that the search has met
             all count. After a fruitless `maxgen` it begins anew.
    Known    Published: 5x8 5.518 +- 0.009, 6x9 6.382 +- 0.011; by which criterion is not said.
             Measured, by entropy: 4x6 4.458 +- 0.019 and 5x8 5.565 +- 0.020 over 1000 secrets, 6x9 6.448 +- 0.039 over
             400, 8x12 9.06 +- 0.14 over 50, where few of the candidates are found and the guess, which need not be
             one, is chosen to tell those apart.
    """

    criterion: str = EN  # or "expected_size", "printed_size", "most_parts", "worst_case"
    population: int = 150
    enough: int = 200  # upper bound of |E|
    kept: float = 0.5  # share of the population that is the best of parents and children
    maxgen: int = 100  # generations after which any candidate is enough
    stale: int = 15  # generations without a new candidate before hypermutation
    hypermutation: float = 0.8  # share of the population drawn anew then
    mutation: float = 0.03
    permutation: float = 0.03
    inversion: float = 0.02
    deciders: int = 100  # population of the search for the guess
    decisions: int = 50  # its generations
    outside: bool = True  # may the guess be no candidate?
    first: str | None = None
    budget: int = 2_000_000  # codes compared with the history at a turn before the fittest is played

    def __post_init__(self) -> None:
        if self.criterion not in CRITERIA:
            raise BlackpegError(f"maestro2014 has no criterion '{self.criterion}'; there are {', '.join(CRITERIA)}")
        counts = self.population, self.enough, self.maxgen, self.stale, self.deciders, self.decisions, self.budget
        if min(counts) < 1:
            raise BlackpegError("maestro2014 needs populations, generations, bounds and a budget of at least 1")
        rates = self.mutation, self.permutation, self.inversion, self.kept, self.hypermutation
        if not all(0 <= rate <= 1 for rate in rates):
            raise BlackpegError("maestro2014's kept, hypermutation and operators are shares from 0 to 1")

    def supports(self, game: Game) -> str | None:
        return first_guess_error(game, self.first)

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game = position.game
        if not position.history:
            return Move(first_guess_1122(game) if self.first is None else game.code(self.first))
        past = position.past_turns
        population, met, spent = yield from self.search(position, past, rng)
        eligible = met.codes[: met.size[0]]
        if len(eligible) == 0:
            best = BestUnplayed(position)
            best.see(population.codes, population.fitness)
            return best.move(False, spent, rng)
        code, compared = eligible[int(rng.random() * len(eligible))], 0
        if len(eligible) > 2:
            code, compared = yield from self.decision(position, past, met, rng)
        return Move(code, evaluations=spent, feedbacks=spent * position.guesses + compared)

    def search(
        self, position: Position, past: PastTurns, rng: np.random.Generator
    ) -> Generator[Generation, None, tuple[Population, CodeSet, int]]:
        """The Search EA: its last population, E, and how many codes were compared."""
        game, most = position.game, 2 * position.game.pegs * position.guesses
        n = min(self.population, game.size)
        met, inside = empty_code_set(self.enough + 3 * n, game.pegs), empty_code_set(2 * n, game.pegs)
        rates = self.mutation, self.permutation, self.inversion
        spent = np.zeros(1, np.int64)
        population = searched(random_population(game, n, rng), past, most, met, spent)
        held, before, stale, number = 0, 0, 0, 1
        while True:
            held = int(met.size[0])
            yield Generation(1, number, population.codes, population.fitness, position.queries, found=held)
            stale, before = (stale + 1 if held == before else 0), held
            if held >= min(self.enough, game.size) or (held and number >= self.maxgen):
                break
            if not held and spent[0] >= self.budget:
                break
            if number % self.maxgen == 0:  # fruitless: begin anew
                refuse_impossible(position)
                population = searched(random_population(game, n, rng), past, most, met, spent)
                number += 1
                continue
            share = 1 - self.hypermutation if stale and stale % self.stale == 0 else self.kept
            population = search_generation(
                population, share, rates, past, most, met, inside, spent, game.colors, game.repeats, rng
            )  # fmt: skip
            number += 1
        return population, met, int(spent[0])

    def decision(
        self, position: Position, past: PastTurns, members: CodeSet, rng: np.random.Generator
    ) -> Generator[Generation, None, tuple[Code, int]]:
        """The Decision EA: the guess, and how many feedbacks were computed."""
        game, eligible = position.game, members.codes[: members.size[0]]
        codes = eligible  # of these alone, all are judged
        if self.outside:
            n = min(self.deciders, game.size)
            seeds = eligible[rng.permutation(len(eligible))[:n]]
            codes = np.concatenate([seeds, random_population(game, n - len(seeds), rng)])
        inside, spent = empty_code_set(2 * len(codes), game.pegs), np.zeros(1, np.int64)
        which, rates = CRITERIA.index(self.criterion), (self.mutation, self.permutation, self.inversion)
        population, number = decided(codes, eligible, which, past, spent, game.colors), 1
        while True:
            yield Generation(2, number, population.codes, population.fitness, position.queries, found=len(eligible))
            if number >= self.decisions or not self.outside:
                break
            population = decision_generation(
                population, self.kept, rates, eligible, which, inside, past, spent, game.colors, game.repeats, rng
            )  # fmt: skip
            number += 1
        return population.codes[fittest(population, members)], int(spent[0])


@compiled
def searched(codes: Codes, past: PastTurns, most: int, met: CodeSet, spent: Numbers) -> Population:
    """Codes with the fitness of the Search EA, sum over turns of 2P - |X' - X| - |Y' - Y|; candidates are kept."""
    fitness = np.empty(len(codes))
    misfit = misfits(codes, past)
    spent[0] += len(codes)
    for i in range(len(codes)):
        fitness[i] = most - misfit[i]
        if misfit[i] == 0:
            add_code(met, codes[i])
    return Population(codes, fitness)


@compiled
def decided(
    codes: Codes, eligible: Codes, criterion: int, past: PastTurns, spent: Numbers, colors: int
) -> Population:  # fmt: skip
    """Codes with the fitness of the Decision EA; nothing for one that leaves E undivided or was played."""
    sizes = part_sizes(codes.T, eligible.T, colors, past.whites)
    fitness = np.empty(len(codes))
    spent[0] += len(codes) * len(eligible)
    for i in range(len(codes)):
        fitness[i] = worth(sizes[i], len(eligible), criterion)
        if was_played(codes[i], past):
            fitness[i] = 0.0
    return Population(codes, fitness)


@compiled
def worth(sizes: npt.NDArray[np.int32], n: int, criterion: int) -> float:
    """How good the parts of n codes are, by one of the criteria; 0 for a single part."""
    parts, largest, squares, inverse, bits = 0, 0, 0, 0.0, 0.0
    for f in range(len(sizes)):
        size = sizes[f]
        if size > 0:
            parts += 1
            largest = max(largest, size)
            squares += size * size
            inverse += n / (size * size)
            bits -= size * np.log2(size / n)
    if parts < 2:
        return 0.0
    if CRITERIA[criterion] == ES:
        return n / squares
    if CRITERIA[criterion] == PS:
        return inverse
    if CRITERIA[criterion] == MP:
        return float(parts)
    if CRITERIA[criterion] == WC:
        return n / largest
    return round(bits / n, 9)  # equal guesses must compare equal


@compiled
def fittest(population: Population, members: CodeSet) -> int:
    """The index of the fittest code, among equals of a member of E."""
    best, inside = 0, index_of(members, population.codes[0]) >= 0
    for i in range(1, len(population.codes)):
        if population.fitness[i] < population.fitness[best]:
            continue
        member = index_of(members, population.codes[i]) >= 0
        if population.fitness[i] > population.fitness[best] or (member and not inside):
            best, inside = i, member
    return best


@compiled
def bred(
    old: Population, rates: MutationRates, inside: CodeSet, colors: int, repeats: bool, rng: np.random.Generator
) -> Codes:  # fmt: skip
    """As many children, parents by roulette; one that is there already gives way to a random code."""
    n = len(old.codes)
    wheel, deck, children = np.empty(n), np.arange(colors).astype(np.uint8), np.empty_like(old.codes)
    fill_wheel(wheel, old.fitness - old.fitness.min())
    clear_codes(inside)
    for i in range(n):
        one, two = old.codes[spin_wheel(wheel, rng)], old.codes[spin_wheel(wheel, rng)]
        cross_and_mutate(children[i], one, two, rates, colors, repeats, rng)
        if not add_code(inside, children[i]):
            draw_code(children[i], deck, repeats, rng)
    return children


@compiled
def survivors(old: Population, young: Population, stay: int, inside: CodeSet) -> Population:
    """The best of parents and children, no code twice, as many as `stay` or fewer."""
    n = len(old.codes)
    fitness = np.concatenate((old.fitness, young.fitness))
    codes, kept = np.empty((stay, old.codes.shape[1]), np.uint8), np.empty(stay)
    clear_codes(inside)
    count = 0
    for i in np.argsort(-fitness):
        if count == stay:
            break
        code = old.codes[i] if i < n else young.codes[i - n]
        if add_code(inside, code):
            codes[count], kept[count] = code, fitness[i]
            count += 1
    return Population(codes[:count], kept[:count])


@compiled
def strangers(n: int, pegs: int, colors: int, repeats: bool, rng: np.random.Generator) -> Codes:
    """Random codes."""
    codes, deck = np.empty((n, pegs), np.uint8), np.arange(colors).astype(np.uint8)
    for code in codes:
        draw_code(code, deck, repeats, rng)
    return codes


@compiled
def joined(one: Population, other: Population) -> Population:
    return Population(np.concatenate((one.codes, other.codes)), np.concatenate((one.fitness, other.fitness)))


@compiled
def search_generation(
    old: Population, share: float, rates: MutationRates, past: PastTurns, most: int, met: CodeSet, inside: CodeSet,
    spent: Numbers, colors: int, repeats: bool, rng: np.random.Generator,
) -> Population:  # fmt: skip
    """Children, the best of them and their parents, and random codes for the rest."""
    n, pegs = old.codes.shape
    young = searched(bred(old, rates, inside, colors, repeats, rng), past, most, met, spent)
    best = survivors(old, young, max(1, int(share * n)), inside)
    return joined(best, searched(strangers(n - len(best.codes), pegs, colors, repeats, rng), past, most, met, spent))


@compiled
def decision_generation(
    old: Population, share: float, rates: MutationRates, eligible: Codes, criterion: int, inside: CodeSet,
    past: PastTurns, spent: Numbers, colors: int, repeats: bool, rng: np.random.Generator,
) -> Population:  # fmt: skip
    """The same for guesses."""
    n, pegs = old.codes.shape
    young = decided(bred(old, rates, inside, colors, repeats, rng), eligible, criterion, past, spent, colors)
    best = survivors(old, young, max(1, int(share * n)), inside)
    rest = strangers(n - len(best.codes), pegs, colors, repeats, rng)
    return joined(best, decided(rest, eligible, criterion, past, spent, colors))
