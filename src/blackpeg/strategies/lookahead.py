"""Several steps ahead: the guess after which, best guesses following, least remains to be told.

After one step a guess costs what the judge says of its parts. After more steps it costs what its parts cost
when the best guess is made in each, after one step less; a part that is the broken code costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import BlackpegError, nearest
from ..game import Game
from ..information.one_step import OneStepRule, setting_of
from ..information.part_sizes import minus_one, missing_bits, size, square
from ..kernels import LARGEST, SUM
from ..kernels.lookahead import look_ahead, plan_of
from ..players import Strategy
from ..position import Move, Position

# by name: what a part costs, whether all parts count or the largest, and what the broken code costs
JUDGES: dict[str, tuple[Any, int, int]] = {
    "entropy": (missing_bits, SUM, 0),
    "expected_size": (square, SUM, 0),
    "most_parts": (minus_one, SUM, -1),
    "worst_case": (size, LARGEST, 0),
}
OBJECTIVES = ("average", "worst")
MOST_STEPS = 9
BUDGET = 35_000_000_000  # feedbacks that a guess may take at most, as `supports` reckons: about five seconds


@dataclass(frozen=True)
class Lookahead(Strategy):
    """The guess that is best after several steps.

    Source   Bestavros & Belal (1986), "MasterMind, a game of diagnosis strategies", who leave looking L steps
             ahead for future work. The judges are Neuwirth's, Irving's, Kooi's and Knuth's one-step rules.
    Names    L-step lookahead.
    Choices  Guesses that are equal after L steps compare after L-1, and so on down to 1; then a candidate, then
             the smallest. At each step the `width` guesses that are best by one step are looked into, 0 being
             all; of guesses that are alike only the smallest. The objective "average" adds up what the answers
             lead to, "worst" takes the largest; the judge decides the last step in its own way. The worst
             case, averaged, counts once for every code of a part. The broken code costs nothing; for
             most_parts it is a part like others.
             Budget: a guess takes at most about width^(steps-1) * codes² feedbacks, and sizes where that is
             more than 35 billion, some five seconds, are refused.
    Known    4x6 by entropy, all guesses: 5722 after one step, 5647 after two, and so it is here; 5949 after
             two if equal guesses do not compare after one. Three steps give 5647 again.
    """

    steps: int = 2
    judge: str = "entropy"  # entropy, expected_size, most_parts, worst_case
    width: int = 30  # guesses looked into at each step; 0: all
    objective: str = "average"  # or worst

    def __post_init__(self) -> None:
        if not 1 <= self.steps <= MOST_STEPS:
            raise BlackpegError(f"lookahead(steps={self.steps}): it looks between 1 and {MOST_STEPS} steps ahead")
        if self.width < 0:
            raise BlackpegError(f"lookahead(width={self.width}): a width is how many guesses to look into, 0 for all")
        for key, choices in (("judge", tuple(JUDGES)), ("objective", OBJECTIVES)):
            word = getattr(self, key)
            if word not in choices:
                near = nearest(str(word), choices)
                raise BlackpegError(f"lookahead has no {key} '{word}'{near} (there are {', '.join(choices)})")
        if self.judge == "most_parts" and self.objective == "worst":
            raise BlackpegError("most_parts counts all answers, so it has no worst case; another judge has")

    def supports(self, game: Game) -> str | None:
        wide = min(self.width or game.size, game.size)
        if wide ** (self.steps - 1) * game.size**2 <= BUDGET:
            return None
        less = "fewer steps or a smaller width" if self.steps > 1 else "entropy or another strategy of one step"
        return f"{game} has {game.size:,} codes, too many for {self.steps} steps and width {wide}; {less} may do"

    def guess(self, position: Position, rng: np.random.Generator) -> Move:
        game, n = position.game, position.count
        cost, kind, win = JUDGES[self.judge]
        setting = setting_of(position, OneStepRule(cost, kind))
        plan = plan_of(
            setting.rule, self.steps, min(self.width or game.size, game.size), self.objective == "worst", win, n
        )
        code, spent = look_ahead(position.columns, *setting, plan)
        return Move(code, evaluations=position.compared, feedbacks=position.compared + spent)
