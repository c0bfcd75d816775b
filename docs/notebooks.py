"""Run the notebooks of docs/notebooks, and keep what they show: `python docs/notebooks.py`. `make docs` shows them."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parent / "notebooks"


def run_notebook(path: Path) -> Any:
    """Returns the notebook with what its cells show now; what a cell raises is raised."""
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        before = os.environ.get("BLACKPEG_DATA")
        os.environ["BLACKPEG_DATA"] = folder
        try:
            NotebookClient(notebook, timeout=300, resources={"metadata": {"path": folder}}).execute()
        finally:
            if before is None:
                del os.environ["BLACKPEG_DATA"]
            else:
                os.environ["BLACKPEG_DATA"] = before
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # times, which differ in every run
        if cell.cell_type == "code":
            cell.outputs = join_streams(cell.outputs)
    notebook.metadata.pop("language_info", None)
    return notebook


def join_streams(outputs: list[Any]) -> list[Any]:
    """Returns outputs in which neighboring pieces of one stream are one: a busy machine cuts them anywhere."""
    joined: list[Any] = []
    for one in outputs:
        before = joined[-1] if joined else None
        if before and one.output_type == before.output_type == "stream" and one.name == before.name:
            before.text += one.text
        else:
            joined.append(one)
    return joined


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.ipynb")):
        nbformat.write(run_notebook(path), path)
        print(path)
