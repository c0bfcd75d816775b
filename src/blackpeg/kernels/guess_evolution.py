"""The guess whose answer tells most: judged by the parts it makes of a sample, evolved, and played out to the end."""

from __future__ import annotations

import numpy as np

from .feedback import BLOCK, feedbacks_into, probes_into, sizes_into
from .jit import compiled
from .random import below, mutate

NEVER = 2**40


@compiled
def judge(column, table, n, whites, answers, cost, worth, probe, sizes, heard):
    """What the parts cost that a guess makes of the `n` codes of a table; a part that is solved costs nothing.

    What white pegs tell counts for only `worth` of what black pegs tell; answers are sorted, black pegs first.
    """
    pegs = len(column)
    probes_into(probe, column, 0, 1, whites)
    sizes_into(sizes, heard, table, n, probe, 0, pegs if whites else pegs + 1)
    total, by_black, black, as_black = 0.0, 0.0, -1, 0
    for r in range(len(answers)):
        f = 4 * answers[r]
        size = sizes[f] + sizes[f + 1] + sizes[f + 2] + sizes[f + 3]
        total += cost[size]
        if answers[r] // (pegs + 1) != black:
            by_black += cost[as_black]
            black, as_black = answers[r] // (pegs + 1), 0
        as_black += size
        sizes[f] = sizes[f + 1] = sizes[f + 2] = sizes[f + 3] = 0
    f = 4 * pegs * (pegs + 1)
    sizes[f] = sizes[f + 1] = sizes[f + 2] = sizes[f + 3] = 0
    return worth * total + (1 - worth) * (by_black + cost[as_black])


@compiled
def _insert(population, scores, used, code, score):
    """Put a code where it belongs in a population sorted by score, unless it is there or worse than all."""
    most, pegs = population.shape
    if used == most and score >= scores[most - 1]:
        return used
    rank = used
    while rank > 0 and scores[rank - 1] > score:
        rank -= 1
    k = rank - 1
    while k >= 0 and scores[k] == score:
        if (population[k] == code).all():
            return used
        k -= 1
    for j in range(min(used, most - 1), rank, -1):
        scores[j] = scores[j - 1]
        for p in range(pegs):
            population[j, p] = population[j - 1, p]
    scores[rank] = score
    for p in range(pegs):
        population[rank, p] = code[p]
    return min(used + 1, most)


@compiled
def evolve(population, scores, used, starts, children, table, n, colors, repeats, whites, answers, cost, worth, state):
    """Judge `starts`, then `children` of the population, each kept if it is better than the worst.

    A parent is the better of two drawn; a child takes half its pegs from another one time in four, and is
    mutated once, twice or more. Returns how many codes the population has.
    """
    pegs = population.shape[1]
    probe, child = np.zeros((1, 3 * pegs + 1), np.uint8), np.zeros(pegs, np.uint8)
    column = child.reshape((pegs, 1))  # the same, as kernels take sets of codes
    sizes = np.zeros(4 * (pegs + 1) * (pegs + 1), np.int32)
    heard = np.zeros(BLOCK, np.uint16)
    for k in range(len(starts)):
        for p in range(pegs):
            child[p] = starts[k, p]
        used = _insert(
            population, scores, used, child, judge(column, table, n, whites, answers, cost, worth, probe, sizes, heard)
        )
    for _ in range(children):
        parent, other = min(below(state, used), below(state, used)), below(state, used)
        mixed = repeats and below(state, 4) == 0
        for p in range(pegs):
            child[p] = population[other if mixed and below(state, 2) else parent, p]
        mutate(child, colors, repeats, state)
        while below(state, 2):
            mutate(child, colors, repeats, state)
        used = _insert(
            population, scores, used, child, judge(column, table, n, whites, answers, cost, worth, probe, sizes, heard)
        )
    return used


@compiled
def answers_of(pool, columns, names, whites):
    """told[g, i]: what candidate i answers to guess g of the pool, each answer by its name."""
    n = columns.shape[1]
    out, told = np.empty((len(pool), n), np.uint16), np.empty(n, np.uint16)
    for g in range(len(pool)):
        feedbacks_into(told, columns, np.int64(0), n, pool[g], whites)
        for i in range(n):
            out[g, i] = names[told[i]]
    return out


@compiled
def _greedy(told, members, first, n, own, win, more, sizes):
    """The guess for a set of members that costs least; the first that tells them all apart is taken at once.

    Rows from `own` on are those of the candidates themselves.
    """
    best, which = 1e300, -1
    for k in range(-n, len(told)):
        g = own + members[first - k - 1] if k < 0 else k
        row, total, parts, won = told[g], 0.0, 0, 0
        for i in range(first, first + n):
            f = row[members[i]]
            parts += sizes[f] == 0
            if f == win:
                won = 1
            else:
                total += more[sizes[f]]
            sizes[f] += 1
        for i in range(first, first + n):
            sizes[row[members[i]]] = 0
        if total < best:
            best, which = total, g
        if parts == n and (won or k >= 0):
            break
    return which


@compiled
def _play_out(told, stack, n, own, win, more, limit, ends, sizes, spare):
    """How many guesses greedy play needs in all for stack[:n]; at least `limit` if it is not below it."""
    total, depth = 0, 1
    ends[0], ends[1] = 0, n
    while depth:
        first, last = ends[depth - 1], ends[depth]
        count = last - first
        depth -= 1
        total += count + (count == 2)
        if total >= limit:
            return limit
        if count <= 2:
            continue
        row = told[_greedy(told, stack, first, count, own, win, more, sizes)]
        for i in range(count):
            spare[i] = stack[first + i]
            sizes[row[spare[i]]] += 1
        place = first
        for i in range(count):  # each part where its first member comes
            f = row[spare[i]]
            size = sizes[f]
            if f == win or size <= 0:
                continue
            if size == count:
                sizes[f] = 0
                return limit  # nothing is told
            depth += 1
            ends[depth - 1], ends[depth] = place, place + size
            sizes[f] = -1 - place
            place += size
        for i in range(count):
            f = row[spare[i]]
            if f != win:
                stack[-1 - sizes[f]] = spare[i]
                sizes[f] -= 1
        for i in range(count):
            sizes[row[spare[i]]] = 0
    return total


@compiled
def play_out(told, n, guesses, own, win, more):
    """Of the first `guesses` rows the one after which greedy play needs the fewest guesses for all n candidates."""
    stack, spare, ends = np.empty(n + 1, np.int32), np.empty(n + 1, np.int32), np.zeros(n + 2, np.int64)
    sizes, done = np.zeros(win + 1, np.int64), np.zeros(win + 1, np.bool_)
    best, which = NEVER, 0
    for k in range(guesses):
        row, total = told[k], n
        done[:] = False
        done[win] = True
        for i in range(n):
            f = row[i]
            if done[f]:
                continue
            done[f] = True
            count = 0
            for j in range(i, n):
                if row[j] == f:
                    stack[count] = j
                    count += 1
            if count == n:
                total = NEVER
                break
            total += _play_out(told, stack, count, own, win, more, best - total, ends, sizes, spare)
            if total >= best:
                break
        if total < best:
            best, which = total, k
    return which, best
