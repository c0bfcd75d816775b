"""Two evolutionary searches in each turn: one for candidates, then one for the guess that tells them apart best."""

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
    random_codes,
    random_population,
    refuse_impossible,
    spin_wheel,
    was_played,
)
from ..game import Code, Codes, Game
from ..generations import Generation
from ..information.first_guesses import first_guess_1122, first_guess_error
from ..kernels.feedback import part_sizes
from ..kernels.jit import compiled
from ..players import Evolving
from ..position import Move, Position

CRITERIA = EN, ES, PS, MP, WC = ("entropy", "expected_size", "printed_size", "most_parts", "worst_case")

Numbers = npt.NDArray[np.int64]


class Population(NamedTuple):
    """Codes and their fitness: the fittest first, then the random codes that were added."""

    codes: Codes
    fitness: Fitness


@dataclass(frozen=True)
class Maestro2014(Evolving):
    """Find candidates by one evolutionary search, then by another the guess that tells them apart best.

    Source   Maestro-Montojo, Salcedo-Sanz & Merelo (2014), "New solver and optimal anticipation strategies design
             based on evolutionary computation for the game of MasterMind", Evolutionary Intelligence 6. We know a
             draft of it.
    Names    NHEA, nested hierarchical evolutionary search; Search EA and Decision EA. The criteria are its EN, ES,
             MP and WC.
    Choices  The guess may be any code: the rule that a guess which leaves E undivided is worth nothing only makes sense
             then; among equals one of E is played. With one or two candidates found there is nothing to decide. ES is
             the expected size, |E| / sum n²; as printed, sum |E| / n², it is "printed_size". The draft does not give
             populations, bounds, shares and generations: all are ours, and so is the first guess, 1122... Both searches
             make as many children as there are codes, put them with their parents, keep the best and draw the rest
             anew; roulette is on the fitness above the worst. All candidates that the search met count. After `maxgen`
             generations without a candidate it starts again.
    Known    5x8 5.518, 6x9 6.382, by which criterion is not said (study maestro2014, docs/results/maestro2014.md).
             At 8x12 only a few of the candidates are found (study everyone).
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
        search = CandidateSearch(
            past, 2 * game.pegs * position.guesses,
            empty_code_set(self.enough + 3 * self.population_size(game), game.pegs), np.zeros(1, np.int64),
        )  # fmt: skip
        population = yield from self.search_candidates(position, search, rng)
        evaluations, found = int(search.evaluations[0]), search.found
        eligible = found.codes[: found.size[0]]
        if len(eligible) == 0:
            best = BestUnplayed(position)
            best.see(population.codes, population.fitness)
            return best.move(False, evaluations, rng)
        code, compared = eligible[int(rng.random() * len(eligible))], 0
        if len(eligible) > 2:
            code, compared = yield from self.decide(position, past, found, evaluations, rng)
        return Move(code, evaluations=evaluations, feedbacks=evaluations * position.guesses + compared)

    def population_size(self, game: Game) -> int:
        return min(self.population, game.size)

    def breeding(self, game: Game, n: int) -> Breeding:
        rates = self.mutation, self.permutation, self.inversion
        return Breeding(rates, game.colors, game.repeats, empty_code_set(2 * n, game.pegs))

    def search_candidates(
        self, position: Position, search: CandidateSearch, rng: np.random.Generator
    ) -> Generator[Generation, None, Population]:
        """The Search EA: gathers candidates in `search.found`. Returns its last population."""
        game, n = position.game, self.population_size(position.game)
        breeding = self.breeding(game, n)
        population = evaluate_candidates(random_population(game, n, rng), search)
        found, before, stale, number = 0, 0, 0, 1
        while True:
            found = int(search.found.size[0])
            spent = int(search.evaluations[0])
            yield Generation(1, number, *population, position.queries, found=found, evaluations=spent)
            stale, before = (stale + 1 if found == before else 0), found
            if found >= min(self.enough, game.size) or (found and number >= self.maxgen):
                break
            if not found and search.evaluations[0] >= self.budget:
                break
            if number % self.maxgen == 0:  # no candidate yet: start again
                refuse_impossible(position)
                population = evaluate_candidates(random_population(game, n, rng), search)
                number += 1
                continue
            kept = 1 - self.hypermutation if stale and stale % self.stale == 0 else self.kept
            population = next_candidates(population, kept, breeding, search, rng)
            number += 1
        return population

    def decide(
        self, position: Position, past: PastTurns, eligible: CodeSet, evaluations: int, rng: np.random.Generator
    ) -> Generator[Generation, None, tuple[Code, int]]:
        """The Decision EA: returns the guess, and how many feedbacks were computed."""
        game, members = position.game, eligible.codes[: eligible.size[0]]
        codes = members  # if only these may be guessed, all of them are evaluated
        if self.outside:
            n = min(self.deciders, game.size)
            seeds = members[rng.permutation(len(members))[:n]]
            codes = np.concatenate([seeds, random_population(game, n - len(seeds), rng)])
        breeding = self.breeding(game, len(codes))
        search = GuessSearch(members.T.copy(), CRITERIA.index(self.criterion), past, game.colors, np.zeros(1, np.int64))
        population, number = evaluate_guesses(codes, search), 1
        while True:
            yield Generation(2, number, *population, position.queries, found=len(members), evaluations=evaluations)
            if number >= self.decisions or not self.outside:
                break
            population = next_guesses(population, self.kept, breeding, search, rng)
            number += 1
        return population.codes[fittest(population, eligible)], int(search.feedbacks[0])


class Breeding(NamedTuple):
    """How children are made."""

    rates: MutationRates
    colors: int
    repeats: bool
    inside: CodeSet  # working memory, to find codes that occur twice


class CandidateSearch(NamedTuple):
    """What the Search EA looks for, and what it found."""

    past: PastTurns
    best: int  # the fitness of a candidate
    found: CodeSet  # E
    evaluations: Numbers  # one number: codes compared with the history


class GuessSearch(NamedTuple):
    """What the Decision EA looks for."""

    columns: Codes  # E as columns, copied since each generation reads it
    criterion: int  # of CRITERIA
    past: PastTurns
    colors: int
    feedbacks: Numbers  # one number: feedbacks computed


@compiled
def evaluate_candidates(codes: Codes, search: CandidateSearch) -> Population:
    """Returns codes with the fitness of the Search EA, sum over turns of 2P - |X' - X| - |Y' - Y|; adds candidates."""
    fitness, misfit = np.empty(len(codes)), misfits(codes, search.past)
    search.evaluations[0] += len(codes)
    for i in range(len(codes)):
        fitness[i] = search.best - misfit[i]
        if misfit[i] == 0:
            add_code(search.found, codes[i])
    return Population(codes, fitness)


@compiled
def evaluate_guesses(codes: Codes, search: GuessSearch) -> Population:
    """Returns codes with the fitness of the Decision EA; 0 for one that leaves E undivided or was played."""
    n = search.columns.shape[1]
    sizes, fitness = part_sizes(codes.T, search.columns, search.colors, search.past.whites), np.empty(len(codes))
    search.feedbacks[0] += len(codes) * n
    for i in range(len(codes)):
        fitness[i] = worth(sizes[i], n, search.criterion)
        if was_played(codes[i], search.past):
            fitness[i] = 0.0
    return Population(codes, fitness)


@compiled
def worth(sizes: npt.NDArray[np.int32], n: int, criterion: int) -> float:
    """Returns how good parts of n codes in all are, by one of the criteria; 0 for a single part."""
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
    """Returns the index of the fittest code, among equals of a member of E."""
    best, inside = 0, index_of(members, population.codes[0]) >= 0
    for i in range(1, len(population.codes)):
        if population.fitness[i] < population.fitness[best]:
            continue
        member = index_of(members, population.codes[i]) >= 0
        if population.fitness[i] > population.fitness[best] or (member and not inside):
            best, inside = i, member
    return best


@compiled
def breed(old: Population, breeding: Breeding, rng: np.random.Generator) -> Codes:
    """Returns as many children, with parents by roulette; a child that occurs twice is replaced by a random code."""
    n, (rates, colors, repeats, inside) = len(old.codes), breeding
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
    """Returns the best `stay` codes of parents and children, no code twice; fewer if there are fewer."""
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
def join(one: Population, other: Population) -> Population:
    return Population(np.concatenate((one.codes, other.codes)), np.concatenate((one.fitness, other.fitness)))


@compiled
def next_candidates(
    old: Population, kept: float, breeding: Breeding, search: CandidateSearch, rng: np.random.Generator
) -> Population:  # fmt: skip
    """The next generation of the Search EA: the best of parents and children, and random codes for the rest."""
    n, pegs = old.codes.shape
    young = evaluate_candidates(breed(old, breeding, rng), search)
    best = survivors(old, young, max(1, int(kept * n)), breeding.inside)
    rest = random_codes(n - len(best.codes), pegs, breeding.colors, breeding.repeats, rng)
    return join(best, evaluate_candidates(rest, search))


@compiled
def next_guesses(
    old: Population, kept: float, breeding: Breeding, search: GuessSearch, rng: np.random.Generator
) -> Population:  # fmt: skip
    """The next generation of the Decision EA, made in the same way."""
    n, pegs = old.codes.shape
    young = evaluate_guesses(breed(old, breeding, rng), search)
    best = survivors(old, young, max(1, int(kept * n)), breeding.inside)
    rest = random_codes(n - len(best.codes), pegs, breeding.colors, breeding.repeats, rng)
    return join(best, evaluate_guesses(rest, search))
