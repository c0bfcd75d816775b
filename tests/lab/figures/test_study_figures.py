"""The figures of a study."""

from __future__ import annotations

from pathlib import Path

import pytest
from lab.stored_games import add_games, make_study

from blackpeg.errors import BlackpegError
from blackpeg.lab import Claim, Experiment, Study
from blackpeg.lab.experiment import Series
from blackpeg.lab.figures.study_figures import draw_study
from blackpeg.lab.store import Store


@pytest.mark.parametrize("form", ["png", "svg"])
def test_equal_games_make_equal_figures(store: Store, tmp_path: Path, form: str) -> None:
    add_games(store, Series("4x6", "random"), 4, 4, 5, 5)
    add_games(store, Series("4x6", "entropy"), 3, 4, 5, 4)
    one = make_study(Claim("4x6", "random", 4.638, where="Swaszek"), names=("random", "entropy"))
    first, second = draw_study(store, one, tmp_path / "first", form), draw_study(store, one, tmp_path / "second", form)
    names = [f"mine-{name}.{form}" for name in ("averages", "4x6-distributions", "4x6-cumulative", "4x6-seconds")]
    assert [path.name for path in first] == names
    for one_file, other in zip(first, second, strict=True):
        assert one_file.read_bytes() == other.read_bytes()


def test_figures_tell_secrets_apart_and_need_games(store: Store, tmp_path: Path) -> None:
    both = Study(
        "mine", "Mine", (Experiment(("4x6",), ("random",)), Experiment(("4x6",), ("random",), secrets="distinct"))
    )
    with pytest.raises(BlackpegError, match="holds no games of mine"):
        draw_study(store, both, tmp_path, "svg")
    add_games(store, Series("4x6", "random", "uniform"), 4, 5)
    add_games(store, Series("4x6", "random", "distinct"), 5, 6)
    files = [path.name for path in draw_study(store, both, tmp_path, "svg")]
    assert "mine-4x6-1-uniform-cumulative.svg" in files
    assert "mine-4x6-2-distinct-cumulative.svg" in files
    (tmp_path / "file").write_text("")
    with pytest.raises(BlackpegError, match="file can't be a folder for figures"):
        draw_study(store, both, tmp_path / "file", "svg")
