"""The pages in a real browser: by mouse, by keyboard, narrow, reloaded, restarted; and axe on every one."""

import re
import time

import pytest
from playwright.sync_api import expect
from web.browser import fits, looks_right, no_violation, play_by_keys, resize, set_code

from blackpeg import Game
from blackpeg.puzzles.sealed_codes import seal


def begin(page, url, level="medium"):
    page.goto(url)
    page.click(f'[data-level="{level}"]')
    page.wait_for_selector(".hole")


def accept(page, server, secret, game="4x6"):
    page.goto(f"{server.url}/play?challenge={set_code(server, secret, game)}")
    page.click("#accept")
    page.wait_for_selector(".hole")


def test_a_whole_game_by_mouse(server, visit):
    page = visit()
    accept(page, server, "6543")
    for code in ("1234", "6543"):
        for symbol in code:
            page.click(f'.color:has-text("{symbol}")')
        page.click("#guess")
        page.wait_for_selector(f'.row [aria-label="code {" ".join(code)}"]')
    expect(page.locator(".result")).to_have_text("Broken in 2 guesses.")
    expect(page.locator("#verified")).to_contain_text("The code never changed")
    labels = [pegs.get_attribute("aria-label") for pegs in page.locator(".row:not(.future) .feedback").all()]
    assert labels == ["0 black, 2 white", "4 black, 0 white"]  # by hand: of 1234, 3 and 4 are elsewhere in 6543
    expect(page.locator(".shield")).to_have_attribute("aria-label", "secret 6 5 4 3")
    no_violation(page)


def test_a_whole_game_by_keyboard(server, visit):
    page = visit()
    accept(page, server, "2255")
    keys = page.keyboard
    keys.type("1")
    keys.press("r")  # fills the row
    keys.press("Enter")
    page.wait_for_selector('.row [aria-label="code 1 1 1 1"]')
    keys.type("22")
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    keys.press("h")  # holds the first peg
    keys.press("Escape")  # which stays when the row is cleared
    expect(page.locator(".hole.held .peg.c1")).to_have_count(1)
    keys.type("2")
    keys.press("Shift+Digit1")  # a note: no 1
    expect(page.locator(".color.marked")).to_have_count(1)
    keys.type("55")
    keys.press("Enter")
    expect(page.locator(".result")).to_have_text("Broken in 2 guesses.")


def test_pegs_are_dragged(server, visit):
    page = visit()
    begin(page, server.url)
    page.drag_and_drop('[data-color="3"]', '[data-peg="2"]')
    expect(page.locator('[data-peg="2"] .peg')).to_have_text("4")
    page.drag_and_drop('[data-peg="2"]', '[data-peg="0"]')
    expect(page.locator('[data-peg="0"] .peg')).to_have_text("4")
    expect(page.locator('[data-peg="2"] .peg')).to_have_text("")


def test_hints_and_giving_up(server, visit):
    page = visit()
    accept(page, server, "6543")
    play_by_keys(page, "1122")
    page.keyboard.type("1123")
    page.click('[data-step="consistent"]')
    expect(page.locator(".row.wrong")).to_have_count(1)
    page.click('[data-step="candidates"]')
    expect(page.locator("#hint")).to_contain_text("256")  # 4^4 codes without 1 and 2
    page.click("#give-up")
    page.click("#give-up")
    expect(page.locator(".result")).to_contain_text("Given up after 1 guess. With 2 hints.")


def test_the_cheater_is_named_and_counts(server, visit):
    page = visit()
    page.goto(server.url)
    page.check('[value="adversary"]')
    page.click('[data-level="medium"]')
    expect(page.locator("#about")).to_contain_text("The cheater hides no code")
    expect(page.locator("#possible")).to_have_text("1,296 codes are possible.")
    play_by_keys(page, "1122")
    expect(page.locator("#possible")).to_have_text("256 codes are possible.")  # 4^4, without 1 and 2
    expect(page.locator(".row .left")).to_have_text("256 left")
    no_violation(page)


def test_reload_and_restart_in_mid_game(tmp_path, server_of, visit):
    server = server_of(tmp_path / "data")
    page = visit(killed=True)
    accept(page, server, "6556")
    play_by_keys(page, "1122")
    page.keyboard.type("34")
    page.reload()
    expect(page.locator(".hole .peg:not(.empty)")).to_have_count(2)  # the row begun is there, too
    page.wait_for_load_state("networkidle")  # a page that was loaded by half could not go on
    server.kill()
    server.start()
    page.keyboard.press("Escape")
    play_by_keys(page, "3344")
    page.reload()
    expect(page.locator(".row:not(.future):not(.active)")).to_have_count(2)


def test_others_can_only_look(server, visit):
    page, other = visit(), visit()
    accept(page, server, "6556")
    play_by_keys(page, "1122")
    other.goto(page.url)
    expect(other.locator(".row:not(.future)")).to_have_count(1)
    expect(other.locator("#about")).to_contain_text("somebody else's game")
    assert other.locator(".hole, #guess, #give-up").count() == 0


def test_the_computer_breaks_a_code(server, visit):
    page = visit()
    page.goto(f"{server.url}/make")
    page.select_option('[name="strategy"]', "entropy")
    page.click("#setup-make button")
    secret = "6543"
    for _ in range(10):
        page.wait_for_selector("#give, .result")
        if page.locator(".result").count():
            break
        label = page.locator(".row.active .code").get_attribute("aria-label")
        guess = label.removeprefix("code ").replace(" ", "")
        answer(page, *pegs(guess, secret))
        page.wait_for_selector(f'.row:not(.active) [aria-label="{label}"]')
    expect(page.locator(".result")).to_contain_text("Broken in")
    no_violation(page)
    page.click("text=Review this game")
    expect(page.locator(".turns > li").first).to_be_visible()


def test_the_computer_has_a_limit_at_a_level(server, visit):
    page = visit()
    page.goto(f"{server.url}/make")
    page.fill('[name="limit"]', "2")
    page.click('[data-level="easy"]')
    for turn in (1, 2):
        expect(page.locator("#answer")).to_contain_text(f"Guess {turn} of 2:")
        if turn == 1:
            expect(page.locator(".row.active .code")).to_have_attribute("aria-label", "code 1 2 3 4")
        answer(page, 1, 1)
    expect(page.locator(".result")).to_have_text("Not broken in 2 guesses: you win.")
    expect(page.locator(".row")).to_have_count(2)
    no_violation(page)
    page.reload()  # the limit is in the address too
    expect(page.locator(".result")).to_have_text("Not broken in 2 guesses: you win.")
    expect(page.locator('[name="limit"]')).to_have_value("2")
    page.click("text=Review this game")
    expect(page.locator(".turns > li")).to_have_count(2)


def test_a_game_with_a_limit(server, visit):
    page = visit(390, 844)
    page.goto(server.url)
    page.fill('[name="limit"]', "0")
    page.click('[data-level="medium"]')
    assert page.locator('[name="limit"]').evaluate("it => !it.validity.valid")
    page.goto(f"{server.url}/?code={seal(Game(4, 6), Game(4, 6).code('6543'))}")
    page.fill('[name="limit"]', "2")
    page.click("#accept")
    expect(page.locator("#guesses-left")).to_have_text("2 of 2 guesses left")
    expect(page.locator(".row")).to_have_count(2)
    for turn in (1, 2):
        page.keyboard.type("1122")
        page.keyboard.press("Enter")
        expect(page.locator(".row:not(.future):not(.active)")).to_have_count(turn)
        if turn == 1:
            expect(page.locator("#guesses-left")).to_have_text("The last of 2 guesses")
            page.reload()
            expect(page.locator("#guesses-left")).to_have_text("The last of 2 guesses")
    expect(page.locator(".result")).to_have_text("Not broken in 2 guesses.")
    expect(page.locator(".shield")).to_have_attribute("aria-label", "secret 6 5 4 3")
    no_violation(page)


def answer(page, black, white):
    page.check(f'[name="black"][value="{black}"]')
    page.check(f'[name="white"][value="{white}"]')
    page.click("#give")


def pegs(guess, secret):
    black = sum(a == b for a, b in zip(guess, secret, strict=True))
    return black, sum(min(guess.count(c), secret.count(c)) for c in set(guess)) - black


@pytest.mark.parametrize("width", [900, 1000, 1280])
def test_a_wide_board_leaves_room_for_what_stands_beside_it(server, visit, width):
    page = visit(width, 900)
    page.goto(f"{server.url}/make#game=8x12&strategy=random&seed=1&turns=11223344:1b1w")
    expect(page.locator("#thinks tbody tr").first).to_be_visible()
    board, beside = (page.locator(name).bounding_box() for name in (".game", ".side"))
    assert board["x"] + board["width"] <= beside["x"]
    shown, whole = page.locator("#thinks .scroll").evaluate("it => [it.clientWidth, it.scrollWidth]")
    assert whole <= shown  # no column is hidden


def test_a_contradiction_is_shown_and_corrected(server, visit):
    page = visit()
    page.goto(f"{server.url}/make#game=4x6&strategy=entropy&seed=1&turns=1122:2b2w,3344:2b0w")
    expect(page.locator("#trouble")).to_contain_text("Turn 2 contradicts turn 1")
    expect(page.locator(".row.wrong")).to_have_count(2)
    no_violation(page)
    page.click("text=Correct turn 1")
    answer(page, 1, 0)
    expect(page.locator(".row.wrong")).to_have_count(0)
    expect(page.locator(".row.active .code")).to_have_count(1)
    page.reload()  # the game is in the address
    expect(page.locator('[aria-label^="turn 1, 1b0w"]')).to_have_count(1)


def open_watch(page, server):
    page.goto(f"{server.url}/watch")
    page.click("#other summary")
    page.wait_for_selector('[name="second"] option[value="entropy"]', state="attached")


def test_a_choice_made_while_the_menu_loads_is_kept(server, visit):
    page, held, asked = visit(), [], re.compile(r"/api/strategies\?game=4x6")
    open_watch(page, server)
    page.route(asked, lambda route: held.append(route))
    with page.expect_request(asked):
        page.fill('[name="game"]', "4x6")
        page.press('[name="game"]', "Tab")
    page.select_option('[name="first"]', "cunha_silva")  # while strategies of 4x6 are on their way
    with page.expect_request(asked):  # the second menu is asked for once the first is filled
        held.pop().continue_()
    expect(page.locator('[name="first"]')).to_have_value("cunha_silva")
    held.pop().continue_()


def test_evolution_is_watched(server, visit):
    page = visit()
    open_watch(page, server)
    page.fill('[name="game"]', "4x6")
    page.fill('[name="secret"]', "6543")
    page.select_option('[name="first"]', "cunha_silva")
    page.select_option('[name="second"]', "merelo2006")
    page.click("#start")
    page.click("#step")
    expect(page.locator("#pause")).to_have_attribute("aria-pressed", "true")
    page.click("#last")
    expect(page.locator(".lane .now")).to_contain_text([re.compile(r"asked about [\d,]+ codes"), "Broken in"])
    expect(page.locator(".lane .chart")).to_have_count(2)
    expect(page.locator(".lane .heat:visible")).to_have_count(1)
    population = page.locator(".lane canvas:not(.heat)").first
    expect(population).to_have_attribute("aria-label", re.compile(r"\d+ of 150 codes, the best is 6543"))
    no_violation(page)


def skip_to_end(page):
    """Shows all that is left, which may be nothing on a slow machine."""
    page.evaluate("() => document.querySelector('#last').click()")
    expect(page.locator("#last")).to_be_disabled()


def test_a_duel_of_strategies_is_a_show(server, visit):
    page = visit(reduced_motion="reduce")
    page.goto(f"{server.url}/watch")
    expect(page.locator("h1")).to_have_text("Knuth against evolution: who needs fewer?")
    looks_right(page, '[data-bet="0"]', '[data-bet="none"]')
    steps = page.evaluate("() => 0.5 * 1.1 ** document.querySelector('#speed').value")
    assert 2 <= steps <= 3  # a second
    for number, _ in enumerate(resize(page), 1):
        page.click('[data-bet="0"]')
        expect(page.locator("#player")).to_be_in_viewport(ratio=0.9)
        expect(page.locator(".lane h2")).to_have_text(
            ["Knuth's minimax, 1977", "Merelo et al.'s genetic algorithm, 2006"]
        )
        skip_to_end(page)
        needed = [page.locator(f".lane >> nth={lane} >> .row").count() for lane in (0, 1)]
        verdict = page.locator("#verdict").inner_text()
        assert verdict.endswith("You were right!" if needed[0] < needed[1] else "You were wrong.")
        assert all(str(guesses) in verdict for guesses in needed)
        expect(page.locator("#bets-so-far")).to_have_text(
            re.compile(rf"You were right \d of {number} time{'s' if number > 1 else ''}\.")
        )
        fits(page)
    there = int(page.get_attribute("#scrub", "max"))
    sentence = page.locator(".lane .told").first
    for step in range(
        1, there
    ):  # a sentence may pass by unseen while the show goes on, so the scrubber goes back to it
        page.locator("#scrub").fill(str(step))
        if sentence.inner_text():
            break
    expect(sentence).to_have_text(re.compile(r"Turn 1 kept [\d,]+ of 1,296 codes\."))
    page.locator("#scrub").fill(str(there // 2))
    assert 0 < page.locator(".lane .row").count() < sum(needed)
    expect(page.locator("#pause")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#verdict")).to_have_text("")
    page.locator("#scrub").fill(str(there))
    expect(page.locator(".lane .row")).to_have_count(sum(needed))
    page.click("#replay")
    page.click("#pause")
    assert page.locator(".lane .row").count() < sum(needed)
    page.click("#turn")
    expect(page.locator("#pause")).to_have_attribute("aria-pressed", "true")
    skip_to_end(page)
    expect(page.locator("#verdict")).to_have_text(verdict)
    expect(page.locator("#bets-so-far")).to_contain_text("of 5 times")  # a replay is not another bet
    looks_right(page)


def test_a_bet_on_any_two_strategies(server, visit):
    page = visit()
    open_watch(page, server)
    page.fill('[name="game"]', "3x4")
    page.fill('[name="secret"]', "123")
    page.select_option('[name="first"]', "entropy")
    page.select_option('[name="second"]', "most_parts")
    page.click("#start")
    expect(page.locator("#duel-title")).to_have_text("entropy against most_parts: who needs fewer?")
    page.click('[data-bet="2"]')
    skip_to_end(page)
    expect(page.locator("#verdict")).to_have_text(re.compile(r"You were (right!|wrong\.)$"))


def test_a_review_and_once_more_from_there(server, visit):
    page = visit()
    accept(page, server, "6543")
    play_by_keys(page, "1122", "3456")
    page.keyboard.type("6543")
    page.keyboard.press("Enter")
    page.click("#to-review")
    expect(page.locator(".turns > li")).to_have_count(3)
    expect(page.locator(".chart")).to_have_count(2)
    expect(page.locator(".chart").nth(1)).to_have_attribute("aria-label", re.compile("1,296, 256, "))
    no_violation(page)
    page.click('[data-again="1"]')
    page.wait_for_selector(".hole")
    expect(page.locator(".row:not(.future):not(.active)")).to_have_count(1)


@pytest.mark.parametrize("size", ["4x6", "12x16"])
def test_a_narrow_screen(server, visit, size):
    page = visit(360, 740, has_touch=True, is_mobile=True)
    page.goto(server.url)
    pegs_, colors = size.split("x")
    page.fill('[name="pegs"]', pegs_)
    page.fill('[name="colors"]', colors)
    page.tap("#own button")
    page.wait_for_selector(".hole")
    for _ in range(int(pegs_)):
        page.tap('[data-color="1"]')
    page.tap("#guess")
    expect(page.locator(".row:not(.future):not(.active)")).to_have_count(1)
    wide = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
    no_violation(page)
    for path in ("/make", "/watch", "/review", "/lab", "/api"):
        page.goto(f"{server.url}{path}")
        page.wait_for_timeout(300)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path


SHIFT = (
    "window.shifts = []; new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput) "
    "window.shifts.push([e.value, ...e.sources.map(s => [s.node?.id || s.node?.className || s.node?.nodeName, "
    "JSON.stringify(s.previousRect), JSON.stringify(s.currentRect)])]) })"
    ".observe({type: 'layout-shift', buffered: true})"
)


@pytest.mark.parametrize("size", [(1280, 900), (360, 740)], ids=["wide", "narrow"])
def test_nothing_shifts(server, visit, size):
    page = visit(*size)
    page.add_init_script(SHIFT)
    accept(page, server, "6556")
    play_by_keys(page, "1122", "3344")
    review = "/review#game=4x6&turns=1122:0b0w,3344:1b1w,5536:1b2w"
    make = "/make#game=4x6&strategy=entropy&seed=1&turns=1122:1b0w"
    game = page.url.removeprefix(server.url)

    def late(route):
        time.sleep(0.05)
        route.continue_()

    page.route(re.compile(r"\.js$|/api/"), late)  # painted before scripts and answers are there
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 6})  # and before all is read
    for path in (game, "/", make, "/make", "/watch", review, "/lab", "/lab#dynamic", "/api"):
        page.goto("about:blank")
        page.goto(f"{server.url}{path}")
        page.wait_for_timeout(2000)
        shifts = page.evaluate("() => window.shifts")
        assert sum(value for value, *_ in shifts) < 0.01, (path, shifts)


def test_the_first_page_is_small(server, visit):
    page, got = visit(), []
    page.on("response", lambda answer: got.append(len(answer.body())))
    page.goto(server.url)
    page.wait_for_load_state("networkidle")
    assert len(got) > 5 and sum(got) < 100_000


@pytest.mark.parametrize("path", ["/", "/make", "/watch", "/review", "/lab", "/learn", "/archive", "/match/nothing"])
def test_scripts_are_loaded_side_by_side(server, visit, path):
    page, loaded = visit(refused=404), set()
    page.on("request", lambda request: loaded.add(request.url) if request.url.endswith(".js") else None)
    page.goto(f"{server.url}{path}")
    page.wait_for_function("() => document.readyState === 'complete'")
    named = page.eval_on_selector_all("link[rel=modulepreload]", "all => all.map(one => one.href)")
    scripts = page.eval_on_selector_all("script[src]", "all => all.map(one => one.src)")
    assert loaded == {*named, *scripts}  # none is found out only when another one has come
