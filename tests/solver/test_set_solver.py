"""The best trees of sets of candidates, against a search that tries everything."""

from itertools import product

import numpy as np
import pytest
from histories import feedback_number
from reference import all_codes, best_strategy

from blackpeg import Game, Position, Tree, strategy
from blackpeg.kernels import feedbacks
from blackpeg.kernels.branch_and_bound import INFINITE_TOTAL
from blackpeg.kernels.transposition_table import CONTROL_FIELDS, STOP
from blackpeg.solver.set_solver import SetSolver, Subproblem, bounds_of, solve_subproblem


@pytest.mark.parametrize(
    ("text", "history"),
    [
        ("3x4", ["311"]),
        ("3x4-black", ["311"]),
        ("4x3", ["2222"]),
        ("3x5-distinct", ["341"]),
        ("10x2", ["2121111212", "1211211211"]),  # more feedbacks than an integer has bits
    ],
)
def test_limits_of_turns_and_totals(text, history):
    """Sets within a limit of turns and below a total: the solution is the optimum, or a valid lower bound."""
    game, solver = Game.parse(text), SetSolver(Game.parse(text))
    history = [game.code(code) for code in history]
    codes = all_codes(game.pegs, game.colors, game.repeats)
    answers = np.array([[feedback_number(game, code, guess.tolist()) for code in codes] for guess in history])
    sets = [np.flatnonzero((row == answers.T).all(axis=1)) for row in np.unique(answers, axis=1).T]
    large = game.size > 1000
    sets = [some for some in sets if 5 < len(some) < (9 if large else 25)][: 3 if large else None]
    assert sets
    for some, turns in product(sets, (2, 3) if large else (2, 3, 4, 5)):
        best = best_strategy(codes, [codes[k] for k in some], turns, game.whites)
        total = best[0] if best else INFINITE_TOTAL
        for spare in (-2, 0, 1, 2, 5, INFINITE_TOTAL):
            below = min(total + spare, INFINITE_TOTAL)
            found = solver.solve(some, history, turns, below)
            if total < below:
                assert (found.total, found.longest <= turns, sum(found.wins)) == (total, True, len(some))
            else:
                assert below <= found.total <= total
                assert not found.guesses


@pytest.mark.parametrize(
    "text", ["4x6", "4x9", "5x6", "6x4", "8x3", "12x2", "4x9-distinct", "4x10-distinct", "4x6-black"]
)
def test_bounds_of_games_that_can_be_proved_are_bounds(text):
    """The bounds are convex up to the largest part; otherwise codes could be distributed better over the parts."""
    game = Game.parse(text)
    columns, largest = game.columns, 0
    for k in range(0, game.size, 7):
        sizes = np.bincount(feedbacks(columns, columns[:, k], game.whites), minlength=game.solved + 1)
        largest = max(largest, sizes[: game.solved].max())
    least, _ = bounds_of(game)
    assert (np.diff(least[: largest + 1], 2) >= 0).all()


def test_a_game_too_large_for_tables():
    """Feedbacks are computed when they are needed; the total is not above that of the entropy rule."""
    found = solve_subproblem(Subproblem("6x6", "112344", Game.parse("6x6").feedback("3b2w"), 59, 2**40, (2,)))
    game = Game.parse("6x6")
    tree = Tree.of(
        strategy("entropy"),
        Position(game).after("112344", "3b2w"),
    )
    assert found.total <= tree.total
    assert sum(found.wins) == tree.codes


def test_a_search_can_be_stopped_from_outside():
    game = Game(4, 6)
    control = np.zeros(CONTROL_FIELDS, np.int64)
    control[STOP] = 1
    with pytest.raises(KeyboardInterrupt):
        SetSolver(game).solve(np.arange(200), [], 60, control=control)
