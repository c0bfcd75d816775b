"""Exported runs, held against the files that ioh's own logger writes of the same queries, and read by iohinspector."""

import json

import ioh
import iohinspector
import pytest
from cli.commands import output_json, run

from blackpeg import BlackpegError, Game
from blackpeg.blackbox import Problem
from blackpeg.blackbox.ioh import ioh_problem
from blackpeg.blackbox.ioh_files import function_number, replay_run, write_ioh
from blackpeg.lab import Experiment, Study, run_study
from blackpeg.lab.export.stored_games import Histories
from blackpeg.lab.store import COLUMNS, Store

STRATEGIES = ("random", "cabana_tupac", "lexicographic(first='1122')")


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    path = tmp_path_factory.mktemp("ioh") / "lab.db"
    experiments = (Experiment("4x6", STRATEGIES, count=3), Experiment("3x4-black", "random", count=2, seed=7))
    run_study(Study("ioh", "IOH", experiments), path)
    return path


def rows(path):
    with Store(path, write=False) as store:
        return [dict(zip(COLUMNS, row, strict=True)) for row in store.rows()]


def logged(folder, path, strategy, game):
    """What ioh's logger writes if the queries of the stored games are asked through a problem of ioh."""
    logger = ioh.logger.Analyzer(
        root=str(folder), folder_name="theirs", algorithm_name=strategy, algorithm_info="Blackpeg"
    )
    for row in rows(path):
        if (row["strategy"], row["game"]) == (strategy, game):
            replayed = replay_run(row, Histories())
            problem = ioh_problem(Problem.from_lab(game, row["number"], row["seed"]), replayed.instance, "Theirs")
            problem.attach_logger(logger)
            for code in replayed.codes.tolist():
                problem(code)
            problem.detach_logger()
    logger.close()
    return folder / "theirs"


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_files_are_those_of_iohs_logger(stored, tmp_path, strategy):
    with Store(stored, write=False) as store:
        assert write_ioh(store, tmp_path / "ours", None, [strategy]) >= 3
    theirs = logged(tmp_path, stored, strategy, "4x6")
    (folder,) = (tmp_path / "ours" / "uniform-0").iterdir()
    ours = json.loads((folder / "IOHprofiler_f406_Mastermind_4x6.json").read_text())
    (file,) = theirs.glob("*.json")
    expected = json.loads(file.read_text())
    assert list(ours) == list(expected)
    (data,) = theirs.glob("*/*.dat")
    assert (folder / ours["scenarios"][0]["path"]).read_text() == data.read_text()
    assert ours["scenarios"][0]["runs"] == expected["scenarios"][0]["runs"]
    for key in ("maximization", "algorithm", "attributes"):
        assert ours[key] == expected[key]
    text, like = (folder / "IOHprofiler_f406_Mastermind_4x6.json").read_text(), file.read_text()
    assert [line[:9] for line in text.splitlines()] == [line[:9] for line in like.splitlines()]  # even its layout


def test_iohinspector_reads_the_export(stored, tmp_path):
    told = output_json("lab", "export", "--store", str(stored), "--format", "ioh", "-o", str(tmp_path / "out"))
    assert told == {"file": str(tmp_path / "out"), "games": 11, "other_code": 0, "differing": []}
    manager = iohinspector.DataManager()
    for folder in (tmp_path / "out").glob("*/*"):
        manager.add_folder(str(folder))
    table = manager.overview
    assert set(table["algorithm_name"]) == set(STRATEGIES) and set(table["function_id"]) == {406, 20304}
    by_task = {(row["strategy"], row["game"], row["number"]): row for row in rows(stored)}
    for one in table.iter_rows(named=True):
        game = "4x6" if one["function_id"] == 406 else "3x4-black"
        row = by_task[one["algorithm_name"], game, one["instance"]]
        assert (one["evals"], one["best_y"] == 0) == (row["queries"], bool(row["solved"]))
    data = manager.load(monotonic=True, include_meta_data=True)
    assert data.group_by("data_id").agg(iohinspector.pl.col("raw_y").min())["raw_y"].to_list() == [0.0] * 11


def test_instances_are_the_games_of_the_lab():
    problem = Problem.from_lab("4x6", 17)
    theirs = ioh_problem(problem, instance=17, name="Instance")
    assert theirs.meta_data.instance == 17 and theirs.meta_data.n_variables == 4
    code = [0, 1, 2, 3]
    assert theirs(code) == Problem.from_lab("4x6", 17)(code) and problem.queries == 1
    assert theirs.bounds.ub[0] == 5 and theirs.optimum.y == 0.0


def test_every_function_has_a_number_of_its_own():
    marks = ("", "-black", "-distinct", "-distinct-black")
    games = [f"{pegs}x64{mark}" for pegs in (4, 20, 64) for mark in marks] + ["64x4", "64x6-black"]
    numbers = {function_number(Game.parse(game)) for game in games}
    assert len(numbers) == len(games) and max(numbers) < 2**16  # as iohinspector reads them
    with pytest.raises(BlackpegError, match="up to 64x64"):
        function_number(Game(4, 65))


def test_errors_are_sentences(stored, tmp_path):
    row = {**rows(stored)[0], "number": 10**9}
    with pytest.raises(BlackpegError, match="numbered up to 65,535"):
        replay_run(row, Histories())
    found = Histories()
    assert replay_run({**rows(stored)[0], "digest": "old"}, found) is None and found.of_other_code == 1
    search = next(row for row in rows(stored) if row["strategy"] == "cabana_tupac")
    assert replay_run({**search, "digest": "old"}, found) is None and found.of_other_code == 2
    assert replay_run({**search, "queries": 1}, found) is None and len(found.differing) == 1
    for more in (["-o", "-"], ["-o", str(tmp_path / "x"), "--histories"]):
        done = run("lab", "export", "--store", str(stored), "--format", "ioh", *more)
        assert done.returncode == 2 and "give -o FOLDER" in done.stderr
