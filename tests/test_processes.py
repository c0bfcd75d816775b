"""Facts of a machine, for whoever reads times."""

from __future__ import annotations

import json
import platform
import subprocess
from pathlib import Path

import numba
import numpy as np

import blackpeg
from blackpeg import processes


def test_facts_are_those_of_this_machine_and_fit_into_json() -> None:
    facts = processes.machine_facts()
    assert json.loads(json.dumps(facts)) == facts
    assert (facts["python"], facts["numpy"], facts["numba"], facts["blackpeg"]) == (
        platform.python_version(), np.__version__, numba.__version__, blackpeg.__version__
    )  # fmt: skip
    assert facts["processor"] and facts["cores"] >= 1


def test_a_commit_is_told_only_of_a_clone(tmp_path: Path, monkeypatch) -> None:
    """A package that is installed somewhere within another project's clone has no commit."""
    (tmp_path / "package").mkdir()
    monkeypatch.setattr(processes, "__file__", str(tmp_path / "package" / "processes.py"))
    (tmp_path / "package" / "processes.py").write_text("")
    assert processes._commit() == ""
    git = ["git", "-C", str(tmp_path), "-c", "user.name=me", "-c", "user.email=me@localhost"]
    for command in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "one"]):
        subprocess.run([*git, *command], check=True)
    assert processes._commit() == ""
    for command in (["add", "package"], ["commit", "-q", "-m", "two"]):
        subprocess.run([*git, *command], check=True)
    head = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout
    assert head.startswith(processes._commit()) and len(processes._commit()) >= 7
    (tmp_path / "package" / "processes.py").write_text("changed")
    assert processes._commit().endswith("-dirty")
