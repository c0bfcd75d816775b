"""The API that needs no game: the next guess, positions, strategies, reviews, watching and comparing strategies."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from functools import lru_cache
from typing import Annotated, Any

from fastapi import Query, Request
from starlette.responses import StreamingResponse

from ...errors import BlackpegError
from ...game import Game
from ...oracle import OracleSearch, refuse_unsupported
from ...players import Evolving
from ...puzzles.daily import LEVELS, level_strategy
from ...strategies import STRATEGIES
from ...strategies.berghman2009 import LEVELS as FIRST_GUESSES
from .. import worker_jobs
from ..choose_lane import choose_lane, choose_review_lane, choose_watch_lane
from ..context import ContextDep, make_router
from ..limits.open_streams import CountedResponse, OpenStream
from ..models import (
    Advice,
    GameText,
    History,
    Json,
    Known,
    LevelOut,
    Next,
    ReviewRequest,
    Seed,
    StrategyOut,
    StrategyText,
    WatchedCodeText,
    WatchedGameText,
    parse_game,
    parse_watched_game,
    write_position,
)

api = make_router("strategies")  # `name` below keeps an operation id of the API where a function has a better name


@api.post("/next")
async def next_guess(body: Next, request: Request, context: ContextDep) -> Advice:
    """What to guess next. No cookie or login is needed."""
    position = write_position(body.game, body.history)
    lane = choose_lane(parse_game(body.game), body.strategy)
    return Advice(
        **await context.run(request, lane, worker_jobs.next_guess, position, body.strategy, body.top, body.seed)
    )


@api.post("/positions", name="known")
async def describe_position(body: History, request: Request, context: ContextDep) -> Known:
    """How many codes fit a history, or which of its turns contradict each other."""
    position = write_position(body.game, body.history)
    return Known(
        **await context.run(request, choose_lane(parse_game(body.game)), worker_jobs.describe_position, position)
    )


@api.get("/strategies")
async def strategies(game: WatchedGameText = "4x6") -> list[StrategyOut]:
    """Every strategy, and whether it plays this game."""
    return await asyncio.to_thread(_list_strategies, parse_watched_game(game))  # the first call loads every strategy


@lru_cache(maxsize=1000)
def _list_strategies(game: Game) -> list[StrategyOut]:
    rows = []
    for name, entry in STRATEGIES.items():
        strategy = worker_jobs.make_strategy(name)
        why = strategy.supports(game)
        rows.append(StrategyOut(
            name=name, kind=entry.kind, source=entry.source,
            about=(inspect.getdoc(type(strategy)) or "").partition("\n")[0], supported=why is None, why=why,
            evolves=isinstance(strategy, Evolving | OracleSearch), search=isinstance(strategy, OracleSearch),
        ))  # fmt: skip
    return rows


@api.get("/levels")
async def levels() -> list[LevelOut]:
    """The three levels at which the computer breaks a code."""
    about = "First guesses {}, then a random one of the candidates it evolved (a students' game, after Berghman 2009)."
    return [
        LevelOut(level=level, game=game, strategy=level_strategy(level), about=about.format(FIRST_GUESSES[level]))
        for level, game in LEVELS.items()
    ]


@api.post("/reviews")
async def review(body: ReviewRequest, request: Request, context: ContextDep) -> Json:
    """The coach's review: what each guess of a game was worth."""
    game, position = parse_game(body.game), write_position(body.game, body.history)
    secret = None if body.secret is None else game.code(body.secret)
    report: Json = await context.run(
        request, choose_review_lane(game, len(body.history)), worker_jobs.review, position, secret, body.seed
    )
    return report


@api.get("/watch", response_class=StreamingResponse, responses={200: {"content": {"text/event-stream": {}}}})
async def watch(
    request: Request,
    context: ContextDep,
    game: WatchedGameText,
    strategy: StrategyText,
    secret: WatchedCodeText,
    seed: Seed = 0,
) -> StreamingResponse:
    """Lets a strategy break a secret: server-sent events for its generations and turns, the last with the result.

    A turn's `posterior` tells how probable each color was at each peg when the guess was made: `matrix` has a byte for
    each, 255 for certainty, peg by peg in base64; `sample` is the number of codes it is estimated from, null if exact.
    """
    rules = parse_watched_game(game)
    _refuse_unplayable([strategy], rules)
    code = rules.code(secret)
    return stream_events(
        context.stream(request, choose_watch_lane(rules), worker_jobs.watch, rules, strategy, code, seed)
    )


@api.get("/compare", response_class=StreamingResponse, responses={200: {"content": {"text/event-stream": {}}}})
async def compare(
    request: Request,
    context: ContextDep,
    game: GameText,
    strategy: Annotated[list[StrategyText], Query(min_length=1, max_length=4)],
    games: Annotated[int, Query(ge=1, le=1000)] = 100,
    seed: Seed = 0,
    seconds: Annotated[int, Query(ge=1, le=20)] = 5,
) -> StreamingResponse:
    """Lets strategies play the same secrets while time allows: server-sent events, the last with the full result."""
    rules = parse_game(game)
    _refuse_unplayable(strategy, rules)
    return stream_events(
        context.stream(request, "heavy", worker_jobs.compare, str(rules), strategy, games, seed, seconds)
    )


def _refuse_unplayable(names: list[str], game: Game) -> None:
    """Raises now, so that the error has a status of its own and is not an event of a stream."""
    for name in names:
        refuse_unsupported(worker_jobs.make_strategy(name), game)


def stream_events(rows: AsyncGenerator[Any, None], stream: OpenStream | None = None) -> StreamingResponse:
    """Sends rows as server-sent events; an error is the last of them. `stream` is counted until it ends."""

    async def lines() -> AsyncIterator[str]:
        async with aclosing(rows):
            try:
                async for row in rows:
                    yield f"data: {json.dumps(_without_infinity(row))}\n\n"
            except BlackpegError as error:
                yield f"data: {json.dumps({'type': 'error', 'error': str(error)})}\n\n"

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    if stream is not None:
        return CountedResponse(lines(), media_type="text/event-stream", headers=headers, stream=stream)
    return StreamingResponse(lines(), media_type="text/event-stream", headers=headers)


def _without_infinity(value: Any) -> Any:
    """Replaces infinite and undefined numbers by None, since JSON has no such numbers."""
    if isinstance(value, float):
        return value if abs(value) < float("inf") else None
    if isinstance(value, dict):
        return {key: _without_infinity(one) for key, one in value.items()}
    return [_without_infinity(one) for one in value] if isinstance(value, list | tuple) else value
