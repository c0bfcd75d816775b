"""Lower bounds raised part by part, against totals that are proved and the trees that come along."""

import pytest

from blackpeg import Game, Tree, strategy
from blackpeg.solver.part_bounds import (
    bound_of_game,
    bounds_of_first_guesses,
    part_bounds,
    raise_bounds,
    read_part_bounds,
    totals_of_parts,
    write_part_bounds,
)
from blackpeg.solver.records import record_of


@pytest.mark.parametrize(("text", "total"), [("3x4", 206), ("4x3", 246), ("3x5", 451)])
def test_with_enough_time_the_bound_is_the_least_total(text, total):
    game = Game.parse(text)
    bounds = part_bounds(game)
    before = bound_of_game(game, bounds)
    parts = list(raise_bounds(game, bounds, 60))
    assert before < bound_of_game(game, bounds) == total
    assert all(bounds[part.first, part.feedback].bound >= part.bound for part in parts)


def test_bounds_never_pass_the_least_total_of_a_first_guess():
    """With next to no time, too."""
    game = Game(3, 4)
    bounds = part_bounds(game)
    for _ in raise_bounds(game, bounds, 1e-9):
        assert bound_of_game(game, bounds) <= 206


def test_the_bounds_of_5x8_are_below_the_tree_that_comes_along():
    game = Game(5, 8)
    bounds = read_part_bounds(game)
    assert sum(part.codes for part in bounds.values() if part.first == "11223") == game.size - 1
    assert record_of(game).total_bound == bound_of_game(game, bounds) > 161083  # by counting alone
    tree = Tree.of(strategy("optimal"), game)
    totals = totals_of_parts(tree)
    assert sum(totals.values()) + tree.codes == tree.total
    for (first, feedback), part in bounds.items():
        if first == "11223":
            assert part.bound <= totals[feedback]
    assert bounds_of_first_guesses(game, bounds)["11223"] <= tree.total


def test_the_file_is_read_as_it_is_written(tmp_path):
    path = tmp_path / "part_bounds.tsv"
    path.write_text("game\tfirst\tfeedback\tcodes\tbound\tis_least\tseconds\n")
    small, other = part_bounds(Game(3, 3)), part_bounds(Game(3, 4))
    write_part_bounds(Game(3, 4), other, path)
    write_part_bounds(Game(3, 3), small, path)
    assert read_part_bounds(Game(3, 3), path) == small
    assert read_part_bounds(Game(3, 4), path) == other
    assert read_part_bounds(Game(3, 5), path) == part_bounds(Game(3, 5))
