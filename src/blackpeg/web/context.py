"""What the routes share: the store, the workers and the visitors of the running app."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request

from .models import Error
from .store import Store
from .visitors import Visitors
from .workers import Pool


@dataclass(frozen=True)
class Context:
    """The parts of the running app that requests use."""

    store: Store
    pool: Pool
    visitors: Visitors
    lab_path: Path  # the lab's store

    async def run(self, request: Request, lane: str, job: Callable[..., Any], *arguments: Any) -> Any:
        """Returns the result of a job that a visitor asks for."""
        return await self.pool.run(lane, job, *arguments, visitor=self.visitors.name(request))

    def stream(
        self, request: Request, lane: str, job: Callable[..., Any], *arguments: Any
    ) -> AsyncGenerator[Any, None]:
        """Yields what a job yields; raises `Busy` now, before the first item, if it can't be started."""
        visitor = self.visitors.name(request)
        self.pool.refuse_busy(lane, visitor)
        return self.pool.stream(lane, job, *arguments, visitor=visitor)


def get_context(request: Request) -> Context:
    context: Context = request.app.state.context
    return context


ContextDep = Annotated[Context, Depends(get_context)]


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
