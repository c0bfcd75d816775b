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
    notebook.metadata.pop("language_info", None)
    return notebook


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.ipynb")):
        nbformat.write(run_notebook(path), path)
        print(path)
