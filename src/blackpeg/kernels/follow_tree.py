"""Plays a tree against every secret: how many guesses each takes, and when it is known."""

from __future__ import annotations

import numpy as np

from .feedback import feedback
from .jit import compiled


@compiled
def turns_of(secrets, guesses, parents, feedbacks, wins, whites):
    """How many guesses the tree needs for each secret, and after how many it is known; 0 if it is not found.

    Every node comes after its parent; feedbacks[node] is the feedback that leads from its parent to it.
    """
    nodes, pegs = guesses.shape
    child, sibling = np.full(nodes, -1, np.int32), np.full(nodes, -1, np.int32)
    codes = np.zeros(nodes, np.int64)  # codes[node]: how many secrets are found at the node or below it
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
            own = feedback(secrets[i], guesses[node], whites)
            if own == pegs * (pegs + 1):
                turns[i] = turn
                if known[i] == 0:
                    known[i] = turn
                break
            node = child[node]
            while node >= 0 and feedbacks[node] != own:
                node = sibling[node]
            if node >= 0 and codes[node] == 1 and known[i] == 0:
                known[i] = turn
            turn += 1
        if node < 0:
            known[i] = 0
    return turns, known
