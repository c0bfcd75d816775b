"""`blackpeg play` as a person plays it, in a terminal, and as a script does."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from datetime import date
from itertools import product
from pathlib import Path

import pytest
from cli.commands import CODES, COLOR, KEYS, Terminal, check_board, check_errors, feedback, output, run


def revealed_code(end: str) -> str:
    """The code that was not broken."""
    given = re.search(r"Given up: the code was +((?:\w *)+)\n", end)
    assert given is not None, end
    return given[1].replace(" ", "")


def check_commitment(opening: str, end: str, game: str, secret: str) -> None:
    """Is what was shown at the end the text whose hash was shown at the start?"""
    digest = re.search(r"^[0-9a-f]{64}$", opening, re.M)
    text = re.search(rf"^[0-9a-f]{{32}} {game} {secret}$", end, re.M)
    assert digest and text, opening + end
    assert hashlib.sha256(text[0].encode()).hexdigest() == digest[0]
    assert "This is the text whose SHA-256 you saw at the start." in end


def test_play_give_up_and_play_again_to_a_win() -> None:
    game = Terminal("play", "--seed", "11")
    opening = game.until("guess 1> ")
    assert "A code is hidden: 4 pegs, colors" in opening
    assert " 1   2   3   4   5   6" in opening  # labels on the colors
    shown = game.type("1 1 2 2", "guess 2> ")  # spaces are allowed
    answer = re.search(r" 1   1   2   2 +[●○·]+  (\db\dw)", shown)
    assert answer is not None
    assert "is not a code of 4x6: it has 3 pegs, not 4" in game.type("12²", "guess 2> ")
    assert "no color '１', only 1 to 6" in game.type("１２３４", "guess 2> ")
    assert "no color '-', only 1 to 6" in game.type("-123", "guess 2> ")
    assert "4x6: it has 3000 pegs, not 4" in game.type("1" * 3000, "guess 2> ")
    assert game.type("", "guess 2> ").strip() == ""
    assert "the code was" not in game.type("q", "plays on> ") + game.type("n", "guess 2> ")  # it was not meant
    end = game.give_up()
    secret = revealed_code(end)
    assert feedback(secret, "1122") == answer[1]
    check_board(end, secret, ["1122"])
    check_commitment(opening, end, "4x6", secret)
    assert game.press("\r") == "\n"
    assert game.status() == 1
    assert COLOR.search(game.raw)

    again = Terminal("play", "4x6", "--seed", "11")
    other = again.until("guess 1> ")
    assert re.findall(r"[0-9a-f]{64}", other) != re.findall(r"[0-9a-f]{64}", opening)  # the nonce is never the same
    again.type("1122", "guess 2> ")
    wrong = next(code for code in CODES if feedback(code, "1122") != answer[1])
    assert "turn 1 had ruled this out" in again.type(wrong, "guess 3> ")
    end = again.type(secret, KEYS)
    assert "Broken in 3 guesses." in end
    check_board(end, secret, ["1122", wrong, secret])
    again.press("x")
    assert again.status() == 0


def test_hints_in_steps() -> None:
    game = Terminal("play", "--seed", "11", NO_COLOR="1")
    game.until("guess 1> ")
    answer = re.search(r"\db\dw", game.type("1122", "guess 2> "))
    assert answer is not None
    fit = [code for code in CODES if feedback(code, "1122") == answer[0]]
    wrong = next(code for code in CODES if code not in fit)
    said = " ".join(game.type(f"?{wrong}", "guess 2> ").split())
    assert f"{wrong} does not fit turn 1, which would have been {feedback(wrong, '1122')}, not {answer[0]}" in said
    assert f"  {len(fit)} codes fit\n" in game.type("?", "guess 2> ")
    good = re.search(r"try +(\d{4}) +which splits the (\d+) candidates (\d+) ways", game.type("?", "guess 2> "))
    assert good is not None
    assert int(good[2]) == len(fit)
    assert int(good[3]) == len({feedback(code, good[1]) for code in fit})
    assert "try" in game.type("?", "guess 2> ")  # the last again
    assert f"{fit[0]} fits every turn" in game.type(f"? {fit[0]}", "guess 2> ")
    assert "'99' is not a code" in game.type("?99", "guess 2> ")
    game.give_up()
    assert "not broken, 1 guess, 5 hints" in game.press("s")
    game.press("\r")
    assert game.status() == 1


def test_play_against_the_adversary_by_its_hints() -> None:
    game = Terminal("play", "3x4", "--codemaker", "adversary", NO_COLOR="1")
    opening = game.until("> ")
    assert "Against the cheater: 3 pegs" in opening
    assert "No code is hidden" in opening
    codes, turn = ["".join(code) for code in product("1234", repeat=3)], 1
    while "Broken" not in opening:
        assert re.search(rf"  {len(codes)} codes? fits?\n", game.type("?", "> "))
        hint = re.search(r"try +(\d{3})", game.type("?", "> "))
        assert hint is not None
        opening = shown = game.type(hint[1], f"guess {turn + 1}> ", KEYS)
        parts = Counter(feedback(code, hint[1]) for code in codes)
        answer = re.search(r"\db\dw", shown)
        assert answer is not None
        codes = [code for code in codes if feedback(code, hint[1]) == answer[0]]
        if answer[0] == "3b0w":
            assert len(parts) == 1
            assert f"Broken in {turn} guesses" in shown
        else:
            assert len(codes) == max(size for other, size in parts.items() if other != "3b0w")
            assert f"{len(codes)} code{'' if len(codes) == 1 else 's'} fit" in shown
        turn += 1
    assert "no secret" in game.press("r")
    assert game.press("s").startswith("\n\nBlackpeg against the cheater 3x4: broken in")
    game.press("\r")
    assert game.status() == 0
    assert not COLOR.search(game.raw)

    game = Terminal("play", "3x4", "--codemaker", "adversary", NO_COLOR="1")
    game.until("guess 1> ")
    answer = re.search(r"\db\dw", game.type("112", "guess 2> "))
    assert answer is not None
    given = re.search(r"the cheater had no code; \d+ codes fit, such as +(\d{3})", game.give_up("quit"))
    assert given is not None
    assert feedback(given[1], "112") == answer[0]
    game.press("\r")
    assert game.status() == 1


def test_a_game_is_saved_continued_reviewed_and_counted() -> None:
    game = Terminal("play", "--level", "easy", NO_COLOR="1")
    opening = game.until("guess 1> ")
    assert opening.startswith("4x6-distinct  A code is hidden: 4 pegs, none twice")
    first = re.search(r"\db\dw", game.type("1234", "guess 2> "))
    game.type("?", "guess 2> ")
    game.child.sendintr()
    assert "Saved; 'blackpeg play' continues it." in game.until()
    assert game.status() == 130

    other = Terminal("play", "--level", "hard", NO_COLOR="1")  # another kind of game is begun anew
    assert "Continued" not in other.until("guess 1> ")
    other.child.sendintr()
    assert "Saved" not in other.until()  # nothing was guessed
    assert other.status() == 130

    game = Terminal("play", NO_COLOR="1")
    again = game.until("guess 2> ")
    assert "Continued after 1 guess." in again
    assert first and re.search(rf"1  1234 +[●○·]+  {first[0]}\n", again)
    assert re.findall(r"[0-9a-f]{64}", again) == re.findall(r"[0-9a-f]{64}", opening)
    end = game.give_up()
    secret = revealed_code(end)
    check_commitment(opening, end, "4x6-distinct", secret)
    review = game.press("r")
    assert f"the secret {secret}, 1 guess" in review
    assert "no guess tells more" in review  # all first guesses are alike
    assert max(map(len, review.splitlines())) <= 80
    assert "Blackpeg 4x6-distinct: not broken, 1 guess, 1 hint\n" in game.press("s")
    game.press("\r")
    assert game.status() == 1

    for _ in range(2):  # saved, then given up for another
        game = Terminal("play", "--new", NO_COLOR="1")
        assert "4x6  A code is hidden" in game.until("guess 1> ")
        game.type("1122", "guess 2> ")
        game.child.sendintr()
        assert game.status() == 130
    rows = json.loads(output("stats", "--json"))
    assert [(row["game"], row["played"], row["solved"], row["streak"]) for row in rows] == [
        ("4x6-distinct", 1, 0, 0), ("4x6", 1, 0, 0),
    ]  # fmt: skip


def test_the_puzzle_of_the_day_is_played_once() -> None:
    game = Terminal("play", "--daily", NO_COLOR="1")
    day = re.search(r"4x6  The puzzle of (\d{4}-\d\d-\d\d):", game.until("guess 1> "))
    assert day is not None
    number = int(hashlib.sha256(f"blackpeg {day[1]} 4x6".encode()).hexdigest(), 16)
    secret = CODES[number % 1296]
    wrong = "1122" if secret != "1122" else "1123"
    game.type(wrong, "guess 2> ")
    assert "Broken in 2 guesses." in game.type(secret, KEYS)
    shared = game.press("s")
    title = f"Blackpeg #{(date.fromisoformat(day[1]) - date(2025, 12, 31)).days} 4x6: broken in 2 guesses\n"
    assert title in shared
    assert secret not in shared and wrong not in shared
    game.press("\r")
    assert game.status() == 0
    again = Terminal("play", "--daily", NO_COLOR="1")
    shown = again.until(KEYS)
    if "guess 1> " not in shown:  # unless midnight came between
        assert "You have played this puzzle; the next one comes in " in shown
        assert "Broken 1 day in a row, 1 at most." in shown
        assert title in shown
    again.child.sendeof()
    again.press("\r")
    (row,) = json.loads(output("stats", "4x6", "--json"))
    assert (row["daily"], row["played"], row["streak"], row["average"]) == (True, 1, 1, 2)
    assert row["distribution"] == {"1": 0, "2": 1}
    assert row["optimum"] == pytest.approx(5625 / 1296, abs=1e-6)
    text = output("stats")
    assert "4x6, daily  1 game, 1 broken" in text
    assert "On average 2.00 guesses; the best known strategy needs 4.34." in text


def test_a_game_is_lost_at_its_limit_which_is_kept() -> None:
    game = Terminal("play", "--limit", "3", NO_COLOR="1")
    opening = game.until("guess 1 of 3> ")
    assert "You have 3 guesses." in opening
    digest = re.findall(r"[0-9a-f]{64}", opening)
    game.type("1111", "guess 2 of 3> ", KEYS)
    game.child.sendintr()
    assert game.status() == 130
    for words in ([], ["4x6"], ["--limit", "3"]):
        game = Terminal("play", *words, NO_COLOR="1")
        assert re.findall(r"[0-9a-f]{64}", game.until("guess 2 of 3> ")) == digest
        game.child.sendintr()
        assert game.status() == 130
    other = Terminal("play", "--limit", "4", NO_COLOR="1")  # another limit is another game
    assert "Continued" not in other.until("guess 1 of 4> ")
    other.child.sendintr()
    assert other.status() == 130

    game = Terminal("play", NO_COLOR="1")
    game.until("guess 2 of 3> ")
    game.type("1111", "guess 3 of 3> ")
    end = game.type("1111", KEYS)
    lost = re.search(r"Not broken in 3 guesses: the code was +(\d{4})\n", end)
    assert lost is not None
    check_board(end, lost[1], ["1111"] * 3)
    check_commitment(opening, end, "4x6", lost[1])
    assert f"the secret {lost[1]}, 3 guesses" in game.press("r")
    assert "Blackpeg 4x6: not broken, 3 guesses\n" in game.press("s")
    game.press("\r")
    assert game.status() == 1
    (row,) = json.loads(output("stats", "--json"))
    assert (row["played"], row["solved"], row["streak"]) == (1, 0, 0)


def test_the_last_guess_allowed_may_break_the_code(data_folder: Path) -> None:
    text = json.loads(output("seal", "4x6", "--secret", "6543", "--json"))["code"]
    shown = output("play", "--code", text, "--limit", "2", text="1122\n6543\n")
    assert "Broken in 2 guesses." in shown
    shown = output("play", "--code", text, "--limit", "2", text="1122\n3456\n6543\n", status=1)
    assert "Not broken in 2 guesses: the code was   6543" in shown


def test_the_puzzle_of_the_day_keeps_its_limit() -> None:
    game = Terminal("play", "--daily", "--limit", "7", NO_COLOR="1")
    game.until("guess 1 of 7> ")
    game.type("1111", "guess 2 of 7> ", KEYS)
    game.child.sendintr()
    game.status()
    again = Terminal("play", "--daily", "--limit", "9", NO_COLOR="1")
    shown = again.until("guess 1 of 9> ")
    if not again.prompt:  # unless midnight came between
        assert "this puzzle was begun with a limit of 7, and keeps it; leave out --limit" in " ".join(shown.split())
        assert again.status() == 2
        kept = Terminal("play", "--daily", NO_COLOR="1")
        assert "Continued after 1 guess." in kept.until("guess 2 of 7> ")
        kept.child.sendintr()
        assert kept.status() == 130


def test_an_adversary_wins_at_the_limit() -> None:
    shown = output("play", "3x4", "--codemaker", "adversary", "--limit", "1", text="112\n", status=1)
    assert re.search(r"Not broken in 1 guess: the cheater had no code; \d+ codes fit, such as +\d{3}\n", shown)


@pytest.mark.parametrize(("limit", "sentence"), {
    "0": "0 is not in the range", "-3": "-3 is not in the range", "1.5": "'1.5' is not a valid whole number",
    "1000000": "1000000 is not in the range 1<=x<=1000",
}.items())  # fmt: skip
def test_limits_that_are_none(limit: str, sentence: str) -> None:
    for command in ("play", "break"):
        check_errors(f"{command} --limit {limit}", sentence)


def test_the_end_of_input_saves_the_game() -> None:
    game = Terminal("play", "4x6-black", "--seed", "1", NO_COLOR="1")
    assert "○" not in game.until("guess 1> ")
    assert re.search(r"\n  1123   [●·]{4}  \db\n", game.type("1123", "guess 2> "))
    game.child.sendeof()
    end = game.until()
    assert "Saved; 'blackpeg play' continues it." in end
    assert "the code was" not in end
    assert game.status() == 130
    again = Terminal("play", NO_COLOR="1")
    assert "Continued after 1 guess." in again.until("guess 2> ")
    assert re.search(r"Given up: the code was +[1-6]{4}\n", again.give_up())
    again.press("\x04")
    assert again.status() == 1


def test_the_end_of_input_does_not_use_up_the_puzzle_of_the_day() -> None:
    for _ in range(2):
        game = Terminal("play", "--daily", NO_COLOR="1")
        game.until("guess 1> ")
        game.child.sendeof()
        assert "the code was" not in game.until()
        assert game.status() == 130


def test_games_that_can_not_be_saved_are_played_all_the_same(data_folder: Path) -> None:
    data_folder.mkdir()
    (data_folder / "games.db").write_text("not a database, but long enough to be taken for one " * 10)
    game = Terminal("play", "--seed", "1", NO_COLOR="1")
    opening = " ".join(game.until("guess 1> ").split())
    assert "games.db can't be used as a file of saved games: file is not a database; this game is not saved" in opening
    assert "Ctrl-C" not in opening
    game.type("1122", "guess 2> ")
    game.child.sendintr()
    assert game.status() == 130


def test_a_game_from_a_pipe() -> None:
    done = run("play", "4x6", "--seed", "5", text="1122\n\nxyz\n?\n\x00\n")
    assert (done.returncode, done.stderr) == (1, "")
    assert "guess 1> 1122\n" in done.stdout
    assert "'xyz' is not a code of 4x6" in done.stdout
    assert "Given up: the code was" in done.stdout


ERRORS = {
    "play 4x6 --seed -1": "-1 is not in the range",
    "play 4x6 --level hard": "--level names a game already; leave out GAME",
    "play --level hart": "no level 'hart'; did you mean hard? (there are easy, medium, hard)",
    "play --daily 5x8 --seed 3": "--daily tells which code it is already; leave out --seed and GAME",
    "play --code nonsense": "'nonsense' is no sealed code, or it was changed on its way",
}


@pytest.mark.parametrize("line", ERRORS)
def test_errors(line: str) -> None:
    check_errors(line, ERRORS[line])


def test_a_code_of_forty_pegs_is_played_in_a_terminal(tmp_path):
    code = ",".join(str(color) for color in range(1, 41))
    game = Terminal("play", "40x40", "--seed", "3", NO_COLOR="1", BLACKPEG_DATA=str(tmp_path))
    assert "40 pegs, colors 1 to 40" in game.until("guess 1> ")
    assert "it has 3 pegs, not 40" in game.type("1,2,3", "guess 1> ")
    told = game.type(code, "guess 2> ")
    assert re.search(r"^  \d+b\d+w$", told, re.M)
    assert re.search(
        r"this code (fits every turn|does not fit turn 1)", " ".join(game.type(f"?{code[:-2]}1", "guess 2> ").split())
    )
    game.child.sendintr()
    assert "Saved;" in game.until("continues it.")
    assert game.status() == 130
    again = Terminal("play", NO_COLOR="1", BLACKPEG_DATA=str(tmp_path))
    shown = again.until("guess 2> ")
    assert "Continued after 1 guess." in shown and max(map(len, shown.split("\n"))) <= 80
    assert " ".join(str(color) for color in range(1, 41)) in " ".join(shown.split())
    again.child.sendintr()
    assert again.status() == 130
