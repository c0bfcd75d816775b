"""Any strategy as an agent of the Gymnasium environment: it sees arrays, and acts by its own guesses.

python examples/gym_strategy_agent.py entropy 100
"""

from __future__ import annotations

import sys
from typing import Any

import gymnasium
import numpy as np

import blackpeg.gym
from blackpeg import Game, Move, strategy


class StrategyAgent:
    """Acts by a strategy. A strategy remembers nothing from turn to turn here: it starts from the history alone."""

    def __init__(self, name: str, game: Game, seed: int = 0) -> None:
        self.strategy, self.game, self.rng = strategy(name), game, np.random.default_rng(seed)

    def act(self, observation: Any) -> Any:
        return Move.of(self.strategy.guess(blackpeg.gym.position_of(self.game, observation), self.rng)).code


def average_guesses(name: str, games: int, game: str = "4x6") -> float:
    """Returns how many guesses a strategy takes on average in the environment."""
    env = gymnasium.make(blackpeg.gym.ID, game=game, limit=20)
    agent = StrategyAgent(name, Game.parse(game))
    observation, _ = env.reset(seed=0)
    total = 0
    for _ in range(games):
        over = False
        while not over:
            observation, _, over, _, _ = env.step(agent.act(observation))
            total += 1
        observation, _ = env.reset()
    return total / games


if __name__ == "__main__":
    name, games = sys.argv[1:] or ("entropy", "100")
    print(f"{name}: {average_guesses(name, int(games)):.3f} guesses on average over {games} games")
