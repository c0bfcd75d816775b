"""Positions with their candidates, the best guesses, and every guess's exact total where the solver can tell it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..coach.exact_totals import exact_totals, knows_exact_totals
from ..codemakers import Honest, random_secret
from ..errors import BlackpegError, Unsupported
from ..game import Game
from ..players import rng_of
from ..position import Position
from ..strategies.one_step import Entropy

MAX_CANDIDATES = 100  # of a position, if nothing else is asked for
MAX_TURNS = 5
MAX_TRIES = 1000  # games that are drawn to find one position
RANDOM_GUESSES = 0.5  # share of guesses that are any code; the others are candidates
MEDIUM, HARD = 0.1, 0.2  # regrets of a random candidate, in guesses, from which a position is medium or hard

FIELDS = {
    "id": "game, kind, seed and number: the record can be made again from it",
    "game": "pegs x colors, with -distinct if colors do not repeat and -black if white pegs are not told",
    "history": "guesses with their feedback, such as 1122=1b1w: one black and one white peg",
    "turn": "number of the guess to be made, from 1",
    "candidates": "codes that fit the whole history, in lexicographic order",
    "count": "how many these are",
    "best": "a best guess: the first in order, a candidate if one is among the best",
    "best_guesses": "all best guesses; null if totals are",
    "by": "exact if the best guess is proved, entropy if it is the one that tells most",
    "total": "guesses over all candidates from here on under perfect play; null if the solver can't tell it quickly",
    "expected": "the same divided by the number of candidates",
    "totals": "the total if each code of the game, in lexicographic order, is guessed now; null if total is",
    "difficulty": "regret of guessing a random candidate: how many guesses more than perfect play it takes on average",
    "grade": f"easy below {MEDIUM}, medium below {HARD}, else hard; null if the difficulty is",
}


def positions(game: Game, count: int, seed: int = 0, max_candidates: int = MAX_CANDIDATES) -> Iterator[dict[str, Any]]:
    """Yields records of different positions with between 2 and `max_candidates` candidates.

    >>> record = next(positions(Game(3, 4), 1))
    >>> record["id"], record["count"] == len(record["candidates"]), record["best"] in record["best_guesses"]
    ('3x4-positions-0-0', True, True)
    """
    if max_candidates < 2:
        raise BlackpegError(f"a position to be solved has two candidates or more, not {max_candidates}")
    if why := Entropy().supports(game):
        raise Unsupported(why)
    seen: set[frozenset[str]] = set()
    for number in range(count):
        position = _draw(game, seed, number, max_candidates, seen)
        yield {"id": f"{game}-positions-{seed}-{number}", **describe_position(position)}


def _draw(game: Game, seed: int, number: int, max_candidates: int, seen: set[frozenset[str]]) -> Position:
    """Returns a position of a random game; guesses are random codes or candidates, and none was seen before."""
    rng = rng_of("dataset", "positions", game, seed, number)
    for _ in range(MAX_TRIES):
        codemaker, position = Honest(random_secret(game, rng)), Position(game)
        for _ in range(rng.integers(1, MAX_TURNS + 1)):
            any_code = rng.random() < RANDOM_GUESSES
            guess = random_secret(game, rng) if any_code else position.draw(1, rng)[0]
            position = position.after(guess, codemaker.answer(position, guess))
            if position.solved or position.count <= max_candidates:
                break
        key = frozenset(str(position).split()[1:])
        if not position.solved and 2 <= position.count <= max_candidates and key not in seen:
            seen.add(key)
            return position
    raise BlackpegError(f"{game} has not so many positions with 2 to {max_candidates} candidates; ask for fewer")


def describe_position(position: Position) -> dict[str, Any]:
    """Returns the record of a position, without its id."""
    game, codes = position.game, position.candidates
    totals = exact_totals(position) if knows_exact_totals(position) else None
    record: dict[str, Any] = {
        "game": str(game), "history": str(position).partition(" ")[2], "turn": position.turn,
        "candidates": [game.show(code) for code in codes], "count": len(codes),
    }  # fmt: skip
    if totals is None:
        best = game.show(Entropy().guess(position, rng_of("dataset")).code)
        unknown = dict.fromkeys(("total", "expected", "totals", "difficulty", "grade"))
        return {**record, "best": best, "best_guesses": None, "by": "entropy", **unknown}
    least = int(totals.min())
    best_codes = game.codes[np.flatnonzero(totals == least)]
    fits = [code for code in best_codes if position.fits(code)]
    numbers = [number for number, code in enumerate(game.codes) if position.fits(code)]
    difficulty = float((totals[numbers] - least).mean()) / len(codes)
    return {
        **record, "best": game.show((fits or list(best_codes))[0]), "best_guesses": [game.show(c) for c in best_codes],
        "by": "exact", "total": least, "expected": round(least / len(codes), 6), "totals": totals.tolist(),
        "difficulty": round(difficulty, 6), "grade": grade(difficulty, MEDIUM, HARD),
    }  # fmt: skip


def grade(value: float, medium: float, hard: float) -> str:
    """Returns easy, medium or hard.

    >>> [grade(value, 1.0, 2.0) for value in (0.5, 1.0, 2.0)]
    ['easy', 'medium', 'hard']
    """
    return "easy" if value < medium else "medium" if value < hard else "hard"
