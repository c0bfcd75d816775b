"""Several steps ahead: the guess that is best if the best guesses follow it.

Seen one step ahead, a guess costs what a one-step rule, the judge, says of its parts. Seen several steps ahead, it
costs what the best guess in each of its parts costs one step less ahead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import BlackpegError, nearest
from ..game import Game
from ..information.one_step_rules import OneStepRule, setting_of
from ..information.part_scores import minus_one, missing_bits, size, square
from ..kernels import LARGEST, SUM
from ..kernels.lookahead import look_ahead, plan_of
from ..phrases import count_phrase
from ..players import Strategy
from ..position import Move, Position

# By name: the cost of a part, whether all parts count or only the largest, and the cost of the part that is solved.
JUDGES: dict[str, tuple[Any, int, int]] = {
    "entropy": (missing_bits, SUM, 0),
    "expected_size": (square, SUM, 0),
    "most_parts": (minus_one, SUM, -1),
    "worst_case": (size, LARGEST, 0),
}
OBJECTIVES = ("average", "worst")
MAX_STEPS = 9
MAX_FEEDBACKS = 35_000_000_000  # per guess, by the estimate of `supports`: about five seconds


@dataclass(frozen=True)
class Lookahead(Strategy):
    """Play the guess that is best several steps ahead.

    Source   Bestavros & Belal (1986), "MasterMind, a game of diagnosis strategies", who leave looking L steps
             ahead for future work, in the static game and in the dynamic one, whose codemaker is `Adversary`. The
             judges are the one-step rules of Neuwirth, Irving, Kooi and Knuth; the paper's are "worst_case" (MaxMin)
             and "entropy" (MaxEnt).
    Names    L-step lookahead; pool, the candidates.
    Choices  "The i-th guess is selected from that pool": `candidates_only=True`, at every step. The default, any code
             at every step, is ours: it needs fewer guesses. Guesses that are equal L steps ahead are compared L-1 steps
             ahead, and so on down to 1; then a candidate comes first, then the first in order. At each step only the
             `width` guesses that are best by one step are examined (0: all), and of symmetric guesses only the first.
             The objective "average" adds the costs of the parts, "worst" takes the largest; the last step is left to
             the judge. With the judge "worst_case" and the objective "average", the cost of a part is weighted by its
             size. The part that is solved costs nothing, except that for "most_parts" it counts as a part. A guess
             takes at most about width^(steps-1) * codes² feedbacks. Games in which that is more than 35 billion, about
             five seconds, are refused.
    Known    4x6 by entropy over all guesses: 5722 guesses for one step, 5647 for two; another program finds the same
             (study lookahead). From the pool 5786 for one step, 5666 for two.
    """

    steps: int = 2
    judge: str = "entropy"  # entropy, expected_size, most_parts, worst_case
    width: int = 30  # guesses examined at each step; 0: all
    objective: str = "average"  # or worst
    candidates_only: bool = False  # guess only codes that may be the secret, also at the steps ahead

    def __post_init__(self) -> None:
        if not 1 <= self.steps <= MAX_STEPS:
            raise BlackpegError(f"lookahead(steps={self.steps}): it looks between 1 and {MAX_STEPS} steps ahead")
        if self.width < 0:
            raise BlackpegError(f"lookahead(width={self.width}): a width is a number of guesses to examine, 0 for all")
        for key, choices in (("judge", tuple(JUDGES)), ("objective", OBJECTIVES)):
            word = getattr(self, key)
            if word not in choices:
                near = nearest(str(word), choices)
                raise BlackpegError(f"lookahead has no {key} '{word}'{near} (there are {', '.join(choices)})")
        if self.judge == "most_parts" and self.objective == "worst":
            raise BlackpegError("the judge most_parts counts all parts, so it has no worst case; choose another judge")

    def supports(self, game: Game) -> str | None:
        width = min(self.width or game.size, game.size)
        if width ** (self.steps - 1) * game.size**2 <= MAX_FEEDBACKS:
            return None
        less = "fewer steps or a smaller width" if self.steps > 1 else "entropy or another one-step strategy"
        codes = count_phrase(game.size, "code")
        return f"{game} has {codes}, too many for {self.steps} steps and width {width}; try {less}"

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        game, n = position.game, position.count
        cost, kind, win = JUDGES[self.judge]
        setting = setting_of(position, OneStepRule(cost, kind, self.candidates_only))
        plan = plan_of(
            setting.rule, self.steps, min(self.width or game.size, game.size), self.objective == "worst", win, n
        )
        code, spent = look_ahead(position.columns, *setting, plan)
        compared, again = position.compared, position.compared_again
        return Move(code, evaluations=compared, feedbacks=compared + spent, rescored=again)
