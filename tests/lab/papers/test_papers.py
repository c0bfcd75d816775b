"""The papers' studies: every printed number is a claim; a small reproduction runs and its pages are whole."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from blackpeg.errors import BlackpegError
from blackpeg.lab import Experiment, Study
from blackpeg.lab.experiment import Series, Task
from blackpeg.lab.papers.genmm import fit_line, trace_game
from blackpeg.lab.papers.named_figures import FIGURES
from blackpeg.lab.report.page_formats import Heading, Paragraph, Picture, Table, to_html, to_latex, to_markdown
from blackpeg.lab.report.reproduce import REPRODUCED_STUDIES, reproduce, with_fewer_games
from blackpeg.lab.report.study_pages import make_result
from blackpeg.lab.runner import run_experiments
from blackpeg.lab.store import Store
from blackpeg.lab.study import Figure
from blackpeg.lab.study_toml import built_in_studies, load_study

STUDIES = {name: load_study(name) for name in REPRODUCED_STUDIES}

# Cunha & da Silva, table 1, as printed: 4x6 4x8 5x7 5x8 5x9 6x6 6x9 6x10 7x10 8x12
TABLE = """
bernier1996_ga                            -    -    5.08 -    -    5.62 -    7.00 -    -
bento1999                                 -    -    -    7.54 -    -    -    -    -    -
kalisker2003                              4.75 -    -    6.39 -    -    7.27 -    8.62 -
merelo2006                                4.13 -    -    5.90 -    -    -    -    -    -
berghman2009                              4.39 -    -    5.61 -    -    6.47 -    -    8.37
merelo2011(endgames=False)                4.44 5.24 -    5.77 6.12 -    -    -    -    -
merelo2013                                -    5.21 -    5.65 6.01 -    6.50 6.88 7.42 -
maestro2014                               -    -    -    5.55 -    -    6.37 -    -    -
oijen2018                                 4.32 -    -    -    -    -    6.61 -    -    8.58
cunha_silva(replacement='gen')            2.06 2.52 3.08 3.51 3.85 4.97 6.51 7.42 -    -
cunha_silva(replacement='gen_plus')       2.06 2.52 3.15 3.48 3.92 4.09 5.80 6.47 7.88 11.45
cunha_silva(replacement='reward_matrix')  2.06 2.52 2.96 3.45 3.95 3.16 6.19 6.92 9.46 12.95
cunha_silva                               2.06 2.52 2.70 3.15 3.51 2.94 4.63 5.37 6.01 8.29
"""


def test_every_study_is_reproduced_and_says_where_its_numbers_are_from_and_how_long_it_takes():
    assert set(built_in_studies()) - set(REPRODUCED_STUDIES) == {"lookahead", "needle", "scaling"}, (
        "these are ours, and of no paper"
    )
    for study in STUDIES.values():
        assert study.minutes > 0 or study.name == "dynamic"
        assert all(claim.where for claim in study.claims)
        assert all(figure.draw in FIGURES and figure.caption for figure in study.figures)
    assert sum(study.minutes for study in STUDIES.values()) < 240, "two hours on two cores"


def test_the_table_of_cunha_and_da_silva_is_complete():
    claims = {
        (claim.strategy, claim.game, f"{claim.value:.2f}")
        for name in ("cunha_silva", "cunha_silva_cited")
        for claim in STUDIES[name].claims
        if claim.measure == "guesses"
    }
    games = ["4x6", "4x8", "5x7", "5x8", "5x9", "6x6", "6x9", "6x10", "7x10", "8x12"]
    printed = set()
    for line in TABLE.strip().splitlines():
        name, *cells = line.split()
        printed |= {(name, game, cell) for game, cell in zip(games, cells, strict=True) if cell != "-"}
    assert claims == printed and len(printed) == 67


def test_the_tables_of_genmm_are_complete():
    found = {
        (claim.strategy, claim.measure, claim.value, claim.deviation)
        for name in ("genmm_table1", "genmm_table2")
        for claim in STUDIES[name].claims
    }
    assert found >= {
        ("minimax", "guesses", 4.478, None), ("optimal", "guesses", 4.340, None), ("maxent", "guesses", 3.8, 0.5),
        ("random(first='1234')", "guesses", 4.66, None), ("kalisker2003", "guesses", 4.75, None),
        ("merelo2006", "guesses", 4.132, 1.0), ("merelo2006", "evaluations", 279, 188),
        ("merelo2006(first='all')", "guesses", 4.312, 0.989), ("merelo2006(first='all')", "evaluations", 320, 268),
        ("random(first='12345')", "guesses", 5.88, None), ("kalisker2003", "guesses", 6.39, None),
        ("bento1999", "guesses", 6.866, None), ("bento1999", "evaluations", 1029.9, None),
        ("merelo2006", "guesses", 5.904, 0.975), ("merelo2006", "evaluations", 2171, 1268),
    }  # fmt: skip


def test_every_verdict_that_is_kept_and_is_not_agreement_is_explained():
    kept = Path(__file__).parents[3] / "docs" / "results" / "claims.csv"
    for row in csv.DictReader(kept.open()) if kept.exists() else ():
        assert row["kind"] == "agrees" or row["doubt"], row


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
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("results")
    studies = []
    for name in ("genmm_table1", "bestavros_belal", "cunha_silva", "genmm_figures"):
        study, small = STUDIES[name], ("4x6",) if name != "genmm_figures" else ("6x6", "6x7", "6x8", "6x9")
        kept = [replace(one, games=tuple(g for g in one.games if g in small)) for one in study.experiments]
        most = 300 if name == "genmm_table1" else 3
        kept = [replace(one, count=min(one.count, most)) for one in kept if one.games]
        claims = tuple(claim for claim in study.claims if claim.game in small)
        studies.append(replace(study, experiments=tuple(kept), claims=claims))
    with Store(":memory:") as store:
        files = reproduce(store, folder, quick=True, studies=studies)
    return folder, files


def test_the_page_is_whole_and_needs_nothing_else(made):
    folder, _ = made
    text = (folder / "results.html").read_text()
    page = Page()
    page.feed(text)
    assert not page.open and "script" not in page.tags and "link" not in page.tags
    assert all(target.startswith(("#", "data:image/svg+xml;base64,")) for target in page.refers)
    assert page.tags.count("img") == len(list((folder / "figures").glob("*.svg")))
    assert "prefers-color-scheme: dark" in text and "@import" not in text and "url(" not in text
    for anchor in (target[1:] for target in page.refers if target.startswith("#")):
        assert f'id="{anchor}"' in text


def test_verdicts_are_on_the_pages_and_units_do_not_share_a_column(made):
    folder, _ = made
    searches = (folder / "cunha_silva.md").read_text()
    assert "in generations, at" in searches
    tables = re.findall(r"^\|.*\|$", searches, re.M)
    heads = [line for line in tables if line.startswith(("| search", "| player"))]
    assert any("generations | queries" in line for line in heads)
    assert not any("guesses" in line and "queries" in line for line in heads)
    assert not any(line.startswith("| `cunha_silva") and "| player" in line for line in tables)
    known = (folder / "bestavros_belal.md").read_text()
    assert known.count("agrees when counted until known") == 3 and "3.864 exact (sd 0.567)" in known
    assert re.search(r"\| `maxmin` \| 4x6 \| 3.9 ± 0.5 \| 4.497 exact", known)
    assert "below the proved optimum, 4.340, so impossible" in (folder / "genmm_table1.md").read_text()


def test_links_files_and_numbers_are_there(made):
    folder, files = made
    assert all(path.exists() for path in files)
    for page in folder.glob("*.md"):
        for target in re.findall(r"\]\(([^)]+)\)", page.read_text()):
            assert (folder / target).exists(), target
    rows = list(csv.DictReader((folder / "claims.csv").open()))
    knuth = next(row for row in rows if row["strategy"] == "minimax" and row["measure"] == "guesses")
    assert (knuth["study"], knuth["claimed"], knuth["kind"]) == ("genmm_table1", "4.478", "differs")
    assert float(knuth["measured"]) == pytest.approx(5801 / 1296, abs=1e-6)
    tex = (folder / "results.tex").read_text()
    begun = re.findall(r"\\begin{(\w+)}", tex)
    assert sorted(begun) == sorted(re.findall(r"\\end{(\w+)}", tex)) and "longtable" in begun
    assert re.search(r"(?<!\\)[_%&#](?=[a-z])", tex.replace(" & ", "")) is None


def test_a_figure_that_there_is_not_is_one_sentence(tmp_path: Path):
    one = Study("mine", "Mine", (Experiment(("3x3",), ("entropy",), 2),), figures=(Figure("pie"),))
    with Store(":memory:") as store, pytest.raises(BlackpegError) as caught:
        run_experiments(store, one.experiments, show_progress=False)
        make_result(store, one, tmp_path)
    assert str(caught.value).startswith("mine: no figure 'pie' (there are costs, ")


def test_text_is_written_as_each_format_wants_it(tmp_path: Path):
    (tmp_path / "x.svg").write_text("<svg/>")
    blocks = [
        Heading("A & B", 2, "ab"), Paragraph("`a_b` is **strong**, 5 % of [it](x.md) < 1"),
        Table(("name", "n"), [("`p|q`", "1 ± 2")], frozenset("n")), Picture(tmp_path / "x.svg", "A picture"),
    ]  # fmt: skip
    assert to_markdown(blocks, tmp_path) == (
        "## A & B\n\n`a_b` is **strong**, 5 % of [it](x.md) < 1\n\n| name | n |\n|---|---:|\n| `p\\|q` | 1 ± 2 |\n\n"
        "![A picture](x.svg)\n\n*A picture*\n"
    )
    tex = to_latex(blocks)
    assert "\\section*{A \\& B}" in tex
    assert "\\texttt{a\\_b} is \\textbf{strong}, 5 \\% of \\emph{it} < 1" in tex
    assert "\\texttt{p|q} & 1 $\\pm$ 2 \\\\" in tex
    web = to_html(blocks, "T & t")
    assert "<title>T &amp; t</title>" in web and '<h2 id="ab">A &amp; B</h2>' in web
    assert '<p><code>a_b</code> is <strong>strong</strong>, 5 % of <a href="x.md">it</a> &lt; 1</p>' in web
    assert (
        '<td><code>p|q</code></td><td class="n">1 ± 2</td>' in web and 'src="data:image/svg+xml;base64,PHN2Zy8+"' in web
    )


# What figures compute


def test_a_line_through_points_of_a_line_is_that_line():
    x = np.array([0.0, 1.0, 2.0])
    (slope, start), errors = fit_line(x, 3 * x + 5, np.ones(3))
    assert (slope, start) == (pytest.approx(3), pytest.approx(5))
    # of points at -1, 0, 1 around their mean the slope has error 1 / sqrt(2); the start sqrt(1 / 3 + 1 / 2)
    assert errors.tolist() == pytest.approx([2**-0.5, (1 / 3 + 1 / 2) ** 0.5])


def test_a_game_is_traced_generation_by_generation():
    steps, plays = trace_game(Task(Series("4x6", "merelo2006"), 0))
    assert plays[-1] == len(steps) - 1 and all(steps[k].best == 0 for k in plays)
    assert all(step.best < 0 for k, step in enumerate(steps) if k not in plays), "the first that fits is played"
