"""`blackpeg search`: a line a generation, queries counted, and what it is not for."""

import json
import subprocess
import sys

import pytest


def blackpeg(*words):
    return subprocess.run([sys.executable, "-m", "blackpeg", *words], capture_output=True, text=True)


@pytest.mark.parametrize(
    ("method", "secret", "population"), [("cabana_tupac", "6543", 40), ("cunha_silva(replacement='gen')", "6543", 150)]
)
def test_json(method, secret, population):
    words = ("search", "4x6", "--method", method, "--secret", secret, "--seed", "2", "--json")
    done = blackpeg(*words)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert {"game", "method", "secret", "solved", "generations", "stages", "queries", "curve"} <= set(found)
    assert (found["game"], found["secret"], found["seed"], found["solved"]) == ("4x6", secret, 2, True)
    assert sum(found["stages"]) == found["generations"] == len(found["curve"])
    assert [row["generation"] for row in found["curve"]] == list(range(1, len(found["curve"]) + 1))
    assert found["curve"][0]["queries"] == population  # the first population is shown whole
    assert found["curve"][-1]["queries"] == found["queries"]
    assert all(row["best"] >= row["mean"] for row in found["curve"])
    assert json.loads(blackpeg(*words).stdout) == found


def test_lines_for_people():
    done = blackpeg("search", "4x6", "-m", "cabana_tupac", "--secret", "6543", "--seed", "2")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert lines[0].split()[:4] == ["stage", "1", "generation", "1"]
    assert lines[-1].startswith("Found 6543 in ") and lines[-1].endswith(" queries to the secret.")


def test_a_search_that_fails_exits_1():
    done = blackpeg("search", "8x12", "-m", "cabana_tupac(limit=2)", "--secret", "123456789abc"[:8], "--seed", "1")
    assert done.returncode == 1
    assert "Not found 12345678" in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("search", "4x6", "-m", "entropy"), "entropy is a player that asks one code a turn"),
        (("search", "4x6", "-m", "cabana_tupak"), "did you mean cabana_tupac?"),
        (("search", "4x6", "-m", "cabana_tupac", "--secret", "11"), "it has 2 pegs, not 4"),
        (("search", "4x6-black", "-m", "cunha_silva"), "4x6-black"),
        (("solve", "4x6", "-s", "cunha_silva"), "it is no player; see 'blackpeg search'"),
        (("tree", "4x6", "-s", "cabana_tupac"), "it is no player"),
        (("search", "4x6", "-m", "cunha_silva(replacement='gne')"), "gen"),
    ],
)
def test_errors(words, sentence):
    done = blackpeg(*words)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
