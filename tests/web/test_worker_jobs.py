"""What workers compute: no parameter of a strategy lets a visitor open a file, and large exports come in pieces."""

import builtins
import io
import os
from dataclasses import fields

import pytest

from blackpeg import BlackpegError, Game, Position
from blackpeg.lab.experiment import Task, play_tasks
from blackpeg.lab.export import table_files
from blackpeg.lab.store import Store
from blackpeg.lab.study_toml import load_study
from blackpeg.strategies import STRATEGIES, class_of
from blackpeg.web import worker_jobs
from blackpeg.web.worker_jobs import compiled_marker, compiled_sources, export, next_guess


@pytest.mark.parametrize("name", STRATEGIES)
def test_no_parameter_of_a_strategy_is_opened_as_a_file(name, monkeypatch, tmp_path):
    opened, really = [], open
    for module in (io, builtins):
        monkeypatch.setattr(
            module, "open", lambda file, *rest, **options: opened.append(file) or really(file, *rest, **options)
        )
    path = tmp_path / "file"
    for field in fields(class_of(name)):
        if field.default is None or isinstance(field.default, str):
            with pytest.raises(BlackpegError):
                next_guess(Position(Game(4, 6)), f"{name}({field.name}='{path}')", 1, 0)
    assert str(path) not in map(str, opened)


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_an_export_comes_in_pieces(form, monkeypatch, tmp_path):
    monkeypatch.setattr(table_files, "PIECE_CHARACTERS", 500)
    series = next(one for one in load_study("swaszek1999").series() if (one.game, one.strategy) == ("4x6", "random"))
    with Store(tmp_path / "lab.db") as store:
        store.add(list(play_tasks([Task(series, number) for number in range(20)])), "digest", "worker")
    pieces = list(export(str(tmp_path / "lab.db"), "swaszek1999", form))
    assert len(pieces) > 3 and all(isinstance(piece, bytes) for piece in pieces)
    assert len(b"".join(pieces).splitlines()) == 20 + (form == "csv")


def test_another_copy_of_the_sources_is_not_taken_to_be_compiled(tmp_path, monkeypatch):
    """Numba loads compiled code for the same path and time of change only; a second clone used to count as compiled."""
    assert {"jit.py", "feedback.py"} <= {path.name for path in compiled_sources()}
    markers = [compiled_marker(), compiled_marker()]
    assert markers[0] == markers[1]
    for folder in ("one", "two"):
        copy = tmp_path / folder / "kernel.py"
        copy.parent.mkdir()
        copy.write_text("@compiled")
        monkeypatch.setattr(worker_jobs, "compiled_sources", lambda copy=copy: [copy])
        markers.append(compiled_marker())
    os.utime(copy, (1, 1))  # as after another installation
    markers.append(compiled_marker())
    assert len(set(markers)) == 4
