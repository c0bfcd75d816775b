"""The value of the game in which the codemaker chooses how likely each secret is, and that choice.

Whatever the codemaker does, it may permute pegs and colors at random, so only the classes of codes matter. The value is
found by two players in turns: a linear program mixes classes against the trees found so far, and an exact search finds
the best tree against that mixture, until it gains nothing more. `docs/mixed_secrets.py` keeps what it finds in
`mixed_secrets.tsv`.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..errors import BlackpegError
from ..game import Game
from .weighted_search import Weights, weighted_search

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
    trees: int  # in the codebreaker's mixture


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


def mix_secrets(game: Game, watch: Callable[[float, float], None] = lambda value, bound: None) -> MixedSecrets:
    """The value of a game, and the codemaker's mixture.

    >>> from fractions import Fraction
    >>> mixed = mix_secrets(Game(2, 3))
    >>> Fraction(mixed.value).limit_denominator(100), mixed.classes
    (Fraction(29, 12), ('2', '11'))
    """
    search = weighted_search(game)
    sizes = search.sizes
    averages = list[Weights]()
    probabilities: Weights = np.where([name == str(game.pegs) for name in search.names], 0.0, sizes)
    probabilities /= probabilities.sum()  # to begin with, all codes are as likely but those of one color
    best, value, bound, caution = probabilities, 0.0, np.inf, CAUTION
    for _ in range(MAX_ROUNDS):
        asked = np.maximum((1 - caution) * probabilities + caution * best, RARE)
        asked /= asked.sum()
        least, turns = search.best_tree(asked / sizes)
        assert turns is not None
        if least > value:
            best, value = asked, least
        averages.append(np.bincount(search.class_of, turns) / sizes)
        gains = averages[-1] @ probabilities < bound - GAP / 10  # by this tree the codebreaker gains
        caution = CAUTION if gains else 0.0
        bound, probabilities, trees = _mix_classes(np.array(averages))
        watch(value, bound)
        if bound - value < GAP:
            return MixedSecrets(value, bound, tuple(search.names), tuple(best.round(6).tolist()), trees)
    raise BlackpegError(f"the value of {game} was not found within {MAX_ROUNDS} rounds")


def _mix_classes(averages: Weights) -> tuple[float, Weights, int]:
    """The mixture of classes that is hardest for these trees, given by their averages for each class, a row each.

    Returns what it forces, the probabilities, and the number of trees in the codebreaker's mixture.
    """
    from scipy.optimize import linprog  # heavy

    trees, classes = averages.shape
    found = linprog(  # maximize v, where v <= averages @ probabilities for every tree
        np.append(np.zeros(classes), -1.0),
        A_ub=np.hstack([-averages, np.ones((trees, 1))]),
        b_ub=np.zeros(trees),
        A_eq=np.append(np.ones(classes), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0, 1)] * classes + [(0, None)],
        method="highs",
    )
    return float(found.x[-1]), found.x[:-1], int((np.abs(found.ineqlin.marginals) > GAP).sum())
