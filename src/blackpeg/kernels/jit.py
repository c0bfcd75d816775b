"""How kernels are compiled, where the machine code is kept, and array views without reference counts.

Numba keeps compiled code beside a source file and does not notice when a function that it *calls*,
in another file, changes. So the cache is a folder of the user, named by a digest of every file that has
compiled code. For a function of another package the digest also covers the files of that package or, if it is a loose
file, the modules beside it that it imports (outside_strategy_sources.py). If no folder can be written, nothing is
cached and everything still works.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

import numba
from numba.core import config, event, types
from numba.core.types.containers import BaseTuple
from numba.core.types.misc import unliteral
from numba.extending import intrinsic, overload

from ..outside_strategy_sources import digest_of_files, files_of_module, is_outside

F = TypeVar("F", bound=Callable[..., Any])

MARKS = (b"@compiled", b"@inlined", b"@intrinsic")  # what files with compiled code contain


@cache
def cache_folder(module: str = "blackpeg") -> str | None:
    """The folder for the compiled code of a module; None if none can be written or the module is in no file."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(Path(__file__).parents[1].rglob("*.py")):
        text = path.read_bytes()
        if any(mark in text for mark in MARKS):
            digest.update(text)
    if is_outside(module):
        files = files_of_module(module)
        if not files:
            return None
        digest.update(digest_of_files(files).encode())
    base = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    root = Path(base) if base else Path("~/.cache").expanduser()
    folder = root / "blackpeg" / digest.hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".{os.getpid()}"
        probe.touch()
        probe.unlink()
    except (OSError, RuntimeError):
        return None
    return str(folder)


def compiled(function: F, inline: bool = False) -> F:
    """Compile a function of arrays and numbers at its first call, and keep the machine code on disk."""
    folder = cache_folder(function.__module__) if is_outside(function.__module__) else cache_folder()
    before = config.CACHE_DIR
    config.CACHE_DIR = folder or before
    try:
        dispatcher = numba.njit(cache=folder is not None, nogil=True, error_model="numpy", forceinline=inline)(function)
    finally:
        config.CACHE_DIR = before
    _clock.watch(dispatcher)
    if dispatcher is not function:  # unless NUMBA_DISABLE_JIT is set
        _share_one_version(dispatcher)
    return dispatcher


def _share_one_version(dispatcher: Any) -> None:
    """Let compiled callers that pass a constant, as in f(0), share the machine code of those that pass any integer.

    Numba would compile the function, and all that it calls, once more for every constant.
    """
    find_version = dispatcher.get_call_template

    def find_shared_version(args: Any, kws: Any) -> Any:
        return find_version(tuple(map(unliteral, args)), {name: unliteral(kind) for name, kind in kws.items()})

    dispatcher.get_call_template = find_shared_version


def inlined(function: F) -> F:
    """Compile a function that is always built into its callers, because a call would cost too much."""
    return compiled(function, inline=True)


def compact(array: Any) -> Any:
    """Returns the array as compiled functions take it, contiguous and writable: itself, or a copy of it."""
    return array if array.flags.carray else array.copy()


class _Clock(event.Listener):
    """Adds up the time spent on compiling and on loading what was compiled before."""

    def __init__(self) -> None:
        self.total, self.depth, self.start = 0.0, 0, 0.0
        self.watchers: list[tuple[Callable[[], None], Callable[[], None]]] = []

    def on_start(self, event: Any) -> None:
        if self.depth == 0:
            self.start = perf_counter()
            for started, _ in self.watchers:
                started()
        self.depth += 1

    def on_end(self, event: Any) -> None:
        self.depth -= 1
        if self.depth == 0:
            self.total += perf_counter() - self.start
            for _, ended in self.watchers:
                ended()

    def watch(self, dispatcher: Any) -> None:
        """Time the loading of a function; Numba reports compiling, but not loading."""
        cache: Any = getattr(dispatcher, "_cache", None)
        load = getattr(cache, "load_overload", None)
        if load is None:
            return

        def timed(*args: Any) -> Any:
            self.on_start(None)
            try:
                return load(*args)
            finally:
                self.on_end(None)

        cache.load_overload = timed


_clock = _Clock()
event.register("numba:compile", _clock)


def compile_seconds() -> float:
    """Seconds that this process has spent compiling and loading kernels and trees; playing times leave them out."""
    return _clock.total


@contextmanager
def left_out_of_times() -> Iterator[None]:
    """Adds what happens within, such as loading a tree, to the seconds that playing times leave out."""
    _clock.on_start(None)
    try:
        yield
    finally:
        _clock.on_end(None)


def watch_compiling(started: Callable[[], None], ended: Callable[[], None]) -> None:
    """Calls these two whenever this process begins and ends compiling or loading kernels."""
    _clock.watchers.append((started, ended))


def is_first_use() -> bool:
    """Checks whether nothing is compiled yet, so that the first call takes some seconds."""
    folder = cache_folder()
    return folder is None or not any(Path(folder).rglob("*.nbi"))


def unrefcounted(value):
    """Returns the same array, or tuple of arrays and tuples, without reference counts in compiled code.

    Compiled code counts the references to an array with atomic instructions, also when it takes an array out of a
    tuple, which took half the time of recursive searches. A view without a count costs nothing to pass on; the caller
    must keep the array itself until the work is done.
    """
    return value


@overload(unrefcounted)
def _unrefcounted(value):
    def implementation(value):
        return _without_counts(value)

    return implementation


@intrinsic
def _without_counts(typing, value):
    def codegen(context: Any, b: Any, signature: Any, args: Any) -> Any:
        def strip(kind: Any, given: Any) -> Any:
            if isinstance(kind, BaseTuple):
                for k, member in enumerate(kind.types):
                    given = b.insert_value(given, strip(member, b.extract_value(given, k)), k)
                return given
            if not isinstance(kind, types.Array):
                return given
            array = context.make_array(kind)(context, b, value=given)
            array.meminfo = array.meminfo.type(None)
            array.parent = array.parent.type(None)
            return array._getvalue()

        return strip(signature.return_type, args[0])

    return value(value), codegen
