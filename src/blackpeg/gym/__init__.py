"""Mastermind as an environment of Gymnasium, for agents that learn.

>>> import gymnasium
>>> import blackpeg.gym  # registers it; gymnasium.make("blackpeg.gym:blackpeg/Mastermind-v0") needs no import
>>> env = gymnasium.make("blackpeg/Mastermind-v0", game="4x6")
>>> observation, info = env.reset(options={"secret": "6543"})
>>> observation, reward, terminated, truncated, info = env.step(env.unwrapped.game.code("5566"))
>>> observation["feedback"][0]  # black and white pegs
array([1, 1], dtype=int8)

environment   the environment: spaces, steps, codemakers
rewards       what a guess earns: win, bits or regret
vector        many games at once, in one process
"""

from __future__ import annotations

from ..lab.missing_extra import install

try:
    import gymnasium
except ImportError as error:
    raise ImportError(f"blackpeg.gym needs Gymnasium: {install('gym')}") from error

from .environment import Mastermind, position_of
from .rewards import REWARDS
from .vector import MastermindVector

ID = "blackpeg/Mastermind-v0"

__all__ = ["ID", "REWARDS", "Mastermind", "MastermindVector", "position_of"]

gymnasium.register(
    ID,
    entry_point=f"{Mastermind.__module__}:Mastermind",
    vector_entry_point=f"{MastermindVector.__module__}:MastermindVector",
)
