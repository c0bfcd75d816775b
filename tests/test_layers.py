"""Rooms: imports go down the list and never form a cycle; CONTRIBUTING and the tour name the same rooms."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import blackpeg
from blackpeg.lab.source_digest import ROOMS_FROM_STRATEGIES_ON

LAYERS = """
errors, phrases → storage, processes, outside_strategy_sources → kernels → game → candidates → position → generations
→ oracle → players → tree → information → evolve → solver → codemakers → strategies → strategy_check
→ coach, lab → puzzles, gym, blackbox, dataset → web → cli
"""
ORDER = {
    room.strip(): rank for rank, rooms in enumerate(" ".join(LAYERS.split()).split("→")) for room in rooms.split(",")
}
ROOT = Path(blackpeg.__file__).parent
FILES = sorted(path for path in ROOT.rglob("*.py") if path.parent != ROOT or not path.stem.startswith("__"))
MAX_FLAT, MAX_FILES = (
    12,
    16,
)  # modules beside `__init__.py` and `__main__.py`, and files of a package without rooms of its own
SHELVES = {"strategies"}  # one file a paper: as many as there are papers


def room(path: Path) -> str:
    return path.relative_to(ROOT).with_suffix("").parts[0]


def module(path: Path) -> Path | None:
    """The file of a module or package, if there is one of this name."""
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if file.exists():
            return file
    return None


def imported(path: Path) -> set[Path]:
    """The files of this package that a file imports, at its top, within functions or for types only."""
    found: set[Path] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            for alias in node.names:
                file = module(base / alias.name) or module(base)
                if file is not None:
                    found.add(file)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("blackpeg"):
            raise AssertionError(f"{path.name} imports {node.module} by its full name")
    return found - {ROOT / "__init__.py"}  # which holds the version


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_down_between_rooms(path):
    for target in imported(path):
        own, other = room(path), room(target)
        assert own == other or ORDER[other] < ORDER[own], f"{own} imports {other}"


def test_no_cycle_within_rooms():
    TopologicalSorter({path: imported(path) for path in FILES}).prepare()  # raises CycleError


def test_strategies_do_not_import_each_other():
    folder = ROOT / "strategies"
    for path in folder.glob("[a-z]*.py"):
        assert not [target for target in imported(path) if target.parent == folder], path.name


def test_every_room_is_in_the_order():
    rooms = {path.stem for path in ROOT.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert {name for name in rooms if not name.startswith("__")} == set(ORDER)


def test_rooms_stay_small():
    assert len([path for path in ROOT.glob("*.py") if not path.stem.startswith("__")]) <= MAX_FLAT
    for folder in {path.parent for path in FILES} - {ROOT}:
        files = list(folder.glob("*.py"))
        assert folder.name in SHELVES or len(files) <= MAX_FILES, f"{folder} has {len(files)} files"


def test_a_digest_leaves_out_the_rooms_that_no_strategy_imports():
    later = {name for name, rank in ORDER.items() if rank >= ORDER["strategies"]}
    assert later == ROOMS_FROM_STRATEGIES_ON


def test_contributing_shows_this_order():
    text = (ROOT.parents[1] / "CONTRIBUTING.md").read_text()
    assert " ".join(LAYERS.split()) in " ".join(text.split())


def test_the_tour_visits_every_room():
    text = (ROOT.parents[1] / "docs" / "tour.md").read_text()
    visited = set(re.findall(r"\(\.\./src/blackpeg/(\w+)", text))
    assert visited == set(ORDER)
