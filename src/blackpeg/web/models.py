"""The bodies of requests and answers of the API, with strict types."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from ..errors import BlackpegError
from ..game import Game
from ..position import Position

MAX_PEGS, MAX_COLORS = 12, 16  # of games on the web
MAX_WATCHED_PEGS_AND_COLORS = 64  # of games that strategies are watched in
MAX_TURNS = 200
MAX_REVIEWED_TURNS = 60

GameText = Annotated[
    str,
    Field(max_length=24, description="Rules: pegs x colors, `-distinct`, `-black`; up to 12x16.", examples=["4x6"]),
]

WatchedGameText = Annotated[
    str,
    Field(max_length=24, description="Rules: pegs x colors, `-distinct`, `-black`; up to 64x64.", examples=["20x20"]),
]


def _join(text: object) -> object:
    """Leaves out the spaces of a code."""
    return "".join(text.split()) if isinstance(text, str) else text


CodeText = Annotated[
    str,
    BeforeValidator(_join),
    Field(min_length=1, max_length=48, description="A code, such as `1122` or `1 1 2 2`.", examples=["1122"]),
]
WatchedCodeText = Annotated[
    str,
    BeforeValidator(_join),
    Field(
        min_length=1, max_length=400, examples=["1122"],
        description="A code, such as `1122` or `1,1,2,2`; a color above 35 is always a number.",
    ),
]  # fmt: skip
FeedbackText = Annotated[
    str, Field(min_length=1, max_length=12, description="Black and white pegs, such as `1b1w`.", examples=["1b1w"])
]
StrategyText = Annotated[
    str, Field(min_length=1, max_length=200, description="Such as `needle` or `entropy(candidates_only=True)`.")
]
Seed = Annotated[int, Field(ge=0, le=2**53 - 1, description="With the same seed, random choices are the same.")]
Before = Annotated[str | None, Field(max_length=64, description="The id of the last one of a list, to go on after it.")]


def parse_game(text: str) -> Game:
    """Reads a game; an error if it is too large for the web."""
    return refuse_large(Game.parse(text))


def parse_watched_game(text: str) -> Game:
    """Reads a game; an error if it is too large to be watched."""
    game = Game.parse(text)
    if max(game.pegs, game.colors) > MAX_WATCHED_PEGS_AND_COLORS:
        most = MAX_WATCHED_PEGS_AND_COLORS
        raise BlackpegError(f"{game} is too large to be watched here; games go up to {most}x{most}")
    return game


def is_board_size(game: Game) -> bool:
    """Checks whether a game is played on the web, on a board; larger ones are only watched."""
    return game.pegs <= MAX_PEGS and game.colors <= MAX_COLORS


def refuse_large(game: Game) -> Game:
    """Returns the game itself; an error if it is too large for the web."""
    if not is_board_size(game):
        raise BlackpegError(f"{game} is too large to be played here; games go up to {MAX_PEGS}x{MAX_COLORS}")
    return game


class WrittenPosition(NamedTuple):
    """A game and its turns as text. They are read in a worker, since a long history takes milliseconds to read."""

    game: str
    turns: tuple[tuple[str, str], ...]

    def read(self) -> Position:
        """Reads it; an error if the game is too large for the web."""
        position = Position(parse_game(self.game))
        for guess, feedback in self.turns:
            position = position.after(guess, feedback)
        return position


def write_position(game: str, history: list[Answered]) -> WrittenPosition:
    return WrittenPosition(game, tuple((turn.guess, turn.feedback) for turn in history))


class Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class Error(BaseModel):
    """An answer with status 400 or more."""

    error: str = Field(description="One sentence: what was wrong, and what there is.")
    turns: list[int] | None = Field(None, description="The turns that contradict each other, if any.")


class Answered(Strict):
    """A guess and its feedback."""

    guess: CodeText
    feedback: FeedbackText


class History(Strict):
    """A game and its turns so far."""

    game: GameText
    history: list[Answered] = Field([], max_length=MAX_TURNS)


class Known(BaseModel):
    """What follows from a history."""

    solved: bool
    candidates: int | None = Field(description="How many codes fit; null if they can't be counted.")
    contradiction: str | None = Field(description="One sentence, if no code fits.")
    turns: list[int] = Field(description="The turns that contradict each other.")


class Next(Strict):
    """A position, and the strategy that is asked for a guess."""

    game: GameText
    history: list[Answered] = Field([], max_length=MAX_TURNS)
    strategy: StrategyText | None = Field(None, description="By default the best that answers quickly: `needle`.")
    top: int = Field(5, ge=1, le=50, description="How many guesses to rank.")
    seed: Seed = 0


class Ranked(BaseModel):
    """What a guess is worth."""

    guess: str
    bits: float = Field(description="Expected information.")
    parts: int = Field(description="How many different feedbacks are possible.")
    largest: int = Field(description="Candidates left in the worst case; counted in the sample, if there is one.")
    expected_size: float = Field(description="Candidates left on average; counted in the sample, if there is one.")
    candidate: bool = Field(description="Whether it can be the secret.")


class Advice(BaseModel):
    """A guess, and a ranking of the best ones."""

    guess: str
    candidates: int | None = Field(description="How many codes fit the history; null if they can't be counted.")
    ranking: list[Ranked]
    sample: int | None = Field(description="How many candidates the ranking is computed from; null if from all.")
    seed: int = Field(description="With the same seed, random choices are the same.")


class NewGame(Strict):
    """Exactly one of `game`, `level`, `daily`, `day`, `challenge`, `share` and `code` says what is played."""

    game: GameText | None = None
    level: Literal["easy", "medium", "hard"] | None = None
    daily: Literal[True] | None = None
    day: str | None = Field(None, max_length=10, description="A date whose daily puzzle is played.")
    challenge: str | None = Field(None, max_length=64, description="The id of a code that somebody set for a friend.")
    share: str | None = Field(None, max_length=64, description="The address of a shared game: the same puzzle.")
    code: str | None = Field(None, max_length=400, description="A code that `blackpeg seal` made.")
    history: list[Answered] = Field(
        [], max_length=MAX_TURNS, description="Only with `game`: turns to begin with; the secret fits them."
    )
    codemaker: str = Field("honest", max_length=40, description="`honest`, `adversary`, `adversary(steps=2)`.")
    limit: int | None = Field(
        None, ge=1, le=MAX_TURNS, description="How many guesses are allowed, turns of the history included."
    )


class OfflineGame(Strict):
    """A game that a browser played by itself while the server did not answer."""

    id: str = Field(
        pattern="^offline-[A-Za-z0-9_-]{22}$",
        description="Its address, made by the browser: 128 random bits. What is sent twice is stored once.",
        examples=["offline-Zm9ydHktdHdvIGJ5dGVzLg"],
    )
    game: GameText = Field(examples=["4x6"], description="Up to 5x8.")
    secret: CodeText
    turns: list[Answered] = Field(min_length=1, max_length=MAX_TURNS)
    given_up: bool = False
    limit: int | None = Field(None, ge=1, le=MAX_TURNS, description="How many guesses are allowed.")
    began: float = Field(ge=0, le=2**40, description="When it began, as Unix time.")


class TurnOut(BaseModel):
    """A turn of a game."""

    turn: int
    guess: str
    feedback: str
    left: int | None = Field(description="How many codes fit after it, if the codemaker tells; an adversary does.")


class GameOut(BaseModel):
    """A game as its player may see it."""

    id: str
    game: str
    pegs: int
    colors: int
    repeats: bool
    whites: bool
    codemaker: str
    origin: str = Field(
        description="`new`, `daily DATE`, `archive DATE`, `friend`, `match`, `position` if it began with turns, or "
        "`offline` if a browser played it by itself, so that nothing proves that the code never changed."
    )
    title: str = Field(description="`Blackpeg`, with the number of a daily puzzle.")
    state: str = Field(description="`open`, `solved`, `given up`, or `lost` when the limit was reached.")
    yours: bool = Field(description="Whether you began it, and may move in it.")
    commitment: str | None = Field(
        description="SHA-256 of nonce, game and secret, shown before the first guess; null if nothing is proved."
    )
    nonce: str | None = Field(description="Shown when the game is over.")
    secret: str | None = Field(description="Shown when the game is over; of an adversary a code that fits.")
    hints: int
    given: int = Field(description="How many turns it began with.")
    turns: list[TurnOut]
    summary: str | None = Field(description="The result as a text to share; it shows no code.")
    share: str | None = Field(
        description="At /s/SHARE others find the same puzzle, and no code; shown when it is over."
    )
    challenge: str | None = Field(description="The id of the code that a friend set.")
    match: str | None = Field(description="The id of the duel or tournament that it belongs to.")
    created: float
    ended: float | None
    limit: int | None = Field(description="How many guesses are allowed; null if there is no limit.")


class GameRow(BaseModel):
    """A game in a list."""

    id: str
    game: str
    codemaker: str
    origin: str
    state: str
    guesses: int
    created: float


class Guess(Strict):
    """A move in a game."""

    turn: int = Field(ge=1, le=MAX_TURNS, description="The number of this turn, so that no move is made twice.")
    guess: CodeText


class HintRequest(Strict):
    """Which hint is wanted."""

    step: Literal["consistent", "candidates", "guess"] = Field(
        description="Whether `guess` fits; how many codes fit; a good guess."
    )
    guess: CodeText | None = None
    candidates_only: bool = Field(False, description="Whether the good guess has to fit, as in hard mode.")


class HintOut(BaseModel):
    """A hint."""

    step: str
    text: str
    turns: list[int] = Field(description="The turns that the guess contradicts.")
    candidates: int | None
    guess: str | None


class ReviewRequest(Strict):
    """A finished game to be reviewed."""

    game: GameText
    secret: CodeText | None = Field(None, description="Not needed if the last turn broke the code.")
    history: list[Answered] = Field(min_length=1, max_length=MAX_REVIEWED_TURNS)
    seed: Seed = 0


class StrategyOut(BaseModel):
    """A strategy, and whether it plays a game."""

    name: str
    kind: str
    source: str
    about: str
    supported: bool
    why: str | None = Field(description="Why it can't play this game.")
    evolves: bool
    search: bool = Field(description="It asks the secret about every code it tries, so it is not a player.")


class LevelOut(BaseModel):
    """A level, where the computer breaks a code."""

    level: str
    game: str
    strategy: str = Field(description="Who breaks the code, with a first guess that is always the same.")
    about: str


class StudyRow(BaseModel):
    """A study of the lab and its progress."""

    name: str
    title: str
    games: list[str]
    strategies: list[str]
    claims: int
    minutes: float = Field(description="That the study takes on one core; 0 if that is not known.")
    stored: int = Field(description="How many games are played on this server.")
    wanted: int = Field(description="How many games the study asks for.")
    last: float | None


Json = dict[str, Any]
