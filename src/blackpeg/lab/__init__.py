"""Experiments: many games on one core or a cluster, stored, resumed, and compared on the same secrets.

>>> from blackpeg.lab import Claim, Experiment, Study, run_study
>>> study = Study(
...     "small",
...     "Entropy at 3x3",
...     experiments=(Experiment(games=("3x3",), strategies=("entropy", "random"), count=20),),
...     claims=(Claim("3x3", "entropy", 3.0),),
... )
>>> report = run_study(study, ":memory:")  # or a file that keeps the games; without one, lab.db
>>> [(row["strategy"], row["games"], row["average"]) for row in report["rows"]]
[('entropy', 20, ...), ('random', 20, ...)]
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .experiment import Experiment
    from .export.data_frames import frame
    from .runner import report_study, run_study
    from .study import Claim, Study
    from .traces import trace

__all__ = ["Claim", "Experiment", "Study", "frame", "report_study", "run_study", "trace"]

_MODULES = {
    "Claim": "study", "Experiment": "experiment", "Study": "study", "frame": "export.data_frames",
    "report_study": "runner", "run_study": "runner", "trace": "traces",
}  # fmt: skip


def __getattr__(name: str) -> object:
    """Loads a public name when it is first used, so that the command line starts at once."""
    if name not in _MODULES:
        raise AttributeError(f"module 'blackpeg.lab' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f".{_MODULES[name]}", __name__), name)
    return value
