"""Where data lives, `$BLACKPEG_DATA` or else the user's data folder, and how a file is written."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def data_folder() -> Path:
    """The folder for `lab.db`, `games.db` and `trees/`; it may not exist yet."""
    if chosen := os.environ.get("BLACKPEG_DATA"):
        return Path(chosen).expanduser()
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/blackpeg").expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~/AppData/Local")).expanduser() / "blackpeg"
    return Path(os.environ.get("XDG_DATA_HOME", "~/.local/share")).expanduser() / "blackpeg"


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Where to write what shall be at `path`: all of it gets there or, if that fails, what was there stays.

    A link stays one, and what is no regular file, such as a pipe, is written to as it is.
    """
    if path.exists() and not path.is_file():
        yield path
        return
    file = path.resolve()
    partial = file.with_name(f".{file.name}.partial")
    try:
        yield partial
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)
