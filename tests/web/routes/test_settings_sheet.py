"""The settings: one sheet on every page; what is chosen is kept and there before the first paint, at all sizes."""

import re

import pytest
from playwright.sync_api import expect
from web.browser import (
    HIDDEN,
    SIZES,
    accept,
    begin,
    choose,
    fits,
    no_violation,
    no_violation_in_any_theme,
    open_settings,
    play_by_keys,
    resize,
)

PATHS = ["/", "/make", "/watch", "/review", "/lab", "/api", "/learn", "/puzzles", "/archive", "/nothing"]
LETTERS = "ABCDEFGJKLNPSTUV"
COLORED = ".peg:not(.empty, .lid)"


def pick(page, name, value):
    page.check(f'[name="settings-{name}"][value="{value}"]', force=True)  # a radio button under its label


def background(page):
    return page.locator("body").evaluate("(body) => getComputedStyle(body).backgroundColor")


LIGHT, DARK = "rgb(243, 237, 226)", "rgb(23, 20, 17)"


def open_game(page, server, secret, game="4x6", guesses=()):
    accept(page, server, secret, game, guesses)
    page.wait_for_selector(".hole")


# The sheet


@pytest.mark.parametrize("path", PATHS)
def test_one_click_opens_the_sheet_and_escape_closes_it(server, visit, path):
    page, loaded = visit(refused=404), []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(f"{server.url}{path}")
    page.wait_for_load_state("networkidle")
    assert not [one for one in loaded if "settings" in one]  # which is loaded when somebody asks for it
    for _ in resize(page):
        button = page.locator("[data-settings]:visible")
        expect(button).to_have_count(1)
        expect(button).to_be_in_viewport(ratio=0.9)
        expect(button).to_have_accessible_name("Settings")
        button.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#settings")).to_be_in_viewport(ratio=0.99)
        expect(page.locator("#settings-title")).to_be_focused()
        fits(page)
        page.keyboard.press("Escape")
        expect(page.locator("#settings")).to_be_hidden()
        expect(button).to_be_focused()
        button.click()
        page.click("#settings .close")
        expect(page.locator("#settings")).to_be_hidden()
        expect(button).to_be_focused()


def test_the_sheet_in_all_themes(server, visit):
    page = visit(390, 844)
    open_game(page, server, "6543", guesses=["1122"])
    open_settings(page)
    for size in resize(page):
        for control in page.locator("#settings :is(.chips label, .check)").all():
            control.scroll_into_view_if_needed()
            expect(control).to_be_in_viewport(ratio=0.9)
        if size in (SIZES[1], SIZES[3]):
            no_violation_in_any_theme(page)


def test_keys_in_the_sheet_are_not_for_the_board(server, visit):
    page = visit()
    open_game(page, server, "6543")
    page.keyboard.type("12")
    for _ in resize(page):
        open_settings(page)
        page.focus("#settings .close")
        page.keyboard.type("34r")
        page.keyboard.press("Escape")
        expect(page.locator(f".hole {COLORED}")).to_have_count(2)


# Theme


def test_light_dark_and_auto(server, visit):
    page = visit(color_scheme="dark")
    page.goto(server.url)
    for _ in resize(page):
        for scheme, auto in (("dark", DARK), ("light", LIGHT)):
            page.emulate_media(color_scheme=scheme)
            open_settings(page)
            expect(page.locator('[name="settings-theme"]:checked')).to_have_value("auto")
            for value, color in (("light", LIGHT), ("dark", DARK), ("auto", auto)):
                pick(page, "theme", value)
                assert background(page) == color
            page.keyboard.press("Escape")


@pytest.mark.parametrize("stored", ["dark", '"dark"'])  # as it was written before there was a sheet, and as it is now
def test_what_was_chosen_is_there_before_the_first_paint(server, visit, stored):
    page = visit()
    page.add_init_script(
        "new MutationObserver(() => { if (document.body) window.first ??= {...document.documentElement.dataset} })"
        ".observe(document, {childList: true, subtree: true})"
    )
    page.goto(f"{server.url}/device")
    page.evaluate("(text) => localStorage.setItem('theme', text)", stored)
    for _ in resize(page):
        page.goto(server.url)
        assert page.evaluate("() => window.first.theme") == "dark"
        assert background(page) == DARK
    open_settings(page)
    expect(page.locator('[name="settings-theme"]:checked')).to_have_value("dark")
    pick(page, "palette", "grayscale")
    pick(page, "symbols", "letters")
    page.check('[name="large"]')
    page.goto(f"{server.url}/learn")
    assert page.evaluate("() => window.first") == {
        "theme": "dark", "palette": "grayscale", "symbols": "letters", "large": "true",
    }  # fmt: skip
    assert page.evaluate("() => document.querySelector('#settings-style').blocking.contains('render')")


def test_other_tabs_follow(server, visit):
    page = visit()
    open_game(page, server, "6543", guesses=["1234"])
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".hole")
    open_settings(page)
    pick(page, "theme", "dark")
    pick(page, "symbols", "letters")
    page.check('[name="large"]')
    other.wait_for_function("() => document.documentElement.dataset.large === 'true'")
    assert background(other) == DARK
    expect(other.locator('.row [aria-label="code A B C D"]')).to_have_count(1)


# What stands on pegs


def test_letters_are_shown_and_typed(server, visit):
    page = visit()
    choose(page, symbols="letters")
    open_game(page, server, "123456789abc", "12x16", guesses=["1234567899ab"])
    for _ in resize(page):
        page.keyboard.press("Escape")
        page.keyboard.type("aBcDeFgjklnp")  # all but the last four
        assert holes(page) == list(range(12))
        expect(page.locator("[data-peg='0']")).to_have_attribute("aria-label", "peg 1: red A")
        expect(page.locator("[data-color='7']")).to_have_attribute("aria-label", "pink J")
        expect(page.locator(".row .again").first).to_have_attribute("aria-label", "take over A B C D E F G J K K L N")
        fits(page)
    page.keyboard.press("Escape")
    page.keyboard.type("stuv19")  # digits as ever
    assert holes(page)[:6] == [12, 13, 14, 15, 0, 8]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("h")
    expect(page.locator(".hole.held")).to_have_count(1)
    page.keyboard.press("h")
    page.keyboard.press("m")
    expect(page.locator("#mark")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("m")
    page.keyboard.press("r")
    assert None not in holes(page)


def holes(page):
    """The colors in the row that is being filled; None is an empty hole."""
    names = page.locator(".hole .peg").evaluate_all("pegs => pegs.map(peg => peg.className)")
    found = [re.search(r"\bc(\d+)\b", name) for name in names]
    return [int(match[1]) if match else None for match in found]


def test_letters_of_a_small_game_and_of_a_code_for_a_friend(server, visit):
    page = visit()
    choose(page, symbols="letters")
    page.goto(server.url)
    page.click('[data-friends="code"]')
    page.focus("#set-code .hole")
    page.keyboard.type("ab3f")
    labels = [one.get_attribute("aria-label") for one in page.locator("#set-code .hole").all()]
    assert labels == ["peg 1: red A", "peg 2: yellow B", "peg 3: green C", "peg 4: purple F"]


def test_screen_readers_hear_the_color_and_the_shape(server, visit):
    page = visit()
    choose(page, symbols="shapes")
    open_game(page, server, "6543", guesses=["1234"])
    for _ in resize(page):
        expect(page.locator("[data-color='0']")).to_have_attribute("aria-label", "red circle")
        expect(page.locator(".row .code").first).to_have_attribute("aria-label", "code circle triangle square diamond")
        page.keyboard.type("15")  # digits are typed
        expect(page.locator("[data-peg='1']")).to_have_attribute("aria-label", "peg 2: orange star")
        page.keyboard.press("Escape")


PLAIN = """pegs => pegs.forEach(({ style }) => {
  Object.assign(style, { background: '#fff', color: '#000', boxShadow: 'none' });
  style.setProperty('--on', '#000');
})"""


@pytest.mark.parametrize("symbols", ["letters", "shapes"])
def test_sixteen_symbols_differ(server, visit, symbols):
    page = visit()
    choose(page, symbols=symbols)
    open_game(page, server, "g" * 12, "12x16")
    page.wait_for_load_state("networkidle")  # shapes are a picture
    for _ in resize(page):
        page.locator(".palette .peg").evaluate_all(PLAIN)
        pictures = [peg.screenshot() for peg in page.locator(".palette .peg").all()]
        assert len(set(pictures)) == 16
    if symbols == "letters":  # as that text would be painted
        for color, letter in enumerate(LETTERS):
            page.locator(".palette .peg").nth(color).evaluate(
                "(peg, letter) => { peg.className = 'peg lid'; peg.style.fontSize = 'calc(var(--size) * .46)';"
                "  peg.textContent = letter }",
                letter,
            )
        assert [peg.screenshot() for peg in page.locator(".palette .peg").all()] == pictures


# Palettes


@pytest.mark.parametrize("palette", ["standard", "colorblind", "grayscale"])
def test_palettes_color_the_pegs_and_axe_is_content(server, visit, palette):
    page = visit(390, 844)
    open_game(page, server, "6543", guesses=["1122", "3456"])
    open_settings(page)
    before = peg_colors(page)
    pick(page, "palette", palette)
    assert (peg_colors(page) == before) == (palette == "standard")
    assert len(set(peg_colors(page))) == 6
    for symbols in ("digits", "letters", "shapes"):
        pick(page, "symbols", symbols)
        if symbols == "letters":  # two sizes, three themes; the other symbols once
            no_violation_in_any_theme(page)
        page.keyboard.press("Escape")
        no_violation(page)
        for _ in resize(page):
            fits(page)
        open_settings(page)


def peg_colors(page):
    script = "pegs => pegs.map(peg => getComputedStyle(peg).getPropertyValue('--c'))"
    return page.locator(".tray .color .peg").evaluate_all(script)


# Large pegs


@pytest.mark.parametrize(
    ("game", "secret"), [("4x6", "6543"), ("5x8", "68543"), ("6x9", "987654"), ("12x16", "123456789abc")]
)
def test_large_pegs_fit(server, visit, game, secret):
    page = visit()
    open_game(page, server, secret, game, guesses=["1" * len(secret)] * 7)
    for size in resize(page):
        small = peg_sizes(page)
        open_settings(page)
        page.check('[name="large"]')
        page.keyboard.press("Escape")
        large = peg_sizes(page)
        assert page.evaluate(HIDDEN) == [], size
        least = 1 if game == "12x16" else 1.05  # a row of 12 takes the whole width of a phone anyway
        assert large["row"] >= least * small["row"] - 0.01 and large["tray"] >= least * small["tray"] - 0.01, size
        open_settings(page)
        page.uncheck('[name="large"]')
        page.keyboard.press("Escape")


def peg_sizes(page):
    return {
        name: page.locator(place).first.bounding_box()["width"]
        for name, place in (("row", ".row .again .peg"), ("tray", ".palette .peg"))
    }


# Hard mode


def refused(page, turn, answer):
    expect(page.locator("#said.bad")).to_have_text(
        f"Hard mode: your row does not fit turn {turn}, which was answered with {answer}."
    )
    page.evaluate("() => (document.querySelector('#said').className = '')")


def turns(page):
    return page.locator(".row:not(.future):not(.active)").count()


def type_row(page, code):
    page.keyboard.press("Escape")
    page.keyboard.type(code)
    page.keyboard.press("Enter")


def test_hard_mode_refuses_what_does_not_fit(server, visit):
    page = visit()
    open_game(page, server, "6543")
    type_row(page, "1122")  # no peg
    expect(page.locator(".row.active .turn")).to_have_text("2")
    open_settings(page)
    page.check('[name="hard"]')
    page.keyboard.press("Escape")
    for _ in resize(page):
        type_row(page, "1333")
        refused(page, 1, "0 black, 0 white")
        expect(page.locator(".row.wrong")).to_have_count(1)
        assert holes(page) == [0, 2, 2, 2] and turns(page) == 1
    type_row(page, "3456")  # no black, four white: by hand
    expect(page.locator(".row.active .turn")).to_have_text("3")
    type_row(page, "3465")
    refused(page, 2, "0 black, 4 white")  # it has 3 and 4 in the same places, so that it would be two black
    type_row(page, "1465")
    refused(page, 1, "0 black, 0 white")  # the first of the two that it contradicts
    type_row(page, "6543")
    expect(page.locator("#end-title")).to_have_text("Cracked in 3!")
    expect(page.locator("#played-hard")).to_have_count(0)  # it was not on from the first guess


def test_hard_mode_from_the_first_guess_to_the_last(server, visit):
    page = visit()
    choose(page, hard=True)
    for _ in resize(page):
        open_game(page, server, "6543")
        type_row(page, "3456")
        expect(page.locator(".row.active .turn")).to_have_text("2")
        page.reload()  # which forgets nothing
        page.wait_for_selector(".hole")
        type_row(page, "6543")
        expect(page.locator("#played-hard")).to_have_text("Played in hard mode.")
        expect(page.locator("#played-hard")).to_be_in_viewport(ratio=0.9)
    open_game(page, server, "6543")
    type_row(page, "3456")
    expect(page.locator(".row.active .turn")).to_have_text("2")
    open_settings(page)
    page.uncheck('[name="hard"]')
    page.keyboard.press("Escape")
    type_row(page, "1111")  # which does not fit
    expect(page.locator(".row.active .turn")).to_have_text("3")
    type_row(page, "6543")
    expect(page.locator("#end-title")).to_have_text("Cracked in 3!")
    expect(page.locator("#played-hard")).to_have_count(0)


def test_hard_mode_against_a_cheater_and_in_a_game_without_white_pegs(server, visit):
    page = visit()
    choose(page, hard=True)
    begin(page, server, ["1122"], game="4x6", codemaker="adversary")
    page.wait_for_selector(".hole")
    for _ in resize(page):
        type_row(page, "1333")
        refused(page, 1, "0 black, 0 white")  # 256 of 1296 codes: the largest part, and what the cheater answers
    open_game(page, server, "6543", "4x6-black", guesses=["6111"])
    for _ in resize(page):
        type_row(page, "5611")
        refused(page, 1, "1 black")
    type_row(page, "6345")
    expect(page.locator(".row.active .turn")).to_have_text("3")


def test_hints_and_giving_up_in_hard_mode(server, visit):
    page = visit()
    choose(page, hard=True)
    open_game(page, server, "6543", guesses=["1122"])
    type_row(page, "1333")
    refused(page, 1, "0 black, 0 white")
    page.click('[data-step="candidates"]')
    expect(page.locator("#hint")).to_contain_text("256")  # 4^4 codes without 1 and 2
    with page.expect_request("**/hints") as asked:
        page.click('[data-step="guess"]')
    assert asked.value.post_data_json["candidates_only"] is True
    page.click("#hint .again")
    page.click("#guess")
    expect(page.locator(".row.active .turn")).to_have_text("3")  # what is suggested is not refused
    page.click("#give-up")
    page.click("#give-up")
    expect(page.locator("#end-title")).to_contain_text("Given up after 2 guesses")


def test_the_lesson_is_not_in_hard_mode(server, visit):
    page = visit()
    choose(page, hard=True)
    for _ in resize(page):
        page.goto(f"{server.url}/learn")
        for number in (1, 2):  # the second guess it asks for does not fit
            page.click("#take")
            page.click("#guess")
            expect(page.locator(".row:not(.future):not(.active)")).to_have_count(number)


# Undo


def test_undo_takes_back_the_last_peg_wherever_it_is(server, visit):
    page = visit()
    open_game(page, server, "6543")
    undo = page.locator("#undo")
    for _ in resize(page):
        expect(undo).to_be_in_viewport(ratio=0.9)
        expect(undo).to_have_accessible_name("Undo")
        for take_back in (
            undo.click,
            lambda: page.keyboard.press("Control+z"),
            lambda: page.keyboard.press("Backspace"),
        ):
            page.keyboard.press("Escape")
            for peg, key in ((2, "4"), (0, "2"), (2, "6")):
                page.focus(f'[data-peg="{peg}"]')
                page.keyboard.press("Space")  # goes there
                page.keyboard.press(key)
            assert holes(page) == [1, None, 5, None]
            take_back()
            assert holes(page) == [1, None, 3, None]  # the peg that was there before is back
            take_back()
            assert holes(page) == [None, None, 3, None]
            take_back()
            assert holes(page) == [None] * 4
    page.keyboard.press("Escape")  # to the first hole
    expect(undo).to_have_attribute("aria-disabled", "true")  # nothing was placed or cleared
    page.keyboard.type("1234")
    page.keyboard.press("Escape")
    undo.click()
    assert holes(page) == [0, 1, 2, 3]  # the row that was cleared
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Backspace")
    assert holes(page) == [0, None, 2, 3]  # who went to a peg means that one


def test_there_is_nothing_to_take_back_after_a_guess(server, visit):
    page = visit()
    open_game(page, server, "6543")
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")
    play_by_keys(page, "1122")
    page.keyboard.press("Control+z")
    expect(page.locator("#said.bad")).to_have_text("There is no peg to take back.")
    assert holes(page) == [None] * 4


# Sound and vibration


def test_a_peg_ticks_only_with_sound(server, visit):
    page = visit()
    page.add_init_script(
        "window.notes = []; const create = AudioContext.prototype.createOscillator;"
        "AudioContext.prototype.createOscillator = function () { notes.push(1); return create.call(this) }"
    )
    open_game(page, server, "6543")
    for _ in resize(page):
        page.keyboard.type("1")
        open_settings(page)
        expect(page.locator('[name="vibration"]')).not_to_be_checked()
        expect(page.locator('[name="sound"]')).not_to_be_checked()  # off by default
        assert page.evaluate("() => notes.length") == 0
        page.check('[name="sound"]')
        page.keyboard.press("Escape")
        page.keyboard.type("2")
        page.wait_for_function("() => notes.length === 1")
        open_settings(page)
        page.uncheck('[name="sound"]')
        page.keyboard.press("Escape")
        page.evaluate("() => (notes.length = 0)")
