"""The codemaker's side: values of games, against a published one and against all trees of tiny games."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
import reference
from scipy.optimize import linprog

from blackpeg import Game
from blackpeg.solver.mixed_secrets import mix_secrets, mixtures
from blackpeg.solver.optimal_search import optimal
from blackpeg.solver.weighted_search import class_name, weighted_search


def turns_of_all_trees(pegs, colors):
    """Every vector of turns, one for each code, that a tree of the game can have and no other beats, by definition."""
    codes = reference.all_codes(pegs, colors)

    @cache
    def vectors(candidates):
        if len(candidates) == 1:
            return frozenset({((candidates[0], 1),)})
        found = set()
        for guess in codes:
            parts = {}
            for code in candidates:
                parts.setdefault(reference.feedback(code, guess), []).append(code)
            if len(parts) == 1:
                continue
            joined = [()]
            for part in parts.values():
                options = [((guess, 1),)] if part == [guess] else [
                    tuple((code, turn + 1) for code, turn in one) for one in vectors(tuple(part))
                ]  # fmt: skip
                joined = [left + right for left in joined for right in options]
            found.update(tuple(sorted(one)) for one in joined)
        return frozenset(found)

    return codes, vectors(tuple(codes))


@pytest.mark.parametrize(("pegs", "colors"), [(2, 2), (2, 3), (3, 2)])
def test_values_of_tiny_games_from_all_their_trees(pegs, colors):
    """The definition: maximize v over probabilities of all codes, where every tree needs at least v on average."""
    codes, trees = turns_of_all_trees(pegs, colors)
    turns = np.array([[dict(tree)[code] for code in codes] for tree in trees])
    rows = np.unique(turns, axis=0)
    found = linprog(
        [0] * len(codes) + [-1], A_ub=np.hstack([-rows, np.ones((len(rows), 1))]), b_ub=np.zeros(len(rows)),
        A_eq=[[1] * len(codes) + [0]], b_eq=[1], bounds=[(0, 1)] * len(codes) + [(0, None)],
    )  # fmt: skip
    assert mix_secrets(Game(pegs, colors)).value == pytest.approx(found.x[-1], abs=1e-6)


@pytest.mark.parametrize("name", ["3x4", "4x3", "3x6", "4x4"])
def test_equal_weights_need_the_optimal_total(name):
    game = Game.parse(name)
    search = weighted_search(game)
    value, tree = search.best_tree(np.ones(len(search.names)))
    assert value == tree.turns.sum() == tree.sums.sum() == optimal(game).tree.total


def test_values_lie_above_the_optimum_for_equal_probabilities():
    for name, mixture in mixtures().items():
        game = Game.parse(name)
        assert mixture.value <= mixture.bound
        assert mixture.is_solved, name
        assert sum(mixture.probabilities) == pytest.approx(1, abs=1e-5)
        assert set(mixture.classes) == {class_name(code) for code in game.codes}
        if game.size <= 300:
            assert mixture.value >= optimal(game).tree.average - 1e-6


def test_small_values_are_found_again():
    for name in ("2x5", "3x4", "4x3"):
        assert mix_secrets(Game.parse(name)).value == pytest.approx(mixtures()[name].value, abs=2e-6)


def test_wiener_1995():
    """Every code but those of one color, each as likely, forces 5600/1290 guesses at 4x6."""
    mixture = mixtures()["4x6"]
    assert mixture.value == pytest.approx(float(Fraction(5600, 1290)), abs=2e-6)
    shares = dict(zip(mixture.classes, mixture.probabilities, strict=True))
    assert shares["4"] == pytest.approx(0, abs=1e-5)
    assert mixture.is_solved and mixture.trees == 4  # as docs/exact.md says
