"""needle with other constants, without luck: `python benchmarks/needle.py 8x12 200 SAMPLE_SIZE=4000 effort=8000`.

What answers told less what they could be expected to tell, in bits, and whether guesses won less how probable that
was, have mean zero: as controls they explain most of the variance, so that few games tell strategies apart.
"""

from __future__ import annotations

import ast
import sys
from time import process_time

import numpy as np

from blackpeg import Game, Honest, Position
from blackpeg.codemakers import random_secret
from blackpeg.evolve.sample_by_walks import sample_by_walks
from blackpeg.kernels import feedbacks
from blackpeg.players import rng_of
from blackpeg.strategies import needle

JUDGES = 3000  # candidates by which luck is told, where they can't be listed


def judges(position: Position, rng: np.random.Generator) -> tuple[np.ndarray, bool]:
    """Candidates as columns, drawn apart from those of the player; are these all?"""
    game = position.game
    if not position.history:
        return np.array([random_secret(game, rng) for _ in range(JUDGES)]).T, False
    if game.size <= needle.MAX_LISTED_CODES:
        return position.columns, True
    found = sample_by_walks(position, JUDGES, 10**7, 10**8, np.zeros((0, game.pegs), np.uint8), rng)
    return found.codes, found.complete


def game_of(game: Game, player: needle.Needle, number: int) -> tuple[float, float, float, float]:
    """Guesses, luck in bits, luck in wins, and CPU seconds of one game."""
    maker, position = Honest(random_secret(game, rng_of("luck", game, number))), Position(game)
    rng, other, bits, wins, seconds = np.random.default_rng(number), rng_of("judges", number), 0.0, 0.0, 0.0
    while not position.solved:
        start = process_time()
        move = player.guess(position, rng)
        seconds += process_time() - start
        answer = maker.answer(position, move.code)
        codes, whole = judges(position, other)
        sizes = np.bincount(feedbacks(codes, move.code, game.whites), minlength=game.solved + 1)
        share = sizes / sizes.sum()
        some = share[share > 0]
        bits += -np.log2(max(sizes[answer], 0.5) / sizes.sum()) + (some * np.log2(some)).sum()
        wins += (answer == game.solved) - (share[game.solved] if whole else 0.0)
        position = position.after(move, answer)
    return position.guesses, bits, wins, seconds


def main() -> None:
    size, games, *settings = sys.argv[1:]
    fields = {}
    for name, value in (setting.split("=") for setting in settings):
        if name.isupper():
            setattr(needle, name, ast.literal_eval(value))
        else:
            fields[name] = ast.literal_eval(value)
    game, player = Game.parse(size), needle.Needle(**fields)
    needle.look_up_guess = lambda *_: None  # no tree
    game_of(game, player, 0)  # compiled
    table = np.array([game_of(game, player, number) for number in range(int(games))])
    guesses, luck = table[:, 0], table[:, 1:3]
    apart, middle = luck - luck.mean(axis=0), guesses - guesses.mean()
    slopes = np.linalg.lstsq(apart, middle, rcond=None)[0]
    error, left = (values.std() / len(table) ** 0.5 for values in (middle, middle - apart @ slopes))
    print(f"{size} {' '.join(settings)}: {guesses.mean():.4f} ± {error:.4f}, without luck", end=" ")
    print(f"{guesses.mean() - luck.mean(axis=0) @ slopes:.4f} ± {left:.4f}; {table[:, 3].mean():.3f} CPU s a game")


if __name__ == "__main__":
    main()
