"""Every page at five sizes and in three themes: it fits its window, and axe finds nothing."""

import pytest
from playwright.sync_api import expect
from web.browser import accept, begin, fits, looks_right, play_by_keys, resize, send, set_code

from blackpeg.puzzles.daily import daily_puzzle, today

WRONG_CODES = ["1122", "3344", "5566", "1133"]


def todays_secret():
    game, secret = daily_puzzle(today())
    return game.show(secret)


def show_home(page, server):
    page.goto(server.url)
    page.wait_for_selector("#daily-players *")
    return ["#daily"]


def show_home_done(page, server):
    secret = todays_secret()
    begin(page, server, [*[code for code in WRONG_CODES if code != secret][:2], secret], daily=True)
    page.goto(server.url)
    expect(page.locator("#setup-title")).to_have_text("Done in 3!")
    expect(page.locator(".today .feedback")).to_have_count(3)
    return ["#daily-share", "#countdown"]


def show_friends_code(page, server):
    page.goto(f"{server.url}/play?challenge={set_code(server, '6543')}")
    return ["#accept", ".today .lid"]


def show_shared(page, server):
    game = accept(page, server, "6543", guesses=["1122", "6543"])
    page.context.clear_cookies()
    page.goto(f"{server.url}/s/{game['share']}")
    return ["#accept", ".shared .feedback"]


def show_own_code(page, server):
    made = send(page, f"{server.url}/api/challenges", game="4x6", secret="6543")
    page.goto(f"{server.url}/play?challenge={made['id']}")
    return ["#own-code .link .primary"]


def open_friends(page, server, kind):
    page.goto(server.url)
    page.click(f'[data-friends="{kind}"]')


def show_set_code(page, server):
    open_friends(page, server, "code")
    page.click('#set-code [data-pick="3"]')


def show_new_duel(page, server):
    open_friends(page, server, "duel")


def show_new_tournament(page, server):
    open_friends(page, server, "tournament")


def show_learn(page, server):
    page.goto(f"{server.url}/learn")
    page.click("#take")
    page.click("#guess")
    expect(page.locator("#hint")).to_contain_text("a white peg")
    return ["#guess", "#take", ".row.active"]


def show_learned(page, server):
    page.goto(f"{server.url}/learn")
    page.wait_for_selector(".hole")
    play_by_keys(page, "131")
    return ["#end-title", "#end .primary"]


def show_archive(page, server):
    page.goto(f"{server.url}/archive#2026-01")
    expect(page.locator(".day")).to_have_count(31)
    return ["#earlier", ".day"]


def show_device(page, server):
    page.goto(f"{server.url}/device#a-code")
    return ["#take"]


def show_own_data(page, server):
    accept(page, server, "6543", guesses=["1122", "6543"])
    page.goto(server.url)
    page.click("#data summary")
    page.click("#other-device")
    page.wait_for_selector("#device-link a")


def show_game(page, server):
    accept(page, server, "6543", guesses=["1122", "3456"])
    return ["#guess", ".row.active"]


def show_cheater(page, server):
    begin(page, server, ["112233"], game="6x9", codemaker="adversary")
    return ["#guess", ".row.active", ".row .left"]


def show_end(page, server):
    accept(page, server, "6543", guesses=["1122"])
    page.wait_for_selector(".hole")
    play_by_keys(page, "6543")
    page.wait_for_selector("#streak p")
    return ["#end-title", "#share", "#to-review"]


def show_make(page, server):
    page.goto(f"{server.url}/make")
    page.wait_for_selector('option[value="entropy"]', state="attached")


def show_make_game(page, server):
    page.goto(f"{server.url}/make#game=4x6&strategy=random&seed=1&turns=1122:1b0w")
    return ["#give", ".row.active"]


def show_contradiction(page, server):
    page.goto(f"{server.url}/make#game=4x6&strategy=entropy&seed=1&turns=1122:2b2w,3344:2b0w")
    return ["#trouble", "text=Correct turn 1"]


def show_made(page, server):
    page.goto(f"{server.url}/make#game=4x6&strategy=random&seed=1&turns=1122:4b0w")
    return [".result", "text=Review this game"]


def show_watch(page, server):
    page.goto(f"{server.url}/watch")
    page.wait_for_selector('[name="second"] option[value="entropy"]', state="attached")


def show_review(page, server):
    page.goto(f"{server.url}/review")


def show_report(page, server):
    page.goto(f"{server.url}/review#game=4x6&turns=1122:0b1w,3344:0b0w,5516:4b0w")
    page.wait_for_selector(".turns > li")


def show_lab(page, server):
    page.goto(f"{server.url}/lab")
    page.wait_for_selector("#papers li")
    return ["h1", "#findings-title", "#findings li"]


def show_study(page, server):
    page.goto(f"{server.url}/lab#koyama1993")
    expect(page.locator("#own")).to_contain_text("This machine has played")
    page.click(".jumps button >> nth=-1")  # which unfolds the last section
    page.evaluate("() => scrollTo(0, 0)")
    return [".study-page h1", ".study-page .tally"]


def show_api(page, server):
    page.goto(f"{server.url}/api")
    page.wait_for_selector("#Error")
    expect(page.locator("#here")).to_have_text(server.url)  # so that curl asks this server
    for _ in resize(page):
        fits(page)
    page.evaluate(  # the others are alike, and axe takes its time
        "() => document.querySelectorAll('#operations .panel:nth-of-type(n + 4)').forEach(one => one.remove())"
    )
    return ["#here"]


def show_nothing(page, server):
    page.goto(f"{server.url}/nothing")
    return ["text=There is nothing here", ".hero .primary"]


def show_no_game(page, server):
    page.goto(f"{server.url}/play/nothing")
    return ["text=No game here"]


def show_no_match(page, server):
    page.goto(f"{server.url}/match/nothing")
    return ["text=Nothing here"]


STATES = {name.removeprefix("show_"): show for name, show in dict(globals()).items() if name.startswith("show_")}


@pytest.mark.parametrize("name", STATES)
def test_a_page_looks_right(server, visit, name):
    page = visit(390, 844, refused=404)
    in_sight = STATES[name](page, server) or []
    for selector in in_sight:
        page.wait_for_selector(selector)
    looks_right(page, *in_sight)


def test_pegs_stay_on_their_cards(server, visit):
    page = visit()
    page.goto(server.url)
    expect(page.locator("#mine")).not_to_be_visible()  # nothing was played yet
    for _ in resize(page):
        for card in page.locator(".card").all():
            around = card.bounding_box()
            for one in card.locator(".peg").all():
                box = one.bounding_box()
                assert around["x"] <= box["x"] and box["x"] + box["width"] <= around["x"] + around["width"]
                assert around["y"] <= box["y"] and box["y"] + box["height"] <= around["y"] + around["height"]


def test_a_large_screen_is_used(server, visit):
    page = visit(1920, 1080)
    accept(page, server, "6543", guesses=["1122"])
    page.wait_for_selector(".hole")
    boxes = [page.locator(name).bounding_box() for name in ("#board", "#tray", "#about", "#hints")]
    left, right = min(box["x"] for box in boxes), max(box["x"] + box["width"] for box in boxes)
    top, bottom = boxes[0]["y"], boxes[1]["y"] + boxes[1]["height"]
    assert right - left > 1920 / 2 and bottom - top > 1080 * 0.75
