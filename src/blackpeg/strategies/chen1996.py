"""Ask which colors occur, then where each of them is, both by halving.

Each question depends on the feedbacks to earlier questions only. So a position is played by asking all questions again:
those that the history answers are answered from it, and the first one that it does not answer is the guess.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np

from ..evolve import refuse_impossible
from ..game import Code, Game, Pegs
from ..players import Strategy
from ..position import Position

Row: TypeAlias = tuple[int, ...]  # a question: a color for each peg
T = TypeVar("T")
Asking: TypeAlias = Generator[Row, Pegs, T]  # yields questions, is sent their feedbacks, returns what these say


@dataclass(frozen=True)
class Chen1996(Strategy):
    """Find out how often each color occurs, then search the pegs of each color by halving.

    Source   Chen, Cunha & Homer (1996), "Finding a hidden code by asking questions", COCOON'96, LNCS 1090.
    Names    binary search; a method for the worst case, not for the average.
    Choices  We know the paper's idea and result, not its text. The first row is all of color 1. How often color 1
             occurs is known from then on, so that it can fill the other rows of the census. With fewer colors than
             pegs, or without white pegs, the census asks for each color alone. How often a color occurs is usually
             found by the first question for its pegs, which shows the color everywhere except on half of the open
             pegs. Other rows are filled with an absent color; if there is none, with a row without black pegs, made
             by changing one peg at a time of the row with the fewest. Two colors are searched in one row; if the
             sum of their black pegs does not say how many each has, one is asked for again, alone. The last color
             has the pegs that are left. Guesses that the method did not ask for are checked, but not used.
    Known    At most 2n⌈log2 n⌉ + 2n + ⌈k/n⌉ + 2 guesses for n pegs and k >= n colors (recalled, not checked).
             4x6: 11591 guesses over all secrets, at most 11, where the bound is 28 (study classics).
    """

    def supports(self, game: Game) -> str | None:
        return None if game.repeats else f"{game} has no repeats, and these questions show one color on many pegs"

    def guess(self, position: Position, rng: np.random.Generator) -> Code:
        game = position.game
        refuse_impossible(position)
        feedbacks = {tuple(turn.guess.tolist()): game.pegs_of(turn.feedback) for turn in position.history}
        asking = Inquiry(game).find_code()
        try:
            question = next(asking)
            while question in feedbacks:
                question = asking.send(feedbacks[question])
            return np.array(question, np.uint8)
        except StopIteration as end:
            code = np.array(end.value, np.uint8)
            if position.fits(code):
                return code
        except Contradiction:
            pass
        raise position.contradiction()


class Contradiction(Exception):
    """Feedbacks that no code gives."""


class Block(NamedTuple):
    """Some pegs, and how many of them have the color that is searched."""

    pegs: tuple[int, ...]
    hits: int

    def half(self, avoid: Collection[int]) -> tuple[int, ...]:
        """Returns half of the pegs, those to avoid last, so that the halves of two blocks do not overlap."""
        return tuple(sorted(self.pegs, key=avoid.__contains__)[: len(self.pegs) // 2])

    def split(self, half: Collection[int], hits: int) -> list[Block]:
        """Returns the other half and this one, of which `hits` pegs have the color."""
        rest = tuple(peg for peg in self.pegs if peg not in half)
        return [Block(rest, between(0, self.hits - hits, len(rest))), Block(tuple(half), between(0, hits, len(half)))]


class Inquiry:
    """What the feedbacks so far say about the secret, and which question comes next."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.feedbacks: dict[Row, Pegs] = {}
        self.number: dict[int, int] = {}  # how often a color occurs; a lower bound while the color is unsure
        self.unsure: set[int] = set()
        self.blank: dict[int, int] = {}  # a row without black pegs
        self.blocks: dict[int, list[Block]] = {}  # by color: where it is searched
        self.code: dict[int, int] = {}  # by peg: its color, where that is known

    def find_code(self) -> Asking[Row]:
        yield from self.take_census()
        yield from self.find_places()
        return tuple(self.code[peg] for peg in range(self.game.pegs))

    def ask(self, colors: Iterable[int]) -> Asking[Pegs]:
        question = tuple(colors)
        feedback = self.feedbacks[question] = yield question
        return feedback

    # 1. The census: which colors occur, and how often.

    def take_census(self) -> Asking[None]:
        n, k = self.game.pegs, self.game.colors
        self.number[0] = (yield from self.ask([0] * n)).black  # from now on color 0 can fill rows
        if self.game.whites and k >= n:
            for start in range(1, k, n):
                block = range(start, min(start + n, k))
                needed = block.stop == k and len(self.number) == 1 and self.pegs_left > 0
                yield from self.count_present(block, int(needed), min(len(block), self.pegs_left))
            self.unsure = set(self.number) - {0}
        else:
            for color in range(1, k):
                inferred = color == k - 1 or self.pegs_left == 0
                self.number[color] = self.pegs_left if inferred else (yield from self.ask([color] * n)).black
        self.infer_numbers()

    def count_present(self, block: Sequence[int], least: int, most: int) -> Asking[int]:
        """Returns how many of these colors occur, given that it is from `least` to `most`."""
        size = len(block)
        if least < most:
            filled = self.game.pegs - size
            feedback = yield from self.ask([*block, *[0] * filled])
            least = most = between(least, feedback.black + feedback.white - min(filled, self.number[0]), most)
        if least == size:
            self.number.update(dict.fromkeys(block, 1))
        elif most > 0:
            half = size // 2
            left = yield from self.count_present(block[:half], max(0, most - (size - half)), min(half, most))
            yield from self.count_present(block[half:], most - left, most - left)
        return most

    @property
    def pegs_left(self) -> int:
        """How many pegs the numbers known so far do not account for."""
        return self.game.pegs - sum(self.number.values())

    def infer_numbers(self) -> None:
        """Makes sure of the numbers that follow from the others."""
        between(0, self.pegs_left, self.game.pegs if self.unsure else 0)
        if len(self.unsure) == 1:
            self.number[self.unsure.pop()] += self.pegs_left
        if self.pegs_left == 0:
            self.unsure.clear()

    # 2. The places: of the pegs of a block, so many have the color; how many of them are in one half?

    def find_places(self) -> Asking[None]:
        todo = sorted((color for color in self.number if self.number[color]), key=lambda color: self.number[color])
        if len(todo) > 1:
            yield from self.find_blank()
        while len(todo) > 1:
            pair, known = (todo[0], todo[min(1, len(todo) - 2)]), len(self.code)  # the last color gets what is left
            for color in pair:
                if color not in self.blocks:
                    yield from self.count_color(color)
                self.drop_uniform_blocks(color)
            if len(self.code) == known and all(self.blocks[color] for color in pair):
                yield from self.halve(*pair)
            todo = [color for color in todo if self.blocks.get(color, True)]
        self.code.update(dict.fromkeys(self.open_pegs(range(self.game.pegs)), todo[0]))

    def find_blank(self) -> Asking[None]:
        """Takes an absent color, or changes the row with the fewest black pegs peg by peg until none is black."""
        n, k = self.game.pegs, self.game.colors
        absent = [color for color in range(k) if not self.number.get(color)]
        row, (black, _) = min(self.feedbacks.items(), key=lambda item: item[1].black)
        self.blank = dict(enumerate([absent[0]] * n if absent else row))
        for peg, old in enumerate(() if absent else row):
            if black > 0:
                new, after = (old + 1) % k, black - 1
                if black < n - peg:  # not all pegs that are left are black
                    after = (yield from self.ask((self.blank | {peg: new}).values())).black
                if between(black - 1, after, black + 1) != black:
                    self.code[peg] = old if after < black else new
                if after <= black:
                    self.blank[peg], black = new, after

    def count_color(self, color: int) -> Asking[None]:
        """Finds out how often the color occurs, and makes its first blocks on the way."""
        n, rest = self.game.pegs, self.open_pegs(range(self.game.pegs))
        blocks = self.blocks.setdefault(color, [])
        found = list(self.code.values()).count(color)
        while color in self.unsure:
            middle = (len(rest) + 1) // 2
            half, rest = rest[:middle], rest[middle:]
            black, white = yield from self.ask(self.blank[peg] if peg in rest else color for peg in range(n))
            blocks.append(Block(half, black - found))
            found = black
            self.number[color] = between(self.number[color], black + white, self.number[color] + self.pegs_left)
            if black + white < n - len(rest) or not rest:  # the row shows the color more often than it occurs
                self.unsure.remove(color)
            self.infer_numbers()
        blocks.append(Block(rest, self.number[color] - found))

    def drop_uniform_blocks(self, color: int) -> None:
        """Drops blocks of which all pegs or none have the color, until the last block is mixed."""
        blocks = self.blocks[color]
        while blocks:
            pegs, hits = self.open_pegs(blocks[-1].pegs), blocks.pop().hits
            if 0 < between(0, hits, len(pegs)) < len(pegs):
                blocks.append(Block(pegs, hits))
                break
            if hits:
                self.code.update(dict.fromkeys(pegs, color))

    def halve(self, color: int, other: int) -> Asking[None]:
        """Asks for a color in half of its block and, in the same row, for another color in half of its own block."""
        one, two = self.blocks[color].pop(), Block((), 0) if other == color else self.blocks[other].pop()
        half = one.half(avoid=two.pegs)
        half2 = two.half(avoid=half)
        alone = self.blank | dict.fromkeys(half, color)
        both = (yield from self.ask((alone | dict.fromkeys(half2, other)).values())).black
        least = max(0, one.hits - len(one.pegs) + len(half), both - min(two.hits, len(half2)))
        most = min(one.hits, len(half), both - max(0, two.hits - len(two.pegs) + len(half2)))
        black = least
        if least < most:  # the sum does not say how many each has
            black = (yield from self.ask(alone.values())).black
        self.blocks[color] += one.split(half, black)
        self.blocks[other] += two.split(half2, both - black)

    def open_pegs(self, pegs: Iterable[int]) -> tuple[int, ...]:
        return tuple(peg for peg in pegs if peg not in self.code)


def between(least: int, value: int, most: int) -> int:
    """Returns the value if it is possible; raises `Contradiction` if not."""
    if not least <= value <= most:
        raise Contradiction
    return value
