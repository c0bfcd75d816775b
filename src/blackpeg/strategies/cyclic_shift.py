"""Play one code of many colors and its shifts to the left until the cycle is complete; then deduce the secret."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..errors import BlackpegError, nearest
from ..evolve import refuse_impossible
from ..game import Code, Codes, Game
from ..information.first_guesses import first_guess_1234
from ..players import Strategy
from ..position import Move, Position

RINGS = PEGS, COLORS = ("pegs", "colors")
ENDS = CYCLE, KNOWN = ("cycle", "known")


@dataclass(frozen=True)
class CyclicShift(Strategy):
    """Play 1234... and its shifts to the left, whatever they tell, until the cycle is complete; then candidates.

    Source   Merelo-Guervós, Castillo & Rivas (2006), "Finding a needle in a haystack using hints and evolutionary
             computation: the case of evolutionary MasterMind", section 2, as an example of strategies that are not
             consistent: "play a combination with all possible colors in the first place, then shift it left, until a
             cycle has been completed. After a group of 'non-optimal' combinations has been played, the correct
             solution is deduced analytically."
    Names    strategically optimal play, in that paper's words.
    Choices  "All possible colors" are "colors from 1 to L", as many as there are pegs, where the paper explains first
             guesses. So 1234 is followed by 2341, 3412 and 4123 (`ring="pegs"`); these have the same colors, and tell
             nothing of the others. With `ring="colors"` all colors of the game move past the pegs: 1234, 2345, 3456,
             4561, 5612, 6123. To deduce is to play the first candidate in order, again if it is not the secret. The
             cycle is completed even if one candidate is left; `until="known"` then plays it.
    Known    "Guaranteed to find the solution in a fixed amount of guesses; the problem is that usually that number is
             higher than the optimal one": 4x6 takes 6.556 guesses on average and 9 at most, `ring="colors"` 7.154 and
             9, and 5.966 with `until="known"`; the number is not fixed, since several candidates may be left.
    """

    ring: str = PEGS  # what is shifted: the pegs of the code, or "colors", the row of all colors past the pegs
    until: str = CYCLE  # the end of the shifts: the complete cycle, or "known", one candidate left

    def __post_init__(self) -> None:
        for key, choices in (("ring", RINGS), ("until", ENDS)):
            word = getattr(self, key)
            if word not in choices:
                near = nearest(word, choices)
                raise BlackpegError(f"cyclic_shift has no {key} '{word}'{near} (there are {', '.join(choices)})")

    def guess(self, position: Position, rng: np.random.Generator) -> Code | Move:
        refuse_impossible(position)
        if self.until == CYCLE or position.count_or_none != 1:
            played = {turn.guess.tobytes() for turn in position.history}
            for code in self.cycle(position.game):
                if code.tobytes() not in played:
                    return code
        compared = position.compared
        return Move(position.least(), evaluations=compared, feedbacks=compared, rescored=position.compared_again)

    def cycle(self, game: Game) -> Codes:
        """Returns the first code and its shifts, a row for each, in the order in which they are played."""
        if self.ring == COLORS:
            return ((np.arange(game.colors)[:, None] + np.arange(game.pegs)) % game.colors).astype(np.uint8)
        return np.array([np.roll(first_guess_1234(game), -k) for k in range(game.pegs)], np.uint8)
