"""The API of matches: duels on one secret and tournaments by points. Others' codes are shown when all are done."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

from fastapi import Request, Response
from starlette.responses import StreamingResponse

from ...puzzles.duels_and_tournaments import DUEL, MAX_PLAYERS, codemaker_seat
from ..context import Context, ContextDep, error_responses, make_router
from ..models import Before, TurnOut, parse_game
from ..people.match_store import LEFT, Match
from ..people.models import Joining, MatchGameOut, MatchOut, MatchPlayerOut, MatchRoundOut, NewMatch, RoundCode
from ..store import Conflict
from .events import open_stream, stream_changes

MAX_LISTED_MATCHES = 10

api = make_router("matches")


@api.post("/matches", status_code=201)
async def make_match(body: NewMatch, request: Request, response: Response, context: ContextDep) -> MatchOut:
    """Makes a duel or a tournament, in which you take part; the others join at /match/ID."""
    game = parse_game(body.game)
    owner = context.visitors.welcome(request, response)
    rounds = 1 if body.kind == DUEL else body.rounds
    name = clean_name(body.name)
    id = await context.threads.write(context.matches.add, body.kind, game, rounds, body.limit, owner, name)
    return await context.threads.read(_describe_match, id, owner, context)


def clean_name(text: str) -> str:
    """A name in one line, without characters that can't be seen."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


@api.get("/matches")
async def list_matches(request: Request, context: ContextDep, before: Before = None) -> list[MatchOut]:
    """Your latest duels and tournaments, ten at a time."""
    owner = context.visitors.owner(request)
    return await context.threads.read(_own_matches, owner, before, context) if owner else []


def _own_matches(owner: str, before: str | None, context: Context) -> list[MatchOut]:
    return [_describe_match(id, owner, context) for id in context.matches.matches_of(owner, MAX_LISTED_MATCHES, before)]


@api.get("/matches/{id}", responses=error_responses(404))
async def show_match(id: str, request: Request, context: ContextDep) -> MatchOut:
    """A duel or tournament; everybody who knows its address may look at it, and sees feedback but no codes."""
    return await context.threads.read(_describe_match, id, context.visitors.owner(request), context)


@api.get("/matches/{id}/events", response_class=StreamingResponse,
         responses={200: {"content": {"text/event-stream": {}}}, **error_responses(404)})  # fmt: skip
async def follow_match(id: str, request: Request, context: ContextDep) -> StreamingResponse:
    """A duel or tournament as server-sent events: at once, and whenever something changes."""
    await context.threads.read(context.matches.match, id)
    owner = context.visitors.owner(request)

    stream = open_stream(request, context)

    async def rows() -> AsyncGenerator[dict[str, Any] | None, None]:
        async for changed in context.events.changes(f"match {id}", stream):
            yield (await context.threads.read(_describe_match, id, owner, context)).model_dump() if changed else None

    return stream_changes(rows(), stream)


@api.post("/matches/{id}/players", status_code=201, responses=error_responses(404, 409))
async def join_match(id: str, body: Joining, request: Request, response: Response, context: ContextDep) -> MatchOut:
    """Takes part. A duel starts with the second player."""
    await context.threads.read(context.matches.match, id)
    owner = context.visitors.welcome(request, response)
    await context.threads.write(context.matches.join, id, owner, clean_name(body.name))
    return await _changed(id, owner, context)


@api.post("/matches/{id}/start", responses=error_responses(404, 409))
async def start_match(id: str, request: Request, context: ContextDep) -> MatchOut:
    """Starts a tournament that you made, with those who have joined."""
    owner = context.visitors.owner(request)
    await context.threads.write(context.matches.start, id, owner)
    return await _changed(id, owner, context)


@api.post("/matches/{id}/codes", status_code=201, responses=error_responses(404, 409))
async def set_code(id: str, body: RoundCode, request: Request, context: ContextDep) -> MatchOut:
    """Sets your code of a round of a tournament; another player breaks it."""
    owner = context.visitors.owner(request)
    await context.threads.write(context.matches.set_code, id, owner, body.round, body.secret)
    return await _changed(id, owner, context)


@api.post("/matches/{id}/rematch", status_code=201, responses=error_responses(404, 409))
async def rematch(id: str, request: Request, context: ContextDep) -> MatchOut:
    """Makes the same match once more, or takes part in it if somebody has made it already."""
    owner = context.visitors.owner(request)
    if not owner:
        raise Conflict("only who took part can ask for a rematch")
    context.visitors.count_new_game(owner)
    again = await context.threads.write(context.matches.rematch, id, owner)
    context.events.notify(f"match {id}")
    return await _changed(again, owner, context)


async def _changed(id: str, owner: str, context: Context) -> MatchOut:
    """Tells everybody who looks at a match that it has changed, and describes it to the visitor."""
    context.events.notify(f"match {id}")
    return await context.threads.read(_describe_match, id, owner, context)


def _describe_match(id: str, owner: str, context: Context) -> MatchOut:
    """Reads a match, and describes it to a visitor."""
    return _match_out(context.matches.match(id), owner)


def _match_out(match: Match, owner: str) -> MatchOut:
    """Describes a match to a visitor, without others' codes in rounds that are not over."""
    own, names = match.seat_of(owner), {player.seat: player for player in match.players}
    players = [
        MatchPlayerOut(
            seat=line.seat, name=names[line.seat].name, you=line.seat == own, left=not names[line.seat].owner,
            rank=line.rank, points=line.points, rounds=line.rounds,
        )
        for line in match.scores
    ]  # fmt: skip
    rounds = range(1, match.rounds + 1) if match.started else ()
    return MatchOut(
        id=match.id, kind=match.kind, game=str(match.game), rounds=match.rounds, limit=match.limit,
        state="waiting" if match.started is None else "over" if match.over else "open", seat=own,
        owner=bool(owner) and match.owner == owner, max_players=MAX_PLAYERS[match.kind], players=players,
        played=[_round_out(match, round, own) for round in rounds], rematch=match.rematch,
    )  # fmt: skip


def _round_out(match: Match, round: int, own: int | None) -> MatchRoundOut:
    over, count, games = match.round_over(round), len(match.players), []
    for player in match.players:
        game = match.games[round - 1].get(player.seat)
        turns = game.turns if game else ()
        games.append(MatchGameOut(
            seat=player.seat, codemaker=None if match.kind == DUEL else codemaker_seat(player.seat, round, count),
            code_set=(round, player.seat) in match.codes,
            state=game.state if game else "waiting" if player.owner else LEFT,
            feedback=[feedback for _, feedback in turns], seconds=game.seconds if game else None,
            game=game.id if game and (over or player.seat == own) else None,
            secret=game.secret if game and over else None,
            turns=[TurnOut(turn=k, guess=guess, feedback=feedback, left=None)
                   for k, (guess, feedback) in enumerate(turns, 1)] if over else None,
        ))  # fmt: skip
    return MatchRoundOut(round=round, over=over, games=games)
