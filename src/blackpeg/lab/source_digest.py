"""A digest of the code and data that play a strategy, which runner.py compares with that of stored games."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple

from ..errors import BlackpegError
from ..game import Game
from ..oracle import OracleSearch
from ..outside_strategy_sources import BLACKPEG, digest_of_files, files_of_module, is_outside
from ..players import Strategy
from ..strategies import make

TOOLS = {"gym", "blackbox", "dataset"}  # rooms for other people's programs
ROOMS_FROM_LAB_ON = {"lab", "puzzles", *TOOLS, "web", "cli"}  # no strategy of another package uses these
ROOMS_FROM_STRATEGIES_ON = {"strategies", "strategy_check", "coach", *ROOMS_FROM_LAB_ON}  # none of ours uses these


class FileStamp(NamedTuple):
    """By what a change of a file is noticed without reading it again."""

    path: Path
    modified: int
    bytes: int


def source_digest(strategy: str, game: str) -> str:
    """Returns a digest of every file that decides how a strategy plays a game.

    These are all rooms below the strategies, the strategy's own file, the module that plays tasks, and the data files
    of the strategy, such as trees. For a strategy of another package they are also our strategies, which it may use,
    and the files of its package or, if it is a loose file, of the modules beside it that it imports.

    A process plays what it imported at first, so a file from outside that changes later is an error.
    """
    digest, stamps = _digest_and_stamps(strategy, game)
    for before in stamps:
        if _stamp(before.path, strategy) != before:
            raise BlackpegError(f"{before.path} has changed since {strategy} was loaded; start Python again to play it")
    return digest


@cache
def _digest_and_stamps(strategy: str, game: str) -> tuple[str, list[FileStamp]]:
    """Returns the digest, and the stamps of the files that are no part of Blackpeg."""
    player = make(strategy)
    modules = {one.__module__ for one in type(player).__mro__ if issubclass(one, Strategy | OracleSearch)}
    outside = set[Path]()
    for module in filter(is_outside, modules):
        files = files_of_module(module)
        if not files:
            raise BlackpegError(f"the code of {strategy} is in no file, so that the lab could not tell if it changes")
        outside.update(files)
    data = [path.absolute() for path in player.data_files(Game.parse(game))]
    stamps = [_stamp(path, strategy) for path in (*sorted(outside), *data) if BLACKPEG not in path.parents]
    own = _files_of_rooms(ROOMS_FROM_LAB_ON if outside else ROOMS_FROM_STRATEGIES_ON)
    own += [Path(str(sys.modules[module].__file__)) for module in sorted(modules) if not is_outside(module)]
    own = list(dict.fromkeys([*own, BLACKPEG / "lab" / "experiment.py"]))
    return digest_of_files([*own, *sorted(outside), *data])[:12], stamps


def _files_of_rooms(left_out: set[str]) -> list[Path]:
    rooms = sorted(path for path in BLACKPEG.iterdir() if path.stem not in left_out)
    files = [file for room in rooms for file in ([room] if room.is_file() else sorted(room.rglob("*.py")))]
    return [file for file in files if file.suffix == ".py"]


def _stamp(path: Path, strategy: str) -> FileStamp:
    try:
        found = path.stat()
    except OSError as error:
        raise BlackpegError(f"{path}, which {strategy} is played by, can't be read: {error.strerror}") from error
    if not S_ISREG(found.st_mode):
        raise BlackpegError(f"{path}, which {strategy} is played by, is not a regular file")
    return FileStamp(path, found.st_mtime_ns, found.st_size)
