"""Where tasks run: the same rows whatever runs them and however often it is killed."""

import gc
import os
import signal
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import pytest
import reference

from blackpeg import BlackpegError
from blackpeg.lab import experiment
from blackpeg.lab.executors import Batches, StoppedGame, grow_trees, play_batch, play_batches
from blackpeg.lab.experiment import Experiment, Series, Task, has_grown_tree, play_tasks, secret_of
from blackpeg.lab.runner import GameLimit, Shard, run_experiments
from blackpeg.lab.store import COLUMNS, Store
from blackpeg.processes import connect_to_cluster

VARYING = {"seconds", "time", "worker"}

SCRIPT = """
import sys
from blackpeg.lab.runner import missing_tasks, play_into_store
from blackpeg.lab.experiment import Experiment
from blackpeg.lab.runner import GameLimit, Shard, run_experiments
from blackpeg.lab.store import Store
if __name__ == "__main__":
    experiment = Experiment(("4x6",), ("random", "plus2"), count=int(sys.argv[2]))
    with Store(sys.argv[1]) as store:
        play_into_store(store, missing_tasks(store, [experiment])[0], jobs=int(sys.argv[3]))
"""


def rows_of(path: Path) -> list[tuple]:
    with Store(path, write=False) as store:
        return sorted(
            tuple(value for name, value in zip(COLUMNS, row, strict=True) if name not in VARYING)
            for row in store.rows()
        )


def processes_in(group: int) -> list[int]:
    """Processes of a session that are still there and no zombies."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == group and fields[0] != "Z":
                found.append(int(entry.name))
    return found


def start(script: Path, store: Path, count: int, jobs: int) -> subprocess.Popen:
    words = [sys.executable, str(script), str(store), str(count), str(jobs)]
    return subprocess.Popen(words, start_new_session=True, stderr=subprocess.PIPE, text=True)


def test_killed_ten_times_and_resumed_the_rows_are_those_of_an_undisturbed_run(tmp_path):
    script = tmp_path / "study.py"
    script.write_text(SCRIPT)
    calm = start(script, tmp_path / "calm.db", 600, 2)
    assert calm.wait(600) == 0, calm.stderr.read()
    kills = 0
    for delay in (0.3, 0.7, 1.0, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2.0):
        killed = start(script, tmp_path / "killed.db", 600, 2)
        time.sleep(delay)
        killed.kill()
        killed.wait()
        kills += 1
        deadline = time.monotonic() + 60  # at once, but for a busy machine
        while processes_in(killed.pid) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert processes_in(killed.pid) == [], "a worker is left after its parent was killed"
    resumed = start(script, tmp_path / "killed.db", 600, 2)
    assert resumed.wait(600) == 0, resumed.stderr.read()
    assert kills == 10
    rows = rows_of(tmp_path / "killed.db")
    assert len(rows) == 1200
    assert rows == rows_of(tmp_path / "calm.db")


def test_processes_and_this_process_make_the_same_rows(tmp_path):
    tasks = list(Experiment(("4x6", "3x4"), ("random", "entropy"), count=40).tasks())

    def play(jobs):
        return {str(r.task): r[1:8] for batch in play_batches(tasks, jobs) for r in batch.records}

    here, there = play(1), play(2)
    assert here == there
    assert len(here) == len(tasks)


def test_a_worker_that_dies_is_replaced_and_its_tasks_are_played(tmp_path):
    tasks = list(Experiment(("5x8",), ("random",), count=400).tasks())
    seen, killed = [], False
    for batch in play_batches(tasks, jobs=2):
        seen += [record.task for record in batch.records]
        if not killed and len(seen) > 20:
            os.kill(int(batch.worker.split(":")[1]), signal.SIGKILL)
            killed = True
    assert killed
    assert sorted(task.number for task in seen) == list(range(400))


def test_a_task_that_can_not_be_played_is_named():
    tasks = [Task(Series("20x20", "entropy"), 0)]
    for jobs in (1, 2):
        with pytest.raises(BlackpegError, match="20x20 entropy uniform 0 0: 20x20 has"):
            list(play_batches(tasks, jobs))


def test_batches_are_of_one_series_grow_with_speed_and_lose_nothing():
    tasks = list(Experiment(("4x6",), ("random", "entropy"), count=5000).tasks())
    batches, sizes, seen = Batches(tasks), [], []
    while batch := batches.next():
        assert len({task.series for task in batch}) == 1
        batches.learn_seconds(batch, 0.0001 * len(batch))
        sizes.append(len(batch))
        seen += batch
    assert seen == tasks
    assert sizes[0] == 1
    assert max(sizes) == 2000


# Games that fail or never end

LIMIT = 3.0  # seconds, a thousand times as long as a game takes


def tasks_and_troubled(how: str, count: int) -> tuple[list[Task], list[Task]]:
    """Tasks of the strategy that fails, and those in which it does, by the definition of feedback."""
    tasks = list(Experiment("4x6", f"trouble(how='{how}')", count=count).tasks())
    first = (0, 0, 1, 1)
    bad = [task for task in tasks if reference.feedback(tuple(map(int, secret_of(task))), first) == (2, 1)]
    assert 0 < len(bad) < count / 4
    return tasks, bad


@pytest.mark.parametrize("how, said", [("raise", "ZeroDivisionError: on purpose"), ("leave", "SystemExit")])
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_exception_names_its_task_and_what_was_played_is_kept(trouble, how, said, jobs):
    tasks, bad = tasks_and_troubled(how, 60)
    played = []
    with pytest.raises(BlackpegError) as caught:
        for batch in play_batches(tasks, jobs):
            played += [record.task for record in batch.records]
    named = next(task for task in bad if str(caught.value).startswith(f"{task}: "))
    assert said in str(caught.value) and "--debug" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "trouble.py" in "".join(caught.value.__notes__), "the note is the traceback"
    assert not set(played) & set(bad)
    if jobs == 1:
        assert named == bad[0]
        assert played == tasks[: bad[0].number]


def test_a_task_of_which_workers_die_is_named(trouble):
    tasks, bad = tasks_and_troubled("exit", 60)
    with pytest.raises(BlackpegError, match="3 workers died of it, the last with exit status 3") as caught:
        list(play_batches(tasks, jobs=2))
    assert any(str(caught.value).startswith(f"{task}: ") for task in bad)


@pytest.mark.parametrize("how, jobs", [("loop", 1), ("spin", 2)])
def test_games_without_end_are_stopped_and_the_others_played(trouble, how, jobs):
    tasks, bad = tasks_and_troubled(how, 40)
    stopped, played = [], []
    for result in play_batches(tasks, jobs, game_seconds=LIMIT):
        if isinstance(result, StoppedGame):
            stopped.append(result.task)
        else:
            played += [record.task for record in result.records]
    assert sorted(stopped) == bad
    assert sorted(played) == sorted(set(tasks) - set(bad))


@pytest.mark.parametrize(("jobs", "seconds"), [(1, None), (2, None), (2, 60.0)])
def test_trees_are_grown_and_say_what_is_played(jobs, seconds, monkeypatch):
    monkeypatch.setattr(experiment, "_turns_by_tree", {})
    series = [Series("3x4", "minimax", "all"), Series("3x5", "entropy", "all"), Series("3x4", "random", "all")]
    begun = []
    assert sorted(grow_trees(series, jobs, seconds, begun.append)) == sorted(series)
    assert begun == series
    assert [has_grown_tree(one) for one in series] == [True, True, False]
    for one in series[:2]:  # what a tree says is what is played
        for record in play_tasks([Task(one, number) for number in range(20)]):
            played = next(play_tasks([Task(one._replace(secrets="list"), 0, record.secret)]))
            assert (record.guesses, record.known, record.note) == (played.guesses, played.known, "tree")


@pytest.mark.parametrize("how", ["loop", "spin"])
def test_a_tree_with_a_guess_that_never_ends_is_given_up_and_its_games_are_stopped_one_by_one(trouble, how, tmp_path):
    name = f"trouble(how='{how}', chance=False)"
    tree = Series("4x6", name, "all")
    assert list(grow_trees([tree], 1, 3)) == [tree]
    assert not has_grown_tree(tree)
    with Store(tmp_path / "lab.db") as store:
        limit = GameLimit(3)
        run = run_experiments(
            store, (Experiment("4x6", name, secrets="all", count=1),), shard=Shard(1, 150), limit=limit
        )
    numbers = range(0, 1296, 150)
    codes = list(product(range(6), repeat=4))
    hard = [number for number in numbers if reference.feedback(codes[number], (0, 0, 1, 1)) == (2, 1)]
    assert run["stopped"] == [f"4x6 {name} all 0 {number}" for number in hard]
    assert run["played"] == len(numbers) - len(hard)


def test_a_tree_of_which_a_worker_dies_is_named(trouble):
    series = Series("4x6", f"{trouble}(how='exit', chance=False)", "all")
    with pytest.raises(BlackpegError, match=r"4x6 trouble.*: a worker that grew its tree died with exit status 3"):
        list(grow_trees([series], 2))


def test_trees_grown_before_one_that_fails_are_stored(trouble, tmp_path, monkeypatch):
    """So a run that is ended half-way grows none of them again."""
    monkeypatch.setattr(experiment, "_turns_by_tree", {})
    good, bad = "minimax", f"{trouble}(chance=False)"
    with Store(tmp_path / "lab.db") as store:
        with pytest.raises(BlackpegError, match="on purpose"):
            run_experiments(store, (Experiment("4x6", (good, bad), secrets="all"),), show_progress=False)
        assert len(store.numbers(Series("4x6", good, "all"))) == 1296
        monkeypatch.setattr(experiment, "_turns_by_tree", {})
        run = run_experiments(store, (Experiment("4x6", good, secrets="all"),), show_progress=False)
        assert (run["played"], run["there"]) == (0, 1296)
        assert not experiment._turns_by_tree  # nothing was grown


def test_a_tree_that_fails_is_named_with_its_traceback(trouble):
    series = Series("4x6", f"{trouble}(chance=False)", "all")
    for jobs in (1, 2):
        with pytest.raises(BlackpegError, match=r"4x6 trouble.* all 0: ZeroDivisionError: on purpose") as caught:
            list(grow_trees([series], jobs))
        assert "Traceback" in caught.value.__notes__[0]


def test_compiling_is_no_part_of_a_game(trouble):
    _, bad = tasks_and_troubled("compile", 40)
    (result,) = play_batches(bad[:1], game_seconds=LIMIT)  # it compiles for twice as long
    assert [record.task for record in result.records] == bad[:1]
    assert result.setup > LIMIT


def test_a_batch_tells_what_setting_up_took():
    tasks = list(Experiment("4x6", "minimax", count=1, secrets="all").tasks())[:100]
    first = play_batch(tasks)
    assert 0 < first.setup < first.seconds
    assert play_batch(tasks).setup < first.setup, "the tree is there"


# A Dask cluster, with a real scheduler and real workers


def test_a_cluster_makes_the_same_rows_though_one_worker_is_killed_and_one_added(cluster, tmp_path):
    address, worker = cluster
    running = {process.pid: process for process in (worker(), worker())}
    client, _ = connect_to_cluster(address)
    client.wait_for_workers(2, timeout=120)
    client.close()
    tasks = list(Experiment("4x6", "plus2", count=1500).tasks())
    seen: dict[str, tuple] = {}
    workers, killed = set(), False
    for batch in play_batches(tasks, cluster=address):
        seen |= {str(record.task): record[1:8] for record in batch.records}
        workers.add(batch.worker)
        if not killed and len(workers) == 2:
            running[int(batch.worker.split(":")[1])].kill()
            worker()
            killed = True
    assert killed
    assert seen == {str(r.task): r[1:8] for batch in play_batches(tasks) for r in batch.records}


def test_no_cluster_at_the_address_is_one_sentence():
    with pytest.raises(BlackpegError, match=r"no cluster answers at tcp://127\.0\.0\.1:"):
        list(play_batches([Task(Series("4x6", "random"), 0)], cluster="tcp://127.0.0.1:1"))
    with pytest.raises(BlackpegError, match="no cluster answers at nonsense"):
        list(play_batches([Task(Series("4x6", "random"), 0)], cluster="nonsense://"))


def test_games_that_fail_or_never_end_on_a_cluster(trouble, cluster):
    address, worker = cluster
    worker()
    client, _ = connect_to_cluster(address)
    client.wait_for_workers(1, timeout=120)
    client.close()
    tasks, bad = tasks_and_troubled("spin", 40)
    results = list(play_batches(tasks, cluster=address, game_seconds=LIMIT))
    assert sorted(result.task for result in results if isinstance(result, StoppedGame)) == bad
    played = [record.task for result in results if not isinstance(result, StoppedGame) for record in result.records]
    assert sorted(played) == sorted(set(tasks) - set(bad))
    tasks, bad = tasks_and_troubled("exit", 40)
    with pytest.raises(BlackpegError, match="3 workers died of it, the last with exit status 3") as caught:
        list(play_batches(tasks, cluster=address, game_seconds=60))  # in children of the worker, which dies of none
    assert any(str(caught.value).startswith(f"{task}: ") for task in bad)
    tasks, bad = tasks_and_troubled("raise", 40)
    with pytest.raises(BlackpegError, match="ZeroDivisionError: on purpose") as caught:
        list(play_batches(tasks, cluster=address))
    assert any(str(caught.value).startswith(f"{task}: ") for task in bad)
    open_clients = [one for one in gc.get_objects() if type(one).__name__ == "Client" and one.status != "closed"]
    assert not open_clients, "an error closes the connection, though its traceback is kept"
