"""How well a code agrees with the history: misfit, and the best code that was not played yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ..game import Code, Codes
from ..kernels.feedback import feedback, probes_of, table_of
from ..kernels.jit import compiled
from ..kernels.simd import probe_feedbacks_into
from ..position import NOTHING, Move, PastTurns, Position
from .first_population import random_population
from .selection import Fitness

MAX_PROVED_CODES = 2**20  # codes of a game up to which a search without a candidate checks whether there is one
MAX_RANDOM_TRIES = 10_000  # random codes tried to find one that was not played


@compiled
def misfit(code: Code, past: PastTurns) -> int:
    """Returns the misfit of a code: black and white pegs too many or too few, summed over all turns.

    A code is a candidate exactly if its misfit is 0.

    >>> position = Position.parse("4x6 1122=1b1w")
    >>> misfit(position.game.code("1314"), position.past_turns), misfit(position.game.code("1122"), position.past_turns)
    (0, 4)
    """
    base, total = len(code) + 1, 0
    for turn in range(len(past.feedbacks)):
        own, real = feedback(code, past.guesses[turn], past.whites), past.feedbacks[turn]
        total += abs(own // base - real // base) + abs(own % base - real % base)
    return total


@compiled
def misfits(codes: Codes, past: PastTurns) -> npt.NDArray[np.int64]:
    """Returns the misfit of each code; about ten times as fast as calling `misfit` for each.

    >>> position = Position.parse("4x6 1122=1b1w")
    >>> misfits(position.game.codes[:4], position.past_turns)
    array([2, 3, 2, 2])
    """
    out = np.zeros(len(codes), np.int64)
    _add_misfits(out, codes, past, 1)
    return out


@compiled
def weighted_misfits(codes: Codes, past: PastTurns, weight: float) -> Fitness:
    """Returns the misfit of each code, where a black peg counts `weight` times as much as a white one.

    >>> position = Position.parse("4x6 1122=1b1w")
    >>> weighted_misfits(position.game.codes[:4], position.past_turns, 2.0)
    array([3., 5., 3., 3.])
    """
    out = np.zeros(len(codes))
    _add_misfits(out, codes, past, weight)
    return out


@compiled
def rules_broken(codes: Codes, past: PastTurns) -> npt.NDArray[np.int64]:
    """Returns for each code how many turns it does not fit, by however many pegs; 0 for a candidate.

    >>> position = Position.parse("4x6 1122=1b1w 1314=0b2w")
    >>> rules_broken(position.game.codes[:4], position.past_turns)
    array([2, 2, 2, 2])
    """
    out = np.zeros(len(codes), np.int64)
    for i in range(len(codes)):
        for turn in range(len(past.feedbacks)):
            out[i] += feedback(codes[i], past.guesses[turn], past.whites) != past.feedbacks[turn]
    return out


@compiled
def _add_misfits(out: npt.NDArray[Any], codes: Codes, past: PastTurns, weight: float) -> None:
    n, pegs = codes.shape
    base, colors = pegs + 1, 1
    for i in range(n):
        for p in range(pegs):
            colors = max(colors, codes[i, p] + 1)
    for t in range(len(past.guesses)):
        for p in range(pegs):
            colors = max(colors, past.guesses[t, p] + 1)
    table, probes = table_of(codes.T, colors), probes_of(past.guesses.T, past.whites)
    feedbacks = np.empty(table.shape[1], np.uint16)
    off = np.empty(base * base, out.dtype)  # by how much each feedback differs from the real one of the turn
    for t in range(len(past.feedbacks)):
        real = past.feedbacks[t]
        for black in range(base):
            for white in range(base):
                off[black * base + white] = weight * abs(black - real // base) + abs(white - real % base)
        probe_feedbacks_into(feedbacks, table, 0, n, probes, t, pegs if past.whites else base)
        for i in range(n):
            out[i] += off[feedbacks[i]]


@compiled
def was_played(code: Code, past: PastTurns) -> bool:
    """Checks whether the code is one of the guesses made so far.

    >>> position = Position.parse("4x6 1122=1b1w")
    >>> was_played(position.game.code("1122"), position.past_turns)
    True
    """
    for turn in range(len(past.guesses)):
        p = 0
        while p < len(code) and code[p] == past.guesses[turn, p]:
            p += 1
        if p == len(code):
            return True
    return False


def refuse_impossible(position: Position) -> None:
    """Raises `Impossible` if no code fits the history; large games, where this is not soon known, are not checked.

    >>> refuse_impossible(Position.parse("4x6 1122=1b1w"))  # raises nothing, as candidates are left
    """
    if position.game.size <= MAX_PROVED_CODES:
        position.columns  # noqa: B018


class BestUnplayed:
    """The fittest code seen at a turn that was not played before; it is played if the budget ends without a candidate.

    >>> best = BestUnplayed(Position.parse("4x6 1122=1b1w"))
    >>> codes = np.array([[0, 0, 1, 1], [0, 2, 0, 3], [4, 4, 4, 4]], np.uint8)
    >>> best.see(codes, np.array([9.0, 3.0, 1.0]))
    >>> best.code(np.random.default_rng(1))  # 1122 is fitter, but was played
    array([0, 2, 0, 3], dtype=uint8)
    """

    def __init__(self, position: Position) -> None:
        self.position, self.fitness = position, -np.inf
        self._code: Code | None = None
        self._played = {turn.guess.tobytes() for turn in position.history}

    def see(self, codes: Codes, fitness: Fitness) -> None:
        """Looks for a better code in a generation; among equally fit codes the first one seen stays."""
        top = int(fitness.argmax())
        if fitness[top] > self.fitness:
            if codes[top].tobytes() in self._played:
                new = (i for i in np.argsort(-fitness, kind="stable") if codes[i].tobytes() not in self._played)
                top = int(next(new, -1))
            if top >= 0 and fitness[top] > self.fitness:
                self._code, self.fitness = codes[top].copy(), float(fitness[top])

    def code(self, rng: np.random.Generator) -> Code:
        """Returns the best code that was not played yet, or a random one if all were."""
        for _ in range(MAX_RANDOM_TRIES):
            if self._code is not None and self._code.tobytes() not in self._played:
                break
            self._code = random_population(self.position.game, 1, rng)[0]
        assert self._code is not None
        return self._code

    def move(
        self, found: bool, evaluations: int, rng: np.random.Generator, memory: Mapping[str, Any] = NOTHING,
        rescored: int = 0,
    ) -> Move:  # fmt: skip
        """Returns the move that plays this code; `found` says whether it is a candidate.

        If it is not, the move is noted as "budget spent", or `Impossible` is raised where no code fits.
        """
        if not found:
            refuse_impossible(self.position)
        note = "" if found else "budget spent"
        return Move(self.code(rng), memory, evaluations, evaluations * self.position.guesses, note, rescored)
