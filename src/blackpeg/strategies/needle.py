"""Our own strategy: list or sample the candidates, then evolve the guess whose feedback tells most about them."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..candidates import refuse_contradiction
from ..candidates.code_space import AllCodes
from ..errors import BlackpegError
from ..evolve.fitness import was_played
from ..evolve.sample_by_walks import NOTHING_FITS, sample_by_walks
from ..evolve.soft_chains import SoftChains, open_at_a_time, peg_probabilities, sample_by_chains
from ..game import Code, Codes, Game
from ..generations import Generation
from ..information.first_guesses import openings
from ..kernels import part_sizes
from ..kernels.evolve_guess import (
    PartCosts,
    Population,
    best_by_greedy_play,
    endgame_of,
    evolve,
    raise_black_variance,
    sample_table,
)
from ..kernels.random import random_state
from ..players import Evolving
from ..position import NOTHING, Move, Position
from ..solver.tree_library import look_up_guess, tree_path

Costs: TypeAlias = npt.NDArray[np.float64]

MAX_LISTED_CODES = 2**20  # codes of games whose candidates are listed, not sampled: 6x10, but not 7x10
SAMPLE_SIZE = 2000  # candidates by which guesses are evaluated, if there are more
MIN_SAMPLE_TO_EVOLVE = 100  # candidates; of a smaller incomplete sample only members are guessed, as others overfit it
MAX_PLAYED_OUT = 300  # candidates up to which guesses are played out to the end
PARENTS = 30  # guesses kept from one generation to the next
EFFORT_TO_PLAY_OUT = 50  # effort for each guess that is played out
GENERATIONS = 10
RAISED_GUESSES = 20  # of the codes of soft chains, recolored so that their black pegs tell more
MAX_PEGS_OF_FULL_WEIGHT = 6  # pegs up to which white pegs count in full
MIN_WHITES_WEIGHT = 0.4  # the least that white pegs count, with more pegs
MOVES_PER_PEG = 300  # moves of walks for each peg and each guess evaluated
MAX_WALKED_CODES = 32**32  # codes of games whose candidates are looked for by walks; in larger ones, by soft chains
CHAIN_MOVES_PER_PEG = 200  # moves of soft chains for each peg and each guess evaluated, at turn `pegs`
MIN_CHAIN_PEGS = 64  # fewer pegs have as many moves
MIN_CHAIN_MOVES, MAX_CHAIN_MOVES = 0.15, 2.0  # share of them at the first turn and at late ones; 1 at turn `pegs`
MOVES_TO_FIND_ANY = 5  # times as many to find the first candidate, unless that failed at the last turn already
MOVES_PER_SECOND = 10_000_000  # moves for each second that a turn is given; they take about a third of it
OPENING_SAMPLE_SIZE = 100_000  # random codes by which first guesses are evaluated


@dataclass(frozen=True)
class Needle(Evolving):
    """Sample the candidates, evolve the guess that tells most about them, and play small sets out to the end.

    Source   Ours: a sample of candidates by annealing, as in Bernier et al. 1996, and a guess by evolution that need
             not be a candidate, as in Maestro-Montojo et al. 2014.
    Names    needle.
    Choices  Candidates: all of them in games of up to 2^20 codes; else a sample of 2000 by walks over misfit at a
             constant temperature (evolve/sample_by_walks.py), first from last turn's sample, then from random codes. If
             ten random restarts find no new code, the sample is assumed to be complete. Where walks find nothing, and
             in games larger than 32x32, codes that nearly fit take the place of candidates (evolve/soft_chains.py); a
             move remembers 600 such codes and 1000 color counts, 102 kB at 64x64. Guess: a population starts with
             candidates, some of which are first recolored so that their black pegs vary most, if they come from soft
             chains, and evolves by crossover, swaps and recoloring. Fitness is the entropy of the feedback over the
             sample, where white pegs count less the more pegs there are; if all candidates are known, it is an estimate
             of the guesses that the parts still need. With up to 300 candidates the best guesses are played out
             greedily, and the one that needs fewest guesses in all is chosen. A shipped tree is followed as long as the
             history is in it.
    Effort   The guesses evaluated at a turn; `seconds` limits the time of a turn instead, and then games do not repeat.
    Known    docs/needle.md: the goals and what was measured at each size (study needle).
    """

    effort: int = 4_000
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if not 10 <= self.effort <= 10**9:
            raise BlackpegError(
                f"an effort of {self.effort}: it is the guesses evaluated at a turn, from 10 to 1,000,000,000"
            )
        if not 0 <= self.seconds <= 10**6:
            raise BlackpegError(
                f"{self.seconds} seconds a turn: it must be from 0, for no limit but the effort, to 1,000,000"
            )

    def data_files(self, game: Game) -> tuple[Path, ...]:
        path = tree_path(game)
        return (path,) if path.exists() else ()

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game, end = position.game, perf_counter() + self.seconds
        path = tree_path(game)
        if path.exists() and (code := look_up_guess(str(path), position)) is not None:
            return Move(code)
        if not position.history:
            return Move(first_guess(game))
        known = self._know_candidates(position, rng)
        if known.codes.shape[1] <= 2:
            return known.move(known.codes[:, 0].copy(), 0)
        return (yield from self._evolve_guess(position, known, end, rng))

    def _know_candidates(self, position: Position, rng: np.random.Generator) -> KnownCandidates:
        """Returns all candidates in small games, else a sample; if none is found, codes that nearly fit."""
        game, turns = position.game, position.guesses
        if game.size > MAX_WALKED_CODES:
            return self._know_by_chains(position, 0, rng)
        if game.size <= MAX_LISTED_CODES:
            return KnownCandidates(position.columns, True, position.compared, turns, rescored=position.compared_again)
        moves = self.effort * game.pegs * MOVES_PER_PEG
        max_moves = moves if position.history[-1].note else moves * MOVES_TO_FIND_ANY
        if self.seconds:
            moves = max_moves = int(self.seconds * MOVES_PER_SECOND)
        near = position.memory.get("near", np.zeros((0, game.pegs), np.uint8))
        if "chains" in position.memory:
            near = position.memory["chains"].codes
        found = sample_by_walks(position, SAMPLE_SIZE, moves, max_moves, near, rng)
        if found.note:
            return self._know_by_chains(position, found.moves, rng)
        return KnownCandidates(found.codes, found.complete, found.moves, turns)

    def _know_by_chains(self, position: Position, spent: int, rng: np.random.Generator) -> KnownCandidates:
        """Returns candidates that soft chains found if these are one or two, else codes that nearly fit."""
        refuse_contradiction(position.game, position.pairs)
        pegs, turns = position.game.pegs, position.guesses
        share = min(MIN_CHAIN_MOVES + (1 - MIN_CHAIN_MOVES) * (turns / pegs) ** 2, MAX_CHAIN_MOVES)
        moves = int(self.effort * max(pegs, MIN_CHAIN_PEGS) * CHAIN_MOVES_PER_PEG * share)
        if self.seconds:
            moves = int(self.seconds * MOVES_PER_SECOND)
        sample = sample_by_chains(position, position.memory.get("chains"), moves, rng)
        few = 0 < len(sample.fitting) <= 2
        codes, note = sample.fitting if few else sample.codes, "" if len(sample.fitting) else NOTHING_FITS
        return KnownCandidates(
            codes.T, False, spent + sample.moves, turns, note, chains=sample.chains, colors_known=sample.colors_known
        )

    def _evolve_guess(
        self, position: Position, known: KnownCandidates, end: float, rng: np.random.Generator
    ) -> Generator[Generation, None, Move]:
        """Returns a move with the guess that tells most about the candidates."""
        game, columns, state = position.game, known.codes, random_state(rng)
        found = columns.shape[1]
        if found > SAMPLE_SIZE:
            columns = columns[:, rng.permutation(found)[:SAMPLE_SIZE]]
        n = columns.shape[1]
        complete = known.complete and n == found
        play_all_out = complete and n <= MAX_PLAYED_OUT
        cost, worth = (guesses_needed(game, n), 1.0) if complete else (missing_information(n), whites_weight(game))
        worth = 1.0 if known.colors_known else worth
        generations = GENERATIONS if complete or n >= MIN_SAMPLE_TO_EVOLVE else 0
        most = max(PARENTS, min(MAX_PLAYED_OUT, 2 * self.effort // EFFORT_TO_PLAY_OUT)) if play_all_out else PARENTS
        population, used = Population(np.zeros((most, game.pegs), np.uint8), np.zeros(most)), 0
        codes, scores = population
        sample = sample_table(columns, game.colors, game.repeats, game.whites)
        costs = PartCosts(_losing_feedbacks(game), cost, worth)
        children, evaluated, number = 0, 0, 0
        starts = columns.T[: max(2, self.effort // 3)]
        if known.chains is not None and known.chains.open_colors < game.colors:
            sample = sample._replace(colors=known.chains.open_colors)
            closed = starts >= sample.colors
            starts = np.where(closed, rng.integers(0, sample.colors, starts.shape, np.uint8), starts)
        if known.chains is not None and game.repeats:
            raised = starts[rng.permutation(len(starts))[:RAISED_GUESSES]].copy()
            evaluated = raise_black_variance(raised, columns, sample.colors, state)
            starts = np.concatenate([raised, starts])
        while number <= generations or (generations and perf_counter() < end):
            used = evolve(population, used, starts, children, sample, costs, state)
            evaluated, number = evaluated + len(starts) + children, number + 1
            yield Generation(
                position.turn, number, codes[:used], -scores[:used], position.guesses, None, found, known.evaluations
            )
            if self.seconds and perf_counter() >= end:
                break
            starts, children = starts[:0], max(1, (self.effort - evaluated) // GENERATIONS) if number == 1 else children
        best = 0
        while known.chains is not None and best < used - 1 and was_played(codes[best], position.past_turns):
            best += 1
        if play_all_out and scores[0] > n - 1:  # or else a candidate tells all others apart
            numbers, win = _feedback_numbers(game)
            endgame = endgame_of(codes[:used], columns, numbers, win, cost, game.whites)
            best, _ = best_by_greedy_play(endgame, min(used, max(1, self.effort // EFFORT_TO_PLAY_OUT)))
        return known.move(codes[best].copy(), evaluated * n)


class KnownCandidates(NamedTuple):
    """The candidates that are known at a turn, and what it took to find them."""

    codes: Codes  # as columns
    complete: bool  # are these all?
    evaluations: int
    turns: int  # guesses made so far
    note: str = ""
    rescored: int = 0  # of the evaluations, those of codes that an earlier turn compared too
    chains: SoftChains | None = None  # if the codes come from soft chains; most of them nearly fit
    colors_known: bool = False  # is it known how often each color occurs?

    def move(self, code: Code, feedbacks: int) -> Move:
        """Returns a move that remembers an incomplete sample, or the chains: the next turn starts from them."""
        memory: Mapping[str, Any] = NOTHING if self.complete else {"near": self.codes.T.copy()}
        if self.chains is not None:
            memory = {"chains": self.chains}
        return Move(code, memory, self.evaluations, self.evaluations * self.turns + feedbacks, self.note, self.rescored)


def judges_of(position: Position) -> Codes:
    """Returns the codes by which the last guess of a game was judged, one a row, as its move remembers them.

    If it remembers none, these are all candidates of the position before it, or some of them in large games.
    """
    memory, before = position.memory, position.before
    if "chains" in memory or "near" in memory:
        codes: Codes = memory["chains"].codes if "chains" in memory else memory["near"]
        return codes
    if before.game.size <= MAX_LISTED_CODES:
        return before.candidates
    return before.draw_approximately(SAMPLE_SIZE, np.random.default_rng(0))


def posterior_by_turn(position: Position) -> list[Costs]:
    """Returns how probable each color was at each peg, for every guess of a game: matrices of pegs by colors.

    >>> first, second = posterior_by_turn(Position.parse("2x3 12=1b0w 13=1b0w"))
    >>> second
    array([[0.5 , 0.25, 0.25],
           [0.25, 0.5 , 0.25]])
    """
    return [peg_probabilities(judges_of(after), position.game.colors) for after in position.line[1:]]


@lru_cache(maxsize=64)
def first_guess(game: Game) -> Code:
    """Returns the first guess whose feedback has the largest entropy over a fixed sample of random codes.

    In the largest games it has the colors that soft chains learn first, each as often as the others.
    """
    if game.size > MAX_WALKED_CODES:
        return np.sort(np.arange(game.pegs) % open_at_a_time(game)).astype(np.uint8)
    columns = AllCodes(game).draw(OPENING_SAMPLE_SIZE, np.random.default_rng(0)).T
    codes = np.array(list(openings(game, -(-game.pegs // game.colors) + 2)), np.uint8)
    sizes = part_sizes(codes.T, columns, game.colors, game.whites)
    best: Code = codes[missing_information(OPENING_SAMPLE_SIZE)[sizes].sum(axis=1).argmin()]
    return best


@lru_cache(maxsize=64)
def _losing_feedbacks(game: Game) -> npt.NDArray[np.int64]:
    return np.array([answer for answer in game.answers if answer != game.solved], np.int64)


@lru_cache(maxsize=64)
def _feedback_numbers(game: Game) -> tuple[npt.NDArray[np.uint16], int]:
    """Returns the number of each feedback, counted without gaps and the winning one last, and that last number."""
    answers = _losing_feedbacks(game)
    names = np.zeros((game.pegs + 1) ** 2, np.uint16)
    names[answers], names[game.solved] = np.arange(len(answers)), len(answers)
    return names, len(answers)


def missing_information(n: int) -> Costs:
    """Returns what a part of each size up to n costs by entropy: the information still missing about its members."""
    sizes = np.arange(n + 1.0)
    return _round(sizes * np.log(np.maximum(sizes, 1)))


def whites_weight(game: Game) -> float:
    """Returns the weight of what white pegs tell, where black pegs have weight 1: less with more pegs.

    White pegs tell the colors, black pegs their order. If both counted the same with many pegs, the colors would be
    known halfway through the game, and from then on a feedback would tell some three bits instead of five.
    """
    return min(1.0, max(MIN_WHITES_WEIGHT, MAX_PEGS_OF_FULL_WEIGHT / game.pegs))


def guesses_needed(game: Game, n: int) -> Costs:
    """Returns what a part of each size up to n costs if all candidates are known: about the guesses needed in all.

    It is assumed that a guess makes half as many parts as there are feedbacks. k codes need at least 2k - 1 guesses.
    """
    sizes = np.maximum(np.arange(n + 1.0), 1)
    costs = sizes * np.maximum(1 + np.log(sizes) / log(max(3, len(game.answers) / 2)), 2 - 1 / sizes)
    costs[0] = 0
    return _round(costs)


def _round(costs: Costs) -> Costs:
    """Rounds costs so that their sums are exact: equally good guesses then compare equal on every machine."""
    rounded: Costs = np.rint(costs * 2**20) / 2**20
    return rounded
