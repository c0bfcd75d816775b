"""How much needle's guesses tell, turn by turn: `python benchmarks/guess_information.py 12x12 8`.

In bits over candidates drawn uniformly by the tables of `candidates`: the guess it makes from a sample by walks, the
one it would make from a fair sample, the one it would make with ten times the effort from a larger fair sample, and
candidates as they come. White pegs count in full here, unlike where needle plays: it is all of an answer that is told.
"""

from __future__ import annotations

import sys
from collections import defaultdict

import numpy as np

from blackpeg import Game, Honest, Position
from blackpeg.codemakers import random_secret
from blackpeg.errors import TooMany
from blackpeg.evolve.sample_by_walks import Sample
from blackpeg.kernels import feedbacks
from blackpeg.strategies import needle

JUDGES = 20_000
MANY = 3000  # candidates at least: fewer are known one by one, and then the end is played out


def bits(code: np.ndarray, columns: np.ndarray, whites: bool) -> float:
    sizes = np.bincount(feedbacks(columns, code, whites))
    share = sizes[sizes > 0] / sizes.sum()
    return float(-(share * np.log2(share)).sum())


def fairly(position: Position, sample: int, effort: int, rng: np.random.Generator) -> np.ndarray:
    """The guess from a sample that is drawn uniformly."""
    columns = position.draw(sample, rng).T
    before = needle.sample_by_walks, needle.SAMPLE_SIZE
    needle.sample_by_walks, needle.SAMPLE_SIZE = lambda *_: Sample(columns, False, columns[:, 0].copy(), 0), sample
    try:
        return needle.Needle(effort).guess(position, rng).code
    finally:
        needle.sample_by_walks, needle.SAMPLE_SIZE = before


def main() -> None:
    needle.MIN_WHITES_WEIGHT = 1.0
    game, games = Game.parse(sys.argv[1]), int(sys.argv[2])
    player, told = needle.Needle(), defaultdict[int, list[list[float]]](list)
    for number in range(games):
        rng, maker = np.random.default_rng(number), Honest(random_secret(game, np.random.default_rng([number, 1])))
        position = Position(game)
        while not position.solved:
            move = player.guess(position, rng)
            if position.history and (position.count_or_none or 0) > MANY:
                try:
                    judges = position.draw(JUDGES, rng).T
                except TooMany:
                    break
                guesses = (move.code, fairly(position, 2000, 4000, rng), fairly(position, 20_000, 40_000, rng))
                anybody = np.mean([bits(judges[:, k], judges, game.whites) for k in range(30)])
                told[position.turn].append([*(bits(code, judges, game.whites) for code in guesses), float(anybody)])
            position = position.after(move, maker.answer(position, move.code))
    print("turn  games  needle  fair sample  ten times as much  a candidate")
    for turn, rows in sorted(told.items()):
        one, two, three, four = np.mean(rows, axis=0)
        print(f"{turn:4}  {len(rows):5}  {one:6.3f}  {two:11.3f}  {three:17.3f}  {four:11.3f}")


if __name__ == "__main__":
    main()
