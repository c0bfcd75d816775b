"""`blackpeg backup` and `blackpeg restore`: the games and the lab's store, copied while they are in use, and back."""

from __future__ import annotations

from pathlib import Path

import click

from ...errors import BlackpegError
from ...storage import DatabaseFormat, copy_database, data_folder, make_folder, release_database
from ..options import print_json, with_json

with_data = click.option(
    "--data", metavar="DIR", help="The folder with the games.  [default: $BLACKPEG_DATA, or the user's folder]"
)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@with_data
@with_json
def backup(folder: Path, data: str | None, as_json: bool) -> int:
    """Copy all games and the lab's store into a folder.

    The server may run meanwhile. The copies are those of one moment each, and only their owner can read them.

    \b
    blackpeg backup backups/monday
    blackpeg backup backups/monday --data /srv/blackpeg
    """
    source = Path(data).expanduser() if data else data_folder()
    names = [name for name in _formats() if (source / name).exists()]
    if not names:
        raise BlackpegError(f"there is nothing to copy in {source}: no {', no '.join(_formats())}")
    taken = [name for name in names if (folder / name).exists()]
    if taken:
        raise BlackpegError(f"{folder} has a {taken[0]} already; a backup goes into a folder of its own")
    make_folder(folder)
    copied = {name: copy_database(source / name, folder / name, _formats()[name]) for name in names}
    _report(copied, folder, as_json)
    return 0


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@with_data
@click.option("--replace", is_flag=True, help="Also where there are games already; they stay as FILE.replaced.")
@with_json
def restore(folder: Path, data: str | None, replace: bool, as_json: bool) -> int:
    """Put a backup back into the data folder.

    The server must not be running.

    \b
    blackpeg restore backups/monday --data /srv/blackpeg
    """
    target = Path(data).expanduser() if data else data_folder()
    names = [name for name in _formats() if (folder / name).exists()]
    if not names:
        raise BlackpegError(f"there is no backup in {folder}: no {', no '.join(_formats())}")
    existing = [name for name in names if (target / name).exists()]
    if existing and not replace:
        raise BlackpegError(f"{target} has a {existing[0]} already; --replace keeps it as {existing[0]}.replaced")
    for name in existing:
        release_database(target / name)
    make_folder(target)
    fresh = {name: target / f"{name}.restored" for name in names}
    try:  # nothing takes its place before all of it is there
        restored = {name: copy_database(folder / name, fresh[name], _formats()[name]) for name in names}
        for name in existing:
            (target / name).replace(target / f"{name}.replaced")
        for name in names:
            fresh[name].replace(target / name)
    finally:
        for path in fresh.values():
            path.unlink(missing_ok=True)
    _report(restored, target, as_json)
    return 0


def _formats() -> dict[str, DatabaseFormat]:
    """The files of a data folder that are copied, with their formats."""
    from ...lab.store import FORMAT as LAB
    from ...puzzles.terminal_games import FORMAT as TERMINAL
    from ...web.tables import FORMAT as WEB

    return {"web.db": WEB, "games.db": TERMINAL, "lab.db": LAB}


def _report(copied: dict[str, int], folder: Path, as_json: bool) -> None:
    if as_json:
        print_json({"folder": str(folder), "files": copied})
        return
    for name, size in copied.items():
        click.echo(f"{folder / name}: {size:,} bytes")
