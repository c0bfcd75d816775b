"""`blackpeg search`: a line a generation, queries counted, and what it is not for."""

from __future__ import annotations

import pytest
from cli.commands import check_errors, output, output_json


@pytest.mark.parametrize(("method", "population"), [("cabana_tupac", 40), ("cunha_silva(replacement='gen')", 150)])
def test_json(method: str, population: int) -> None:
    words = ("search", "4x6", "--method", method, "--secret", "6543", "--seed", "2")
    found = output_json(*words)
    assert {"game", "method", "secret", "solved", "generations", "stages", "queries", "curve"} <= set(found)
    assert (found["game"], found["secret"], found["seed"], found["solved"]) == ("4x6", "6543", 2, True)
    assert sum(found["stages"]) == found["generations"] == len(found["curve"])
    assert [row["generation"] for row in found["curve"]] == list(range(1, len(found["curve"]) + 1))
    assert found["curve"][0]["queries"] == population  # the first population is shown whole
    assert found["curve"][-1]["queries"] == found["queries"]
    assert all(row["best"] >= row["mean"] for row in found["curve"])
    assert output_json(*words) == found


def test_text() -> None:
    lines = output("search", "4x6", "-m", "cabana_tupac", "--secret", "6543", "--seed", "2").splitlines()
    assert lines[0].split()[:4] == ["stage", "1", "generation", "1"]
    assert lines[-1].startswith("Found 6543 in ") and lines[-1].endswith(" queries to the secret.")


def test_a_search_that_fails_exits_with_1() -> None:
    words = ("search", "8x12", "-m", "cabana_tupac(limit=2)", "--secret", "12345678", "--seed", "1")
    assert "Not found 12345678" in output(*words, status=1)


def test_a_limit_of_queries_is_exact() -> None:
    words = ("search", "4x6", "-m", "cabana_tupac", "--secret", "6543", "--seed", "2")
    whole = output_json(*words)
    stopped = output_json(*words, "--limit", "50", status=1)
    assert (stopped["solved"], stopped["queries"]) == (False, 50)
    assert stopped["curve"] == whole["curve"][:1]  # the second population would need 40 more
    assert stopped["stages"] == [1]
    assert output_json(*words, "--limit", str(whole["queries"])) == whole
    assert "Not found 6543 in 0 generations: 7 queries to the secret." in output(*words, "--limit", "7", status=1)


ERRORS = {
    "search 4x6 -m cabana_tupac --limit 0": "0 is not in the range",
    "search 4x6 -m entropy": "entropy is a player that asks one code a turn",
    "search 4x6 -m cabana_tupak": "did you mean cabana_tupac?",
    "search 4x6 -m cabana_tupac --secret 11": "it has 2 pegs, not 4",
    "search 4x6-black -m cunha_silva": "4x6-black",
    "search 4x6 -m cunha_silva(replacement='gne')": "gen",
    "solve 4x6 -s cunha_silva": "it is no player; see 'blackpeg search'",
    "tree 4x6 -s cabana_tupac": "it is no player",
}


@pytest.mark.parametrize("line", ERRORS)
def test_errors(line: str) -> None:
    check_errors(line, ERRORS[line])
