"""The Lab page in a real browser: the results that come along, what this machine adds, and studies that it plays."""

import csv
import json
import re
from collections import Counter
from pathlib import Path

from playwright.sync_api import expect
from web.browser import fits, looks_right, no_violation, open_settings, resize

from blackpeg.lab.experiment import Task
from blackpeg.lab.report.headlines import by_year
from blackpeg.lab.runner import play_into_store
from blackpeg.lab.store import Store
from blackpeg.lab.study_toml import built_in_studies, load_study

RESULTS = Path(__file__).parents[3] / "docs" / "results"


def read_claims(study):
    with (RESULTS / "claims.csv").open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["study"] == study]


def open_study(page, server, name):
    page.goto(f"{server.url}/lab#{name}")
    page.wait_for_selector(".study-page")


def test_it_opens_on_findings_and_papers_by_year(server, visit):
    page = visit()
    page.goto(f"{server.url}/lab")
    expect(page.locator("#findings li").first).to_contain_text("A printed average that no player can reach.")
    expect(page.locator("#findings li").first).to_be_in_viewport()
    years = page.locator("#papers .year").all_inner_texts()
    assert years[0] == "1977" and years == sorted(years)
    titles = page.locator("#papers .title, #others .title").all_inner_texts()
    assert titles == by_year(titles)
    links = page.eval_on_selector_all(".studies .title", "all => all.map(one => one.hash.slice(1))")
    assert sorted(links) == sorted(built_in_studies())  # those without results too
    assert page.locator("text=0 of").count() == 0 and page.locator(".own-line:visible").count() == 0
    agree = sum(row["kind"] == "agrees" for row in read_claims("cec2013"))
    expect(page.locator('[data-study="cec2013"] .tally .good')).to_have_text(re.compile(rf"✓ {agree}\b"))
    page.click("#verdicts summary")
    expect(page.locator("#verdicts .results")).to_contain_text("read in the paper that prints it")


def test_a_study_has_an_address_verdicts_and_figures(server, visit):
    page = visit()
    page.goto(f"{server.url}/lab")
    page.click("#findings a[href='#genmm'] >> nth=0")
    expect(page.locator(".study-page h1")).to_have_text(load_study("genmm").title)
    expect(page.locator(".study-page h1")).to_be_in_viewport()
    expect(page.locator("#overview")).to_be_hidden()
    assert page.url.endswith("/lab#genmm") and page.title() == f"{load_study('genmm').title} · Blackpeg"
    claims, tones = read_claims("genmm"), Counter()
    for tone in ("good", "mid", "bad"):
        tones[tone] = page.locator(f'section[data-title="Printed and measured"] .verdict.{tone}').count()
    right = sum(row["kind"] == "agrees" for row in claims)
    wrong = sum(row["kind"] in ("differs", "impossible") for row in claims)
    assert tones == {"good": right, "bad": wrong, "mid": len(claims) - right - wrong}
    first = page.locator(".judged tbody tr").first
    expect(first).to_contain_text(claims[0]["claimed"])
    expect(first).to_contain_text("✗ impossible")
    expect(first).to_contain_text(claims[0]["verdict"].partition(": ")[2])  # by how much, with its interval
    page.go_back()
    expect(page.locator("#findings")).to_be_visible()
    assert page.title() == "Lab · Blackpeg"
    page.goto(f"{server.url}/lab#dynamic")  # the address alone leads there
    expect(page.locator("h1:visible")).to_have_text(load_study("dynamic").title)
    page.click('.jumps button:text-is("Figures")')
    pictures = page.locator(".figures-drawn img")
    assert pictures.count() == len(list((RESULTS / "figures").glob("dynamic-*.svg")))
    pictures.evaluate_all("async all => { for (const one of all) { one.loading = 'eager'; await one.decode() } }")
    for _ in resize(page):
        fits(page)
        assert all(width >= 340 for width in pictures.evaluate_all("all => all.map(one => one.width)"))
    page.goto(f"{server.url}{pictures.first.get_attribute('src')}")  # the figure alone, which has a style of its own
    assert page.evaluate("() => getComputedStyle(document.querySelector('text')).fontFamily").startswith('"DejaVu')


def test_figures_are_dark_on_dark_pages(server, visit):
    page = visit(color_scheme="dark")
    open_study(page, server, "kooi2005")
    shades = "() => getComputedStyle(document.querySelector('.frame img')).filter"
    assert "invert" in page.evaluate(shades)
    open_settings(page)
    page.check('[name="settings-theme"][value="light"]', force=True)
    assert page.evaluate(shades) == "none"


def test_a_study_that_is_not_there_says_so(server, visit):
    page = visit(refused=404)
    for name in ("nothing", "%", "../overview"):
        page.goto(f"{server.url}/lab#{name}")
        expect(page.locator("#study .bad")).to_have_text(f"There is no study {name}.")
    page.route("**/results/studies/kooi2005.json", lambda route: route.fulfill(status=404))
    page.goto(f"{server.url}/lab#kooi2005")
    expect(page.locator("#study .bad")).to_have_text("The results that come along can't be read.")
    page.click("text=← All results")
    expect(page.locator("#findings")).to_be_visible()


def test_it_compares(server, visit):
    page = visit()
    page.goto(f"{server.url}/lab")
    page.fill('[name="games"]', "20")
    page.wait_for_selector('[name="b"] option[value="random"]', state="attached")
    page.click("#compare")
    expect(page.locator("#result")).to_contain_text("20 of 20 games each")
    expect(page.locator("#result tbody tr")).to_have_count(3)  # two strategies, and their difference
    no_violation(page)


def test_games_of_this_machine_are_marked(server, visit):
    series = next(one for one in load_study("swaszek1999").series() if (one.game, one.strategy) == ("4x6", "random"))
    page = visit()
    page.goto(f"{server.url}/lab")
    page.wait_for_selector("#papers li")
    with Store(server.data / "lab.db") as store:
        play_into_store(store, [Task(series, number) for number in range(40)])
    own = page.locator('[data-study="swaszek1999"] .own-line')
    expect(own).to_have_text(re.compile(r"^This machine has played 40 of [\d,]+ games\.$"))  # without a reload
    page.click('.studies a[href="#swaszek1999"]')
    expect(page.locator("#own")).to_contain_text("This machine has played 40 of ")
    page.click("text=What this machine measured")
    expect(page.locator(".measured tbody tr").first).to_contain_text("random")
    expect(page.locator(".measured")).to_contain_text("Swaszek 1999-2000")  # what he printed stands beside it
    page.wait_for_selector(".measured .figures-drawn img")
    assert page.evaluate(
        "async () => { const all = [...document.querySelectorAll('.measured img')];"
        " for (const one of all) await one.decode(); return all.length }"
    )
    no_violation(page)
    with server.client() as client:
        csv = client.get("/api/studies/swaszek1999/games.csv")
        assert len(csv.text.splitlines()) == 41 and "attachment" in csv.headers["content-disposition"]


def test_a_study_is_started_followed_and_paused(tmp_path, server_of, visit):
    server, page = server_of(tmp_path / "data"), visit()
    open_study(page, server, "swaszek1999")
    expect(page.locator("#own")).to_contain_text("This machine has played none of the ")
    page.click("#start-study")
    expect(page.locator("#start-study")).to_have_text("Pause")
    expect(page.locator(".own-games")).to_have_text(re.compile(r"This machine has played [1-9][\d,]* of "))
    page.click("text=← All results")
    expect(page.locator("#running")).to_contain_text(load_study("swaszek1999").title)
    page.click("#papers a[href='#kooi2005']")
    expect(page.locator("#own")).to_contain_text("Swaszek1999 is being played; pause it first.")
    expect(page.locator("#start-study")).to_be_disabled()
    page.goto(f"{server.url}/lab#swaszek1999")
    looks_right(page, ".study-page h1")
    page.click("#start-study")
    expect(page.locator("#own")).to_contain_text("Paused. What was played is kept.")
    expect(page.locator("#start-study")).to_have_text("Go on")
    with Store(server.data / "lab.db", write=False) as store:
        assert sum(count for _, count, _ in store.series()) > 0


def test_nobody_is_offered_a_start_where_others_reach_the_server(server, client, visit):
    page, rows = visit(), client.get("/api/studies").json()
    event = json.dumps({"type": "studies", "studies": rows, "may_start": False, "run": None})
    page.route(
        "**/api/studies/events",
        lambda route: route.fulfill(body=f"data: {event}\n\n", content_type="text/event-stream"),
    )
    open_study(page, server, "kooi2005")
    expect(page.locator("#own")).to_contain_text("The command “blackpeg lab run kooi2005” plays it")
    expect(page.locator("#start-study")).to_be_hidden()


def test_every_verdict_that_comes_along_is_that_of_the_results():
    folder = Path(__file__).parents[3] / "src" / "blackpeg" / "web" / "static" / "results"
    overview = json.loads((folder / "overview.json").read_text(encoding="utf-8"))
    compared = 0
    for study in overview["studies"]:
        page = json.loads((folder / "studies" / f"{study['name']}.json").read_text(encoding="utf-8"))
        tables = [block for title, blocks in page["sections"] for block in blocks
                  if title == "Printed and measured" and "heads" in block]  # fmt: skip
        found = [dict(zip(table["heads"], row, strict=True)) for table in tables for row in table["rows"]]
        claims = read_claims(study["name"])
        assert len(found) == len(claims) == sum(count for _, count in study["numbers"])
        shown = [(*list(row.values())[:2], f"{row['verdict'][2]}: {row['verdict'][3]}") for row in found]
        for claim in claims:
            match = next(one for one in shown if one[:2] == (f"`{claim['strategy']}`", claim["game"])
                         and one[2].startswith(claim["verdict"]))  # fmt: skip
            shown.remove(match)
            compared += 1
    assert compared > 300
