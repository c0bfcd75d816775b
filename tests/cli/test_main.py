"""The commands as a script meets them: real processes, exit statuses, JSON, and sentences for what went wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from itertools import product
from math import log2
from pathlib import Path
from typing import Any

import pytest

import blackpeg
from blackpeg import Tree

SOURCES = Path(blackpeg.__file__).parents[1]
MINIMAX = [1, 6, 62, 533, 694]  # Knuth 1977
CODES = ["".join(code) for code in product("123456", repeat=4)]


def run(*words: str, text: str = "", python: tuple[str, ...] = (), **env: str) -> subprocess.CompletedProcess[str]:
    """`blackpeg words`, in a process of its own."""
    outside = {name: value for name, value in os.environ.items() if name not in ("FORCE_COLOR", "NO_COLOR", "COLUMNS")}
    return subprocess.run(
        [sys.executable, *python, "-m", "blackpeg", *words],
        input=text,
        capture_output=True,
        encoding="utf-8",
        env={**outside, "PYTHONPATH": str(SOURCES), "PYTHONIOENCODING": "utf-8", **env},
        timeout=120,
    )


def output(*words: str, status: int = 0, **more: str) -> str:
    """What a command prints that must not complain."""
    done = run(*words, **more)
    assert (done.returncode, done.stderr) == (status, ""), done
    assert "\x1b" not in done.stdout
    assert not any(line.endswith(" ") for line in done.stdout.splitlines()), done.stdout
    return done.stdout


def data(*words: str, status: int = 0) -> Any:
    """The JSON that a command prints."""
    return json.loads(output(*words, "--json", status=status))


def feedback(secret: str, guess: str) -> str:
    """By definition."""
    black = sum(a == b for a, b in zip(secret, guess, strict=True))
    both = sum((Counter(secret) & Counter(guess)).values())
    return f"{black}b{both - black}w"


def fitting(codes: list[str], *turns: tuple[str, str]) -> list[str]:
    return [code for code in codes if all(feedback(code, guess) == told for guess, told in turns)]


# solve


def test_solve_tells_the_whole_game() -> None:
    game = data("solve", "4x6", "--secret", "6543", "--strategy", "minimax", "--seed", "7")
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
        codes = fitting(codes, (row["guess"], row["feedback"]))
        assert row["left"] == len(codes)
        known = turn if known is None and len(codes) == 1 else known
    assert codes == ["6543"]
    assert game["known"] == known


def test_a_seed_makes_chance_repeat_itself() -> None:
    games = [data("solve", "4x6", "-s", "random", "--seed", seed) for seed in ("3", "3", "4")]
    for game in games:
        del game["seconds"]
    assert games[0] == games[1] != games[2]
    drawn = data("solve", "4x6", "-s", "random")
    again = data("solve", "4x6", "-s", "random", "--seed", str(drawn["seed"]))
    assert {**again, "seconds": 0} == {**drawn, "seconds": 0}


def test_watching_shows_every_generation_and_changes_nothing() -> None:
    words = ("solve", "5x8", "--secret", "38164", "--strategy", "merelo2006", "--seed", "3")
    alone, watched, text = data(*words), data(*words, "--watch"), output(*words, "--watch")
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
    lines = [line.split() for line in text.splitlines() if line.startswith("turn ")]
    assert [(int(line[1]), int(line[3]), float(line[5])) for line in lines] == [
        (row["turn"], row["generation"], row["best"]) for row in curve
    ]
    assert "Solved in" in text and "-0.000" not in text


def test_the_adversary_has_no_secret_and_says_what_leaves_most() -> None:
    game = data("solve", "3x4", "--codemaker", "adversary", "--strategy", "entropy")
    assert (game["codemaker"], game["secret"]) == ("adversary", None)
    assert game["solved"]
    codes = ["".join(code) for code in product("1234", repeat=3)]
    for row in game["history"]:
        parts = Counter(feedback(code, row["guess"]) for code in codes)
        if len(parts) > 1:
            del parts["3b0w"]
        assert parts[row["feedback"]] == max(parts.values()) == row["left"]
        codes = fitting(codes, (row["guess"], row["feedback"]))


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
    played = data("solve", game, "--secret", secret)
    assert (played["game"], played["secret"], played["solved"]) == (game, secret.lower(), True)
    assert played["history"][-1]["guess"] == secret.lower()
    assert played["history"][-1]["left"] == 1
    assert ("w" in played["history"][-1]["feedback"]) == ("black" not in game)


def test_where_nothing_can_be_listed() -> None:
    game = data("solve", "20x20", "--secret", "k" * 20, "--strategy", "chen1996", "--limit", "1", status=1)
    assert (game["solved"], game["guesses"], game["known"], game["history"]) == (
        False,
        1,
        None,
        [{"guess": "1" * 20, "feedback": "0b0w", "candidates": 20**20, "left": 19**20}],
    )
    game = data("solve", "20x20", "--seed", "1", "--strategy", "chen1996", "--limit", "4", status=1)
    lefts = [row["left"] for row in game["history"]]
    assert all(left is None or 1 <= left < 20**20 for left in lefts)  # None where there are too many to count
    assert [row["candidates"] for row in game["history"]] == [20**20, *lefts[:-1]]


# next


def test_next_ranks_the_guesses() -> None:
    advice = data("next", "4x6", "1122=1b1w", "--strategy", "entropy")
    candidates = fitting(CODES, ("1122", "1b1w"))
    assert list(advice) == ["guess", "candidates", "ranking", "sample", "seed"]
    assert advice["sample"] is None  # all candidates judge
    assert advice["candidates"] == len(candidates) == 208
    assert advice["guess"] == advice["ranking"][0]["guess"]
    assert [row["bits"] for row in advice["ranking"]] == sorted(
        (row["bits"] for row in advice["ranking"]), reverse=True
    )
    for row in advice["ranking"]:
        sizes = Counter(feedback(code, row["guess"]) for code in candidates).values()
        assert row == {
            "guess": row["guess"],
            "bits": pytest.approx(sum(n / 208 * log2(208 / n) for n in sizes), abs=1e-6),
            "parts": len(sizes),
            "largest": max(sizes),
            "expected_size": pytest.approx(sum(n * n for n in sizes) / 208, abs=1e-6),
            "candidate": row["guess"] in candidates,
        }


def test_the_ranking_is_by_the_strategys_own_score() -> None:
    advice = data("next", "4x6", "--strategy", "minimax", "--top", "3")
    assert advice["guess"] == "1122"
    assert [row["largest"] for row in advice["ranking"]] == sorted(row["largest"] for row in advice["ranking"])
    assert len(advice["ranking"]) == 3
    assert advice["ranking"][0]["largest"] == 256  # Knuth 1977


def test_ways_to_write_a_turn() -> None:
    turns = ["1122=2b1w", "1122=2,1", "1122=2 1", "1122 = 2B1W", "1,1,2,2=2b1w"]
    assert data("next", "4x6", *turns)["candidates"] == len(fitting(CODES, ("1122", "2b1w")))


def test_letters_are_read_in_either_case() -> None:
    codes = ["".join(code) for code in product("123456789abc", repeat=2)]
    advice = data("next", "2x12", "aB=0B1W", "Ab=0b1w")
    assert advice["candidates"] == len(fitting(codes, ("ab", "0b1w")))
    assert advice["guess"] == advice["guess"].lower()


def test_next_for_people() -> None:
    text = output("next", "4x6", "1122=1b1w", "-s", "entropy", "--top", "2")
    assert [line.split() for line in text.splitlines()[:2]] == [
        ["guess", "feedback", "candidates"],
        ["1", "1122", "●○··", "1b1w", "1,296", "→", "208"],
    ]
    assert "208 codes fit; entropy plays" in text
    assert "sample" not in text


def test_next_says_where_a_sample_judges_and_how_to_repeat_it() -> None:
    words = ("next", "8x12", "11223344=1b1w", "--top", "3")
    advice = data(*words)
    assert (advice["candidates"], advice["sample"]) == (48692288, 2000)
    assert all(row["largest"] <= 2000 for row in advice["ranking"])
    seed = ("--seed", str(advice["seed"]))
    assert data(*words, *seed) == advice
    text = output(*words, *seed)
    assert f"needle plays  {advice['guess']}, seed {advice['seed']}\n" in text
    assert text.endswith("\nThese numbers are those of a sample of 2,000 candidates.\n")


# tree


@pytest.mark.parametrize(("strategy", "total", "histogram"), [
    ("minimax", 5801, MINIMAX), ("entropy", 5722, [1, 4, 71, 612, 596, 12]),  # known from other programs
])  # fmt: skip
def test_tree_summary(strategy: str, total: int, histogram: list[int]) -> None:
    assert data("tree", "4x6", "--strategy", strategy) == {
        "game": "4x6", "strategy": strategy, "codes": 1296, "total": total, "average": round(total / 1296, 6),
        "max": len(histogram), "histogram": histogram,
    }  # fmt: skip


def test_a_tree_in_a_file_reads_back(tmp_path: Path) -> None:
    file = tmp_path / "[bold] tree.txt"
    said = output("tree", "4x6", "-s", "minimax", "-o", str(file))
    assert "5,801 guesses for 1,296 codes, 4.4761 on average, at most 5" in said
    assert said.endswith(f"Written to {file}\n")
    tree = Tree.parse(file.read_text())
    assert tree.replay() == tuple(MINIMAX)
    assert data("tree", "4x6", "-s", "minimax", "-o", str(file))["total"] == 5801
    assert Tree.parse(file.read_text()) == tree


def test_optimal(tmp_path: Path) -> None:
    """Published: 5626 guesses where no code may take more than 5."""
    file = tmp_path / "tree.txt"
    found = data("optimal", "4x6", "--max-turns", "5", "-o", str(file))
    assert (found["game"], found["objective"], found["total"], found["max"]) == ("4x6", "average", 5626, 5)
    assert found["proved"] is True
    assert sum(found["histogram"]) == 1296
    assert found["average"] == round(5626 / 1296, 6)
    assert found["seconds"] > 0
    assert data("tree", "4x6", "-s", f"optimal(tree='{file}')")["histogram"] == found["histogram"]


def test_the_forms_of_a_tree() -> None:
    text = output("tree", "2x3", "--strategy", "minimax")
    assert text.startswith("2x3\n")
    assert sum(Tree.parse(text).replay()) == 9
    nested = json.loads(output("tree", "2x3", "--strategy", "minimax", "--format", "json"))
    assert str(nested["guess"]) == text.splitlines()[1].rstrip("?")

    def depths(node: dict[str, Any], depth: int = 1) -> list[int]:
        return [depth] * node["candidate"] + [d for below in node["after"].values() for d in depths(below, depth + 1)]

    assert tuple(Counter(depths(nested))[d + 1] for d in range(max(depths(nested)))) == Tree.parse(text).histogram
    dot = output("tree", "2x3", "--strategy", "minimax", "--format", "dot").splitlines()
    assert dot[0].startswith("digraph")
    assert dot[-1] == "}"
    assert sum("->" in line for line in dot) == len(text.splitlines()) - 2  # every node but the first hangs below one


# strategies, help


def test_strategies() -> None:
    table = data("strategies")
    assert all(list(row) == ["name", "kind", "source"] for row in table)
    kinds = {row["name"]: row["source"] for row in table}
    assert kinds["minimax"] == "Knuth 1977"
    lines = output("strategies").splitlines()
    assert [line.split()[0] for line in lines] == list(kinds)
    assert all(line.endswith(source) for line, source in zip(lines, kinds.values(), strict=True))


@pytest.mark.parametrize("words", [["--help"], ["strategies"], ["strategies", "--json"], ["solve", "--help"]])
def test_nothing_heavy_is_imported_to_answer_at_once(words: list[str]) -> None:
    done = run(*words, python=("-X", "importtime"))
    assert done.returncode == 0
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "click" in imported
    assert not {"numpy", "numba"} & imported


def test_version_and_help() -> None:
    assert output("--version") == f"blackpeg {blackpeg.__version__}\n"
    text = output("--help")
    for command in ("play", "break", "solve", "next", "tree", "strategies"):
        assert f"  {command} " in text
    assert "..." not in text.split("Commands:")[1]  # every description fits its line
    assert run().returncode == 2


def test_a_review() -> None:
    told = data("review", "4x6", "--secret", "6543", "1122", "6543")
    assert list(told)[:5] == ["game", "secret", "skill", "luck", "turns"]
    first, second = told["turns"]
    left = fitting(CODES, ("1122", "0b0w"))
    assert (first["candidates"], first["left"], second["candidates"], second["left"]) == (1296, 256, len(left), 1)
    assert second["bits"] == 8  # of 256 candidates the one that it is
    assert data("review", "4x6", "1122=0b0w", "6543=4b0w") == {**told, "secret": None}
    text = output("review", "4x6", "--secret", "6543", "1122", "6543")
    assert f"Skill {told['skill']:.0%}" in text
    assert f"Luck {told['luck']:+.2f} bits a guess" in text
    assert "{} splits the".format(first["best_guess"]) in text


# what goes wrong

BAD = {
    "solv 4x6": "did you mean solve?",
    "solve": "missing argument 'GAME'",
    "solve 4x": "no game '4x'",
    "solve 4x6-distnct": "did you mean distinct?",
    "solve 65x2": "1 to 64",
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
    "next 4x6 1122": "GUESS=FEEDBACK",
    "next 4x6 1122=1b": "is not feedback of 4x6; it is written",
    "next 4x6 1122=3b1w": "cannot occur",
    "next 4x6-black 1122=1b1w": "this game has no white pegs",
    "next 4x6 112=1b1w": "3 pegs, not 4",
    "next 4x6 --top 0": "0 is not in the range",
    "next 4x6 1122=4b0w 1122=4b0w": "the game is over: 1122 was the secret",
    "next 4x6 1122=0b0w 1133=0b3w": "turn 2 contradicts turn 1",
    "next 4x6 3456=1b1w 1122=0b1w 1234=0b0w": "turn 3 contradicts turn 2",
    "next 4x6 1122=1b1w 3344=4b0w": "turn 2 contradicts turn 1",
    "tree 4x6": "missing option '--strategy'",
    "tree 4x6 --strategy random": "draws random numbers",
    "tree 4x6 --strategy minimax --format txt": "'txt' is not one of 'text', 'json', 'dot'",
    "tree 2x2 --strategy minimax -o /no/such/folder/tree": "/no/such/folder/tree",
    "tree 2x2 --strategy minimax -o /": "/ can't be written",
    "optimal 4x6 --width 0": "widths are whole numbers from 1 on",
    "optimal 4x6 --width 3,x": "widths are whole numbers from 1 on",
    "optimal 5x8": "with --width K it tries the best K at each turn",
    "optimal 4x6 -o /no/such/folder/tree": "/no/such/folder/tree",
    "optimal 4x6 --first 99": "99",
    "optimal 4x6 --cluster nonsense": "no cluster answers at nonsense",
    "play 4x6 --seed -1": "-1 is not in the range",
    "play 4x6 --level hard": "--level names a game already; leave out GAME",
    "play --level hart": "no level 'hart'; did you mean hard? (there are easy, medium, hard)",
    "play --daily 5x8 --seed 3": "--daily tells which code it is already; leave out --seed and GAME",
    "play --code nonsense": "'nonsense' is no sealed code, or it was changed on its way",
    "review 4x6 1122": "'1122' is not a turn; it is written GUESS=FEEDBACK",
    "review 4x6 1122=0b0w 1133=0b3w": "turn 2 contradicts turn 1",
    "review 4x6 --secret 6543": "missing argument 'GUESS...'",
    "review 4x6 --secret 6543 1122 112": "3 pegs, not 4",
    "review 4x6 --secret 6543 1122=0b0w": "'1122=0b0w' has feedback, which --secret tells already",
    "review 4x6 --secret 6543 6543 1122": "the game was over at turn 1: 6543 was the secret",
    "seal 4x6 --secret 65432": "5 pegs, not 4",
    "break 4x6 --strategy nobody": "no strategy 'nobody'",
}


@pytest.mark.parametrize("line", BAD)
def test_bad_input_gets_one_sentence(line: str) -> None:
    words = line.split(" ")
    # the sentence is the same in JSON, which is tried by turns to save time
    if words[0] in ("solve", "next", "tree", "review") and len(line) % 2:
        done = run(*words, "--json")
        answer = json.loads(done.stdout)
        assert list(answer) == ["error"]
        sentence = answer["error"]
        assert done.stderr == ""
    else:
        done = run(*words)
        assert done.stdout == ""
        assert done.stderr.startswith("blackpeg: ")
        assert done.stderr.endswith("\n")
        sentence = done.stderr.rstrip("\n")
    assert done.returncode == 2
    assert BAD[line] in sentence
    assert "Traceback" not in sentence
    assert "\n" not in sentence
    assert len(sentence) < 300


def test_a_reader_that_has_seen_enough() -> None:
    command = f"'{sys.executable}' -m blackpeg.cli.main tree 4x6 -s minimax; echo status $? >&2"
    done = subprocess.run(
        ["sh", "-c", f"({command}) | head -1"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SOURCES)},
        timeout=120,
    )
    assert (done.stdout, done.stderr) == ("4x6\n", "status 0\n")


def test_where_there_is_no_room_for_output() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "blackpeg", "strategies"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(SOURCES)},
            timeout=120,
        )
    assert (done.returncode, done.stderr) == (2, "blackpeg: output: No space left on device\n")


def test_a_terminal_without_unicode() -> None:
    text = output("solve", "4x6", "--secret", "1122", "-s", "minimax", PYTHONIOENCODING="ascii")
    assert "1  1122   4b0w      1,296 -> 1\n" in text


def test_games_from_a_pipe() -> None:
    done = run("play", "4x6", "--seed", "5", text="1122\n\nxyz\n?\n\x00\n")
    assert (done.returncode, done.stderr) == (1, "")
    assert "guess 1> 1122\n" in done.stdout
    assert "'xyz' is not a code of 4x6" in done.stdout
    assert "Given up: the code was" in done.stdout
    text = output("break", "2x3", "-s", "lexicographic", text="2b0w\n")
    assert "Broken by lexicographic in 1 guess." in text
