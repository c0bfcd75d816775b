"""Many games, each of which can be played again on its own.

A task is a line of text, and everything about its game follows from that line: the secret from (seed, game,
number), so that all strategies meet the same secrets, and the player's chance from (seed, game, strategy,
number), so that adding a strategy moves nobody's numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from math import perm
from typing import Any, NamedTuple

import numpy as np

from ..codemakers import Honest, adversary
from ..errors import BlackpegError, HasChance, nearest
from ..game import LISTABLE, Code, Game
from ..oracle import Oracle, OracleSearch, refuse_unsupported, run_search
from ..players import Strategy, play
from ..strategies import make
from ..tree import Tree

UNIFORM, DISTINCT, ALL, LIST = "uniform", "distinct", "all", "list"
ADVERSARIES = ("adversary", "adversary(steps=2)", "adversary(steps=3)", "adversary(perfect=True)")  # no secrets at all
KINDS = (UNIFORM, DISTINCT, ALL, LIST, *ADVERSARIES)


class Series(NamedTuple):
    """Games that differ only in their number."""

    game: str
    strategy: str
    secrets: str = UNIFORM  # where they come from
    seed: int = 0

    def __str__(self) -> str:
        return f"{self.game} {self.strategy} {self.secrets} {self.seed}"


class Task(NamedTuple):
    """One game to be played.

    >>> task = Task.parse("4x6 random uniform 0 17")
    >>> task.number, str(task)
    (17, '4x6 random uniform 0 17')
    """

    series: Series
    number: int
    code: str = ""  # the secret itself, where it comes from a list

    def __str__(self) -> str:
        return f"{self.series} {self.number}" + (f" {self.code}" if self.code else "")

    @classmethod
    def parse(cls, text: str) -> Task:
        """Read a task as `str` writes it: GAME STRATEGY SECRETS SEED NUMBER, and the CODE of a list."""
        words = text.split()
        code = ""
        if len(words) > 5 and words[-4] == LIST:
            code = words.pop()
        if len(words) < 5 or words[-3] not in KINDS or not words[-2].isdecimal() or not words[-1].isdecimal():
            raise BlackpegError(f"'{text}' is not a task; one is written like 4x6 random uniform 0 17")
        if (words[-3] == LIST) != bool(code):
            raise BlackpegError(f"'{text}' is not a task; the secret of a list is its last word")
        series = Series(words[0], " ".join(words[1:-3]), words[-3], int(words[-2]))
        return cls(series, int(words[-1]), code)


class Record(NamedTuple):
    """One game that was played."""

    task: Task
    secret: str
    solved: bool
    guesses: int
    queries: int
    evaluations: int | None  # None where a whole tree was grown instead of playing game by game
    feedbacks: int | None
    known: int | None
    seconds: float | None
    note: str = ""
    stages: str = ""  # generations of each stage of a search, such as 1+3


@dataclass(frozen=True)
class Experiment:
    """Every strategy against the same secrets in every game."""

    games: tuple[str, ...]
    strategies: tuple[str, ...]
    count: int = 100  # games of each strategy at each game; with `all`, games a secret
    secrets: str = UNIFORM
    seed: int = 0
    codes: tuple[str, ...] = ()  # the secrets of a list

    def series(self) -> Iterator[Series]:
        for game in self.games:
            for name in self.strategies:
                yield Series(game, name, self.secrets, self.seed)

    def tasks(self) -> Iterator[Task]:
        for series in self.series():
            yield from tasks_of(series, self.count, self.codes)

    def __len__(self) -> int:
        return sum(len_of(series, self.count, self.codes) for series in self.series())


def len_of(series: Series, count: int, codes: tuple[str, ...] = ()) -> int:
    if series.secrets == ALL:
        return Game.parse(series.game).size * (1 if has_no_chance(series) else count)
    return len(codes) if series.secrets == LIST else count


def tasks_of(series: Series, count: int, codes: tuple[str, ...] = ()) -> Iterator[Task]:
    for number in range(len_of(series, count, codes)):
        yield Task(series, number, codes[number] if series.secrets == LIST else "")


def check(series: Series) -> None:
    """Raise a sentence where these games can't be played."""
    game, player = Game.parse(series.game), make(series.strategy)
    if series.secrets not in KINDS:
        there = ", ".join(KINDS)
        raise BlackpegError(f"no secrets '{series.secrets}'{nearest(series.secrets, KINDS)} (there are {there})")
    if series.secrets == DISTINCT and game.colors < game.pegs:
        raise BlackpegError(f"{game} has too few colors for secrets without repeats")
    if series.secrets == ALL and game.size > LISTABLE:
        raise BlackpegError(f"{game} has {game.size:,} codes; all secrets can be played up to {LISTABLE:,}")
    refuse_unsupported(player, game)
    if series.secrets in ADVERSARIES:
        if isinstance(player, OracleSearch):
            raise BlackpegError("an adversary hides no secret, so a search can't ask about it")
        why = adversary(series.secrets).supports(game)
        if why:
            raise BlackpegError(why)


def secret_of(task: Task) -> Code:
    """The secret of a task, drawn by its name alone."""
    secret = next(drawn([task]))[0]
    assert secret is not None, "adversaries have none"
    return secret


def seed_of(task: Task) -> int:
    """The seed of the player's chance."""
    return next(drawn([task]))[1]


def drawn(tasks: Iterable[Task]) -> Iterator[tuple[Code | None, int]]:
    """The secret of each task, None where an adversary answers, and its seed."""
    series = None
    for task in tasks:
        if task.series is not series:
            series = task.series
            kind, (game, size, repeats, secrets, chance) = series.secrets, _sources(series)
            pegs, colors = game.pegs, game.colors
        number, secret = task.number, None
        if kind == LIST:
            secret = game.code(task.code)
        elif kind not in ADVERSARIES:
            rank = number if kind == ALL else _bits(secrets, number)
            secret = unranked(rank % size, pegs, colors, repeats)
        yield secret, _bits(chance, number)


@lru_cache(maxsize=64)
def _sources(series: Series) -> tuple[Game, int, bool, Any, Any]:
    """Game, how many secrets to draw from, whether their colors repeat, and hashes that only lack a task's number."""
    game = _game(series.game)
    repeats = game.repeats and series.secrets != DISTINCT
    size = game.colors**game.pegs if repeats else perm(game.colors, game.pegs)
    secrets = f"{series.seed} {series.game} {series.secrets} ".encode()
    chance = f"{series.seed} {series.game} {series.strategy} ".encode()
    fair = min(64, size.bit_length() // 8 + 16)  # bytes
    return game, size, repeats, blake2b(secrets, digest_size=fair), blake2b(chance, digest_size=8)


def _bits(start: Any, number: int) -> int:
    start = start.copy()
    start.update(b"%d" % number)
    return int.from_bytes(start.digest(), "little")


def unranked(rank: int, pegs: int, colors: int, repeats: bool) -> Code:
    """The code with this number in lexicographic order."""
    digits = [0] * pegs
    for place in range(pegs - 1, -1, -1):
        rank, digits[place] = divmod(rank, colors if repeats else colors - place)
    if not repeats:
        free = list(range(colors))
        digits = [free.pop(digit) for digit in digits]
    return np.frombuffer(bytes(digits), np.uint8)


def run_task(task: Task) -> Record:
    """Play the game of a task."""
    return next(run_tasks([task]))


def run_tasks(tasks: Iterable[Task]) -> Iterator[Record]:
    """Play the games of tasks; where all secrets meet a strategy without chance, follow its tree instead."""
    tasks = list(tasks)
    for task, (secret, seed) in zip(tasks, list(drawn(tasks)), strict=True):  # at once: hashing between costs more
        tree = _tree(task.series) if task.series.secrets == ALL else None
        yield _played(task, secret, seed) if tree is None or secret is None else _looked_up(task, secret, tree)


def _played(task: Task, secret: Code | None, seed: int) -> Record:
    """Play a game against a secret, or against an adversary who has none."""
    game, player = _game(task.series.game), _player(task.series.strategy)
    if isinstance(player, OracleSearch):
        assert secret is not None
        found = run_search(game, player, Oracle(game, secret), seed)
        return Record(
            task, game.show(secret), found.solved, found.queries, found.queries, found.evaluations, found.feedbacks,
            None, found.seconds, found.note, "+".join(map(str, found.stages)),
        )  # fmt: skip
    end = play(game, player, adversary(task.series.secrets) if secret is None else Honest(secret), seed)
    evaluations, feedbacks, seconds, notes = 0, 0, 0.0, dict[str, None]()
    for turn in end.history:  # what Position's own properties tell, in one pass
        evaluations += turn.evaluations
        feedbacks += turn.feedbacks
        seconds += turn.seconds
        if turn.note:
            notes[turn.note] = None
    return Record(
        task, "" if secret is None else game.show(secret), end.solved, end.guesses, end.queries, evaluations,
        feedbacks, end.known, seconds, "; ".join(notes),
    )  # fmt: skip


def _looked_up(task: Task, secret: Code, tree: tuple[Tree, list[int], list[int]]) -> Record:
    game, (_, turns, known) = tree[0].game, tree
    k = task.number % game.size
    return Record(task, game.show(secret), True, turns[k], turns[k], None, None, known[k], None, "tree")


def has_no_chance(series: Series) -> bool:
    return _tree(series) is not None


@lru_cache(maxsize=2)
def _tree(series: Series) -> tuple[Tree, list[int], list[int]] | None:
    """The tree of a strategy without chance, with guesses and turns until known of every secret."""
    player, game = _player(series.strategy), Game.parse(series.game)
    if isinstance(player, OracleSearch):
        return None
    try:
        tree = Tree.of(player, game)
    except HasChance:
        return None
    turns, known = tree.turns(game.codes)
    if not turns.all():
        raise BlackpegError(f"the tree of {series.strategy} at {game} does not find every secret")
    return tree, turns.tolist(), known.tolist()


@lru_cache(maxsize=64)
def _game(text: str) -> Game:
    return Game.parse(text)


@lru_cache(maxsize=64)
def _player(text: str) -> Strategy | OracleSearch:
    return make(text)
