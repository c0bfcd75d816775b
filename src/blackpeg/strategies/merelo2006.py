"""GenMM: evolve codes towards the history, play the first candidate, keep the population for the next turn."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError, nearest
from ..evolve import (
    BestUnplayed,
    PastTurns,
    central_segment_crossover,
    circular_distinct_mutation,
    circular_mutation,
    make_distinct,
    misfits,
    most_similar,
    point_distinct_mutation,
    point_mutation,
    random_population,
    rules_broken,
    swap_mutation,
)
from ..game import Code, Codes, Game
from ..generations import Generation
from ..information.first_guesses import first_guess_1122, first_guess_1234
from ..information.part_scores import minus_one, missing_bits, total_costs
from ..kernels import part_sizes
from ..kernels.jit import compiled
from ..players import Evolving
from ..position import Move, Position

Numbers = npt.NDArray[np.int64]
Shares = tuple[float, float, float, float]  # in the order of OPERATORS

FITNESSES = DISTANCE, RULES = ("distance", "rules")
CHOICES = FIRST, PARTS, ENTROPY = ("first", "parts", "entropy")
OPERATORS = TRANSPOSITION, MUTATION, CROSSOVER, ZAPPING = (0, 1, 2, 3)
HYPERMUTATION = "hypermutation"  # the note of a move for which a population was drawn anew
MAX_STALE = 3  # generations without a new candidate after which no more are gathered
ADAPTIVE_START = 4  # codes for each color of each peg, with which a population that adapts begins
MIN_SHARE = 0.1  # of an operator whose share adapts
MEMORY_OF_SUCCESS = 0.9  # weight of earlier generations in the success of operators


@dataclass(frozen=True)
class Merelo2006(Evolving):
    """Replace the worse half of each generation by children, with crowding; play the first code without misfit.

    Source   Merelo-Guervós, Castillo & Rivas (2006), "Finding a needle in a haystack using hints and evolutionary
             computation: the case of evolutionary MasterMind", Applied Soft Computing 6(2).
    Names    GenMM; GenMM (1) opens with 1122, GenMM (2) with 1234. A drawn-anew population is a hypermutation, and
             the move's note then says so.
    Choices  The priorities are 2, 1 and 2 (40 % transposed, 20 % mutated, 40 % crossed), but the paper goes on to
             say 20, 40 and 40 %, which is `merelo2006(transposition=1.0, mutation=2.0)`. Transposition swaps two
             pegs. Each operator makes one child; parents are drawn evenly from the half that stays. By the authors'
             web page, a child replaces the most similar code among those that go and were not replaced yet; the
             paper does not say among which. "Half the colors" as first guess: each color twice, 11223 at 5x8, as in
             the authors' later program. The population is evaluated again at each turn, which counts as evaluations
             here but not in the paper, whose Figure 3 shows 400 and then 200 per generation: new codes are its count.
             Population 0 is the paper's. After `limit` generations in one turn the fittest code is played.
             Optional in the paper: "a zapping operator which substitutes a color for a different and random one", with
             a priority like the others (`zapping`). What it compares itself with: fitness by "the number of rules met"
             (`fitness="rules"`), without the importance of black pegs that Bernier et al. gave it.
             Future work in the paper, and ours in its details: "predictive power" gathers up to `gather` candidates
             and plays the one that divides them into most parts or by most entropy (`choice`). Parameters that "adjust
             themselves automatically" (`adapt=True`): the population begins with four codes for each color of each
             peg and is twice as large after each hypermutation; the share of an operator follows how often its
             children are better than their parents, with earlier generations weighted by 0.9 each, and is at least
             10 %.
    Known    Published: 4x6 4.132 from 1122 and 4.312 from 1234, both below the optimum, 4.340; 5x8 5.904. Here it needs
             as many guesses as `random` from the same first guess (studies genmm, players). 5x8,
             400 games each: 5.82 guesses and 2360 new codes, with `adapt=True` 5.83 and 1922, with `choice="entropy"`
             5.59 and 4738 (± 0.09 and 200).
    """

    population: int = 0  # 0: 100 up to 4x6, else 400; with adapt, four codes for each color of each peg
    first: Literal["half", "all"] = "half"  # colors of the first guess: 1122 or 1234
    transposition: float = 2.0  # priorities
    mutation: float = 1.0
    crossover: float = 2.0
    zapping: float = 0.0
    hypermutation: int = 15  # generations without a candidate after which a new population is drawn
    limit: int = 5000  # generations per turn
    fitness: str = DISTANCE  # minus the misfit; or "rules": minus the turns that a code does not fit
    choice: str = FIRST  # the candidate played: the first; or of those gathered "parts" or "entropy"
    gather: int = 20  # candidates that are enough to choose from
    adapt: bool = False  # do population and shares of operators adapt?

    def __post_init__(self) -> None:
        priorities = self.priorities
        if min(priorities) < 0 or not sum(priorities) > 0:
            raise BlackpegError("the priorities of merelo2006 can't be negative, and at least one must be positive")
        if self.population < 0 or self.hypermutation < 1 or self.limit < 1 or self.gather < 1:
            raise BlackpegError("merelo2006: population is at least 0, hypermutation, limit and gather are at least 1")
        for key, choices in (("fitness", FITNESSES), ("choice", CHOICES)):
            word = getattr(self, key)
            if word not in choices:
                near = nearest(word, choices)
                raise BlackpegError(f"merelo2006 has no {key} '{word}'{near} (there are {', '.join(choices)})")

    @property
    def priorities(self) -> Shares:
        """The priorities, in the order of `OPERATORS`."""
        return self.transposition, self.mutation, self.crossover, self.zapping

    def supports(self, game: Game) -> str | None:
        return None if self.first in ("half", "all") else f"no first guess '{self.first}'; there are half and all"

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game = position.game
        if not position.history:
            return Move(self.opening(game))
        memory, size = position.memory, self.first_size(position)
        codes = memory.get("population", random_population(game, size, rng))
        rescored = len(codes) if "population" in memory else 0
        rates = memory.get("rates", first_rates(self.priorities))
        breeding = Breeding(position.past_turns, self.fitness == RULES, game.colors, game.repeats)
        code_misfits = evaluate(codes, breeding)
        evaluations, number, best, note, scored = len(codes), 1, BestUnplayed(position), "", None
        gathered, stale = dict[bytes, Code](), 0
        while True:
            fitness, found = -code_misfits.astype(np.float64), int((code_misfits == 0).sum())
            best.see(codes, fitness)
            if self.choice != FIRST and found:
                before = len(gathered)
                gathered |= {code.tobytes(): code for code in codes[code_misfits == 0]}
                found, stale = len(gathered), stale + 1 if len(gathered) == before else 0
            yield Generation(1, number, codes, fitness, position.queries, None, found, evaluations, scored)
            enough = found and (self.choice == FIRST or found >= self.gather or stale == MAX_STALE)
            if enough or number == self.limit:
                break
            if number % self.hypermutation == 0 and not found:
                size, note, scored = size * 2 if self.adapt else size, HYPERMUTATION, None
                codes = random_population(game, size, rng)
                code_misfits = evaluate(codes, breeding)
                evaluations += len(codes)
            else:
                codes, code_misfits, scored, success = breed(codes, code_misfits, rates.shares, breeding, rng)
                evaluations += len(scored)
                if self.adapt:
                    rates = adapt_rates(rates, success)
            number += 1
        remember = {"population": codes, "rates": rates} if self.adapt else {"population": codes}
        move = best.move(found > 0, evaluations, rng, remember, rescored)
        if len(gathered) > 1:
            code, compared = self.choose(np.array(list(gathered.values())), game)
            move = replace(move, code=code, feedbacks=move.feedbacks + compared)
        return replace(move, note="; ".join(filter(None, (note, move.note)))) if note else move

    def first_size(self, position: Position) -> int:
        """Returns the size of the first population of a turn; one that adapts is as large as it was."""
        game = position.game
        if self.adapt and "population" in position.memory:
            return len(position.memory["population"])
        paper, adaptive = 100 if game.size <= 1296 else 400, ADAPTIVE_START * game.pegs * game.colors
        return self.population or (adaptive if self.adapt else paper)

    def choose(self, candidates: Codes, game: Game) -> tuple[Code, int]:
        """Returns the candidate that tells most about the others, and how many feedbacks were computed for that."""
        sizes = part_sizes(candidates.T, candidates.T, game.colors, game.whites)
        costs = total_costs(minus_one if self.choice == PARTS else missing_bits, sizes, game)
        return candidates[int(costs.argmin())], len(candidates) ** 2

    def opening(self, game: Game) -> Code:
        return first_guess_1122(game) if self.first == "half" else first_guess_1234(game)


class Rates(NamedTuple):
    """How often each operator is used, and how well it did; earlier generations count less."""

    shares: Shares
    tried: npt.NDArray[np.float64]  # children of each operator
    better: npt.NDArray[np.float64]  # those with less misfit than their parent


@cache
def first_rates(priorities: Shares) -> Rates:
    """Returns shares in proportion to the priorities."""
    one, two, three, four = (priority / sum(priorities) for priority in priorities)
    return Rates((one, two, three, four), np.zeros(len(OPERATORS)), np.zeros(len(OPERATORS)))


def adapt_rates(rates: Rates, success: Numbers) -> Rates:
    """Returns shares in proportion to success, at least `MIN_SHARE` for each operator that is used at all."""
    tried, better = (MEMORY_OF_SUCCESS * old + new for old, new in zip(rates[1:], success, strict=True))
    used = np.array(rates.shares) > 0
    worth = used * (better + 1) / (tried + 2)
    one, two, three, four = (MIN_SHARE * used + (1 - MIN_SHARE * used.sum()) * worth / worth.sum()).tolist()
    return Rates((one, two, three, four), tried, better)


class Breeding(NamedTuple):
    """What evaluation and breeding need to know of the position."""

    past: PastTurns
    by_rules: bool  # is misfit the number of turns that a code does not fit?
    colors: int
    repeats: bool


@compiled
def evaluate(codes: Codes, breeding: Breeding) -> Numbers:
    """Returns the misfit of each code."""
    return rules_broken(codes, breeding.past) if breeding.by_rules else misfits(codes, breeding.past)


@compiled
def breed(
    codes: Codes, code_misfits: Numbers, shares: Shares, breeding: Breeding, rng: np.random.Generator
) -> tuple[Codes, Numbers, Numbers, Numbers]:  # fmt: skip
    """The better half stays, and its children replace the other half.

    Returns the next generation, its misfits, the places of the children, and of each operator how many children it made
    and how many of them have less misfit than their parent.
    """
    colors, repeats = breeding.colors, breeding.repeats
    order = np.argsort(code_misfits, kind="mergesort")
    stay = len(codes) - len(codes) // 2
    children = np.empty((len(codes) - stay, codes.shape[1]), np.uint8)
    makers, before = np.empty(len(children), np.int64), np.empty(len(children), np.int64)
    for k in range(len(children)):
        place, luck = order[int(rng.random() * stay)], rng.random()
        child, parent = children[k], codes[place]
        child[:] = parent
        if luck < shares[TRANSPOSITION]:
            maker = TRANSPOSITION
            swap_mutation(child, rng)
        elif luck >= 1 - shares[ZAPPING]:
            maker = ZAPPING
            if repeats:
                point_mutation(child, colors, rng)
            else:
                point_distinct_mutation(child, colors, rng)
        elif luck >= shares[TRANSPOSITION] + shares[MUTATION]:
            maker = CROSSOVER
            central_segment_crossover(child, parent, codes[order[int(rng.random() * stay)]], rng)
            if not repeats:
                make_distinct(child, colors, rng)
        else:
            maker = MUTATION
            if repeats:
                circular_mutation(child, colors, rng)
            else:
                circular_distinct_mutation(child, colors, rng)
        makers[k], before[k] = maker, code_misfits[place]
    codes, code_misfits, going = codes.copy(), code_misfits.copy(), order[stay:]
    child_misfits, replaced, success = evaluate(children, breeding), going.copy(), np.zeros((2, 4), np.int64)
    for k in range(len(children)):  # crowding
        success[0, makers[k]] += 1
        success[1, makers[k]] += child_misfits[k] < before[k]
        left = len(children) - k
        place = most_similar(children[k], codes, going[:left])
        codes[going[place]], code_misfits[going[place]] = children[k], child_misfits[k]
        going[place] = going[left - 1]
    return codes, code_misfits, replaced, success
