"""The API beside games: what to guess next, strategies, reviews, and a strategy watched at work."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from functools import cache
from typing import Annotated, Any

from fastapi import Query, Request
from starlette.responses import StreamingResponse

from ...errors import BlackpegError
from ...game import Game
from ...oracle import OracleSearch, refuse_unsupported
from ...players import Evolving
from ...strategies import STRATEGIES
from ..context import Here, lane_of, router
from ..jobs import strategy_of
from ..models import (
    Advice,
    Answered,
    CodeText,
    GameText,
    History,
    Json,
    Known,
    Next,
    ReviewRequest,
    Seed,
    StrategyOut,
    StrategyText,
    rules_of,
)

api = router("strategies")


@api.post("/next")
async def next_guess(body: Next, request: Request, here: Here) -> Advice:
    """What to guess next. No cookie or login is needed."""
    game = rules_of(body.game)
    history = pairs(game, body.history)
    words = (str(game), history, body.strategy, body.top, body.seed)
    return Advice(
        **await here.pool.run(lane_of(game, body.strategy), "next", *words, visitor=here.visitors.name(request))
    )


@api.post("/positions")
async def known(body: History, request: Request, here: Here) -> Known:
    """What a history tells: how many codes fit, or which turns contradict each other."""
    game = rules_of(body.game)
    words = (str(game), pairs(game, body.history))
    return Known(**await here.pool.run(lane_of(game), "known", *words, visitor=here.visitors.name(request)))


def pairs(game: Game, history: list[Answered]) -> list[tuple[str, str]]:
    """Guesses and feedback as they are written."""
    return [(game.show(game.code(one.guess)), game.show_feedback(game.feedback(one.feedback))) for one in history]


@api.get("/strategies")
async def strategies(game: GameText = "4x6") -> list[StrategyOut]:
    """Every strategy, and whether it plays this game."""
    return await asyncio.to_thread(_strategies, rules_of(game))  # at first every strategy is loaded


@cache
def _strategies(game: Game) -> list[StrategyOut]:
    rows = []
    for name, entry in STRATEGIES.items():
        made = strategy_of(name)
        why = made.supports(game)
        rows.append(StrategyOut(
            name=name, kind=entry.kind, source=entry.source,
            about=(inspect.getdoc(type(made)) or "").partition("\n")[0], supported=why is None, why=why,
            evolves=isinstance(made, Evolving | OracleSearch), search=isinstance(made, OracleSearch),
        ))  # fmt: skip
    return rows


@api.post("/reviews")
async def review(body: ReviewRequest, request: Request, here: Here) -> Json:
    """What each guess of a game was worth, as the coach sees it."""
    game = rules_of(body.game)
    history = pairs(game, body.history)
    secret = None if body.secret is None else game.show(game.code(body.secret))
    words = (str(game), secret, history, body.seed)
    told: Json = await here.pool.run(lane_of(game), "review", *words, visitor=here.visitors.name(request))
    return told


@api.get("/watch", response_class=StreamingResponse, responses={200: {"content": {"text/event-stream": {}}}})
async def watch(
    request: Request, here: Here, game: GameText, strategy: StrategyText, secret: CodeText, seed: Seed = 0
) -> StreamingResponse:
    """A strategy breaks a secret: server-sent events, one a generation and one a turn, and how it ended."""
    rules = rules_of(game)
    _refuse_unplayable([strategy], rules)
    words = (str(rules), strategy, rules.show(rules.code(secret)), seed)
    here.pool.refuse_busy("heavy", here.visitors.name(request))
    return events(here.pool.stream("heavy", "watch", *words, visitor=here.visitors.name(request)))


@api.get("/compare", response_class=StreamingResponse, responses={200: {"content": {"text/event-stream": {}}}})
async def compare(
    request: Request,
    here: Here,
    game: GameText,
    strategy: Annotated[list[StrategyText], Query(min_length=1, max_length=4)],
    games: Annotated[int, Query(ge=1, le=1000)] = 100,
    seed: Seed = 0,
    seconds: Annotated[int, Query(ge=1, le=20)] = 5,
) -> StreamingResponse:
    """Strategies on the same secrets, as many games as time allows: server-sent events, the last has it all."""
    rules = rules_of(game)
    _refuse_unplayable(strategy, rules)
    here.pool.refuse_busy("heavy", here.visitors.name(request))
    words = (str(rules), strategy, games, seed, seconds)
    return events(here.pool.stream("heavy", "compare", *words, visitor=here.visitors.name(request)))


def _refuse_unplayable(names: list[str], game: Game) -> None:
    """An error now, with its status, not as the only event of a stream."""
    for name in names:
        refuse_unsupported(strategy_of(name), game)


def events(rows: AsyncGenerator[Any, None]) -> StreamingResponse:
    """Rows as server-sent events; an error is the last of them."""

    async def lines() -> AsyncIterator[str]:
        async with aclosing(rows):
            try:
                async for row in rows:
                    yield f"data: {json.dumps(finite(row))}\n\n"
            except BlackpegError as error:
                yield f"data: {json.dumps({'type': 'error', 'error': str(error)})}\n\n"

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(lines(), media_type="text/event-stream", headers=headers)


def finite(value: Any) -> Any:
    """The same for JSON, which has no infinity."""
    if isinstance(value, float):
        return value if abs(value) < float("inf") else None
    if isinstance(value, dict):
        return {key: finite(one) for key, one in value.items()}
    return [finite(one) for one in value] if isinstance(value, list | tuple) else value
