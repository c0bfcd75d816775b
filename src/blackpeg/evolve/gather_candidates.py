"""The method of Merelo and others, 2010 to 2013: gather candidates by evolution, then play the one with the best parts.

Candidates are fitter the better they tell each other apart. The authors' released code (Algorithm::MasterMind, in
Perl) is the definition; where it differs from what a paper says, the difference is a parameter. The strategies
evorank2010, merelo2011, merelo2013 and efe2013 are its settings.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np

from ..errors import BlackpegError
from ..game import Code, Codes, Game
from ..generations import Generation
from ..information.first_guesses import first_guess_error, first_guess_half_colors, fixed_first_guess
from ..information.part_scores import minus_one, total_costs
from ..kernels import part_sizes
from ..kernels.jit import compiled
from ..players import Evolving
from ..position import Move, PastTurns, Position
from .candidate_parts import (
    CandidateParts,
    Numbers,
    Population,
    add_candidates,
    empty_candidate_parts,
    evaluate,
    score_codes,
)
from .code_sets import add_code, empty_code_set, index_of
from .first_population import unique_random_codes
from .fitness import BestUnplayed, misfits, refuse_impossible
from .known_colors import Arrangements, ColorLabels, label_colors, list_arrangements
from .operators import (
    make_distinct,
    permutation_mutation,
    point_distinct_mutation,
    point_mutation,
    subset_mutation,
    uniform_difference_crossover,
)
from .selection import tournament

SCORES = ("most_parts", "entropy")
MAX_TRIES = 20  # draws for a child that differs from its parent, and for a second parent that differs from the first


@dataclass(frozen=True)
class GatherCandidates(Evolving):
    """A turn of the engine; how a generation makes the next one is up to a subclass, `breed`."""

    population: int = 0  # 0: the paper's for the size
    enough: int = 0  # cs, candidates to gather before choosing; 0: the paper's for the size
    score: str = "most_parts"  # what candidates add to their fitness; or "entropy"
    choice: str = ""  # what the code to play is best in; empty: the same as `score`
    stale: int = 3  # generations without a new candidate after which the candidates found are enough
    reset: int = 100  # generations without any candidate after which a new population is drawn
    keep: bool = False  # begin a turn with the last turn's final population, not with the first of the game
    endgames: bool = False  # list the orders once all colors are known, and drop colors known to be absent
    twice: bool = False  # count every feedback but the first twice in the misfit, as the released driver did
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

    def published_sizes(self, game: Game) -> tuple[int, int]:
        """Returns the paper's population and cs: those of the smallest published size with as many codes."""
        for (pegs, colors), pair in sorted(self.sizes.items(), key=lambda item: item[0][1] ** item[0][0]):
            published = pair
            if colors**pegs >= game.size:
                break
        return self.population or published[0], self.enough or published[1]

    def breed(
        self, old: Population, past: PastTurns, candidates: CandidateParts, game: Game, rng: np.random.Generator
    ) -> tuple[Population, int]:  # fmt: skip
        """Returns the next population and how many codes were compared with the history for it."""
        raise NotImplementedError

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        if not position.history:
            fixed = fixed_first_guess(position, self.first)
            return Move(first_guess_half_colors(position.game) if fixed is None else fixed)
        if self.endgames and (arrangements := list_arrangements(position)):
            return self.play_endgame(position, arrangements, rng)
        labels = label_colors(position, self.endgames)
        game = Game(position.game.pegs, labels.present, position.game.repeats, position.game.whites)
        past = self.label_past(position, labels)
        first, rescored = self.first_population(position, labels, game, rng)
        n, (_, enough) = len(first), self.published_sizes(position.game)
        candidates = empty_candidate_parts(game, enough + 2 * n, self.score == "entropy")
        population = evaluate(first, past, candidates)
        spent, stage, number, stale, before = n, 1, 1, 0, -1
        while True:
            codes, found = labels.real_codes(population.codes), int(candidates.found.size[0])
            yield Generation(stage, number, codes, population.fitness, position.queries, None, found, spent)
            stale, before = (stale + 1 if found == before else 0), found
            if found >= min(enough, game.size) or (found and stale >= self.stale) or spent >= self.budget:
                break
            number += 1
            if stale < self.reset:
                population, compared = self.breed(population, past, candidates, game, rng)
            else:  # and no candidate was found
                refuse_impossible(position)
                population, compared = evaluate(unique_random_codes(game, n, rng), past, candidates), n
                stage, number, stale = stage + 1, 1, 0
            spent += compared
        memory = {"population": codes if self.keep else labels.real_codes(first)}
        if not found:
            best = BestUnplayed(position)
            best.see(codes, population.fitness)
            return best.move(False, spent, rng, memory, rescored)
        code = candidates.found.codes[self.choose(candidates, rng)]
        feedbacks = spent * len(past.feedbacks) + int(candidates.feedbacks[0])
        return Move(labels.colors[code], memory, spent, feedbacks, rescored=rescored)

    def choose(self, candidates: CandidateParts, rng: np.random.Generator) -> int:
        """Returns the index of the candidate to play: a random one of those with the best score."""
        n, by_entropy = int(candidates.found.size[0]), (self.choice or self.score) == "entropy"
        scores = -candidates.missing[:n] if by_entropy else candidates.parts[:n]
        best = np.flatnonzero(scores == scores.max())
        return int(best[int(rng.random() * len(best))])

    def play_endgame(self, position: Position, arrangements: Arrangements, rng: np.random.Generator) -> Move:
        """Plays a random one of the candidates that make most parts; all candidates are known."""
        game, columns = position.game, arrangements.codes.T
        costs = total_costs(minus_one, part_sizes(columns, columns, game.colors, game.whites), game)
        best = np.flatnonzero(costs == costs.min())
        code = arrangements.codes[best[int(rng.random() * len(best))]]
        feedbacks = arrangements.listed * position.guesses + len(arrangements.codes) ** 2
        return Move(code, dict(position.memory), arrangements.listed, feedbacks)

    def label_past(self, position: Position, labels: ColorLabels) -> PastTurns:
        """Returns the past turns in labels, all but the first twice if that is asked for."""
        past = position.past_turns
        turns = np.arange(len(past.feedbacks))
        if self.twice:
            turns = np.concatenate([turns, turns[1:]])
        return PastTurns(labels.labels[past.guesses[turns]], past.feedbacks[turns], past.whites)

    def first_population(
        self, position: Position, labels: ColorLabels, game: Game, rng: np.random.Generator
    ) -> tuple[Codes, int]:  # fmt: skip
        """Returns the population that a turn begins with, in labels, and how many of its codes are of an earlier turn.

        If colors are known to be absent, it is smaller in proportion, and pegs of these colors are drawn anew.
        """
        full, whole = self.published_sizes(position.game)[0], position.game
        n = min(-(-full * game.colors // whole.colors), game.size)
        kept = position.memory.get("population")
        if kept is None or kept.shape[1:] != (game.pegs,) or not n <= len(kept):
            return unique_random_codes(game, n, rng), 0
        codes: Codes = labels.labels[kept if n == len(kept) else kept[rng.permutation(len(kept))[:n]]]
        absent = codes >= game.colors
        if absent.any() and game.repeats:
            codes[absent] = (rng.random(int(absent.sum())) * game.colors).astype(np.uint8)
        elif absent.any():
            rows = np.flatnonzero(absent.any(axis=1))
            codes[rows] = unique_random_codes(game, n, rng)[: len(rows)]
        return codes, n - int(absent.any(axis=1).sum())


@dataclass(frozen=True)
class GatherByTournaments(GatherCandidates):
    """The engine from 2011 on: tournaments, children by one operator each, and the worst codes are replaced."""

    tournament: int = 2  # t
    replaced: float = 0.75  # r, children as a share of the population
    crossover: float = 8.0
    mutation: float = 1.0
    permutation: float = 1.0
    shuffle: str = "all"  # what permutation shuffles: all pegs, or "some" as in later versions

    def __post_init__(self) -> None:
        super().__post_init__()
        name = type(self).__name__.lower()
        if self.shuffle not in ("all", "some"):
            raise BlackpegError(f"{name} has no shuffle '{self.shuffle}'; there are all and some")
        weights = (self.crossover, self.mutation, self.permutation)
        if min(weights) < 0 or sum(weights) <= 0 or self.tournament < 1 or not 0 < self.replaced <= 1:
            raise BlackpegError(f"{name} needs an operator, a tournament of at least 1, and replaced up to 1")

    def breed(
        self, old: Population, past: PastTurns, candidates: CandidateParts, game: Game, rng: np.random.Generator
    ) -> tuple[Population, int]:  # fmt: skip
        total = self.crossover + self.mutation + self.permutation
        operators = Operators(
            self.crossover / total, self.mutation / total, self.shuffle == "all", game.colors, game.repeats
        )
        n = max(1, int(self.replaced * len(old.codes)))
        return breed_by_tournaments(old, n, self.tournament, operators, past, candidates, rng), n


class Operators(NamedTuple):
    """How a child is made."""

    crossover: float  # probability
    mutation: float  # probability; else the pegs are permuted
    shuffle_all: bool  # permutation shuffles all pegs, not some
    colors: int
    repeats: bool


@compiled
def breed_by_tournaments(
    old: Population, n: int, entrants: int, operators: Operators, past: PastTurns, candidates: CandidateParts,
    rng: np.random.Generator,
) -> Population:  # fmt: skip
    """Returns the next population: children of tournament winners, if they are new, replace the worst codes."""
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
        for _ in range(MAX_TRIES):
            vary(children[i], parent, codes, winners, operators, rng)
            if not is_same(children[i], parent):
                break
    child_misfit = misfits(children, past)
    add_candidates(candidates, children, child_misfit, past.whites)
    worst_first = np.argsort(old.fitness)
    new, misfit, replaced = codes.copy(), old.misfit.copy(), 0
    for i in range(n):
        if index_of(inside, children[i]) < 0 and replaced < size:
            new[worst_first[replaced]], misfit[worst_first[replaced]] = children[i], child_misfit[i]
            replaced += 1
    return Population(new, misfit, score_codes(new, misfit, candidates))


@compiled
def vary(
    child: Code, parent: Code, codes: Codes, winners: Numbers, operators: Operators, rng: np.random.Generator
) -> None:  # fmt: skip
    """Fills `child` by one operator: crossover with another winner, mutation, or permutation."""
    which = rng.random()
    if which < operators.crossover:
        other = parent
        for _ in range(MAX_TRIES):
            other = codes[winners[int(rng.random() * len(winners))]]
            if not is_same(other, parent):
                break
        uniform_difference_crossover(child, parent, other, rng)
        if not operators.repeats:
            make_distinct(child, operators.colors, rng)
        return
    child[:] = parent
    if which < operators.crossover + operators.mutation:
        if operators.repeats:
            point_mutation(child, operators.colors, rng)
        else:
            point_distinct_mutation(child, operators.colors, rng)
    elif operators.shuffle_all:
        permutation_mutation(child, rng)
    else:
        subset_mutation(child, rng)


@compiled
def is_same(one: Code, other: Code) -> bool:
    """Checks whether two codes are equal."""
    p = 0
    while p < len(one) and one[p] == other[p]:
        p += 1
    return p == len(one)
