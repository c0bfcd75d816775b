"""Puzzles with one code left: the API, and the page in a real browser, answered by keys, mouse and touch."""

import re
from itertools import product

import pytest
import reference
from playwright.sync_api import expect
from web.browser import SIZES, at_all_sizes, looks_right

from blackpeg.puzzles.deduction_puzzles import STARS, all_puzzles, find_puzzle
from blackpeg.puzzles.puzzle_rating import PuzzleRecord

NUMBERS = [puzzle.number for puzzle in all_puzzles() if puzzle.game == "4x6"]
LARGE = next(puzzle.number for puzzle in all_puzzles() if puzzle.game == "5x8")


def fits(code, turn):
    guess, feedback = turn.split("=")
    return "{}b{}w".format(*reference.feedback(code, guess)) == feedback


def solve(number):
    """The code of a puzzle, by definition, and one that contradicts its first turn."""
    puzzle = find_puzzle(number)
    pegs, colors = map(int, puzzle.game.split("x"))
    codes = ["".join(code) for code in product("12345678"[:colors], repeat=pegs)]
    right = [code for code in codes if all(fits(code, turn) for turn in puzzle.turns)]
    assert len(right) == 1
    return right[0], next(code for code in codes if not fits(code, puzzle.turns[0]))


def open_puzzle(page, server, number):
    page.goto(f"{server.url}/puzzles/{number}")
    page.wait_for_selector(".hole")


def type_code(page, code):
    page.keyboard.type(code)
    page.keyboard.press("Enter")


def shown_number(page):
    return int(re.search(r"/puzzles/(\d+)$", page.url)[1])


# The API


def test_puzzles_are_drawn_by_a_seed(site):
    visitor = site.visitor()
    drawn = visitor.get("/api/puzzles?grade=hard&count=5&seed=7").json()
    assert drawn == visitor.get("/api/puzzles?grade=hard&count=5&seed=7").json()
    assert drawn != visitor.get("/api/puzzles?grade=hard&count=5&seed=8").json()
    assert len({puzzle["number"] for puzzle in drawn}) == 5 and {puzzle["grade"] for puzzle in drawn} == {"hard"}
    assert len(visitor.get("/api/puzzles").json()) == 10
    assert "set-cookie" not in visitor.get("/api/puzzles").headers


def test_a_puzzle_has_a_number_and_no_code(site):
    puzzle = site.visitor().get(f"/api/puzzles/{NUMBERS[0]}").json()
    own = find_puzzle(NUMBERS[0])
    assert puzzle == own.json() and set(puzzle) == {"number", "game", "turns", "cases", "grade", "rating"}


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/api/puzzles/99999", 404, "no puzzle 99999; there are 1 to 2000"),
        ("/api/puzzles/nonsense", 422, "number"),
        ("/api/puzzles?grade=esay", 422, "grade"),
        ("/api/puzzles?count=101", 422, "count"),
    ],
)
def test_errors_are_one_sentence(site, path, status, sentence):
    answer = site.visitor().get(path)
    assert answer.status_code == status and list(answer.json()) == ["error"] and sentence in answer.json()["error"]


def test_the_set_is_a_file_that_browsers_keep(site):
    first = site.visitor().get("/static/puzzles.txt")
    assert first.status_code == 200 and len(first.content) < 100_000 and first.headers["etag"]
    assert len(first.text.splitlines()) == len(all_puzzles()) and first.headers["cache-control"] == "no-cache"


def test_a_link_to_a_puzzle_shows_its_feedback(server, client):
    page = client.get(f"/puzzles/{NUMBERS[0]}").text
    assert f">Puzzle {NUMBERS[0]}, {find_puzzle(NUMBERS[0]).grade} · Blackpeg</title>" in page
    assert f"{server.url}/preview/puzzle/{NUMBERS[0]}.png" in page
    assert client.get(f"/preview/puzzle/{NUMBERS[0]}.png").headers["content-type"] == "image/png"
    assert client.get("/preview/puzzle/99999.png").status_code == 404
    assert ">Puzzles · Blackpeg</title>" in client.get("/puzzles").text


# The page


@at_all_sizes
def test_right_at_the_first_try_by_keys_and_on_to_the_next(server, visit, size):
    page = visit(*size)
    open_puzzle(page, server, NUMBERS[0])
    expect(page.locator("#hint")).to_have_text("One code fits all these turns. Which?")
    type_code(page, solve(NUMBERS[0])[0])
    expect(page.locator("#end-title")).to_have_text("Right at the first try!")
    record = PuzzleRecord().after(find_puzzle(NUMBERS[0]), True)
    expect(page.locator("#end")).to_contain_text(
        f"Your rating is {record.rating:,} now, {record.rating - 1200} more.In a row: 1 now, 1 at most"
    )
    page.keyboard.press("Enter")  # on the button that has the focus
    expect(page.locator("#end")).to_be_hidden()
    second = shown_number(page)
    assert second != NUMBERS[0] and abs(find_puzzle(second).rating - record.rating) < 50
    page.go_back()
    expect(page.locator("#hint")).to_have_text("You have answered this puzzle before, so it counts no more.")


@at_all_sizes
def test_a_wrong_answer_by_touch_names_the_turn_and_ends_the_streak(server, visit, size):
    page = visit(*size, has_touch=True)
    open_puzzle(page, server, NUMBERS[0])
    type_code(page, solve(NUMBERS[0])[0])
    expect(page.locator("#end-title")).to_be_visible()
    open_puzzle(page, server, NUMBERS[1])
    right, wrong = solve(NUMBERS[1])
    for color in wrong:
        page.tap(f'[data-color="{int(color) - 1}"]')
    page.tap("#guess")
    expect(page.locator("#hint")).to_contain_text("Turn 1 contradicts it")
    expect(page.locator("#hint")).to_contain_text("Your streak of 1 ends. Try again!")
    expect(page.locator(".row").first).to_have_class(re.compile("wrong"))
    assert [page.locator(".hole .peg").nth(k).inner_text() for k in range(4)] == list(wrong)  # the row is kept
    page.tap("#clear")
    for color in right:
        page.tap(f'[data-color="{int(color) - 1}"]')
    page.tap("#guess")
    expect(page.locator("#end-title")).to_have_text("Right at try 2")
    record = PuzzleRecord().after(find_puzzle(NUMBERS[0]), True).after(find_puzzle(NUMBERS[1]), False)
    expect(page.locator("#end")).not_to_contain_text("more")
    expect(page.locator("#end")).to_contain_text("In a row: 0 now, 1 at most")
    page.reload()
    page.wait_for_selector(".hole")
    expect(page.locator("#record b")).to_have_text(f"Your rating: {record.rating:,}")  # it is kept


def test_hard_mode_does_not_warn_of_a_wrong_answer(server, visit):
    page = visit()
    page.add_init_script("localStorage.setItem('hard', 'true')")
    open_puzzle(page, server, NUMBERS[0])
    type_code(page, solve(NUMBERS[0])[1])
    expect(page.locator("#hint")).to_contain_text("Turn 1 contradicts it")
    expect(page.locator("#record b")).not_to_have_text("Your rating: 1,200")


def test_ratings_are_those_of_the_terminal(server, visit):
    page, record = visit(), PuzzleRecord()
    page.goto(f"{server.url}/puzzles")
    page.wait_for_selector(".hole")
    answers = [(puzzle.number, puzzle.number % 3 > 0) for puzzle in all_puzzles()[::40]]
    own = page.evaluate(
        """async (answers) => {
            const { answer, loadPuzzles, recallRecord } = await import("/static/puzzle_progress.js");
            const puzzles = await loadPuzzles();
            for (const [number, right] of answers) answer(puzzles[number - 1], right);
            return recallRecord();
        }""",
        answers,
    )
    for number, right in answers:
        record = record.after(find_puzzle(number), right)
    assert (own["rating"], own["streak"], own["longest"]) == (record.rating, record.streak, record.longest)


def test_a_grade_can_be_chosen_and_stays(server, visit):
    page = visit()
    page.goto(f"{server.url}/")
    page.click("text=Logic puzzles")
    page.wait_for_selector(".hole")
    for grade in STARS:
        page.select_option("#grade", grade)
        assert find_puzzle(shown_number(page)).grade == grade
        expect(page.locator("#puzzle-title .stars")).to_have_text(STARS[grade])
        expect(page.locator("#record")).to_contain_text(f"{grade.capitalize()}, rated")  # not by stars alone
    before = shown_number(page)
    page.click("#another")
    assert find_puzzle(shown_number(page)).grade == "hard" and shown_number(page) != before
    page.goto(f"{server.url}/puzzles")
    page.wait_for_selector(".hole")
    assert find_puzzle(shown_number(page)).grade == "hard"
    page.select_option("#grade", "")
    assert abs(find_puzzle(shown_number(page)).rating - 1200) < 30


def test_puzzles_need_no_server_once_they_are_loaded(server, visit):
    page, asked = visit(), []
    open_puzzle(page, server, NUMBERS[0])
    page.on("request", lambda request: asked.append(request.url.removeprefix(server.url)))
    type_code(page, solve(NUMBERS[0])[0])
    page.click("#next")
    type_code(page, solve(shown_number(page))[0])
    expect(page.locator("#end")).to_contain_text("In a row: 2 now, 2 at most")
    assert set(asked) <= {"/static/icon.svg"}  # which the browser looks at with every address


def test_a_puzzle_is_shared_without_its_code(server, visit):
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    open_puzzle(page, server, NUMBERS[0])
    link, stars = f"{server.url}/puzzles/{NUMBERS[0]}", STARS[find_puzzle(NUMBERS[0]).grade]
    page.click("#send")
    expect(page.locator("#said")).to_have_text("Copied, without spoilers.")
    read = "() => navigator.clipboard.readText()"
    assert page.evaluate(read) == f"Blackpeg puzzle {NUMBERS[0]} {stars}: one code fits. Which?\n{link}"
    type_code(page, solve(NUMBERS[0])[0])
    page.click("#share")
    first = f"Blackpeg puzzle {NUMBERS[0]} {stars}: found at the first try, 1 in a row\n{link}"
    page.wait_for_function("async (text) => (await navigator.clipboard.readText()) === text", arg=first)
    page.reload()  # what was known is not told as found
    page.wait_for_selector(".hole")
    type_code(page, solve(NUMBERS[0])[0])
    expect(page.locator("#end-title")).to_have_text("Right at try 1")
    page.click("#share")
    asked = f"Blackpeg puzzle {NUMBERS[0]} {stars}: one code fits. Which?\n{link}"
    page.wait_for_function("async (text) => (await navigator.clipboard.readText()) === text", arg=asked)


def show_puzzle(page, server):
    open_puzzle(page, server, NUMBERS[2])
    return ["#guess", ".row.active", ".row", "#hint"]


def show_large_puzzle(page, server):
    open_puzzle(page, server, LARGE)
    return ["#guess", ".row.active", ".row", "#hint"]


def show_wrong_answer(page, server):
    open_puzzle(page, server, NUMBERS[2])
    type_code(page, solve(NUMBERS[2])[1])
    expect(page.locator("#hint")).to_contain_text("contradicts it")
    return ["#guess", ".row.active", ".row.wrong", "#hint"]


def show_right_answer(page, server):
    open_puzzle(page, server, NUMBERS[2])
    type_code(page, solve(NUMBERS[2])[0])
    return ["#end-title", "#next", "#share"]


def show_menu(page, server):
    open_puzzle(page, server, NUMBERS[2])
    page.click("text=Menu")
    return ["#grade", "#another", "#send"]


def show_no_puzzle(page, server):
    page.goto(f"{server.url}/puzzles/99999")
    return ["text=No puzzle here", "text=There are puzzles 1 to 2,000."]


STATES = {name.removeprefix("show_"): show for name, show in dict(globals()).items() if name.startswith("show_")}


@pytest.mark.parametrize("name", STATES)
def test_a_page_looks_right(server, visit, name):
    page = visit(*SIZES[1])
    in_sight = STATES[name](page, server)
    for selector in in_sight:
        page.wait_for_selector(selector)
    looks_right(page, *in_sight)
