"""The API of the daily puzzle: today's, how all players did, the archive, and finished games that people share."""

from __future__ import annotations

import datetime
from typing import Annotated

from fastapi import Query, Request

from ...errors import BlackpegError
from ...puzzles.daily import FIRST_DAY, puzzle_number, today
from ...puzzles.saved_game import DAILY, OPEN, SOLVED, SavedGame
from ...puzzles.statistics import MIN_RANKED_PLAYERS, count_streaks, rank_result
from ..context import Context, ContextDep, error_responses, make_router
from ..people.models import ArchiveDay, ArchiveOut, DailyOut, ShareOut
from ..store import GameSummary

api = make_router("daily")


@api.get("/daily")
async def daily(request: Request, context: ContextDep) -> DailyOut:
    """Today's puzzle, how far you are with it, your streak, and how all of today's players did."""
    now = today()  # read once: midnight may come meanwhile
    return await context.threads.read(_describe_daily, context.visitors.owner(request), now, context)


def _describe_daily(owner: str, now: datetime.date, context: Context) -> DailyOut:
    """Describes today's puzzle to a visitor."""
    puzzle = context.daily_game(now, now)
    assert puzzle.day is not None
    begun = context.store.find_daily(owner, puzzle) if owner else None
    comparable = begun is not None and begun.state != OPEN and not begun.hints and _same_secret(begun, puzzle)
    own = begun.position.guesses if begun and begun.state == SOLVED else None
    ranking = rank_result(context.store.daily_results(puzzle), own, comparable)
    streak, longest = count_daily_streak(owner, now, context)
    midnight = datetime.datetime.combine(puzzle.day, datetime.time(), datetime.UTC) + datetime.timedelta(days=1)
    return DailyOut(
        day=puzzle.day.isoformat(), number=puzzle_number(puzzle.day), title=context.title(puzzle),
        game=str(puzzle.game), next=midnight.timestamp(), state=begun.state if begun else "new",
        id=begun.id if begun else None, guesses=begun.position.guesses if begun else 0, streak=streak, longest=longest,
        players=ranking.players, distribution={str(n): count for n, count in ranking.distribution.items()},
        beaten=ranking.beaten, least_players=MIN_RANKED_PLAYERS,
    )  # fmt: skip


def _same_secret(one: SavedGame, other: SavedGame) -> bool:
    """Checks whether two games are about the same code; they are not if the server took another key meanwhile."""
    return one.secret is not None and other.secret is not None and one.secret.tolist() == other.secret.tolist()


def count_daily_streak(owner: str, now: datetime.date, context: Context) -> tuple[int, int]:
    """How many days in a row a visitor broke the daily puzzle, and the most ever. The archive does not count."""
    games = context.store.daily_games(owner) if owner else []
    finished = [game.finished for game in games if game.state != OPEN]
    return count_streaks([game for game in finished if game.day is not None], now)


@api.get("/archive")
async def archive(
    request: Request,
    context: ContextDep,
    month: Annotated[str | None, Query(max_length=7, description="Such as 2026-11; by default this month.")] = None,
) -> ArchiveOut:
    """The daily puzzles of a month before today, and how you did."""
    now = today()
    first = parse_month(month) if month else now.replace(day=1)
    return await context.threads.read(_describe_month, context.visitors.owner(request), first, now, context)


def _describe_month(owner: str, first: datetime.date, now: datetime.date, context: Context) -> ArchiveOut:
    """Describes the puzzles of a month to a visitor."""
    if not FIRST_DAY <= first <= now:
        raise BlackpegError(f"the archive has the months from {FIRST_DAY:%Y-%m} to {now:%Y-%m}")
    after = (first + datetime.timedelta(days=32)).replace(day=1)
    begun: dict[str, GameSummary] = {}
    for game in context.store.daily_games(owner) if owner else []:
        origin, _, date = game.origin.partition(" ")
        if date not in begun or origin == DAILY:
            begun[date] = game
    days, day = [], min(after, now)
    while (day := day - datetime.timedelta(days=1)) >= first:
        own = begun.get(day.isoformat())
        days.append(ArchiveDay(
            day=day.isoformat(), number=puzzle_number(day), state=own.state if own else "new",
            guesses=own.guesses if own else 0, id=own.id if own else None,
            on_time=own is not None and own.origin.startswith(DAILY),
        ))  # fmt: skip
    before = first - datetime.timedelta(days=1)
    return ArchiveOut(
        month=f"{first:%Y-%m}", earlier=f"{before:%Y-%m}" if before >= FIRST_DAY else None,
        later=f"{after:%Y-%m}" if after <= now else None, days=days,
    )  # fmt: skip


def parse_month(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(f"{text}-01")
    except ValueError as error:
        raise BlackpegError(f"'{text}' is no month; a month is written like 2026-11") from error


def puzzle_of_day(text: str, context: Context) -> SavedGame:
    """The daily puzzle of a date; an error if there is none of that day, or not yet."""
    now = today()
    return context.daily_game(parse_day(text, now), now)


def parse_day(text: str, now: datetime.date) -> datetime.date:
    """Reads the date of a daily puzzle; an error if there is none of that day, or not yet."""
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError as error:
        raise BlackpegError(f"'{text}' is no date; a date is written like 2026-11-16") from error
    if not FIRST_DAY <= day <= now:
        raise BlackpegError(f"there are daily puzzles from {FIRST_DAY} to {now}")
    return day


@api.get("/shares/{id}", responses=error_responses(404))
async def show_share(id: str, request: Request, context: ContextDep) -> ShareOut:
    """A finished game that somebody shares: how it went, but no code."""
    return await context.threads.read(_describe_share, id, context.visitors.owner(request), context)


def _describe_share(id: str, owner: str, context: Context) -> ShareOut:
    """Describes a shared game to a visitor."""
    game = context.store.shared_game(id)
    own = game if owner == game.owner else None
    if own is None and owner and game.day:
        own = context.store.find_daily(owner, game)
    return ShareOut(
        title=context.title(game), game=str(game.game), codemaker=game.codemaker,
        day=game.day.isoformat() if game.day else None, state=game.state, guesses=game.position.guesses,
        hints=game.hints, feedback=[game.game.show_feedback(turn.feedback) for turn in game.position.history],
        yours=own.id if own else None,
    )  # fmt: skip
