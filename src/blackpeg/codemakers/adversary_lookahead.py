"""How the adversary looks ahead: a few turns, or to the end of the game."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..game import Code, Codes, Feedback, Game
from ..information.one_step_rules import OneStepRule, setting_of
from ..information.part_scores import size
from ..kernels import LARGEST, keep
from ..kernels.lookahead import least_costs, plan_of
from ..players import rng_of
from ..position import Position
from ..solver.set_solver import cached_solver

Sizes: TypeAlias = npt.NDArray[np.int64]

WIDTH = 10  # best guesses of the codebreaker that are tried at each turn, after the first
MAX_FEEDBACKS = 1_000_000_000  # computed to choose one: about a second
MAX_CACHED_SETS = 100_000  # of codes, with the guesses that they need

_solvable: dict[tuple[str, int, bytes], bool] = {}  # (game, guesses, codes): are these guesses enough?


def most_lasting_feedback(position: Position, guess: Code, columns: Codes, sizes: Sizes, steps: int) -> Feedback:
    """The feedback after which some more good guesses leave most candidates."""
    game, wide = position.game, WIDTH ** max(0, steps - 2)
    any_code = game.size * len(columns[0]) * wide <= MAX_FEEDBACKS
    if not any_code and len(columns[0]) ** 2 * wide > MAX_FEEDBACKS // 4:
        rng = rng_of("adversary", "judges", position, position.game.show(guess))
        some = int((MAX_FEEDBACKS / 4 / wide) ** 0.5)
        columns = columns[:, np.sort(rng.choice(len(columns[0]), some, replace=False))]
    setting = setting_of(position, OneStepRule(size, LARGEST, not any_code), len(columns[0]), guess)

    def candidates_left(feedback: int) -> tuple[int, ...]:
        """The candidates left after the last step, then one step earlier, and so on."""
        part = keep(columns, guess, feedback, game.whites)
        n = len(part[0])
        if n == 0:  # no code of the sample gives this feedback
            return (-1,)
        plan = plan_of(setting.rule, steps - 1, min(WIDTH, game.size), True, 0, n)
        return *(int(cost) for cost in least_costs(part, *setting, plan)[:0:-1]), int(sizes[feedback])

    return max(np.flatnonzero(sizes).tolist(), key=lambda feedback: (candidates_left(feedback), -feedback))


def hardest_feedback(position: Position, guess: Code, columns: Codes, sizes: Sizes) -> Feedback:
    """The feedback after which the best strategy needs most guesses; among equal ones that of the largest part."""
    game, guesses, hardest = position.game, 0, -1
    history = [*(turn.guess for turn in position.history), guess]
    for feedback in sorted(np.flatnonzero(sizes).tolist(), key=lambda feedback: (-sizes[feedback], feedback)):
        part = keep(columns, guess, feedback, game.whites)
        while not _is_solvable(game, part, history, guesses):
            guesses, hardest = guesses + 1, feedback
    return hardest


def _is_solvable(game: Game, part: Codes, history: list[Code], guesses: int) -> bool:
    """Checks whether some strategy finds every code of a part within these guesses. Results are cached."""
    key = (str(game), guesses, part.tobytes())
    if key not in _solvable:
        if len(_solvable) >= MAX_CACHED_SETS:
            _solvable.clear()
        solver = cached_solver(str(game), ())
        _solvable[key] = solver.is_solvable_within(solver.numbers_of(part), history, guesses)
    return _solvable[key]
