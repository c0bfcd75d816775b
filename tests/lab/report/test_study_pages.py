"""The result of a study."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackpeg.errors import BlackpegError
from blackpeg.lab import Experiment, Study
from blackpeg.lab.report.study_pages import make_result
from blackpeg.lab.runner import run_experiments
from blackpeg.lab.store import Store
from blackpeg.lab.study import Figure


def test_a_figure_that_there_is_not_is_one_sentence(tmp_path: Path):
    one = Study("mine", "Mine", (Experiment(("3x3",), ("entropy",), 2),), figures=(Figure("pie"),))
    with Store(":memory:") as store, pytest.raises(BlackpegError) as caught:
        run_experiments(store, one.experiments, show_progress=False)
        make_result(store, one, tmp_path)
    assert str(caught.value).startswith("mine: no figure 'pie' (there are costs, ")
