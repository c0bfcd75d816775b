"""Where data lives: `$BLACKPEG_DATA`, else the user's data folder."""

from __future__ import annotations

import os
import sys
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
