"""`blackpeg new strategy`: the package installs with pip, its test passes, and its study runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli.commands import SOURCES, output, output_json, run


def outside(*words: str, folder: Path, installed: Path, status: int = 0) -> str:
    """Runs a program of Python where the package is installed."""
    env = {**os.environ, "PYTHONPATH": f"{installed}{os.pathsep}{SOURCES}", "BLACKPEG_DATA": str(folder / "data")}
    done = subprocess.run([sys.executable, *words], cwd=folder, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("kind", ["player", "evolving", "search"])
def test_a_package_installs_keeps_the_contract_and_has_a_study(kind: str, tmp_path: Path) -> None:
    place, installed = tmp_path / "package", tmp_path / "installed"
    shown = output("new", "strategy", "my_own", "--kind", kind, "-o", str(place))
    assert f"pip install -e {place}" in shown
    pip = ["-m", "pip", "install", "-qq", "--no-deps", "--no-build-isolation", "--no-index", "--target", str(installed)]
    outside(*pip, str(place), folder=tmp_path, installed=installed)
    assert "2 passed" in outside("-m", "pytest", "-q", str(place), folder=tmp_path, installed=installed)
    listed = json.loads(outside("-m", "blackpeg", "strategies", "--json", folder=tmp_path, installed=installed))
    assert {"name": "my_own", "kind": "outside", "source": "my_own"} in listed
    study = ["-m", "blackpeg", "lab", "run", str(place / "study.toml"), "--games", "2"]
    assert "8 games played" in outside(*study, folder=tmp_path, installed=installed)


def test_what_is_written_is_listed(tmp_path: Path) -> None:
    told = output_json("new", "strategy", "mine", "-o", str(tmp_path / "there"))
    assert told["files"] == sorted(
        str(path.relative_to(tmp_path / "there")) for path in (tmp_path / "there").rglob("*") if path.is_file()
    )
    assert (told["name"], told["kind"]) == ("mine", "player")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("Mine",), "'Mine' can't name a strategy"),
        (("class",), "'class' can't name a strategy"),
        (("entropy",), "there is a strategy 'entropy' already"),
        (("mine", "-o", "tests"), "tests is there already"),
        (("mine", "--kind", "players"), "invalid value for '--kind'"),
    ],
)
def test_errors_are_sentences(words: tuple[str, ...], sentence: str) -> None:
    done = run("new", "strategy", *words)
    assert done.returncode == 2 and sentence in done.stderr and "Traceback" not in done.stderr
