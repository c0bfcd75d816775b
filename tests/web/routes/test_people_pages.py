"""The daily puzzle, sharing, friends, duels, tournaments and the archive in a real browser, at five sizes."""

import re

from playwright.sync_api import expect
from web.browser import (
    SIZES,
    at_all_sizes,
    fits,
    looks_right,
    no_violation,
    no_violation_in_any_theme,
    play_by_keys,
    resize,
    send,
    set_code,
)

from blackpeg.puzzles.daily import daily_puzzle, puzzle_number, today


def todays_secret():
    game, secret = daily_puzzle(today())
    return game.show(secret)


def wrong_codes(secret):
    return [code for code in ("1122", "3344", "5566", "1133") if code != secret]


@at_all_sizes
def test_the_daily_puzzle_is_first_and_largest(server, visit, size):
    page = visit(*size)
    page.goto(server.url)
    expect(page.locator("#daily-title")).to_contain_text(f"Puzzle #{puzzle_number(today())}")
    hero, play = (page.locator(name).bounding_box() for name in (".today", "#daily"))
    assert play["y"] > 0 and play["y"] + play["height"] <= size[1]  # in sight without scrolling
    for panel in page.locator("#setup > :not(.today) .card, #setup .panel:visible").all():
        other = panel.bounding_box()
        assert hero["y"] + hero["height"] <= other["y"]
        assert hero["width"] * hero["height"] > other["width"] * other["height"]


def test_not_played_turn_3_done_in_4(server, visit):
    page, secret = visit(390, 844), todays_secret()
    page.goto(server.url)
    expect(page.locator("#setup-title")).to_have_text("Crack today's code")
    page.click("#daily")
    page.wait_for_selector(".hole")
    play_by_keys(page, *wrong_codes(secret)[:2])
    page.goto(server.url)
    expect(page.locator("#setup-title")).to_have_text("Today's code: turn 3")
    looks_right(page, "#setup-title", "#daily")
    page.click("text=Go on")
    page.wait_for_selector(".hole")
    play_by_keys(page, wrong_codes(secret)[2], secret)
    expect(page.locator("#end-title")).to_have_text("Cracked in 4!")
    expect(page.locator("#streak")).to_contain_text("1 day in a row")
    page.goto(server.url)
    expect(page.locator("#setup-title")).to_have_text("Done in 4!")
    expect(page.locator("#countdown")).to_have_text(re.compile(r"\d+ (h \d+ min|min \d+ s|s)"))
    expect(page.locator("#daily-streak")).to_have_text("1 day in a row.")
    expect(page.locator("#beaten")).to_contain_text("from 10 on you see how many you beat")
    expect(page.locator("#daily")).to_be_hidden()
    for _ in resize(page):
        for name in ("#setup-title", "#countdown", "#daily-streak", "#daily-share"):
            expect(page.locator(name)).to_be_in_viewport(ratio=0.9)


def test_you_beat_so_many(tmp_path, server_of, visit):
    server, secret = server_of(tmp_path / "data"), todays_secret()
    for _ in range(9):
        with server.client() as client:
            id = client.post("/api/games", json={"daily": True}).json()["id"]
            for turn, code in enumerate((*wrong_codes(secret)[:2], secret), 1):
                client.post(f"/api/games/{id}/turns", json={"turn": turn, "guess": code})
    page = visit(360, 640)
    page.goto(server.url)
    expect(page.locator("#beaten")).to_have_text("9 players finished it today")
    page.click("#daily")
    page.wait_for_selector(".hole")
    play_by_keys(page, wrong_codes(secret)[0], secret)
    page.goto(server.url)
    expect(page.locator("#beaten")).to_have_text("You beat 100 % of today's 10 players")
    page.click("#beaten")
    expect(page.locator(".today .bar.own")).to_have_text("21")  # two guesses, one player
    looks_right(page)
    for _ in resize(page):
        page.locator("#beaten").scroll_into_view_if_needed()
        expect(page.locator("#beaten")).to_be_in_viewport(ratio=0.9)


def finish(page, server, secret="6543"):
    """Plays a friend's code to its end."""
    page.goto(f"{server.url}/play?challenge={set_code(server, secret)}")
    page.click("#accept")
    page.wait_for_selector(".hole")
    play_by_keys(page, "1122", secret)
    page.wait_for_selector("#share")


def test_share_by_the_menu_of_the_device(server, visit):
    page, friend = visit(390, 844), visit(360, 640)
    page.add_init_script(
        "navigator.share = async (what) => { window.shared = what; }; navigator.canShare = () => true;"
    )
    finish(page, server)
    for _ in resize(page):
        page.evaluate("() => delete window.shared")
        page.click("#share")
        page.wait_for_function("() => window.shared")
        shared = page.evaluate("() => window.shared")
        assert shared["title"] == "Blackpeg 4x6: broken in 2 guesses"
        assert shared["text"] == "Blackpeg 4x6: broken in 2 guesses\n➖\n⚫⚫⚫⚫"
    friend.goto(shared["url"])
    expect(friend.locator(".shared .feedback")).to_have_count(2)
    assert friend.locator(".today .code, .today [aria-label^=code]").count() == 0
    expect(friend).to_have_title("The same code for you · Blackpeg")
    friend.click("#accept")
    friend.wait_for_selector(".hole")
    play_by_keys(friend, "6543")
    expect(friend.locator("#end-title")).to_have_text("Cracked in 1!")


def test_share_by_the_clipboard(server, visit):
    page, secret = visit(1366, 657, permissions=["clipboard-read", "clipboard-write"]), todays_secret()
    page.goto(server.url)
    page.click("#daily")
    page.wait_for_selector(".hole")
    play_by_keys(page, secret)
    page.goto(server.url)
    for _ in resize(page):
        page.evaluate("() => navigator.clipboard.writeText('')")
        page.click("#daily-share")
        expect(page.locator("#said.good")).to_contain_text("Copied, without spoilers")
        lines = page.evaluate("() => navigator.clipboard.readText()").split("\n")
        assert lines[:2] == [f"Blackpeg #{puzzle_number(today())} 4x6: broken in 1 guess", "⚫⚫⚫⚫"]
        assert re.fullmatch(rf"{server.url}/s/[\w-]{{22}}", lines[2])
        page.evaluate("() => (document.querySelector('#said').className = '')")


@at_all_sizes
def test_a_code_set_by_tapping_and_the_answer(server, visit, size):
    ada, bob = visit(*size), visit(*size)
    ada.goto(server.url)
    ada.click('[data-friends="code"]')
    for color in (5, 4, 3, 2):
        ada.click(f'#set-code [data-pick="{color}"]')
    ada.click('#set-code [data-hole="3"]')  # takes the last peg out
    ada.click('#set-code [data-pick="2"]')
    expect(ada.locator("#set-code button.primary")).to_be_in_viewport(ratio=0.9)
    fits(ada)
    ada.click("#set-code button.primary")
    link = ada.locator("#own-code .link a").get_attribute("href")
    bob.goto(link)
    bob.click("#accept")
    bob.wait_for_selector(".hole")
    play_by_keys(bob, "1122")
    expect(ada.locator("#needed")).to_have_text("Your friend is at turn 2.")
    play_by_keys(bob, "6543")
    expect(ada.locator("#needed")).to_have_text("Your friend needed 2.")
    bob.click("#answer-code")
    for color in (0, 0, 1, 1):
        bob.click(f'#set-code [data-pick="{color}"]')
    bob.click("#set-code button.primary")
    expect(bob.locator("#own-code")).to_contain_text("Nobody has opened it yet")
    fits(bob)
    ada.click("text=Crack the code they sent back")
    ada.click("#accept")
    ada.wait_for_selector(".hole")
    play_by_keys(ada, "1122")
    expect(ada.locator("#end-title")).to_have_text("Cracked in 1!")
    ada.goto(link)
    expect(ada.locator("#needed")).to_have_text("Your friend needed 2.")


def begin_duel(ada, bob, server):
    ada.goto(server.url)
    ada.click('[data-friends="duel"]')
    ada.fill('#new-match [name="name"]', "Ada")
    ada.click("#new-match button.primary")
    expect(ada.locator("#stage .link a")).to_be_visible()
    bob.goto(ada.url)
    bob.fill('#join [name="name"]', "Bob")
    bob.click("#join button")
    for page in (ada, bob):
        page.wait_for_selector(".hole")


@at_all_sizes
def test_a_duel(server, visit, size):
    ada, bob = visit(*size), visit(*size)
    begin_duel(ada, bob, server)
    play_by_keys(ada, "1122")
    pegs = ada.locator(".row .feedback").first.get_attribute("aria-label")
    expect(bob.locator("#rivals")).to_contain_text("Ada")
    expect(bob.locator("#rivals .feedback")).to_have_attribute("aria-label", pegs)
    assert bob.locator("#rivals [aria-label^=code]").count() == 0
    for page in (ada, bob):  # the row being filled, the tray and the other's progress are in sight
        for name in (".row.active", "#tray", "#rivals li"):
            box = page.locator(name).first.bounding_box()
            assert box["y"] >= 0 and box["y"] + box["height"] <= size[1] + 1, (name, box)
        fits(page)
    no_violation_in_any_theme(bob) if size == SIZES[1] else no_violation(bob)
    bob.reload()
    expect(bob.locator("#rivals .feedback")).to_have_count(1)
    for page in (bob, ada):
        page.click("#give-up")
        page.click("#give-up")
        page.wait_for_selector("#round-end, #verdict")
        if page is bob:
            assert bob.locator('[aria-label="code 1 1 2 2"]').count() == 0  # not before both are done
    for page in (ada, bob):
        expect(page.locator("#verdict")).to_have_text("A draw!")
        expect(page.locator('[data-seat="0"] [aria-label="code 1 1 2 2"]')).to_have_count(1)
        expect(page.locator("#rematch")).to_be_in_viewport(ratio=0.9)
        fits(page)
    no_violation_in_any_theme(ada) if size == SIZES[1] else no_violation(ada)
    ada.click("#rematch")
    expect(bob.locator("#rematch")).to_have_text("Accept the rematch")
    bob.click("#rematch")
    for page in (ada, bob):
        page.wait_for_selector(".hole")


def test_two_tabs_of_one_player_show_the_same(server, visit):
    ada, bob = visit(), visit()
    begin_duel(ada, bob, server)
    tab = ada.context.new_page()
    tab.goto(ada.url)
    tab.wait_for_selector(".hole")
    play_by_keys(ada, "1122")
    expect(tab.locator(".row:not(.future):not(.active)")).to_have_count(1)
    play_by_keys(tab, "3344")
    expect(ada.locator(".row:not(.future):not(.active)")).to_have_count(2)


def test_a_duel_goes_on_after_the_server_was_killed(tmp_path, server_of, visit):
    server = server_of(tmp_path / "data")
    ada, bob = visit(killed=True), visit(killed=True)
    begin_duel(ada, bob, server)
    play_by_keys(ada, "1122")
    for page in (ada, bob):
        page.goto("about:blank")
    server.kill()
    server.start()
    for page in (ada, bob):
        page.go_back()
        page.wait_for_selector(".hole")
    expect(bob.locator("#rivals .feedback")).to_have_count(1)
    play_by_keys(ada, "3344")
    expect(bob.locator("#rivals .feedback")).to_have_count(2)


def test_a_tournament(server, visit):
    """Five rounds, each at another size."""
    ada, bob = visit(390, 844), visit(390, 844)
    ada.goto(server.url)
    ada.click('[data-friends="tournament"]')
    ada.fill('#new-match [name="rounds"]', "5")
    ada.click("#new-match button.primary")
    expect(ada.locator("#start")).to_be_disabled()
    bob.goto(ada.url)
    bob.wait_for_selector("#join")
    looks_right(bob, "#join button")
    bob.click("#join button")
    expect(ada.locator("#players li")).to_have_count(2)
    looks_right(ada, "#start")
    ada.click("#start")
    for round, (size, _) in enumerate(zip(resize(ada), resize(bob), strict=True), 1):
        for page in (ada, bob):
            for color in (0, 1, 2, 3):
                page.click(f'#set-code [data-pick="{color}"]')
            expect(page.locator("#set-code button.primary")).to_be_in_viewport(ratio=0.9)
            fits(page)
            no_violation_in_any_theme(page) if page is ada and size == SIZES[1] else None
            page.click("#set-code button.primary")
        for page, codes in ((ada, ["1234"]), (bob, ["1243", "1234"])):
            page.wait_for_selector(".row.active >> visible=true")
            for name in (".row.active", "#tray", "#rivals li"):
                expect(page.locator(name)).to_be_in_viewport(ratio=0.9)
            fits(page)
            play_by_keys(page, *codes[:-1])
            page.keyboard.type(codes[-1])
            page.keyboard.press("Enter")
            page.wait_for_selector("#round-end, #verdict")
            if round < len(SIZES):
                expect(page.locator("#next-round")).to_be_in_viewport(ratio=0.9)
                page.click("#next-round")
    expect(ada.locator("#verdict")).to_have_text("You win!")
    expect(bob.locator("#verdict")).to_have_text("Player 1 wins.")
    cells = [cell.inner_text() for cell in ada.locator("#score-table tbody tr").first.locator("td").all()]
    assert cells == ["1"] * 5 + ["5"]
    looks_right(bob, "#verdict", "#rematch")


@at_all_sizes
def test_the_archive(server, visit, size):
    page = visit(*size)
    page.goto(f"{server.url}/archive#2026-01")
    expect(page.locator(".day")).to_have_count(31)
    page.click('[data-day="2026-01-31"]')
    page.wait_for_selector(".hole")
    play_by_keys(page, wrong_codes("")[0])
    page.goto(f"{server.url}/archive#2026-01")
    expect(page.locator('[data-day="2026-01-31"]')).to_contain_text("turn 2")


@at_all_sizes
def test_another_device_and_forget_me(server, visit, size):
    phone, laptop, secret = visit(*size), visit(*size), todays_secret()
    game = send(phone, f"{server.url}/api/games", daily=True)
    send(phone, f"{server.url}/api/games/{game['id']}/turns", turn=1, guess=secret)
    phone.goto(server.url)
    phone.click("#data summary")
    phone.click("#other-device")
    link = phone.locator("#device-link a").get_attribute("href")
    fits(phone)
    laptop.goto(link)
    laptop.click("#take")
    expect(laptop.locator("#joined")).to_have_text("Done: 1 game, and 1 day in a row.")
    laptop.click("#join a")
    expect(laptop.locator("#setup-title")).to_have_text("Done in 1!")
    laptop.click("#data summary")
    laptop.click("#forget")
    laptop.click("#forget")
    expect(laptop.locator("#setup-title")).to_have_text("Crack today's code")
    expect(laptop.locator("#mine")).to_be_hidden()
    phone.goto(server.url)
    expect(phone.locator("#setup-title")).to_have_text("Crack today's code")


def test_a_server_with_a_key_says_its_name(tmp_path, server_of, visit):
    (tmp_path / "key").write_text("Ada's\n0123456789abcdef\n")
    server = server_of(tmp_path / "data", "--daily-key", str(tmp_path / "key"))
    page = visit()
    page.goto(server.url)
    for _ in resize(page):
        expect(page.locator("#daily-title")).to_contain_text(f"Puzzle Ada's #{puzzle_number(today())}")
        expect(page.locator("#daily-title")).to_be_in_viewport(ratio=0.9)
        fits(page)


def test_older_games_are_shown_when_asked_for(server, visit):
    page = visit(390, 844)
    page.goto(server.url)
    begin = """() => fetch('/api/games', {
        method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{"game": "4x6"}'})"""
    for _ in range(23):
        page.evaluate(begin)
    page.goto(server.url)
    expect(page.locator("#recent li")).to_have_count(8)
    older = page.locator("#recent button")
    older.click()
    expect(page.locator("#recent li")).to_have_count(20)
    expect(page.locator("#recent li:nth-child(9) a")).to_be_focused()
    older.click()
    expect(page.locator("#recent li")).to_have_count(23)
    expect(older).to_have_count(0)
    fits(page)
    no_violation(page)


def test_older_codes_are_shown_when_asked_for(server, visit):
    page = visit(390, 844)
    page.goto(server.url)
    set_code = """() => fetch('/api/challenges', {
        method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{"game": "4x6", "secret": "6543"}'})"""
    for _ in range(12):
        page.evaluate(set_code)
    page.evaluate("() => localStorage.setItem('friends', 'true')")
    page.goto(server.url)
    codes, older = page.locator("#together li"), page.locator("#together button")
    expect(codes).to_have_count(5)
    older.click()
    expect(codes).to_have_count(10)
    expect(page.locator("#together li:nth-child(6) a")).to_be_focused()
    older.click()
    expect(codes).to_have_count(12)
    expect(older).to_have_count(0)
    fits(page)
    no_violation(page)
