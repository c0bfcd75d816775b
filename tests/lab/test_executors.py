"""Where tasks run: the same rows whatever runs them and however often it is killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from blackpeg import BlackpegError
from blackpeg.lab.executors import Batches, play_batches
from blackpeg.lab.experiment import Experiment, Series, Task
from blackpeg.lab.store import COLUMNS, Store
from blackpeg.processes import connect_to_cluster

VARYING = {"seconds", "time", "worker"}

SCRIPT = """
import sys
from blackpeg.lab.runner import missing_tasks, play_into_store
from blackpeg.lab.experiment import Experiment
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
