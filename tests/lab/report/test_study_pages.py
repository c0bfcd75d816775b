"""The pages of studies: totals by kind, one verdict a number, sentences beside them, and everything in a folder."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from pathlib import Path

import pytest
from lab.stored_games import add_games, make_study

from blackpeg.lab import Claim, Experiment, Study
from blackpeg.lab.experiment import Series
from blackpeg.lab.report import study_pages
from blackpeg.lab.report.page_markdown_latex import Paragraph, Table
from blackpeg.lab.report.study_pages import Result, make_result, overview, settle_results, study_page, write_pages
from blackpeg.lab.store import Store
from blackpeg.lab.study import Figure, Sentence, with_count

CLAIMS = (
    Claim("4x6", "random", 4.5, where="Smith, table 1", secrets="uniform"),
    Claim("4x6", "random", 4.6, where="Smith, table 2", secrets="uniform", source="fitted"),
    Claim("4x6", "random", 9.0, where="Smith, table 3", secrets="uniform", source="fitted"),
)


@pytest.fixture
def results(store: Store) -> list[Result]:
    """A small study with seed 0 whose games are too few, and a large one with seed 1 that contradicts 4.6."""
    add_games(store, Series("4x6", "random"), 4, 4, 5, 5)
    add_games(store, Series("4x6", "random", seed=1), *[4, 5] * 2000)
    add_games(store, Series("4x6", "entropy", seed=1), *[4] * 4000)
    small = Study("small", "Small", (Experiment("4x6", "random", 4),), CLAIMS)
    said = Sentence("section 2", "entropy wins", better="entropy", than=("random",))
    large = replace(
        small, name="large", title="Large", experiments=(Experiment("4x6", ("random", "entropy"), 4000, seed=1),)
    )
    return [make_result(store, one) for one in (small, replace(large, claims=CLAIMS[:2], sentences=(said,)))]


def test_the_overview_counts_each_number_once_and_by_its_source(results: list[Result]) -> None:
    blocks = list(overview(settle_results(results), "", ".md"))
    headline = next(block.text for block in blocks if isinstance(block, Paragraph))
    assert headline.startswith("1 number that we read in papers, each compared with games that we played: 1 agree")
    assert "2 more are counted apart: we know them only through other papers or programs" in headline
    glance, sources, studies = (block for block in blocks if isinstance(block, Table))
    assert [tuple(row[1:4]) for row in glance.rows] == [
        ("[Small](small.md)", "✓ 1, ✗ 2", ""), ("[Large](large.md)", "✓ 1, ✗ 1", "1 of 1"),
    ]  # fmt: skip
    assert [(row[0], *row[2:]) for row in sources.rows] == [
        ("read", "1", "1", "", "", "", ""),
        ("fitted", "2", "", "", "", "2", ""),
    ]
    assert [tuple(row) for row in studies.rows] == [
        ("[Small](small.md)", "read", "1", "1", "", "", "", "", ""),
        ("", "fitted", "2", "", "", "", "2", "", ""),
        ("[Large](large.md)", "read", "1", "1", "", "", "", "", "1 of 1"),
        ("", "fitted", "1", "", "", "", "1", "", ""),
    ]


def test_a_page_shows_the_one_verdict_where_it_comes_from_and_how_the_number_is_known(results: list[Result]) -> None:
    alone, settled = results[0], settle_results(results)[0]
    assert [claim["kind"] for claim in alone.report["claims"]] == ["not contradicted", "not contradicted", "differs"]
    assert [claim["kind"] for claim in settled.report["claims"]] == ["agrees", "differs", "differs"]
    page = study_page(settled)
    totals = next(block.text for block in page if isinstance(block, Paragraph) and block.text.startswith("3 numbers."))
    assert "1 read in the paper that prints it: 1 agrees." in totals and "2 **fitted**, parameters of ours" in totals
    verdicts = [row[5] for row in next(block for block in page if isinstance(block, Table)).rows]
    assert verdicts[1].startswith("differs (fitted): 0.100 less (0.084 to 0.116), ")  # 1.96 * 0.5 / sqrt(4000) = 0.0155
    assert verdicts[1].endswith("; by the study large, 4,000 games")
    assert verdicts[2].startswith("differs (fitted): 4.50 less") and "by the study" not in verdicts[2]


def test_sentences_stand_in_a_table_with_difference_and_verdict(results: list[Result]) -> None:
    tables = [block for block in study_page(results[1]) if isinstance(block, Table)]
    (row,) = next(table.rows for table in tables if table.heads[1] == "it says")
    assert (row[0], row[1], row[4]) == ("section 2", "entropy wins", "holds")
    assert row[3] == "0.500 less (0.484 to 0.516)"


def test_csv_has_sources_and_differences(results: list[Result], tmp_path: Path) -> None:
    write_pages(settle_results(results), tmp_path)
    head, first, *_ = (tmp_path / "claims.csv").read_text().splitlines()
    assert {"source", "difference", "difference_low", "difference_high", "judged_by"} <= set(head.split(","))
    assert first.startswith("small,4x6,random,guesses,4.5,")


def test_a_figure_of_a_paper_can_be_drawn_in_anybodys_study_and_says_nothing_of_the_paper(
    store: Store, tmp_path: Path
) -> None:
    names = ("merelo2006(population=10)", "merelo2006(population=20)")
    for k, name in enumerate(names):
        for game in ("3x4", "3x5"):
            add_games(store, Series(game, name), 3 + k, 4 + k, 4 + k)
    figures = (
        Figure("population", games=("3x4",), strategies=names),
        Figure("scaling", games=("3x4", "3x5"), strategies=names),
        Figure("fitness", games=("3x4",), strategies=names[:1]),
    )
    study = Study("mine", "Mine", (Experiment(("3x4", "3x5"), names, 3),), figures=figures)
    result = make_result(store, study, tmp_path)
    assert result.findings == ()
    texts = {path.stem: path.read_text() for path, _ in result.figures}
    assert {"mine-population", "mine-scaling", "mine-fitness"} <= set(texts)
    assert not any("1504" in text or "printed" in text for text in texts.values())


def test_more_averages_than_a_figure_can_show_are_only_in_tables(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("random", "entropy", "minimax")
    for name in names:
        add_games(store, Series("4x6", name), 4, 5, len(name))
    study = make_study(names=names)
    for limits, drawn in (((3, 3), 2), ((3, 2), 1), ((2, 3), 1), ((2, 2), 0)):
        for key, limit in zip(("MAX_DRAWN", "MAX_RANKED"), limits, strict=True):
            monkeypatch.setattr(study_pages, key, limit)
        assert len(make_result(store, study, tmp_path).figures) == drawn


def test_many_averages_have_a_figure_for_each_game_whose_name_a_link_can_hold(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for secrets in ("uniform", "adversary(steps=2)"):
        add_games(store, Series("4x6", "random", secrets=secrets), 4, 5)
    experiments = tuple(Experiment("4x6", "random", 2, secrets=one) for one in ("uniform", "adversary(steps=2)"))
    monkeypatch.setattr(study_pages, "MAX_ROWS", 1)
    figures = make_result(store, Study("mine", "Mine", experiments), tmp_path).figures
    assert [path.name for path, _ in figures] == [
        "mine-averages-4x6-1-uniform.svg", "mine-averages-4x6-2-adversary-steps-2.svg"
    ]  # fmt: skip


def test_small_games_share_figures_of_averages_by_size_and_an_adversary_has_no_ranks(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, names = ("5x8", "4x6", "4x7"), ("random", "entropy", "minimax")
    for game in games:
        add_games(store, Series(game, "random"), 4, 5)
    for name in names:
        add_games(store, Series("4x6", name, secrets="adversary"), 5)
    experiments = (Experiment(games, "random", 2), Experiment("4x6", names, 1, secrets="adversary"))
    monkeypatch.setattr(study_pages, "MAX_ROWS", 14)
    figures = make_result(store, Study("mine", "Mine", experiments), tmp_path).figures
    assert [(path.name, caption) for path, caption in figures] == [
        ("mine-averages-1.svg",
         "Average guesses at 4x6, uniform secrets; 4x6, against adversary; 4x7, with 95 % intervals."),
        ("mine-averages-5x8.svg", "Average guesses at 5x8, with 95 % intervals."),
    ]  # fmt: skip


@pytest.fixture
def pages(store: Store, tmp_path: Path) -> Path:
    """The pages of a study that asks for four games of each of three players, in a store that holds more."""
    for name, guesses in {"random": (4, 5, 6, 5, 99), "entropy": (4, 4, 5, 4, 99), "minimax": (4, 5, 5, 4)}.items():
        add_games(store, Series("4x6", name), *guesses)
    study = with_count(make_study(names=("random", "entropy", "minimax")), 4)
    study = replace(study, title="What I & you ask", about="First.\n\nSecond.", file="mine.toml")
    result = make_result(store, study, tmp_path / "figures")
    files = write_pages([result], tmp_path, "Made by `me`.")
    assert all(path.exists() for path in files)
    assert {path.name for path in files if path.suffix == ".pdf"} == {
        "mine-averages.pdf", "mine-ranks-4x6-uniform.pdf"
    }  # fmt: skip
    return tmp_path


def test_pages_of_a_study_have_its_title_its_text_and_who_made_them(pages: Path):
    for name in ("README.md", "mine.md"):
        text = (pages / name).read_text()
        assert text.startswith("# What I & you ask\n\nFirst.\n\nSecond.\n\n"), name
        assert "Made by `me`." in text and "papers, measured" not in text
    assert "`blackpeg lab run mine.toml` plays it: 12 games" in (pages / "mine.md").read_text()
    web = (pages / "results.html").read_text()
    assert "<title>What I &amp; you ask</title>" in web and "papers, measured" not in web
    assert "Made by" in (pages / "results.tex").read_text()


def test_pages_count_only_the_games_that_the_study_asks_for(pages: Path):
    rows = list(csv.DictReader((pages / "averages.csv").open()))
    assert [(row["strategy"], row["games"], row["max"]) for row in rows] == [
        ("random", "4", "6"), ("entropy", "4", "5"), ("minimax", "4", "5")
    ]  # fmt: skip
    pairs = list(csv.DictReader((pages / "differences.csv").open()))
    assert [(pair["a"], pair["b"], pair["games"]) for pair in pairs] == [
        ("random", "entropy", "4"), ("random", "minimax", "4"), ("entropy", "minimax", "4")
    ]  # fmt: skip
    assert {"low", "high", "p", "fewer", "more", "rank_biserial"} <= set(pairs[0])


def test_every_table_of_a_page_is_a_file_that_latex_can_input(pages: Path):
    tables = {path.stem: path.read_text() for path in (pages / "tables").iterdir()}
    assert set(tables) == {f"mine-{kind}-4x6-uniform" for kind in ("averages", "differences", "matrix")}
    for text in tables.values():
        assert text.startswith("% needs") and "documentclass" not in text
        assert re.findall(r"\\begin{(\w+)}", text) == re.findall(r"\\end{(\w+)}", text) == ["tabular"]
        assert all(rule in text for rule in ("\\toprule", "\\midrule", "\\bottomrule"))
