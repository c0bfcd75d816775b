"""Searches that are stopped and resumed."""

import json
from pathlib import Path

import pytest

from blackpeg import Game
from blackpeg.solver import journal
from blackpeg.solver.journal import Journal
from blackpeg.solver.optimal_search import SearchStopped, optimal, solve_in_order


@pytest.fixture
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("BLACKPEG_DATA", str(tmp_path / "data"))


def stop_after(solutions):
    """A scheduler that solves some subproblems, then presses Ctrl-C."""

    def schedule(solve, todo):
        for done, result in enumerate(solve_in_order(solve, todo)):
            if done == solutions:
                raise KeyboardInterrupt
            yield result

    return schedule


def test_a_search_is_stopped_and_resumed(data):
    game = Game(4, 6)
    with pytest.raises(SearchStopped) as stopped:
        optimal(game, scheduler=stop_after(7), known=Journal(game))
    tree = stopped.value.result.tree
    assert tree.replay() == tree.histogram
    assert tree.total >= 5625
    assert not stopped.value.result.proved

    solved = []

    def counting(solve, todo):
        for subproblem, solution in solve_in_order(solve, todo):
            solved.append(subproblem)
            yield subproblem, solution

    first = Journal(game)
    assert len(first) == 7
    with first.path.open("a") as file:
        file.write('["cut off')  # as a killed process leaves it
    again = optimal(game, scheduler=counting, known=Journal(game))
    fresh = optimal(game)
    assert again == fresh or str(again.tree) == str(fresh.tree)
    assert not {subproblem.key for subproblem in solved} & set(first)


def test_searches_keep_journals_of_their_own(data):
    assert Journal(Game(3, 4)).path != Journal(Game(3, 4), "average", None, (1,), None).path


def test_journal_lines_are_whole(data):
    known = Journal(Game(3, 4))
    optimal(Game(3, 4), known=known)
    assert [json.loads(line)[0] for line in known.path.read_text().splitlines()] == list(known)
    known.remove()
    assert not known.path.exists()


def test_a_journal_survives_changes_of_the_code_but_not_of_its_format(data, monkeypatch):
    """The name of the file depends on the problem and the format, and on no source file."""
    game, request = Game(3, 4), ("average", None, (), None)
    path = Journal(game, *request).path
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail(f"{path} was read"))
    assert Journal(game, *request).path == path
    monkeypatch.setattr(journal, "FORMAT", 2)
    assert Journal(game, *request).path != path
