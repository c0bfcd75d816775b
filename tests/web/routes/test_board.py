"""A game in windows of every size: what the player needs is in sight, the end is seen, and nothing is lost."""

import re

import pytest
from playwright.sync_api import expect
from web.browser import (
    HIDDEN,
    SIZES,
    accept,
    at_all_sizes,
    fits,
    no_violation,
    no_violation_in_any_theme,
    open_settings,
    resize,
    send,
)

EXTREMES = [(320, 256), (390, 664), (640, 400), (844, 390), (3840, 2160)]  # 400 % zoom, 200 % zoom, landscape, 4K


def type_guess(page, code):
    page.keyboard.type(code)
    page.keyboard.press("Enter")


@pytest.mark.parametrize("size", SIZES + EXTREMES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize(
    ("game", "secret", "guess"), [("4x6", "6543", "1122"), ("12x16", "g" * 12, "1" * 12)], ids=["4x6", "12x16"]
)
def test_what_the_player_needs_is_in_sight(server, visit, size, game, secret, guess):
    page = visit(*size)
    accept(page, server, secret, game, [guess] * 9)
    page.wait_for_selector(".hole")
    for played in (9, 10, 11):
        expect(page.locator(".row:not(.future):not(.active)")).to_have_count(played)
        page.keyboard.type(guess[0])
        assert page.evaluate(HIDDEN) == []
        type_guess(page, guess[1:])
    expect(page.locator(".row:not(.future):not(.active)")).to_have_count(12)
    left = page.locator(".row:not(.future) .code").evaluate_all(
        "rows => rows.map(row => Math.round(row.querySelector('.peg, .hole').getBoundingClientRect().left))"
    )
    assert max(left) - min(left) <= 1  # rows align


@pytest.mark.parametrize("size", SIZES + EXTREMES, ids=lambda size: "x".join(map(str, size)))
def test_the_computer_guesses_in_sight_too(server, visit, size):
    page = visit(*size)
    turns = ",".join(["1122:1b0w", "1345:0b1w", "6163:1b1w"])
    page.goto(f"{server.url}/make#game=4x6&strategy=random&seed=1&turns={turns}")
    page.wait_for_selector("#give")
    assert page.evaluate(HIDDEN) == []


@pytest.mark.parametrize("size", SIZES + EXTREMES, ids=lambda size: "x".join(map(str, size)))
def test_the_end_is_seen_announced_and_has_the_focus(server, visit, size):
    page = visit(*size)
    accept(page, server, "6543", guesses=["1122"] * 8)
    page.wait_for_selector(".hole")
    type_guess(page, "6543")
    title = page.locator("#end-title")
    expect(title).to_have_text("Cracked in 9!")
    expect(title).to_be_focused()
    expect(page.locator("#said")).to_have_text("Cracked in 9! The code was 6 5 4 3.")
    expect(page.locator("#coach")).to_contain_text(re.compile(r"you lost \d+\.\d\d guesses on average, .* at turn \d"))
    expect(page.locator("#streak")).to_contain_text("1 in a row")
    expect(page.locator("#streak .mine")).to_have_text("91")  # nine guesses: one game
    for name in ("#end-title", "#share", "#to-review"):
        expect(page.locator(name)).to_be_in_viewport(ratio=0.9)
    fits(page)
    no_violation(page)


NEVER_BETTER = "The coach: no guess could have been better."
BEST = {"guess": "1123", "best_guess": "1123", "needed": None, "best_needed": None, "expected_bits": 3, "best_bits": 3}
LOST = {"guess": "1456", "best_guess": "1454", "needed": 3.5, "best_needed": 3.25, "expected_bits": 1, "best_bits": 2}
LARGE = {"guess": "1456", "best_guess": "1454", "needed": None, "best_needed": None, "expected_bits": 1, "best_bits": 2}
UNKNOWN = {**LARGE, "expected_bits": None}


@pytest.mark.parametrize(
    ("turns", "line"),
    [
        ([BEST], NEVER_BETTER),
        ([BEST, LOST], "The coach: against best play you lost 0.25 guesses on average, all at turn 2."),
        ([LOST, LOST], "The coach: against best play you lost 0.50 guesses on average, 0.25 of them at turn 1."),
        ([LOST, LARGE], "The coach: against best play you lost 2.00 bits on average, 1.00 of them at turn 1."),
        ([UNKNOWN], "Too many codes fit to say how good your guesses were."),
    ],
)
def test_the_line_of_the_coach(server, visit, turns, line):
    page = visit()
    page.goto(f"{server.url}/learn")
    report = {"turns": [{"turn": number, **turn} for number, turn in enumerate(turns, 1)]}
    script = "async (report) => (await import('/static/end.js')).coachLine(report)"
    assert page.evaluate(script, report) == line


def open_menu(page):
    """Opens what stands beside the board on a large screen."""
    menu = page.locator(".gamebar >> text=Menu")
    if menu.is_visible():
        menu.click()


@at_all_sizes
def test_giving_up_is_announced_and_asks_once_more(server, visit, size):
    page = visit(*size)
    page.clock.install()
    accept(page, server, "6543", guesses=["1122"])
    page.wait_for_selector(".hole")
    open_menu(page)
    page.click("#give-up")
    expect(page.locator("#give-up")).to_have_text("Really give up?")
    page.clock.fast_forward(5000)
    expect(page.locator("#give-up")).to_have_text("Give up")  # after a while it is forgotten
    page.click("#give-up")
    page.click("#give-up")
    expect(page.locator("#end-title")).to_be_focused()
    expect(page.locator("#end-title")).to_have_text("Given up after 1 guess.")
    expect(page.locator("#said")).to_have_text("Given up after 1 guess. The code was 6 5 4 3.")
    expect(page.locator("#end")).to_contain_text("The code was")
    for name in ("#end-title", "#share"):
        expect(page.locator(name)).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".sheet:popover-open")).to_have_count(0)  # which would cover the end


def test_the_end_stands_still_with_reduced_motion(server, visit):
    page = visit(reduced_motion="reduce")
    for _ in resize(page):
        accept(page, server, "6543")
        page.wait_for_selector(".hole")
        type_guess(page, "6543")
        page.wait_for_selector("#end-title")
        assert page.evaluate("() => document.getAnimations().length") == 0


def test_the_end_has_a_wave_and_sound_and_vibration_only_if_switched_on(server, visit):
    page, switched = visit(), False
    page.add_init_script(
        "window.heard = []; window.AudioContext = class extends AudioContext {"
        "  constructor() { super(); heard.push('sound') } };"
        "navigator.vibrate = () => heard.push('vibration')"
    )
    for _ in resize(page):
        accept(page, server, "6543")
        page.wait_for_selector(".hole")
        type_guess(page, "6543")
        page.wait_for_selector("#end-title")
        expect(page.locator(".shield.wave")).to_have_count(1)
        assert page.evaluate("() => heard") == (["sound", "vibration"] if switched else [])
        if not switched:
            open_settings(page)
            page.check('[name="sound"]')
            page.check('[name="vibration"]')
            switched = True


def test_again_begins_another_game_of_the_same_kind(server, visit):
    page = visit()
    send(page, f"{server.url}/api/games", game="3x4", limit=9)
    page.goto(server.url)
    page.click("#recent a")
    for size in resize(page):
        page.wait_for_selector(".hole")
        open_menu(page)
        page.click("#give-up")
        page.click("#give-up")
        expect(page.locator("#next-game")).to_be_in_viewport(ratio=0.9)
        address = page.url
        page.click("#next-game")
        expect(page.locator("#end")).to_be_hidden()
        expect(page.locator(".row.active .hole"), str(size)).to_have_count(3)
        expect(page.locator("#guesses-left")).to_have_text("9 of 9 guesses left")
        assert page.url != address


def test_two_tabs_on_one_game(server, visit):
    page = visit(refused=409)
    game = accept(page, server, "6543", guesses=["1122"])
    page.wait_for_selector(".hole")
    for number, _ in enumerate(resize(page), 2):
        send(page, f"{server.url}/api/games/{game['id']}/turns", turn=number, guess="3344")  # in another tab
        page.keyboard.press("Escape")
        page.keyboard.type("5566")
        page.keyboard.press("Enter")
        expect(page.locator(".row:not(.future):not(.active)")).to_have_count(number)
        expect(page.locator("#said.bad")).to_have_text("A move was made elsewhere; your row is kept.")
        expect(page.locator("#said")).to_be_in_viewport(ratio=0.9)
        assert page.locator(".hole .peg").all_text_contents() == ["5", "5", "6", "6"]
        page.evaluate("() => (document.querySelector('#said').className = '')")


def test_somebody_elses_game_is_live(server, visit):
    page, other = visit(), visit()
    game = accept(page, server, "6543")
    other.clock.install()
    other.goto(f"{server.url}/play/{game['id']}")
    expect(other.locator("#about")).to_contain_text("you can look on")
    page.wait_for_selector(".hole")
    for number, _ in enumerate(resize(other), 1):
        type_guess(page, "1122")
        page.wait_for_selector(f".row:nth-child({number + 1}).active")
        other.clock.run_for(4000)
        expect(other.locator(".row:not(.future)")).to_have_count(number)  # without a reload
        expect(other.locator(".row:not(.future)").last).to_be_in_viewport(ratio=0.9)
    type_guess(page, "6543")
    page.wait_for_selector("#end-title")
    other.clock.run_for(4000)
    expect(other.locator("#end-title")).to_have_text("Broken in 6 guesses.")


def ask_for_hint(page, step):
    if page.locator("#open-hints").is_visible():
        page.click("#open-hints")
    page.click(f'[data-step="{step}"]')
    page.wait_for_selector("#hint:not([hidden])")


def test_hints_are_pegs_and_said_in_words(server, visit):
    page = visit(360, 640)
    accept(page, server, "6543", guesses=["1134"])
    page.wait_for_selector(".hole")
    page.keyboard.type("1123")
    hint = page.locator("#hint")
    for size in SIZES + EXTREMES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        ask_for_hint(page, "consistent")
        expect(hint).to_contain_text("does not fit turn 1")
        labels = [one.get_attribute("aria-label") for one in hint.locator(".feedback").all()]
        assert labels == ["2 black, 1 white", "0 black, 2 white"]  # 1134 with 1123 and with 6543, by hand
        assert not re.search(r"\db", hint.inner_text())  # no 2b1w
        expect(page.locator("#hints:popover-open")).to_have_count(0)
        assert page.evaluate(HIDDEN) == [], size
        page.click('[aria-label="close the hint"]')


def test_a_large_hint_fits(server, visit):
    page = visit(360, 640)
    accept(page, server, "123456789abc", "12x16", guesses=["112233445566"])
    page.wait_for_selector(".hole")
    ask_for_hint(page, "candidates")
    expect(page.locator("#hint")).to_contain_text(re.compile(r"[\d.]+ (b|tr)illion codes fit|too many", re.I))
    ask_for_hint(page, "guess")
    page.wait_for_selector("#hint .again")
    for size in SIZES + EXTREMES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate(HIDDEN) == [], size
        box = page.locator("#hint .again").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0]


def test_high_contrast_shows_pegs_and_feedback(server, visit):
    page = visit(390, 844, forced_colors="active")
    accept(page, server, "6543", guesses=["6345"])  # one black, three white: by hand
    page.wait_for_selector(".hole")
    page.keyboard.type("12")

    def look(selector):
        return page.locator(selector).first.evaluate(
            "it => [getComputedStyle(it).backgroundColor, getComputedStyle(it).backgroundImage]"
        )

    for _ in resize(page):
        black, white = look(".feedback i.b"), look(".feedback i.w")
        assert black[0] == "rgb(0, 0, 0)" and white[0] == "rgb(255, 255, 255)"
        assert look(".hole .peg.c0") != look(".hole .peg.c1")  # pegs keep their colors
        assert look(".hole .peg.c0")[1] != "none"
        assert page.locator(".hole .peg.empty").first.evaluate("it => getComputedStyle(it).borderTopStyle") == "dashed"


def test_one_code_left_on_make(server, visit):
    page = visit()
    page.goto(f"{server.url}/make#game=2x2&strategy=random&seed=1&turns=11:1b0w,12:0b2w")  # 21 is left
    page.wait_for_selector("#give")
    expect(page.locator("#thinks")).to_contain_text("Only one code fits.")
    for _ in resize(page):
        assert "null" not in page.inner_text("main") + page.text_content("#thinks")


def test_a_code_is_answered_by_digits(server, visit):
    page = visit()
    for _ in resize(page):
        page.goto("about:blank")
        page.goto(f"{server.url}/make#game=4x6&strategy=random&seed=1&turns=")  # which guesses codes that fit
        page.wait_for_selector("#give")
        page.keyboard.type("10")  # one black, no white
        chosen = page.locator("#answer input:checked").evaluate_all("all => all.map(it => it.name + it.value)")
        assert chosen == ["black1", "white0"]
        page.keyboard.press("Enter")
        expect(page.locator('[aria-label^="turn 1, 1b0w"]')).to_have_count(1)
        expect(page.locator('[name="black"]').first).to_be_focused()
        page.keyboard.type("40")
        page.keyboard.press("Enter")
        expect(page.locator(".result")).to_have_text("Broken in 2 guesses.")
        expect(page.locator(".result")).to_be_focused()


WRONG_TURNS = {  # and what the page says, in words of its own and not in those of a validator
    "1122=2b2w 3344=2b0w": "contradicts turn 1",
    "1122=1b1w " + 60 * "1" + "=0b0w": "Guess of turn 2 must have at most 48 characters",
    "1122": "A turn is written GUESS=FEEDBACK",
}


def test_the_example_of_review_fits_itself(server, visit):
    page = visit(refused=422)
    page.goto(f"{server.url}/review")
    turns = page.get_attribute('[name="turns"]', "placeholder")
    for _ in resize(page):
        page.fill('[name="turns"]', turns.replace("1122", "1 1 2 2"))  # with spaces
        page.click("#setup-review button")
        expect(page.locator(".turns > li")).to_have_count(len(turns.split()))
        for wrong, sentence in WRONG_TURNS.items():
            page.fill('[name="turns"]', wrong)
            page.click("#setup-review button")
            expect(page.locator("#review .bad, #said.bad").filter(has_text=sentence)).to_have_count(1)
            fits(page)
            assert "The coach looks at it" not in page.inner_text("main")


def test_a_refused_code_leaves_no_link_and_spaces_are_allowed(server, client, visit):
    page = visit(360, 640)
    page.goto(server.url)
    for _ in resize(page):
        page.click('[data-friends="code"]')
        for _ in range(4):
            page.click('#set-code [data-pick="0"]')
        page.click("#set-code button.primary")
        expect(page.locator("#own-code .link a")).to_be_visible()
        fits(page)
        page.click('[data-friends="code"]')
        page.click('#set-code [data-pick="0"]')
        page.click("#set-code button.primary")
        expect(page.locator("#said.bad")).to_contain_text("Tap a color for every hole first")
        assert page.locator("#own-code").count() == 0
    assert client.post("/api/challenges", json={"game": "4x6", "secret": "1 2 3 4"}).status_code == 201


def test_programs_are_told_in_json_that_there_is_nothing(client):
    answer = client.get("/nothing")
    assert answer.status_code == 404 and set(answer.json()) == {"error"}


def test_the_first_minute(server, visit):
    page = visit(360, 640)
    page.goto(server.url)
    page.click(".hero a[href$='/learn']")
    for _ in resize(page):
        page.goto(f"{server.url}/learn")
        for step, (told, place) in enumerate(
            (("a black peg", "a white peg"), ("gets nothing", "that is answered already"))
        ):
            page.click("#take")
            page.click("#guess")
            expect(page.locator(".row:not(.future):not(.active)")).to_have_count(step + 1)
            expect(page.locator("#hint")).to_contain_text(told)
            expect(page.locator("#hint")).to_contain_text(place)
            assert page.evaluate(HIDDEN) == []
        type_guess(page, "131")
        expect(page.locator("#end-title")).to_have_text("Cracked in 3!")
        expect(page.locator("#end-title")).to_be_focused()


@pytest.mark.parametrize("name", ["Hints", "Menu"])
def test_sheets_of_a_small_screen(server, visit, name):
    page = visit(390, 844)
    accept(page, server, "6543", guesses=["1122", "3456"])
    page.click(f".gamebar >> text={name}")
    for size in resize(page):
        if size[0] <= 860:
            no_violation_in_any_theme(page) if size == SIZES[1] else fits(page)
