"""The trees that come with Blackpeg, and trees in files of one's own; a file that is too large is refused."""

from __future__ import annotations

import errno
import json
import lzma
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from ..errors import BlackpegError
from ..game import Code, Game
from ..kernels import left_out_of_times
from ..position import Position
from ..tree import NOT_A_CANDIDATE, Tree

LIBRARY = Path(__file__).parent / "trees"  # the folder of the trees that come with Blackpeg
SUFFIX = ".txt.xz"
PROVED_FILE = LIBRARY / "proved.txt"  # the names of the trees that a complete search found to be the best
SAME_FILE = LIBRARY / "same.txt"  # names of trees that are the same as another one, which is kept once
MAX_TREE_BYTES = 2**26  # of a tree's text, unpacked: 67,108,864, enough for a million codes of 20 pegs
MAX_JSON_BYTES = 2**24  # of a tree as JSON, which takes some twenty times as much memory: enough for 2^17 codes
MAX_FIRST_LINE_BYTES = 2**12  # of the game, and of a history if the tree begins after one
MAX_REASON_CHARACTERS = 100  # of a reason why a file is no tree, which may quote the file


def tree_path(game: Game, objective: str = "average") -> Path:
    """Where the library keeps the tree of a game, if it has one."""
    name = tree_name(game, objective)
    return LIBRARY / f"{same_trees().get(name, name)}{SUFFIX}"


def tree_name(game: Game, objective: str = "average") -> str:
    """The name of the tree of a game in the library."""
    return f"{game}-worst" if objective == "worst" else str(game)


@cache
def same_trees() -> dict[str, str]:
    """The trees that are kept under another name: the tree of least total often has the least maximum, too."""
    return dict(line.split() for line in SAME_FILE.read_text().splitlines())


def tree_names() -> list[str]:
    """The names of all trees of the library, such as '4x6' and '4x6-worst'."""
    return sorted({*(path.name.removesuffix(SUFFIX) for path in LIBRARY.glob(f"*{SUFFIX}")), *same_trees()})


def is_proved(game: Game, objective: str = "average") -> bool:
    """Checks whether the tree of the library is proved to be the best."""
    return tree_name(game, objective) in PROVED_FILE.read_text().split()


@cache
def best_average(game: Game) -> float | None:
    """The average number of guesses by the tree of the library; None if there is no tree of this game.

    It is computed from the indentation of the text, which is much faster than to parse the tree.
    """
    path = tree_path(game)
    if not path.exists():
        return None
    nodes = lzma.decompress(path.read_bytes()).decode().splitlines()[1:]
    wins = [node for node in nodes if not node.endswith(NOT_A_CANDIDATE)]
    return sum(1 + len(node) - len(node.lstrip(" ")) for node in wins) / len(wins)


@lru_cache(maxsize=4)
def read_tree(path: str) -> Tree:
    """The tree in a file. A file from outside the library is checked against every secret; tests check the library."""
    tree = load_tree(path)
    if LIBRARY not in Path(path).parents:
        with _named(path):
            tree.replay()
    if tree.start.history:
        raise BlackpegError(f"the tree in {_shown(path)} does not begin with the first guess")
    return tree


def load_tree(path: str) -> Tree:
    """The tree in a file, as text or as JSON, either of them also compressed by xz. It is not played."""
    with _named(path):
        text = _read_text(path)
        if not _is_json(text):
            return Tree.parse(text)
        try:
            return Tree.from_json(json.loads(text, object_pairs_hook=_without_repeats))
        except RecursionError as error:
            raise BlackpegError("its JSON is nested too deeply") from error
        except json.JSONDecodeError as error:
            raise BlackpegError(f"it begins like JSON and is none: {error}") from error


@contextmanager
def _named(path: str) -> Iterator[None]:
    """Errors within are about this file, and say so in one sentence."""
    name = _shown(path)
    try:
        yield
    except OSError as error:
        raise BlackpegError(f"{name} can't be read: {error.strerror}") from error
    except UnicodeEncodeError as error:  # of the path: half a character
        raise BlackpegError(f"{name} can't be read: no file has such a name") from error
    except (lzma.LZMAError, EOFError, UnicodeDecodeError, BlackpegError) as error:
        reason = str(error)
        if len(reason) > MAX_REASON_CHARACTERS:
            reason = f"{reason[:MAX_REASON_CHARACTERS]}…"
        raise BlackpegError(f"{name} is no tree: {reason}") from error


def _shown(path: str) -> str:
    return path if path.isprintable() else ascii(path)


def _read_text(path: str) -> str:
    """The text of a tree's file. No more is read, or unpacked, than a tree may have, and nothing of what is no tree."""
    if "\0" in path:
        raise OSError(errno.ENOENT, "no file has such a name")
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise BlackpegError("it is not a regular file")  # a device or a pipe may never end
    with open(path, "rb") as file, lzma.open(file) if path.endswith(".xz") else file as text:
        data = text.read(MAX_FIRST_LINE_BYTES)
        is_json = _is_json(data.decode(errors="replace"))
        if not is_json:
            try:
                Position.parse(data.partition(b"\n")[0].decode())
            except (UnicodeDecodeError, BlackpegError) as error:  # whose text would show what the file holds
                raise BlackpegError("its first line is no game, such as 4x6") from error
        max_bytes = MAX_JSON_BYTES if is_json else MAX_TREE_BYTES
        data += text.read(max_bytes + 1 - len(data))
    if len(data) > max_bytes:
        raise BlackpegError(f"it is longer than {max_bytes:,} bytes, the most that is read")
    return data.decode()


def _is_json(text: str) -> bool:
    return text.lstrip(" \t\r\n").startswith("{")


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; one that names the same feedback twice is no tree."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise BlackpegError("an object of its JSON has the same name twice")
    return fields


def look_up_guess(path: str, position: Position) -> Code | None:
    """The guess that the tree in a file makes at a position; None if the position does not occur in the tree."""
    tree, children = _tree_and_children(path)
    node: int | None = 0
    for turn in position.history:
        if node is None or (tree.guesses[node] != turn.guess).any():
            return None
        node = children.get((node, turn.feedback))
    return None if node is None else tree.guesses[node]


@lru_cache(maxsize=4)
@left_out_of_times()  # a player does not load its tree in every game
def _tree_and_children(path: str) -> tuple[Tree, dict[tuple[int, int], int]]:
    """The tree in a file, and the node that follows a node and a feedback."""
    tree = read_tree(path)
    pairs = zip(tree.parents.tolist(), tree.answers.tolist(), strict=True)
    return tree, {pair: node for node, pair in enumerate(pairs)}
