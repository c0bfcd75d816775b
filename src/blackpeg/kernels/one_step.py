"""One step ahead, in compiled code: the best guess for a set of candidates, and the whole tree.

A rule judges a guess by the sizes of the parts it makes, in exact integers, less being better: the largest
cost (LARGEST) or the sum (SUM) of `cost[size]`. Candidates come first among equals, then the smallest code.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .feedback import BLOCK, feedbacks_into, probes_into, probes_of, sizes_into, table_into, table_of
from .jit import compact, compiled
from .simd import LANES, answers_into, ones
from .symmetry import ABSENT, PLAIN, UNTRIED, in_order, is_least, narrow, renamings, sort_colors

LARGEST, SUM = 0, 1
FEW = 64  # up to so many candidates, guesses are compared side by side instead of candidates
FEW_PEGS = 7  # as long as an answer is a bit of a 64-bit word
DEEPEST = 64  # guesses down to which symmetry is followed
NEVER = 2**62


class Rule(NamedTuple):
    """What makes parts bad, and the rules of the game."""

    kind: int  # LARGEST or SUM
    cost: Any  # cost[size] of a part: never less for a larger one, and convex
    answers: Any  # the answers there are
    colors: int
    repeats: bool
    whites: bool
    any_code: bool  # may codes be guessed that are no candidates?


class Pool(NamedTuple):
    """Every code that may be guessed, in order, cut into blocks that share their first pegs."""

    columns: Any
    table: Any
    probes: Any
    blocks: Any  # where each block begins, and the end
    prefix: int  # how many pegs a block shares


class Desk(NamedTuple):
    """Room to work in, made once."""

    table: Any
    probes: Any
    kinds: Any  # of each color: plain, untried, absent
    palette: Any  # the colors of each kind
    names: Any  # what colors are renamed to
    sizes: Any
    heard: Any
    grid: Any  # answers of few candidates to a block of guesses
    code: Any  # the best guess


def pool_of(columns, colors, whites, most):
    """The codes of `columns` as a pool, in blocks of at most `most` codes."""
    columns = compact(columns)
    pegs, n = columns.shape
    for prefix in range(pegs + 1):
        changes = (columns[:prefix, 1:] != columns[:prefix, :-1]).any(axis=0)
        blocks = np.concatenate([[0], np.flatnonzero(changes) + 1, [n]]).astype(np.int64)
        if np.diff(blocks).max() <= most:
            break
    return Pool(columns, table_of(columns, colors), probes_of(columns, whites), blocks, prefix)


def desk_of(pegs, n, rule, pool):
    """Room for choosing among guesses for up to `n` candidates."""
    return Desk(
        table=np.empty((pegs + rule.colors) * (n + 2 * LANES), np.uint8),
        probes=np.empty((n, 3 * pegs + 1), np.uint8),
        kinds=np.zeros(rule.colors, np.int64),
        palette=np.zeros((3, rule.colors), np.uint8),
        names=np.zeros(rule.colors, np.uint8),
        sizes=np.zeros(4 * (pegs + 1) * (pegs + 1), np.int32),
        heard=np.zeros(BLOCK, np.uint8 if pegs * (pegs + 1) < 256 else np.uint16),
        grid=np.zeros((FEW, int(np.diff(pool.blocks).max()) + LANES), np.uint8),
        code=np.zeros(pegs, np.uint8),
    )


@compiled
def take_score(sizes, answers, kind, cost):
    """The score of the parts counted in `sizes`, which are cleared for the next guess."""
    total = np.int64(0)
    for r in range(len(answers)):
        f = 4 * answers[r]
        size = sizes[f] + sizes[f + 1] + sizes[f + 2] + sizes[f + 3]
        sizes[f] = sizes[f + 1] = sizes[f + 2] = sizes[f + 3] = 0
        total = max(total, cost[size]) if kind == LARGEST else total + cost[size]
    return total


@compiled
def best_score(n, parts, kind, cost):
    """The least score that `n` codes in this many parts can have: parts as equal as can be."""
    small, larger = n // parts, n % parts
    if kind == LARGEST:
        return cost[small + (1 if larger else 0)]
    return larger * cost[small + 1] + (parts - larger) * cost[small] if larger else parts * cost[small]


@compiled
def parts_to_beat(best, n, most, kind, cost):
    """How many parts a guess must make to be better than `best`."""
    parts = min(n, most)
    if best_score(n, parts, kind, cost) >= best:
        return parts + 1
    while parts > 1 and best_score(n, parts - 1, kind, cost) < best:
        parts -= 1
    return parts


@compiled
def choose(columns, first, n, depth, pool, rule, alike, desk):
    """Put the best guess for the candidates columns[:, first : first + n] on the desk.

    Returns how many feedbacks were computed.
    """
    pegs, colors = len(columns), rule.colors
    code = desk.code
    for p in range(pegs):
        code[p] = columns[p, first]
    if n <= 2:
        return 0
    answers, cost, kind, repeats = rule.answers, rule.cost, rule.kind, rule.repeats
    sizes, heard, grid = desk.sizes, desk.heard, desk.grid
    kinds, palette, names = desk.kinds, desk.palette, desk.names
    weight = pegs if rule.whites else pegs + 1
    width = (n + LANES - 1) // LANES * LANES
    table, probes = desk.table[: (pegs + colors) * width].reshape(pegs + colors, width), desk.probes
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
    perfect = best_score(n, min(n, len(answers)), kind, cost)
    best, spent = np.int64(NEVER), 0
    for i in range(n):
        if not in_order(columns, first + i, pegs, kinds, repeats):
            continue
        if symmetric and not is_least(columns, first + i, depth, kinds, palette, names, repeats, alike):
            continue
        sizes_into(sizes, heard, table, n, probes, i, weight)
        spent += n
        score = take_score(sizes, answers, kind, cost)
        if score < best:
            best = score
            for p in range(pegs):
                code[p] = columns[p, first + i]
            if score == perfect:
                return spent
    if not rule.any_code:
        return spent
    # any other code, if it is better than every candidate
    few = n <= FEW and pegs <= FEW_PEGS
    need = np.uint64(parts_to_beat(best, n, len(answers), kind, cost))
    most = np.uint64(min(n, len(answers)))
    pool_columns, pool_table, pool_probes, blocks = pool.columns, pool.table, pool.probes, pool.blocks
    for b in range(len(blocks) - 1):
        start, stop = blocks[b], blocks[b + 1]
        if need > most:
            break
        if not in_order(pool_columns, start, pool.prefix, kinds, repeats):
            continue
        if few:  # guesses side by side
            for i in range(n):
                answers_into(grid[i], pool_table, start, stop - start, probes, i, weight)
            spent += n * (stop - start)
            for g in range(stop - start):
                told = np.uint64(0)
                for i in range(n):
                    told |= np.uint64(1) << np.uint64(grid[i, g])
                if ones(told) < need:
                    continue
                for i in range(n):
                    sizes[4 * np.int64(grid[i, g])] += 1
                score = take_score(sizes, answers, kind, cost)
                if score < best:
                    best = score
                    for p in range(pegs):
                        code[p] = pool_columns[p, start + g]
                    need = np.uint64(parts_to_beat(best, n, len(answers), kind, cost))
            continue
        for g in range(start, stop):  # candidates side by side
            if not in_order(pool_columns, g, pegs, kinds, repeats):
                continue
            if symmetric and not is_least(pool_columns, g, depth, kinds, palette, names, repeats, alike):
                continue
            sizes_into(sizes, heard, table, n, pool_probes, g, weight)
            spent += n
            score = take_score(sizes, answers, kind, cost)
            if score < best:
                best = score
                for p in range(pegs):
                    code[p] = pool_columns[p, g]
                need = np.uint64(parts_to_beat(best, n, len(answers), kind, cost))
    return spent


def best_guess(columns, history, pool, perms, rule):
    """The best guess for these candidates after these guesses, and how many feedbacks it took."""
    guesses, *_, spent = tree_of(columns, history, pool, perms, rule, np.zeros(1, np.int64), most=1)
    return guesses[0], spent


def tree_of(columns, history, pool, perms, rule, done, most=NEVER):
    """The whole tree from these candidates after these guesses, node by node in preorder, up to `most` nodes.

    For each node its guess, its parent, the answer that led here, and whether the guess may win; then how
    many feedbacks were computed. Counts in done[0], for whoever watches, the candidates dealt with.
    """
    pegs, n = columns.shape
    nodes = min(2 * n, most)
    guesses = np.zeros((nodes, pegs), np.uint8)
    parents, led, wins = np.full(nodes, -1, np.int32), np.full(nodes, -1, np.int32), np.zeros(nodes, np.bool_)
    alike = renamings(perms, rule.colors, len(history) + (DEEPEST if most > 1 else 1))
    if most > 1:  # below, nothing is taken to be alike
        alike.tried[-1] = True
    desk = desk_of(pegs, n, rule, pool)
    used, spent = grow(columns.copy(), history, pool, rule, alike, desk, guesses, parents, led, wins, done)
    return guesses[:used], parents[:used], led[:used], wins[:used], spent


@compiled
def grow(columns, history, pool, rule, alike, desk, guesses, parents, led, wins, done):
    """Fill in the nodes of a tree, sorting the candidates as it goes; how many nodes, how many feedbacks."""
    pegs, n = columns.shape
    for depth in range(len(history)):
        narrow(alike, history[depth], depth)
    deepest = len(alike.alive) - 1
    solved = pegs * (pegs + 1)
    firsts, counts, depths = np.zeros(n + 1, np.int64), np.full(n + 1, n), np.full(n + 1, len(history))
    froms, answers = np.full(n + 1, -1), np.full(n + 1, -1)  # sets to do, and where they come from
    spare, told, ends = np.empty((pegs, n), np.uint8), np.empty(n, np.uint16), np.zeros(solved + 2, np.int64)
    waiting, nodes, spent = 1, 0, 0
    while waiting and nodes < len(parents):
        waiting -= 1
        first, count, depth = firsts[waiting], counts[waiting], min(depths[waiting], deepest)
        node = nodes
        nodes += 1
        parents[node], led[node] = froms[waiting], answers[waiting]
        spent += choose(columns, first, count, depth, pool, rule, alike, desk)
        for p in range(pegs):
            guesses[node, p] = desk.code[p]
        if len(parents) == 1:
            break
        if count == 1:
            wins[node] = True
            done[0] += 1
            continue
        if depth + 1 < deepest:
            narrow(alike, desk.code, depth)
        # sort the set by answer, keeping the order within each part
        feedbacks_into(told, columns, first, count, desk.code, rule.whites)
        for f in range(len(ends)):
            ends[f] = 0
        for i in range(count):
            ends[told[i] + 1] += 1
        for f in range(solved + 1):
            ends[f + 1] += ends[f]
        wins[node] = ends[solved + 1] > ends[solved]
        done[0] += wins[node]
        for f in range(solved - 1, -1, -1):
            if ends[f + 1] > ends[f]:
                firsts[waiting], counts[waiting], depths[waiting] = first + ends[f], ends[f + 1] - ends[f], depth + 1
                froms[waiting], answers[waiting] = node, f
                waiting += 1
        for i in range(count):
            to = first + ends[told[i]]
            ends[told[i]] += 1
            for p in range(pegs):
                spare[p, to] = columns[p, first + i]
        for p in range(pegs):
            for i in range(first, first + count):
                columns[p, i] = spare[p, i]
    return nodes, spent
