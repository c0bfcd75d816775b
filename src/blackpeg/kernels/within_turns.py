"""Whether every code of a set can be found within a number of guesses, by search in compiled code."""

from __future__ import annotations

import numpy as np

from .feedback import feedback_block
from .jit import compiled
from .lookahead import Plan, look_ahead_of, shortlist, split
from .one_step import Subset, choose
from .symmetry import narrow, narrow_by_history
from .unrefcounted import unrefcounted

MAX_TURNS = 64  # guesses to which a limit is reduced
FIRST, COUNT, GUESS, LISTED = range(4)  # fields of a frame: a set that is searched
ENTER, NEXT_GUESS, NEXT_PART = range(3)  # what to do: begin with a set; try its next guess; go to its next part


def is_solvable_within(columns, history, pool, permutations, rule, turns):
    """Checks whether `turns` more guesses are enough for these candidates after these guesses."""
    plan = Plan(min(turns, MAX_TURNS), pool.columns.shape[1], False, 1, False, np.zeros((1, 1), np.int64))
    block = feedback_block(len(columns))
    return bool(_is_solvable_within(columns.copy(), history, pool, permutations, rule, plan, block))


@compiled
def _is_solvable_within(columns, history, pool, permutations, rule, plan, block):
    ahead = look_ahead_of(columns.shape[1], len(history), pool, permutations, rule, plan, block)
    return search_depth_first(ahead, columns, history)


@compiled
def search_depth_first(ahead, columns, history):
    """Checks whether the candidates can all be found within the plan's steps; guesses with small parts come first."""
    ahead, columns = unrefcounted(ahead), unrefcounted(columns)
    levels, symmetries, steps = ahead.levels, ahead.one_step.symmetries, ahead.plan.steps
    narrow_by_history(symmetries, history)
    pegs, n = columns.shape
    depth, frames, solved = len(history), levels.frames, pegs * (pegs + 1)
    max_codes = np.zeros(steps + 2, np.int64)  # max_codes[turns]: an upper bound on codes found within so many guesses
    max_codes[1] = 1
    for turns in range(2, steps + 1):
        max_codes[turns] = min(1 + (len(ahead.one_step.rule.feedbacks) - 1) * max_codes[turns - 1], 2**40)
    done = np.zeros((steps + 1, solved + 1), np.bool_)  # done[row, f]: is the part of feedback f known to be solvable?
    levels.sets[0] = columns
    frames[0, FIRST], frames[0, COUNT] = 0, n
    row, doing, result = 0, ENTER, False
    while True:
        frame, turns = frames[row], steps - row
        subset = Subset(levels.sets[row], frame[FIRST], frame[COUNT])
        count = subset.size
        if doing == ENTER:
            decided = True
            if count == 1:
                result = turns > 0
            elif turns < 2 or count > max_codes[turns]:
                result = False
            elif count == 2:
                result = True
            elif turns == 2:
                choose(ahead.one_step, subset, depth + row)
                result = separates(ahead, subset, ahead.one_step.workspace.code, row + 1)
            else:
                decided = False
            if not decided:
                frame[LISTED] = shortlist(ahead, subset, depth + row, row)
                frame[GUESS] = -1
                doing = NEXT_GUESS
                continue
            if row == 0:
                return result
            row -= 1
            doing = NEXT_PART if result else NEXT_GUESS
        elif doing == NEXT_GUESS:
            frame[GUESS] += 1
            if frame[GUESS] == frame[LISTED]:
                result = False
                if row == 0:
                    return result
                row -= 1
                continue  # the guess above has failed: try the next there
            code = levels.codes[row, frame[GUESS]]
            split(ahead, subset, code, row + 1)
            ends, largest = levels.ends[row + 1], 0
            for f in range(solved):
                largest = max(largest, ends[f + 1] - ends[f])
                done[row, f] = ends[f + 1] - ends[f] == 0
            if largest <= max_codes[turns - 1] and largest < count:
                narrow(symmetries, code, depth + row)
                doing = NEXT_PART
        else:
            ends, largest, which = levels.ends[row + 1], 0, -1
            for f in range(solved):
                if not done[row, f] and ends[f + 1] - ends[f] > largest:
                    largest, which = ends[f + 1] - ends[f], f
            if which < 0:
                result = True
                if row == 0:
                    return result
                row -= 1
                continue  # the guess is good for this set: go to the next part of the guess above
            done[row, which] = True
            frames[row + 1, FIRST], frames[row + 1, COUNT] = ends[which], largest
            row += 1
            doing = ENTER


@compiled
def separates(ahead, subset, code, row):
    """Checks whether all codes of the set give different feedback to this guess; `row` is working memory."""
    split(ahead, subset, code, row)
    ends = ahead.levels.ends[row]
    largest = 0
    for f in range(len(ends) - 1):
        largest = max(largest, ends[f + 1] - ends[f])
    return largest < 2
