"""Where data lives, how a file is replaced as a whole, and the one way to open a SQLite file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .errors import BlackpegError

if TYPE_CHECKING:
    import sqlite3


def data_folder() -> Path:
    """The folder for `lab.db`, `games.db` and `trees/`: `$BLACKPEG_DATA`, or one of the user's."""
    if chosen := os.environ.get("BLACKPEG_DATA"):
        return Path(chosen).expanduser()
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/blackpeg").expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", "~/AppData/Local")).expanduser() / "blackpeg"
    return Path(os.environ.get("XDG_DATA_HOME", "~/.local/share")).expanduser() / "blackpeg"


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yields a path to write to; when that is done it replaces the file at `path` as a whole.

    If writing fails, the old file stays. A link stays a link. What is not a regular file, such as a pipe, is written to
    directly.
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


PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700  # read and written by their owner only


def make_folder(folder: Path) -> None:
    """Makes a folder, and those above it that are missing, for their owner only. An existing one stays as it is."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(PRIVATE_FOLDER, exist_ok=True)


def make_private(path: Path, mode: int = PRIVATE_FILE) -> None:
    """Takes away what others may do with a file or folder, if it exists and is ours to change."""
    with suppress(OSError):
        allowed = path.stat().st_mode & 0o777
        if allowed & ~mode:
            path.chmod(allowed & mode)


class DatabaseFormat(NamedTuple):
    """What makes a SQLite file one of ours."""

    name: str  # as errors call it, such as "a store of the lab"
    schema: str
    version: int
    application_id: int  # so that no other program's file is taken for one of ours
    upgrades: tuple[str, ...] = ()  # the statements that make version 2 of version 1, version 3 of version 2, ...
    private: bool = False  # it holds secrets, so that a file which others may read is closed to them when it is opened
    synchronous: str = "NORMAL"  # FULL: what is written survives a power cut, not only the end of the program


def open_database(
    path: Path,
    form: DatabaseFormat,
    timeout: float = 10,
    autocommit: bool = False,
    read_only: bool = False,
    any_thread: bool = False,
) -> sqlite3.Connection:
    """Open a SQLite file, in WAL mode, and create its tables if it is new; one sentence where that can't be done.

    Only the thread that opened it may use it; `any_thread` says that the caller takes care of that.
    """
    import sqlite3  # heavy: help texts need the data folder only

    try:
        if read_only:
            database = _open_to_read(path, timeout)
        else:
            database = _open_to_write(path, form, timeout, autocommit, any_thread)
        found = [database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
    except (sqlite3.Error, OSError) as error:
        why = getattr(error, "strerror", None) or error
        raise BlackpegError(f"{path} can't be used as {form.name}: {why}") from error
    if found == [form.application_id, form.version]:
        return database
    database.close()
    if found[0] != form.application_id:
        raise BlackpegError(f"{path} is not {form.name}")
    raise BlackpegError(f"{path} is {form.name} of version {found[1]}, and this program reads version {form.version}")


def _open_to_write(
    path: Path, form: DatabaseFormat, timeout: float, autocommit: bool, any_thread: bool
) -> sqlite3.Connection:
    import sqlite3

    _prepare_file(path, form)
    database = sqlite3.connect(path, timeout=timeout, check_same_thread=not any_thread)
    database.isolation_level = None if autocommit else "DEFERRED"
    database.execute("PRAGMA journal_mode=WAL")
    database.execute(f"PRAGMA synchronous={form.synchronous}")
    if not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        marks = f"PRAGMA user_version={form.version}; PRAGMA application_id={form.application_id}"
        database.executescript(f"BEGIN IMMEDIATE; {form.schema} {marks}; COMMIT")
    if form.upgrades and database.execute("PRAGMA application_id").fetchone()[0] == form.application_id:
        _upgrade(database, form)
    return database


def _prepare_file(path: Path, form: DatabaseFormat) -> None:
    """Makes a file and its folder for their owner only; the files that SQLite puts beside it get the same mode."""
    make_folder(path.parent)
    if path.parent == data_folder() and "BLACKPEG_DATA" not in os.environ:
        make_private(path.parent, PRIVATE_FOLDER)  # a folder of another name may be used for other things
    if str(path) != ":memory:":
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE))
    if form.private:
        for suffix in ("", "-wal", "-shm"):
            make_private(path.with_name(path.name + suffix))


def copy_database(source: Path, target: Path, form: DatabaseFormat) -> int:
    """Copies a SQLite file as it is at this moment, also while others write to it, and returns the size of the copy.

    The copy is for its owner only, holds nothing that was deleted, and is checked before it takes the target's name.
    """
    import sqlite3

    with replacing(target) as partial:
        os.close(os.open(partial, os.O_RDWR | os.O_CREAT | os.O_TRUNC, PRIVATE_FILE))
        database = open_database(source, form, read_only=True)
        try:
            refuse_damaged(database)
            database.execute("VACUUM INTO ?", (str(partial),))
            with closing(sqlite3.connect(partial)) as copy:
                refuse_damaged(copy)
        except sqlite3.Error as error:
            raise BlackpegError(f"{source} can't be copied to {target}: {error}") from error
        finally:
            database.close()
        with partial.open("rb+") as file:
            os.fsync(file.fileno())
        return partial.stat().st_size


def refuse_damaged(database: sqlite3.Connection) -> None:
    """Raises `sqlite3.DatabaseError` if a file is damaged."""
    import sqlite3

    verdict: str = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict.splitlines()[-1])


def release_database(path: Path) -> None:
    """Puts all of a SQLite file into one file, so that it can be moved; an error if another program has it open."""
    import sqlite3

    try:
        with closing(sqlite3.connect(path, timeout=0.5)) as database:
            database.execute("PRAGMA journal_mode=DELETE")  # which nobody may do while others use it
    except sqlite3.OperationalError as error:
        raise BlackpegError(f"{path} is in use; stop the server, or whatever else has it open") from error
    except sqlite3.DatabaseError:
        return  # it is damaged, and moved aside as it is


def _upgrade(database: sqlite3.Connection, form: DatabaseFormat) -> None:
    """Brings an older file to the version of this program. Another program that opens it meanwhile waits."""
    query = "PRAGMA user_version"
    if database.execute(query).fetchone()[0] >= form.version:
        return
    database.execute("BEGIN IMMEDIATE")
    for statement in form.upgrades[database.execute(query).fetchone()[0] - 1 :]:
        database.execute(statement)
    database.execute(f"PRAGMA user_version={form.version}")
    database.execute("COMMIT")


def _open_to_read(path: Path, timeout: float) -> sqlite3.Connection:
    """A connection that only reads, also where nothing at all can be written beside the file."""
    import sqlite3

    address = path.absolute().as_uri()
    try:
        database = sqlite3.connect(f"{address}?mode=ro", uri=True, timeout=timeout)
        database.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.OperationalError:
        database = sqlite3.connect(f"{address}?mode=ro&immutable=1", uri=True, timeout=timeout)
    return database
