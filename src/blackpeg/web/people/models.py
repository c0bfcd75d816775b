"""The bodies of requests and answers about people: the daily puzzle of all, friends' codes, matches and devices."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from ...puzzles.duels_and_tournaments import MAX_ROUNDS
from ...puzzles.statistics import MIN_RANKED_PLAYERS
from ...puzzles.tournament_points import TOURNAMENT_LIMIT
from ..models import MAX_TURNS, CodeText, GameText, Strict, TurnOut

Distribution = Annotated[dict[str, int], Field(description="Number of guesses: number of players who needed so many.")]
Id = Annotated[str, Field(min_length=1, max_length=64)]
Name = Annotated[str, Field(max_length=20, description="What the others call you; empty is fine.")]


class DailyOut(BaseModel):
    """Today's puzzle, how far you are with it, and how all did."""

    day: str
    number: int = Field(description="The number of the puzzle; 1 is that of 2026-01-01.")
    title: str = Field(description="`Blackpeg #321`, with the server's name if its puzzles are its own.")
    game: str
    next: float = Field(description="When the next puzzle comes, as Unix time.")
    state: str = Field(description="`new` if you have not begun it, or the state of your game.")
    id: str | None = Field(description="Your game of it.")
    guesses: int
    streak: int = Field(description="Days in a row on which you broke the code.")
    longest: int
    players: int = Field(description="How many have finished it today without hints.")
    distribution: Distribution
    beaten: float | None = Field(
        description="The share of the other players who did worse than you; null if you are not done, took a hint, or "
        f"fewer than {MIN_RANKED_PLAYERS} have finished."
    )
    least_players: int = Field(description="From how many players on results are compared.")


class ArchiveDay(BaseModel):
    """A daily puzzle of the past."""

    day: str
    number: int
    state: str = Field(description="`new` if you have not begun it, or the state of your game.")
    guesses: int
    id: str | None
    on_time: bool = Field(description="Whether you began it on its day, so that it counts for your streak.")


class ArchiveOut(BaseModel):
    """The daily puzzles of a month before today, the latest first."""

    month: str
    earlier: str | None = Field(description="The month before, if there were puzzles.")
    later: str | None
    days: list[ArchiveDay]


class ShareOut(BaseModel):
    """A finished game that somebody shares: how it went, but no code."""

    title: str
    game: str
    codemaker: str
    day: str | None = Field(description="Of a daily puzzle.")
    state: str
    guesses: int
    hints: int
    feedback: list[str]
    yours: str | None = Field(description="Your game of the same puzzle, if it is yours or a daily puzzle you began.")


class NewChallenge(Strict):
    """A code to be set for a friend."""

    game: GameText
    secret: CodeText
    answers: Id | None = Field(None, description="The id of the code you were set and now answer; play it first.")


class ChallengeResultOut(BaseModel):
    """How far somebody has come with your code."""

    state: str
    guesses: int


class ChallengeOut(BaseModel):
    """A code that was set for a friend, without the code itself."""

    id: str
    game: str
    yours: bool


class OwnChallengeOut(ChallengeOut):
    """A code that you set, how those did who play it, and the codes they set in answer."""

    secret: str
    results: list[ChallengeResultOut]
    answered_by: list[str] = Field(description="Ids of codes that were set for you in answer.")


class NewMatch(Strict):
    """A duel on one secret that is drawn here, or a tournament in which the players set each other's codes."""

    kind: Literal["duel", "tournament"]
    game: GameText = "4x6"
    rounds: int = Field(3, ge=1, le=MAX_ROUNDS, description="Of a tournament; a duel has one.")
    limit: int = Field(TOURNAMENT_LIMIT, ge=1, le=MAX_TURNS, description="How many guesses are allowed in a round.")
    name: Name = ""


class Joining(Strict):
    """Somebody who wants to take part."""

    name: Name = ""


class RoundCode(Strict):
    """A player's code of a round."""

    round: int = Field(ge=1, le=MAX_ROUNDS)
    secret: CodeText


class MatchPlayerOut(BaseModel):
    """Somebody who takes part."""

    seat: int
    name: str
    you: bool
    left: bool = Field(description="Whether they had everything about them deleted.")
    rank: int
    points: int = Field(description="A point for each guess, limit + 1 for a code not broken; the fewest win.")
    rounds: int = Field(description="How many rounds they have finished.")


class MatchGameOut(BaseModel):
    """A player's game of a round. Codes are shown only when all are done with the round, and your own."""

    seat: int
    codemaker: int | None = Field(description="The seat of who sets the code; null if it is drawn.")
    code_set: bool = Field(description="Whether this player has set the code of the round.")
    state: str = Field(description="`waiting` for the code, `open`, `solved`, `lost`, `given up`, or `left`.")
    feedback: list[str]
    seconds: float | None
    game: str | None = Field(description="The id of the game, if it is yours or the round is over.")
    secret: str | None = Field(description="Shown when the round is over.")
    turns: list[TurnOut] | None = Field(description="Shown when the round is over.")


class MatchRoundOut(BaseModel):
    """A round of a match."""

    round: int
    over: bool
    games: list[MatchGameOut]


class MatchOut(BaseModel):
    """A duel or a tournament as a visitor may see it."""

    id: str
    kind: str
    game: str
    rounds: int
    limit: int
    state: str = Field(description="`waiting` for players, `open`, or `over`.")
    seat: int | None = Field(description="Yours; null if you take no part.")
    owner: bool = Field(description="Whether you made it.")
    max_players: int
    players: list[MatchPlayerOut] = Field(description="In the order of their ranks.")
    played: list[MatchRoundOut]
    rematch: str | None = Field(description="The id of the match that follows, if somebody asked for it.")


class DeviceLink(BaseModel):
    """A link that joins another device to you, once."""

    code: str = Field(description="The link is /device#CODE.")
    expires: float


class Device(Strict):
    """A device that is to be joined to a visitor."""

    code: Id


class DeviceOut(BaseModel):
    """What the device has now."""

    streak: int
    games: int


class Forgotten(BaseModel):
    """Everything about you was deleted."""

    games: int = Field(description="How many games were deleted.")
