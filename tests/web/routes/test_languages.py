"""The web app in every language: no text is missing, none overflows, and none goes past the catalogs."""

import json
import re
from html import unescape

import pytest
from playwright.sync_api import expect
from web.browser import SETTLED, accept, begin, play_by_keys, send, set_code

from blackpeg.web.languages.api_sentences import SENTENCES
from blackpeg.web.languages.catalogs import catalogs
from blackpeg.web.languages.templates import translate_html

ENGLISH = catalogs()["en"].texts
OTHERS = [language for language in catalogs() if language != "en"]
SIZES = [(360, 640), (390, 844), (1366, 657)]

# Texts are walked through in the order of the page; what stands in no ⟦ ⟧ did not go through the catalog.
FIND_UNTRANSLATED = r"""() => {
  const kept = '[translate="no"], body [lang], code, kbd, pre, script, style, noscript, time, .peg';
  const codes = /\d+x\d+(-\w+)*|\b\d+b\d+w\b|[⚫⚪]/g;
  const found = [];
  let depth = 0;
  const read = (text, where) => {
    let outside = '';
    for (const sign of text) {
      if (sign === '⟦') depth += 1;
      else if (sign === '⟧') depth -= 1;
      else if (depth === 0) outside += sign;
    }
    if (/\p{L}/u.test(outside.replace(codes, ''))) found.push(`${where}: ${text.trim()}`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (!parentElement.closest(kept)) read(data, parentElement.localName);
  }
  if (depth) found.push('brackets do not match');
  depth = 0;
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const one of document.querySelectorAll(`[${name}]`))
      if (!one.closest(kept)) read(one.getAttribute(name), name);
  if (!document.querySelector('h1[lang]')) read(document.title.replace(' · Blackpeg', ''), 'document');
  return found;
}"""

FIND_OVERFLOW = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the page'] : [];
  const checked = 'button, a.button, label, h1:not(.gamebar *), h2, nav a, summary, .turn';
  for (const one of document.querySelectorAll(checked))
    if (one.offsetParent && one.clientWidth && one.scrollWidth > one.clientWidth + 1) // inline elements have no width
      wide.push(`${one.localName} ${one.textContent.trim()}`);
  return wide;
}"""


def in_brackets(text):
    return {form: f"⟦{one}⟧" for form, one in text.items()} if isinstance(text, dict) else f"⟦{text}⟧"


def bracket_page(html):
    """A page in a language in which every text of the English catalog stands in brackets."""

    def wrap(key):
        return f"⟦{key}⟧" if key in ENGLISH else key

    html = translate_html(html, wrap)
    html = re.sub(r"(?<=<title translate=\"no\">)(.*)(?= · Blackpeg)", lambda found: wrap(unescape(found[0])), html)
    texts = {key: in_brackets(text) for key, text in ENGLISH.items()}
    said = {key: in_brackets(key) for key in SENTENCES}
    block = json.dumps({"texts": texts, "sentences": said}).replace("<", "\\u003c")
    return re.sub(r'(id="texts">).*?(</script>)', lambda found: found[1] + block + found[2], html, flags=re.S)


def speak_in_brackets(page):
    """Every page that is opened from now on is in brackets."""

    def answer(route):
        response = route.fetch()
        route.fulfill(response=response, body=bracket_page(response.text()))

    page.route(re.compile(r"^http://localhost:\d+/(?!api/|static/|favicon)"), answer)  # streams of events stay streams


def all_is_translated(page):
    assert page.evaluate(FIND_UNTRANSLATED) == []


def prepare(page, server):
    """Plays and sets what pages can show, and returns the pages: what is waited for, by path."""
    open_game = accept(page, server, "6543", guesses=["1122", "3456"])
    cheater = begin(page, server, ["1122"], game="4x6", codemaker="adversary", limit=9)
    ended = accept(page, server, "6543", guesses=["1122", "6543"])
    given_up = accept(page, server, "6543", guesses=["1122"])
    send(page, f"{server.url}/api/games/{given_up['id']}/end")
    own = send(page, f"{server.url}/api/challenges", game="4x6", secret="6543")
    duel = send(page, f"{server.url}/api/matches", kind="duel", game="4x6", name="")
    tournament = send(page, f"{server.url}/api/matches", kind="tournament", game="4x6", name="", rounds=2)
    return {
        "/": "#daily-players *",
        f"/play/{open_game['id']}": ".row.active",
        f"/play/{cheater['id']}": ".row.active",
        f"/play/{ended['id']}": "#end-title",
        f"/play/{given_up['id']}": "#coach",
        f"/play?challenge={own['id']}": "#own-code .link",
        f"/play?challenge={set_code(server, '6543')}": "#accept",
        f"/s/{ended['share']}": "#accept",
        f"/match/{duel['id']}": "#stage .link",
        f"/match/{tournament['id']}": "#start",
        "/learn": "#take",
        "/archive#2026-01": ".day",
        "/device#a-code": "#take",
        "/make": 'option[value="entropy"]',
        "/make#game=4x6&strategy=random&seed=1&turns=1122:1b0w": "#give",
        "/make#game=4x6&strategy=entropy&seed=1&turns=1122:2b2w,3344:2b0w": "#trouble.bad",
        "/make#game=4x6&strategy=random&seed=1&turns=1122:4b0w": ".result",
        "/watch": '[name="second"] option[value="entropy"]',
        "/puzzles/1": "#hint p",
        "/review": "#setup-review",
        "/review#game=4x6&turns=1122:0b1w,3344:0b0w,5516:4b0w": ".turns > li",
        "/lab": "#papers li",
        "/lab#koyama1993": "#own",
        "/api": "#Error",
        "/nothing": ".hero .primary",
        "/play/nothing": "#about h1",
        "/match/nothing": "#stage a",
    }


@pytest.fixture(scope="module")
def places(server, chromium):
    """The pages, and the cookies of the visitor who may see them."""
    context = chromium.new_context()
    context.set_default_timeout(150_000)
    page = context.new_page()
    page.goto(server.url)
    found = prepare(page, server)
    yield found, context.cookies()
    context.close()


def open_place(page, server, path, selector):
    page.goto("about:blank")  # as a change after the # alone loads nothing
    page.goto(server.url + path)
    page.wait_for_selector(selector, state="attached")


def test_every_text_goes_through_the_catalog(server, visit, places):
    page = visit(390, 844, refused=404)
    page.context.add_cookies(places[1])
    speak_in_brackets(page)
    found = {}
    for path, selector in places[0].items():
        open_place(page, server, path, selector)
        if outside := page.evaluate(FIND_UNTRANSLATED):
            found[path] = outside
    assert found == {}


def test_what_is_opened_goes_through_the_catalog(server, visit):
    page = visit(1366, 657)
    speak_in_brackets(page)
    accept(page, server, "6543")
    play_by_keys(page, "1122", "3344")
    page.keyboard.type("5566")
    for step in ("candidates", "consistent", "guess"):
        page.click(f'[data-step="{step}"]')
        page.wait_for_selector("#hint:not([hidden])")
        expect(page.locator("#hints")).to_be_visible()
        all_is_translated(page)
    page.keyboard.press("Escape")
    play_by_keys(page, "6543")
    expect(page.locator("#coach")).to_contain_text("⟦The coach: ")
    all_is_translated(page)
    page.goto(server.url)
    for kind, form in (("code", "#set-code"), ("duel", "#new-match"), ("tournament", "#new-match")):
        page.click(f'[data-friends="{kind}"]')
        page.wait_for_selector(form)
        all_is_translated(page)
    page.click("#data summary")
    page.click("#other-device")
    page.wait_for_selector("#device-link a")
    all_is_translated(page)


def test_a_show_goes_through_the_catalog(server, visit):
    page = visit(1366, 657)
    speak_in_brackets(page)
    page.goto(f"{server.url}/watch")
    page.click('[data-bet="0"]')
    page.click("#last")
    expect(page.locator("#verdict")).to_contain_text("⟦You were ")
    all_is_translated(page)


def test_sentences_of_the_server_are_translated(server, visit):
    page = visit()
    page.goto(f"{server.url}/play?language=de")
    expect(page).to_have_url(f"{server.url}/play")  # the choice is remembered, and leaves the address

    def told(text):
        return page.evaluate("async (text) => (await import('/static/language.js')).translateSentence(text)", text)

    assert told("there is no code at this address") == "unter dieser Adresse gibt es keinen Code"
    assert told("1,296 codes fit") == "1.296 Codes passen"
    assert told("4.5 trillion codes fit") == "4,5 Billionen Codes passen"
    splits = told("try 1344, which splits the 256 candidates 13 ways")
    assert splits == "probier 1344; das teilt die 256 möglichen Codes in 13 Teile"
    page.goto(f"{server.url}/make")
    contradiction = told("turn 2 contradicts turn 1: no code answers 1122 with 2b2w and 3344 with 2b0w")
    assert contradiction == ("Zug 2 widerspricht Zug 1: kein Code antwortet auf 1122 mit 2b2w und auf 3344 mit 2b0w")
    assert told("nobody foresaw this sentence") == "nobody foresaw this sentence"


def test_a_language_is_chosen_in_the_menu(server, visit):
    page = visit()
    page.goto(f"{server.url}/make")
    page.click('.languages a[lang="fa"]')
    expect(page.locator('.languages [aria-current="true"]')).to_have_text("فارسی")  # at the end of the page
    expect(page).to_have_url(f"{server.url}/make")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    board = page.locator("body").evaluate(
        "(body) => { const one = document.createElement('div'); one.className = 'board'; body.append(one);"
        " return getComputedStyle(one).direction; }"
    )
    assert board == "ltr"
    page.goto(server.url)
    expect(page.locator("html")).to_have_attribute("lang", "fa")


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_overflows(server, visit, places, language):
    page = visit(*SIZES[0], refused=404)
    page.context.add_cookies([*places[1], {"name": "language", "value": language, "url": server.url}])
    found = {}
    for path, selector in places[0].items():
        if path == "/api":
            continue  # which is in English
        open_place(page, server, path, selector)
        html = page.locator("html")
        assert html.get_attribute("lang") == language
        assert html.get_attribute("dir") == catalogs()[language].direction
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(SETTLED)
            if wide := page.evaluate(FIND_OVERFLOW):
                found[f"{path} at {width}"] = wide
    assert found == {}
