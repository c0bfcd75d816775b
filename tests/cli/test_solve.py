"""`blackpeg solve`: the record of a game, generations, the adversary, and what is refused."""

from __future__ import annotations

import re
from collections import Counter
from itertools import product

import pytest
from cli.commands import CODES, Terminal, check_errors, consistent, feedback, output, output_json


def test_json_holds_the_whole_game() -> None:
    game = output_json("solve", "4x6", "--secret", "6543", "--strategy", "minimax", "--seed", "7")
    assert list(game) == [
        "game", "strategy", "codemaker", "secret", "seed", "solved", "guesses", "queries", "evaluations", "feedbacks",
        "known", "seconds", "history",
    ]  # fmt: skip
    assert (game["codemaker"], game["seed"]) == ("honest", 7)
    assert (game["game"], game["strategy"], game["secret"], game["solved"]) == ("4x6", "minimax", "6543", True)
    assert game["guesses"] == game["queries"] == len(game["history"]) <= 5
    assert game["history"][0]["guess"] == "1122"  # Knuth's first guess
    for name in ("guesses", "queries", "evaluations", "feedbacks", "known"):
        assert type(game[name]) is int
    assert type(game["seconds"]) is float
    codes, known = CODES, None
    for turn, row in enumerate(game["history"], 1):
        assert list(row) == ["guess", "feedback", "candidates", "left"]
        assert row["feedback"] == feedback("6543", row["guess"])
        assert row["candidates"] == len(codes)
        codes = consistent(codes, (row["guess"], row["feedback"]))
        assert row["left"] == len(codes)
        known = turn if known is None and len(codes) == 1 else known
    assert codes == ["6543"]
    assert game["known"] == known


def test_a_seed_repeats_a_game() -> None:
    games = [output_json("solve", "4x6", "-s", "random", "--seed", seed) for seed in ("3", "3", "4")]
    for game in games:
        del game["seconds"]
    assert games[0] == games[1] != games[2]
    drawn = output_json("solve", "4x6", "-s", "random")
    again = output_json("solve", "4x6", "-s", "random", "--seed", str(drawn["seed"]))
    assert {**again, "seconds": 0} == {**drawn, "seconds": 0}


def test_watching_shows_every_generation_and_changes_nothing() -> None:
    words = ("solve", "5x8", "--secret", "38164", "--strategy", "merelo2006", "--seed", "3")
    alone, watched, text = output_json(*words), output_json(*words, "--watch"), output(*words, "--watch")
    curve = watched.pop("curve")
    assert {**watched, "seconds": 0} == {**alone, "seconds": 0}
    assert list(curve[0]) == ["turn", "stage", "generation", "best", "mean", "worst", "diversity", "found"]
    turns = [row["turn"] for row in curve]
    assert turns == sorted(turns) and set(turns) == set(range(2, alone["guesses"] + 1))  # the first guess is fixed
    for turn in set(turns):
        rows = [row for row in curve if row["turn"] == turn]
        assert [row["generation"] for row in rows] == list(range(1, len(rows) + 1))
        assert [row["found"] > 0 for row in rows] == [row["best"] == 0 for row in rows]  # 0: a candidate, and played
        assert [row["best"] == 0 for row in rows] == [False] * (len(rows) - 1) + [True]
    assert all(row["best"] >= row["mean"] >= row["worst"] and 0 < row["diversity"] <= 1 for row in curve)
    # 400 codes at the second turn, all of them again at each later one, and 200 new ones a generation
    assert alone["evaluations"] == 400 * (alone["guesses"] - 1) + 200 * (len(curve) - alone["guesses"] + 1)
    heading, *lines = text.splitlines()[: len(curve) + 1]
    assert heading.split() == ["turn", "stage", "generation", "best", "mean", "worst", "diversity", "candidates"]
    assert all(len(line) <= 80 for line in (heading, *lines))
    cells = [line.split() for line in lines]
    assert [(int(cell[0]), int(cell[2]), float(cell[3])) for cell in cells] == [
        (row["turn"], row["generation"], row["best"]) for row in curve
    ]
    assert "Solved in" in text and "-0.000" not in text


def test_the_adversary_has_no_secret_and_says_what_leaves_most() -> None:
    game = output_json("solve", "3x4", "--codemaker", "adversary", "--strategy", "entropy")
    assert (game["codemaker"], game["secret"]) == ("adversary", None)
    assert game["solved"]
    codes = ["".join(code) for code in product("1234", repeat=3)]
    for row in game["history"]:
        parts = Counter(feedback(code, row["guess"]) for code in codes)
        if len(parts) > 1:
            del parts["3b0w"]
        assert parts[row["feedback"]] == max(parts.values()) == row["left"]
        codes = consistent(codes, (row["guess"], row["feedback"]))


def test_a_game_that_is_given_up_exits_with_1() -> None:
    text = output("solve", "4x6", "--secret", "6543", "--strategy", "entropy", "--limit", "1", status=1)
    assert "Not solved: given up after 1 guess." in text


def test_solve_prints_the_board() -> None:
    lines = output("solve", "4x6", "--secret", "1122", "--strategy", "minimax", "--seed", "1").splitlines()
    assert lines[0] == "4x6  minimax against the secret 1122, seed 1"
    assert [line.split() for line in lines[2:4]] == [
        ["guess", "feedback", "candidates"],
        ["1", "1122", "●●●●", "4b0w", "1,296", "→", "1"],
    ]
    assert "Solved in 1 guess." in lines


@pytest.mark.parametrize(
    ("game", "secret"),
    [("4x10-distinct", "A123"), ("4x6-black", "6543"), ("3x5-distinct-black", "543"), ("2x40", "11,23")],
)
def test_every_kind_of_game(game: str, secret: str) -> None:
    played = output_json("solve", game, "--secret", secret)
    assert (played["game"], played["secret"], played["solved"]) == (game, secret.lower(), True)
    assert played["history"][-1]["guess"] == secret.lower()
    assert played["history"][-1]["left"] == 1
    assert ("w" in played["history"][-1]["feedback"]) == ("black" not in game)


def test_a_game_too_large_to_list() -> None:
    game = output_json("solve", "20x20", "--secret", "k" * 20, "--strategy", "chen1996", "--limit", "1", status=1)
    assert (game["solved"], game["guesses"], game["known"], game["history"]) == (
        False,
        1,
        None,
        [{"guess": "1" * 20, "feedback": "0b0w", "candidates": 20**20, "left": 19**20}],
    )
    game = output_json("solve", "20x20", "--seed", "1", "--strategy", "chen1996", "--limit", "4", status=1)
    lefts = [row["left"] for row in game["history"]]
    assert all(left is None or 1 <= left < 20**20 for left in lefts)  # None where there are too many to count
    assert [row["candidates"] for row in game["history"]] == [20**20, *lefts[:-1]]


def test_128_pegs_are_read_and_written() -> None:
    secret = ",".join(str(128 - k) for k in range(128))
    game = output_json("solve", "128x128", "-s", "chen1996", "--secret", secret, "--limit", "2", status=1)
    assert game["secret"] == secret and not game["solved"] and game["guesses"] == 2
    for row in game["history"]:
        assert row["feedback"] == feedback(secret.split(","), row["guess"].split(","))


def test_a_terminal_without_unicode() -> None:
    text = output("solve", "4x6", "--secret", "1122", "-s", "minimax", PYTHONIOENCODING="ascii")
    assert "1  1122   4b0w      1,296 -> 1\n" in text


ERRORS = {
    "solve": "missing argument 'GAME'",
    "solve 4x": "no game '4x'",
    "solve 4x6-distnct": "did you mean distinct?",
    "solve 129x2": "1 to 128",
    "solve 4x6 --secret 1237": "no color '7', only 1 to 6",
    "solve 4x6 --secret 12²3": "no color '²'",
    "solve 4x6 --secret １２３４": "no color '１'",
    "solve 4x10-distinct --secret 1123": "repeats a color",
    "solve 4x6 --secret " + "1" * 5000: "5000 pegs, not 4",
    "solve 4x6 --strategy entrpy": "did you mean entropy?",
    "solve 4x6 --strategy entropy(candidate_only=True)": "did you mean candidates_only?",
    "solve 4x6 --strategy entropy(candidates_only=3)": "True or False",
    "solve 4x6 --strategy random(first='9999')": "no color '9'",
    "solve 20x20 --strategy entropy": "20x20 has",
    "solve 4x6 --seed -1": "-1 is not in the range",
    "solve 4x6 --seed x": "'x' is not a valid whole number",
    "solve 4x6 --limit 0": "0 is not in the range",
    "solve 4x6 --strategy entropy --watch": "entropy has no generations to watch",
    "solve 4x6 --secret 1122 --codemaker adversary": "the adversary hides no secret",
    "solve 4x6 --codemaker advrsary": "did you mean adversary?",
    "solve 4x6 --codemaker adversary(steps=0)": "between 1 and 5 answers ahead",
    "solve 4x6 --codemaker adversary(steps=x)": "no codemaker 'adversary(steps=x)'",
    "solve 5x8 --codemaker adversary(perfect=True)": "the perfect adversary searches 5x8 for too long",
    "solve 4x6 --sed 1": "did you mean one of: '--secret', '--seed'?",
}


@pytest.mark.parametrize("line", ERRORS)
def test_errors(line: str) -> None:
    check_errors(line, ERRORS[line])


def test_a_game_of_forty_pegs_fits_a_terminal():
    secret = ",".join(str(color) for color in range(40, 0, -1))
    shown = Terminal(
        "solve", "40x40", "--secret", secret, "--strategy", "chen1996", "--limit", "2", NO_COLOR="1"
    ).until()
    shown = shown.partition("chen1996 against")[2]  # without what is shown while it thinks
    assert max(map(len, shown.split("\n"))) <= 80
    assert " ".join(secret.split(",")) in " ".join(shown.split())
    assert "Not solved: given up after 2 guesses." in shown


def test_a_game_that_is_stopped_is_shown():
    game = Terminal("solve", "40x40", "--seed", "1", NO_COLOR="1")
    game.until("about guess 3")
    game.child.sendintr()
    shown = game.until()
    assert re.search(r"Stopped after \d+ guesses, seed 1\.", shown) and re.search(r"^1  \d+b\d+w$", shown, re.M)
    assert game.status() == 130
