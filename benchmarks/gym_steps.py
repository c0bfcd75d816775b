"""Steps a second of the Gymnasium environment at 4x6 on one core.

`python benchmarks/gym_steps.py` prints these alone."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

import gymnasium

import blackpeg.gym

Row = tuple[str, float, str, float, str]  # what, measured, unit, mark, note
STEPS, GAMES, TIMES = 20_000, 256, 3
MOST_MICROSECONDS = 50.0  # a step: 20,000 a second


def one_game() -> float:
    """Microseconds a step with the reward `win` and Gymnasium's checker off; guesses are drawn beforehand."""
    env = gymnasium.make(blackpeg.gym.ID, game="4x6", disable_env_checker=True)
    env.action_space.seed(1)
    guesses = [env.action_space.sample() for _ in range(1000)]
    best = float("inf")
    for _ in range(TIMES):
        env.reset(seed=1)
        start = process_time()
        for k in range(STEPS):
            if env.step(guesses[k % 1000])[2]:
                env.reset()
        best = min(best, process_time() - start)
    return best / STEPS * 1e6


def many_games() -> float:
    """The same in one process that plays many games at once."""
    envs = gymnasium.make_vec(blackpeg.gym.ID, GAMES, "vector_entry_point", game="4x6")
    envs.action_space.seed(1)
    guesses = [envs.action_space.sample() for _ in range(100)]
    best = float("inf")
    for _ in range(TIMES):
        envs.reset(seed=1)
        start = process_time()
        for k in range(STEPS // GAMES):
            envs.step(guesses[k % 100])
        best = min(best, process_time() - start)
    return best / (STEPS // GAMES * GAMES) * 1e6


def gym_steps() -> Iterator[Row]:
    """A step of one game, and of many games at once; resets are included."""
    for what, took in (("a step of Gymnasium at 4x6", one_game()), (f"the same, {GAMES} games at once", many_games())):
        yield what, took, "µs", MOST_MICROSECONDS, f"{1e6 / took:,.0f} steps a second"


if __name__ == "__main__":
    for what, measured, unit, mark, note in gym_steps():
        print(f"{what:44} {measured:10.4g} {unit:8} {'ok' if measured <= mark else 'MISSED':7} {note}", flush=True)
