"""Figures 2a, 2b and 3 of Cunha & da Silva: the rewards by their definition, and that they are drawn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import reference
from lab.stored_games import add_games

from blackpeg import Game
from blackpeg.lab.experiment import DISTINCT_SECRETS, Series, Task, secret_of, seed_of
from blackpeg.lab.papers.cunha_silva_figures import draw_generations, draw_matrix, empty_and_learned
from blackpeg.lab.store import Store
from blackpeg.lab.study_toml import load_study
from blackpeg.oracle import Oracle
from blackpeg.strategies import search

STUDY = load_study("cunha_silva")
MATRIX = "cunha_silva(replacement='reward_matrix', penalty='misplaced')"


@pytest.mark.parametrize("name", [MATRIX, "cunha_silva"])
def test_the_matrix_holds_the_printed_rewards_of_the_first_generation(name: str) -> None:
    """Black pegs are added to every cell; white ones taken from misplaced genes, or 1 from all if there is no black."""
    game = Game.parse("4x6")
    secret, matrices = empty_and_learned(game, name, 3)
    task = Task(Series("4x6", name, DISTINCT_SECRETS), 3)
    assert secret.tolist() == secret_of(task).tolist() and not matrices[0].any()
    steps = search(name).generations(game, Oracle(game, secret), np.random.default_rng(seed_of(task)))
    first = next(step for step in steps if step.stage == 2)
    expected = np.zeros((6, 4))
    for code in first.population.tolist():
        black, white = reference.feedback(code, secret.tolist())
        for peg, color in enumerate(code):
            if name == MATRIX:
                misplaced = color != secret[peg] and color in secret.tolist()  # no color is twice in code and secret
                expected[color, peg] += black - white * misplaced
            else:
                expected[color, peg] += black or -1
    assert matrices[1].tolist() == expected.tolist()


def test_both_figures_are_drawn(store: Store, tmp_path: Path) -> None:
    add_games(store, Series("4x6", "cunha_silva"), 300, 300, 450, stages="1+1")
    matrix, generations = STUDY.figures
    draw_matrix(tmp_path / "matrix.svg", store, STUDY, matrix, True)
    draw_generations(tmp_path / "generations.svg", store, STUDY, generations, True)
    drawn = [path.stat().st_size for path in tmp_path.glob("*.svg")]
    assert len(drawn) == 2 and min(drawn) > 10_000
