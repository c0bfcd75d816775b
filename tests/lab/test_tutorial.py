"""The tutorial's commands, in its order, in one folder: what they print is what the page says."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import blackpeg
from blackpeg import strategies
from blackpeg.cli import main as cli

PAGE = Path(__file__).parents[2] / "docs" / "lab.md"
BLOCK = re.compile(r"^```(toml|python|shell-session|sh)\n(.*?)^```", re.M | re.S)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@pytest.fixture
def started() -> Iterator[list[subprocess.Popen[bytes]]]:
    """Processes that go on in the background; each leads a group, which ends with the test."""
    processes: list[subprocess.Popen[bytes]] = []
    yield processes
    for process in reversed(processes):
        os.killpg(process.pid, 9)
        process.wait()


@pytest.fixture
def installed() -> Iterator[None]:
    """Strategies that are installed in the test are forgotten with it."""
    yield
    strategies.outside.cache_clear()
    sys.modules.pop("first", None)


def install(folder: Path) -> None:
    """Leave in a folder of modules what `pip install` leaves of its pyproject.toml."""
    project = tomllib.loads((folder / "pyproject.toml").read_text())["project"]
    metadata = folder / f"{project['name']}-{project['version']}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    ((group, points),) = project["entry-points"].items()
    lines = [f"[{group}]", *(f"{name} = {where}" for name, where in points.items())]
    (metadata / "entry_points.txt").write_text("\n".join(lines))
    strategies.outside.cache_clear()


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("localhost", 0))
        return int(one.getsockname()[1])


def blocks(port: int) -> list[tuple[str, str]]:
    return BLOCK.findall(PAGE.read_text(encoding="utf-8").replace("8786", str(port)))


def test_the_tutorial_runs(
    tmp_path: Path,
    started: list[subprocess.Popen[bytes]],
    installed: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BLACKPEG_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PYTHONPATH", str(Path(blackpeg.__file__).parents[1]))
    ran = 0
    for kind, text in blocks(free_port()):
        if kind in ("toml", "python"):
            if text.startswith("# "):
                (tmp_path / text.partition("\n")[0].removeprefix("# ")).write_text(text)
            if text.startswith("# pyproject.toml"):
                install(tmp_path)
                monkeypatch.syspath_prepend(str(tmp_path))
        elif kind == "sh":
            for line in text.splitlines():
                words = shlex.split(line.removesuffix(" &"))
                with open(tmp_path / f"{len(started)}.log", "wb") as log:
                    command = [sys.executable, "-m", *words]
                    started.append(subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True))
        else:
            for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.M):
                monkeypatch.setattr(sys, "argv", shlex.split(command))
                with pytest.raises(SystemExit):
                    cli.main()
                printed = capsys.readouterr()
                found = printed.out + printed.err
                assert doctest.OutputChecker().check_output(expected, found, FLAGS), f"$ {command}\n{found}"
                ran += 1
    assert ran > 15
