"""What every request needs: the store, the workers, the visitors."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request

from ..game import Game
from .models import Error
from .store import Store
from .visitors import Visitors
from .workers import Pool

LIGHT = 10_000  # codes of games whose answers are soon found
QUICK = (None, "needle", "minimax", "expected_size", "entropy", "most_parts", "random", "lexicographic", "next_higher")


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


def lane_of(game: Game, strategy: str | None = None) -> str:
    """Where to compute: what may take long does not stand before what does not."""
    return "light" if game.size <= LIGHT and strategy in QUICK else "heavy"


def lane_of_move(game: Game, codemaker: str) -> str:
    """Where an adversary finds its answer: one that looks no further ahead never waits for anything else."""
    return "moves" if game.size <= LIGHT and codemaker in ("honest", "adversary") else "heavy"


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
