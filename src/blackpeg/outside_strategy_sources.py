"""Which source files belong to a strategy of another package, so that the lab and the compiler notice when they change.

What belongs to a module follows from the files alone, not from what happens to be imported yet: all Python files and
extension modules of its package, or the file itself if it is in no package. A module that these files import, also
within functions, belongs to it too if it lies in the same folder. In a folder that pip installs into, it must be of the
same distribution. Files that are not code, such as a table of weights, are left out; a strategy that reads some names
them itself (`Strategy.data_files`).
"""

from __future__ import annotations

import ast
import hashlib
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES
from importlib.metadata import packages_distributions
from pathlib import Path

BLACKPEG = Path(__file__).parent
CODE_SUFFIXES = (*SOURCE_SUFFIXES, *EXTENSION_SUFFIXES)
INSTALLED = ("site-packages", "dist-packages")  # names of the folders that pip installs into
CHUNK_BYTES = 1 << 20


def is_outside(module: str) -> bool:
    """Checks whether a module, given by its name, is no part of Blackpeg."""
    return module.partition(".")[0] != __package__


def files_of_module(module: str) -> list[Path]:
    """Returns the files of code that belong to an imported module, sorted; empty if it was not read from a file."""
    name = ""
    for part in module.split("."):
        name = f"{name}.{part}".lstrip(".")
        loaded = sys.modules.get(name)
        file = getattr(loaded, "__file__", None)
        if file is not None and Path(file).is_file():
            break  # a folder without __init__.py has no file: what it holds may belong to several projects
    else:
        return []
    here = Path(file).absolute()
    folders = [Path(folder).absolute() for folder in getattr(loaded, "__path__", ())]
    found = {here, *(code for folder in folders for code in _files_below(folder))}
    root = (here.parent if folders else here).parents[name.count(".")]  # the folder that Python searches for it
    todo = list(found)
    while todo:
        for imported in _imported_names(todo.pop(), root):
            if _may_belong(root, imported, name):
                new = _files_named(root, imported) - found
                found |= new
                todo += new
    return sorted(found)


def digest_of_files(files: Iterable[Path]) -> str:
    """Returns a digest of what files hold, in this order."""
    total = hashlib.sha256()
    for path in files:
        with path.open("rb") as file:
            while chunk := file.read(CHUNK_BYTES):
                total.update(chunk)
        total.update(b"\0")
    return total.hexdigest()


def _files_below(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if path.name.endswith(CODE_SUFFIXES) and path.is_file()}


def _files_named(root: Path, name: str) -> set[Path]:
    """Returns the files of the package or the file that a dotted name leads to from a folder."""
    folder = root
    for part in name.split("."):
        if (folder / part / "__init__.py").is_file():
            return _files_below(folder / part)
        files = {folder / f"{part}{suffix}" for suffix in CODE_SUFFIXES}
        if found := {file for file in files if file.is_file()}:
            return found
        folder /= part
        if not folder.is_dir():
            break
    return set()


def _imported_names(path: Path, root: Path) -> Iterator[str]:
    """Yields every dotted name that a file may import, also within functions and by `import_module("name")`."""
    if path.suffix != ".py":
        return
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError, RecursionError):  # a file that Python can't import either
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            folder = path.parents[node.level - 1] if 0 < node.level <= len(path.parts) - 1 else root
            base = [*(folder.relative_to(root).parts if root in folder.parents else ()), *filter(None, [node.module])]
            yield from (".".join([*base, alias.name]) for alias in node.names)
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if called in ("import_module", "__import__") and isinstance(node.args[0].value, str):
                yield node.args[0].value


def _may_belong(root: Path, imported: str, name: str) -> bool:
    """Checks whether a module of this folder may belong to another one: where pip installs, by the distribution."""
    first, own = imported.partition(".")[0], name.partition(".")[0]
    if first in (__package__, own) or root.name not in INSTALLED:
        return first != __package__
    owners = _distributions()
    return bool(set(owners.get(first, ())) & set(owners.get(own, ())))


@cache
def _distributions() -> dict[str, list[str]]:
    return dict(packages_distributions())
