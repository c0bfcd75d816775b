"""How long a report over 40 strategies and a million games takes: `python benchmarks/report.py [GAMES] [STRATEGIES]`.

The games are made up and stored in a temporary folder; the mark of the issue is 10 seconds. Pages with all their
figures, each as SVG and PDF, are measured beside it.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time

import numpy as np

from blackpeg.lab import Experiment, Study
from blackpeg.lab.experiment import Record, Series, Task
from blackpeg.lab.report.report_json import build_report
from blackpeg.lab.report.study_pages import make_result, write_pages
from blackpeg.lab.store import Store


def records(series: Series, games: int, secrets: np.ndarray, k: int) -> Iterator[Record]:
    """Games of a made-up player that needs a little more than the one before it."""
    rng = np.random.default_rng(k)
    guesses = np.clip(np.rint(secrets + rng.normal(0.02 * k, 0.8, games)), 1, None).astype(int)
    for number, (value, seconds) in enumerate(zip(guesses.tolist(), rng.gamma(4, 1e-4, games).tolist(), strict=True)):
        yield Record(Task(series, number), "1234", True, value, value, 100 * value, 900 * value, value - 1, seconds)


def main() -> None:
    total, count = (int(word) for word in [*sys.argv[1:], *("1000000", "40")[len(sys.argv) - 1 :]])
    games, names = total // count, [f"random(first='{1111 + k}')" for k in range(count)]
    secrets = np.random.default_rng(0).normal(4.4, 0.5, games)
    study = Study("bench", f"{count} strategies, {total:,} games", (Experiment(("4x10",), tuple(names), games),))
    with tempfile.TemporaryDirectory() as folder, Store(f"{folder}/lab.db") as store:
        for k, name in enumerate(names):
            store.add(records(Series("4x10", name), games, secrets, k), "made up", "nobody")
        start, busy = perf_counter(), process_time()
        report = build_report(store, study)
        took = f"{perf_counter() - start:6.2f} s, {process_time() - busy:6.2f} s of them busy"
        print(f"report          {took}, {len(report['pairs'])} pairs")
        start, busy = perf_counter(), process_time()
        files = write_pages([make_result(store, study, Path(folder) / "pages" / "figures")], Path(folder) / "pages")
        took = f"{perf_counter() - start:6.2f} s, {process_time() - busy:6.2f} s of them busy"
        print(f"report -o DIR   {took}, {len(files)} files")


if __name__ == "__main__":
    main()
