"""Write what the Lab page of the web app shows, from docs/results: findings, a file a study, figures (`make docs`).

The results are no part of the package that people install, so a copy of what the page needs lies in web/static/results:
`overview.json`, `studies/NAME.json` and `figures/NAME.svg`. It has no number of its own. Differences of every two
strategies are left out; they are most of the bytes, and stand in docs/results. Of studies without results there is only
what they are about.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from blackpeg.lab.report.headlines import year_of
from blackpeg.lab.report.page_html import read_verdict
from blackpeg.lab.study_toml import built_in_studies, load_study

HERE = Path(__file__).parent
RESULTS = HERE / "results"
TARGET = HERE.parent / "src" / "blackpeg" / "web" / "static" / "results"

Row = dict[str, Any]
MEASURED = "All that was measured"
AVERAGES = ("player", "search")  # the first head of a table of averages; others there compare every two strategies
PICTURE = re.compile(r"!\[(?P<caption>.*)\]\(figures/(?P<name>[^)]+)\.svg\)")
CELL_END = re.compile(r"(?<!\\)\|")


def lab_files() -> dict[str, bytes]:
    """Returns every file that the page loads, by its path below `TARGET`."""
    overview = read_overview((RESULTS / "README.md").read_text(encoding="utf-8"))
    measured = {study["name"] for study in overview["studies"]}
    without = [_page_without_results(name) for name in built_in_studies() if name not in measured]
    overview["without"] = [{"name": page["name"], "title": page["title"]} for page in without]
    files = {"overview.json": _to_bytes(overview)}
    files |= {f"studies/{page['name']}.json": _to_bytes(page) for page in without}
    for study in overview["studies"]:
        page = read_study(study["name"], (RESULTS / f"{study['name']}.md").read_text(encoding="utf-8"))
        files[f"studies/{study['name']}.json"] = _to_bytes(page)
        for figure in page["figures"]:
            files[f"figures/{figure['name']}.svg"] = (RESULTS / "figures" / f"{figure['name']}.svg").read_bytes()
    return files


def _to_bytes(page: Row) -> bytes:
    return (json.dumps(page, ensure_ascii=False, indent=0) + "\n").encode()


def read_overview(text: str) -> Row:
    """Returns findings, the studies by year, and how verdicts are made, from the first page of the results."""
    start, *sections = _sections(text)
    found = dict(sections)
    return {
        "title": start[0],
        "about": start[1][0]["text"],
        "findings": [_link_to_anchors(item) for block in found["What we found"] for item in block["items"]],
        "symbols": found["The studies, by year"][0]["text"],
        "studies": [_study_row(row) for row in found["The studies, by year"][1]["rows"]],
        "verdicts": found["How verdicts are made"][:2],
    }


def _study_row(cells: list[str]) -> Row:
    """Returns a row of the table of studies: `numbers` is how many have which symbol, such as [["✓", 5], ["✗", 1]]."""
    year, link, numbers, held, headline = cells
    title, name = re.fullmatch(r"\[(.*)\]\((\w+)\.md\)", link).groups()
    counts = [[part[0], int(part[2:])] for part in numbers.split(", ") if part]
    return {"name": name, "year": year, "title": title, "numbers": counts, "held": held, "headline": headline}


def read_study(name: str, text: str) -> Row:
    """Returns the page of a study: what it is about, its sections with verdicts, its figures, and all averages."""
    figures, figure_notes, kept = list[Row](), list[str](), list[tuple[str, list[Row]]]()
    for heading, blocks in _sections(text):
        first = next((k for k, block in enumerate(blocks) if "name" in block), len(blocks))  # figures end a section
        kept.append((heading, [one for one in blocks[:first] if heading != MEASURED or _is_average(one)]))
        figures += [block for block in blocks[first:] if "name" in block]
        captions = {f"*{figure['caption']}*" for figure in figures}
        figure_notes += [one["text"] for one in blocks[first:] if "text" in one and one["text"] not in captions]
    (title, start), *sections = kept
    *about, made = (block["text"] for block in start)
    return {
        "name": name, "title": title, "year": year_of(title), "about": about, "made": made,
        "sections": sections, "figures": figures, "figure_notes": figure_notes,
    }  # fmt: skip


def _page_without_results(name: str) -> Row:
    """Returns the page of a study that docs/results do not have."""
    study = load_study(name)
    about = [" ".join(paragraph.split()) for paragraph in study.about.split("\n\n") if paragraph]
    made = f"`blackpeg lab run {name}` plays it; its results do not come along with Blackpeg."
    return {
        "name": name, "title": study.title, "year": year_of(study.title), "about": about, "made": made,
        "sections": [], "figures": [], "figure_notes": [],
    }  # fmt: skip


def _is_average(block: Row) -> bool:
    """Checks whether a block of what was measured is about averages, not about every two strategies."""
    if "heads" in block:
        return block["heads"][0] in AVERAGES
    return block["text"].startswith(("**", "± ", "Times "))


def _sections(text: str) -> list[tuple[str, list[Row]]]:
    """Returns headings with the blocks below them; the first is the title of the page."""
    parts = re.split(r"^#+ (.*)\n", text, flags=re.M)[1:]
    return [(heading, list(_blocks(body))) for heading, body in zip(parts[::2], parts[1::2], strict=True)]


def _blocks(text: str) -> Iterator[Row]:
    """Yields the blocks of Markdown as page_markdown_latex.py writes it: tables, lists, pictures and paragraphs."""
    for block in filter(None, text.strip().split("\n\n")):
        if block.startswith("| "):
            yield _table(block.splitlines())
        elif block.startswith("- "):
            yield {"items": [item.removeprefix("- ") for item in block.splitlines()]}
        elif found := PICTURE.fullmatch(block):
            yield {"name": found["name"], "caption": found["caption"], **_size_of(found["name"])}
        else:
            yield {"text": block}


def _table(lines: list[str]) -> Row:
    """Returns a table; a verdict is split into its tone, symbol, words and difference."""
    head, rule, *rows = ([cell.strip().replace("\\|", "|") for cell in CELL_END.split(line)[1:-1]] for line in lines)
    numbers = [number for number, cell in enumerate(rule) if cell.endswith(":")]
    verdicts = [number for number, name in enumerate(head) if name == "verdict"]
    cells = [[read_verdict(cell) if k in verdicts else cell for k, cell in enumerate(row)] for row in rows]
    return {"heads": head, "numbers": numbers, "rows": cells}


def _size_of(name: str) -> Row:
    """Returns the width and height of a figure, so that the page keeps room for it."""
    text = (RESULTS / "figures" / f"{name}.svg").read_text(encoding="utf-8")
    width, height = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', text).groups()
    return {"width": round(float(width)), "height": round(float(height))}


def _link_to_anchors(text: str) -> str:
    return re.sub(r"\]\((\w+)\.md\)", r"](#\1)", text)


def write_files() -> None:
    """Writes the files, and removes those of studies and figures that are no more."""
    files = lab_files()
    for path in TARGET.rglob("*.*"):
        if path.relative_to(TARGET).as_posix() not in files:
            path.unlink()
    for name, content in files.items():
        (TARGET / name).parent.mkdir(parents=True, exist_ok=True)
        (TARGET / name).write_bytes(content)


if __name__ == "__main__":
    write_files()
