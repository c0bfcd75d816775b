"""The compiled part of needle: evolving the guess that divides a sample best, and comparing guesses by playing on."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .branch_and_bound import INFINITE_TOTAL
from .feedback import counters_of, feedback_block, feedback_numbers, feedbacks_into, probes_into, sizes_into, table_of
from .jit import compact, compiled
from .random import draw_below, mutate

MAX_SWEEPS = 10  # over the pegs of a guess, to raise the variance of its black pegs


class SampleTable(NamedTuple):
    """The candidates by which guesses are scored, and the rules of the game."""

    table: Any  # of the candidates, for `probe_feedbacks_into`
    size: int
    colors: int
    repeats: bool
    whites: bool


def sample_table(columns, colors, repeats, whites):
    """A sample of candidates as `evolve` takes it."""
    return SampleTable(table_of(compact(columns), colors), columns.shape[1], colors, repeats, whites)


class PartCosts(NamedTuple):
    """What the parts of a guess cost; a solved code costs nothing."""

    feedbacks: Any  # every feedback but the one that solves, in order
    cost: Any  # cost[size] of a part
    white_weight: float  # 1: parts by black and white pegs count; 0: parts by black pegs alone


class Buffers(NamedTuple):
    """Working memory for scoring a guess."""

    probe: Any
    sizes: Any
    given: Any  # feedbacks
    possible: Any  # every feedback


@compiled
def score_guess(column, sample, costs, buffers):
    """The cost of the parts that a guess makes of the sample: a mean of those by all pegs and those by black pegs."""
    pegs, whites, sizes = len(column), sample.whites, buffers.sizes
    feedbacks, cost, weight = costs.feedbacks, costs.cost, costs.white_weight
    probes_into(buffers.probe, column, 0, 1, whites)
    per_black = pegs if whites else pegs + 1
    sizes_into(sizes, buffers.given, sample.table, sample.size, buffers.probe, 0, per_black, buffers.possible)
    total, by_black, black, same_black = 0.0, 0.0, -1, 0
    for r in range(len(feedbacks)):
        f = feedbacks[r]
        size = sizes[f]
        total += cost[size]
        if f // (pegs + 1) != black:
            by_black += cost[same_black]
            black, same_black = f // (pegs + 1), 0
        same_black += size
        sizes[f] = 0
    sizes[pegs * (pegs + 1)] = 0
    return weight * total + (1 - weight) * (by_black + cost[same_black])


class Population(NamedTuple):
    """Guesses sorted by score, best first, with space for more."""

    codes: Any  # one a row
    scores: Any


@compiled
def _insert(members, used, code, score):
    """Insert a code into a population sorted by score, unless it is there or worse than all; return its new size."""
    population, scores = members.codes, members.scores
    room, pegs = population.shape
    if used == room and score >= scores[room - 1]:
        return used
    rank = used
    while rank > 0 and scores[rank - 1] > score:
        rank -= 1
    k = rank - 1
    while k >= 0 and scores[k] == score:
        if (population[k] == code).all():
            return used
        k -= 1
    for j in range(min(used, room - 1), rank, -1):
        scores[j] = scores[j - 1]
        for p in range(pegs):
            population[j, p] = population[j - 1, p]
    scores[rank] = score
    for p in range(pegs):
        population[rank, p] = code[p]
    return min(used + 1, room)


def evolve(population, used, starts, children, sample, costs, state):
    """Score `starts`, then `children` of the population; each is kept if it is better than the worst.

    A parent is the better of two that are drawn. One child in four takes half its pegs from another member; each is
    mutated once or more. Returns how many codes the population has.
    """
    block = feedback_block(population.codes.shape[1])
    return _evolve(population, used, compact(starts), children, sample, costs, state, block)


@compiled
def _evolve(population, used, starts, children, sample, costs, state, block):
    pegs = population.codes.shape[1]
    child = np.zeros(pegs, np.uint8)
    column = child.reshape((pegs, 1))  # the same, as a set of codes
    buffers = Buffers(
        np.zeros((1, 3 * pegs + 1), np.uint8),
        counters_of(pegs),
        block,
        feedback_numbers(pegs, sample.whites),
    )
    for k in range(len(starts)):
        for p in range(pegs):
            child[p] = starts[k, p]
        used = _insert(population, used, child, score_guess(column, sample, costs, buffers))
    for _ in range(children):
        parent, other = min(draw_below(state, used), draw_below(state, used)), draw_below(state, used)
        mixed = sample.repeats and draw_below(state, 4) == 0
        for p in range(pegs):
            child[p] = population.codes[other if mixed and draw_below(state, 2) else parent, p]
        mutate(child, sample.colors, sample.repeats, state)
        while draw_below(state, 2):
            mutate(child, sample.colors, sample.repeats, state)
        used = _insert(population, used, child, score_guess(column, sample, costs, buffers))
    return used


def raise_black_variance(guesses, columns, colors, state):
    """Recolor guesses, peg by peg, as long as that raises the variance of their black pegs over a sample of codes.

    The larger the variance, the more black pegs tell. One pass over the sample finds the best color of a peg. Only the
    first `colors` are used, and they may repeat. Returns how many sweeps over all pegs all of them took.
    """
    return _raise_black_variance(guesses, compact(columns), colors, state)


@compiled
def _raise_black_variance(guesses, columns, colors, state):
    pegs, n = columns.shape
    black, passes = np.zeros(n, np.int64), 0
    sums, sizes = np.zeros(256), np.zeros(256)  # by the color of a peg: black pegs elsewhere in its codes, its codes
    for guess in guesses:
        black[:] = 0
        for p in range(pegs):
            for i in range(n):
                black[i] += columns[p, i] == guess[p]
        p, unchanged = draw_below(state, pegs), 0
        for _ in range(MAX_SWEEPS * pegs):
            had, peg = guess[p], columns[p]
            sums[:], sizes[:], total, squares = 0, 0, 0, 0
            for i in range(n):
                black[i] -= peg[i] == had
                total += black[i]
                squares += black[i] * black[i]
                sums[peg[i]] += black[i]
                sizes[peg[i]] += 1
            best, largest = had, -1.0
            for c in range(colors):
                mean = (total + sizes[c]) / n
                variance = (squares + 2 * sums[c] + sizes[c]) / n - mean * mean
                if variance > largest + 1e-9:
                    best, largest = np.uint8(c), variance
            guess[p] = best
            for i in range(n):
                black[i] += peg[i] == best
            passes += 1
            unchanged = unchanged + 1 if best == had else 0
            if unchanged >= pegs:
                break
            p = (p + 1) % pegs
    return -(-passes // pegs)


class Endgame(NamedTuple):
    """All that greedy play to the end knows."""

    feedbacks: Any  # feedbacks[guess, candidate], numbered without gaps
    first_candidate: int  # the row of the first candidate; the others follow it
    win: int  # the number of the feedback that solves
    added_cost: Any  # added_cost[size]: what one more code adds to the cost of a part of this size


def endgame_of(guesses, columns, numbers, win, cost, whites):
    """What greedy play needs: some guesses, one a row, and the candidates; numbers[f] is the number of feedback f."""
    rows = np.concatenate([guesses, columns.T])
    feedbacks = _numbered_feedbacks(rows, compact(columns), numbers, whites)
    return Endgame(feedbacks, len(guesses), win, np.diff(cost, append=np.inf))


@compiled
def _numbered_feedbacks(guesses, columns, numbers, whites):
    """table[g, i]: numbers[f], where f is the feedback of candidate i to guess g."""
    n = columns.shape[1]
    table, given = np.empty((len(guesses), n), np.uint16), np.empty(n, np.uint16)
    for g in range(len(guesses)):
        feedbacks_into(given, columns, np.int64(0), n, guesses[g], whites)
        for i in range(n):
            table[g, i] = numbers[given[i]]
    return table


@compiled
def _greedy_guess(endgame, members, first, n, sizes):
    """The guess whose parts of some members cost least; the first to which all give different feedback is best."""
    feedbacks, win, added_cost = endgame.feedbacks, endgame.win, endgame.added_cost
    best, which = 1e300, -1
    for k in range(-n, len(feedbacks)):
        g = endgame.first_candidate + members[first - k - 1] if k < 0 else k
        row, total, parts, wins = feedbacks[g], 0.0, 0, 0
        for i in range(first, first + n):
            f = row[members[i]]
            parts += sizes[f] == 0
            if f == win:
                wins = 1
            else:
                total += added_cost[sizes[f]]
            sizes[f] += 1
        for i in range(first, first + n):
            sizes[row[members[i]]] = 0
        if total < best:
            best, which = total, g
        if parts == n and (wins or k >= 0):
            break
    return which


class Stack(NamedTuple):
    """Working memory of greedy play: sets that are still to be played, one after the other."""

    members: Any
    ends: Any  # where each set ends
    sizes: Any  # of the parts of a guess
    spare: Any  # a set while it is sorted


@compiled
def _greedy_total(endgame, stack, n, limit):
    """How many guesses greedy play needs in all for the first `n` members; `limit` if that is not below it."""
    members, ends, sizes, spare = stack.members, stack.ends, stack.sizes, stack.spare
    feedbacks, win = endgame.feedbacks, endgame.win
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
        row = feedbacks[_greedy_guess(endgame, members, first, count, sizes)]
        for i in range(count):
            spare[i] = members[first + i]
            sizes[row[spare[i]]] += 1
        place = first
        for i in range(count):  # parts in the order of their first members
            f = row[spare[i]]
            size = sizes[f]
            if f == win or size <= 0:
                continue
            if size == count:
                sizes[f] = 0
                return limit  # no guess divides the set
            depth += 1
            ends[depth - 1], ends[depth] = place, place + size
            sizes[f] = -1 - place
            place += size
        for i in range(count):
            f = row[spare[i]]
            if f != win:
                members[-1 - sizes[f]] = spare[i]
                sizes[f] -= 1
        for i in range(count):
            sizes[row[spare[i]]] = 0
    return total


@compiled
def best_by_greedy_play(endgame, guesses):
    """Which of the first `guesses` rows leads greedy play to the least total for all candidates, and that total."""
    feedbacks, win = endgame.feedbacks, endgame.win
    n = feedbacks.shape[1]
    members = np.empty(n + 1, np.int32)
    stack = Stack(members, np.zeros(n + 2, np.int64), np.zeros(win + 1, np.int64), np.empty(n + 1, np.int32))
    done = np.zeros(win + 1, np.bool_)
    best, which = INFINITE_TOTAL, 0
    for k in range(guesses):
        row, total = feedbacks[k], n
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
                    members[count] = j
                    count += 1
            if count == n:
                total = INFINITE_TOTAL
                break
            total += _greedy_total(endgame, stack, count, best - total)
            if total >= best:
                break
        if total < best:
            best, which = total, k
    return which, best
