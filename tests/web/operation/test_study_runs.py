"""A study that the server plays in a process of its own: it is paused and goes on, ends with the server, may fail."""

import os
import time
from pathlib import Path

import pytest

from blackpeg.lab.experiment import Record, Task
from blackpeg.lab.store import Store
from blackpeg.lab.study_toml import load_study
from blackpeg.web.operation.study_runs import DONE, FAILED, PAUSED, StudyRuns
from blackpeg.web.store import Conflict

LONG, SHORT = "swaszek1999", "kooi2005"  # thousands of games by a quick player; two trees


def wait_until(what):
    """Waits for minutes, as a busy machine may need them."""
    for _ in range(1500):
        if found := what():
            return found
        time.sleep(0.1)
    raise AssertionError("it did not happen")


def stored_games(path: Path) -> int:
    with Store(path, write=False) as store:
        return sum(count for _, count, _ in store.series())


def children(pid: int) -> list[int]:
    """Returns the processes that any thread of a process has started."""
    return [int(one) for file in Path(f"/proc/{pid}/task").glob("*/children") for one in file.read_text().split()]


def is_playing(pid: int) -> bool:
    """Checks whether a process lives and is one that plays a study."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        return state != "Z" and "play_study" in Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return False


def test_a_study_is_paused_and_goes_on(tmp_path):
    path = tmp_path / "lab.db"
    runs = StudyRuns(path)
    assert runs.last is None
    with pytest.raises(Conflict, match=f"{LONG} is not being played"):
        runs.pause(LONG)
    assert runs.start(LONG).state == "playing"
    with pytest.raises(Conflict, match=f"{LONG} is being played; pause it first"):
        runs.start(SHORT)
    wait_until(lambda: runs.last.played > 0)
    assert " at " in runs.last.now  # which strategy, at which game
    runs.pause(LONG)
    runs.stop()
    kept = stored_games(path)
    assert runs.last.state == PAUSED and runs.last.error == "" and kept >= runs.last.played > 0
    missing = runs.last.missing
    runs.start(LONG)
    wait_until(lambda: runs.last.missing)
    assert runs.last.missing == missing - kept  # what was played is not played again
    runs.stop()
    assert runs.last.state == PAUSED


def test_a_study_is_played_to_its_end(tmp_path):
    runs = StudyRuns(tmp_path / "lab.db")
    runs.start(SHORT)
    wait_until(lambda: runs.last.ended)
    assert runs.last.state == DONE and stored_games(tmp_path / "lab.db") == 6**4 + 7**4  # all secrets of 4x6 and 4x7


def test_a_study_that_can_not_be_played_says_why(tmp_path):
    series = load_study(SHORT).series()[0]
    with Store(tmp_path / "lab.db") as store:
        record = Record(Task(series, 0), "1111", True, 1, 1, None, None, None, None)
        store.add([record], "by other code", "worker")
    runs = StudyRuns(tmp_path / "lab.db")
    runs.start(SHORT)
    wait_until(lambda: runs.last.ended)
    assert runs.last.state == FAILED and "1 games of" in runs.last.error and "other code" in runs.last.error
    runs.stop()  # there is nothing to stop


def test_a_study_ends_with_its_server(tmp_path, server_of):
    server, path = server_of(tmp_path / "data"), tmp_path / "data" / "lab.db"

    def start() -> int:
        with server.client() as client:
            started = client.post(f"/api/studies/{LONG}/start", headers={"Origin": server.url})
        assert started.status_code == 200 and started.json()["study"] == LONG
        return wait_until(lambda: [pid for pid in children(server.process.pid) if is_playing(pid)])[0]

    killed = start()
    wait_until(lambda: stored_games(path))
    server.kill()
    wait_until(lambda: not is_playing(killed))  # though nobody told it
    kept = stored_games(path)
    server.start()
    stopped = start()
    wait_until(lambda: stored_games(path) > kept)
    assert os.getpriority(os.PRIO_PROCESS, stopped) > os.getpriority(os.PRIO_PROCESS, server.process.pid)
    log = server.stop()
    assert not is_playing(stopped) and stored_games(path) > kept
    assert "Traceback" not in log and "Error" not in log
