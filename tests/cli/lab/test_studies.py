"""`blackpeg lab` as a script or a person meets it: real processes, exit statuses, JSON, one sentence when wrong."""

from __future__ import annotations

import csv
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from statistics import mean, stdev

import pexpect
import pytest
from cli.lab.processes import Run, environment, rows

T39 = 2.022691  # Student's t, 0.975, 39 degrees of freedom


def test_help_is_light() -> None:
    code = (
        "import sys\nfrom blackpeg.cli.main import main\nsys.argv = ['blackpeg', *sys.argv[1:]]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "assert not {'numpy', 'numba', 'scipy', 'rich', 'sqlite3'} & set(sys.modules)"
    )
    for words in (["--help"], ["lab", "--help"], ["lab", "compare", "--help"]):
        done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)
        assert "lab" in done.stdout


def test_compare_counts_as_the_games_say(process: Run, lab: Run, folder: Path) -> None:
    words = (
        "compare",
        "random",
        "entropy",
        "lexicographic(first = '122')",
        "--game",
        "3x4",
        "--games",
        "40",
        "--seed",
        "5",
    )
    result = json.loads(process(*words, "--json").stdout)
    process("export", "-o", "games.csv")
    with open(folder / "games.csv", newline="") as file:
        games = list(csv.DictReader(file))
    assert list(result)[:3] == ["game", "games", "seed"]
    assert (result["game"], result["games"], result["seed"], len(result["rows"])) == ("3x4", 40, 5, 3)
    guesses_of: dict[str, dict[str, int]] = {}
    for row in result["rows"]:
        own = [game for game in games if game["strategy"] == row["strategy"]]
        guesses_of[row["strategy"]] = {game["secret"] + game["number"]: int(game["guesses"]) for game in own}
        guesses = [int(game["guesses"]) for game in own]
        half = T39 * stdev(guesses) / 40**0.5
        assert len(own) == row["games"] == 40
        assert row["average"] == pytest.approx(mean(guesses))
        assert (row["low"], row["high"]) == pytest.approx((mean(guesses) - half, mean(guesses) + half), abs=1e-5)
        assert row["sd"] == pytest.approx(stdev(guesses), abs=1e-6)
        assert (row["max"], row["failures"]) == (max(guesses), 0)
        for cost in ("queries", "evaluations", "feedbacks"):
            assert row[cost] == pytest.approx(mean(float(game[cost]) for game in own))
        assert row["seconds"] == pytest.approx(mean(float(game["seconds"]) for game in own), rel=1e-3)
    names = ["random", "entropy", "lexicographic(first='122')"]
    assert list(guesses_of) == names
    assert guesses_of["random"].keys() == guesses_of["entropy"].keys()  # the same secrets
    assert [(pair["a"], pair["b"]) for pair in result["pairs"]] == [
        (names[0], names[1]), (names[0], names[2]), (names[1], names[2])
    ]  # fmt: skip
    for pair in result["pairs"]:
        a, b = guesses_of[pair["a"]], guesses_of[pair["b"]]
        differences = [a[key] - b[key] for key in a]
        half = T39 * stdev(differences) / 40**0.5
        assert pair["difference"] == pytest.approx(mean(differences))
        assert (pair["low"], pair["high"]) == pytest.approx(
            (mean(differences) - half, mean(differences) + half), abs=1e-5
        )
        assert 0 < pair["p"] <= 1
    text = lab(*words).stdout
    assert "Who beats whom" in text
    assert all(name in text for name in names)
    assert len(rows(folder / "data" / "lab.db")) == 120  # nothing was played again


def test_one_strategy_over_all_secrets_is_exact(lab: Run) -> None:
    result = json.loads(lab("compare", "minimax", "--game", "4x6", "--secrets", "all", "--json").stdout)
    (row,) = result["rows"]
    assert (result["games"], row["average"], row["exact"]) == (1296, round(5801 / 1296, 6), True)  # Knuth 1977
    assert row["distribution"] == {"1": 1, "2": 6, "3": 62, "4": 533, "5": 694}
    assert result["pairs"] == []


def test_secrets_of_a_file(lab: Run, folder: Path) -> None:
    (folder / "codes.txt").write_text("112\n443  # a note\n221\n")
    words = ("compare", "random", "entropy", "--game", "3x4", "--secrets", "codes.txt")
    assert json.loads(lab(*words, "--json").stdout)["games"] == 3
    assert json.loads(lab(*words, "--games", "2", "--json").stdout)["games"] == 2
    lab("export", "--format", "jsonl", "-o", "games.jsonl")
    games = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    assert [game["secret"] for game in games if game["strategy"] == "random"] == ["112", "443", "221"]
    (folder / "codes.txt").write_text("112\n445\n")
    done = lab(*words, status=2)
    assert done.stderr == "blackpeg: codes.txt, line 2 is not a code of 3x4 (3 pegs, colors 1 to 4)\n"


def test_until_the_interval_is_narrow(lab: Run) -> None:
    words = ("compare", "random", "entropy", "--game", "3x4", "--until-interval", "0.12", "--json")
    result = json.loads(lab(*words).stdout)
    for row in result["rows"]:
        assert row["high"] - row["low"] <= 0.12
        assert row["games"] >= 100
    assert json.loads(lab(*words).stdout) == result  # nothing was played again
    least = json.loads(lab(*words, "--games", "800").stdout)
    assert all(row["games"] >= 800 for row in least["rows"])


def test_running_again_plays_what_is_missing(lab: Run, folder: Path) -> None:
    done = json.loads(lab("run", "small.toml", "--json").stdout)
    assert (done["played"], done["there"]) == (36, 0)
    db = folder / "data" / "lab.db"
    before, undisturbed = rows(db, but=()), rows(db)
    with sqlite3.connect(db) as store:
        store.execute("DELETE FROM games WHERE number IN (3, 7)")
    assert lab("run", "small.toml").stdout == f"6 games played, 30 were there; {db}\n"
    assert rows(db) == undisturbed
    assert len(set(before) & set(rows(db, but=()))) == 30  # these were left alone, to the second
    assert json.loads(lab("run", "small.toml", "--games", "13", "-j", "2", "--json").stdout)["played"] == 3
    other = json.loads(lab("run", "small.toml", "--seed", "1", "--json").stdout)
    assert (other["played"], other["there"]) == (36, 0)


def test_report_list_and_figures(lab: Run, folder: Path) -> None:
    assert lab("report", "small.toml", status=2).stderr.startswith("blackpeg: there is no store ")
    lab("run", "small.toml")
    report = json.loads(lab("report", "small.toml", "--json").stdout)
    assert (report["study"], report["title"], len(report["rows"]), len(report["pairs"])) == ("small", "Small", 3, 3)
    (claim,) = report["claims"]
    assert (claim["claimed"], claim["measured"]) == (3.0, report["rows"][0]["average"])
    text = lab("report", "small.toml", "small.toml").stdout
    assert text.count("lexicographic(first='122')") >= 4
    assert len(json.loads(lab("report", "small.toml", "small.toml", "--json").stdout)) == 2
    assert "classics" in [row["name"] for row in json.loads(lab("list", "--json").stdout)]
    assert "classics" in lab("list").stdout
    first = lab("plot", "small.toml", "-o", "one", "--format", "svg").stdout.split()
    second = json.loads(lab("plot", "small.toml", "-o", "two", "--format", "svg", "--json").stdout)
    assert len(first) == 4
    for a, b in zip(first, second, strict=True):
        assert (folder / a).read_bytes() == (folder / b).read_bytes()


def test_games_of_other_code_are_not_mixed(lab: Run, folder: Path) -> None:
    lab("run", "small.toml")
    with sqlite3.connect(folder / "data" / "lab.db") as db:
        db.execute("UPDATE games SET digest = 'older' WHERE number < 4")
    error = lab("run", "small.toml", status=2).stderr
    assert "other code made" in error
    assert "--fresh" in error
    assert "different code made these games" in lab("status").stdout
    assert json.loads(lab("run", "small.toml", "--fresh", "--json").stdout)["played"] == 36


WRONG = [
    (("status",), "there is no store "),
    (("status", "--store", "none.db"), "there is no store none.db"),
    (("status", "--store", "."), ". can't be used as a store of the lab: "),
    (("status", "--store", "small.toml"), "small.toml can't be used as a store of the lab: "),
    (("run", "small.toml", "--store", "small.toml"), "small.toml can't be used as a store of the lab: "),
    (("run", "small.toml", "--store", "small.toml/x.db"), "small.toml/x.db can't be used as a store of the lab: "),
    (("merge", "none.db"), "there is no store none.db"),
    (("run", "smal"), "no study 'smal'"),
    (("run", "small.toml", "--shard", "1/" + "9" * 5000), "'1/999"),
    (("run", "small.toml", "--games", "9" * 5000), "invalid value for '--games': '99999999999999999999…' has 5,000"),
    (("run", "small.toml", "--game-seconds", "nan"), "invalid value for '--game-seconds'"),
    (("run", "small.toml", "--game-seconds", "0"), "invalid value for '--game-seconds'"),
    (("run", "small.toml", "--game-seconds", "1e9"), "--game-seconds: a time limit of 1000000000.0 seconds; "),
    (("compare", "random", "--game", "3x4", "--until-interval", "nan"), "invalid value for '--until-interval'"),
    (("replay", "3x4", "random", "uniform", "0", "9" * 5000), "'3x4 random uniform 0 999"),
    (("replay", "3x4", "random", "uniform", "9" * 5000, "0"), "'3x4 random uniform 999"),
    (("replay", "3x4", "random", "list", "0", "0", "9" * 5000), "'999"),
    (("run", "small.toml", "--shard", "4/3"), "'4/3' is not a shard"),
    (("run", "small.toml", "--shard", "1/3", "--until-interval", "1"), "--until-interval needs all games in one store"),
    (("compare", "minimax", "--game", "3x4", "--secrets", "all", "--until-interval", "1"), "--until-interval needs"),
    (("compare", "entrpy", "--game", "3x4"), "no strategy 'entrpy'; did you mean entropy?"),
    (("compare", "random", "--game", "3y4"), "no game '3y4'"),
    (("compare", "random", "--game", "3x4", "--secrets", "none.txt"), "secrets 'none.txt' is neither"),
    (("compare", "random", "--game", "3x4", "--games", "0"), "invalid value for '--games'"),
    (("compare", "random", "--game", "3x4", "--seed", "9" * 20), "seed: "),
    (("replay", "3x4", "random", "uniform", "0"), "'3x4 random uniform 0' is not a task"),
    (("export", "-o", "."), ". can't be written"),
    (("stats",), "no such command 'stats'"),
]


@pytest.mark.parametrize("words, sentence", WRONG, ids=[" ".join(words) for words, _ in WRONG])
def test_what_is_wrong_is_one_sentence(lab: Run, words: tuple[str, ...], sentence: str) -> None:
    if words[0] == "export":
        lab("run", "small.toml")
    done = lab(*words, "--json", status=2)
    assert done.stderr == ""
    printed = json.loads(done.stdout)
    assert list(printed) == ["error"]
    assert printed["error"].startswith(sentence), printed


def test_a_study_is_found_by_its_name(lab: Run) -> None:
    assert lab("run", "small").stdout.startswith("36 games played, ")


def test_a_process_that_fails_says_so_with_its_status(process: Run) -> None:
    assert process("status", status=2).stderr.startswith("blackpeg: there is no store ")
    assert json.loads(process("run", "smal", "--json", status=2).stdout)["error"].startswith("no study 'smal'")


def test_ctrl_c_keeps_everything(folder: Path) -> None:
    db = folder / "lab.db"
    command = ["compare", "random", "--game", "5x8", "--games", "1000000", "--store", str(db), "--jobs", "2"]
    running = subprocess.Popen(
        [sys.executable, "-m", "blackpeg", "lab", *command],
        env=environment(folder), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
        start_new_session=True,
    )  # fmt: skip
    while running.poll() is None and not (db.exists() and _count(db)):
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to the whole group
    out, error = running.communicate(timeout=60)
    assert (running.returncode, out) == (130, "")
    kept = _count(db)
    assert kept > 0
    assert error.strip() == f"stopped; {kept:,} games were played and are kept; run the command again to go on"


def _count(path: Path) -> int:
    try:
        with sqlite3.connect(path) as db:
            return int(db.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.OperationalError:  # not made yet
        return 0


def test_a_terminal_shows_bars_with_averages_and_time_left(folder: Path) -> None:
    words = ["-m", "blackpeg", "lab", "compare", "random", "entropy", "--game", "4x6", "--games", "1500"]
    env = {**environment(folder), "TERM": "xterm-256color"}
    child = pexpect.spawn(sys.executable, words, env=env, dimensions=(30, 80), encoding="utf-8", timeout=100)
    child.expect(r"in all.*/3,000.*(about|more than) \d+ s left")
    child.expect(r"4x6 random.*/1,500.*4\.\d\d\d ± 0\.")
    child.expect(r"4x6, 1,500 games each, uniform secrets, seed 0")
    child.expect(pexpect.EOF)
    assert "random − entropy" in child.before
    child.close()
    assert child.exitstatus == 0
