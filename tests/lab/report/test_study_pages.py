"""The result of a study, and its pages in a folder."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from pathlib import Path

import pytest
from lab.stored_games import add_games, make_study

from blackpeg.errors import BlackpegError
from blackpeg.lab import Experiment, Study
from blackpeg.lab.experiment import Series
from blackpeg.lab.report.study_pages import make_result, write_pages
from blackpeg.lab.runner import run_experiments
from blackpeg.lab.store import Store
from blackpeg.lab.study import Figure, with_count


def test_a_figure_that_there_is_not_is_one_sentence(tmp_path: Path):
    one = Study("mine", "Mine", (Experiment(("3x3",), ("entropy",), 2),), figures=(Figure("pie"),))
    with Store(":memory:") as store, pytest.raises(BlackpegError) as caught:
        run_experiments(store, one.experiments, show_progress=False)
        make_result(store, one, tmp_path)
    assert str(caught.value).startswith("mine: no figure 'pie' (there are costs, ")


@pytest.fixture
def pages(store: Store, tmp_path: Path) -> Path:
    """The pages of a study that asks for four games of each of three players, in a store that holds more."""
    for name, guesses in {"random": (4, 5, 6, 5, 99), "entropy": (4, 4, 5, 4, 99), "minimax": (4, 5, 5, 4)}.items():
        add_games(store, Series("4x6", name), *guesses)
    study = with_count(make_study(names=("random", "entropy", "minimax")), 4)
    study = replace(study, title="What I & you ask", about="First.\n\nSecond.")
    result = make_result(store, study, tmp_path / "figures", file="mine.toml")
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
