"""Imports go down the list, never up; strategies do not import each other."""

import ast
from pathlib import Path

import pytest

import blackpeg

LAYERS = [
    {"errors", "data"},
    {"kernels"},
    {"game"},
    {"candidates", "symmetry"},
    {"solver"},
    {"position"},
    {"wording"},
    {"players"},
    {"codemakers"},
    {"tree", "parts", "evolve"},
    {"endgames", "endsearch", "shipped", "walks"},
    {"contract"},
    {"strategies"},
    {"lab", "exact"},
    {"options", "puzzles", "appraisal"},
    {"outlook", "games"},
    {"coach"},
    {"terminal", "searching", "optimizing", "advising"},
    {"interactive", "reviewing", "web"},
    {"playing", "breaking"},
    {"game_commands"},
    {"cli"},
]
ROOT = Path(blackpeg.__file__).parent
FILES = sorted(path for path in ROOT.rglob("*.py") if path != ROOT / "__init__.py")


def part(path: Path) -> str:
    return path.relative_to(ROOT).with_suffix("").parts[0]


def layer(name: str) -> int:
    return next(k for k, names in enumerate(LAYERS) if name in names)


def imported(path: Path) -> set[Path]:
    """The modules of this package that a file imports, at its top or within functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            names = [base] if node.module else [base / alias.name for alias in node.names]
            found |= {name for name in names if name.with_suffix(".py").exists() or (name / "__init__.py").exists()}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("blackpeg"):
            raise AssertionError(f"{path.name} imports {node.module} by its full name")
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_down(path):
    for target in imported(path):
        own, other = part(path), part(target)
        assert own == other or layer(other) < layer(own), f"{own} imports {other}"


def test_strategies_do_not_import_each_other():
    folder = ROOT / "strategies"
    for path in folder.glob("[a-z]*.py"):
        assert not [target for target in imported(path) if target.parent == folder], path.name
