"""How the adversary looks further ahead than the next part: some answers, or to the end."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..game import Code, Codes, Feedback, Game
from ..information.one_step import EXPECTED_SIZE, OneStepRule, Setting, setting_of
from ..information.part_sizes import size
from ..kernels import LARGEST, keep
from ..kernels.lookahead import least_costs, plan_of
from ..kernels.within_turns import within
from ..players import rng_of
from ..position import Position

Sizes: TypeAlias = npt.NDArray[np.int64]

WIDTH = 10  # guesses of the codebreaker that are looked into, after the first
MAX_FEEDBACKS = 1_000_000_000  # that may be computed for an answer: about a second
MAX_REMEMBERED_SETS = 100_000  # of which it is remembered how many guesses they need

_solvable: dict[tuple[str, int, bytes], bool] = {}  # (game, guesses, codes): are so many guesses enough?


def farthest_answer(position: Position, guess: Code, columns: Codes, sizes: Sizes, steps: int) -> Feedback:
    """The answer that leaves most after some more guesses."""
    game, wide = position.game, WIDTH ** max(0, steps - 2)
    any_code = game.size * len(columns[0]) * wide <= MAX_FEEDBACKS
    if not any_code and len(columns[0]) ** 2 * wide > MAX_FEEDBACKS // 4:
        rng = rng_of("adversary", "judges", position, position.game.show(guess))
        some = int((MAX_FEEDBACKS / 4 / wide) ** 0.5)
        columns = columns[:, np.sort(rng.choice(len(columns[0]), some, replace=False))]
    setting = setting_of(position, OneStepRule(size, LARGEST, not any_code), len(columns[0]), guess)

    def worth(told: int) -> tuple[int, ...]:
        part = keep(columns, guess, told, game.whites)
        n = len(part[0])
        if n == 0:  # not in the sample
            return (-1,)
        plan = plan_of(setting.rule, steps - 1, min(WIDTH, game.size), True, 0, n)
        return *(int(cost) for cost in least_costs(part, *setting, plan)[:0:-1]), int(sizes[told])

    return max(np.flatnonzero(sizes).tolist(), key=lambda told: (worth(told), -told))


def hardest_answer(position: Position, guess: Code, columns: Codes, sizes: Sizes) -> Feedback:
    """The answer after which most guesses are needed, the best strategy played; of equal ones the largest part."""
    game, most, hardest = position.game, 0, -1
    setting = setting_of(position, EXPECTED_SIZE, game.size, guess)
    for told in sorted(np.flatnonzero(sizes).tolist(), key=lambda told: (-sizes[told], told)):
        part = keep(columns, guess, told, game.whites)
        while not _within(game, part, setting, most):
            most, hardest = most + 1, told
    return hardest


def _within(game: Game, part: Codes, setting: Setting, left: int) -> bool:
    """Are so many guesses enough for these codes? Remembered."""
    key = (str(game), left, part.tobytes())
    if key not in _solvable:
        if len(_solvable) >= MAX_REMEMBERED_SETS:
            _solvable.clear()
        _solvable[key] = within(part, *setting, left)
    return _solvable[key]
