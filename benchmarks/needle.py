"""needle with other constants, without luck: `python benchmarks/needle.py 8x12 200 SAMPLE_SIZE=4000 effort=8000`.

What answers told less what they could be expected to tell, in bits, and whether guesses won less how probable that
was, have mean zero: as controls they explain most of the variance, so that few games tell strategies apart.

Where candidates are sampled, one half of them says how many bits each answer tells and the other half what that is on
average. Both by the same half would not have mean zero: the answers of the half that is counted tell less about it than
any other answer does, by about (parts - 1) / (candidates of the half) nats a turn. The plain average is printed beside.
"""

from __future__ import annotations

import ast
import sys
from time import process_time

import numpy as np

from blackpeg import Game, Honest, Position
from blackpeg.codemakers import random_secret
from blackpeg.errors import TooMany
from blackpeg.evolve.sample_by_walks import sample_by_walks
from blackpeg.kernels import feedbacks
from blackpeg.players import rng_of
from blackpeg.strategies import needle

JUDGES = 3000  # candidates by which luck is told, where they can't be listed


def judges(position: Position, rng: np.random.Generator) -> tuple[np.ndarray, bool]:
    """Candidates as columns, drawn apart from those of the player, uniformly if that can be done; are these all?"""
    game = position.game
    if not position.history:
        return np.array([random_secret(game, rng) for _ in range(JUDGES)]).T, False
    count = position.quick_count
    if game.size <= needle.MAX_LISTED_CODES or (count is not None and count <= JUDGES):
        return position.columns, True
    try:
        return position.draw(JUDGES, rng).T, False
    except TooMany:
        pass
    found = sample_by_walks(position, JUDGES, 10**7, 10**8, np.zeros((0, game.pegs), np.uint8), rng)
    return found.codes, found.complete


def luck_of(answers: np.ndarray, answer: int, whole: bool, solved: int) -> tuple[np.ndarray, float]:
    """How probable each answer is among those of judges, and the bits that the real one told beyond the average."""
    told, others = (answers, answers) if whole else (answers[::2], answers[1::2])
    sizes = np.bincount(told, minlength=solved + 1)
    bits = -np.log2(np.maximum(sizes, 0.5) / len(told))
    return sizes / len(told), float(bits[answer] - bits[others].mean())


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
        share, surprise = luck_of(feedbacks(codes, move.code, game.whites), answer, whole, game.solved)
        bits += surprise
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
