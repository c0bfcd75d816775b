"""The HTML page of a report in a browser: tables sort, and a way back leads to the top."""

from pathlib import Path

from playwright.sync_api import expect

from blackpeg.lab.report.page_html import to_html
from blackpeg.lab.report.page_markdown_latex import Heading, Table

ROWS = [("`a`", "1.7 s", "1,234"), ("`b`", "580 µs", "−5"), ("`c`", "", "≥ 20.5"), ("`d`", "2.0 ms", "3")]


def test_tables_sort_by_numbers_and_durations_with_empty_cells_last(chromium, tmp_path: Path) -> None:
    path = tmp_path / "x.html"
    path.write_text(
        to_html([Heading("One", 2, "one"), Table(("name", "time", "n"), ROWS, frozenset(("time", "n")))], "T")
    )
    page = chromium.new_page()
    page.goto(path.as_uri())
    names = page.locator("tbody td:first-child")
    expect(names).to_have_text(["a", "b", "c", "d"])
    page.get_by_role("button", name="time").click()
    expect(names).to_have_text(["b", "d", "a", "c"])
    page.get_by_role("button", name="time").click()
    expect(names).to_have_text(["a", "d", "b", "c"])
    page.get_by_role("button", name="n", exact=True).click()
    expect(names).to_have_text(["b", "d", "c", "a"])
    expect(page.locator("th[aria-sort]")).to_have_text(["n"])
    page.get_by_text("Go to").click()
    page.get_by_role("link", name="One", exact=True).click()
    assert page.url.endswith("#one")
    page.get_by_role("link", name="↑ T").click()
    assert page.url.endswith("#top")
    page.close()
