"""A small reproduction runs, and its pages are whole."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from blackpeg.lab import Experiment, Study
from blackpeg.lab.reproduce import LARGE_STUDIES, REPRODUCED_STUDIES, reproduce, with_fewer_games
from blackpeg.lab.store import Store
from blackpeg.lab.study_toml import built_in_studies, load_study


def test_a_quick_run_has_a_hundredth_of_the_games():
    study = Study("mine", "Mine", (
        Experiment(("4x6",), ("random",), 1000), Experiment(("4x6",), ("random",), 50),
        Experiment(("4x6",), ("random",), 10, "all"), Experiment(("4x6",), ("maxmin",), 1, "adversary"),
    ))  # fmt: skip
    assert [one.count for one in with_fewer_games(study).experiments] == [10, 2, 1, 1]


# A small reproduction
class Page(HTMLParser):
    """What a page refers to and holds."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.refers: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.refers += [value or "" for key, value in attrs if key in ("src", "href")]
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("results")
    studies = []
    for name in ("genmm", "bestavros_belal", "cunha_silva"):
        study, whole = load_study(name), name == "genmm"
        kept = [replace(one, games=tuple(g for g in one.games if whole or g == "4x6")) for one in study.experiments]
        kept = [
            replace(one, count=min(one.count, 300 if whole and one.games == ("4x6",) else 3))
            for one in kept
            if one.games
        ]
        if not whole:  # what looks ahead is left out, since it takes long
            kept = [replace(k, strategies=tuple(s for s in k.strategies if "lookahead" not in s)) for k in kept]
            claims = tuple(claim for claim in study.claims if claim.game == "4x6")
            study = replace(study, claims=claims, readings=(), sentences=(), figures=())
        studies.append(replace(study, experiments=tuple(kept)))
    with Store(":memory:") as store:
        files = reproduce(store, folder, quick=True, studies=studies)
    return folder, files


def test_the_page_is_whole_and_needs_nothing_else(made):
    folder, _ = made
    text = (folder / "results.html").read_text()
    page = Page()
    page.feed(text)
    assert not page.open and page.tags.count("script") == 1 and "<script>" in text and "link" not in page.tags
    assert all(target.startswith(("#", "data:image/svg+xml,")) for target in page.refers)
    assert page.tags.count("img") == len(list((folder / "figures").glob("*.svg")))
    assert "prefers-color-scheme: dark" in text and "@import" not in text and "url(" not in text
    for anchor in (target[1:] for target in page.refers if target.startswith("#")):
        assert f'id="{anchor}"' in text


def test_verdicts_are_on_the_pages_and_units_do_not_share_a_column(made):
    folder, _ = made
    searches = (folder / "cunha_silva.md").read_text()
    assert re.search(r"in generations \(hypothesis\): .*, at [\d,]+ queries a game", searches)
    tables = re.findall(r"^\|.*\|$", searches, re.M)
    heads = [line for line in tables if line.startswith(("| search", "| player"))]
    assert any("generations | queries" in line for line in heads)
    assert not any("guesses" in line and "queries" in line for line in heads)
    assert not any(line.startswith("| `cunha_silva") and "| player" in line for line in tables)
    known = (folder / "bestavros_belal.md").read_text()
    assert known.count("agrees when counted until known") == 3 and "3.864 exact (sd 0.567)" in known
    assert re.search(r"\| `maxmin` \| 4x6 \| 3.9 \(sd 0.5\) \| 4.497 exact", known)
    assert "impossible: below the proved optimum, 4.340, and 1,000 games" in (folder / "genmm.md").read_text()


def test_links_files_and_numbers_are_there(made):
    folder, files = made
    assert all(path.exists() for path in files)
    for page in folder.glob("*.md"):
        for target in re.findall(r"\]\(([^)]+)\)", page.read_text()):
            assert (folder / target).exists(), target
    rows = list(csv.DictReader((folder / "claims.csv").open()))
    knuth = next(row for row in rows if row["strategy"] == "minimax" and row["measure"] == "guesses")
    assert (knuth["study"], knuth["claimed"], knuth["kind"]) == ("genmm", "4.478", "differs")
    assert float(knuth["measured"]) == pytest.approx(5801 / 1296, abs=1e-6)
    tex = (folder / "results.tex").read_text()
    begun = re.findall(r"\\begin{(\w+)}", tex)
    assert sorted(begun) == sorted(re.findall(r"\\end{(\w+)}", tex)) and "longtable" in begun
    text = re.sub(r"\\includegraphics\[.*?\]\{.*?\}", "", tex)  # a file's name may have any letter
    assert text != tex and re.search(r"(?<!\\)[_%&#](?=[a-z])", text.replace(" & ", "")) is None


def test_every_page_says_which_command_made_it(made):
    folder, _ = made
    pages = list(folder.glob("*.md"))
    assert len(pages) == 4
    for page in pages:
        assert "Made by `blackpeg lab reproduce --quick`, version" in page.read_text(), page
    assert (folder / "README.md").read_text().startswith("# Mastermind papers, measured\n")


def test_every_built_in_study_is_reproduced_by_one_of_the_two_commands():
    assert sorted([*REPRODUCED_STUDIES, *LARGE_STUDIES]) == sorted(built_in_studies())


def test_the_large_studies_are_those_that_the_option_names(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(
        "blackpeg.lab.reproduce.run_experiments", lambda store, experiments, *a, **k: asked.extend(experiments)
    )
    monkeypatch.setattr("blackpeg.lab.reproduce._make_results", lambda *arguments: [])
    with Store(":memory:") as store:
        reproduce(store, tmp_path, quick=True, large=True)
    players = {name.partition("(")[0] for one in asked for name in one.strategies}
    assert players >= {"needle", "annealing", "lookahead"} and any("64x64" in one.games for one in asked)
    assert "Made by `blackpeg lab reproduce --quick --large`" in (tmp_path / "README.md").read_text()
