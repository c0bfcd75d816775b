"""Imported once by the process that workers are forked from: they begin with the kernels loaded.

Right after installation nothing is compiled yet; then workers begin at once, and compile what they are asked for.
"""

from .jobs import answered, hint, mark, next_guess, review

done = mark()
if done is not None and done.exists():
    next_guess("3x4", [("112", "1b1w")], "entropy", 3, 0)
    answered("3x4", [("112", "1b1w")], "adversary", "134")
    review("3x4", "143", [("112", "1b0w"), ("143", "3b0w")], 0)
    hint("3x4", [("112", "1b1w")], None, "guess")
