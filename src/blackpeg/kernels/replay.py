"""Following a tree with every secret."""

from __future__ import annotations

import numpy as np

from .feedback import feedback
from .jit import compiled


@compiled
def turns_of(secrets, guesses, parents, led, wins, whites):
    """How many guesses the tree needs for each secret, and after how many it is known; 0 where it is not found.

    A node follows its parent, and `led` is the answer that leads from there to it.
    """
    nodes, pegs = guesses.shape
    child, sibling = np.full(nodes, -1, np.int32), np.full(nodes, -1, np.int32)
    codes = np.zeros(nodes, np.int64)  # that are found at a node or below
    for node in range(nodes - 1, -1, -1):
        codes[node] += wins[node]
        if node:
            codes[parents[node]] += codes[node]
            sibling[node] = child[parents[node]]
            child[parents[node]] = node
    turns, known = np.zeros(len(secrets), np.int64), np.zeros(len(secrets), np.int64)
    for i in range(len(secrets)):
        node, turn = 0, 1
        while node >= 0:
            answer = feedback(secrets[i], guesses[node], whites)
            if answer == pegs * (pegs + 1):
                turns[i] = turn
                if known[i] == 0:
                    known[i] = turn
                break
            node = child[node]
            while node >= 0 and led[node] != answer:
                node = sibling[node]
            if node >= 0 and codes[node] == 1 and known[i] == 0:
                known[i] = turn
            turn += 1
        if node < 0:
            known[i] = 0
    return turns, known
