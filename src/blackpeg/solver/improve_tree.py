"""Improve a tree by searching its parts again, completely, where the search that found it could not.

This is a large neighborhood search: all of a tree stays but the subtree of one set of candidates, which the complete
search replaces if it finds a better one. `docs/improve_tree.py` does this to trees of the library.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..game import Code
from ..tree import Tree
from .part_bounds import solve_within
from .set_solver import Solution


def better_trees(tree: Tree, max_codes: int, seconds: float) -> Iterator[Tree]:
    """Yields a tree with a smaller total whenever one is found; no code takes more guesses than the tree's maximum.

    Sets of at most `max_codes` candidates are searched again, each within these seconds of CPU time: the largest first,
    since they have most to gain. A set inside another one of them is not searched by itself.

    >>> from blackpeg import Game, strategy
    >>> tree = Tree.of(strategy("expected_size"), Game(4, 4))
    >>> tree.total, [*better_trees(tree, 100, 60)][-1].total
    (916, 905)
    """
    game, numbers = tree.game, {code.tobytes(): k for k, code in enumerate(tree.game.codes)}
    better = dict[int, Solution]()
    for node, end in _sets_to_search(tree, max_codes):
        wins, turns = tree.wins[node:end], int(tree.depths[node]) - 1
        codes = np.sort([numbers[code.tobytes()] for code in tree.guesses[node:end][wins]])
        history, above = list[Code](), int(tree.parents[node])
        while above >= 0:
            history.insert(0, tree.guesses[above])
            above = int(tree.parents[above])
        total = int((tree.depths[node:end][wins] - turns).sum())
        found = solve_within(seconds, game, codes, history, tree.max - turns, total)
        if found and found.guesses:
            better[node] = found
            yield _replace_subtrees(tree, better)


def _sets_to_search(tree: Tree, max_codes: int) -> list[tuple[int, int]]:
    """The largest subtrees of at most so many codes, the largest first: the first node and the one after the last."""
    nodes = len(tree.parents)
    codes, ends = tree.wins.astype(np.int64), np.arange(1, nodes + 1)
    for node in range(nodes - 1, 0, -1):
        above = tree.parents[node]
        codes[above] += codes[node]
        ends[above] = max(ends[above], ends[node])
    tops = [node for node in range(1, nodes) if 2 < codes[node] <= max_codes and codes[tree.parents[node]] > max_codes]
    return [(node, int(ends[node])) for node in sorted(tops, key=lambda node: -codes[node])]


def _replace_subtrees(tree: Tree, better: dict[int, Solution]) -> Tree:
    """The tree with other subtrees at some nodes."""
    guesses, parents, answers, wins = [], list[int](), list[int](), list[bool]()
    places, dropped = {-1: -1}, set[int]()  # the new numbers of nodes; nodes of subtrees that are replaced
    for node, (above, answer) in enumerate(zip(tree.parents.tolist(), tree.answers.tolist(), strict=True)):
        if above in dropped:
            dropped.add(node)
            continue
        start = len(parents)
        places[node] = start
        if node not in better:
            guesses.append(tree.guesses[node])
            parents.append(places[above])
            answers.append(answer)
            wins.append(bool(tree.wins[node]))
            continue
        dropped.add(node)
        new = better[node]
        guesses += [tree.game.codes[guess] for guess in new.guesses]
        parents += [places[above] if one < 0 else one + start for one in new.parents]
        answers += [answer, *new.answers[1:]]
        wins += new.wins
    return Tree(
        tree.start,
        np.array(guesses, np.uint8),
        np.array(parents, np.int32),
        np.array(answers, np.int32),
        np.array(wins),
    )
