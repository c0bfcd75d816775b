"""The environment: an agent breaks the code of an honest codemaker or of an adversary."""

from __future__ import annotations

from typing import Any, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ..codemakers import Adversary, Honest, adversary, random_secret
from ..errors import BlackpegError, Unsupported, nearest
from ..game import LISTABLE, SYMBOLS, Code, Feedback, Game
from ..kernels import feedback as feedback_of
from ..players import check_limit
from ..position import Position
from .rewards import reward_of

Arrays: TypeAlias = dict[str, npt.NDArray[np.int8]]
Observation: TypeAlias = Arrays | str
Action: TypeAlias = npt.NDArray[np.integer[Any]] | int | np.integer[Any] | str

OBSERVATIONS, ACTIONS = ("arrays", "text"), ("colors", "number", "text")
NOT_PLAYED = -1  # stands in the arrays for turns that are still to come
PRINTABLE = "".join(map(chr, range(32, 127))) + "\n"
MAX_TEXT = 200  # characters of an action that is text


class Mastermind(gymnasium.Env[Observation, Action]):
    """A game of Mastermind as an environment.

    game         the rules, such as "4x6" or "4x10-distinct"
    codemaker    "honest" draws a secret at each reset, or takes that of `reset(options={"secret": "6543"})`;
                 "adversary", "adversary(steps=2)" and "adversary(perfect=True)" have no fixed secret
    limit        guesses; after the last one the game is over, and an unsolved one is lost
    observation  "arrays": guesses and feedback, a row for each turn, -1 where nothing was played yet;
                 "text": the rules and the history in words, for language models
    action       "colors", an array of colors from 0; "number", the number of a code in lexicographic order, which games
                 without repeated colors need; "text", such as "6543". If it is left out, it is text if the observation
                 is, else colors, or the number if colors may not repeat
    reward       "win", "bits" or "regret" (see `rewards`)

    A text that is no code takes a turn and earns nothing, and the next observation says what was wrong with it.

    >>> env = Mastermind("4x6", observation="text", limit=8)
    >>> _ = env.reset(options={"secret": "6543"})
    >>> text, reward, terminated, truncated, info = env.step("5566")
    >>> print(text)
    Mastermind 4x6: find a code of 4 pegs. Colors: 1 2 3 4 5 6; a color may be repeated.
    Black: right color in the right place. White: right color in the wrong place.
    1. 5566: 1 black, 1 white
    7 guesses are left.
    """

    _position: Position  # it may lack the last turns; see `position`

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  as Gymnasium has it

    def __init__(
        self,
        game: Game | str = "4x6",
        codemaker: str = "honest",
        limit: int = 10,
        observation: str = "arrays",
        action: str | None = None,
        reward: str = "win",
        render_mode: str | None = None,
    ) -> None:
        self.game = Game.parse(game) if isinstance(game, str) else game
        self.limit, self.render_mode = check_limit(limit), render_mode
        self.adversary = None if codemaker == "honest" else adversary_of(codemaker, self.game)
        _check_word("observation", observation, OBSERVATIONS)
        if action is None:
            action = "text" if observation == "text" else "colors" if self.game.repeats else "number"
        _check_word("action", action, ACTIONS)
        self._reward, self._observes, self._acts = reward_of(reward, self.game), observation, action
        self._counts_wins = reward == "win"
        self.action_space = action_space(self.game, action)
        self.observation_space = observation_space(self.game, self.limit, observation)
        self._codemaker: Honest | Adversary = self.adversary or Honest(np.zeros(self.game.pegs, np.uint8))
        self._begin(None)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game; `options={"secret": "6543"}` names its secret."""
        super().reset(seed=seed)
        secret = (options or {}).get("secret")
        if secret is not None and self.adversary is not None:
            raise BlackpegError("an adversary has no secret; leave out the option")
        if self.adversary is None:
            self._begin(random_secret(self.game, self.np_random) if secret is None else self._read(secret))
        else:
            self._begin(None)
        return self._observation(), {}

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self.over:
            raise BlackpegError("the game is over; call reset")
        info: dict[str, Any] = {}
        reward = 0.0
        try:
            guess = self._read(action)
        except BlackpegError as error:
            if self._acts != "text":
                raise
            info["error"] = " ".join(str(error).encode("ascii", "replace").decode().split())[:MAX_TEXT]
            self._lines.append(info["error"])
            self.turn += 1
        else:
            feedback = self._answer(guess)
            reward, info = self._score(guess, feedback)
        if self.over:
            info |= {"solved": self.solved, "guesses": self.turn}
            if isinstance(self._codemaker, Honest):
                info["secret"] = self.game.show(self._codemaker.secret)
        return self._observation(), reward, self.over, False, info

    def render(self) -> str | None:
        return describe(self.game, self.limit, self._lines) if self.render_mode == "ansi" else None

    @property
    def over(self) -> bool:
        """Is the code broken, or is no guess left?"""
        return self.solved or self.turn >= self.limit

    @property
    def position(self) -> Position:
        """What the codebreaker knows: the game and its history."""
        for guess, feedback in self._turns[self._position.guesses :]:
            self._position = self._position.after(guess, feedback)
        return self._position

    def _begin(self, secret: Code | None) -> None:
        if secret is not None:
            self._codemaker = Honest(secret)
        self.turn, self.solved = 0, False
        self._turns: list[tuple[Code, Feedback]] = []
        self._position = Position(self.game)
        self._lines: list[str] = []
        self._guesses = np.full((self.limit, self.game.pegs), NOT_PLAYED, np.int8)
        self._feedback = np.full((self.limit, 2), NOT_PLAYED, np.int8)

    def _read(self, action: Any) -> Code:
        """Returns the code that an action means."""
        if isinstance(action, str):
            return self.game.code(action)
        if isinstance(action, np.ndarray) and action.ndim == 1:
            return self.game.check(action)
        if self._acts == "number":
            number = int(action)
            if not 0 <= number < self.game.size:
                raise BlackpegError(
                    f"no code {number} of {self.game}; they are numbered from 0 to {self.game.size - 1}"
                )
            code: Code = self.game.codes[number]
            return code
        return self.game.check(np.asarray(action))

    def _answer(self, guess: Code) -> Feedback:
        if isinstance(self._codemaker, Honest):
            return feedback_of(self._codemaker.secret, guess, self.game.whites)
        return self._codemaker.answer(self.position, guess)

    def _score(self, guess: Code, feedback: Feedback) -> tuple[float, dict[str, Any]]:
        """Notes the turn, and returns its reward and what else is told about it."""
        before = None if self._counts_wins else self.position
        self._turns.append((guess, feedback))
        black, white = divmod(feedback, self.game.pegs + 1)
        self._guesses[self.turn] = guess
        self._feedback[self.turn] = black, white
        self.turn += 1
        self.solved = feedback == self.game.solved
        if self._observes == "text" or self.render_mode:
            whites = f", {white} white" if self.game.whites else ""
            self._lines.append(f"{self.game.show(guess)}: {black} black{whites}")
        return (float(self.solved), {}) if before is None else self._reward(before, self.position)

    def _observation(self) -> Observation:
        if self._observes == "text":
            return describe(self.game, self.limit, self._lines)
        return {"guesses": self._guesses.copy(), "feedback": self._feedback.copy()}


def position_of(game: Game, observation: Arrays) -> Position:
    """Returns the position that an observation of arrays shows, so that any strategy can act in it.

    >>> guesses, feedback = np.array([[0, 0, 1, 1], [-1, -1, -1, -1]]), np.array([[1, 1], [-1, -1]])
    >>> position_of(Game(4, 6), {"guesses": guesses, "feedback": feedback})
    Position.parse('4x6 1122=1b1w')
    """
    position = Position(game)
    for guess, (black, white) in zip(observation["guesses"], observation["feedback"].tolist(), strict=True):
        if black == NOT_PLAYED:
            break
        position = position.after(guess.astype(np.uint8), black * (game.pegs + 1) + white)
    return position


def adversary_of(text: str, game: Game) -> Adversary:
    """Returns the adversary of this name; an error if it can't play this game."""
    made = adversary(text)
    if why := made.supports(game):
        raise Unsupported(why)
    return made


def action_space(game: Game, action: str) -> spaces.Space[Any]:
    """Returns the space of guesses."""
    if action == "text":
        return spaces.Text(MAX_TEXT, charset=PRINTABLE)
    if action == "colors" and not game.repeats:
        raise BlackpegError(f"an array of colors may repeat one, which {game} does not allow; use action='number'")
    if action == "colors":
        return spaces.MultiDiscrete([game.colors] * game.pegs)
    if game.size > LISTABLE:
        raise BlackpegError(f"{game} has {game.size:,} codes; numbers stand for at most {LISTABLE:,}")
    return spaces.Discrete(game.size)


def observation_space(game: Game, limit: int, observation: str) -> spaces.Space[Any]:
    """Returns the space of histories, as arrays or as text."""
    if observation == "text":
        return spaces.Text((limit + 4) * MAX_TEXT, charset=PRINTABLE)
    return spaces.Dict({
        "guesses": spaces.Box(NOT_PLAYED, game.colors - 1, (limit, game.pegs), np.int8),
        "feedback": spaces.Box(NOT_PLAYED, game.pegs, (limit, 2), np.int8),
    })  # fmt: skip


def describe(game: Game, limit: int, lines: list[str]) -> str:
    """Returns the rules and the history in words."""
    colors = " ".join(SYMBOLS[: game.colors]) if game.colors <= len(SYMBOLS) else f"numbers from 1 to {game.colors}"
    repeats = "a color may be repeated" if game.repeats else "no color is repeated"
    whites = " White: right color in the wrong place." * game.whites
    left = limit - len(lines)
    end = f"{left} guess{'es are' if left != 1 else ' is'} left."
    return "\n".join([
        f"Mastermind {game}: find a code of {game.pegs} peg{'s' * (game.pegs > 1)}. Colors: {colors}; {repeats}.",
        f"Black: right color in the right place.{whites}",
        *(f"{number}. {line}" for number, line in enumerate(lines, 1)),
        end,
    ])  # fmt: skip


def _check_word(what: str, word: str, words: tuple[str, ...]) -> None:
    if word not in words:
        raise BlackpegError(f"no {what} '{word}'{nearest(word, words)} (there are {', '.join(words)})")
