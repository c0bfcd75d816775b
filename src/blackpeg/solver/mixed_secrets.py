"""The value of the game in which the codemaker chooses how likely each secret is, and that choice.

Whatever the codemaker does, it may permute pegs and colors at random, so only the classes of codes matter. The value is
found by two players in turns: a linear program mixes classes against all mixtures of the trees found so far, and an
exact search finds the best tree against that, until it gains nothing more. `docs/mixed_secrets.py` keeps what it finds
in `mixed_secrets.tsv`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError
from ..game import Game
from .weighted_search import WeightedTree, Weights, weighted_search

GAP = 1e-6  # guesses; the search ends when both players agree on the value within this
RARE = (
    1e-8  # the least probability of a class while searching, so that a tree finds its codes early if that costs nothing
)
CAUTION = 0.5  # how far the codemaker stays with the best mixture so far: what a program proposes leaps about
MAX_ROUNDS = 200
MIXTURES_FILE = Path(__file__).with_name("mixed_secrets.tsv")


class MixedSecrets(NamedTuple):
    """How a perfect codemaker hides a code, and what that forces on average."""

    value: float  # the guesses that the best codebreaker needs on average
    bound: float  # a mixture of trees needs no more than this on average, whatever the secret
    classes: tuple[str, ...]  # such as '211': two pegs of one color, and two other colors
    probabilities: tuple[float, ...]  # of each class; within it every code is as likely
    trees: int  # that the codebreaker mixes, part by part


@cache
def mixtures() -> dict[str, MixedSecrets]:
    """The games that are solved, by name."""
    with MIXTURES_FILE.open(encoding="utf-8", newline="") as file:
        return {
            row["game"]: MixedSecrets(
                float(row["value"]),
                float(row["bound"]),
                tuple(row["classes"].split()),
                tuple(map(float, row["probabilities"].split())),
                int(row["trees"]),
            )
            for row in csv.DictReader(file, delimiter="\t")
        }


def mixture_of(game: Game) -> MixedSecrets | None:
    """The mixture of a game; None if it is not solved, or if all its codes are of one class."""
    return mixtures().get(str(game))


def mix_secrets(game: Game) -> MixedSecrets:
    """The value of a game, and the codemaker's mixture.

    >>> from fractions import Fraction
    >>> mixed = mix_secrets(Game(2, 3))
    >>> Fraction(mixed.value).limit_denominator(100), mixed.classes
    (Fraction(29, 12), ('2', '11'))
    """
    for found in rounds_of(game):
        if found.bound - found.value < GAP:
            return found
    raise BlackpegError(f"the value of {game} was not found within {MAX_ROUNDS} rounds")


def rounds_of(game: Game) -> Iterator[MixedSecrets]:
    """What is known after each round, in which the codebreaker finds one more tree."""
    search = weighted_search(game)
    sizes, trees = search.sizes, list[WeightedTree]()
    probabilities: Weights = np.where([name == str(game.pegs) for name in search.names], 0.0, sizes)
    probabilities /= probabilities.sum()  # to begin with, all codes are as likely but those of one color
    best, value, bound, caution = probabilities, 0.0, np.inf, CAUTION
    for _ in range(MAX_ROUNDS):
        asked = np.maximum((1 - caution) * probabilities + caution * best, RARE)
        asked /= asked.sum()
        known = min((float(one.sums.sum(axis=0) @ (asked / sizes)) for one in trees), default=np.inf)
        least, tree = search.best_tree(asked / sizes, known)
        if tree is not None:
            trees.append(tree)
        if min(least, known) > value:
            best, value = asked, min(least, known)
        before = bound
        bound, probabilities = _mix(trees, sizes)
        caution = CAUTION if bound < before - GAP / 10 else 0.0  # if nothing was gained, what is proposed is tried
        yield MixedSecrets(value, bound, tuple(search.names), tuple(best.round(6).tolist()), len(trees))


def _mix(trees: list[WeightedTree], sizes: npt.NDArray[np.int64]) -> tuple[float, Weights]:
    """What the codebreaker needs at most by mixing trees, and the probabilities of classes against which it needs that.

    After its first guess the codebreaker may go on, part by part, as any of the trees that begin with this guess do. So
    the linear program has a variable for the value, for each first guess, and for each way to go on in each part.
    """
    from scipy.optimize import linprog  # heavy

    firsts = sorted({tree.first for tree in trees})
    columns: list[Weights] = [np.append(-sizes, [0.0]), *(np.append(0.0 * sizes, [1.0]) for _ in firsts)]
    groups: list[tuple[int, int]] = []  # of the columns that follow: the first guess and the part
    for first in firsts:
        own = np.array([tree.sums for tree in trees if tree.first == first])
        for part in range(own.shape[1]):
            ways = np.unique(own[:, part], axis=0)
            columns += [np.append(way, [0.0]) for way in ways]
            groups += [(firsts.index(first), part)] * len(ways)
    whole = np.array(columns).T
    names = sorted(set(groups))
    shares = np.zeros((len(names), whole.shape[1]))  # the shares of the ways in a part are that of the first guess
    for row, (first_number, part) in zip(shares, names, strict=True):
        row[1 + first_number] = -1
        row[1 + len(firsts) :] = [group == (first_number, part) for group in groups]
    found = linprog(
        np.append([1.0], np.zeros(whole.shape[1] - 1)),
        A_ub=whole[:-1],
        b_ub=np.zeros(len(sizes)),
        A_eq=np.vstack([whole[-1], shares]),
        b_eq=np.append([1.0], np.zeros(len(names))),
        method="highs",
    )
    return float(found.fun), np.maximum(-found.ineqlin.marginals * sizes, 0.0)
