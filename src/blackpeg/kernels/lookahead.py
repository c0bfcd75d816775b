"""Several steps ahead, in compiled code: what a guess costs when the best guesses follow it.

After one step a guess costs what its parts cost by a rule, as in `one_step`. After more steps it costs what its parts
cost when the best guess is made in each, after one step less: their sum, or the largest. A part that is the solved
code costs `win`. Only the guesses that are best by one step, a shortlist, are followed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .feedback import feedback_block, feedbacks_into, sizes_into
from .jit import compiled, unrefcounted
from .one_step import (
    LARGEST,
    MAX_GRID_ROWS,
    MAX_WORD_PEGS,
    WORST_SCORE,
    OneStep,
    Subset,
    choose,
    fill_grid,
    list_promising,
    one_step_of,
    parts_to_beat,
    prepare,
    take_score,
)
from .symmetry import in_order, is_representative, narrow, narrow_by_history

GUESS, FIRST, COUNT, LIMIT, TOTAL, FEEDBACK, BEST, LISTED, FRAME_FIELDS = range(9)  # of a guess that is followed
ENTER, NEXT_PART, NEXT_GUESS = range(3)  # what to do: split the set; go to its next part; try the next guess there


class Plan(NamedTuple):
    """How costs add up over several steps."""

    steps: int
    width: int  # guesses on a shortlist
    worst: bool  # does the largest part count, or the sum?
    win: int  # what the solved code costs
    weighted: bool  # does the cost by the rule count once for every code of a part?
    least: Any  # least[steps, n]: a lower bound on the cost of any n codes


class Levels(NamedTuple):
    """Working memory, a row for each step."""

    sets: Any  # candidates, sorted by their feedback to the guess of the row above
    feedbacks: Any  # of the candidates, to that guess
    ends: Any  # ends[f + 1]: where the part of feedback f ends
    keys: Any  # of the guesses on the shortlist: twice the score by one step, plus one if it is no candidate
    numbers: Any  # of the guesses on the shortlist: candidates first, then the codes of the pool
    codes: Any  # the shortlist itself
    frames: Any  # where the search stands; one row more
    computed: Any  # computed[0]: how many feedbacks were computed


class LookAhead(NamedTuple):
    """Everything that a search over several steps needs besides the candidates."""

    one_step: OneStep
    plan: Plan
    levels: Levels


def plan_of(rule, steps, width, worst, win, max_codes):
    """The plan for sets of up to `max_codes` codes."""
    feedbacks, n = len(rule.feedbacks), np.arange(max_codes + 1)
    weighted = rule.kind == LARGEST and not worst
    least = np.zeros((steps + 1, max_codes + 1), np.int64)
    least[0] = rule.cost[: max_codes + 1]
    for step in range(1, steps + 1):
        reach = np.minimum(np.maximum(n, 1), min(max_codes, feedbacks**step) if max_codes else 1)
        small, larger = n // reach, n % reach
        if rule.kind == LARGEST:
            before = np.minimum(np.maximum(n, 1), max(1, min(max_codes, feedbacks ** (step - 1))))
            share = -(-n // before)  # codes in the largest part before the last guess
            if worst:
                least[step] = np.where(share > 1, rule.cost[-(-share // feedbacks)], win)
            else:
                least[step] = np.where(n > reach, np.maximum(0, n * n // reach - reach * feedbacks), 0)
        elif worst:
            before = np.minimum(np.maximum(n, 1), max(1, min(max_codes, feedbacks ** (step - 1))))
            share = -(-n // before)
            parts = np.minimum(np.maximum(share, 1), feedbacks)
            least[step] = _equal_cost(rule.cost, share // parts, share % parts, parts) - parts * (rule.cost[1] - win)
        else:
            least[step] = _equal_cost(rule.cost, small, larger, reach) - reach * (rule.cost[1] - win)
    return Plan(steps, width, worst, win, weighted, least)


def _equal_cost(cost, small, larger, parts):
    """The summed cost of `parts` parts of equal size: `larger` of them have one code more than `small`."""
    return larger * cost[small + (larger > 0)] + (parts - larger) * cost[small]


@compiled
def look_ahead_of(n, depth, pool, permutations, rule, plan, block):
    """Everything to look ahead from up to `n` candidates after `depth` guesses."""
    pegs, rows, width = len(pool.columns), plan.steps + 1, plan.width
    levels = Levels(
        np.zeros((rows, pegs, n), np.uint8),
        np.zeros((rows, n), np.uint16),
        np.zeros((rows, pegs * (pegs + 1) + 2), np.int64),
        np.zeros((rows, width), np.int64),
        np.zeros((rows, width), np.int64),
        np.zeros((rows, width, pegs), np.uint8),
        np.zeros((rows + 1, FRAME_FIELDS), np.int64),
        np.zeros(1, np.int64),
    )
    return LookAhead(one_step_of(n, pool, permutations, rule, depth + plan.steps + 2, block), plan, levels)


@compiled
def shortlist(ahead, subset, depth, row):
    """Put the guesses that are best by one step into a row of the levels, best first; return how many there are.

    A candidate to which all candidates give different feedback is best at any number of steps, and then the only one.
    """
    search, levels, width = ahead.one_step, ahead.levels, ahead.plan.width
    columns, first, n = subset.columns, subset.first, subset.size
    pegs = len(columns)
    table = prepare(search, subset, depth)
    rule, symmetries, colors = search.rule, search.symmetries, search.workspace.colors
    all_feedbacks, cost, kind = rule.feedbacks, rule.cost, rule.kind
    sizes, block, grid = search.workspace.sizes, search.workspace.feedbacks, search.workspace.grid
    probes, weight = search.workspace.probes, pegs if rule.whites else pegs + 1
    keys, numbers, codes = levels.keys[row], levels.numbers[row], levels.codes[row]
    solved = pegs * (pegs + 1)
    listed, computed = 0, 0
    for i in range(n):
        if not is_representative(columns, first + i, depth, colors, symmetries):
            continue
        sizes_into(sizes, block, table, n, probes, i, weight, all_feedbacks)
        computed += n
        if n <= len(all_feedbacks):
            parts = 0
            for r in range(len(all_feedbacks)):
                parts += sizes[all_feedbacks[r]] > 0
            if parts == n:
                take_score(sizes, all_feedbacks, kind, cost)
                for p in range(pegs):
                    codes[0, p] = columns[p, first + i]
                levels.computed[0] += computed
                return 1
        listed = insert(keys, numbers, listed, width, 2 * take_score(sizes, all_feedbacks, kind, cost), i)
    if rule.any_code:
        by_grid = n <= MAX_GRID_ROWS and pegs <= MAX_WORD_PEGS
        max_parts = min(n, len(all_feedbacks))
        last = keys[width - 1] >> 1 if listed == width else WORST_SCORE
        need = parts_to_beat(last, n, len(all_feedbacks), kind, cost)
        pool_columns, pool_table, pool_probes = search.pool.columns, search.pool.table, search.pool.probes
        blocks, prefix = search.pool.blocks, search.pool.prefix
        scores, promising = search.workspace.scores, search.workspace.promising
        for b in range(len(blocks) - 1):
            start, stop = blocks[b], blocks[b + 1]
            if need > max_parts:
                break
            if not in_order(pool_columns, start, prefix, colors.kinds, colors.repeats):
                continue
            tried = stop - start
            if by_grid:
                fill_grid(grid, n, pool_table, start, stop, probes, weight)
                computed += n * tried
                tried = list_promising(search.workspace, n, tried, pegs, need)
            for k in range(tried):
                g = start + (np.int64(promising[k]) if by_grid else k)
                if by_grid and scores[g - start] < need:  # that has risen since
                    continue
                if not is_representative(pool_columns, g, depth, colors, symmetries):
                    continue
                if by_grid:
                    for i in range(n):
                        sizes[grid[i, g - start]] += 1
                else:
                    sizes_into(sizes, block, table, n, pool_probes, g, weight, all_feedbacks)
                    computed += n
                candidate = sizes[solved] > 0
                score = take_score(sizes, all_feedbacks, kind, cost)
                if candidate:
                    continue
                listed = insert(keys, numbers, listed, width, 2 * score + 1, n + g)
                last = keys[width - 1] >> 1 if listed == width else WORST_SCORE
                need = parts_to_beat(last, n, len(all_feedbacks), kind, cost)
    for k in range(listed):
        for p in range(pegs):
            codes[k, p] = columns[p, first + numbers[k]] if numbers[k] < n else search.pool.columns[p, numbers[k] - n]
    levels.computed[0] += computed
    return listed


@compiled
def insert(keys, numbers, listed, width, key, number):
    """Insert a guess after all whose key is not greater, into a list of at most `width`; return its length."""
    if listed == width:
        if key >= keys[width - 1]:
            return listed
    else:
        listed += 1
    k = listed - 1
    while k > 0 and keys[k - 1] > key:
        keys[k], numbers[k] = keys[k - 1], numbers[k - 1]
        k -= 1
    keys[k], numbers[k] = key, number
    return listed


@compiled
def split(ahead, subset, code, row):
    """Sort a set by its feedback to a guess into a row of the levels; the part of feedback f ends at ends[f + 1]."""
    columns, first, n = subset.columns, subset.first, subset.size
    given, ends, parts = ahead.levels.feedbacks[row], ahead.levels.ends[row], ahead.levels.sets[row]
    feedbacks_into(given, columns, first, n, code, ahead.one_step.rule.whites)
    ahead.levels.computed[0] += n
    for f in range(len(ends)):
        ends[f] = 0
    for i in range(n):
        ends[given[i] + 1] += 1
    for f in range(len(ends) - 1):
        ends[f + 1] += ends[f]
    for f in range(len(ends) - 1, 0, -1):
        ends[f] = ends[f - 1]  # for now the start of part f is at f + 1
    for i in range(n):
        to = ends[given[i] + 1]
        ends[given[i] + 1] += 1
        for p in range(len(columns)):
            parts[p, to] = columns[p, first + i]
    ends[0] = 0


@compiled
def cost_after_one_step(ahead, subset, depth, row):
    """What a set costs after one step with the best guess; `row` of the levels is working memory."""
    columns, first, n = subset.columns, subset.first, subset.size
    rule, plan, levels = ahead.one_step.rule, ahead.plan, ahead.levels
    levels.computed[0] += choose(ahead.one_step, subset, depth)
    given, ends = levels.feedbacks[row], levels.ends[row]
    feedbacks_into(given, columns, first, n, ahead.one_step.workspace.code, rule.whites)
    for f in range(len(ends)):
        ends[f] = 0
    for i in range(n):
        ends[given[i]] += 1
    total, solved = np.int64(0), len(ends) - 2
    for f in range(solved + 1):
        if ends[f]:
            own = plan.win if f == solved else rule.cost[ends[f]]
            total = max(total, own) if rule.kind == LARGEST else total + own
    return total * n if plan.weighted else total


@compiled
def cost_of_guess(ahead, n, depth, steps, limit):
    """What the guess of row 1 costs after `steps` steps; something above `limit` if that is more than the limit.

    The set is that of row 0. A row down is a guess deeper: there, guesses are tried one after the other in one part
    after the other. Written as a loop, since Numba can't cache compiled functions that call themselves.
    """
    plan, levels = ahead.plan, ahead.levels
    worst, win, least, frames = plan.worst, plan.win, plan.least, levels.frames
    solved = len(levels.ends[0]) - 2
    row, doing = 1, ENTER
    frames[1, FIRST], frames[1, COUNT], frames[1, LIMIT] = 0, n, limit
    while True:
        frame, ends, sets = frames[row], levels.ends[row], levels.sets[row]
        below = steps - row
        if doing == ENTER:
            code = levels.codes[row - 1, frame[GUESS]]
            split(ahead, Subset(levels.sets[row - 1], frame[FIRST], frame[COUNT]), code, row)
            narrow(ahead.one_step.symmetries, code, depth + row - 1)
            total = np.int64(0)
            for f in range(solved + 1):
                size = ends[f + 1] - ends[f]
                if size:
                    own = win if f == solved or size == 1 else least[below, size]
                    total = max(total, own) if worst else total + own
            frame[TOTAL], frame[FEEDBACK] = total, -1
            doing = NEXT_PART
        elif doing == NEXT_PART:
            frame[FEEDBACK] += 1
            f = frame[FEEDBACK]
            size = ends[f + 1] - ends[f]
            if f == solved or frame[TOTAL] > frame[LIMIT]:
                if row == 1:
                    return frame[TOTAL]
                row -= 1
                above = frames[row]
                above[BEST] = min(above[BEST], frame[TOTAL])
                doing = NEXT_GUESS
            elif size > 1 and below == 1:
                best = cost_after_one_step(ahead, Subset(sets, ends[f], size), depth + row, row + 1)
                frame[TOTAL] = max(frame[TOTAL], best) if worst else frame[TOTAL] + best - least[below, size]
            elif size > 1:
                spare = frame[LIMIT] if worst else frame[LIMIT] - frame[TOTAL] + least[below, size]
                frame[BEST] = spare + 1
                frame[LISTED] = shortlist(ahead, Subset(sets, ends[f], size), depth + row, row)
                frames[row + 1, GUESS] = -1
                doing = NEXT_GUESS
        else:
            f = frame[FEEDBACK]
            size = ends[f + 1] - ends[f]
            deeper, bound = frames[row + 1], least[below, size]
            deeper[GUESS] += 1
            if deeper[GUESS] < frame[LISTED] and frame[BEST] > bound:
                deeper[FIRST], deeper[COUNT], deeper[LIMIT] = ends[f], size, frame[BEST] - 1
                row += 1
                doing = ENTER
            else:
                frame[TOTAL] = max(frame[TOTAL], frame[BEST]) if worst else frame[TOTAL] + frame[BEST] - bound
                doing = NEXT_PART


def look_ahead(columns, history, pool, permutations, rule, plan):
    """The best guess for these candidates after these guesses, and how many feedbacks were computed."""
    block = feedback_block(len(columns))
    code, computed = _look_ahead(columns.copy(), history, pool, permutations, rule, plan, block)
    return code, int(computed)


@compiled
def _look_ahead(columns, history, pool, permutations, rule, plan, block):
    ahead = look_ahead_of(columns.shape[1], len(history), pool, permutations, rule, plan, block)
    choose_ahead(ahead, columns, history)
    return ahead.one_step.workspace.code, ahead.levels.computed[0]


@compiled
def choose_ahead(ahead, columns, history):
    """Write the guess that is best after all steps into the workspace; equal ones compare after one step less."""
    ahead, columns = unrefcounted(ahead), unrefcounted(columns)
    narrow_by_history(ahead.one_step.symmetries, history)
    plan, levels, code = ahead.plan, ahead.levels, ahead.one_step.workspace.code
    pegs, n = columns.shape
    depth, steps, subset = len(history), plan.steps, Subset(columns, np.int64(0), n)
    if n <= 2 or steps == 1:
        levels.computed[0] += choose(ahead.one_step, subset, depth)
        return
    for p in range(pegs):
        for i in range(n):
            levels.sets[0, p, i] = columns[p, i]
    listed = shortlist(ahead, subset, depth, 0)
    best, own, chosen = np.full(steps + 1, WORST_SCORE), np.full(steps + 1, WORST_SCORE), 0
    for k in range(listed if listed > 1 else 0):
        better = False
        for s in range(steps, 1, -1):
            levels.frames[1, GUESS] = k
            own[s] = cost_of_guess(ahead, n, depth, s, WORST_SCORE if better else best[s])
            if not better and own[s] > best[s]:
                break
            better = better or own[s] < best[s]
        if better:
            chosen, perfect = k, True
            for s in range(2, steps + 1):
                best[s] = own[s]
                perfect = perfect and best[s] <= plan.least[s, n]
            if perfect:
                break
    for p in range(pegs):
        code[p] = levels.codes[0, chosen, p]


def least_costs(columns, history, pool, permutations, rule, plan):
    """What these candidates cost after 0, 1, 2 … steps with the best guesses."""
    block = feedback_block(len(columns))
    return _least_costs(columns.copy(), history, pool, permutations, rule, plan, block)


@compiled
def _least_costs(columns, history, pool, permutations, rule, plan, block):
    ahead = look_ahead_of(columns.shape[1], len(history), pool, permutations, rule, plan, block)
    return costs_ahead(ahead, columns, history)


@compiled
def costs_ahead(ahead, columns, history):
    """What the candidates cost after 0, 1, 2 … steps with the best guesses."""
    ahead, columns = unrefcounted(ahead), unrefcounted(columns)
    narrow_by_history(ahead.one_step.symmetries, history)
    plan, levels, n = ahead.plan, ahead.levels, columns.shape[1]
    depth, costs, subset = len(history), np.full(plan.steps + 1, plan.win), Subset(columns, np.int64(0), n)
    costs[0] = ahead.one_step.rule.cost[n]
    if n == 1:
        return costs
    if plan.steps > 0:
        costs[1] = cost_after_one_step(ahead, subset, depth, 0)
    if plan.steps < 2:
        return costs
    levels.sets[0] = columns
    listed = shortlist(ahead, subset, depth, 0)
    for s in range(2, plan.steps + 1):
        costs[s] = WORST_SCORE
        for k in range(listed):
            levels.frames[1, GUESS] = k
            costs[s] = min(costs[s], cost_of_guess(ahead, n, depth, s, costs[s] - 1))
            if costs[s] <= plan.least[s, n]:
                break
    return costs
