"""How a player that reads and writes text, such as a language model, is scored.

`evaluate` plays games: share solved, guesses, share of guesses that fit all answers so far, and regret, which is how
many guesses more than perfect play a guess costs on average. `evaluate_puzzles` asks for the code that fits some clues.
A player is any function from a prompt to a reply; to test a model, write one that asks it.

python examples/evaluate_text_player.py 4x6 20
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from statistics import fmean
from typing import Any

import gymnasium
import numpy as np

import blackpeg.gym
from blackpeg import Game, Position
from blackpeg.coach.exact_totals import exact_regret
from blackpeg.dataset.puzzles import puzzles

Player = Callable[[str], str]


def evaluate(player: Player, game: str = "4x6", games: int = 20, limit: int = 12, seed: int = 0) -> dict[str, Any]:
    """Returns the scores of a player over some games."""
    env: Any = gymnasium.make(blackpeg.gym.ID, game=game, limit=limit, observation="text").unwrapped
    solved, guesses, fits, regrets = [], [], [], []
    text, _ = env.reset(seed=seed)
    for _ in range(games):
        over = False
        while not over:
            position: Position = env.position
            text, _, over, _, info = env.step(player(f"{text}\nYour guess:"))
            if "error" in info:
                fits.append(False)  # no code at all
                continue
            guess = env.position.history[-1].guess
            fits.append(position.fits(guess))
            regret = exact_regret(position, guess)
            if regret is not None:
                regrets.append(regret)
        solved.append(info["solved"])
        guesses.append(info["guesses"])
        text, _ = env.reset()
    return {
        "games": games, "solved": fmean(solved), "guesses": fmean(guesses), "consistent": fmean(fits),
        "regret": fmean(regrets) if regrets else None,
    }  # fmt: skip


def evaluate_puzzles(player: Player, game: str = "4x6", count: int = 20, seed: int = 0) -> dict[str, float]:
    """Returns the share of puzzles of each grade for which a player names the one code that fits."""
    right: dict[str, list[bool]] = {}
    for puzzle in puzzles(Game.parse(game), count, seed):
        position = Position.parse(f"{game} {puzzle['clues']}")
        lines = [f"{position.game.show(t.guess)}: {told(position.game, t.feedback)}" for t in position.history]
        prompt = f"Mastermind {game}. Which code fits all clues?\n" + "\n".join(lines) + "\nYour answer:"
        right.setdefault(puzzle["grade"], []).append(player(prompt).strip() == puzzle["answer"])
    return {grade: fmean(answers) for grade, answers in right.items()}


def told(game: Game, feedback: int) -> str:
    black, white = game.pegs_of(feedback)
    return f"{black} black" + f", {white} white" * game.whites


def careful(prompt: str) -> str:
    """A player that reads the prompt, and guesses a code that fits all of it: what a model would have to learn."""
    game = Game.parse(prompt.split()[1].rstrip(":."))
    position = Position(game)
    for guess, black, white in re.findall(r"(\w+): (\d+) black(?:, (\d+) white)?", prompt):
        position = position.after(guess, f"{black}b{white}w" if game.whites else f"{black}b")
    codes = position.candidates
    return game.show(codes[len(codes) // 2])


def careless(prompt: str) -> str:
    """A player that does not read, and sometimes writes no code."""
    game = Game.parse(prompt.split()[1].rstrip(":."))
    rng = np.random.default_rng(len(prompt))
    code = game.show(rng.integers(game.colors, size=game.pegs, dtype=np.uint8))
    return code if rng.random() < 0.9 else f"I guess {code}"


if __name__ == "__main__":
    game, games = sys.argv[1:] or ("4x6", "20")
    for player in (careful, careless):
        print(
            player.__name__, evaluate(player, game, int(games)), "puzzles", evaluate_puzzles(player, game, int(games))
        )
