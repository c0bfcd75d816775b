"""Growth by size: the fit is that of games whose growth is known."""

from pathlib import Path

from lab.stored_games import add_games

from blackpeg.lab import Experiment, Study
from blackpeg.lab.experiment import Series
from blackpeg.lab.figures.growth import draw_growth
from blackpeg.lab.store import Store
from blackpeg.lab.study import Figure


def test_guesses_that_double_with_the_pegs_grow_with_power_one(store: Store, tmp_path: Path) -> None:
    pegs = (7, 8, 10, 12, 14)
    for n in pegs:
        add_games(store, Series(f"{n}x{n}", "random"), 2 * n, 2 * n)
    study = Study("mine", "Mine", (Experiment(tuple(f"{n}x{n}" for n in pegs), ("random",), 2),))
    guesses, seconds = draw_growth(tmp_path / "growth.svg", store, study, Figure("growth"), False)
    assert (guesses.says, guesses.found) == ("guesses of random", "grow as 2 × pegs^1.00 from 7 to 14 pegs")
    assert seconds.found.startswith("grow as 0.5 × pegs^")
    assert (tmp_path / "growth.svg").exists()
