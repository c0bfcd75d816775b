"""The table of records: against what others print, closed forms, and searches that are made again."""

from __future__ import annotations

from math import floor

import pytest

from blackpeg import Game, Tree, strategy
from blackpeg.solver.optimal_search import optimal, tree_within
from blackpeg.solver.records import (
    SHIPPED,
    behind,
    best_published,
    published,
    read_records,
    record_of,
    recorded_games,
    write_records,
)
from blackpeg.solver.tree_library import tree_path

RECORDS = read_records()
GODDARD = {2: 2.0, 3: 2.25, 4: 2.75, 5: 3.031, 6: 3.5, 7: 3.875}  # averages for so many pegs of 2 colors
WORST_CASES = {"4x5": 5, "4x6": 5, "4x7": 6, "3x6": 5, "4x10-distinct": 7, "6x4": 5, "7x3": 5}


def test_every_small_game_has_a_record():
    assert list(RECORDS) == [str(game) for game in recorded_games()]
    assert {"2x64", "3x50", "4x19", "5x10", "6x7", "7x5", "8x4", "12x2"} <= set(RECORDS)
    assert {"4x10-distinct", "4x9-black", "5x8-distinct-black"} <= set(RECORDS)
    assert not {"4x20", "6x8", "9x3", "4x10-black"} & set(RECORDS)


def test_records_make_sense():
    """A total is that of a tree with this maximum: it lies above its bound, and the worst case is never above it."""
    for name, record in RECORDS.items():
        game = Game.parse(name)
        assert record.codes == game.size, name
        assert record.total_bound <= record.total <= record.worst_total, name
        assert record.worst_bound <= record.worst <= record.max, name
        assert 2 * record.codes - 1 <= record.total <= record.codes * record.max, name
        for source, first in ((record.source, record.first), (record.worst_source, record.worst_first)):
            game.code(first)
            assert source == SHIPPED or source.split()[:2] in (["optimal", name], ["tree", name]), name
        assert (record.source == SHIPPED) <= tree_path(game).exists(), name


@pytest.mark.parametrize("pegs", range(2, 8))
def test_white_pegs_tell_nothing_if_each_code_has_every_color(pegs):
    with_whites, without = (RECORDS[f"{pegs}x{pegs}-distinct{end}"] for end in ("", "-black"))
    for field in ("total", "total_bound", "worst", "worst_bound"):
        assert getattr(with_whites, field) == getattr(without, field), field


def test_nobody_prints_less():
    assert behind() == []


@pytest.mark.parametrize("name", ["4x10", "4x11", "4x12", "4x13", "4x14", "4x15", "5x9", "5x10", "6x7", "7x5", "8x4"])
def test_large_games_are_half_a_percent_below_the_one_step_rules_of_others(name):
    assert RECORDS[name].total <= 0.995 * best_published(Game.parse(name)).total


def test_published_totals_that_fail_their_own_check_do_not_count():
    failed = [one for one in published() if one.failed]
    assert ("4x10", "expected size") in {(one.game, one.rule) for one in failed}
    assert all(best_published(Game.parse(one.game)) not in failed for one in failed)


@pytest.mark.parametrize("pegs", GODDARD)
def test_two_colors_need_what_goddard_prints(pegs):
    record = record_of(Game(pegs, 2))
    assert record.total_is_proved
    assert record.average == pytest.approx(GODDARD[pegs], abs=0.0005)


@pytest.mark.parametrize("colors", range(2, 65))
def test_two_pegs_need_what_the_closed_forms_say(colors):
    """Worst case floor(n/2) + 2; Chen & Lin's average for even n, which is wrong at n = 2, where nobody reaches it."""
    record = record_of(Game(2, colors))
    assert record.worst == floor(colors / 2) + 2
    if colors % 2 == 0:
        average = (8 * colors**3 + 51 * colors**2 - 74 * colors + 48) / (24 * colors**2)
        assert record.average == pytest.approx(2.0 if colors == 2 else average, abs=1e-9)
        assert colors > 2 or average == 1.75


@pytest.mark.parametrize("name", WORST_CASES)
def test_least_worst_cases(name):
    record = RECORDS[name]
    assert (record.worst, record.worst_is_proved) == (WORST_CASES[name], True)


@pytest.mark.parametrize(
    "name", ["2x2", "2x7", "3x3", "3x5", "5x2", "6x2", "9x2", "4x3", "4x4", "3x5-distinct", "3x3-black"]
)
def test_small_records_are_proved_again(name):
    game, record = Game.parse(name), RECORDS[name]
    found, worst = optimal(game), optimal(game, "worst")
    assert found.proved and worst.proved
    assert (record.total, record.total_bound, record.max) == (found.tree.total, found.tree.total, found.tree.max)
    assert (record.worst, record.worst_bound) == (worst.tree.max, worst.tree.max)


def test_no_one_step_rule_is_better():
    for name, record in RECORDS.items():
        game = Game.parse(name)
        if game.size <= 1000:
            for rule in ("entropy", "most_parts"):
                tree = Tree.of(strategy(rule), game)
                assert record.total_bound <= record.total <= tree.total, name
                assert record.worst_bound <= record.worst <= tree.max, name


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("3x4", 4),
        ("3x5", 5),
        ("3x7", 6),
        ("4x5", 5),
        ("4x6", 5),
        ("5x3", 4),
        ("4x7", 6),
        ("4x10", 7),
        ("10x2", 7),
        ("11x2", 7),
    ],
)
def test_fewer_guesses_are_not_enough(text, turns):
    """What raises lower bounds in docs/records.py, at known worst cases; 10x2 and 11x2 by a complete search."""
    game = Game.parse(text)
    assert tree_within(game, turns - 1) is None
    tree = tree_within(game, turns)
    assert tree is not None
    assert tree.replay() == tree.histogram
    assert tree.max <= turns


def test_the_file_is_written_as_it_is_read(tmp_path):
    write_records(RECORDS, tmp_path / "records.tsv")
    assert read_records(tmp_path / "records.tsv") == RECORDS
