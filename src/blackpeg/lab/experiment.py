"""Task, Record and Experiment: a task is one game with its secret and seed; an experiment is a list of tasks.

A task is a line of text from which its game can be played again. The secret depends on (seed, game, number), so that
all strategies meet the same secrets. The random numbers of the strategy depend on (seed, game, strategy, number), so
that adding a strategy to an experiment does not change the games of the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from math import perm
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..codemakers import Honest, adversary
from ..errors import BlackpegError, HasChance, NeverSolves, nearest
from ..game import LISTABLE, Code, Game
from ..oracle import Oracle, OracleSearch, refuse_unsupported, run_search
from ..players import Strategy, play
from ..position import Move, Position
from ..processes import kill_after
from ..strategies import make
from ..tree import Tree

UNIFORM_SECRETS, DISTINCT_SECRETS, ALL_SECRETS, LISTED_SECRETS = "uniform", "distinct", "all", "list"
ADVERSARIES = ("adversary", "adversary(steps=2)", "adversary(steps=3)", "adversary(perfect=True)")  # have no secret
MAX_TREE_SECONDS = 10**9  # for a tree that stands for many games with a time limit; timers of the system end there
MAX_HASH_BYTES = 64  # of one BLAKE2b hash
MAX_DIGITS = 19  # of seeds and numbers of tasks, which the store keeps in 64 bits
KINDS_OF_SECRETS = (UNIFORM_SECRETS, DISTINCT_SECRETS, ALL_SECRETS, LISTED_SECRETS, *ADVERSARIES)


class Series(NamedTuple):
    """Games that differ only in their number."""

    game: str
    strategy: str
    secrets: str = UNIFORM_SECRETS  # one of KINDS_OF_SECRETS
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
    code: str = ""  # the secret, if it comes from a list

    def __str__(self) -> str:
        return f"{self.series} {self.number}" + (f" {self.code}" if self.code else "")

    @classmethod
    def parse(cls, text: str) -> Task:
        """Reads a task as `str` writes it: GAME STRATEGY SECRETS SEED NUMBER, and for listed secrets the CODE."""
        words = text.split()
        code = ""
        if len(words) > 5 and words[-4] == LISTED_SECRETS:
            code = words.pop()
        numbers = [word for word in words[-2:] if word.isdecimal() and len(word) <= MAX_DIGITS]
        if len(words) < 5 or words[-3] not in KINDS_OF_SECRETS or len(numbers) < 2:
            raise BlackpegError(f"'{text}' is not a task; write one like 4x6 random uniform 0 17")
        if (words[-3] == LISTED_SECRETS) != bool(code):
            raise BlackpegError(f"'{text}' is not a task; only a task with listed secrets ends with its secret")
        series = Series(words[0], " ".join(words[1:-3]), words[-3], int(words[-2]))
        return cls(series, int(words[-1]), code)


class Record(NamedTuple):
    """One game that was played."""

    task: Task
    secret: str
    solved: bool
    guesses: int
    queries: int
    evaluations: int | None  # None if the game was read from a tree, as feedbacks and seconds are then
    feedbacks: int | None
    known: int | None  # the turn after which a single candidate was left
    seconds: float | None
    note: str = ""
    stages: str = ""  # generations of each stage of an oracle search, such as 1+3
    new_codes: int | None = None  # evaluations without codes of an earlier turn scored again; None if read from a tree


@dataclass(frozen=True, init=False)
class Experiment:
    """Every strategy plays every game, against the same secrets.

    A single game or strategy may be given as text, without a tuple.

    >>> Experiment("4x6", "random").games
    ('4x6',)
    """

    games: tuple[str, ...]
    strategies: tuple[str, ...]
    count: int  # games of each strategy at each game; with all secrets, games of each secret
    secrets: str
    seed: int
    codes: tuple[str, ...]  # the listed secrets

    def __init__(
        self,
        games: str | Sequence[str],
        strategies: str | Sequence[str],
        count: int = 100,
        secrets: str = UNIFORM_SECRETS,
        seed: int = 0,
        codes: str | Sequence[str] = (),
    ) -> None:
        def put(name: str, value: object) -> None:
            object.__setattr__(self, name, value)  # it is frozen

        for name, texts in (("games", games), ("strategies", strategies), ("codes", codes)):
            put(name, tuple(texts) if isinstance(texts, list | tuple) else (texts,))
        put("count", count)
        put("secrets", secrets)
        put("seed", seed)

    def series(self) -> Iterator[Series]:
        """Yields every strategy at every game."""
        for game in self.games:
            for name in self.strategies:
                yield Series(game, name, self.secrets, self.seed)

    def tasks(self) -> Iterator[Task]:
        """Yields every game to be played."""
        for series in self.series():
            yield from tasks_of(series, self.count, self.codes)

    def __len__(self) -> int:
        return sum(count_tasks(series, self.count, self.codes) for series in self.series())


def count_tasks(series: Series, count: int, codes: tuple[str, ...] = ()) -> int:
    """Returns how many games a series of an experiment has."""
    if series.secrets == ALL_SECRETS:
        return Game.parse(series.game).size * (1 if has_no_chance(series) else count)
    return len(codes) if series.secrets == LISTED_SECRETS else count


def tasks_of(series: Series, count: int, codes: tuple[str, ...] = ()) -> Iterator[Task]:
    """Yields the games of a series of an experiment."""
    for number in range(count_tasks(series, count, codes)):
        yield Task(series, number, codes[number] if series.secrets == LISTED_SECRETS else "")


def check_series(series: Series) -> None:
    """Raises an error if these games can't be played."""
    game, player = Game.parse(series.game), make(series.strategy)
    if series.secrets not in KINDS_OF_SECRETS:
        near, there = nearest(series.secrets, KINDS_OF_SECRETS), ", ".join(KINDS_OF_SECRETS)
        raise BlackpegError(f"no secrets '{series.secrets}'{near} (there are {there})")
    if series.secrets == DISTINCT_SECRETS and game.colors < game.pegs:
        raise BlackpegError(f"{game} has too few colors for secrets without repeats")
    if series.secrets == ALL_SECRETS and game.size > LISTABLE:
        raise BlackpegError(f"{game} has {game.size:,} codes; all secrets can be played up to {LISTABLE:,}")
    refuse_unsupported(player, game)
    if series.secrets in ADVERSARIES:
        if isinstance(player, OracleSearch):
            raise BlackpegError("an adversary hides no secret that a search could ask about")
        why = adversary(series.secrets).supports(game)
        if why:
            raise BlackpegError(why)


def secret_of(task: Task) -> Code:
    """Returns the secret of a task."""
    secret = next(secrets_and_seeds([task]))[0]
    assert secret is not None, "an adversary has no secret"
    return secret


def seed_of(task: Task) -> int:
    """Returns the seed of the strategy's random numbers in a task."""
    return next(secrets_and_seeds([task]))[1]


def secrets_and_seeds(tasks: Iterable[Task]) -> Iterator[tuple[Code | None, int]]:
    """Yields the secret of each task, or None against an adversary, and the strategy's seed."""
    series = None
    for task in tasks:
        if task.series is not series:
            series = task.series
            kind, (game, size, repeats, secret_hash, seed_hash) = series.secrets, _hashes(series)
            pegs, colors = game.pegs, game.colors
        number, secret = task.number, None
        if kind == LISTED_SECRETS:
            secret = game.code(task.code)
        elif kind not in ADVERSARIES:
            rank = number if kind == ALL_SECRETS else _hash_with(secret_hash, number, _fair_bytes(size))
            secret = code_at_rank(rank % size, pegs, colors, repeats)
        yield secret, _hash_with(seed_hash, number)


@lru_cache(maxsize=64)
def _hashes(series: Series) -> tuple[Game, int, bool, Any, Any]:
    """Returns the game, how many secrets there are, whether their colors repeat, and the hashes of secrets and seeds.

    The hashes are complete but for the number of the task.
    """
    game = _game(series.game)
    repeats = game.repeats and series.secrets != DISTINCT_SECRETS
    size = game.colors**game.pegs if repeats else perm(game.colors, game.pegs)
    secret_text = f"{series.seed} {series.game} {series.secrets} ".encode()
    seed_text = f"{series.seed} {series.game} {series.strategy} ".encode()
    fair_bytes = min(MAX_HASH_BYTES, _fair_bytes(size))
    return game, size, repeats, blake2b(secret_text, digest_size=fair_bytes), blake2b(seed_text, digest_size=8)


def _fair_bytes(size: int) -> int:
    """Returns how many bytes of a hash make every code as likely: 16 more than a rank needs."""
    return size.bit_length() // 8 + 16


def _hash_with(started: Any, number: int, n_bytes: int = MAX_HASH_BYTES) -> int:
    """Completes a hash with the number of a task, and returns it as an integer; several hashes if one is too short."""
    digest = b""
    for block in range(-(-n_bytes // MAX_HASH_BYTES)):
        whole = started.copy()
        whole.update(b"%d.%d" % (number, block) if block else b"%d" % number)
        digest += whole.digest()
    return int.from_bytes(digest, "little")


def code_at_rank(rank: int, pegs: int, colors: int, repeats: bool) -> Code:
    """Returns the code with this rank in lexicographic order, from 0."""
    digits = [0] * pegs
    for place in range(pegs - 1, -1, -1):
        rank, digits[place] = divmod(rank, colors if repeats else colors - place)
    if not repeats:
        free = list(range(colors))
        digits = [free.pop(digit) for digit in digits]
    return np.frombuffer(bytes(digits), np.uint8)


def play_task(task: Task) -> Record:
    """Plays the game of a task."""
    return next(play_tasks([task]))


def play_tasks(tasks: Iterable[Task]) -> Iterator[Record]:
    """Plays the games of tasks; all secrets of a strategy without chance are read from its tree instead."""
    tasks = list(tasks)
    for task, (secret, seed) in zip(
        tasks, list(secrets_and_seeds(tasks)), strict=True
    ):  # a list: hashing between games takes longer
        read = task.series.secrets == ALL_SECRETS and has_no_chance(task.series)
        yield _read_from_tree(task, secret) if read and secret is not None else _play_game(task, secret, seed)


def _play_game(task: Task, secret: Code | None, seed: int) -> Record:
    """Plays a game against a secret, or against an adversary if there is none."""
    game, player = _game(task.series.game), _player(task.series.strategy)
    if isinstance(player, OracleSearch):
        assert secret is not None
        found = run_search(game, player, Oracle(game, secret), seed)
        return Record(
            task, game.show(secret), found.solved, found.queries, found.queries, found.evaluations, found.feedbacks,
            None, found.seconds, found.note, "+".join(map(str, found.stages)),
        )  # fmt: skip
    return record_of(task, secret, play_to_end(task, player, secret, seed))


def play_to_end(task: Task, player: Strategy, secret: Code | None, seed: int) -> Position:
    """Lets a player play the game of a task against its secret, or against its adversary; returns the last position."""
    codemaker = adversary(task.series.secrets) if secret is None else Honest(secret)
    return play(_game(task.series.game), player, codemaker, seed)


def record_of(task: Task, secret: Code | None, end: Position) -> Record:
    """Returns the record of a game that a player played."""
    evaluations, rescored, feedbacks, seconds, notes = 0, 0, 0, 0.0, dict[str, None]()
    for turn in end.history:  # the sums of Position's properties, in one pass
        evaluations += turn.evaluations
        rescored += turn.rescored
        feedbacks += turn.feedbacks
        seconds += turn.seconds
        if turn.note:
            notes[turn.note] = None
    return Record(
        task, "" if secret is None else end.game.show(secret), end.solved, end.guesses, end.queries, evaluations,
        feedbacks, end.known, seconds, "; ".join(notes), "", evaluations - rescored,
    )  # fmt: skip


class TurnsByTree(NamedTuple):
    """For every secret in the order of codes: the guesses that a tree needs, and the turn after which it is known."""

    guesses: npt.NDArray[np.uint16]
    known: npt.NDArray[np.uint16]


_turns_by_tree: dict[Series, TurnsByTree | None] = {}  # None: the strategy has no tree; four bytes a code otherwise


def _read_from_tree(task: Task, secret: Code) -> Record:
    game, turns = _game(task.series.game), _turns_by_tree[task.series]
    assert turns is not None
    k = task.number % game.size
    guesses, known = int(turns.guesses[k]), int(turns.known[k])
    return Record(task, game.show(secret), True, guesses, guesses, None, None, known, None, "tree")


def has_no_chance(series: Series) -> bool:
    """Checks whether the strategy of a series has a tree: it has no chance and finds every secret. Grows the tree."""
    if not is_tree_known(series):
        keep_turns(series, grow_turns(series))
    return _turns_by_tree[series] is not None


def is_tree_known(series: Series) -> bool:
    """Checks whether this process knows if the strategy of a series has a tree."""
    return series in _turns_by_tree


def is_without_tree(series: Series) -> bool:
    """Checks whether this process knows that the strategy of a series has no tree."""
    return is_tree_known(series) and not has_grown_tree(series)


def has_grown_tree(series: Series) -> bool:
    """Checks whether the tree of a series was grown, or given by `keep_turns`, so that its games need only be read."""
    return _turns_by_tree.get(series) is not None


def keep_turns(series: Series, turns: TurnsByTree | None) -> None:
    """Keeps the turns by the tree of a series, which another process may have grown, or that it has no tree."""
    _turns_by_tree[series] = turns


def grow_turns(series: Series, game_seconds: float | None = None) -> TurnsByTree | None:
    """Grows the tree of a series and plays it against every secret; returns None if the strategy has no tree.

    With a time limit this process is killed by a guess that takes longer than a game may.
    """
    player, game = _player(series.strategy), Game.parse(series.game)
    if isinstance(player, OracleSearch):
        return None
    if game_seconds is not None:
        if callable(getattr(player, "tree", None)):  # it grows its tree by itself, which stands for as many games
            kill_after(min(game_seconds * game.size, MAX_TREE_SECONDS))
        else:
            player = _TimedStrategy(player, game_seconds)
    try:
        tree = Tree.of(player, game)
    except (HasChance, NeverSolves):  # secrets that are given up are recorded as unsolved, so they are played
        return None
    finally:
        if game_seconds is not None:
            kill_after(None)
    guesses, known = tree.turns(game.codes)
    if not guesses.all():
        raise BlackpegError(f"the tree of {series.strategy} at {game} does not find every secret")
    return TurnsByTree(guesses.astype(np.uint16), known.astype(np.uint16))


@dataclass(frozen=True)
class _TimedStrategy(Strategy):
    """A strategy that kills its process if a guess takes too long."""

    player: Strategy
    seconds: float

    def guess(self, position: Position, rng: np.random.Generator) -> Code | Move:
        kill_after(self.seconds)
        return self.player.guess(position, rng)

    def supports(self, game: Game) -> str | None:
        return self.player.supports(game)


@lru_cache(maxsize=64)
def _game(text: str) -> Game:
    return Game.parse(text)


@lru_cache(maxsize=64)
def _player(text: str) -> Strategy | OracleSearch:
    return make(text)
