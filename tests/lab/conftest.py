"""What tests of the lab share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from blackpeg.lab.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "lab.db") as one:
        yield one
