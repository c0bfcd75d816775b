"""A game in windows of every size: what the player needs is in sight, the end is seen, and nothing is lost."""

import re
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import expect

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
SIZES = [(360, 640), (390, 844), (768, 1024), (1366, 657), (1920, 1080)]
EXTREMES = [(320, 256), (390, 664), (640, 400), (844, 390), (3840, 2160)]  # 400 % zoom, 200 % zoom, landscape, 4K

# Names of elements of which a corner is outside of the window, or covered by something that is not around it.
HIDDEN = """() => {
  const hidden = [];
  const check = (name, element) => {
    if (!element) return hidden.push(`${name} is missing`);
    const box = element.getBoundingClientRect();
    const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    for (const [x, y] of [[middle[0], box.top + 3], [middle[0], box.bottom - 3],
                          [box.left + 3, middle[1]], [box.right - 3, middle[1]]]) {
      const top = x >= 0 && y >= 0 && x < innerWidth && y < innerHeight ? document.elementFromPoint(x, y) : null;
      if (!top || !(element.contains(top) || top.closest('.row, .tray')?.contains(element)))
        return hidden.push(`${name} (${Math.round(x)}, ${Math.round(y)})`);
    }
  };
  const row = document.querySelector('.row.active');
  const pegs = row ? row.querySelectorAll('.peg') : [];
  check('the first peg', pegs[0]);
  check('the last peg', pegs[pegs.length - 1]);
  check('the last feedback', row?.previousElementSibling?.querySelector('.feedback'));
  for (const one of document.querySelectorAll('.tray button, .tray label')) check(one.textContent, one);
  const all = document.documentElement;
  if (all.scrollWidth > innerWidth) hidden.push(`the page is ${all.scrollWidth} wide`);
  if (all.scrollHeight > innerHeight) hidden.push(`the page is ${all.scrollHeight} high`);
  return hidden;
}"""


def no_violation(page):
    page.wait_for_timeout(700)  # until animations are over
    page.evaluate(AXE)
    found = page.evaluate(
        "async () => (await axe.run()).violations.map(v => [v.id, v.nodes.map(n => n.target.join(' '))])"
    )
    assert found == []


def send(page, path, **body):
    """A request with the visitor's cookie."""
    answer = page.request.post(path, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def begin(page, server, guesses=(), **what):
    """Begins a game, makes guesses in it, and opens its page."""
    game = send(page, f"{server.url}/api/games", **what)
    for turn, guess in enumerate(guesses, 1):
        game = send(page, f"{server.url}/api/games/{game['id']}/turns", turn=turn, guess=guess)
    page.goto(f"{server.url}/play/{game['id']}")
    page.wait_for_selector(".row")
    return game


def accept(page, server, secret, game="4x6", guesses=()):
    """Opens a game whose code somebody else has set."""
    with server.client() as client:
        id = client.post("/api/challenges", json={"game": game, "secret": secret}).json()["id"]
    return begin(page, server, guesses, challenge=id)


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
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    no_violation(page)


def test_giving_up_is_announced_and_asks_once_more(server, visit):
    page = visit(390, 844)
    accept(page, server, "6543", guesses=["1122"])
    page.wait_for_selector(".hole")
    page.click("text=Menu")
    page.click("#give-up")
    expect(page.locator("#give-up")).to_have_text("Really give up?")
    expect(page.locator("#give-up")).to_have_text("Give up")  # after a while it is forgotten
    page.click("#give-up")
    page.click("#give-up")
    expect(page.locator("#end-title")).to_be_focused()
    expect(page.locator("#end-title")).to_have_text("Given up after 1 guess.")
    expect(page.locator("#end")).to_contain_text("The code was")
    expect(page.locator("#end-title")).to_be_in_viewport()


def test_the_end_stands_still_with_reduced_motion(server, visit):
    page = visit(reduced_motion="reduce")
    accept(page, server, "6543")
    page.wait_for_selector(".hole")
    type_guess(page, "6543")
    page.wait_for_selector("#end-title")
    assert page.evaluate("() => document.getAnimations().length") == 0


def test_sound_and_vibration_only_if_switched_on(server, visit):
    page = visit()
    page.add_init_script(
        "window.heard = []; window.AudioContext = class extends AudioContext {"
        "  constructor() { super(); heard.push('sound') } };"
        "navigator.vibrate = () => heard.push('vibration')"
    )
    for switched, heard in ((False, []), (True, ["sound", "vibration"])):
        accept(page, server, "6543")
        page.wait_for_selector(".hole")
        type_guess(page, "6543")
        page.wait_for_selector("#end-title")
        assert page.evaluate("() => heard") == heard
        if not switched:
            page.check('[name="sound"]')
            page.check('[name="vibration"]')


def test_two_tabs_on_one_game(server, visit):
    page = visit(refused=409)
    game = accept(page, server, "6543", guesses=["1122"])
    page.wait_for_selector(".hole")
    send(page, f"{server.url}/api/games/{game['id']}/turns", turn=2, guess="3344")  # in another tab
    page.keyboard.type("5566")
    page.keyboard.press("Enter")
    expect(page.locator(".row:not(.future):not(.active)")).to_have_count(2)
    expect(page.locator("#said")).to_have_text("A move was made elsewhere; your row is kept.")
    assert page.locator(".hole .peg").all_text_contents() == ["5", "5", "6", "6"]


def test_somebody_elses_game_is_live(server, visit):
    page, other = visit(), visit()
    game = accept(page, server, "6543")
    other.goto(f"{server.url}/play/{game['id']}")
    expect(other.locator("#about")).to_contain_text("you can look on")
    page.wait_for_selector(".hole")
    type_guess(page, "1122")
    expect(other.locator(".row:not(.future)")).to_have_count(1)  # without a reload
    page.wait_for_selector(".row:nth-child(2).active")
    type_guess(page, "6543")
    expect(other.locator("#end-title")).to_have_text("Broken in 2 guesses.")


def test_hints_are_pegs_and_said_in_words(server, visit):
    page = visit(360, 640)
    accept(page, server, "6543", guesses=["1134"])
    page.wait_for_selector(".hole")
    page.keyboard.type("1123")
    page.click("#open-hints")
    page.click('[data-step="consistent"]')
    hint = page.locator("#hint")
    expect(hint).to_contain_text("does not fit turn 1")
    labels = [one.get_attribute("aria-label") for one in hint.locator(".feedback").all()]
    assert labels == ["two black, one white", "no black, two white"]  # 1134 against 1123 and against 6543, by hand
    assert not re.search(r"\db", hint.inner_text())  # no 2b1w
    assert page.evaluate(HIDDEN) == []
    expect(page.locator("#hints")).not_to_be_visible()


def test_a_large_hint_fits_a_phone(server, visit):
    page = visit(360, 640)
    accept(page, server, "123456789abc", "12x16", guesses=["112233445566"])
    page.wait_for_selector(".hole")
    page.click("#open-hints")
    page.click('[data-step="candidates"]')
    expect(page.locator("#hint")).to_contain_text(re.compile(r"[\d.]+ (b|tr)illion codes fit|too many", re.I))
    page.click("#open-hints")
    page.click('[data-step="guess"]')
    page.wait_for_selector("#hint .again")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    box = page.locator("#hint .again").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 360


def test_high_contrast_shows_pegs_and_feedback(server, visit):
    page = visit(390, 844, forced_colors="active")
    accept(page, server, "6543", guesses=["6345"])  # one black, three white: by hand
    page.wait_for_selector(".hole")
    page.keyboard.type("12")

    def look(selector):
        return page.locator(selector).first.evaluate(
            "it => [getComputedStyle(it).backgroundColor, getComputedStyle(it).backgroundImage]"
        )

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
    assert "null" not in page.inner_text("main")


def test_a_code_is_answered_by_digits(server, visit):
    page = visit()
    page.goto(f"{server.url}/make#game=4x6&strategy=random&seed=1&turns=")  # which guesses codes that fit
    page.wait_for_selector("#give")
    page.keyboard.type("10")  # one black, no white
    assert page.locator("#answer input:checked").evaluate_all("all => all.map(it => it.name + it.value)") == [
        "black1",
        "white0",
    ]
    page.keyboard.press("Enter")
    expect(page.locator('[aria-label^="turn 1, 1b0w"]')).to_have_count(1)
    expect(page.locator('[name="black"]').first).to_be_focused()
    page.keyboard.type("40")
    page.keyboard.press("Enter")
    expect(page.locator(".result")).to_have_text("Broken in 2 guesses.")
    expect(page.locator(".result")).to_be_focused()


def test_the_example_of_review_fits_itself(server, visit):
    page = visit(refused=422)
    page.goto(f"{server.url}/review")
    turns = page.get_attribute('[name="turns"]', "placeholder")
    page.fill('[name="turns"]', turns.replace("1122", "1 1 2 2"))  # with spaces
    page.click("#setup-review button")
    expect(page.locator(".turns > li")).to_have_count(len(turns.split()))
    page.fill('[name="turns"]', "1122=2b2w 3344=2b0w")
    page.click("#setup-review button")
    expect(page.locator("#review .bad")).to_contain_text("contradicts turn 1")


def test_a_refused_code_leaves_no_link_and_spaces_are_allowed(server, client, visit):
    page = visit(360, 640)
    page.goto(server.url)
    page.click('[data-friends="code"]')
    page.click('#set-code [data-pick="0"]')
    page.click("#set-code button.primary")
    expect(page.locator("#said")).to_contain_text("Tap a color for every hole first")
    assert page.locator("#own-code").count() == 0
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert client.post("/api/challenges", json={"game": "4x6", "secret": "1 2 3 4"}).status_code == 201


def test_wrong_addresses_are_a_page_for_browsers(server, client, visit):
    page = visit(refused=404)
    page.goto(f"{server.url}/nothing")
    expect(page.locator("h1")).to_have_text("There is nothing here")
    no_violation(page)
    answer = client.get("/nothing")
    assert answer.status_code == 404 and set(answer.json()) == {"error"}


def test_the_first_minute(server, visit):
    page = visit(360, 640)
    page.goto(server.url)
    page.click(".hero a[href$='/learn']")
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
    no_violation(page)
    page.goto(f"{server.url}/learn")
    page.wait_for_selector(".hole")
    no_violation(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_a_game(server, visit, scheme):
    for size in ((390, 844), (1366, 657)):
        page = visit(*size, color_scheme=scheme)
        accept(page, server, "6543", guesses=["1122", "3456"])
        page.wait_for_selector(".hole")
        no_violation(page)
        if size[0] == 390:
            for name in ("Hints", "Menu"):
                page.click(f".gamebar >> text={name}")
                no_violation(page)
                page.keyboard.press("Escape")
        type_guess(page, "6543")
        page.wait_for_selector("#streak p")
        no_violation(page)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_pages_fit_their_windows(server, visit, size):
    page = visit(*size)
    for path in ("/", "/learn", "/make", "/watch", "/review", "/lab", "/api"):
        page.goto(f"{server.url}{path}")
        page.wait_for_timeout(300)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path
    page.goto(server.url)
    spilled = "() => [...document.querySelectorAll('.card')].filter(card => card.scrollWidth > card.clientWidth).length"
    assert page.evaluate(spilled) == 0
    expect(page.locator("#mine")).not_to_be_visible()  # nothing was played yet
