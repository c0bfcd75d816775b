"""Commands about a store as a script or a person meets them."""

from __future__ import annotations

import csv
import json
import os
import sqlite3
from pathlib import Path
from threading import Thread

from cli.lab.processes import SOURCES, Run, rows


def test_replay_plays_the_same_game(process: Run, lab: Run, folder: Path) -> None:
    name = "lexicographic(first='122')"
    lab("run", "small.toml")
    result = json.loads(lab("replay", "3x4", name, "uniform", "0", "7", "--json").stdout)
    assert (result["task"], result["stored"], result["same"]) == (f"3x4 {name} uniform 0 7", True, True)
    as_one = lab("replay", '3x4 lexicographic(first = "122") uniform 0 7').stdout  # however it is written
    assert f"task         3x4 {name} uniform 0 7\n" in as_one
    with sqlite3.connect(folder / "data" / "lab.db") as db:
        db.execute("UPDATE games SET guesses = 99 WHERE number = 7")
    assert "in the store" in process("replay", "3x4", name, "uniform", "0", "7", status=1).stdout
    assert json.loads(lab("replay", "3x4", name, "uniform", "1", "7", "--json").stdout)["stored"] is False


def test_shards_merged_are_the_whole(lab: Run, folder: Path) -> None:
    lab("run", "small.toml", "--store", "whole.db")
    played = 0
    for k in (1, 2, 3):
        played += json.loads(lab("run", "small.toml", "--shard", f"{k}/3", "--store", f"{k}.db", "--json").stdout)[
            "played"
        ]
    done = json.loads(lab("merge", "1.db", "2.db", "3.db", "--store", "merged.db", "--json").stdout)
    assert played == sum(done["taken"].values()) == 36
    assert rows(folder / "merged.db") == rows(folder / "whole.db")
    assert "0 games copied from 2.db" in lab("merge", "2.db", "--store", "merged.db").stdout


def test_exports_say_the_same(process: Run, lab: Run, folder: Path) -> None:
    from pyarrow import parquet

    lab("run", "small.toml")
    for form in ("csv", "jsonl", "parquet"):
        assert json.loads(lab("export", "--format", form, "-o", f"x.{form}", "--json").stdout)["games"] == 36
    with open(folder / "x.csv", newline="") as file:
        texts = list(csv.DictReader(file))
    lines = [json.loads(line) for line in (folder / "x.jsonl").read_text().splitlines()]
    table = parquet.read_table(folder / "x.parquet").to_pylist()
    assert len(texts) == len(lines) == len(table) == 36
    for text, line, row in zip(texts, lines, table, strict=True):
        assert line == row and type(row["solved"]) is type(row["candidates_only"] or False) is bool
        shown = {key: str(value).lower() if isinstance(value, bool) else value for key, value in row.items()}
        assert {key: "" if value is None else str(value) for key, value in shown.items()} == text
    assert [line["first"] for line in lines[::12]] == [None, None, "122"], "parameters are columns"
    assert lab("export", "-o", "-").stdout == (folder / "x.csv").read_text()
    (folder / "none").mkdir()
    (folder / "none" / "pyarrow.py").write_text("raise ImportError\n")
    path = f"{folder / 'none'}{os.pathsep}{SOURCES}"
    error = process("export", "--format", "parquet", "-o", "y", status=2, PYTHONPATH=path).stderr
    assert error == (
        "blackpeg: Parquet needs PyArrow: pip install 'blackpeg[parquet]', or in a clone pip install '.[parquet]'; "
        "csv and jsonl need nothing\n"
    )
    assert sorted(path.name for path in folder.glob("*y*")) == []


def test_an_export_of_a_study_and_of_a_strategy(lab: Run, folder: Path) -> None:
    (folder / "other.toml").write_text((folder / "small.toml").read_text().replace("3x4", "3x3"))
    lab("run", "small.toml", "other.toml")
    (folder / "few.toml").write_text((folder / "small.toml").read_text().replace("count = 12", "count = 5"))
    assert lab("export", "small.toml", "-o", "x.jsonl").stdout == "36 games written to x.jsonl\n"
    games = [json.loads(line) for line in (folder / "x.jsonl").read_text().splitlines()]
    assert {game["game"] for game in games} == {"3x4"}, "by its ending it is JSON"
    assert lab("export", "few.toml", "-o", "x.csv").stdout == "15 games written to x.csv\n"
    assert lab("export", "few.toml", "--strategy", "random", "-o", "x.csv").stdout == "5 games written to x.csv\n"
    assert lab("export", "--strategy", "random", "-o", "x.csv").stdout == "24 games written to x.csv\n"
    error = lab("export", "few.toml", "--strategy", "rndom", "-o", "x.csv", status=2).stderr
    assert "few has no strategy 'rndom'; did you mean random?" in error


def test_histories_of_an_export(lab: Run, folder: Path) -> None:
    lab("run", "small.toml")
    done = lab("export", "small.toml", "--histories", "-o", "x.csv")
    assert (done.stdout, done.stderr) == ("36 games written to x.csv\n", "")
    with open(folder / "x.csv", newline="") as file:
        games = list(csv.DictReader(file))
    for game in games:
        assert len(game["history"].split()) == int(game["guesses"])
        assert game["history"].endswith(f"{game['secret']}=3b0w")
    with sqlite3.connect(folder / "data" / "lab.db") as db:
        db.execute("UPDATE games SET digest = 'other' WHERE number = 1")
        db.execute("UPDATE games SET guesses = 99 WHERE number = 2")
    done = lab("export", "small.toml", "--histories", "-o", "x.csv", status=1)
    assert "3 games have no history, as other code made them\n" in done.stderr
    assert "3 games came out differently when played again: the first is '3x4 random uniform 0 2'" in done.stderr
    found = json.loads(lab("export", "small.toml", "--histories", "-o", "x.csv", "--json", status=1).stdout)
    assert (found["other_code"], len(found["differing"])) == (3, 3)


def test_an_export_leaves_links_and_pipes_what_they_are(lab: Run, folder: Path) -> None:
    lab("run", "small.toml")
    expected = lab("export", "-o", "-").stdout
    (folder / "far").mkdir()
    for target in ("far/there.csv", "far/new.csv"):
        link = folder / "link.csv"
        link.unlink(missing_ok=True)
        link.symlink_to(target)
        (folder / "far" / "there.csv").write_text("old")
        lab("export", "-o", "link.csv")
        assert link.is_symlink() and (folder / target).read_text() == expected
    os.mkfifo(folder / "pipe")
    (folder / "link").symlink_to("pipe")
    for name in ("pipe", "link"):
        read: list[str] = []
        reader = Thread(target=lambda read=read: read.append((folder / "pipe").read_text()), daemon=True)
        reader.start()
        lab("export", "-o", name)
        reader.join(10)
        assert read == [expected]
    assert (folder / "pipe").is_fifo() and (folder / "link").is_symlink()
    assert not [path.name for path in folder.rglob("*.partial")]


def test_status(lab: Run, folder: Path) -> None:
    lab("run", "small.toml")
    found = json.loads(lab("status", "--json").stdout)
    assert [(row["game"], row["strategy"], row["secrets"], row["seed"], row["games"]) for row in found] == [
        ("3x4", name, "uniform", 0, 12) for name in ("random", "entropy", "lexicographic(first='122')")
    ]
    assert "36 games" in lab("status").stdout
