"""Two pegs and black pegs only: against the definition, the complete search, closed forms and the table of records."""

from __future__ import annotations

from itertools import product

import pytest
from reference import all_codes, best_strategy

from blackpeg import BlackpegError, Game
from blackpeg.solver.optimal_search import optimal
from blackpeg.solver.records import record_of
from blackpeg.solver.two_black_pegs import _cross, least_guesses


def best_by_definition(codes, secrets):
    """The least total and the least worst case, every guess tried at every set."""
    total, longest = best_strategy(codes, secrets, len(codes), whites=False)
    worst = next(turns for turns in range(1, longest + 1) if best_strategy(codes, secrets, turns, whites=False))
    return total, worst


@pytest.mark.parametrize(("colors", "repeats"), [(2, True), (3, True), (2, False), (3, False), (4, False)])
def test_small_games_by_definition(colors, repeats):
    codes = all_codes(2, colors, repeats)
    assert least_guesses(Game(2, colors, repeats, False)) == best_by_definition(codes, codes)


@pytest.mark.parametrize(("row", "column"), [(1, 0), (3, 0), (1, 1), (2, 1), (3, 1), (2, 2), (3, 2), (3, 3)])
@pytest.mark.parametrize("repeats", [True, False])
def test_crosses_by_definition(row, column, repeats):
    """In row 0 and column 1 of five colors."""
    cross = [(0, y) for y in range(2, 2 + row)] + [(x, 1) for x in range(2, 2 + column)]
    assert _cross(row, column) == best_by_definition(all_codes(2, 5, repeats), cross)
    assert _cross(column, row) == _cross(row, column)


@pytest.mark.parametrize(("colors", "repeats"), [*product(range(4, 9), [True]), *product(range(5, 10), [False])])
def test_games_by_complete_search(colors, repeats):
    game = Game(2, colors, repeats, False)
    found, worst = optimal(game), optimal(game, "worst")
    assert found.proved and worst.proved
    assert least_guesses(game) == (found.tree.total, worst.tree.max)


@pytest.mark.parametrize("n", [*range(2, 25), 64])
def test_closed_forms(n):
    """Cubics that were fitted to totals of complete searches."""
    assert least_guesses(Game(2, n, whites=False)) == (n * (n + 2) * (2 * n - 1) / 3, n + 1)
    assert least_guesses(Game(2, n, False, False)) == ((n - 1) * (2 * n**2 + 2 * n - 3) / 3, n)


@pytest.mark.parametrize("n", range(2, 65))
def test_records_are_proved_and_lie_on_the_closed_forms(n):
    with_repeats, without = record_of(Game(2, n, whites=False)), record_of(Game(2, n, False, False))
    for record in (with_repeats, without):
        assert record.total_is_proved and record.worst_is_proved
        assert record.worst_total == record.total  # one tree has both
    assert (with_repeats.total, with_repeats.worst) == (n * (n + 2) * (2 * n - 1) / 3, n + 1)
    assert (without.total, without.worst) == ((n - 1) * (2 * n**2 + 2 * n - 3) / 3, n)


@pytest.mark.parametrize("text", ["2x6", "3x6-black", "2x6-distinct"])
def test_other_games_are_refused(text):
    with pytest.raises(BlackpegError, match="no game of two pegs and black pegs only"):
        least_guesses(Game.parse(text))
