"""Figures: equal bytes for equal data, nothing left out, nothing on top of something else."""

import os
import struct
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from blackpeg.errors import BlackpegError
from blackpeg.lab.figures import guesses_against_time, summary_plots
from blackpeg.lab.stats import Summary, summarize
from blackpeg.strategies import STRATEGIES

NAMES = (
    "entropy", "entropy(candidates_only=True)", "minimax", "most_parts", "random", "lexicographic",
    "berghman2009(population=200, generations=150)", "merelo2006", "expected_size", "needle", "optimal", "plus",
)  # fmt: skip


def made_up(average: float, seconds: float | None, games: int = 200, failures: int = 0, exact: bool = False) -> Summary:
    rng = np.random.default_rng(round(1000 * average))
    guesses = np.clip(np.rint(rng.normal(average, 0.7, games)), 1, None)
    table = np.full((games, 7), np.nan)
    table[:, 0], table[:, 1], table[:, 2] = np.arange(games) >= failures, guesses, guesses
    if seconds is not None:
        table[:, 6] = seconds
    return summarize(table, exact)


def several(count: int = 8) -> dict[str, Summary]:
    return {
        name: made_up(4.34 + 0.12 * k, 3.0 ** -(k * 5 % 12), failures=3 * (k == 4))
        for k, name in enumerate(NAMES[:count])
    }


def averages(path, summaries, title="4x6"):
    name = next(iter(summaries))
    summary_plots.draw_averages(path, {title: summaries}, {title: [(name, 4.132, "Merelo 2006"), (name, 4.3, "")]})


FUNCTIONS = [
    averages,
    summary_plots.draw_distributions,
    summary_plots.draw_cumulative,
    guesses_against_time.draw_guesses_against_seconds,
]
each = pytest.mark.parametrize("draw", FUNCTIONS, ids=lambda draw: draw.__name__)

CASES = {
    "one strategy, one game": {"random": made_up(4.6, 0.001, games=1)},
    "twelve": several(12),
    "all failed": {"random": made_up(20, 0.1, failures=200)},
    "exact": {"entropy": made_up(4.4, 0.0, exact=True), "optimal": made_up(4.3, None, exact=True)},
    "many queries": {"tupac": made_up(218, 0.1)._replace(distribution=dict.fromkeys(range(20, 4020, 20), 1))},
    "odd names, equal results": {"$x_1$ & <b>": made_up(5, 1.0), "x" * 90: made_up(5, 1.0)},
}


@pytest.fixture
def figures(monkeypatch):
    """The figures that are written, to look into."""
    figures = []
    save = Figure.savefig

    def watched(self, *args, **more):
        figures.append(self)
        save(self, *args, **more)

    monkeypatch.setattr(Figure, "savefig", watched)
    return figures


def written(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.findobj(Text) if text.get_text() and text.get_visible()]


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """Every figure, written by a process with another hash seed, backend and matplotlibrc."""
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "matplotlibrc").write_text("font.size: 20\nlines.linewidth: 5\nsvg.fonttype: none\nsavefig.dpi: 30\n")
    code = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
import test_summary_plots as t
for draw in t.FUNCTIONS:
    for kind in ("png", "svg"):
        draw(f"{folder}/{{draw.__name__}}.{{kind}}", t.several(2), "4x6")
assert "matplotlib.pyplot" not in sys.modules
"""
    settings = {"PYTHONHASHSEED": "7", "MATPLOTLIBRC": str(folder / "matplotlibrc"), "MPLBACKEND": "svg"}
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ | settings)
    return folder


@each
@pytest.mark.parametrize("kind", ["png", "svg"])
def test_equal_data_equal_bytes(draw, kind, tmp_path, elsewhere):
    draw(tmp_path / f"again.{kind}", several(2), "4x6")
    data = (tmp_path / f"again.{kind}").read_bytes()
    assert (data == (elsewhere / f"{draw.__name__}.{kind}").read_bytes()) is True  # no megabyte of difference printed
    assert 3_000 < len(data) < 300_000
    if kind == "png":
        assert data.startswith(b"\x89PNG\r\n\x1a\n")
        width, height = struct.unpack(">II", data[16:24])
        assert 600 <= width <= 1500 and 250 <= height <= 1800
        assert b"tEXt" not in data
    else:
        assert b"<svg" in data and b"<dc:date>" not in data and b"Matplotlib v" not in data


def test_leaves_settings_alone(tmp_path):
    before = matplotlib.rcParams.copy()
    summary_plots.draw_cumulative(tmp_path / "x.png", several(2))
    assert matplotlib.rcParams.copy() == before


@each
@pytest.mark.parametrize("case", CASES)
def test_draws(draw, case, tmp_path, figures, recwarn):
    draw(tmp_path / "new folder" / "x.png", CASES[case], "4x6")
    assert (tmp_path / "new folder" / "x.png").stat().st_size > 2000
    assert [str(warning.message) for warning in recwarn] == []
    text = " ".join(written(figures[0]))
    for name in CASES[case]:
        assert "".join(name.split()) in "".join(text.split())  # in however many lines
    assert "4x6" in text and "guesses" in text
    assert not any(part.get_parse_math() for part in figures[0].findobj(Text))  # $ is a letter as any other


def test_averages_say_everything(tmp_path, figures):
    games = {
        "4x6": {"random": made_up(4.6, 0.1), "merelo2006": made_up(5.1, 0.1, failures=3)},
        "5x8": {"entropy": made_up(5.5, None, exact=True)},
    }
    claims = [("merelo2006", 4.132, "4.132 (cited)"), ("merelo2006", 4.3, ""), ("bento1999", 6.866, "")]
    summary_plots.draw_averages(tmp_path / "x.png", games, {"4x6": claims})
    text = written(figures[0])
    for words in ("4x6, 200 games each", "5x8, 200 games", "bento1999", "printed 4.132 (cited), 4.3", "printed 6.866"):
        assert words in text
    assert "printed in a paper" in text and "95 % interval" in text
    s = games["4x6"]["merelo2006"]
    assert f"≥ {s.average:.3f} ± {(s.high - s.low) / 2:.3f} (3 failed)" in text
    assert f"{games['5x8']['entropy'].average:.3f} exact" in text
    top, bottom = figures[0].axes
    hollow = [line for line in top.lines if line.get_marker() == "d"]
    assert sorted(x for line in hollow for x in line.get_xdata()) == [4.132, 4.3, 6.866]
    assert {line.get_markerfacecolor() for line in hollow} == {"white"}
    assert [label.get_text() for label in top.get_yticklabels()] == ["random", "merelo2006", "bento1999"]
    assert top.get_ylim()[0] > top.get_ylim()[1]  # best on top
    marker = summary_plots.styles_of(["entropy"])["entropy"]["marker"]
    assert [line.get_xdata()[0] for line in bottom.lines if line.get_marker() == marker] == [
        games["5x8"]["entropy"].average
    ]
    assert not [line for line in bottom.lines if line.get_marker() == "|"]  # what is exact has no interval


def test_distributions_are_shares(tmp_path, figures):
    s = made_up(4.6, 0.1, failures=20)
    summary_plots.draw_distributions(tmp_path / "x.png", {"random": s})
    heights = [bar.get_height() for bar in figures[0].axes[0].patches]
    assert sum(heights) == pytest.approx(100)
    assert heights == pytest.approx([count / 2 for count in s.distribution.values()] + [10])
    assert "failed" in written(figures[0])


def test_wide_distributions_share_bars(tmp_path, figures):
    summary_plots.draw_distributions(tmp_path / "x.png", CASES["many queries"], unit="queries")
    bars = figures[0].axes[0].patches
    assert len(bars) <= summary_plots.MAX_BARS
    assert sum(bar.get_height() for bar in bars) == pytest.approx(100)
    assert any("to a bar" in text for text in written(figures[0]))


def test_outliers_share_a_bar_and_the_others_keep_their_width(tmp_path, figures):
    usual = made_up(4.6, 0.1)._replace(games=10, failures=0, distribution={3: 2, 4: 5, 5: 3})
    far = usual._replace(distribution={4: 6, 40: 3, 90: 1}, average=20.0)
    summary_plots.draw_distributions(tmp_path / "x.png", {"random": usual, "entropy": usual, "bento1999": far})
    *_, last = figures[0].axes
    assert [bar.get_height() for bar in last.patches] == pytest.approx([60, 40])
    assert ">7" in written(figures[0])  # a quarter more than the 5 guesses of most players


def test_an_average_far_away_does_not_squeeze_the_others(tmp_path, figures):
    near = {f"player{k}": made_up(4.5 + k / 10, 0.1) for k in range(6)}
    summary_plots.draw_averages(tmp_path / "x.png", {"4x6": near | {"bento1999": made_up(30, 0.1)}})
    ax = figures[0].axes[0]
    assert ax.get_xlim()[1] < 10 and "beyond the axis" in written(figures[0])
    summary_plots.draw_averages(tmp_path / "x.png", {"4x6": near})
    assert "beyond the axis" not in written(figures[1])


def test_what_is_printed_stays_on_the_canvas(tmp_path, figures):
    printed = [("random", 4.341 + k / 100, f"{4.341 + k / 100} (as another paper cites it)") for k in range(5)]
    summary_plots.draw_averages(tmp_path / "x.png", {"4x6": {"random": made_up(4.6, 0.1)}}, {"4x6": printed})
    canvas = figures[0].bbox
    for text in figures[0].axes[0].texts:
        box = Text.get_window_extent(text)
        assert canvas.x0 <= box.x0 and box.x1 <= canvas.x1
    mine, theirs = (Text.get_window_extent(text) for text in figures[0].axes[0].texts)
    assert not mine.overlaps(theirs)


def test_a_guess_more_is_not_beyond_the_axis(tmp_path, figures):  # against an adversary every game takes 5 or 6
    five, six = (summarize([(1, n, n, 1, 1, 3, 0.1)]) for n in (5, 6))
    players = {f"player{k}": five for k in range(11)} | {"maxent": six}
    summary_plots.draw_averages(tmp_path / "x.png", {"4x6": players}, titles={"4x6": "4x6, against adversary"})
    ax = figures[0].axes[0]
    assert ax.get_xlim()[0] < 5 < 6 < ax.get_xlim()[1] and "beyond the axis" not in written(figures[0])
    assert "4x6, against adversary, 1 game each" in written(figures[0])


def test_intervals_end_within_the_axis(tmp_path, figures):
    wide = made_up(4.6, 0.1)._replace(average=7.3, low=6.9, high=7.7)
    summary_plots.draw_averages(tmp_path / "x.png", {"4x6": {"random": wide, **several(3)}})
    assert figures[0].axes[0].get_xlim()[1] > 7.7 or "beyond the axis" in written(figures[0])


def test_many_queries_are_whole_numbers(tmp_path, figures):
    some = made_up(5851, 0.1, failures=200)._replace(average=5851.0, low=5851.0, high=5851.0)
    wide = made_up(900, 0.1)._replace(average=2946.475, low=2697.849, high=3195.101)
    summary_plots.draw_averages(tmp_path / "x.png", {"4x6": {"a": some, "b": wide}}, unit="queries")
    assert {"≥ 5,851 (all 200 failed)", "2,946 ± 249"} <= set(written(figures[0]))


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("cabana_tupac_hybrid(choice='expected_size')", ["cabana_tupac_hybrid(", "choice='expected_size')"]),
        ("blackpeg.lab.papers.enumeration:Enumeration", ["blackpeg.lab.papers.enumeration:", "Enumeration"]),
        ("merelo2006(transposition=1.0, mutation=2.0)", ["merelo2006(transposition=1.0,", "mutation=2.0)"]),
        ("x" * 40, ["x" * 36, "x" * 4]),
    ],
)
def test_names_break_between_words(name, lines):
    assert summary_plots.wrap_name(name, 36).split("\n") == lines


def test_long_names_do_not_overlap(tmp_path, figures):
    start = "berghman2009(choice='similar', children=2, sample=20, from_sample=True, selection='candidates', level="
    summaries = {f"{start}{k})": made_up(4.4 + k / 10, 0.1) for k in range(3)} | {"random": made_up(4.8, 0.1)}
    summary_plots.draw_averages(tmp_path / "x.png", {"4x6": summaries, "5x8": summaries})
    figure = figures[0]
    for ax in figure.axes:
        boxes = [label.get_window_extent() for label in ax.get_yticklabels()]
        assert len(boxes) == len(summaries) and not any(a.overlaps(b) for a, b in combinations(boxes, 2))
        inside = ax.get_window_extent()
        assert all(inside.y0 - 4 <= box.y0 and box.y1 <= inside.y1 + 4 for box in boxes)


def test_cumulative_curves(tmp_path, figures):
    s = made_up(4.6, 0.1)._replace(games=10, failures=1, distribution={3: 2, 4: 4, 6: 3})
    summary_plots.draw_cumulative(tmp_path / "x.png", {"random": s})
    (line,) = figures[0].axes[0].lines
    assert line.get_xdata().tolist() == [2, 3, 4, 5, 6]
    assert line.get_ydata().tolist() == [0, 20, 60, 60, 90]
    assert "random\n(1 of 10 failed)" in written(figures[0])


def look(style):
    """What is seen of a marker without its color."""
    return style["marker"], style["fillstyle"], style["markerfacecolor"] == "white"


def test_forty_players_are_told_apart_without_color():
    names = [*STRATEGIES, *(f"random(first='{k}')" for k in range(1111, 1111 + 40 - len(STRATEGIES) % 40))][:40]
    styles = summary_plots.styles_of(names)
    assert len({look(style) for style in styles.values()}) == len(names) == 40
    more = summary_plots.styles_of([f"player{k}" for k in range(100)])
    assert len({(look(style), style["color"]) for style in more.values()}) == 100


def test_a_player_looks_the_same_whoever_is_beside_it():
    assert summary_plots.styles_of(["entropy"])["entropy"] == summary_plots.styles_of(STRATEGIES)["entropy"]
    own = "niche(width=3)"
    assert summary_plots.styles_of([own, "entropy"])[own] == summary_plots.styles_of(["random", own])[own]
    assert summary_plots.styles_of(["a", "b", "c"]) == summary_plots.styles_of(["c", "a", "b", "a"])


def test_a_player_looks_the_same_in_every_figure(tmp_path, figures):
    summaries = several(4)
    styles = summary_plots.styles_of(summaries)
    for draw in (averages, summary_plots.draw_cumulative, guesses_against_time.draw_guesses_against_seconds):
        draw(tmp_path / "x.png", summaries, "4x6")
        marked = {(line.get_color(), line.get_marker()) for line in figures[-1].axes[0].lines}
        assert marked >= {(style["color"], style["marker"]) for style in styles.values()}, draw
    summary_plots.draw_distributions(tmp_path / "x.png", summaries)
    for ax in figures[-1].axes:
        assert to_hex(ax.patches[0].get_facecolor()) == styles[ax.get_title(loc="left").replace("\n", " ")]["color"]


def test_a_pdf_lies_beside_a_figure_only_if_asked_for(tmp_path):
    summary_plots.draw_cumulative(tmp_path / "x.svg", several(2))
    assert not (tmp_path / "x.pdf").exists()
    with summary_plots.with_pdf_beside():
        summary_plots.draw_cumulative(tmp_path / "x.svg", several(2))
        summary_plots.draw_cumulative(tmp_path / "y.svg", several(2))
    first = (tmp_path / "x.pdf").read_bytes()
    assert first.startswith(b"%PDF") and first == (tmp_path / "y.pdf").read_bytes() and b"/CreationDate" not in first
    summary_plots.draw_cumulative(tmp_path / "z.svg", several(2))
    assert not (tmp_path / "z.pdf").exists()


@pytest.mark.parametrize("count", [8, 12])
def test_names_do_not_overlap(count, tmp_path, figures):
    guesses_against_time.draw_guesses_against_seconds(tmp_path / "x.png", several(count))
    ax = figures[0].axes[0]
    assert len(ax.texts) == count
    boxes = [Text.get_window_extent(text) for text in ax.texts]
    for one, other in combinations(boxes, 2):
        assert Bbox.intersection(one, other) is None
    frame = ax.get_window_extent()
    assert all(frame.containsx(x) and frame.containsy(y) for box in boxes for x, y in box.get_points())


def test_the_front_is_those_whom_nobody_beats_in_both():
    points = {
        "slow best": (9.0, 4.0),
        "quick": (1.0, 5.0),
        "beaten": (2.0, 5.5),
        "middle": (3.0, 4.5),
        "as slow": (9.0, 4.2),
    }
    assert guesses_against_time.pareto_front(points) == ["quick", "middle", "slow best"]


def test_at_most_a_dozen_are_named_needle_among_them_and_the_same_in_all_panels(tmp_path, figures):
    summaries = {f"player{k}": made_up(4 + k / 10, 0.1 * k + 0.1) for k in range(20)} | {"needle": made_up(9.9, 9.0)}
    assert len(guesses_against_time.choose_named({"4x6": summaries})) == guesses_against_time.MAX_NAMED == 12
    guesses_against_time.draw_costs(tmp_path / "x.png", {"4x6": summaries, "5x8": summaries})
    first, second = ({text.get_text().partition(" (")[0] for text in ax.texts} for ax in figures[0].axes)
    assert first == second and len(first) == 12 and "needle" in first
    assert "gray: 9 others, who stand in the table" in figures[0].axes[0].get_xlabel()


def test_games_that_were_not_timed_are_named(tmp_path, figures):
    tree = made_up(4.3, None, exact=True)
    guesses_against_time.draw_guesses_against_seconds(
        tmp_path / "x.png", {"optimal": tree, "random": made_up(4.6, 0.001)}
    )
    assert f"not timed: optimal {tree.average:.3f}" in figures[0].axes[0].get_xlabel()
    with pytest.raises(BlackpegError, match="no seconds to plot"):
        guesses_against_time.draw_guesses_against_seconds(tmp_path / "y.png", {"optimal": tree})
    assert not (tmp_path / "y.png").exists()


@each
def test_errors_are_sentences(draw, tmp_path):
    with pytest.raises(BlackpegError, match=r"a \.png, a \.svg or a \.pdf file, not 'x\.gif'"):
        draw(tmp_path / "x.gif", several(1))
    (tmp_path / "file").write_text("")
    with pytest.raises(BlackpegError, match="can't be written"):
        draw(tmp_path / "file" / "x.png", several(1))


def test_nothing_to_plot(tmp_path):
    for draw in (summary_plots.draw_distributions, summary_plots.draw_cumulative, summary_plots.draw_averages):
        with pytest.raises(BlackpegError, match="no games to plot"):
            draw(tmp_path / "x.png", {})
    with pytest.raises(BlackpegError, match="no games to plot"):
        summary_plots.draw_averages(tmp_path / "x.png", {"4x6": {}})


DRAW = """
import sys
from blackpeg.lab.figures import summary_plots
from blackpeg.lab.stats import summarize
summary_plots.draw_averages(sys.argv[1], {"4x6": {"a": summarize([(1, 4, 4, 1, 1, 3, 0.1)] * 9)}})
assert "matplotlib.pyplot" not in sys.modules
"""


def test_pyplot_is_never_loaded(tmp_path):  # in a process of its own, as other packages load it
    subprocess.run([sys.executable, "-c", DRAW, tmp_path / "x.svg"], check=True)
