"""Everything that the papers print, played and reported: `blackpeg lab reproduce`, or `make reproduce`."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console
from rich.progress import track

from ... import __version__
from ...processes import end_with_parent
from ..experiment import ALL, LIST
from ..store import Store
from ..studies import run
from ..study import Study
from ..study_toml import load
from .results import Result, result_of, write

PAPERS = (
    "genmm_table1", "genmm_table2", "genmm_figures", "cabana_tupac", "cunha_silva", "cunha_silva_cited",
    "bestavros_belal", "berghman_levels", "knuth1977", "irving1979", "neuwirth1982", "koyama1993",
    "bernier1996", "bento1999", "swaszek1999", "kalisker2003", "hill2003", "kooi2005", "berghman2009",
    "eda2010", "merelo2011", "merelo2012", "cec2013", "gecco2013", "maestro2014", "oijen2018", "dynamic",
    "classics", "players", "everyone",
)  # fmt: skip  # the five papers, those they cite, and the tables of all strategies
QUICK = 100  # a quick reproduction plays one game where a full one plays as many


def studies_of(quick: bool) -> list[Study]:
    studies = [load(name) for name in PAPERS]
    return [quickly(study) for study in studies] if quick else studies


def quickly(study: Study, share: int = QUICK) -> Study:
    """The same with few games, two at least."""
    return replace(
        study,
        experiments=tuple(
            one
            if one.secrets == LIST or one.count == 1
            else replace(one, count=max(1 + (one.secrets != ALL), one.count // share))
            for one in study.experiments
        ),
    )


def reproduce(
    store: Store, folder: Path, jobs: int = 1, quick: bool = False, fresh: bool = False,
    studies: list[Study] | None = None,
) -> list[Path]:  # fmt: skip
    """Play what is missing, and write what came out into a folder; `fresh` plays again what other code made."""
    studies = studies_of(quick) if studies is None else studies
    run(store, tuple(one for study in studies for one in study.experiments), jobs, fresh=fresh)
    results = _results(store, studies, folder / "figures", quick, jobs)
    command = f"blackpeg lab reproduce{' --quick' * quick}"
    made_by = f"Made by `{command}`, version {__version__}; every seed stands in its study."
    if quick:
        made_by += " This is a quick run with few games: what differs may well agree in a full one."
    return write(results, folder, made_by)


def _results(store: Store, studies: list[Study], figures: Path, quick: bool, jobs: int) -> list[Result]:
    """Reports and figures of studies, each in a process of its own; the last study is the largest, and begins."""
    largest_first = studies[::-1]
    own, there = partial(_own, figures, quick, store), partial(_there, store.path, figures, quick)
    with ProcessPoolExecutor(jobs, get_context("forkserver"), end_with_parent) if jobs > 1 else nullcontext() as pool:
        made = map(own, largest_first) if pool is None else pool.map(there, largest_first)
        out = Console(stderr=True)
        told = track(made, "making pages", len(studies), console=out, transient=True, disable=not out.is_terminal)
        return list(told)[::-1]


def _there(path: Path, figures: Path, quick: bool, study: Study) -> Result:
    """The same, wherever this runs."""
    with Store(path, write=False) as store:
        return _own(figures, quick, store, study)


def _own(figures: Path, quick: bool, store: Store, study: Study) -> Result:
    """What came out of a study's own games, not those that others asked for."""
    return result_of(store.showing(study.asked()), study, figures, quick)
