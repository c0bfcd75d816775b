"""The rules of one Mastermind variant, and how its codes and feedback are read and written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import perm
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from .errors import BlackpegError, TooMany, nearest

Code: TypeAlias = npt.NDArray[np.uint8]  # shape (pegs,), colors from 0
Codes: TypeAlias = npt.NDArray[np.uint8]  # shape (n, pegs)
Feedback: TypeAlias = int  # black * (pegs + 1) + white

MAX_PEGS_AND_COLORS = 128
LISTABLE = 2**24  # codes of the largest list that is ever held in memory: 16,777,216

SYMBOLS = "123456789abcdefghijklmnopqrstuvwxyz"
_SYMBOL_OF = SYMBOLS.encode().ljust(256, b"?")  # the symbol of each color, as a table for `bytes.translate`


class Pegs(NamedTuple):
    """Feedback as two counts: black pegs (right color and place) and white pegs (right color, wrong place)."""

    black: int
    white: int


@dataclass(frozen=True)
class Game:
    """The rules: which codes may be hidden, and what the feedback to a guess tells.

    >>> Game(4, 6).size
    1296
    >>> Game.parse("4x10-distinct")
    Game(4, 10, repeats=False)
    >>> str(Game(4, 6, whites=False))
    '4x6-black'
    """

    pegs: int = 4
    colors: int = 6
    repeats: bool = True  # may a color occur more than once in a code?
    whites: bool = True  # does the feedback hold white pegs?

    def __post_init__(self) -> None:
        if type(self.pegs) is not int or type(self.colors) is not int:
            raise BlackpegError(f"no game {self}; pegs and colors are whole numbers")
        if not (1 <= self.pegs <= MAX_PEGS_AND_COLORS and 1 <= self.colors <= MAX_PEGS_AND_COLORS):
            raise BlackpegError(f"no game {self}; pegs and colors go from 1 to {MAX_PEGS_AND_COLORS}")
        if not self.repeats and self.colors < self.pegs:
            raise BlackpegError(f"no game {self}; {self.pegs} pegs without repeats need {self.pegs} colors")

    @property
    def size(self) -> int:
        """The number of codes."""
        return int(self.colors**self.pegs) if self.repeats else perm(self.colors, self.pegs)

    @property
    def solved(self) -> Feedback:
        """The feedback that ends the game: all pegs black."""
        return self.pegs * (self.pegs + 1)

    @property
    def answers(self) -> tuple[Feedback, ...]:
        """Every possible feedback, in order: each (black, white) pair except (pegs - 1, 1), which cannot occur."""
        return _answers(self.pegs, self.whites)

    @property
    def codes(self) -> Codes:
        """Every code, in lexicographic order; `TooMany` if the game has more than `LISTABLE`."""
        codes = self.columns.T.view()
        codes.flags.writeable = False
        return codes

    @property
    def columns(self) -> Codes:
        """The same codes as an array of shape (pegs, n), as kernels take them; it must not be written to."""
        if self.size > LISTABLE:
            raise TooMany(f"{self} has {self.size:,} codes; at most {LISTABLE:,} can be listed")
        return _columns(self.pegs, self.colors, self.repeats)

    def code(self, text: str) -> Code:
        """Reads a code: symbols `1`-`9`, then letters, or numbers with commas between them.

        >>> Game(4, 12).code("1a9C")
        array([ 0,  9,  8, 11], dtype=uint8)
        >>> Game(4, 12).show(Game(4, 12).code("1,10,9,12"))
        '1a9c'
        """
        word = text.strip().lower()
        numbers = "," in word or (self.pegs == 1 and len(word) > 1)
        parts = [part.strip() for part in word.split(",")] if numbers else list(word)
        if len(parts) != self.pegs:
            raise BlackpegError(
                f"'{text}' is not a code of {self}: it has {len(parts)} peg{'s' * (len(parts) != 1)}, not {self.pegs}"
            )
        colors = []
        for part in parts:
            digits = numbers and part.isascii() and part.isdigit() and len(part) < 4
            color = int(part) if digits else SYMBOLS.find(part) + 1 if len(part) == 1 else 0
            if not 1 <= color <= self.colors:
                raise BlackpegError(f"'{text}' is not a code of {self}: no color '{part}', only {self.palette}")
            colors.append(color - 1)
        if not self.repeats and len(set(colors)) < self.pegs:
            raise BlackpegError(f"'{text}' is not a code of {self}: it repeats a color")
        return np.array(colors, np.uint8)

    @property
    def palette(self) -> str:
        """The range of colors as text, such as '1 to 6'."""
        return "1" if self.colors == 1 else f"1 to {self.symbol(self.colors - 1)}"

    def symbol(self, color: int) -> str:
        """The text of one color."""
        return SYMBOLS[color] if self.colors <= len(SYMBOLS) else str(color + 1)

    def show(self, code: Code) -> str:
        """Writes a code so that `code` reads it back."""
        if self.colors <= len(SYMBOLS):
            return np.asarray(code, np.uint8).tobytes().translate(_SYMBOL_OF).decode()
        return ",".join(str(color + 1) for color in np.asarray(code).tolist())

    def check(self, code: Code) -> Code:
        """Returns the code as read-only bytes, or raises an error if it is not a code of this game.

        A code is an array of colors from 0. A list is refused, since nobody can tell whether it counts from 0 or 1.
        """
        colors: npt.NDArray[Any] = code
        if not isinstance(code, np.ndarray) or colors.shape != (self.pegs,) or colors.dtype.kind not in "iu":
            raise BlackpegError(
                f"a code of {self} is an array of {self.pegs} whole numbers from 0, such as Game.code makes from text, "
                f"not {code!r}"
            )
        own = colors.astype(np.uint8)
        held = own.tobytes()
        if max(held) >= self.colors or (colors.dtype != np.uint8 and (colors != own).any()):
            raise BlackpegError(f"no code of {self}: {colors.tolist()} has a color outside 0 to {self.colors - 1}")
        if not self.repeats and len(set(held)) < self.pegs:
            raise BlackpegError(f"no code of {self}: {self.show(own)} repeats a color")
        own.flags.writeable = False
        return own

    def feedback(self, text: str) -> Feedback:
        """Reads feedback: `2b1w`, `2,1` or `2 1`; in a game without white pegs `2b` or `2`.

        >>> Game(4, 6).feedback("2,1") == Game(4, 6).feedback("2b1w")
        True
        """
        form = r"(\d{1,3})b(?:(\d{1,3})w)?|(\d{1,3})(?:(?:\s*,\s*|\s+)(\d{1,3}))?"
        match = re.fullmatch(form, text.strip().lower(), re.ASCII)
        black, white = (2, 1) if self.pegs > 2 else (1, 0)
        example = f"{black}b{white}w" if self.whites else f"{black}b"
        if match is None or (self.whites and match[2] is None and match[4] is None):
            raise BlackpegError(f"'{text}' is not feedback of {self}; it is written {example}")
        black, white = int(match[1] or match[3]), int(match[2] or match[4] or 0)
        if white and not self.whites:
            raise BlackpegError(
                f"'{text}' is not feedback of {self}: this game has no white pegs; it is written {example}"
            )
        if black + white > self.pegs:
            raise BlackpegError(f"'{text}' is not feedback of {self}: that is more than {self.pegs} pegs")
        feedback = black * (self.pegs + 1) + white
        if feedback not in self.answers:
            raise BlackpegError(
                f"'{text}' cannot occur: if all pegs but one are right, the last one can't be misplaced"
            )
        return feedback

    def pegs_of(self, feedback: Feedback) -> Pegs:
        """The black and white pegs of a feedback.

        >>> game = Game(4, 6)
        >>> game.pegs_of(game.feedback("2b1w"))
        Pegs(black=2, white=1)
        """
        return Pegs(*divmod(feedback, self.pegs + 1))

    def show_feedback(self, feedback: Feedback) -> str:
        """Writes feedback so that `feedback` reads it back."""
        black, white = self.pegs_of(feedback)
        return f"{black}b{white}w" if self.whites else f"{black}b"

    def __str__(self) -> str:
        distinct, black = "" if self.repeats else "-distinct", "" if self.whites else "-black"
        return f"{self.pegs}x{self.colors}{distinct}{black}"

    def __repr__(self) -> str:
        changed = ("" if self.repeats else ", repeats=False") + ("" if self.whites else ", whites=False")
        return f"Game({self.pegs}, {self.colors}{changed})"

    @classmethod
    def parse(cls, text: str) -> Game:
        """Reads a game: pegs x colors, then `-distinct` (no repeats), `-black` (no white pegs), or both."""
        match = re.fullmatch(r"(\d{1,4})x(\d{1,4})((?:-\w+)*)", text.strip().lower(), re.ASCII)
        if match is None:
            raise BlackpegError(
                f"no game '{text}'; a game is pegs x colors, such as 4x6, 5x8, 4x10-distinct or 4x6-black"
            )
        marks = match[3].split("-")[1:]
        for mark in marks:
            if mark not in ("distinct", "black"):
                raise BlackpegError(
                    f"no game '{text}': '-{mark}' is unknown{nearest(mark, ('distinct', 'black'))}"
                    " (there are -distinct and -black)"
                )
        return cls(int(match[1]), int(match[2]), "distinct" not in marks, "black" not in marks)


@lru_cache(maxsize=4)
def _answers(pegs: int, whites: bool) -> tuple[Feedback, ...]:
    return tuple(
        black * (pegs + 1) + white
        for black in range(pegs + 1)
        for white in (range(pegs - black + 1) if whites else (0,))
        if (black, white) != (pegs - 1, 1)
    )


@lru_cache(maxsize=2)  # the largest hold a gigabyte
def _columns(pegs: int, colors: int, repeats: bool) -> Codes:
    """All codes in lexicographic order, peg by peg."""
    rows = np.zeros((0, 1), np.uint8)
    for _ in range(pegs):
        n = rows.shape[1]
        rows = np.vstack([np.repeat(rows, colors, axis=1), np.tile(np.arange(colors, dtype=np.uint8), n)])
        if not repeats:
            rows = rows[:, (rows[:-1] != rows[-1]).all(axis=0)]
    return np.ascontiguousarray(rows)
