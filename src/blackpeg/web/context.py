"""What every request needs: the store, the workers, the visitors."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request

from ..game import Game
from .models import Error
from .pool import Pool
from .store import Store
from .visitors import Visitors

LIGHT = 10_000  # codes of games for which any strategy answers soon


@dataclass(frozen=True)
class Context:
    store: Store
    pool: Pool
    visitors: Visitors
    lab: Path  # the lab's store


def context_of(request: Request) -> Context:
    context: Context = request.app.state.context
    return context


Here = Annotated[Context, Depends(context_of)]


def lane_of(game: Game) -> str:
    return "light" if game.size <= LIGHT else "heavy"


def errors(*codes: int) -> dict[int | str, dict[str, Any]]:
    """How these errors are described in the documentation."""
    texts = {
        404: "There is no such thing.",
        409: "It was done already, something else was meanwhile, or it is not yours.",
        413: "The request is too large.",
        422: "Something in the request is wrong, or can't be computed within its budget.",
        429: "Too much at once; Retry-After says when to try again.",
    }
    return {code: {"model": Error, "description": texts[code]} for code in codes}


def router(tag: str) -> APIRouter:
    return APIRouter(prefix="/api", tags=[tag], responses=errors(413, 422, 429))
