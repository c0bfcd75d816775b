"""Many games at once in one process: feedback is computed for all of them in a few array operations."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..codemakers import random_secret
from ..errors import BlackpegError
from ..game import Codes, Game
from ..players import check_limit
from .environment import NOT_PLAYED, Arrays, action_space, observation_space

Flags = npt.NDArray[np.bool_]


class MastermindVector(VectorEnv[Arrays, npt.NDArray[np.integer[Any]], npt.NDArray[Any]]):
    """`num_envs` games at once: honest codemakers, observations of arrays, and the reward `win`.

    Games draw the same secrets as `SyncVectorEnv` would under the same seed. A game that is over begins anew at the
    next step, whose action is ignored for it. For other codemakers, observations and rewards use
    `gymnasium.make_vec(..., vectorization_mode="sync")`.

    >>> envs = MastermindVector(num_envs=3, game="4x6")
    >>> observation, info = envs.reset(seed=1)
    >>> observation["guesses"].shape
    (3, 10, 4)
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  as Gymnasium has it

    def __init__(
        self,
        num_envs: int = 1,
        game: Game | str = "4x6",
        codemaker: str = "honest",
        limit: int = 10,
        observation: str = "arrays",
        action: str | None = None,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        given = {"codemaker": codemaker, "observation": observation, "reward": reward, "render_mode": render_mode}
        for name, only in (
            ("codemaker", "honest"),
            ("observation", "arrays"),
            ("reward", "win"),
            ("render_mode", None),
        ):
            if given[name] != only:
                raise BlackpegError(
                    f"many games at once have {name}={only!r} only, not {given[name]!r}; "
                    "make_vec(..., vectorization_mode='sync') has the others"
                )
        if num_envs < 1:
            raise BlackpegError(f"there can't be {num_envs} games at once")
        self.game = Game.parse(game) if isinstance(game, str) else game
        self.num_envs, self.limit, self.render_mode = num_envs, check_limit(limit), None
        self._numbers = (action or ("colors" if self.game.repeats else "number")) == "number"
        self.single_action_space = action_space(self.game, "number" if self._numbers else action or "colors")
        self.single_observation_space = observation_space(self.game, self.limit, observation)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._rngs = [np_random(None)[0] for _ in range(num_envs)]
        self._secrets = np.zeros((num_envs, self.game.pegs), np.uint8)
        self._guesses = np.full((num_envs, self.limit, self.game.pegs), NOT_PLAYED, np.int8)
        self._feedback = np.full((num_envs, self.limit, 2), NOT_PLAYED, np.int8)
        self._turns = np.zeros(num_envs, np.int64)
        self._over = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Begins all games; game k is seeded by `seed` + k, or by the k-th of a list of seeds."""
        if seed is not None:
            seeds = [seed + k for k in range(self.num_envs)] if isinstance(seed, int) else seed
            for k, one in enumerate(seeds):
                if one is not None:
                    self._rngs[k] = np_random(one)[0]
        self._begin(np.ones(self.num_envs, np.bool_))
        return self._observation(), {}

    def step(
        self, actions: npt.NDArray[np.integer[Any]]
    ) -> tuple[Arrays, npt.NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        ended = self._over.copy()
        going = np.flatnonzero(~ended)
        codes = self._codes(np.asarray(actions))[going]
        black, white = black_and_white(codes, self._secrets[going], self.game)
        turns = self._turns[going]
        self._guesses[going, turns] = codes
        self._feedback[going, turns, 0], self._feedback[going, turns, 1] = black, white
        self._turns[going] += 1
        solved = np.zeros(self.num_envs, np.bool_)
        solved[going] = black == self.game.pegs
        over = solved | (self._turns >= self.limit)
        over[ended] = False
        self._begin(ended)
        self._over = over
        return self._observation(), solved.astype(np.float64), over.copy(), np.zeros_like(over), {"solved": solved}

    def _begin(self, which: Flags) -> None:
        for k in np.flatnonzero(which).tolist():
            self._secrets[k] = random_secret(self.game, self._rngs[k])
        self._guesses[which], self._feedback[which] = NOT_PLAYED, NOT_PLAYED
        self._turns[which], self._over[which] = 0, False

    def _codes(self, actions: npt.NDArray[np.integer[Any]]) -> Codes:
        game, shape = self.game, (self.num_envs, self.game.pegs)
        if self._numbers:
            if actions.dtype.kind not in "iu" or actions.min() < 0 or actions.max() >= game.size:
                raise BlackpegError(f"codes of {game} are numbered from 0 to {game.size - 1}")
            actions = game.codes[actions]
        if actions.shape != shape or actions.dtype.kind not in "iu":
            raise BlackpegError(f"the guesses of {self.num_envs} games of {game} are whole numbers of shape {shape}")
        if actions.min() < 0 or actions.max() >= game.colors:
            raise BlackpegError(f"{game} has colors from 0 to {game.colors - 1}")
        return actions.astype(np.uint8)

    def _observation(self) -> Arrays:
        return {"guesses": self._guesses.copy(), "feedback": self._feedback.copy()}


def black_and_white(guesses: Codes, secrets: Codes, game: Game) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Returns the black and white pegs of each guess against the secret of the same row.

    >>> black_and_white(np.array([[0, 0, 1, 1]]), np.array([[0, 1, 2, 1]]), Game(4, 6))
    (array([2]), array([1]))
    """
    black = (guesses == secrets).sum(axis=1)
    if not game.whites:
        return black, np.zeros_like(black)
    colors = np.arange(game.colors)
    counts = [(codes[:, :, None] == colors).sum(axis=1) for codes in (guesses, secrets)]
    return black, np.minimum(*counts).sum(axis=1) - black
