"""Deduction puzzles: clues that leave one code, of which none can be left out, graded by the length of a proof.

The proof goes peg by peg: for the next peg every color is a case, and a case is closed as soon as some clue can't be
met any more, by its black pegs or by the sum of its black and white pegs. Its length is the number of cases, in the
order of pegs that needs fewest. A proof has at least a case for each color at each peg.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import permutations
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..codemakers import random_secret
from ..errors import BlackpegError
from ..game import Code, Feedback, Game
from ..kernels import feedback as feedback_of
from ..kernels import feedbacks
from ..players import rng_of
from ..position import Position
from .positions import grade

Clue: TypeAlias = tuple[Code, Feedback]
MAX_PUZZLE_CODES = 2**16  # codes of the largest game, all of which are compared with every clue
MAX_PUZZLE_PEGS = 6  # all orders of pegs are tried
MAX_CLUES = 60
TRIES = 20  # sets of clues that are drawn for each puzzle, of which the smallest is taken
MEDIUM, HARD = 3.0, 7.0  # cases for each color at each peg, from which a puzzle is medium or hard

FIELDS = {
    "id": "game, kind, seed and number: the record can be made again from it",
    "game": "pegs x colors, with -distinct if colors do not repeat and -black if white pegs are not told",
    "clues": "guesses with their feedback, such as 1122=1b1w: one black and one white peg",
    "count": "how many clues there are; without any one of them more than one code fits",
    "answer": "the only code that fits",
    "cases": "length of the shortest proof that goes peg by peg: how many colors it tries at a peg",
    "difficulty": "cases divided by pegs times colors, which is the least that such a proof has",
    "grade": f"easy below {MEDIUM}, medium below {HARD}, else hard",
}


def puzzles(game: Game, count: int, seed: int = 0) -> Iterator[dict[str, Any]]:
    """Yields records of different puzzles.

    >>> record = next(puzzles(Game(3, 4), 1))
    >>> position = Position.parse(f"{record['game']} {record['clues']}")
    >>> position.count, position.game.show(position.candidates[0]) == record["answer"]
    (1, True)
    """
    if game.size > MAX_PUZZLE_CODES or game.pegs > MAX_PUZZLE_PEGS or game.size < 2:
        raise BlackpegError(
            f"puzzles are made of games of 2 to {MAX_PUZZLE_CODES:,} codes and up to {MAX_PUZZLE_PEGS} pegs, not {game}"
        )
    seen: set[frozenset[str]] = set()
    for number in range(count):
        rng = rng_of("dataset", "puzzles", game, seed, number)
        clues = _draw(game, rng, seen)
        yield {"id": f"{game}-puzzles-{seed}-{number}", **describe_puzzle(game, clues)}


def _draw(game: Game, rng: np.random.Generator, seen: set[frozenset[str]]) -> list[Clue]:
    """Returns clues about a random secret: the fewest of several sets, each without a clue that can be left out."""
    for _ in range(MAX_CLUES):
        secret = random_secret(game, rng)
        best = min((_least_clues(game, secret, rng) for _ in range(TRIES)), key=len)
        key = frozenset(_show(game, best).split())
        if key not in seen:
            seen.add(key)
            return best
    raise BlackpegError(f"{game} has not so many different puzzles; ask for fewer")


def _least_clues(game: Game, secret: Code, rng: np.random.Generator) -> list[Clue]:
    """Draws clues until one code fits, then leaves out every clue that is not needed."""
    clues, fits = list[Clue](), list[npt.NDArray[np.bool_]]()
    while len(clues) < MAX_CLUES:
        guess = random_secret(game, rng)
        if (guess == secret).all():
            continue
        answer = feedback_of(secret, guess, game.whites)
        clues.append((guess, answer))
        fits.append(feedbacks(game.columns, guess, game.whites) == answer)
        if np.logical_and.reduce(fits).sum() == 1:
            break
    kept = list(range(len(clues)))
    for k in range(len(clues)):
        others = [fits[j] for j in kept if j != k]
        if others and np.logical_and.reduce(others).sum() == 1:
            kept.remove(k)
    return [clues[k] for k in kept]


def describe_puzzle(game: Game, clues: list[Clue]) -> dict[str, Any]:
    """Returns the record of a puzzle, without its id."""
    position = Position(game)
    for guess, answer in clues:
        position = position.after(guess, answer)
    (code,) = position.candidates
    cases = proof_cases(game, clues)
    difficulty = cases / (game.pegs * game.colors)
    return {
        "game": str(game), "clues": _show(game, clues), "count": len(clues), "answer": game.show(code), "cases": cases,
        "difficulty": round(difficulty, 6), "grade": grade(difficulty, MEDIUM, HARD),
    }  # fmt: skip


def _show(game: Game, clues: list[Clue]) -> str:
    return " ".join(f"{game.show(guess)}={game.show_feedback(answer)}" for guess, answer in clues)


def proof_cases(game: Game, clues: list[Clue]) -> int:
    """Returns the number of cases of the shortest proof that goes peg by peg.

    >>> game = Game(2, 3)
    >>> proof_cases(game, [(game.code("12"), game.feedback("1b0w")), (game.code("13"), game.feedback("0b0w"))])
    6
    """
    plain = [(guess.tolist(), *divmod(answer, game.pegs + 1)) for guess, answer in clues]
    fewest = sys.maxsize
    for order in permutations(range(game.pegs)):
        fewest = min(fewest, _count_cases(game, plain, order, (), fewest))
    return fewest


def _count_cases(
    game: Game, clues: list[tuple[list[int], int, int]], order: tuple[int, ...], colors: tuple[int, ...], limit: int
) -> int:
    """Returns the cases below a partial code: these colors at the first pegs of the order.

    Counting stops at the limit, which is what another order needs.
    """
    if len(colors) == len(order):
        return 0
    cases = 0
    for color in range(game.colors):
        cases += 1
        if cases >= limit:
            break
        longer = (*colors, color)
        if all(_can_be_met(game, clue, order, longer) for clue in clues):
            cases += _count_cases(game, clues, order, longer, limit - cases)
    return cases


def _can_be_met(game: Game, clue: tuple[list[int], int, int], order: tuple[int, ...], colors: tuple[int, ...]) -> bool:
    """Checks whether a partial code may still become one that gives this clue's feedback."""
    guess, black, white = clue
    if not game.repeats and len(set(colors)) < len(colors):
        return False
    left = game.pegs - len(colors)
    blacks = sum(guess[peg] == color for peg, color in zip(order, colors, strict=False))
    common = sum(min(colors.count(color), guess.count(color)) for color in set(colors))
    return blacks <= black <= blacks + left and (not game.whites or common <= black + white <= common + left)
