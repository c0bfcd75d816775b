"""The API of codes that people set for each other."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

from fastapi import Request, Response
from starlette.responses import StreamingResponse

from ..context import Context, ContextDep, error_responses, make_router
from ..models import Before, parse_game
from ..people.models import ChallengeOut, ChallengeResultOut, NewChallenge, OwnChallengeOut
from ..store import Challenge, Conflict
from .events import open_stream, stream_changes

MAX_LISTED_CHALLENGES = 10

api = make_router("friends")


@api.post("/challenges", name="challenge", status_code=201, responses=error_responses(404, 409))
async def set_challenge(body: NewChallenge, request: Request, response: Response, context: ContextDep) -> ChallengeOut:
    """Sets a code for a friend; the link to play it is /play?challenge=ID."""
    game = parse_game(body.game)
    secret = game.code(body.secret)
    if body.answers is not None:
        await context.threads.read(_refuse_unplayed, body.answers, context.visitors.owner(request), context)
    owner = context.visitors.welcome(request, response)
    id = await context.threads.write(context.store.add_challenge, Challenge(owner, game, secret, body.answers))
    context.events.notify(f"challenge {body.answers}")
    return ChallengeOut(id=id, game=str(game), yours=True)


def _refuse_unplayed(id: str, owner: str, context: Context) -> None:
    """Raises if a visitor answers a code that they have not played to the end."""
    context.store.challenge(id)
    if not context.store.finished_challenge(id, owner):
        raise Conflict("play the code that was set for you to the end before you answer it")


@api.get("/challenges", name="challenges")
async def list_challenges(request: Request, context: ContextDep, before: Before = None) -> list[OwnChallengeOut]:
    """The codes that you set last, ten at a time, and how those did who play them."""
    owner = context.visitors.owner(request)
    return await context.threads.read(_own_challenges, owner, before, context) if owner else []


def _own_challenges(owner: str, before: str | None, context: Context) -> list[OwnChallengeOut]:
    return [_own_challenge(id, context) for id in context.store.challenges_of(owner, MAX_LISTED_CHALLENGES, before)]


@api.get("/challenges/{id}", name="challenged", responses=error_responses(404))
async def show_challenge(id: str, request: Request, context: ContextDep) -> ChallengeOut:
    """The game of a code that somebody set for a friend."""
    challenge = await context.threads.read(context.store.challenge, id)
    yours = challenge.owner == context.visitors.owner(request)
    return ChallengeOut(id=id, game=str(challenge.game), yours=yours)


@api.get("/challenges/{id}/events", name="challenge_events", response_class=StreamingResponse,
         responses={200: {"content": {"text/event-stream": {}}}, **error_responses(404, 409)})  # fmt: skip
async def follow_challenge(id: str, request: Request, context: ContextDep) -> StreamingResponse:
    """How those do who play your code, as server-sent events: at once, and whenever something changes."""
    challenge = await context.threads.read(context.store.challenge, id)
    if challenge.owner != context.visitors.owner(request):
        raise Conflict("only who set a code is told how others do")

    stream = open_stream(request, context)

    async def rows() -> AsyncGenerator[dict[str, Any] | None, None]:
        async for changed in context.events.changes(f"challenge {id}", stream):
            yield (await context.threads.read(_own_challenge, id, context)).model_dump() if changed else None

    return stream_changes(rows(), stream)


def _own_challenge(id: str, context: Context) -> OwnChallengeOut:
    """Describes a code to the visitor who set it."""
    challenge = context.store.challenge(id)
    results = [ChallengeResultOut(**one._asdict()) for one in context.store.challenge_results(id)]
    return OwnChallengeOut(
        id=id, game=str(challenge.game), yours=True, secret=challenge.game.show(challenge.secret), results=results,
        answered_by=context.store.answers_to(id),
    )  # fmt: skip
