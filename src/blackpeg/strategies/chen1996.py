"""Ask which colors there are, then where each of them is, both by halving.

What is asked next depends on the answers alone, so a position is played by asking everything again: questions
that the history answers are answered from there, and the first that it does not answer is the guess.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np

from ..game import Code, Game, Pegs
from ..players import Strategy
from ..position import Position

CHECKED = 2**20  # codes up to which a history is held against all of them first, so that it is refused at once

Row: TypeAlias = tuple[int, ...]  # a question: a color for each peg
T = TypeVar("T")
Asking: TypeAlias = Generator[Row, Pegs, T]  # yields questions, is sent their answers, returns what they told


@dataclass(frozen=True)
class Chen1996(Strategy):
    """Take a census of the colors, then search the places of each by halving.

    Source   Chen, Cunha & Homer (1996), "Finding a hidden code by asking questions", COCOON'96, LNCS 1090.
    Names    binary search; a method for the worst case, not for the average.
    Choices  We know the paper's idea and result, not its text. The first row is all of color 1, whose number is
             then known, so that it can fill the rows of the census. With fewer colors than pegs, or without white
             pegs, the census asks for each color alone. How often a color occurs is told, as a rule, by the first
             question for its places, which shows it everywhere but on half of the open pegs. Other rows are filled
             with an absent color; if there is none, with a row without a black peg, made from the best row so far
             by changing one peg at a time. Two colors are searched in one row; if the sum of their black pegs does
             not tell how many each has, one is asked for again, alone. The last color has the pegs that are left.
             Turns that the method did not ask for are checked, but not made use of.
    Known    At most 2n⌈log2 n⌉ + 2n + ⌈k/n⌉ + 2 guesses for n pegs and k >= n colors (recalled, not checked).
             Measured over all secrets: 4x4 1767 guesses, at most 9 (where the bound is 27); 4x6 11591, at most
             11 (28); 5x5 28738, at most 12 (43). Over 1000 random secrets, average and most: 8x8 17.0, 23 (67);
             8x12 21.1, 28 (68); 16x16 42.3, 51 (163); 32x32 103.6, 119 (387); 64x64 250.5, 279 (899).
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


class Block(NamedTuple):
    """Pegs of which `held` have the color that is searched."""

    pegs: tuple[int, ...]
    held: int

    def half(self, avoid: Collection[int]) -> tuple[int, ...]:
        """Half of the pegs, those to avoid last, so that the halves of two blocks never meet."""
        return tuple(sorted(self.pegs, key=avoid.__contains__)[: len(self.pegs) // 2])

    def split(self, half: Collection[int], held: int) -> list[Block]:
        """What is left, and the half of which that many have the color."""
        rest = tuple(peg for peg in self.pegs if peg not in half)
        return [Block(rest, within(0, self.held - held, len(rest))), Block(tuple(half), within(0, held, len(half)))]


class Inquiry:
    """What the answers have told so far, and what to ask next."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.heard: dict[Row, Pegs] = {}
        self.number: dict[int, int] = {}  # how often a color occurs; at least so often while that is unsure
        self.unsure: set[int] = set()
        self.blank: dict[int, int] = {}  # a row without a black peg
        self.blocks: dict[int, list[Block]] = {}  # where a color is being searched
        self.code: dict[int, int] = {}  # the color of each peg that is known

    def hidden_code(self) -> Asking[Row]:
        yield from self.census()
        yield from self.places()
        return tuple(self.code[peg] for peg in range(self.game.pegs))

    def ask(self, colors: Iterable[int]) -> Asking[Pegs]:
        question = tuple(colors)
        answer = self.heard[question] = yield question
        return answer

    # 1. The census: which colors occur.

    def census(self) -> Asking[None]:
        n, k = self.game.pegs, self.game.colors
        self.number[0] = (yield from self.ask([0] * n)).black  # now color 0 can fill rows
        if self.game.whites and k >= n:
            for start in range(1, k, n):
                block = range(start, min(start + n, k))
                needed = block.stop == k and len(self.number) == 1 and self.room > 0
                yield from self.present(block, int(needed), min(len(block), self.room))
            self.unsure = set(self.number) - {0}
        else:
            for color in range(1, k):
                derived = color == k - 1 or self.room == 0
                self.number[color] = self.room if derived else (yield from self.ask([color] * n)).black
        self.settle()

    def present(self, block: Sequence[int], fewest: int, most: int) -> Asking[int]:
        """How many of these colors occur, when that is from `fewest` to `most`."""
        size = len(block)
        if fewest < most:
            filled = self.game.pegs - size
            answer = yield from self.ask([*block, *[0] * filled])
            fewest = most = within(fewest, answer.black + answer.white - min(filled, self.number[0]), most)
        if fewest == size:
            self.number.update(dict.fromkeys(block, 1))
        elif most > 0:
            half = size // 2
            left = yield from self.present(block[:half], max(0, most - (size - half)), min(half, most))
            yield from self.present(block[half:], most - left, most - left)
        return most

    @property
    def room(self) -> int:
        """How many pegs the numbers known so far leave."""
        return self.game.pegs - sum(self.number.values())

    def settle(self) -> None:
        """Be sure of the numbers that follow from the others."""
        within(0, self.room, self.game.pegs if self.unsure else 0)
        if len(self.unsure) == 1:
            self.number[self.unsure.pop()] += self.room
        if self.room == 0:
            self.unsure.clear()

    # 2. The places: a block of pegs holds so many of a color; how many of them are in one half?

    def places(self) -> Asking[None]:
        todo = sorted((color for color in self.number if self.number[color]), key=lambda color: self.number[color])
        if len(todo) > 1:
            yield from self.find_blank()
        while len(todo) > 1:
            pair, known = (todo[0], todo[min(1, len(todo) - 2)]), len(self.code)  # the last color gets what is left
            for color in pair:
                if color not in self.blocks:
                    yield from self.count(color)
                self.trim(color)
            if len(self.code) == known and all(self.blocks[color] for color in pair):
                yield from self.halve(*pair)
            todo = [color for color in todo if self.blocks.get(color, True)]
        self.code.update(dict.fromkeys(self.open(range(self.game.pegs)), todo[0]))

    def find_blank(self) -> Asking[None]:
        """Take an absent color, or change the best row peg by peg until no peg is black."""
        n, k = self.game.pegs, self.game.colors
        absent = [color for color in range(k) if not self.number.get(color)]
        row, (black, _) = min(self.heard.items(), key=lambda told: told[1].black)
        self.blank = dict(enumerate([absent[0]] * n if absent else row))
        for peg, old in enumerate(() if absent else row):
            if black > 0:
                new, after = (old + 1) % k, black - 1
                if black < n - peg:  # not all that are left are black
                    after = (yield from self.ask((self.blank | {peg: new}).values())).black
                if within(black - 1, after, black + 1) != black:
                    self.code[peg] = old if after < black else new
                if after <= black:
                    self.blank[peg], black = new, after

    def count(self, color: int) -> Asking[None]:
        """Be sure how often the color occurs, and make its first blocks on the way."""
        n, rest, blocks = self.game.pegs, self.open(range(self.game.pegs)), self.blocks.setdefault(color, [])
        found = list(self.code.values()).count(color)
        while color in self.unsure:
            middle = (len(rest) + 1) // 2
            half, rest = rest[:middle], rest[middle:]
            black, white = yield from self.ask(self.blank[peg] if peg in rest else color for peg in range(n))
            blocks.append(Block(half, black - found))
            found = black
            self.number[color] = within(self.number[color], black + white, self.number[color] + self.room)
            if black + white < n - len(rest) or not rest:  # had there been more, more would have shown
                self.unsure.remove(color)
            self.settle()
        blocks.append(Block(rest, self.number[color] - found))

    def trim(self, color: int) -> None:
        """Take away blocks that are all or none of the color, until a mixed one is last."""
        blocks = self.blocks[color]
        while blocks:
            pegs, held = self.open(blocks[-1].pegs), blocks.pop().held
            if 0 < within(0, held, len(pegs)) < len(pegs):
                blocks.append(Block(pegs, held))
                break
            if held:
                self.code.update(dict.fromkeys(pegs, color))

    def halve(self, color: int, other: int) -> Asking[None]:
        """Ask for a color in half of its block and, in the same row, for another color in half of its own."""
        one, two = self.blocks[color].pop(), Block((), 0) if other == color else self.blocks[other].pop()
        half = one.half(avoid=two.pegs)
        half2 = two.half(avoid=half)
        alone = self.blank | dict.fromkeys(half, color)
        both = (yield from self.ask((alone | dict.fromkeys(half2, other)).values())).black
        fewest = max(0, one.held - len(one.pegs) + len(half), both - min(two.held, len(half2)))
        most = min(one.held, len(half), both - max(0, two.held - len(two.pegs) + len(half2)))
        black = fewest
        if fewest < most:  # the sum does not tell
            black = (yield from self.ask(alone.values())).black
        self.blocks[color] += one.split(half, black)
        self.blocks[other] += two.split(half2, both - black)

    def open(self, pegs: Iterable[int]) -> tuple[int, ...]:
        return tuple(peg for peg in pegs if peg not in self.code)


def within(fewest: int, value: int, most: int) -> int:
    """The value, if it is possible."""
    if not fewest <= value <= most:
        raise Contradiction
    return value
