"""The notebooks run from top to bottom, and keep what they show."""

import runpy
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_what_it_kept(path):
    kept = nbformat.read(path, as_version=4)
    ran = runpy.run_path(str(ROOT / "docs" / "notebooks.py"))["run_notebook"](path)  # raises what a cell raises
    shown = [cell for cell in kept.cells if cell.cell_type == "code" and cell.outputs]
    assert len(shown) >= 3
    for old, new in zip(kept.cells, ran.cells, strict=True):
        if old.cell_type == "code":
            assert [sorted(one.get("data", {})) for one in old.outputs] == [
                sorted(one.get("data", {})) for one in new.outputs
            ]
            assert [text_of(one) for one in old.outputs] == [text_of(one) for one in new.outputs]


def text_of(output):
    """What a cell printed or returned as text; not of figures, whose text names an object in memory."""
    data = output.get("data", {})
    return None if "image/png" in data else output.get("text", data.get("text/plain"))


def test_there_are_three():
    assert [path.stem for path in NOTEBOOKS] == ["evolution", "experiment", "tour"]
