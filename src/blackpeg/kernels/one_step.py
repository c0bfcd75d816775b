"""One step ahead, in compiled code: the best guess for a set of candidates, and the whole tree.

A rule scores a guess by the sizes of the parts it makes, in exact integers, less being better: the largest cost
(LARGEST) or the sum (SUM) of `cost[size]`. Among equals a candidate comes first, then the smallest code.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .feedback import (
    counters_of,
    feedback_block,
    feedbacks_into,
    probes_into,
    probes_of,
    sizes_into,
    table_into,
    table_of,
)
from .jit import compact, compiled, inlined, unrefcounted
from .simd import LANES, between, lowest_bit, probe_feedbacks_into, score_guesses
from .symmetry import (
    ABSENT,
    PLAIN,
    UNTRIED,
    Colors,
    Symmetries,
    colors_of,
    fill_palette,
    in_order,
    is_least,
    narrow,
    narrow_by_history,
    symmetries_of,
)

LARGEST, SUM = 0, 1  # kinds of rules
MAX_GRID_ROWS = 64  # candidates up to which guesses are compared side by side instead of candidates
MAX_WORD_PEGS = 7  # pegs up to which each feedback is a bit of a 64-bit word
HALF_WORD = 32  # bits of the word that serves if there are fewer feedbacks, because it is faster
SYMMETRY_TURNS = 64  # guesses of a tree after which symmetry is not used any more
WORST_SCORE = 2**62  # above every score


class Rule(NamedTuple):
    """What parts cost, and the rules of the game."""

    kind: int  # LARGEST or SUM
    cost: Any  # cost[size] of a part: never less for a larger one, and convex
    feedbacks: Any  # every feedback of the game
    colors: int
    repeats: bool
    whites: bool
    any_code: bool  # may codes be guessed that are no candidates?


class Pool(NamedTuple):
    """Every code that may be guessed, in order, divided into blocks of codes with the same first pegs."""

    columns: Any
    table: Any  # for `probe_feedbacks_into`
    probes: Any
    blocks: Any  # where each block begins, and where the last one ends
    prefix: int  # how many first pegs the codes of a block share


class Workspace(NamedTuple):
    """Working memory, allocated once."""

    table: Any  # of the candidates
    probes: Any  # of the candidates
    colors: Colors
    sizes: Any  # part sizes, for `sizes_into`
    feedbacks: Any  # of a block of codes
    grid: Any  # grid[i, g]: the feedback of candidate i to guess g of a block
    rows: Any  # the numbers of its rows
    scores: Any  # of the guesses of a block, see `score_guesses`
    promising: Any  # the guesses of a block whose scores are high enough
    code: Any  # the best guess


class OneStep(NamedTuple):
    """Everything that choosing a guess needs besides the candidates."""

    pool: Pool
    rule: Rule
    symmetries: Symmetries
    workspace: Workspace


class Subset(NamedTuple):
    """Some candidates of a larger array: columns[:, first : first + size]."""

    columns: Any
    first: int
    size: int


class Nodes(NamedTuple):
    """The nodes of a tree, each after its parent."""

    guesses: Any  # one a row
    parents: Any  # -1 at the top
    feedbacks: Any  # the feedback that leads from the parent to the node; -1 at the top
    wins: Any  # may the guess be the secret?
    done: Any  # done[0]: how many candidates are placed so far


def pool_of(columns, colors, whites, max_block):
    """The codes of `columns` as a pool, in blocks of at most `max_block` codes."""
    columns = compact(columns)
    pegs, n = columns.shape
    for prefix in range(pegs + 1):
        changes = (columns[:prefix, 1:] != columns[:prefix, :-1]).any(axis=0)
        blocks = np.concatenate([[0], np.flatnonzero(changes) + 1, [n]]).astype(np.int64)
        if np.diff(blocks).max() <= max_block:
            break
    return Pool(columns, table_of(columns, colors), probes_of(columns, whites), blocks, prefix)


@compiled
def one_step_of(n, pool, permutations, rule, depths, block):
    """Everything to choose guesses for up to `n` candidates, with symmetry for `depths` guesses."""
    pegs, largest = len(pool.columns), 0
    for b in range(len(pool.blocks) - 1):
        largest = max(largest, pool.blocks[b + 1] - pool.blocks[b])
    workspace = Workspace(
        np.empty((pegs + rule.colors) * (n + 2 * LANES), np.uint8),
        np.empty((n, 3 * pegs + 1), np.uint8),
        colors_of(rule.colors, rule.repeats),
        counters_of(pegs),
        block,
        np.zeros((MAX_GRID_ROWS, largest + LANES), np.uint8),
        np.arange(MAX_GRID_ROWS),
        np.zeros(largest + LANES, np.uint8),
        np.zeros(largest, np.int32),
        np.zeros(pegs, np.uint8),
    )
    return OneStep(pool, rule, symmetries_of(permutations, rule.colors, depths), workspace)


@compiled
def take_score(sizes, feedbacks, kind, cost):
    """Returns the score of the parts counted in `sizes`, which are cleared for the next guess."""
    total = np.int64(0)
    for r in range(len(feedbacks)):
        f = feedbacks[r]
        size = sizes[f]
        sizes[f] = 0
        total = max(total, cost[size]) if kind == LARGEST else total + cost[size]
    return total


@compiled
def best_score(n, parts, kind, cost):
    """A lower bound on the score of `n` codes in this many parts: that of parts of equal size."""
    small, larger = n // parts, n % parts
    if kind == LARGEST:
        return cost[small + (1 if larger else 0)]
    return larger * cost[small + 1] + (parts - larger) * cost[small] if larger else parts * cost[small]


@compiled
def parts_to_beat(best, n, max_parts, kind, cost):
    """How many parts a guess must make to be better than `best`; more than there can be, if none is."""
    parts = min(n, max_parts)
    if best_score(n, parts, kind, cost) >= best:
        return parts + 1
    while parts > 1 and best_score(n, parts - 1, kind, cost) < best:
        parts -= 1
    return parts


@compiled
def prepare(search, subset, depth):
    """Write probes and kinds of colors of a set into the workspace, and return its table there."""
    columns, first, n = subset.columns, subset.first, subset.size
    pegs, colors = len(columns), search.workspace.colors
    rows, width = pegs + search.rule.colors, (n + LANES - 1) // LANES * LANES
    table = search.workspace.table[: rows * width].reshape(rows, width)
    table_into(table, columns, first, n)
    probes_into(search.workspace.probes, columns, first, n, search.rule.whites)
    for c in range(search.rule.colors):
        colors.kinds[c] = ABSENT
        for i in range(n):
            if table[pegs + c, i]:
                colors.kinds[c] = PLAIN if search.symmetries.tried[depth, c] else UNTRIED
                break
    fill_palette(colors)
    return table


@inlined
def fill_grid(grid, n, pool_table, start, stop, probes, weight):
    """Write the feedbacks of the first `n` probes and the pool's codes from `start` to `stop` into the grid."""
    for i in range(n):
        probe_feedbacks_into(grid[i], pool_table, start, stop - start, probes, i, weight)


@inlined
def list_between(out, scores, count, above, below):
    """Write which of these scores lie between two limits; return how many do."""
    found = 0
    above = min(above, 255)  # no score is greater
    for start in range(0, count, LANES):
        bits = between(scores, start, above, below)
        while bits:
            out[found] = start + lowest_bit(bits)
            found += 1
            bits &= bits - np.uint64(1)
    return found


@inlined
def list_promising(workspace, n, count, pegs, need):
    """List the guesses of a grid of `n` rows and `count` guesses that make at least so many parts; return how many do.

    A guess that may win counts as if it made one part more.
    """
    grid, rows, scores, win = workspace.grid, workspace.rows[:n], workspace.scores, pegs * (pegs + 1)
    if win < HALF_WORD:
        score_guesses(scores, grid, rows, 0, count, win, 0, np.uint32(0))
    else:
        score_guesses(scores, grid, rows, 0, count, win, 0, np.uint64(0))
    return list_between(workspace.promising, scores, count, need - 1, 255)


@compiled
def choose(search, subset, depth):
    """Write the best guess for some candidates into the workspace; return how many feedbacks were computed."""
    columns, first, n = subset.columns, subset.first, subset.size
    pegs, code = len(columns), search.workspace.code
    for p in range(pegs):
        code[p] = columns[p, first]
    if n <= 2:
        return 0
    table = prepare(search, subset, depth)
    rule, symmetries, colors = search.rule, search.symmetries, search.workspace.colors
    all_feedbacks, cost, kind = rule.feedbacks, rule.cost, rule.kind
    sizes, block, grid = search.workspace.sizes, search.workspace.feedbacks, search.workspace.grid
    probes, weight = search.workspace.probes, pegs if rule.whites else pegs + 1
    kinds, repeats, symmetric = colors.kinds, colors.repeats, symmetries.remaining[depth] > 1
    perfect = best_score(n, min(n, len(all_feedbacks)), kind, cost)
    best, computed = np.int64(WORST_SCORE), 0
    for i in range(n):
        if not in_order(columns, first + i, pegs, kinds, repeats):  # faster here than `is_representative`
            continue
        if symmetric and not is_least(columns, first + i, depth, colors, symmetries):
            continue
        sizes_into(sizes, block, table, n, probes, i, weight, all_feedbacks)
        computed += n
        score = take_score(sizes, all_feedbacks, kind, cost)
        if score < best:
            best = score
            for p in range(pegs):
                code[p] = columns[p, first + i]
            if score == perfect:
                return computed
    if not rule.any_code:
        return computed
    # any other code, if it is better than every candidate
    by_grid = n <= MAX_GRID_ROWS and pegs <= MAX_WORD_PEGS
    max_parts = min(n, len(all_feedbacks))
    need = parts_to_beat(best, n, len(all_feedbacks), kind, cost)
    scores, promising = search.workspace.scores, search.workspace.promising
    pool_columns, pool_table, pool_probes = search.pool.columns, search.pool.table, search.pool.probes
    blocks, prefix = search.pool.blocks, search.pool.prefix
    for b in range(len(blocks) - 1):
        start, stop = blocks[b], blocks[b + 1]
        if need > max_parts:
            break
        if not in_order(pool_columns, start, prefix, kinds, repeats):
            continue
        if by_grid:  # guesses side by side
            fill_grid(grid, n, pool_table, start, stop, probes, weight)
            computed += n * (stop - start)
            for k in range(list_promising(search.workspace, n, stop - start, pegs, need)):
                g = np.int64(promising[k])
                if scores[g] < need:  # that has risen since
                    continue
                for i in range(n):
                    sizes[grid[i, g]] += 1
                score = take_score(sizes, all_feedbacks, kind, cost)
                if score < best:
                    best = score
                    for p in range(pegs):
                        code[p] = pool_columns[p, start + g]
                    need = parts_to_beat(best, n, len(all_feedbacks), kind, cost)
            continue
        for g in range(start, stop):  # candidates side by side
            if not in_order(pool_columns, g, pegs, kinds, repeats):
                continue
            if symmetric and not is_least(pool_columns, g, depth, colors, symmetries):
                continue
            sizes_into(sizes, block, table, n, pool_probes, g, weight, all_feedbacks)
            computed += n
            score = take_score(sizes, all_feedbacks, kind, cost)
            if score < best:
                best = score
                for p in range(pegs):
                    code[p] = pool_columns[p, g]
                need = parts_to_beat(best, n, len(all_feedbacks), kind, cost)
    return computed


def best_guess(columns, history, pool, permutations, rule):
    """The best guess for these candidates after these guesses, and how many feedbacks were computed."""
    return _best_guess(compact(columns), history, pool, permutations, rule, feedback_block(len(columns)))


@compiled
def _best_guess(columns, history, pool, permutations, rule, block):
    n = columns.shape[1]
    search = one_step_of(n, pool, permutations, rule, len(history) + 1, block)
    narrow_by_history(search.symmetries, history)
    computed = choose(search, Subset(columns, 0, n), len(history))
    return search.workspace.code, computed


def tree_of(columns, history, pool, permutations, rule, done):
    """The whole tree from these candidates after these guesses, node by node in preorder.

    Returns guesses, parents, feedbacks and wins, as in `Nodes`, and how many feedbacks were computed. While it works,
    done[0] counts the candidates that are placed, for whoever watches.
    """
    pegs, n = columns.shape
    nodes = Nodes(
        guesses=np.zeros((2 * n, pegs), np.uint8),
        parents=np.full(2 * n, -1, np.int32),
        feedbacks=np.full(2 * n, -1, np.int32),
        wins=np.zeros(2 * n, np.bool_),
        done=done,
    )
    search = one_step_of(n, pool, permutations, rule, len(history) + SYMMETRY_TURNS, feedback_block(pegs))
    search.symmetries.tried[-1] = True  # at the last depth and below, no two codes are symmetric
    used, computed = grow(search, columns.copy(), history, nodes)
    return *(rows[:used] for rows in nodes[:4]), computed


@compiled
def grow(search, columns, history, nodes):
    """Fill in the nodes of a tree, sorting the candidates on the way; return the numbers of nodes and of feedbacks."""
    search, nodes, columns = unrefcounted(search), unrefcounted(nodes), unrefcounted(columns)
    narrow_by_history(search.symmetries, history)
    guesses, parents, wins, done = nodes.guesses, nodes.parents, nodes.wins, nodes.done
    code = search.workspace.code
    pegs, n = columns.shape
    deepest = len(search.symmetries.remaining) - 1
    solved = pegs * (pegs + 1)
    firsts, counts, depths = np.zeros(n + 1, np.int64), np.full(n + 1, n), np.full(n + 1, len(history))
    froms, leading = np.full(n + 1, -1), np.full(n + 1, -1)  # of each set to be done, as parents and feedbacks of nodes
    spare, given, ends = np.empty((pegs, n), np.uint8), np.empty(n, np.uint16), np.zeros(solved + 2, np.int64)
    waiting, used, computed = 1, 0, 0
    while waiting:
        waiting -= 1
        first, count, depth = firsts[waiting], counts[waiting], min(depths[waiting], deepest)
        node = used
        used += 1
        parents[node], nodes.feedbacks[node] = froms[waiting], leading[waiting]
        computed += choose(search, Subset(columns, first, count), depth)
        for p in range(pegs):
            guesses[node, p] = code[p]
        if count == 1:
            wins[node] = True
            done[0] += 1
            continue
        if depth + 1 < deepest:
            narrow(search.symmetries, code, depth)
        # sort the set by feedback, keeping the order within each part
        feedbacks_into(given, columns, first, count, code, search.rule.whites)
        for f in range(len(ends)):
            ends[f] = 0
        for i in range(count):
            ends[given[i] + 1] += 1
        for f in range(solved + 1):
            ends[f + 1] += ends[f]
        wins[node] = ends[solved + 1] > ends[solved]
        done[0] += wins[node]
        for f in range(solved - 1, -1, -1):
            if ends[f + 1] > ends[f]:
                firsts[waiting], counts[waiting], depths[waiting] = first + ends[f], ends[f + 1] - ends[f], depth + 1
                froms[waiting], leading[waiting] = node, f
                waiting += 1
        for i in range(count):
            to = first + ends[given[i]]
            ends[given[i]] += 1
            for p in range(pegs):
                spare[p, to] = columns[p, first + i]
        for p in range(pegs):
            for i in range(first, first + count):
                columns[p, i] = spare[p, i]
    return used, computed
