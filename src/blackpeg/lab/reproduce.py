"""Plays all studies of papers and writes their pages: `blackpeg lab reproduce`, or `make reproduce`.

`blackpeg lab reproduce --large`, or `make reproduce-large`, does so for the studies that take longest.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console
from rich.progress import track

from .. import __version__
from ..processes import end_with_parent
from .experiment import ALL_SECRETS, LISTED_SECRETS
from .report.study_pages import Result, make_result, settle_results, write_pages
from .runner import GameLimit, run_experiments
from .store import Store
from .study import Study
from .study_toml import load_study

REPRODUCED_STUDIES = (
    "genmm", "cabana_tupac", "cunha_silva", "cunha_silva_cited",
    "bestavros_belal", "berghman_levels", "knuth1977", "irving1979", "neuwirth1982", "koyama1993",
    "bernier1996", "bento1999", "swaszek1999", "kalisker2003", "hill2003", "kooi2005", "berghman2009",
    "eda2010", "merelo2011", "merelo2012", "cec2013", "gecco2013", "maestro2014", "oijen2018", "dynamic",
    "classics", "players", "everyone", "at_a_glance",
)  # fmt: skip  # those of papers, then those of all strategies
PAPERS_TITLE = "Mastermind papers, measured"
LARGE_STUDIES = ("needle", "scaling", "lookahead")  # what takes longest: large games, and several steps ahead
QUICK_DIVISOR = 100  # a quick reproduction plays a hundredth of the games


def _load_studies(quick: bool, large: bool) -> list[Study]:
    studies = [load_study(name) for name in (LARGE_STUDIES if large else REPRODUCED_STUDIES)]
    return [with_fewer_games(study) for study in studies] if quick else studies


def with_fewer_games(study: Study, divisor: int = QUICK_DIVISOR) -> Study:
    """Returns the study with a hundredth of its games, two at least; given secrets are still played once."""
    return replace(
        study,
        experiments=tuple(
            one
            if one.secrets == LISTED_SECRETS or one.count == 1
            else replace(one, count=max(1 + (one.secrets != ALL_SECRETS), one.count // divisor))
            for one in study.experiments
        ),
    )


def reproduce(
    store: Store, folder: Path, jobs: int = 1, quick: bool = False, fresh: bool = False,
    studies: list[Study] | None = None, large: bool = False, limit: GameLimit | None = None,
) -> list[Path]:  # fmt: skip
    """Plays the games that the store lacks, and writes pages into a folder; returns the files."""
    studies = _load_studies(quick, large) if studies is None else studies
    experiments = tuple(one for study in studies for one in study.experiments)
    run_experiments(store, experiments, jobs, fresh=fresh, limit=limit)
    results = settle_results(_make_results(store, studies, folder / "figures", quick, jobs))
    command = f"blackpeg lab reproduce{' --quick' * quick}{' --large' * large}"
    made_by = f"Made by `{command}`, version {__version__}; every seed stands in its study."
    if quick:
        made_by += " This is a quick run with few games: what differs may well agree in a full one."
    return write_pages(results, folder, made_by, "Large games and several steps ahead" if large else PAPERS_TITLE)


def _make_results(store: Store, studies: list[Study], figures: Path, quick: bool, jobs: int) -> list[Result]:
    """Makes reports and figures, with several jobs each in a process of its own; the largest study, the last, first."""
    largest_first = studies[::-1]
    here, elsewhere = partial(_make_one, figures, quick, store), partial(_open_and_make_one, store.path, figures, quick)
    with ProcessPoolExecutor(jobs, get_context("forkserver"), end_with_parent) if jobs > 1 else nullcontext() as pool:
        results = map(here, largest_first) if pool is None else pool.map(elsewhere, largest_first)
        out = Console(stderr=True)
        watched = track(results, "making pages", len(studies), console=out, transient=True, disable=not out.is_terminal)
        return list(watched)[::-1]


def _open_and_make_one(path: Path, figures: Path, quick: bool, study: Study) -> Result:
    """Does the same in another process."""
    with Store(path, write=False) as store:
        return _make_one(figures, quick, store, study)


def _make_one(figures: Path, quick: bool, store: Store, study: Study) -> Result:
    return make_result(store, study, figures, quick)
