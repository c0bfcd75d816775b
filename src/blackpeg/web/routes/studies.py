"""The API of the lab: studies with their progress, tables, figures, and what is stored, to download."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from functools import cache, lru_cache
from pathlib import Path
from time import monotonic
from typing import Any, Literal

from fastapi import Request, Response
from starlette.responses import StreamingResponse

from ...game import Game
from ...lab.experiment import ALL, len_of
from ...lab.store import Store as LabStore
from ...lab.study import Study
from ...lab.study_toml import built_in, load
from ...strategies import STRATEGIES
from ..context import Context, Here, errors, router
from ..models import Json, StudyRow
from ..store import Missing
from ..workers import Busy
from .strategies import events

api = router("lab")

LOOKS = 900  # seconds that progress is followed
DRAWING = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"  # what a figure may do when it is a page
EACH = 2.0  # seconds between looks
MOST_FOLLOWED, MOST_FOLLOWERS = 5, 200  # pages of a visitor, and of all, that follow progress

_following: Counter[str] = Counter()


@cache
def _study(name: str) -> Study:
    if name not in built_in():
        raise Missing(f"no study '{name}' (there are {', '.join(built_in())})")
    return load(name)


@api.get("/studies")
async def studies(here: Here) -> list[StudyRow]:
    """The studies that come along, and how far they are."""
    return await asyncio.to_thread(rows, here)


def rows(here: Context) -> list[StudyRow]:
    """How far each study is, looked up at most once a second for all who ask."""
    return _rows(here.lab, int(monotonic()))


@lru_cache(maxsize=1)
def _rows(lab: Path, second: int) -> list[StudyRow]:
    stored: dict[Any, tuple[int, float | None]] = {}
    if lab.exists():
        with LabStore(lab, write=False) as store:
            stored = {series: (count, last) for series, count, last in store.series()}
    told = []
    for name in built_in():
        study = _study(name)
        own = [stored[series] for series in study.series() if series in stored]
        told.append(StudyRow(
            name=name, title=study.title, games=list(dict.fromkeys(series.game for series in study.series())),
            strategies=list(dict.fromkeys(series.strategy for series in study.series())), claims=len(study.claims),
            stored=sum(count for count, _ in own), wanted=_wanted(name),
            last=max((last for _, last in own if last), default=None),
        ))  # fmt: skip
    return told


@cache
def _wanted(name: str) -> int:
    """Games that a study asks for; of all secrets, those without chance play each once."""
    return sum(
        Game.parse(one.game).size * (experiment.count if _has_chance(one.strategy) else 1)
        if one.secrets == ALL
        else len_of(one, experiment.count, experiment.codes)
        for experiment in _study(name).experiments
        for one in experiment.series()
    )


def _has_chance(strategy: str) -> bool:
    entry = STRATEGIES.get(strategy.partition("(")[0])
    return entry is None or "chance" in entry.kind


@api.get("/studies/events", include_in_schema=False)
async def progress(request: Request, here: Here) -> StreamingResponse:
    """The progress of studies: server-sent events whenever games were added."""
    visitor = here.visitors.name(request)
    if _following[visitor] >= MOST_FOLLOWED or _following.total() >= MOST_FOLLOWERS:
        raise Busy("too many pages follow the lab; close one of them", LOOKS)

    async def looks() -> AsyncGenerator[Json, None]:
        before: list[StudyRow] = []
        _following[visitor] += 1
        try:
            for _ in range(int(LOOKS / EACH)):
                now = await asyncio.to_thread(rows, here)
                if now != before:
                    before = now
                    yield {"type": "studies", "studies": [row.model_dump() for row in now]}
                await asyncio.sleep(EACH)
        finally:
            _following[visitor] -= 1

    return events(looks())


@api.get("/studies/{name}", responses=errors(404))
async def study(name: str, request: Request, here: Here) -> Json:
    """What was measured: a row a strategy, who beats whom, and claims beside measurements."""
    await _played(name, here)
    told: Json = await here.pool.run("heavy", "report", str(here.lab), name, visitor=here.visitors.name(request))
    return told


@api.get("/studies/{name}/figures", responses=errors(404))
async def figures(name: str, request: Request, here: Here) -> list[str]:
    """The names of a study's figures."""
    return list(await _figures(name, request, here))


@api.get("/studies/{name}/figures/{figure}.svg", responses={**errors(404), 200: {"content": {"image/svg+xml": {}}}},
         response_class=Response)  # fmt: skip
async def figure(name: str, figure: str, request: Request, here: Here) -> Response:
    """One figure."""
    drawn = await _figures(name, request, here)
    if figure not in drawn:
        raise Missing(f"no figure '{figure}' of {name} (there are {', '.join(drawn)})")
    return Response(drawn[figure], media_type="image/svg+xml", headers={"Content-Security-Policy": DRAWING})


@api.get("/studies/{name}/games.{form}", response_class=Response, responses={
    **errors(404), 200: {"content": {"text/csv": {}, "application/jsonl": {}}}})  # fmt: skip
async def download(name: str, form: Literal["csv", "jsonl"], request: Request, here: Here) -> Response:
    """The games of a study, to download."""
    await _played(name, here)
    told = await here.pool.run("heavy", "export", str(here.lab), name, form, visitor=here.visitors.name(request))
    kind = "text/csv" if form == "csv" else "application/jsonl"
    return Response(told, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}.{form}"'})


_drawn: dict[str, tuple[object, asyncio.Task[dict[str, bytes]]]] = {}  # by study, with what the store held then


async def _figures(name: str, request: Request, here: Context) -> dict[str, bytes]:
    """The figures; drawn once for all who ask, and again when games were added."""
    held = await _played(name, here)
    before, drawing = _drawn.get(name, (None, None))
    if drawing is None or before != held or (drawing.done() and drawing.exception()):
        job = here.pool.run("heavy", "figures", str(here.lab), name, visitor=here.visitors.name(request))
        drawing = asyncio.create_task(job)
        _drawn[name] = held, drawing
    return await asyncio.shield(drawing)


async def _played(name: str, here: Context) -> StudyRow:
    """How far a study is; missing where nothing of it was played."""
    _study(name)
    row = next(row for row in await asyncio.to_thread(rows, here) if row.name == name)
    if not row.stored:
        raise Missing(f"nothing of {name} was played yet; 'blackpeg lab run {name}' plays it")
    return row
