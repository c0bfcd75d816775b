"""Following a tree with every secret."""

from __future__ import annotations

import numpy as np

from .feedback import feedback
from .jit import compiled


@compiled
def turns_of(secrets, guesses, parents, led, whites):
    """How many guesses the tree needs for each secret; 0 where it does not find it.

    A node follows its parent, and `led` is the answer that leads from there to it.
    """
    nodes, pegs = guesses.shape
    child, sibling = np.full(nodes, -1, np.int32), np.full(nodes, -1, np.int32)
    for node in range(nodes - 1, 0, -1):
        sibling[node] = child[parents[node]]
        child[parents[node]] = node
    out = np.zeros(len(secrets), np.int64)
    for i in range(len(secrets)):
        node, turn = 0, 1
        while node >= 0:
            answer = feedback(secrets[i], guesses[node], whites)
            if answer == pegs * (pegs + 1):
                out[i] = turn
                break
            node = child[node]
            while node >= 0 and led[node] != answer:
                node = sibling[node]
            turn += 1
    return out
