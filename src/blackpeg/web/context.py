"""What the routes share: the store, the workers and the visitors of the running app."""

from __future__ import annotations

import datetime
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from starlette.requests import HTTPConnection

from ..puzzles.daily import DailyKey, daily_puzzle, daily_title
from ..puzzles.saved_game import SavedGame, daily_game
from .database_threads import DatabaseThreads
from .lanes.given_hints import GivenHints
from .models import Error, GameOut
from .operation.request_counts import RequestCounts
from .operation.study_runs import StudyRuns
from .people.devices_and_deletion import VisitorStore
from .people.known_devices import KnownDevices
from .people.live_events import LiveEvents
from .people.match_store import MatchStore
from .store import Store
from .visitors import Visitors, address
from .workers import Pool


@dataclass(frozen=True)
class Context:
    """The parts of the running app that requests use."""

    store: Store
    threads: DatabaseThreads
    pool: Pool
    visitors: Visitors
    lab_path: Path  # the lab's store
    matches: MatchStore
    devices: VisitorStore
    daily_key: DailyKey | None = None  # of a server whose daily puzzles are its own
    study_runs: StudyRuns | None = None  # of a server that only this machine reaches
    events: LiveEvents = field(default_factory=LiveEvents)
    known_devices: KnownDevices = field(init=False)
    counts: RequestCounts = field(default_factory=RequestCounts)
    given_hints: GivenHints = field(default_factory=GivenHints)

    def __post_init__(self) -> None:
        object.__setattr__(self, "known_devices", KnownDevices(self.devices, self.threads))

    def daily_game(self, day: datetime.date | None = None, now: datetime.date | None = None) -> SavedGame:
        """Today's puzzle, or that of an earlier day, as this server has it. `now`: the date, if it was read before."""
        return daily_game("medium", day, self.daily_key, now)

    def title(self, game: SavedGame) -> str:
        """The title of a game; a daily puzzle has its number, and the server's name if it is the server's own."""
        if game.day is None:
            return "Blackpeg"
        key, name = self.daily_key, ""
        if key is not None and game.secret is not None:
            own = daily_puzzle(game.day, "medium", key)[1]
            name = key.name if game.game.show(own) == game.game.show(game.secret) else ""
        return daily_title(game.day, name)

    async def find_visitor(self, connection: HTTPConnection) -> str:
        """Returns the visitor who sends a request, perhaps on another device; empty without a valid cookie."""
        device = self.visitors.device(connection)
        return await self.known_devices.visitor(device) if device else ""

    def announce(self, game: GameOut) -> None:
        """Tells those who wait for news of a game's match, or of the friend's code that it is about."""
        for kind, id in (("match", game.match), ("challenge", game.challenge)):
            if id is not None:
                self.events.notify(f"{kind} {id}")

    async def run(self, request: Request, lane: str, job: Callable[..., Any], *arguments: Any) -> Any:
        """Returns the result of a job that a visitor asks for."""
        return await self.pool.run(lane, job, *arguments, visitor=self.visitors.name(request), address=address(request))

    def stream(
        self, request: Request, lane: str, job: Callable[..., Any], *arguments: Any
    ) -> AsyncGenerator[Any, None]:
        """Yields what a job yields; raises `Busy` now, before the first item, if it can't be started."""
        visitor, origin = self.visitors.name(request), address(request)
        self.pool.refuse_busy(lane, origin, visitor)
        return self.pool.stream(lane, job, *arguments, visitor=visitor, address=origin)


def get_context(request: Request) -> Context:
    context: Context = request.app.state.context
    return context


async def _get_context(request: Request) -> Context:
    """The same for FastAPI, which calls what is not async in a thread."""
    return get_context(request)


ContextDep = Annotated[Context, Depends(_get_context)]


def error_responses(*codes: int) -> dict[int | str, dict[str, Any]]:
    """Describes errors for the API documentation, by their status."""
    texts = {
        404: "There is no such thing.",
        409: "It was done already, something else was done meanwhile, or it is not yours.",
        413: "The request is too large.",
        422: "Something in the request is wrong, or can't be computed within its budget.",
        429: "Too much at once; Retry-After says when to try again.",
    }
    return {code: {"model": Error, "description": texts[code]} for code in codes}


def make_router(tag: str) -> APIRouter:
    return APIRouter(prefix="/api", tags=[tag], responses=error_responses(413, 422, 429))
