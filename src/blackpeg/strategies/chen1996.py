"""Ask which colors there are, then where each of them is, both by halving."""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

import numpy as np

from ..game import Code, Game, Pegs
from ..players import Strategy
from ..position import Position

CHECKED = 2**20  # codes up to which a history is held against them all before anything is asked: 6x10

Row: TypeAlias = tuple[int, ...]  # a question: a color for each peg
Block: TypeAlias = tuple[Row, int]  # pegs, and how many of them have the color in question
T = TypeVar("T")
Asking: TypeAlias = Generator[Row, Pegs, T]  # yields questions, is sent their answers, returns what it found


@dataclass(frozen=True)
class Chen1996(Strategy):
    """Take a census of the colors, then search the places of each.

    Source   ...
    """

    def supports(self, game: Game) -> str | None:
        return None if game.repeats else f"{game} has no repeats, and these questions show one color on many pegs"

    def guess(self, position: Position, rng: np.random.Generator) -> Code:
        game = position.game
        if game.size <= CHECKED:
            _ = position.columns  # raises Impossible where there is no candidate
        told = {tuple(turn.guess.tolist()): game.pegs_of(turn.feedback) for turn in position.history}
        asking = Inquiry(game).hidden_code()
        try:
            question = next(asking)
            while question in told:
                question = asking.send(told[question])
            return np.array(question, np.uint8)
        except StopIteration as end:
            code = np.array(end.value, np.uint8)
            if position.fits(code):
                return code
        except Contradiction:
            pass
        raise position.contradiction()


class Contradiction(Exception):
    """Answers that no code gives."""


class Inquiry:
    """What the answers have told so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.heard: dict[Row, Pegs] = {}
        self.number: dict[int, int] = {}  # how often a color occurs; at least so often if that is unsure
        self.unsure: set[int] = set()
        self.blank: Row = ()  # a row without a black peg
        self.blocks: dict[int, list[Block]] = {}  # where a color is searched
        self.code: dict[int, int] = {}  # the color of each peg that is known

    def hidden_code(self) -> Asking[Row]:
        yield from self.census()
        yield from self.places()
        return tuple(self.code[peg] for peg in range(self.game.pegs))

    def ask(self, row: Row) -> Asking[Pegs]:
        self.heard[row] = answer = yield row
        return answer

    # The census: which colors occur, and how often, as far as the places don't tell.

    def census(self) -> Asking[None]:
        n, k = self.game.pegs, self.game.colors
        self.number[0] = (yield from self.ask((0,) * n)).black  # now color 0 can fill rows
        if self.game.whites and k >= n:
            for start in range(1, k, n):
                block = range(start, min(start + n, k))
                needed = block.stop == k and len(self.number) == 1 and self.room > 0
                yield from self.present(block, int(needed), min(len(block), self.room))
            self.unsure = set(self.number) - {0}
        else:
            for color in range(1, k):
                known = color == k - 1 or self.room == 0
                self.number[color] = self.room if known else (yield from self.ask((color,) * n)).black
        self.settle()

    def present(self, block: Sequence[int], fewest: int, most: int) -> Asking[int]:
        """How many of these colors occur, known to be from `fewest` to `most`."""
        size = len(block)
        if fewest < most:
            filled = self.game.pegs - size
            answer = yield from self.ask((*block, *(0,) * filled))
            fewest = most = within(fewest, sum(answer) - min(filled, self.number[0]), most)
        if fewest == size:
            self.number.update(dict.fromkeys(block, 1))
        elif most:
            half = size // 2
            left = yield from self.present(block[:half], max(0, most - (size - half)), min(half, most))
            yield from self.present(block[half:], most - left, most - left)
        return most

    @property
    def room(self) -> int:
        """How many pegs the known numbers leave."""
        return self.game.pegs - sum(self.number.values())

    @property
    def absent(self) -> int | None:
        """A color that does not occur."""
        return next((color for color in range(self.game.colors) if not self.number.get(color)), None)

    def settle(self) -> None:
        """Be sure of numbers that follow from the others."""
        within(0, self.room, self.game.pegs if self.unsure else 0)
        if len(self.unsure) == 1:
            self.number[self.unsure.pop()] += self.room
        if self.room == 0:
            self.unsure.clear()

    # The places: a block of pegs has so many of a color; ask how many are in one half of it.

    def places(self) -> Asking[None]:
        todo = sorted((color for color, number in self.number.items() if number), key=lambda c: self.number[c])
        if len(todo) > 1:
            yield from self.find_blank()
        while len(todo) > 1:
            pair, known = todo[:-1][:2], len(self.code)
            for color in pair:
                if color not in self.blocks:
                    yield from self.first_blocks(color)
                self.trim(color)
            if len(self.code) == known and all(self.blocks[color] for color in pair):
                yield from self.halve(*pair)
            todo = [color for color in todo if self.blocks.get(color, True)]
        for peg in range(self.game.pegs):
            self.code.setdefault(peg, todo[0])

    def find_blank(self) -> Asking[None]:
        """Fill with an absent color, or change the best row peg by peg until no peg is black."""
        n, k = self.game.pegs, self.game.colors
        if self.absent is not None:
            self.blank = (self.absent,) * n
            return
        row = min(self.heard, key=lambda row: self.heard[row].black)
        black = self.heard[row].black
        for peg in range(n):
            old, new = row[peg], (row[peg] + 1) % k
            changed = (*row[:peg], new, *row[peg + 1 :])
            if black == 0:
                break
            after = black - 1 if black == n - peg else (yield from self.ask(changed)).black
            if within(black - 1, after, black + 1) != black:
                self.code[peg] = old if after < black else new
            if after <= black:
                row, black = changed, after
        self.blank = row

    def first_blocks(self, color: int) -> Asking[None]:
        """Split the open pegs until it is sure how often the color occurs; mostly one question tells both."""
        blocks = self.blocks[color] = []
        n, found, rest = self.game.pegs, list(self.code.values()).count(color), self.open(range(self.game.pegs))
        while color in self.unsure:
            half, later = rest[: -(len(rest) // 2) or None], rest[len(rest) - len(rest) // 2 :]
            black, white = yield from self.ask(tuple(self.blank[p] if p in later else color for p in range(n)))
            blocks.append((half, black - found))
            found, rest, shown = black, later, n - len(later)
            self.number[color] = within(self.number[color], black + white, self.number[color] + self.room)
            if black + white < shown or not later:
                self.unsure.remove(color)
            self.settle()
        blocks.append((rest, self.number[color] - found))

    def trim(self, color: int) -> None:
        """Note the blocks that are full of the color and leave a mixed one on top, if there is one."""
        blocks = self.blocks[color]
        while blocks:
            pegs, count = blocks.pop()
            pegs = self.open(pegs)
            if 0 < within(0, count, len(pegs)) < len(pegs):
                blocks.append((pegs, count))
                break
            if count:
                self.code.update(dict.fromkeys(pegs, color))

    def halve(self, color: int, other: int | None = None) -> Asking[None]:
        """Ask for a color in half of its block and for another in half of its own, both in one row."""
        pegs, count = self.blocks[color].pop()
        pegs2, count2 = ((), 0) if other is None else self.blocks[other].pop()
        half = halved(pegs, pegs2)
        half2 = halved(pegs2, half)
        row = list(self.blank)
        for peg in half:
            row[peg] = color
        alone = tuple(row)
        for peg in half2:
            row[peg] = other
        both = (yield from self.ask(tuple(row))).black
        fewest = max(0, count - (len(pegs) - len(half)), both - min(count2, len(half2)))
        most = min(count, len(half), both - max(0, count2 - (len(pegs2) - len(half2))))
        black = fewest if fewest >= most else (yield from self.ask(alone)).black
        self.split(color, pegs, count, half, black)
        if other is not None:
            self.split(other, pegs2, count2, half2, both - black)

    def split(self, color: int, pegs: Row, count: int, half: Row, black: int) -> None:
        rest = tuple(peg for peg in pegs if peg not in half)
        self.blocks[color] += [(rest, count - black), (half, black)]

    def open(self, pegs: Collection[int]) -> Row:
        return tuple(peg for peg in pegs if peg not in self.code)


def halved(pegs: Row, avoid: Row) -> Row:
    """Half of the pegs, with as few as can be of those to avoid."""
    return tuple(sorted(pegs, key=avoid.__contains__)[: len(pegs) // 2])


def within(fewest: int, value: int, most: int) -> int:
    """The value, if it is possible."""
    if not fewest <= value <= most:
        raise Contradiction
    return value
