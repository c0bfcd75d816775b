"""What goes in and out of the API, with strict types."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..errors import BlackpegError
from ..game import Game

MOST_PEGS, MOST_COLORS = 12, 16  # of the games that are played here
MOST_TURNS = 200

GameText = Annotated[
    str,
    Field(max_length=24, description="Rules: pegs x colors, `-distinct`, `-black`; up to 12x16.", examples=["4x6"]),
]
CodeText = Annotated[str, Field(min_length=1, max_length=48, description="A code, such as `1122`.", examples=["1122"])]
FeedbackText = Annotated[
    str, Field(min_length=1, max_length=12, description="Black and white pegs, such as `1b1w`.", examples=["1b1w"])
]
StrategyText = Annotated[
    str, Field(min_length=1, max_length=200, description="Such as `needle` or `entropy(candidates_only=True)`.")
]
Seed = Annotated[int, Field(ge=0, le=2**53 - 1, description="Lets chance repeat itself.")]


def rules_of(text: str) -> Game:
    """The rules, if a game of this size is played here."""
    game = Game.parse(text)
    if game.pegs > MOST_PEGS or game.colors > MOST_COLORS:
        raise BlackpegError(f"{game} is too large to be played here; games go up to {MOST_PEGS}x{MOST_COLORS}")
    return game


class Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class Error(BaseModel):
    error: str = Field(description="One sentence: what was wrong, and what there is.")
    turns: list[int] | None = Field(None, description="The turns that contradict each other, where they do.")


class Answered(Strict):
    guess: CodeText
    feedback: FeedbackText


class History(Strict):
    game: GameText
    history: list[Answered] = Field([], max_length=MOST_TURNS)


class Known(BaseModel):
    solved: bool
    candidates: int | None = Field(description="Codes that fit; null where they can't be counted.")
    contradiction: str | None = Field(description="One sentence, where no code fits.")
    turns: list[int] = Field(description="The turns that contradict each other.")


class Next(Strict):
    game: GameText
    history: list[Answered] = Field([], max_length=MOST_TURNS)
    strategy: StrategyText | None = Field(None, description="Without one, the best that answers soon: `needle`.")
    top: int = Field(5, ge=1, le=50, description="How many guesses to rank.")
    seed: Seed = 0


class Ranked(BaseModel):
    guess: str
    bits: float = Field(description="Information, on average.")
    parts: int = Field(description="Different answers.")
    largest: int = Field(description="Candidates left in the worst case; of the sample, where there is one.")
    expected_size: float = Field(description="Candidates left on average; of the sample, where there is one.")
    candidate: bool = Field(description="May it be the secret?")


class Advice(BaseModel):
    guess: str
    candidates: int | None = Field(description="Codes that fit the history; null where they can't be counted.")
    ranking: list[Ranked]
    sample: int | None = Field(description="By how many candidates guesses are ranked; null where by all that fit.")
    seed: int = Field(description="With the same one chance repeats itself.")


class NewGame(Strict):
    """One of `game`, `level`, `daily`, `challenge` and `code` says what is played."""

    game: GameText | None = None
    level: Literal["easy", "medium", "hard"] | None = None
    daily: Literal[True] | None = None
    challenge: str | None = Field(None, max_length=64, description="A code that somebody set for a friend.")
    code: str | None = Field(None, max_length=400, description="A code that was sealed by `blackpeg play`.")
    history: list[Answered] = Field(
        [], max_length=MOST_TURNS, description="With `game`: turns that are there already; the secret fits them."
    )
    codemaker: str = Field("honest", max_length=40, description="`honest`, `adversary`, `adversary(steps=2)`.")


class TurnOut(BaseModel):
    turn: int
    guess: str
    feedback: str
    left: int | None = Field(description="Codes that fit after it, where the codemaker tells.")


class GameOut(BaseModel):
    id: str
    game: str
    pegs: int
    colors: int
    repeats: bool
    whites: bool
    codemaker: str
    origin: str = Field(description="new, daily DATE, friend, or position where turns were given.")
    state: str = Field(description="open, solved or given up.")
    yours: bool = Field(description="May you move in it?")
    commitment: str | None = Field(description="SHA-256 of nonce and secret, told before the first guess.")
    nonce: str | None = Field(description="Told at the end.")
    secret: str | None = Field(description="Told at the end; of an adversary a code that fits all it said.")
    hints: int
    given: int = Field(description="Turns that were there at the start.")
    turns: list[TurnOut]
    summary: str | None = Field(description="What may be shared without spoiling the game.")
    created: float
    ended: float | None


class GameRow(BaseModel):
    id: str
    game: str
    codemaker: str
    origin: str
    state: str
    guesses: int
    created: float


class Guess(Strict):
    turn: int = Field(ge=1, le=MOST_TURNS, description="The number of this turn, so that no move is made twice.")
    guess: CodeText


class HintRequest(Strict):
    step: Literal["consistent", "candidates", "guess"] = Field(
        description="Does the guess fit; how many codes do; a good guess."
    )
    guess: CodeText | None = None


class HintOut(BaseModel):
    step: str
    text: str
    turns: list[int] = Field(description="The turns that a guess contradicts.")
    candidates: int | None
    guess: str | None


class NewChallenge(Strict):
    game: GameText
    secret: CodeText


class ChallengeOut(BaseModel):
    id: str
    game: str
    yours: bool


class ReviewRequest(Strict):
    game: GameText
    secret: CodeText | None = Field(None, description="Not needed where the last turn broke the code.")
    history: list[Answered] = Field(min_length=1, max_length=60)
    seed: Seed = 0


class StrategyOut(BaseModel):
    name: str
    kind: str
    source: str
    about: str
    supported: bool
    why: str | None = Field(description="Why it can't play this game.")
    evolves: bool
    search: bool = Field(description="It asks the secret about every code it tries: no player.")


class StudyRow(BaseModel):
    name: str
    title: str
    games: list[str]
    strategies: list[str]
    claims: int
    stored: int = Field(description="Games that are played.")
    wanted: int = Field(description="Games that the study asks for.")
    last: float | None


Json = dict[str, Any]
