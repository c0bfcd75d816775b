"""Every test of a command has a data folder of its own, so that nobody's saved games are touched."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BLACKPEG_DATA", str(tmp_path / "data"))
    return tmp_path / "data"
