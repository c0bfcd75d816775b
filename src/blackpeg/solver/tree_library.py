"""Trees that were searched for beforehand: those that come along, and those in files."""

from __future__ import annotations

import lzma
from functools import cache, lru_cache
from pathlib import Path

from ..errors import BlackpegError
from ..game import Code, Game
from ..position import Position
from ..tree import NOT_A_CANDIDATE, Tree

SHIPPED = Path(__file__).parent / "trees"
TOLD = 100  # characters that are told of what is wrong with a file, which may quote it
PROVED = SHIPPED / "proved.txt"  # the names of those that a search found to be the best, written when it ended


def path_of(game: Game, objective: str = "average") -> Path:
    """Where the tree of a game is, if it is shipped."""
    return SHIPPED / f"{game}{'-worst' if objective == 'worst' else ''}.txt.xz"


def is_proved(game: Game, objective: str = "average") -> bool:
    """Is the tree that comes along proved to be the best?"""
    return path_of(game, objective).name.removesuffix(".txt.xz") in PROVED.read_text().split()


@cache
def best_average(game: Game) -> float | None:
    """Guesses that the tree which comes along needs on average; None where none does.

    From the text alone, which is much sooner done than reading and following the tree.
    """
    path = path_of(game)
    if not path.exists():
        return None
    nodes = lzma.decompress(path.read_bytes()).decode().splitlines()[1:]
    wins = [node for node in nodes if not node.endswith(NOT_A_CANDIDATE)]
    return sum(1 + len(node) - len(node.lstrip(" ")) for node in wins) / len(wins)


@lru_cache(maxsize=4)
def read_tree(path: str) -> Tree:
    """The tree in a file; those of others are replayed against every secret, ours are by the tests."""
    try:
        data = Path(path).read_bytes()
        tree = Tree.parse((lzma.decompress(data) if path.endswith(".xz") else data).decode())
        if SHIPPED not in Path(path).parents:
            tree.replay()
    except OSError as error:
        raise BlackpegError(f"{path} can't be read: {error.strerror}") from error
    except (lzma.LZMAError, UnicodeDecodeError, BlackpegError) as error:
        told = str(error)
        raise BlackpegError(f"{path} is no tree: {told if len(told) <= TOLD else f'{told[:TOLD]}…'}") from error
    if tree.start.history:
        raise BlackpegError(f"the tree in {path} does not begin with the first guess")
    return tree


def followed(path: str, position: Position) -> Code | None:
    """What the tree in a file guesses here; None where the history is not of the tree."""
    tree, below = read_tree(path), _below(path)
    node: int | None = 0
    for turn in position.history:
        if node is None or (tree.guesses[node] != turn.guess).any():
            return None
        node = below.get((node, turn.feedback))
    return None if node is None else tree.guesses[node]


@lru_cache(maxsize=4)
def _below(path: str) -> dict[tuple[int, int], int]:
    """Which node comes after a node and its answer."""
    tree = read_tree(path)
    pairs = zip(tree.parents.tolist(), tree.answers.tolist(), strict=True)
    return {pair: node for node, pair in enumerate(pairs)}
