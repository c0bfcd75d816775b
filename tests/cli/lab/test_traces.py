"""`blackpeg lab trace` as a script or a person meets it."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest
from cli.lab.processes import Run, environment

from blackpeg.lab.experiment import Series, Task
from blackpeg.lab.traces import trace

STUDY = """
title = "Evolving"
[[experiments]]
games = ["3x4"]
strategies = ["random", "merelo2006", "merelo2006(population=20)", "cabana_tupac"]
count = 5
"""


def read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_a_row_for_each_generation(lab: Run, folder: Path) -> None:
    from pyarrow import parquet

    (folder / "e.toml").write_text(STUDY)
    done = lab("trace", "e.toml", "-o", "t.csv", "--plot", "t.png")
    assert "left out, as they have no generations: random\n" in done.stderr
    rows = read(folder / "t.csv")
    assert done.stdout == f"{len(rows)} generations of 15 games written to t.csv and t.png\n"
    assert (folder / "t.png").read_bytes().startswith(b"\x89PNG")
    names = ("merelo2006", "merelo2006(population=20)", "cabana_tupac")
    expected = [row for name in names for k in range(5) for row in trace(Task(Series("3x4", name), k))]
    assert [{key: row[key] for key in expected[0]} for row in rows] == [
        {key: "" if value is None else str(value) for key, value in row.items()} for row in expected
    ]
    assert {row["population"] for row in rows if row["strategy"] == names[1]} == {"20"}
    lab("trace", "e.toml", "-o", "t.jsonl")
    lab("trace", "e.toml", "-o", "t.parquet", "--jobs", "2")
    lines = [json.loads(line) for line in (folder / "t.jsonl").read_text().splitlines()]
    assert lines == parquet.read_table(folder / "t.parquet").to_pylist()
    assert [{key: line[key] for key in expected[0]} for line in lines] == expected


def test_some_games_of_some_strategies(lab: Run, folder: Path) -> None:
    (folder / "e.toml").write_text(STUDY)
    found = json.loads(
        lab("trace", "e.toml", "-o", "t.csv", "--games", "2", "--strategy", "cabana_tupac", "--strategy",
            "merelo2006( population = 20 )", "--json").stdout
    )  # fmt: skip
    assert (found["files"], found["games"], found["stopped"]) == (["t.csv"], 4, False)
    rows = read(folder / "t.csv")
    assert {(row["strategy"], row["number"]) for row in rows} == {
        (name, number) for name in ("cabana_tupac", "merelo2006(population=20)") for number in "01"
    }
    printed = lab("trace", "e.toml", "-o", "-", "--games", "1", "--strategy", "merelo2006").stdout
    assert printed.startswith("game,strategy,secrets,seed,number,secret,turn,stage,generation,generations,size,best,")


def test_errors_are_sentences(lab: Run, folder: Path) -> None:
    (folder / "e.toml").write_text(STUDY)
    for words, sentence in (
        (("small.toml", "-o", "t.csv"),
         "small has no strategy that works in generations: random, entropy, lexicographic(first='122')"),
        (("e.toml", "-o", "t.csv", "--strategy", "random"),
         "e has no strategy that works in generations: random"),
        (("e.toml", "-o", "t.csv", "--strategy", "merelo206"),
         "e has no strategy 'merelo206'; did you mean merelo2006? (there is random, merelo2006, "
         "merelo2006(population=20), cabana_tupac)"),
        (("e.toml",), "there is nothing to write: give -o FILE, --plot FILE or both"),
        (("e.toml", "--plot", "t.gif"), "a figure is a .png or a .svg file, not 't.gif'"),
        (("e.toml", "-o", "none/t.csv"), "none/t.csv can't be written"),
        (("e.toml", "-o", "-", "--json"), "--json and -o - both print to standard output; leave out one of them"),
    ):  # fmt: skip
        done = lab("trace", *words, status=2)
        assert sentence in done.stderr + done.stdout
    assert not list(folder.glob("*t.csv*"))


@pytest.mark.parametrize(("jobs", "number"), [("1", signal.SIGINT), ("2", signal.SIGINT), ("1", signal.SIGKILL)])
def test_ctrl_c_keeps_the_games_that_were_done(folder: Path, jobs: str, number: signal.Signals) -> None:
    (folder / "long.toml").write_text(STUDY.replace("count = 5", "count = 10000000").replace('"random", ', ""))
    command = [sys.executable, "-m", "blackpeg", "lab", "trace", "long.toml", "-o", "t.csv", "--jobs", jobs]
    (folder / "t.csv").write_text("old")
    partial = folder / ".t.csv.partial"
    with subprocess.Popen(
        command, env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as started:
        while started.poll() is None and not (partial.exists() and partial.stat().st_size):
            sleep(0.05)  # until some games are done
        started.send_signal(number)
        out, errors = started.communicate(timeout=120)
    if number == signal.SIGKILL:
        assert (folder / "t.csv").read_text() == "old"
        return
    assert started.returncode == 130 and errors == "" and not partial.exists()
    rows = read(folder / "t.csv")
    games = int(rows[-1]["number"]) + 1
    assert out == f"stopped: {len(rows):,} generations of {games:,} games written to t.csv\n"
    whole = [row for k in range(games) for row in trace(Task(Series("3x4", "merelo2006"), k))]
    assert [(row["number"], row["best"]) for row in rows] == [(str(row["number"]), str(row["best"])) for row in whole]
