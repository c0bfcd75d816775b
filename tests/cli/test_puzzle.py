"""`blackpeg puzzle` as a person solves puzzles, in a terminal, and as a script does."""

from __future__ import annotations

import json
import re

import pytest
from cli.commands import CODES, KEYS, Terminal, check_errors, consistent, feedback, output, output_json, run

from blackpeg.puzzles.deduction_puzzles import all_puzzles, find_puzzle

NUMBER = next(puzzle.number for puzzle in all_puzzles() if puzzle.game == "4x6")


def solve(number: int) -> tuple[str, str]:
    """The code of a puzzle of 4x6, by definition, and one that contradicts its first turn."""
    turns = [(guess, answer) for guess, _, answer in (turn.partition("=") for turn in find_puzzle(number).turns)]
    (code,) = consistent(CODES, *turns)
    return code, next(code for code in CODES if feedback(code, turns[0][0]) != turns[0][1])


def test_right_wrong_share_and_go_on() -> None:
    code, wrong = solve(NUMBER)
    game = Terminal("puzzle", str(NUMBER), NO_COLOR="1")
    shown = game.until("code> ")
    assert re.search(rf"4x6  Puzzle {NUMBER} [★☆]{{3}} (easy|medium|hard): 4 pegs, colors", shown)
    assert "it has 3 pegs, not 4" in game.type("123", "code> ")
    end = game.type(code, KEYS)
    assert "fits every turn: that is the code" in end and "In a row: 1 now, 1 at most." in end
    rating = int(re.search(r"Rating ([\d,]+) \(\+\d+\)", end)[1].replace(",", ""))
    assert rating > 1200
    shared = game.press("s")
    assert re.search(rf"Blackpeg puzzle {NUMBER} [★☆]{{3}}: found at the first try, 1 in a row\n", shared)
    assert code not in shared
    game.child.send("n")
    assert f"Puzzle {NUMBER} " not in game.until("code> ")  # another one
    game.child.sendintr()
    assert "does not count; your streak of 1 stays" in game.until()
    assert game.status() == 130

    code, wrong = solve(NUMBER + 1)
    other = Terminal("puzzle", str(NUMBER + 1), NO_COLOR="1")
    other.until("code> ")
    told = other.type(wrong, "code> ")
    assert "does not fit turn 1, which would have been" in told and "Your streak of 1 ends here; try again." in told
    end = other.type(code, KEYS)
    assert re.search(r"Rating [\d,]+\. In a row: 0 now, 1 at most\.", end)  # the second answer gains nothing
    assert "found at try 2" in other.press("s")
    other.press("\r")
    assert other.status() == 0
    you = output_json("puzzle")["you"]
    assert (you["streak"], you["longest"], you["right"], you["answered"]) == (0, 1, 1, 2) and you["rating"] < rating
    assert "Puzzles  2 answered, 1 at the first try" in output("stats")
    again = Terminal("puzzle", str(NUMBER), NO_COLOR="1")
    assert "You have answered this puzzle before, so it counts no more." in again.until("code> ")
    again.type(solve(NUMBER)[0], KEYS)
    assert ": one code fits. Which?\n" in again.press("s")  # what was known is not told as found
    again.press("\r")
    assert again.status() == 0


def test_scripts_get_puzzles_as_json_and_answer_through_a_pipe() -> None:
    puzzle = output_json("puzzle", str(NUMBER))
    assert (puzzle["number"], puzzle["game"]) == (NUMBER, "4x6")
    assert set(puzzle) == {"number", "game", "turns", "cases", "grade", "rating", "you"}
    assert output_json("puzzle", "--grade", "hard", "--seed", "3")["grade"] == "hard"
    assert output_json("puzzle", "--seed", "3") == output_json("puzzle", "--seed", "3")
    code, wrong = solve(NUMBER)
    done = run("puzzle", str(NUMBER), text=f"{wrong}\n{code}\n")
    assert done.returncode == 0 and "that is the code" in done.stdout and done.stderr == ""
    assert run("puzzle", str(NUMBER), text=f"{wrong}\n").returncode == 1
    assert json.loads(output("puzzle", "--json"))["you"]["answered"] == 0  # what a script answers is not saved


ERRORS = {
    "puzzle 99999": "no puzzle 99999; there are 1 to 2000",
    "puzzle 0": "no puzzle 0; there are 1 to 2000",
    "puzzle nonsense": "'nonsense' is not a valid integer",
    "puzzle --grade esay": "no grade 'esay'; did you mean easy? (there are easy, medium, hard)",
    "puzzle 7 --grade easy": "NUMBER names a puzzle already; leave out --grade",
}


@pytest.mark.parametrize("line", ERRORS)
def test_errors(line: str) -> None:
    check_errors(line, ERRORS[line])
