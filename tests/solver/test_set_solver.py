"""The best trees of sets of candidates, against a search that tries everything."""

from itertools import product

import numpy as np
import pytest
from histories import feedback_number
from reference import all_codes, best_strategy, feedback_numbers, part_sizes

from blackpeg import Game, Position, Tree, strategy
from blackpeg.kernels import feedbacks
from blackpeg.kernels.branch_and_bound import INFINITE_TOTAL, bit_of
from blackpeg.kernels.size_bounds import least_totals
from blackpeg.kernels.transposition_table import CONTROL_FIELDS, STOP
from blackpeg.solver.optimal_search import optimal
from blackpeg.solver.problem import bounds_of, different_first_guesses
from blackpeg.solver.set_solver import SetSolver, Subproblem, cached_solver, solve_subproblem


@pytest.mark.parametrize(
    ("text", "history"),
    [
        ("3x4", ["311"]),
        ("3x4-black", ["311"]),
        ("4x3", ["2222"]),
        ("3x5-distinct", ["341"]),
        ("10x2", ["2121111212", "1211211211"]),  # fewer feedbacks than can be written down, and no list of permutations
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


def test_more_feedbacks_than_bits():
    """At 9x3, which has no table of feedbacks: a set needs 2n - 1 guesses if a candidate tells all its codes apart."""
    game = Game(9, 3)
    solver, history = SetSolver(game), [game.code("112231323"), game.code("123123121")]
    answers = feedback_numbers(np.array(history), game.codes, game.whites)
    sets = [np.flatnonzero((pair == answers.T).all(axis=1)) for pair in np.unique(answers, axis=1).T]
    sets = [some for some in sets if 4 < len(some) < 10]
    told_apart = []
    for some in sets:
        codes = game.codes[some]
        parts = (part_sizes(codes, codes, game.whites) > 0).sum(axis=1)
        told_apart.append(bool((parts == len(some)).any()))
        found = solver.solve(some, history, 20)
        assert (found.total == 2 * len(some) - 1, sum(found.wins)) == (told_apart[-1], len(some))
    assert {True, False} == set(told_apart)


@pytest.mark.parametrize("text", ["3x4", "4x3", "3x4-black", "3x5-distinct", "6x2", "9x2", "4x4"])
def test_bounds_by_looking_ahead(text):
    """They are not above the optimum, and not below what the next guess needs at least.

    That is the bounds of its parts or, since each part is found by a guess of its own, three guesses a code but for one
    for each part and one for the win. Guesses that make fewer than the most parts may be judged by the latter alone.
    """
    game, solver = Game.parse(text), SetSolver(Game.parse(text))
    least = solver.problem.bounds.least
    for first in different_first_guesses(game):
        answers = feedback_numbers(game.codes[[first]], game.codes, game.whites)[0]
        bounds = solver.bounds_after(int(first))
        assert {feedback for feedback, bound in bounds.items() if bound} == set(answers.tolist())
        for feedback in set(answers.tolist()) - {game.solved}:
            part = np.flatnonzero(answers == feedback)
            sizes = part_sizes(game.codes, game.codes[part], game.whites)
            useful = sizes.max(axis=1) < max(2, len(part))
            most_parts = ((sizes > 0).sum(axis=1) + (sizes[:, game.solved] > 0))[useful].max()
            sizes[:, game.solved] = 0
            by_parts = len(part) + least[sizes[useful]].sum(axis=1).min()
            best = solver.solve(part, [game.codes[first]], 20).total
            assert min(by_parts, 3 * len(part) - most_parts + 1) <= bounds[feedback] <= best


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


@pytest.mark.parametrize(
    "capacity",
    [
        [[3, 3, 3, 3], [2, 2, 1, 1], [5, 5, 5, 0]],
        [[2, 1, 2, 1, 0], [10, 16, 0, 0, 0]],
        [[1, 1, 1, 1, 0], [5, 8, 2, 14, 0], [1, 1, 1, 1, 1]],
        [[7, 17, 11, 17, 0], [1, 1, 1, 1, 1], [5, 12, 19, 0, 0]],
        [[2, 1, 2, 2, 3], [3, 4, 2, 5, 0], [22, 11, 22, 0, 0]],
    ],
)
def test_bounds_are_bounds_even_if_a_code_adds_less_than_the_one_before(capacity):
    """Against the least of all ways to share codes out to parts. In 5x8 the 4,974th code adds less than the 4,973rd."""
    size, exact = 1 + max(map(sum, capacity)), [0, 1]
    for n in range(2, size + 1):
        exact.append(n + min(share_out(kind, n - 1, exact) for kind in capacity))
    least = least_totals(np.array(capacity), size)
    assert (least <= exact).all()
    if (np.diff(exact, 2) >= 0).all():
        assert least.tolist() == exact


def share_out(capacity, n, least):
    """The least sum of `least` over parts that hold n codes together, each within its capacity."""
    best = [0] + [INFINITE_TOTAL] * n
    for most in capacity:
        best = [min(best[m - k] + least[k] for k in range(min(most, m) + 1)) for m in range(n + 1)]
    return best[n]


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


def test_eight_pegs_without_a_table(monkeypatch):
    """Each feedback has a bit of its own, and the search finds what it finds with a table."""
    numbers = [9 * black + white for black in range(9) for white in range(9 - black) if (black, white) != (7, 1)]
    assert len({int(bit_of(np.uint8(number))) for number in numbers}) == len(numbers)
    game = Game(8, 2)
    first = game.code("11111222")
    codes = np.flatnonzero(feedbacks(game.columns, first, True) == game.feedback("5b2w"))
    tabled = SetSolver(game).solve(codes, [first], 59)
    monkeypatch.setattr("blackpeg.solver.problem.MAX_TABLE_PAIRS", 1)
    assert SetSolver(game).solve(codes, [first], 59).total == tabled.total


def test_more_codes_than_16_bits_can_number():
    """Some codes of three colors, and the last code of all: no more guesses than the best strategy that plays these."""
    game = Game(3, 41)
    text = ["1,2,3", "2,1,3", "3,2,1", "41,41,41"]
    number = {code.tobytes(): k for k, code in enumerate(game.codes)}
    codes = np.array([number[game.code(code).tobytes()] for code in text])
    found = SetSolver(game, (4,)).solve(codes, [], 59)
    some = [tuple(game.code(code).tolist()) for code in text]
    best = best_strategy(some, some, 59, True)
    assert sum(found.wins) == len(text)
    assert found.total <= best[0]
    assert codes.max() > 2**16


@pytest.mark.parametrize(("text", "total"), [("4x3", 246), ("5x2", 97), ("6x2", 224), ("3x4", 206)])
def test_without_a_list_of_permutations_the_totals_are_the_same(monkeypatch, text, total):
    """Games of more than 8 pegs have no list; here games that have one are searched without it."""
    game = Game.parse(text)
    for module in ("problem", "set_solver"):
        monkeypatch.setattr(f"blackpeg.solver.{module}.peg_permutations", lambda game: np.arange(game.pegs)[None])
    monkeypatch.setattr("blackpeg.solver.problem.MAX_PERMUTED_PEGS", 1)
    cached_solver.cache_clear()
    best = optimal(game)
    cached_solver.cache_clear()
    assert (best.tree.total, best.proved) == (total, True)


@pytest.mark.parametrize(
    ("text", "guesses"),
    [
        ("4x6", ["1111", "1112", "1122", "1123", "1234"]),
        ("4x10-distinct", ["1234"]),
        ("3x3-black", ["111"]),  # each peg has color names of its own
        ("9x2", ["111111111", "111111112", "111111122", "111111222", "111112222"]),  # without a list of permutations
        ("9x2-black", ["111111111"]),
    ],
)
def test_first_guesses_that_differ(text, guesses):
    game = Game.parse(text)
    assert [game.show(game.codes[k]) for k in different_first_guesses(game)] == guesses


def test_a_search_can_be_stopped_from_outside():
    game = Game(4, 6)
    control = np.zeros(CONTROL_FIELDS, np.int64)
    control[STOP] = 1
    with pytest.raises(KeyboardInterrupt):
        SetSolver(game).solve(np.arange(200), [], 60, control=control)
