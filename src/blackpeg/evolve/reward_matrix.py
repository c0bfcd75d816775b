"""The reward matrix of Cunha & da Silva: what each color earned at each peg, and codes that are drawn from it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..game import Code, Codes
from ..kernels.jit import compiled

Counts = npt.NDArray[np.int64]
Matrix = npt.NDArray[np.int64]  # shape (colors, pegs)

SQUARE, LINEAR, LARGEST = 0, 1, 2  # how a cell weighs in a draw


@compiled
def add_rewards(matrix: Matrix, codes: Codes, rewards: Counts) -> None:
    """Adds the reward of each code to the cells (color, peg) of the code.

    >>> matrix = np.zeros((3, 2), np.int64)
    >>> add_rewards(matrix, np.array([[0, 1], [0, 2]], np.uint8), np.array([2, -1]))
    >>> matrix.tolist()
    [[1, 0], [0, 2], [0, -1]]
    """
    for i in range(len(codes)):
        for p in range(codes.shape[1]):
            matrix[codes[i, p], p] += rewards[i]


@compiled
def draw_from_matrix(
    matrix: Matrix, colors: Code, weight: int, replace: bool, n: int, rng: np.random.Generator
) -> Codes:
    """Draws `n` codes from a deck of colors, peg by peg in random order; a cell's lead is score - least score + 1.

    The weight of a color is its lead squared (SQUARE), its lead (LINEAR), or 1 for the largest lead at the peg among
    the colors that are left, and 0 for others (LARGEST). If `replace`, a color that was drawn stays in the deck.

    >>> matrix, colors = np.array([[5, 0], [4, 9], [0, 0]]), np.arange(3, dtype=np.uint8)
    >>> draw_from_matrix(matrix, colors, LARGEST, True, 1, np.random.default_rng(1))
    array([[0, 1]], dtype=uint8)
    """
    pegs, least = matrix.shape[1], matrix.min()
    codes, deck, order = np.empty((n, pegs), np.uint8), colors.copy(), np.arange(pegs)
    weights = np.empty(len(colors))
    for i in range(n):
        deck[:], left = colors, len(colors)
        for k in range(pegs):
            other = k + int(rng.random() * (pegs - k))
            order[k], order[other] = order[other], order[k]
            p, total, largest = order[k], 0.0, 0.0
            for j in range(left):
                lead = matrix[deck[j], p] - least + 1.0
                weights[j] = lead * lead if weight == SQUARE else lead
                largest = max(largest, lead)
            for j in range(left):
                if weight == LARGEST:
                    weights[j] = 1.0 if weights[j] == largest else 0.0
                total += weights[j]
            spin, j = rng.random() * total, -1
            while spin >= 0 and j < left - 1:
                j += 1
                spin -= weights[j]
            codes[i, p] = deck[j]
            if not replace:  # the color is used up
                left -= 1
                deck[j] = deck[left]
    return codes
