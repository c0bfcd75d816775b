"""The API of the lab: studies, their progress, tables and figures, and their games to download."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from dataclasses import asdict
from functools import cache, lru_cache
from pathlib import Path
from time import monotonic
from typing import Any, Literal

from fastapi import HTTPException, Request, Response
from starlette.responses import StreamingResponse

from ...game import Game
from ...lab.experiment import ALL_SECRETS, Series, count_tasks
from ...lab.study import Study
from ...lab.study_toml import built_in_studies, load_study
from ...players import Strategy
from ...strategies import STRATEGIES, make
from .. import worker_jobs
from ..context import Context, ContextDep, error_responses, make_router
from ..lanes.fair_queue import Asker
from ..limits.open_streams import OpenStreams
from ..models import Json, StudyRow
from ..operation.settings import comes_from_own_page, comes_from_this_machine
from ..operation.study_runs import StudyRuns
from ..store import Missing
from ..visitors import address
from .stateless import stream_events

api = make_router("lab")

MAX_FOLLOW_SECONDS = 900  # that one request follows the progress of studies
POLL_SECONDS = 2.0  # between two looks at the store
MAX_FOLLOWERS_PER_VISITOR, MAX_FOLLOWERS = 5, 200  # pages that follow progress at the same time
FIGURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"  # for a figure opened as a page

_followers = OpenStreams(MAX_FOLLOWERS, MAX_FOLLOWERS_PER_VISITOR)


@cache
def _load_study(name: str) -> Study:
    if name not in built_in_studies():
        raise Missing(f"no study '{name}' (there are {', '.join(built_in_studies())})")
    return load_study(name)


@api.get("/studies", name="studies")
async def list_studies(context: ContextDep) -> list[StudyRow]:
    """The built-in studies and their progress."""
    return await _study_rows(context)


async def _study_rows(context: Context) -> list[StudyRow]:
    """Returns the progress of all studies, read from the store at most once a second for all visitors together."""
    return await context.threads.read_lab(_read_study_rows, context.lab_path, int(monotonic()))


@lru_cache(maxsize=1)
def _read_study_rows(lab_path: Path, second: int) -> list[StudyRow]:
    stored: dict[Any, tuple[int, float | None]] = {}
    if lab_path.exists():
        with worker_jobs.open_lab_store(lab_path) as store:
            stored = {series: (count, last) for series, count, last in store.series()}
    rows = []
    for name in built_in_studies():
        study = _load_study(name)
        asked = _count_asked_games(name)
        own = [(min(stored[one][0], asked[one]), stored[one][1]) for one in study.series() if one in stored]
        rows.append(StudyRow(
            name=name, title=study.title, games=list(dict.fromkeys(series.game for series in study.series())),
            strategies=list(dict.fromkeys(series.strategy for series in study.series())), claims=len(study.claims),
            minutes=study.minutes, stored=sum(count for count, _ in own), wanted=sum(asked.values()),
            last=max((last for _, last in own if last), default=None),
        ))  # fmt: skip
    return rows


@cache
def _count_asked_games(name: str) -> dict[Series, int]:
    """Counts the games of each series of a study; where several experiments ask for some, they are the same games."""
    counts: dict[tuple[Series, tuple[str, ...]], int] = {}
    for experiment in _load_study(name).experiments:
        for one in experiment.series():
            if one.secrets == ALL_SECRETS:
                games = Game.parse(one.game).size * (1 if _plays_secrets_once(one) else experiment.count)
            else:
                games = count_tasks(one, experiment.count, experiment.codes)
            counts[one, experiment.codes] = max(games, counts.get((one, experiment.codes), 0))
    asked = Counter[Series]()
    for (series, _), games in counts.items():
        asked[series] += games
    return asked


def _plays_secrets_once(series: Series) -> bool:
    """Checks whether a strategy plays all secrets once: it has no chance, or it follows a tree from a file."""
    entry = STRATEGIES.get(series.strategy.partition("(")[0])
    if entry is not None and not entry.chance:
        return True
    strategy = make(series.strategy)
    return isinstance(strategy, Strategy) and bool(strategy.data_files(Game.parse(series.game)))


@api.get("/studies/events", include_in_schema=False)
async def follow_studies(request: Request, context: ContextDep) -> StreamingResponse:
    """The progress of studies: a server-sent event whenever games were added, or a study was started or paused.

    `run` is the study that is played or was played last; null if this visitor can't start any.
    """
    stream = _followers.open(Asker(address(request), context.visitors.name(request)))
    runs = context.study_runs if comes_from_this_machine(request) else None

    async def poll() -> AsyncGenerator[Json, None]:
        before: object = None
        for _ in range(int(MAX_FOLLOW_SECONDS / POLL_SECONDS)):
            now = await _study_rows(context), None if runs is None else runs.last
            if now != before:
                before = now
                rows, run = now
                yield {"type": "studies", "studies": [row.model_dump() for row in rows], "may_start": runs is not None,
                       "run": None if run is None else asdict(run)}  # fmt: skip
            await asyncio.sleep(POLL_SECONDS)
            if stream.closed:
                return

    return stream_events(poll(), stream)


@api.post("/studies/{name}/start", include_in_schema=False)
async def start_study(name: str, request: Request, context: ContextDep) -> Json:
    """Begins to play what the store lacks of a study; for a page of a server that only this machine reaches."""
    runs = _own_runs(request, context)
    _load_study(name)
    return asdict(await asyncio.to_thread(runs.start, name))


@api.post("/studies/{name}/pause", include_in_schema=False)
async def pause_study(name: str, request: Request, context: ContextDep) -> Json:
    """Stops to play a study. What was played is kept."""
    runs = _own_runs(request, context)
    _load_study(name)
    return asdict(runs.pause(name))


def _own_runs(request: Request, context: Context) -> StudyRuns:
    """Returns what starts studies; refused unless only this machine reaches the server, and a page of it asks."""
    if context.study_runs is None or not comes_from_this_machine(request):
        raise HTTPException(403, "studies are started here only where nobody else reaches the server: blackpeg serve")
    if not comes_from_own_page(request):
        raise HTTPException(403, "studies are started and paused by the Lab page of this server only")
    return context.study_runs


@api.get("/studies/{name}", name="study", responses=error_responses(404))
async def show_study(name: str, request: Request, context: ContextDep) -> Json:
    """The results of a study: a row for each strategy, comparisons of strategies, and claims beside measurements."""
    await _played_study(name, context)
    report: Json = await context.run(request, "lab", worker_jobs.report, str(context.lab_path), name)
    return report


@api.get("/studies/{name}/figures", name="figures", responses=error_responses(404))
async def list_figures(name: str, request: Request, context: ContextDep) -> list[str]:
    """The names of a study's figures."""
    return list(await _draw_figures(name, request, context))


@api.get("/studies/{name}/figures/{figure}.svg", name="figure", response_class=Response,
         responses={**error_responses(404), 200: {"content": {"image/svg+xml": {}}}})  # fmt: skip
async def show_figure(name: str, figure: str, request: Request, context: ContextDep) -> Response:
    """A figure of a study."""
    figures = await _draw_figures(name, request, context)
    if figure not in figures:
        raise Missing(f"no figure '{figure}' of {name} (there are {', '.join(figures)})")
    return Response(figures[figure], media_type="image/svg+xml", headers={"Content-Security-Policy": FIGURE_POLICY})


@api.get("/studies/{name}/games.{form}", response_class=Response, responses={
    **error_responses(404), 200: {"content": {"text/csv": {}, "application/jsonl": {}}}})  # fmt: skip
async def download(name: str, form: Literal["csv", "jsonl"], request: Request, context: ContextDep) -> Response:
    """The games of a study, to download."""
    await _played_study(name, context)
    pieces = context.stream(request, "exports", worker_jobs.export, str(context.lab_path), name, form)
    first = await anext(pieces, b"")  # now, so that an error has a status of its own

    async def content() -> AsyncIterator[bytes]:
        async with aclosing(pieces):
            yield first
            async for piece in pieces:
                yield piece

    kind = "text/csv" if form == "csv" else "application/jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{form}"'}
    return StreamingResponse(content(), media_type=kind, headers=headers)


_figures: dict[str, tuple[StudyRow, asyncio.Task[dict[str, bytes]]]] = {}  # by study, with its progress at the time


async def _draw_figures(name: str, request: Request, context: Context) -> dict[str, bytes]:
    """Returns the figures of a study. They are drawn once for all visitors, and again when games were added."""
    progress = await _played_study(name, context)
    before, drawing = _figures.get(name, (None, None))
    if drawing is None or before != progress or (drawing.done() and drawing.exception()):
        drawing = asyncio.create_task(context.run(request, "lab", worker_jobs.figures, str(context.lab_path), name))
        _figures[name] = progress, drawing
    return await asyncio.shield(drawing)


async def _played_study(name: str, context: Context) -> StudyRow:
    """Returns the progress of a study; `Missing` if there is no such study, or none of its games was played."""
    _load_study(name)
    row = next(row for row in await _study_rows(context) if row.name == name)
    if not row.stored:
        raise Missing(f"nothing of {name} was played yet; 'blackpeg lab run {name}' plays it")
    return row
