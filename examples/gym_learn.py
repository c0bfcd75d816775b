"""Tabular Q-learning at 2x4: an agent that knows nothing of Mastermind learns to break codes; its progress is plotted.

A state is the history so far, an action is one of the 16 codes. The reward is `win`, discounted, so that an early win
is worth more. The line of optimal play comes from Blackpeg's solver.

python examples/gym_learn.py learning.png
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

import gymnasium
import numpy as np

import blackpeg.gym
from blackpeg import Game, Position
from blackpeg.coach.exact_totals import exact_total

GAME, LIMIT, EPISODES, SEED = "2x4", 8, 12_000, 1
RATE, DISCOUNT = 0.2, 0.8
EXPLORED = 0.6  # share of the episodes over which random guesses become fewer, from all to none


def learn(episodes: int = EPISODES, seed: int = SEED) -> list[int]:
    """Returns the guesses of each game that the agent played while it learned."""
    env = gymnasium.make(blackpeg.gym.ID, game=GAME, limit=LIMIT, action="number", disable_env_checker=True)
    rng = np.random.default_rng(seed)
    codes = Game.parse(GAME).size
    values: dict[bytes, np.ndarray] = defaultdict(lambda: np.zeros(codes))
    env.reset(seed=seed)
    lengths = []
    for episode in range(episodes):
        exploring = max(0.0, 1 - episode / (EXPLORED * episodes))
        observation, _ = env.reset()
        state, over, turns = key(observation), False, 0
        while not over:
            ours = values[state]
            best = np.flatnonzero(ours == ours.max())
            action = int(rng.integers(codes) if rng.random() < exploring else best[rng.integers(len(best))])
            observation, reward, over, _, _ = env.step(action)
            state = key(observation)
            target = float(reward) + (0.0 if over else DISCOUNT * values[state].max())
            ours[action] += RATE * (target - ours[action])
            turns += 1
        lengths.append(turns)
    return lengths


def key(observation: dict[str, np.ndarray]) -> bytes:
    """Returns a history as a key of the table."""
    return observation["guesses"].tobytes() + observation["feedback"].tobytes()


def optimal_average() -> float:
    """Returns the guesses of perfect play, as the solver finds them."""
    start = Position.parse(GAME)
    return (exact_total(start) or 0) / start.count


def plot(lengths: list[int], path: Path, window: int = 300) -> None:
    """Draws the moving average of the guesses beside that of perfect play."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    averages = np.convolve(lengths, np.ones(window) / window, "valid")
    figure, axes = plt.subplots(figsize=(6, 3.5), layout="constrained")
    axes.plot(np.arange(window, len(lengths) + 1), averages, label=f"Q-learning, mean of {window} games")
    axes.axhline(optimal_average(), color="black", linestyle="--", label="perfect play")
    axes.set(xlabel="games played", ylabel="guesses", title=f"Learning to break codes at {GAME}")
    axes.legend()
    figure.savefig(path, dpi=120)


if __name__ == "__main__":
    lengths = learn()
    print(f"last 1000 games: {np.mean(lengths[-1000:]):.3f} guesses; perfect play: {optimal_average():.3f}")
    plot(lengths, Path(sys.argv[1] if len(sys.argv) > 1 else "learning.png"))
