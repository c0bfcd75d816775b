"""The app in a real browser without its server: games played there, pages that say what they need, and updates."""

import json
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect
from web.browser import SIZES, accept, begin, fits, looks_right, play_by_keys, resize, send, set_code
from web.conftest import Server

import blackpeg.web
from blackpeg.puzzles.daily import LEVELS

STATIC = Path(blackpeg.web.__file__).parent / "static"
PLAYED = ".row:not(.future):not(.active)"
CACHED = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const asked of await cache.keys()) found[`${name} ${asked.url}`] = await (await cache.match(asked)).text();
  }
  return found;
}"""

GONE = """async (name) => {
  while ((await caches.keys()).includes(name)) await new Promise((done) => setTimeout(done, 100));
}"""


@pytest.fixture(scope="module")
def own_server(tmp_path_factory):
    """A server that tests stop and start."""
    running = Server(tmp_path_factory.mktemp("web") / "data").start()
    yield running
    if running.process.poll() is None:
        running.stop()


@pytest.fixture
def installed(server, visit):
    """Opens the app in a browser that has its service worker."""

    def open_app(width=390, height=844, server=server, **settings):
        page = visit(width, height, offline=True, **settings)
        page.goto(server.url)
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        return page

    return open_app


def kept_games(page):
    return json.loads(page.evaluate("() => localStorage.getItem('offline games') ?? '[]'"))


def lose_network(page):
    page.context.set_offline(True)


def begin_offline(page, server, level="medium"):
    lose_network(page)
    page.goto(server.url)
    page.wait_for_selector("#try-again")
    page.click(f'[data-level="{level}"]')
    page.wait_for_selector(".hole")


def test_a_game_without_the_server_is_kept_and_sent_later(own_server, installed):
    page = installed(server=own_server)
    own_server.kill()
    page.goto(own_server.url)
    expect(page.locator("h1:visible")).to_have_text("Play without it")
    page.click('[data-level="medium"]')
    page.wait_for_selector(".hole")
    [game] = kept_games(page)
    assert game["game"] == LEVELS["medium"] and re.fullmatch("[1-6]{4}", game["secret"])
    wrong = "1122" if game["secret"] != "1122" else "3344"
    play_by_keys(page, wrong)
    page.keyboard.type("44")
    page.reload()
    expect(page.locator(PLAYED)).to_have_count(1)
    expect(page.locator(".hole .peg:not(.empty)")).to_have_count(2)  # the row begun is there, too
    page.keyboard.press("Escape")
    play_by_keys(page, game["secret"])
    expect(page.locator("#end-title")).to_have_text("Cracked in 2!")
    expect(page.locator("#end")).to_contain_text("Played offline, not proved")
    expect(page.locator("#share, #to-review")).to_have_count(0)  # which need the server
    page.click("#next-game")
    page.wait_for_function("() => JSON.parse(localStorage.getItem('offline games')).length === 2")
    secrets = [one["secret"] for one in kept_games(page)]
    first, second = [code for code in ("1111", "2222", "3333", "4444") if code not in secrets][:2]
    play_by_keys(page, first)  # a second game, which is not finished
    page.goto(own_server.url)
    expect(page.locator("#recent li")).to_have_count(2)
    expect(page.locator("#recent")).to_contain_text("played offline, not proved")

    own_server.start()
    page.goto(own_server.url)
    expect(page.locator("#setup-title")).to_have_text("Crack today's code")
    expect(page.locator("#stats .stats")).to_have_count(1)  # one's own statistics count the finished one
    assert kept_games(page) == []
    expect(page.locator("#recent li .note")).to_have_text(["played offline, not proved"] * 2)
    page.click("#recent a >> nth=1")
    expect(page.locator("#end-title")).to_have_text("Cracked in 2!")
    expect(page.locator("#end .note")).to_have_text("Played offline, not proved: the browser chose the code itself.")
    page.click("#to-review")
    expect(page.locator("#review-about")).to_contain_text("Played offline, not proved")
    page.goto(own_server.url)
    page.click("#recent a >> nth=0")  # goes on at the server
    expect(page.locator(PLAYED)).to_have_count(1)
    play_by_keys(page, second)
    assert kept_games(page) == []


def test_two_tabs_without_the_server(server, installed):
    page = installed()
    begin_offline(page, server)
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(".hole")
    [game] = kept_games(page)
    wrong = [code for code in ("1122", "3344", "5566") if code != game["secret"]]
    play_by_keys(page, wrong[0])
    other.keyboard.type(wrong[1])
    other.keyboard.press("Enter")
    expect(other.locator(PLAYED)).to_have_count(1)
    expect(other.locator(".hole .peg:not(.empty)")).to_have_count(4)  # its row is kept
    other.keyboard.press("Enter")
    expect(other.locator(PLAYED)).to_have_count(2)


@pytest.mark.parametrize("game", ["5x8-distinct", "4x6-black", "3x5-distinct-black", "1x2"])
def test_all_variants_up_to_5x8(server, client, installed, game):
    page = installed()
    lose_network(page)
    page.goto(server.url)
    page.wait_for_selector("#try-again")
    pegs, colors = re.match(r"(\d)x(\d)", game).groups()
    page.fill('[name="pegs"]', pegs)
    page.fill('[name="colors"]', colors)
    for name in ("distinct", "black"):
        page.set_checked(f'[name="{name}"]', name in game)
    page.fill('[name="limit"]', "2")
    page.click("#own .primary")
    page.wait_for_selector(".hole")
    [kept] = kept_games(page)
    assert kept["game"] == game and kept["limit"] == 2
    secret = kept["secret"]
    assert len(secret) == int(pegs) and max(map(int, secret)) <= int(colors)
    assert "distinct" not in game or len({*secret}) == len(secret)
    wrong = secret[1:] + secret[:1] if "distinct" in game else ("1" if secret[0] != "1" else "2") * int(pegs)
    play_by_keys(page, wrong)
    page.context.set_offline(False)
    play_by_keys(page, wrong)  # the last guess allowed, and the server answers again
    expect(page.locator("#end-title")).to_contain_text("Not broken in 2 guesses")
    expect(page.locator("#to-review")).to_be_visible()
    assert kept_games(page) == []
    stored = client.get(f"/api/games/{kept['id']}").json()
    assert (stored["game"], stored["state"], stored["secret"]) == (game, "lost", secret)


def test_secrets_are_drawn_with_the_same_chance(server, installed):
    page = installed()
    counts = page.evaluate(
        """async () => {
          const { begin } = await import("./static/offline_games.js");
          const counts = {};
          for (let k = 0; k < 1200; k++) {
            localStorage.removeItem("offline games");
            begin({ game: "2x3-distinct", codemaker: "honest" });
            const [{ secret }] = JSON.parse(localStorage.getItem("offline games"));
            counts[secret] = (counts[secret] ?? 0) + 1;
          }
          localStorage.removeItem("offline games");
          return counts;
        }"""
    )
    assert set(counts) == {"12", "13", "21", "23", "31", "32"}
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 30.9  # chi-square, 5 degrees: one in 100,000


NEEDS = [
    ("#daily", None),
    ('[data-level="medium"]', '[value="adversary"]'),
    ("#own .primary", None),  # 6x9
]


def test_what_needs_the_server_says_so_on_the_front_page(server, installed):
    page = installed()
    page.wait_for_selector("#daily-players *")
    lose_network(page)  # while the page is open
    sentence = re.compile(
        "This needs the server, which does not answer.* games of up to 5 pegs and 8 colors are played"
    )
    for button, choice in NEEDS:
        if choice:
            page.check(choice)
        page.click(button)
        expect(page.locator("#said.bad")).to_contain_text(sentence)
        expect(page.locator(button)).to_be_enabled()
        page.evaluate("() => document.querySelector('#said').textContent = ''")
    page.goto(server.url)
    expect(page.locator("#friends-away")).to_be_visible()


def test_a_game_at_the_server_waits_for_it(own_server, installed):
    page = installed(server=own_server)
    accept(page, own_server, "6543", guesses=["1122"])
    page.wait_for_selector(".hole")
    own_server.kill()
    page.keyboard.type("3456")
    page.keyboard.press("Enter")
    expect(page.locator("#hint")).to_contain_text("This game needs the server, which does not answer.")
    expect(page.locator(".hole .peg:not(.empty)")).to_have_count(4)
    page.reload()
    expect(page.locator("h1:visible")).to_have_text("This game needs the server")
    own_server.start()
    expect(page.locator(".hole .peg:not(.empty)")).to_have_count(4)  # it comes back by itself, with the row
    expect(page.locator(PLAYED)).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(PLAYED)).to_have_count(2)


def test_a_lost_game_says_when_the_server_is_back(server, installed):
    page = installed()
    accept(page, server, "6543")
    page.wait_for_selector(".hole")
    lose_network(page)
    page.keyboard.type("3456")
    page.keyboard.press("Enter")
    expect(page.locator("#hint")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#hint")).to_be_hidden()
    page.keyboard.press("Enter")
    expect(page.locator(PLAYED)).to_have_count(1)


def test_hints_of_a_game_without_the_server(server, installed):
    page = installed(1366, 657)
    begin_offline(page, server)
    [game] = kept_games(page)
    play_by_keys(page, "1122" if game["secret"] != "1122" else "3344")
    page.click('[data-step="candidates"]')
    expect(page.locator("#said.bad")).to_have_text("Hints need the server, which does not answer.")
    page.context.set_offline(False)
    page.click('[data-step="candidates"]')  # the game goes on at the server
    expect(page.locator("#hint")).to_contain_text("codes")
    assert kept_games(page) == []


PATHS = "/archive", "/match/x", "/s/x", "/device", "/api", "/play?challenge=x", "/make", "/review", "/lab", "/watch"


def test_a_page_that_needs_the_server_says_so_and_comes_when_it_answers(server, installed):
    page = installed()
    lose_network(page)
    for path in PATHS:
        page.goto(f"{server.url}{path}")
        expect(page.locator("h1")).to_have_text("This needs the server")
    page.context.set_offline(False)
    expect(page.locator("#duel-title")).to_have_text("Knuth against evolution: who needs fewer?")


def show_front(page, server):
    page.goto(server.url)
    page.wait_for_selector("#try-again")
    return [".today h1", "#try-again"]


def show_game(page, server):
    show_front(page, server)
    page.click('[data-level="medium"]')
    page.wait_for_selector(".hole")
    page.keyboard.type("11")
    return ["#guess", ".row.active"]


def show_end(page, server):
    show_game(page, server)
    page.keyboard.press("Escape")
    play_by_keys(page, kept_games(page)[0]["secret"])
    return ["#end-title", "#next-game", "#end .note"]


def show_page(page, server):
    page.goto(f"{server.url}/watch")
    return ["h1", ".hero .primary", "#try-again"]


def show_game_away(page, server):
    page.goto(f"{server.url}/play/AAAAAAAAAAAAAAAAAAAAAA")
    return ["#about h1", "#about #try-again"]


STATES = {name.removeprefix("show_"): show for name, show in dict(globals()).items() if name.startswith("show_")}


@pytest.mark.parametrize("name", STATES)
def test_a_page_without_the_server_looks_right(server, installed, name):
    page = installed(*SIZES[1])
    lose_network(page)
    in_sight = STATES[name](page, server)
    for selector in in_sight:
        page.wait_for_selector(selector)
    looks_right(page, *in_sight)


def test_the_first_minute_without_the_server(server, installed):
    page = installed()
    lose_network(page)
    page.goto(f"{server.url}/learn")
    page.click("#take")
    page.click("#guess")
    expect(page.locator("#hint")).to_contain_text("a white peg")
    play_by_keys(page, "131")
    expect(page.locator("#end-title")).to_have_text("Cracked in 2!")
    for _ in resize(page):
        fits(page)


def test_puzzles_without_the_server(server, installed):
    page = installed()
    lose_network(page)
    page.goto(f"{server.url}/puzzles/301")
    page.wait_for_selector(".hole")
    play_by_keys(page, "1541")
    expect(page.locator("#end-title")).to_have_text("Right at the first try!")
    page.click("#next")
    expect(page.locator("#end")).to_be_hidden()
    page.reload()
    expect(page.locator("#hint")).to_contain_text("You found 1 in a row.")


# What is kept in the browser


def test_only_the_app_itself_is_cached(server, installed):
    page = installed()
    accept(page, server, "6543", guesses=["1122"])
    page.goto(f"{server.url}/watch")
    page.goto(server.url)
    found = page.evaluate(CACHED)
    paths = {address.partition(server.url)[2] for address in found}
    assert {"/", "/learn", "/offline", "/static/offline_games.js", "/static/feedback.js"} <= paths
    assert all(
        path in ("/", "/play/offline", "/learn", "/puzzles", "/offline") or path.startswith("/static/")
        for path in paths
    )
    assert not any("results" in path for path in paths)
    assert len({address.partition(" http")[0] for address in found}) == 1  # one cache


def watch_answers(page):
    """The texts of all answers of the API from now on, but for events, while there is a network."""
    texts = []

    def record(route):
        answer = route.fetch()
        texts.append(answer.text())
        route.fulfill(response=answer)

    page.context.route(re.compile(r"/api/(?!.*events)"), record)
    return texts


def stored_in(page):
    """All that the caches and the storage of the browser hold."""
    assert page.evaluate("() => indexedDB.databases()") == []
    return json.dumps([page.evaluate(CACHED), page.evaluate("() => ({ ...localStorage })")])


def test_no_secret_comes_before_the_end(tmp_path, server_of, installed):
    """With twelve pegs no text has the secret in it by accident; the daily puzzle's four pegs would stand in quotes."""
    server, secret = server_of(tmp_path / "data"), "c4b3a2918765"
    page = installed(server=server)
    texts = watch_answers(page)
    game = begin(page, server, ["111222333444"], challenge=set_code(server, secret, "12x16"))
    page.wait_for_selector(".hole")
    play_by_keys(page, "555666777888")
    daily = begin(page, server, daily=True)
    page.wait_for_selector(".hole")
    page.context.unroute_all()
    lose_network(page)
    page.reload()
    page.wait_for_selector("#try-again")
    texts.append(stored_in(page))
    page.context.set_offline(False)
    todays = send(page, f"{server.url}/api/games/{daily['id']}/end")["secret"]
    assert send(page, f"{server.url}/api/games/{game['id']}/end")["secret"] == secret
    assert len(texts) > 3 and all(secret not in text and f'"{todays}"' not in text for text in texts)


def test_a_duel_keeps_its_secret_from_the_browser(server, installed):
    page = installed()
    texts = watch_answers(page)
    duel = send(page, f"{server.url}/api/matches", kind="duel", game="12x16", name="Ada")
    with server.client() as other:
        other.post(f"/api/matches/{duel['id']}/players", json={"name": "Bob"})
    page.goto(f"{server.url}/match/{duel['id']}")
    page.wait_for_selector(".hole")
    play_by_keys(page, "111222333444")
    texts.append(stored_in(page))
    page.context.unroute_all()
    [game] = page.request.get(f"{server.url}/api/games").json()
    secret = send(page, f"{server.url}/api/games/{game['id']}/end")["secret"]
    assert len(secret) == 12 and len(texts) > 2 and all(secret not in text for text in texts)


# Installing and updates


def test_an_update_is_there_at_the_next_visit(tmp_path, installed):
    static = tmp_path / "static"
    shutil.copytree(STATIC, static, ignore=shutil.ignore_patterns("results"))
    patch = f"import pathlib, blackpeg.web.routes.pages as p; p.STATIC = pathlib.Path({str(static)!r})"
    start = f"{patch}; from blackpeg.cli.main import main; main()"
    server = Server(tmp_path / "web" / "data", ("--root-path", "/peg"), program=("-c", start))
    server.data.mkdir(parents=True)
    server.start()
    try:
        page = installed(server=server)
        before = {name.partition(" http")[0] for name in page.evaluate(CACHED)}
        server.kill()
        for name, old, new in (
            ("play.html", "A link suffices, without an account.", "A new link suffices."),
            ("pegs.js", '"red"', '"crimson"'),
        ):
            text = (static / name).read_text()
            assert text.count(old) >= 1
            (static / name).write_text(text.replace(old, new))
        server.start()
        with server.client() as client:
            client.get("/peg/")  # it answers now
        page.goto(server.url)
        expect(page.locator("#friends")).to_contain_text("A new link suffices.")
        assert page.evaluate("async () => (await import('./static/pegs.js')).NAMES[0]") == "crimson"
        page.evaluate(GONE, next(iter(before)))
        after = page.evaluate(CACHED)
        assert len({name.partition(" http")[0] for name in after}) == 1  # the cache of the version before is gone
        assert "crimson" in after[next(name for name in after if name.endswith("/peg/static/pegs.js"))]
        lose_network(page)
        page.goto(server.url)  # below its root path, too
        expect(page.locator("#friends")).to_contain_text("A new link suffices.")
        page.click('[data-level="easy"]')
        page.wait_for_selector(".hole")
        assert re.search(r"/peg/play/offline-[\w-]{22}$", page.url)
    finally:
        server.stop()
