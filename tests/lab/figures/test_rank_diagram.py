"""The diagram of ranks: every strategy at its rank, and a bar for each group."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

from blackpeg.errors import BlackpegError
from blackpeg.lab.figures.rank_diagram import draw_ranks
from blackpeg.lab.figures.summary_plots import styles_of


@pytest.mark.parametrize("count", [2, 5, 40])
def test_strategies_stand_at_their_ranks_and_bars_span_groups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr(Figure, "savefig", lambda self, path, **more: drawn.append(self))
    ranks = {f"player{k}": 1 + 0.9 * k for k in range(count)}
    names = list(ranks)
    draw_ranks(tmp_path / "x.png", ranks, [names[:2], names[-2:]], "4x6", "queries")
    (ax,) = drawn[0].axes
    styles = styles_of(names)
    for name, rank in ranks.items():
        points = [line for line in ax.lines if line.get_marker() == styles[name]["marker"]]
        assert any(list(line.get_xdata()) == [rank] and list(line.get_ydata()) == [0] for line in points), name
    bars = [list(line.get_xdata()) for line in ax.lines if line.get_linewidth() > 3]
    assert bars[0] == pytest.approx([ranks[names[0]], ranks[names[1]]], abs=0.01 * count)
    assert bars[1] == pytest.approx([ranks[names[-2]], ranks[names[-1]]], abs=0.01 * count)
    texts = [text.get_text() for text in ax.texts]
    assert f"player0  {ranks['player0']:.2f}" in texts and len(texts) == count
    assert ax.get_xlabel().startswith("average rank: 1 needs the fewest queries; a thick bar joins those")


def test_long_names_are_whole_and_do_not_overlap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, save = list[Figure](), Figure.savefig
    monkeypatch.setattr(Figure, "savefig", lambda self, *args, **more: (drawn.append(self), save(self, *args, **more)))
    start = "berghman2009(choice='similar', children=2, sample=20, selection='candidates', level="
    ranks = {f"{start}{k})": 1.5 + 0.1 * k for k in range(5)} | {"random": 2.5, "entropy": 1.0}
    draw_ranks(tmp_path / "x.png", ranks, [list(ranks)[:2]], "5x8")
    (ax,) = drawn[0].axes
    told = ["".join(text.get_text().split()) for text in ax.texts]
    assert all(any(name.replace(" ", "") in text for text in told) for name in ranks)
    boxes = [Text.get_window_extent(text) for text in ax.texts]
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    canvas = drawn[0].bbox
    assert all(canvas.x0 <= box.x0 and box.x1 <= canvas.x1 and canvas.y0 <= box.y0 for box in boxes)


def test_bars_that_touch_are_on_different_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []
    monkeypatch.setattr(Figure, "savefig", lambda self, path, **more: drawn.append(self))
    ranks = dict(zip("abcdef", (1.0, 2.0, 3.0, 4.0, 5.0, 6.0), strict=True))
    draw_ranks(tmp_path / "x.png", ranks, ["ab", "bc", "de"])
    heights = [line.get_ydata()[0] for line in drawn[0].axes[0].lines if line.get_linewidth() > 3]
    assert heights[0] == heights[2] != heights[1]


def test_a_single_strategy_has_no_ranks(tmp_path: Path) -> None:
    with pytest.raises(BlackpegError, match="needs two strategies"):
        draw_ranks(tmp_path / "x.png", {"a": 1.0}, [])
