"""Replaying a task beside what a store holds."""

from pathlib import Path

from blackpeg.lab.experiment import Experiment, play_tasks
from blackpeg.lab.replay import replay_task
from blackpeg.lab.store import Store


def test_a_stored_game_is_the_same_when_it_is_played_again(tmp_path: Path) -> None:
    path, experiment = tmp_path / "lab.db", Experiment("3x4", "random", count=3)
    records = list(play_tasks(experiment.tasks()))
    with Store(path) as store:
        store.add([records[0], records[1]._replace(guesses=99)], "abc", "here:1")
    result, differences = replay_task("3x4 random uniform 0 0", path)
    assert (result["stored"], result["same"], differences) == (True, True, "")
    result, differences = replay_task("3x4 random uniform 0 1", path)
    assert (result["same"], differences) == (False, "guesses 99")
    result, differences = replay_task("3x4 random uniform 0 2", path)
    assert (result["stored"], result["same"], differences) == (False, None, "")
    assert result["guesses"] == records[2].guesses


def test_a_listed_secret_is_compared_with_the_game_of_that_secret(tmp_path: Path) -> None:
    path, experiment = tmp_path / "lab.db", Experiment("3x4", "random", secrets="list", codes=("112", "443"))
    with Store(path) as store:
        store.add(play_tasks(experiment.tasks()), "abc", "here:1")
    assert replay_task("3x4 random list 0 1 443", path)[0]["same"] is True
    assert replay_task("3x4 random list 0 1 112", path)[0]["stored"] is False


def test_games_of_before_new_codes_were_recorded_do_not_differ(tmp_path: Path) -> None:
    path = tmp_path / "lab.db"
    with Store(path) as store:
        store.add(
            [r._replace(new_codes=None) for r in play_tasks(Experiment("3x4", "random", count=1).tasks())], "a", "w"
        )
    assert replay_task("3x4 random uniform 0 0", path)[0]["same"] is True
