"""`blackpeg tournament`: its table, its JSON, and Ctrl-C."""

from __future__ import annotations

import re

import pytest
from cli.commands import Terminal, check_errors, output, output_json, run


def test_the_table_and_its_json() -> None:
    words = ("tournament", "lexicographic", "entropy", "--rounds", "60", "--seed", "1", "--limit", "5")
    result = output_json(*words)
    assert {key: result[key] for key in ("game", "rounds", "limit", "seed")} == {
        "game": "4x6", "rounds": 60, "limit": 5, "seed": 1,
    }  # fmt: skip
    first, second = result["standings"]
    assert (first["strategy"], first["rank"], second["rank"]) == ("entropy", 1, 2)
    games = [output_json("solve", "4x6", "-s", "entropy", "--secret", code)["guesses"] for code in ("1111", "6543")]
    assert min(games) <= first["average"] <= max(games)
    assert second["behind"] == pytest.approx(second["average"] - first["average"])
    assert second["unsolved"] > 0
    done = run(*words)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "4x6, 60 rounds, at most 5 guesses, seed 1"
    assert re.match(rf"1 entropy +{first['points']} +{first['unsolved']} +{first['average']:.3f} ± ", lines[3])
    assert re.match(rf"2 lexicographic +{second['points']} +{second['unsolved']} ", lines[4])
    assert f"entropy wins with {first['points']} points." in done.stdout
    assert "6 for a code that was not broken" in done.stdout


def test_ctrl_c_shows_the_table_so_far() -> None:
    game = Terminal("tournament", "random", "lexicographic", "--rounds", "10000000", "--seed", "1", columns=100)
    game.child.expect(r" [1-9]\d\d,?\d*/10,000,000")
    game.child.sendintr()
    shown = game.until("a 95 % interval")
    assert re.search(r"4x6, [\d,]+ rounds of 10,000,000, at most 15 guesses", shown)
    assert re.search(r"random wins with [\d,]+ points\.", shown)
    assert game.status() == 130


def test_other_seeds_and_processes() -> None:
    words = ("tournament", "random", "lexicographic", "--game", "3x4", "--rounds", "20", "--json")
    seeds = [output(*words, "--seed", seed, *jobs) for seed, jobs in (("1", ()), ("1", ("-j", "2")), ("2", ()))]
    assert seeds[0] == seeds[1] != seeds[2]


ERRORS = {
    "tournament entropy": "a tournament needs at least two strategies, and here is one",
    "tournament entropy entropy": "entropy takes part twice",
    "tournament entropy cunha_silva": "cunha_silva can't take part: this method asks the secret about every code",
    "tournament entropy randm": "no strategy 'randm'; did you mean random?",
    "tournament entropy random --game 12x12": "entropy at 12x12: 12x12 has 8.9 trillion codes",
    "tournament entropy random --limit 0": "0 is not in the range",
    "tournament entropy random --limit 1.5": "'1.5' is not a valid whole number",
    "tournament entropy random --rounds 0": "0 is not in the range",
    "tournament entropy random --rounds -1": "-1 is not in the range",
}


@pytest.mark.parametrize("line", ERRORS)
def test_errors(line: str) -> None:
    check_errors(line, ERRORS[line])
