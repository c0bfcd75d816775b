"""Hill climbing: derive codes from the best guess so far, and play the first that is consistent."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import BlackpegError
from ..evolve import BestUnplayed, PastTurns, make_distinct, misfits, random_population
from ..game import Code, Codes, Game
from ..generations import Generation
from ..information.first_guesses import first_guess_error, fixed_first_guess
from ..kernels.jit import compiled, inlined
from ..players import Evolving
from ..position import Move, Position

MAX_DRAWS = 100  # tries to draw pegs or a color that fit the favorite's feedback, before any are taken
CODES_PER_BATCH = 64  # compared side by side; codes after the first candidate of a batch are not counted


@dataclass(frozen=True)
class Hill2003(Evolving):
    """Keep as many pegs of the favorite guess as it has black pegs, move as many as it has white, replace the others.

    Source   Temporel & Kovacs (2003), "A heuristic hill climbing algorithm for Mastermind", UKCI 2003.
    Choices  We know the abstract: hill climbing and heuristics; about as many guesses as genetic algorithms, with
             fewer codes evaluated. Chosen here: the favorite is the guess with the most black and white pegs
             together; among equals the one with more black pegs, then the latest. Which pegs stay, which move and
             where to is random. A replaced peg takes no color of a replaced peg, nor of a guess that had no peg
             right. So a derived code, if it were the secret, gives the favorite the same feedback. The first code
             that fits the whole history is played; after `limit` codes the one with the least misfit. A generation
             is a batch of derived codes. The first guess is random.
    Known    Published: 4x6 4.64 with 41 evaluations (from memory, not checked); here 4.63 with 62 evaluations
             (study hill2003). It needs about as many guesses as `random` (study players).
    """

    limit: int = 500_000  # codes evaluated per turn
    batch: int = 200  # codes per generation
    first: str | None = None

    def __post_init__(self) -> None:
        if self.limit < 1 or self.batch < 1:
            raise BlackpegError("hill2003: limit and batch are at least 1")

    def supports(self, game: Game) -> str | None:
        return first_guess_error(game, self.first)

    def generations(self, position: Position, rng: np.random.Generator) -> Generator[Generation, None, Move]:
        game = position.game
        if not position.history:
            first = fixed_first_guess(position, self.first)
            return Move(random_population(game, 1, rng)[0] if first is None else first)
        past, best = position.past_turns, BestUnplayed(position)
        favorite = favorite_guess(position)
        evaluations, number = 0, 0
        while True:
            n = min(self.batch, self.limit - evaluations)
            codes, code_misfits = derive_codes(favorite, n, game.colors, game.repeats, past, rng)
            fitness, found = -code_misfits.astype(np.float64), int(code_misfits[-1] == 0)
            best.see(codes, fitness)
            evaluations, number = evaluations + len(codes), number + 1
            yield Generation(1, number, codes, fitness, position.queries, found=found, evaluations=evaluations)
            if found or evaluations == self.limit:
                return best.move(found > 0, evaluations, rng)


class Favorite(NamedTuple):
    """The best guess so far, from which codes are derived."""

    guess: Code
    black: int
    white: int
    colors: Code  # which replaced pegs may take


def favorite_guess(position: Position) -> Favorite:
    """Returns the guess with the most pegs right; among equals the one with more black pegs, then the latest."""
    pegs_of = position.game.pegs_of
    turn = max(reversed(position.history), key=lambda turn: (sum(pegs_of(turn.feedback)), turn.feedback))
    return Favorite(turn.guess, *pegs_of(turn.feedback), possible_colors(position, turn.guess))


def possible_colors(position: Position, favorite: Code) -> Code:
    """Returns the colors that replaced pegs may take: no color of a guess that had no peg right, unless none is left.

    If colors may not repeat, the favorite's colors are excluded too: its feedback says how many of them occur.
    """
    game = position.game
    out = {color for turn in position.history if turn.feedback == 0 and game.whites for color in turn.guess.tolist()}
    if game.whites and not game.repeats:
        out |= set(favorite.tolist())
    left = [color for color in range(game.colors) if color not in out]
    return np.array(left or range(game.colors), np.uint8)


@compiled
def derive_codes(
    favorite: Favorite, n: int, colors: int, repeats: bool, past: PastTurns, rng: np.random.Generator
) -> tuple[Codes, npt.NDArray[np.int64]]:
    """Returns up to `n` derived codes and their misfits; if one is a candidate, it is the last."""
    pegs = len(favorite.guess)
    codes, code_misfits = np.empty((n, pegs), np.uint8), np.empty(n, np.int64)
    order, places = np.arange(pegs), np.empty(pegs, np.int64)
    for start in range(0, n, CODES_PER_BATCH):
        stop = min(start + CODES_PER_BATCH, n)
        for i in range(start, stop):
            derive_code(codes[i], favorite, repeats, past.whites, order, places, rng)
            if not repeats:  # too few colors may be left to replace pegs
                make_distinct(codes[i], colors, rng)
        code_misfits[start:stop] = misfits(codes[start:stop], past)
        for i in range(start, stop):
            if code_misfits[i] == 0:
                return codes[: i + 1], code_misfits[: i + 1]
    return codes, code_misfits


@compiled
def derive_code(
    child: Code, favorite: Favorite, repeats: bool, whites: bool, order: npt.NDArray[np.int64],
    places: npt.NDArray[np.int64], rng: np.random.Generator,
) -> None:  # fmt: skip
    """Keeps `black` pegs of the favorite, moves `white` others, and replaces the rest.

    `order` and `places` are buffers, and the order of the favorite's `colors` changes.
    """
    guess, black, possible = favorite.guess, favorite.black, favorite.colors
    pegs, right = len(child), black + favorite.white
    bits = np.uint64(0)
    for _ in range(MAX_DRAWS):
        for k in range(right):  # draw the pegs that are right
            other, bits = draw_from(k, pegs, bits if k & 3 else random_bits(rng))
            order[k], order[other] = order[other], order[k]
        for k in range(black, pegs):
            places[k] = order[k]
        all_move = True
        for k in range(black, right):  # draw where those go that are not in place
            other, bits = draw_from(k, pegs, bits if (k - black) & 3 else random_bits(rng))
            places[k], places[other] = places[other], places[k]
            if guess[places[k]] == guess[order[k]]:
                all_move = False
                break
        if all_move:
            break
    for k in range(black):  # these stay
        child[order[k]] = guess[order[k]]
    for k in range(black, right):  # these move
        child[places[k]] = guess[order[k]]
    wrong = order[right : pegs if whites else right]  # replaced pegs: another peg of their color would have been white
    for k in range(right, pegs):  # these are replaced
        used = 0 if repeats else min(k - right, len(possible) - 1)  # colors at the front that are already used
        for _ in range(MAX_DRAWS):
            index = used + int(rng.random() * (len(possible) - used))
            color = possible[index]
            if color != guess[places[k]] and not holds_color(guess, wrong, color):
                break
        child[places[k]] = color
        possible[used], possible[index] = possible[index], possible[used]


@inlined
def holds_color(guess: Code, pegs: npt.NDArray[np.int64], color: int) -> bool:
    """Checks whether one of these pegs of the guess has the color."""
    found = False
    for k in range(len(pegs)):
        found |= guess[pegs[k]] == color
    return found


@inlined
def random_bits(rng: np.random.Generator) -> np.uint64:
    """Returns 53 random bits: a fraction from 0 to 1 in units of 2**-53."""
    return np.uint64(rng.random() * 2.0**53)


@inlined
def draw_from(start: int, stop: int, bits: np.uint64) -> tuple[np.int64, np.uint64]:
    """Returns a number from `start` up to `stop`, and the bits that are left: enough for four draws from 128 pegs."""
    bits *= np.uint64(stop - start)
    return start + np.int64(bits >> np.uint64(53)), bits & np.uint64(2**53 - 1)
