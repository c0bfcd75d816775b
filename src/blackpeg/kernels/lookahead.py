"""Several steps ahead, in compiled code: what a guess costs when the best guesses follow it.

After one step a guess costs what its parts cost by a rule, as in `partition`. After more it costs what its
parts cost when the best guess is made in each, after one step less: their sum, or the largest. The code that
is broken costs `win`. Only the guesses that are best by one step are looked into.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .feedback import feedbacks_into, probes_into, sizes_into, table_into
from .jit import compiled
from .one_step import FEW, FEW_PEGS, LARGEST, NEVER, choose, desk_of, parts_to_beat, take_score
from .simd import LANES, answers_into, ones
from .symmetry import ABSENT, PLAIN, UNTRIED, in_order, is_least, narrow, renamings, sort_colors

GUESS, FIRST, COUNT, MOST, TOTAL, ANSWER, BEST, HELD, FRAME = range(9)  # of a guess being looked into
ENTER, NEXT, TRY = range(3)  # split the set; go to the next part; go to the next guess in it


class Plan(NamedTuple):
    """How costs add up over several steps."""

    steps: int
    width: int  # guesses that are looked into
    worst: bool  # does the largest part count, or the sum?
    win: int  # what the broken code costs
    weighted: bool  # is the cost by the rule taken once for every code of a part?
    least: Any  # least[steps, n]: no n codes cost less


class Room(NamedTuple):
    """Room to work in, a row a step."""

    sets: Any  # candidates, sorted by their answer to the guess of the row above
    told: Any
    ends: Any  # where the part of each answer ends
    keys: Any  # what the guesses of a shortlist cost by one step
    which: Any
    codes: Any  # the shortlist
    frames: Any  # where a search stands
    spent: Any  # spent[0]: feedbacks computed


def plan_of(rule, steps, width, worst, win, most):
    """The plan for sets of up to `most` codes."""
    answers, n = len(rule.answers), np.arange(most + 1)
    weighted = rule.kind == LARGEST and not worst
    least = np.zeros((steps + 1, most + 1), np.int64)
    least[0] = rule.cost[: most + 1]
    for step in range(1, steps + 1):
        reach = np.minimum(np.maximum(n, 1), min(most, answers**step) if most else 1)
        small, larger = n // reach, n % reach
        if rule.kind == LARGEST:
            before = np.minimum(np.maximum(n, 1), max(1, min(most, answers ** (step - 1))))
            share = -(-n // before)  # codes in the largest part before the last guess
            if worst:
                least[step] = np.where(share > 1, rule.cost[-(-share // answers)], win)
            else:
                least[step] = np.where(n > reach, np.maximum(0, n * n // reach - reach * answers), 0)
        elif worst:
            before = np.minimum(np.maximum(n, 1), max(1, min(most, answers ** (step - 1))))
            share = -(-n // before)
            parts = np.minimum(np.maximum(share, 1), answers)
            least[step] = _equal(rule.cost, share // parts, share % parts, parts) - parts * (rule.cost[1] - win)
        else:
            least[step] = _equal(rule.cost, small, larger, reach) - reach * (rule.cost[1] - win)
    return Plan(steps, width, worst, win, weighted, least)


def _equal(cost, small, larger, parts):
    """What parts cost that are as equal as can be."""
    return larger * cost[small + (larger > 0)] + (parts - larger) * cost[small]


def room_of(pegs, n, plan):
    rows, width = plan.steps + 1, plan.width
    return Room(
        np.zeros((rows, pegs, n), np.uint8),
        np.zeros((rows, n), np.uint16),
        np.zeros((rows, pegs * (pegs + 1) + 2), np.int64),
        np.zeros((rows, width), np.int64),
        np.zeros((rows, width), np.int64),
        np.zeros((rows, width, pegs), np.uint8),
        np.zeros((rows + 1, FRAME), np.int64),
        np.zeros(1, np.int64),
    )


@compiled
def shortlist(columns, first, n, depth, pool, rule, alike, desk, room, row, width):
    """Put into row `row` the guesses that are best by one step, best first; how many there are.

    A candidate that tells all others apart is best at any number of steps, and then the only one.
    """
    pegs, colors = len(columns), rule.colors
    answers, cost, kind, repeats = rule.answers, rule.cost, rule.kind, rule.repeats
    sizes, heard, grid = desk.sizes, desk.heard, desk.grid
    kinds, palette, names = desk.kinds, desk.palette, desk.names
    keys, which, codes = room.keys[row], room.which[row], room.codes[row]
    solved = pegs * (pegs + 1)
    weight = pegs if rule.whites else pegs + 1
    padded = (n + LANES - 1) // LANES * LANES
    table, probes = desk.table[: (pegs + colors) * padded].reshape(pegs + colors, padded), desk.probes
    table_into(table, columns, first, n)
    probes_into(probes, columns, first, n, rule.whites)
    for c in range(colors):
        kinds[c] = ABSENT
        for i in range(n):
            if table[pegs + c, i]:
                kinds[c] = PLAIN if alike.tried[depth, c] else UNTRIED
                break
    sort_colors(kinds, palette)
    symmetric = alike.alive[depth] > 1
    held, spent = 0, 0
    for i in range(n):
        if not in_order(columns, first + i, pegs, kinds, repeats):
            continue
        if symmetric and not is_least(columns, first + i, depth, kinds, palette, names, repeats, alike):
            continue
        sizes_into(sizes, heard, table, n, probes, i, weight)
        spent += n
        if n <= len(answers):
            parts = 0
            for r in range(len(answers)):
                f = 4 * answers[r]
                parts += (sizes[f] + sizes[f + 1] + sizes[f + 2] + sizes[f + 3]) > 0
            if parts == n:
                take_score(sizes, answers, kind, cost)
                for p in range(pegs):
                    codes[0, p] = columns[p, first + i]
                room.spent[0] += spent
                return 1
        held = insert(keys, which, held, width, 2 * take_score(sizes, answers, kind, cost), i)
    if rule.any_code:
        few = n <= FEW and pegs <= FEW_PEGS
        most = np.uint64(min(n, len(answers)))
        last = keys[width - 1] >> 1 if held == width else NEVER
        need = np.uint64(parts_to_beat(last, n, len(answers), kind, cost))
        pool_columns, pool_table, pool_probes, blocks = pool.columns, pool.table, pool.probes, pool.blocks
        won = np.uint64(1) << np.uint64(solved) if few else np.uint64(0)
        for b in range(len(blocks) - 1):
            start, stop = blocks[b], blocks[b + 1]
            if need > most:
                break
            if not in_order(pool_columns, start, pool.prefix, kinds, repeats):
                continue
            if few:
                for i in range(n):
                    answers_into(grid[i], pool_table, start, stop - start, probes, i, weight)
                spent += n * (stop - start)
            for g in range(start, stop):
                if few:
                    told = np.uint64(0)
                    for i in range(n):
                        told |= np.uint64(1) << np.uint64(grid[i, g - start])
                    if ones(told) < need or told & won:
                        continue
                if not in_order(pool_columns, g, pegs, kinds, repeats):
                    continue
                if symmetric and not is_least(pool_columns, g, depth, kinds, palette, names, repeats, alike):
                    continue
                if few:
                    for i in range(n):
                        sizes[4 * np.int64(grid[i, g - start])] += 1
                else:
                    sizes_into(sizes, heard, table, n, pool_probes, g, weight)
                    spent += n
                f = 4 * solved
                candidate = (sizes[f] + sizes[f + 1] + sizes[f + 2] + sizes[f + 3]) > 0
                score = take_score(sizes, answers, kind, cost)
                if candidate:
                    continue
                held = insert(keys, which, held, width, 2 * score + 1, n + g)
                last = keys[width - 1] >> 1 if held == width else NEVER
                need = np.uint64(parts_to_beat(last, n, len(answers), kind, cost))
    for k in range(held):
        for p in range(pegs):
            codes[k, p] = columns[p, first + which[k]] if which[k] < n else pool.columns[p, which[k] - n]
    room.spent[0] += spent
    return held


@compiled
def insert(keys, which, held, width, key, one):
    """Put `one` behind all that are not worse; how many are held."""
    if held == width:
        if key >= keys[width - 1]:
            return held
    else:
        held += 1
    k = held - 1
    while k > 0 and keys[k - 1] > key:
        keys[k], which[k] = keys[k - 1], which[k - 1]
        k -= 1
    keys[k], which[k] = key, one
    return held


@compiled
def split(columns, first, n, code, whites, room, row):
    """Sort a set by its answers to a guess, into `row`; the part of answer f ends at ends[f + 1]."""
    told, ends, sorted_ = room.told[row], room.ends[row], room.sets[row]
    feedbacks_into(told, columns, first, n, code, whites)
    room.spent[0] += n
    for f in range(len(ends)):
        ends[f] = 0
    for i in range(n):
        ends[told[i] + 1] += 1
    for f in range(len(ends) - 1):
        ends[f + 1] += ends[f]
    for f in range(len(ends) - 1, 0, -1):
        ends[f] = ends[f - 1]  # for now the start of part f is at f + 1
    for i in range(n):
        to = ends[told[i] + 1]
        ends[told[i] + 1] += 1
        for p in range(len(columns)):
            sorted_[p, to] = columns[p, first + i]
    ends[0] = 0


@compiled
def best_by_rule(columns, first, n, depth, pool, rule, alike, desk, room, row, plan):
    """What a set costs after one step, the best guess made."""
    room.spent[0] += choose(columns, first, n, depth, pool, rule, alike, desk)
    told, ends = room.told[row], room.ends[row]
    feedbacks_into(told, columns, first, n, desk.code, rule.whites)
    for f in range(len(ends)):
        ends[f] = 0
    for i in range(n):
        ends[told[i]] += 1
    total, solved = np.int64(0), len(ends) - 2
    for f in range(solved + 1):
        if ends[f]:
            own = plan.win if f == solved else rule.cost[ends[f]]
            total = max(total, own) if rule.kind == LARGEST else total + own
    return total * n if plan.weighted else total


@compiled
def cost_of(n, depth, steps, most, pool, rule, alike, desk, room, plan):
    """What the guess of row 1 costs after `steps` steps; something above `most` where that is more.

    The set is that of row 0. A row down is a guess deeper: there, guesses are tried one after the other in one
    part after the other. Written as a loop, since compiled functions that call themselves can't be kept on disk.
    """
    worst, win, frames = plan.worst, plan.win, room.frames
    solved = len(room.ends[0]) - 2
    row, doing = 1, ENTER
    frames[1, FIRST], frames[1, COUNT], frames[1, MOST] = 0, n, most
    while True:
        frame, ends, sets = frames[row], room.ends[row], room.sets[row]
        below = steps - row
        if doing == ENTER:
            code = room.codes[row - 1, frame[GUESS]]
            split(room.sets[row - 1], frame[FIRST], frame[COUNT], code, rule.whites, room, row)
            narrow(alike, code, depth + row - 1)
            total = np.int64(0)
            for f in range(solved + 1):
                size = ends[f + 1] - ends[f]
                if size:
                    own = win if f == solved or size == 1 else plan.least[below, size]
                    total = max(total, own) if worst else total + own
            frame[TOTAL], frame[ANSWER] = total, -1
            doing = NEXT
        elif doing == NEXT:
            frame[ANSWER] += 1
            f = frame[ANSWER]
            size = ends[f + 1] - ends[f]
            if f == solved or frame[TOTAL] > frame[MOST]:
                if row == 1:
                    return frame[TOTAL]
                row -= 1
                above = frames[row]
                above[BEST] = min(above[BEST], frame[TOTAL])
                doing = TRY
            elif size > 1 and below == 1:
                best = best_by_rule(sets, ends[f], size, depth + row, pool, rule, alike, desk, room, row + 1, plan)
                frame[TOTAL] = max(frame[TOTAL], best) if worst else frame[TOTAL] + best - plan.least[below, size]
            elif size > 1:
                limit = frame[MOST] if worst else frame[MOST] - frame[TOTAL] + plan.least[below, size]
                frame[BEST] = limit + 1
                held = shortlist(sets, ends[f], size, depth + row, pool, rule, alike, desk, room, row, plan.width)
                frame[HELD], frames[row + 1, GUESS] = held, -1
                doing = TRY
        else:
            f = frame[ANSWER]
            size = ends[f + 1] - ends[f]
            deeper, least = frames[row + 1], plan.least[below, size]
            deeper[GUESS] += 1
            if deeper[GUESS] < frame[HELD] and frame[BEST] > least:
                deeper[FIRST], deeper[COUNT], deeper[MOST] = ends[f], size, frame[BEST] - 1
                row += 1
                doing = ENTER
            else:
                frame[TOTAL] = max(frame[TOTAL], frame[BEST]) if worst else frame[TOTAL] + frame[BEST] - least
                doing = NEXT


@compiled
def look(columns, history, pool, rule, alike, desk, room, plan):
    """Put on the desk the guess that is best after all steps; of equal ones, after one step less, and so on."""
    pegs, n = columns.shape
    for depth in range(len(history)):
        narrow(alike, history[depth], depth)
    depth, steps = len(history), plan.steps
    if n <= 2 or steps == 1:
        room.spent[0] += choose(columns, 0, n, depth, pool, rule, alike, desk)
        return
    for p in range(pegs):
        for i in range(n):
            room.sets[0, p, i] = columns[p, i]
    held = shortlist(columns, 0, n, depth, pool, rule, alike, desk, room, 0, plan.width)
    best, own, chosen = np.full(steps + 1, NEVER), np.full(steps + 1, NEVER), 0
    for k in range(held if held > 1 else 0):
        better = False
        for s in range(steps, 1, -1):
            most = NEVER if better else best[s]
            room.frames[1, GUESS] = k
            own[s] = cost_of(n, depth, s, most, pool, rule, alike, desk, room, plan)
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
        desk.code[p] = room.codes[0, chosen, p]


def look_ahead(columns, history, pool, perms, rule, plan):
    """The best guess for these candidates after these guesses, and how many feedbacks it took."""
    pegs, n = columns.shape
    alike = renamings(perms, rule.colors, len(history) + plan.steps + 2)
    desk, room = desk_of(pegs, n, rule, pool), room_of(pegs, n, plan)
    look(columns.copy(), history, pool, rule, alike, desk, room, plan)
    return desk.code, int(room.spent[0])


def least_costs(columns, history, pool, perms, rule, plan):
    """What these candidates cost after 0, 1, 2 … steps, the best guesses made."""
    pegs, n = columns.shape
    alike = renamings(perms, rule.colors, len(history) + plan.steps + 2)
    desk, room = desk_of(pegs, n, rule, pool), room_of(pegs, n, plan)
    return _least_costs(columns.copy(), history, pool, rule, alike, desk, room, plan)


@compiled
def _least_costs(columns, history, pool, rule, alike, desk, room, plan):
    n = columns.shape[1]
    for depth in range(len(history)):
        narrow(alike, history[depth], depth)
    depth, costs = len(history), np.full(plan.steps + 1, plan.win)
    costs[0] = rule.cost[n]
    if n == 1:
        return costs
    if plan.steps > 0:
        costs[1] = best_by_rule(columns, 0, n, depth, pool, rule, alike, desk, room, 0, plan)
    if plan.steps < 2:
        return costs
    room.sets[0] = columns
    held = shortlist(columns, 0, n, depth, pool, rule, alike, desk, room, 0, plan.width)
    for s in range(2, plan.steps + 1):
        costs[s] = NEVER
        for k in range(held):
            room.frames[1, GUESS] = k
            costs[s] = min(costs[s], cost_of(n, depth, s, costs[s] - 1, pool, rule, alike, desk, room, plan))
            if costs[s] <= plan.least[s, n]:
                break
    return costs
