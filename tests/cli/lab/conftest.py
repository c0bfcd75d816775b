"""`blackpeg lab` in a folder with a small study, in this process or in one of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from cli.lab.processes import Run, check_output, environment

from blackpeg.cli import main as cli

STUDY = """
title = "Small"
[[experiments]]
games = ["3x4"]
strategies = ["random", "entropy", "lexicographic(first='122')"]
count = 12
[[claims]]
game = "3x4"
strategy = "random"
value = 3.0
games = 10
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a study and a data folder of its own."""
    (tmp_path / "small.toml").write_text(STUDY)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BLACKPEG_DATA", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture
def process(folder: Path) -> Run:
    """`blackpeg lab words`, in a process of its own."""

    def run(*words: str, status: int = 0, **env: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "blackpeg", "lab", *words]
        env = environment(folder, **env)
        return check_output(
            subprocess.run(command, env=env, capture_output=True, encoding="utf-8", timeout=120), status
        )

    return run


@pytest.fixture
def lab(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The same in this process, which is quicker."""

    def run(*words: str, status: int = 0) -> subprocess.CompletedProcess[str]:
        monkeypatch.setattr(sys, "argv", ["blackpeg", "lab", *words])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        printed = capsys.readouterr()
        return check_output(
            subprocess.CompletedProcess(words, int(ended.value.code or 0), printed.out, printed.err), status
        )

    return run
