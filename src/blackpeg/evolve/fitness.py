"""What a code is judged by: the history, and how far from it a code is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..game import Code, Codes
from ..kernels.feedback import feedback, probes_of, table_of
from ..kernels.jit import compiled
from ..kernels.simd import answers_into
from ..position import NOTHING, Move, Position
from .populations import population_of
from .selection import Fitness

CHECKED = 2**20  # codes of games in which a search that finds no candidate makes sure that there is one


class Past(NamedTuple):
    """The history as compiled loops take it."""

    guesses: Codes
    answers: npt.NDArray[np.int64]
    whites: bool


def past_of(position: Position) -> Past:
    """What was asked and answered so far."""
    shape = position.guesses, position.game.pegs
    guesses = np.array([turn.guess for turn in position.history], np.uint8).reshape(shape)
    return Past(guesses, np.array([turn.feedback for turn in position.history], np.int64), position.game.whites)


@compiled
def misfit(code: Code, past: Past) -> int:
    """How many black and white pegs too many or too few the code would have answered, over all turns; 0: it fits."""
    base, total = len(code) + 1, 0
    for turn in range(len(past.answers)):
        own, real = feedback(code, past.guesses[turn], past.whites), past.answers[turn]
        total += abs(own // base - real // base) + abs(own % base - real % base)
    return total


@compiled
def misfits(codes: Codes, past: Past) -> npt.NDArray[np.int64]:
    """The misfit of each code, all codes side by side: some ten times faster than one by one."""
    out = np.zeros(len(codes), np.int64)
    _add_misfits(out, codes, past, 1)
    return out


@compiled
def weighted_misfits(codes: Codes, past: Past, weight: float) -> Fitness:
    """The same where a black peg too many or too few counts as so many white ones."""
    out = np.zeros(len(codes))
    _add_misfits(out, codes, past, weight)
    return out


@compiled
def _add_misfits(out: npt.NDArray[Any], codes: Codes, past: Past, weight: float) -> None:
    n, pegs = codes.shape
    base, colors = pegs + 1, 1
    for i in range(n):
        for p in range(pegs):
            colors = max(colors, codes[i, p] + 1)
    for t in range(len(past.guesses)):
        for p in range(pegs):
            colors = max(colors, past.guesses[t, p] + 1)
    table, probes = table_of(codes.T, colors), probes_of(past.guesses.T, past.whites)
    told = np.empty(table.shape[1], np.uint16)
    off = np.empty(base * base, out.dtype)  # of each answer, by how much it is not the one given
    for t in range(len(past.answers)):
        real = past.answers[t]
        for black in range(base):
            for white in range(base):
                off[black * base + white] = weight * abs(black - real // base) + abs(white - real % base)
        answers_into(told, table, 0, n, probes, t, pegs if past.whites else base)
        for i in range(n):
            out[i] += off[told[i]]


@compiled
def was_played(code: Code, past: Past) -> bool:
    """Is the code one of the guesses made so far?"""
    for turn in range(len(past.guesses)):
        p = 0
        while p < len(code) and code[p] == past.guesses[turn, p]:
            p += 1
        if p == len(code):
            return True
    return False


def refuse_impossible(position: Position) -> None:
    """Raise `Impossible` where no code fits the history, in games small enough to make sure."""
    if position.game.size <= CHECKED:
        position.columns  # noqa: B018


class Best:
    """The fittest code seen at a turn that was not played before, for when the budget ends."""

    def __init__(self, position: Position) -> None:
        self.position, self.fitness = position, -np.inf
        self._code: Code | None = None
        self._played = {turn.guess.tobytes() for turn in position.history}

    def see(self, codes: Codes, fitness: Fitness) -> None:
        """Look through a generation; of equals the first seen stays."""
        top = int(fitness.argmax())
        if fitness[top] > self.fitness:
            if codes[top].tobytes() in self._played:
                new = (i for i in np.argsort(-fitness, kind="stable") if codes[i].tobytes() not in self._played)
                top = int(next(new, -1))
            if top >= 0 and fitness[top] > self.fitness:
                self._code, self.fitness = codes[top].copy(), float(fitness[top])

    def code(self, rng: np.random.Generator) -> Code:
        """It, or where every code seen was played, another; again a played one only in games that have no other."""
        for _ in range(10_000):
            if self._code is not None and self._code.tobytes() not in self._played:
                break
            self._code = population_of(self.position.game, 1, rng)[0]
        assert self._code is not None
        return self._code

    def move(
        self, found: bool, evaluations: int, rng: np.random.Generator, memory: Mapping[str, Any] = NOTHING
    ) -> Move:  # fmt: skip
        """The move that plays it: a candidate where one was found; else the budget is spent, or nothing fits."""
        if not found:
            refuse_impossible(self.position)
        note = "" if found else "budget spent"
        return Move(self.code(rng), memory, evaluations, evaluations * self.position.guesses, note)
