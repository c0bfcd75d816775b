"""A table that counts candidates peg by peg, from which they are listed in order and drawn without trial and error.

After some pegs are filled, only two things matter: how often each color was used, and how many black pegs each turn
still needs. The table holds the number of ways to complete a code from there; `kernels.peg_table_loops` explains
its arrays. It is small if few palettes (how often each color occurs) fit the history, as at every turn of 8x12.
"""

from __future__ import annotations

from math import factorial, prod

import numpy as np
import numpy.typing as npt

from ..game import Code, Codes, Game
from ..kernels.peg_table_loops import GUARD, Walk, Ways, continue_search, fill_ways, nodes_into, pick_into
from .clues import Clue, Clues, TableTooLarge
from .palettes import Palettes

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]

NODE_LIMITS = (2**14, 2**18, 2**21)  # sets of used colors, tried in this order; the last takes a second
ENTRY_LIMITS = (2**19, 2**22, 2**25)  # numbers in a table, tried in this order; the last takes a second and 256 MiB
QUICK_NODES, MAX_NODES = 2**17, 2**26  # of a search: about ten milliseconds, and a few seconds
NODES_PER_SLICE = 2**22  # of a search; between slices Ctrl-C can stop it


class PegTable:
    """The codes that fit the clues, except that the black pegs of the clues in `rest` are ignored.

    `rest` holds the clues that would make the table too large; a search through the table checks them. A small table is
    tried first: late in a game the search is short even if many clues are in `rest`.
    """

    def __init__(self, game: Game, clues: Clues) -> None:
        palettes = Palettes(game, clues)
        self.game, self.label_of = game, palettes.label_of
        self.guessed, self.others = palettes.guessed, palettes.others
        self._make_nodes(palettes)
        self.number: int | None = None  # of codes that fit all clues, once they are counted
        for max_entries in ENTRY_LIMITS:
            self._make_ways(clues, max_entries)
            if self.count(QUICK_NODES) is not None:
                break

    @property
    def total(self) -> int:
        """How many codes the table holds, whether they fit `rest` or not."""
        return int(self.ways[-1, -1]) if len(self.ways) else 0

    def draw(self, n: int, rng: np.random.Generator) -> Codes:
        """`n` codes of the table, drawn independently and exactly uniformly."""
        return self.pick(rng.integers(0, self.total, n))

    @property
    def _table(self) -> Ways:
        """The arrays as kernels take them."""
        return Ways(self.ways, self.onward, self.choices, self.step, self.row, self.may)

    def pick(self, ranks: Ints) -> Codes:
        """The codes of these ranks, each from 0 to total - 1."""
        columns = np.empty((self.game.pegs, len(ranks)), np.uint8)
        pick_into(columns, ranks, self._table, self.guessed, self.others.copy(), not self.game.repeats)
        return columns.T

    def count(self, max_nodes: int) -> int | None:
        """How many codes fit all clues; None if that takes a search of more than `max_nodes`."""
        if not self.rest or self.total == 0:
            self.number = self.total
        if self.number is None:
            found, ended = self._search(np.empty((self.game.pegs, 0), np.uint8), max_nodes)
            self.number = found if ended else None
        return self.number

    def first(self, n: int, max_nodes: int, above: Code | None = None) -> Codes | None:
        """The first `n` codes greater than `above` that fit all clues; None if that takes more than `max_nodes`."""
        columns = np.empty((self.game.pegs, n), np.uint8)
        found, ended = self._search(columns, max_nodes, above) if n and self.total else (0, True)
        return columns[:, :found].T if ended or found == n else None

    def _search(self, columns: Codes, max_nodes: int, above: Code | None = None) -> tuple[int, bool]:
        """Fills `columns`, or only counts if it has none: how many codes were found, and whether these are all."""
        need, blacks = self._packed_rest()
        trail, used, place = self._start(above, need, blacks)
        walk, ended = Walk(place, trail, need, used), False
        while not ended and place[2] < max_nodes and (columns.shape[1] == 0 or place[1] < columns.shape[1]):
            nodes = min(NODES_PER_SLICE, max_nodes - int(place[2]))
            ended = continue_search(walk, columns, self._table, self.label_of, blacks, not self.game.repeats, nodes)
        return int(place[1]), bool(ended)

    def _start(self, above: Code | None, need: Words, blacks: Words) -> tuple[Ints, Ints, Ints]:
        """Where a search begins: at the first code, or at the first one greater than `above`."""
        trail = np.zeros((3, self.game.pegs + 1), np.int64)
        trail[1:, 0] = len(self.ways) - 1, self.ways.shape[1] - 1
        used, place = np.zeros(self.game.colors, np.int64), np.zeros(3, np.int64)
        for peg, color in enumerate([] if above is None else above.tolist()):
            place[0], trail[0, peg] = peg, color
            label, (_, node, missing) = self.label_of[color], trail[:, peg]
            after, fewer = self.onward[node, label], missing - self.step[peg, label]
            still = need[peg] - blacks[peg, label]
            fits = after >= 0 and self.may[self.row[peg, label], missing] and self.ways[after, fewer] > 0
            if peg == self.game.pegs - 1 or not fits or (still & GUARD != GUARD).any():
                trail[0, peg] += 1
                break
            trail[1:, peg + 1], need[peg + 1] = (after, fewer), still
            used[color] += 1
        return trail, used, place

    def _packed_rest(self) -> tuple[Words, Words]:
        """The black pegs of `rest`, eight turns in a word: those needed, and those that each label gives at a peg."""
        pegs, labels = self.row.shape
        size = -(-len(self.rest) // 8) * 8
        need = np.zeros((pegs + 1, size), np.uint8)
        blacks = np.zeros((pegs, labels, size), np.uint8)
        for t, clue in enumerate(self.rest):
            need[0, t] = _black(clue)
            blacks[np.arange(pegs), self.label_of[list(clue.guess)], t] = 1
        return need.view(np.uint64) | GUARD, blacks.view(np.uint64)

    def _make_nodes(self, palettes: Palettes) -> None:
        """Makes the nodes: how often each color may be used so far; without palettes there is one node for each peg."""
        pegs, others, labels = self.game.pegs, len(self.others), len(self.guessed) + 1
        if not palettes.restricted:
            if self.game.size >= 2**62:
                raise TableTooLarge
            self.first_node = np.arange(pegs + 2)
            self.onward = np.repeat(np.arange(-1, pegs, dtype=np.int32)[:, None], labels, axis=1)
            self.onward[:, -1] = np.where(others, self.onward[:, -1], -1)
            self.choices = np.full(pegs + 1, others)
            return
        often = palettes.counts.max(axis=0, initial=0).astype(np.int64) + 1
        if prod(often.tolist()) >= 2**63 or _weight(palettes.counts, others) >= 2**62:
            raise TableTooLarge
        unit = np.concatenate(([1], np.cumprod(often)[:-1]))
        self.first_node = np.zeros(pegs + 2, np.int64)
        for max_nodes in NODE_LIMITS:
            onward, key = np.empty((max_nodes, labels), np.int32), np.empty(max_nodes, np.int64)
            slots = np.full(4 * max_nodes, -1, np.int32)
            nodes = nodes_into(onward, self.first_node, key, slots, palettes.counts, unit, pegs)
            if nodes >= 0:
                break
        else:
            raise TableTooLarge
        self.onward = onward[:nodes].copy()
        jokers = key[:nodes] // unit[-1] % often[-1]
        self.choices = others - (0 if self.game.repeats else 1) * jokers

    def _make_ways(self, clues: Clues, max_entries: int) -> None:
        """Fills the table. The black pegs that are still missing are one number, with a digit for each turn."""
        inside, self.rest = _affordable(clues, max_entries // max(1, len(self.onward)))
        pegs, labels = self.game.pegs, self.onward.shape[1]
        base = np.array([_black(clue) + 1 for clue in inside], np.int64)
        unit = np.concatenate(([1], np.cumprod(base)))[:-1]
        digits = np.arange(base.prod())[:, None] // unit % base
        self.step, self.row = np.zeros((2, pegs, labels), np.int64)
        may = [np.ones(len(digits), np.bool_)]
        guesses = self.label_of[np.array([clue.guess for clue in inside], np.int64).reshape(-1, pegs)]
        for peg in range(pegs):
            for label in set(guesses[:, peg].tolist()):
                hit = guesses[:, peg] == label
                self.step[peg, label], self.row[peg, label] = unit @ hit, len(may)
                may.append((digits >= hit).all(axis=1))
        self.may = np.array(may)
        self.ways = np.empty((0, 1), np.int64)  # frees a smaller table
        self.ways = np.zeros((len(self.onward), len(digits)), np.int64)
        self.ways[: self.first_node[1], 0] = 1
        fill_ways(self._table, self.first_node)


def _weight(counts: Codes, others: int) -> float:
    """An upper bound, up to rounding, on every number of the table: about how many codes have one of these palettes."""
    log = np.log([float(factorial(k)) for k in range(int(counts[:1].sum()) + 1)])
    jokers = counts[:, -1] * np.log(max(others, 1))
    return float(np.exp(log[-1] - log[counts].sum(axis=1) + jokers).sum())


def _affordable(clues: Clues, width: int) -> tuple[Clues, Clues]:
    """The clues whose black pegs a table of this width can hold, and the others.

    Clues without black pegs come first, since they cost nothing; then those with most, which exclude most codes.
    """
    inside: list[Clue] = []
    outside: list[Clue] = []
    for clue in sorted(clues, key=lambda clue: (_black(clue) != 0, -_black(clue))):
        if prod(_black(own) + 1 for own in (*inside, clue)) <= max(1, width):
            inside.append(clue)
        else:
            outside.append(clue)
    return tuple(inside), tuple(outside)


def _black(clue: Clue) -> int:
    assert clue.black is not None  # a peg table takes complete clues only
    return clue.black
