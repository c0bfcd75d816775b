"""What answers tell needle, turn by turn: `python benchmarks/answer_bits.py 64x64 5 > bits.tsv` plays the lab's games.

A third argument is the number of the first of them that is played.

For each turn of each game, in bits: what the answer told, which is how improbable it was among the codes that the guess
was judged by, and what the posterior allows, which is what answers to this guess tell on average if these codes are as
probable as they are many. Where much more is told than expected, the codes are wrong about the secret; if the surprises
of a game add up to much more than the bits of its secret, play was misled so often. `sure` is the mean probability of
the most probable color of a peg, `right` that of its real one. Guesses and CPU seconds of each game go to the log.
"""

from __future__ import annotations

import sys
from time import process_time

import numpy as np

from blackpeg.evolve.soft_chains import peg_probabilities
from blackpeg.game import Codes
from blackpeg.kernels import feedbacks
from blackpeg.lab.experiment import Experiment, play_to_end, secrets_and_seeds
from blackpeg.position import Position
from blackpeg.strategies.needle import Needle, judges_of

COLUMNS = ("game", "number", "turn", "told", "allowed", "sure", "right")


def bits_of(position: Position, judges: Codes) -> tuple[float, float]:
    """Returns the bits that the last answer told, and those that answers to this guess tell on average."""
    turn = position.history[-1]
    answers = feedbacks(judges.T, turn.guess, position.game.whites)
    share = np.bincount(answers, minlength=position.game.solved + 1) / len(answers)
    some = share[share > 0]
    return float(-np.log2(max(share[turn.feedback], 0.5 / len(answers)))), float(-(some * np.log2(some)).sum())


def main() -> None:
    name, games, first = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0
    print(*COLUMNS, sep="\t")
    tasks = list(Experiment(name, "needle", count=games).tasks())[first:]
    for task, (secret, seed) in zip(tasks, secrets_and_seeds(tasks), strict=True):
        start = process_time()
        end = play_to_end(task, Needle(), secret, seed)
        seconds = process_time() - start
        print(name, task.number, f"{end.guesses} guesses, {seconds:.1f} CPU s, {end.seconds:.1f} s", file=sys.stderr)
        for position in end.line[1:]:
            judges = judges_of(position)
            likely = peg_probabilities(judges, position.game.colors)
            sure, right = likely.max(axis=1).mean(), likely[np.arange(len(secret)), secret].mean()
            values = (*bits_of(position, judges), sure, right)
            print(name, task.number, position.guesses, *(f"{value:.3f}" for value in values), sep="\t")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
