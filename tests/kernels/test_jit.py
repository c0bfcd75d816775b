"""How kernels are compiled, and views without reference counts."""

import os
import subprocess
import sys
from typing import Any, NamedTuple

import numba
import numpy as np

from blackpeg.kernels.jit import unrefcounted

PROGRAM = """
from blackpeg.game import Game
from blackpeg.strategies import strategy
from blackpeg.tree import Tree
print(Tree.of(strategy("most_parts"), Game(3, 3)))
"""


def run(program, **environment):
    """What a program prints in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


def test_the_same_code_runs_without_compiling():
    plain, compiled = run(PROGRAM, NUMBA_DISABLE_JIT="1"), run(PROGRAM)
    assert plain.returncode == 0, plain.stderr
    assert plain.stdout == compiled.stdout != ""


CALLER = """
from blackpeg.kernels.jit import compiled
from .callee import add

@compiled
def total(a, b):
    return add(a, b)
"""
CALLEE = """
from blackpeg.kernels.jit import compiled

@compiled
def add(a, b):
    return a {sign} b
"""


def test_a_changed_callee_in_another_file_of_an_outside_package_is_compiled_again(tmp_path):
    package = tmp_path / "outside_pair"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "caller.py").write_text(CALLER)
    program = (
        f"import sys; sys.path.append({str(tmp_path)!r}); from outside_pair.caller import total; print(total(7, 2))"
    )
    found = []
    for sign in "+-":
        (package / "callee.py").write_text(CALLEE.format(sign=sign))
        found.append(run(program, NUMBA_CACHE_DIR=str(tmp_path / "cache"), PYTHONDONTWRITEBYTECODE="1").stdout.strip())
    assert found == ["9", "5"]
    assert list((tmp_path / "cache").rglob("*.nbi"))  # and both are kept


def test_a_function_that_is_in_no_file_is_compiled_and_not_kept():
    program = "from blackpeg.kernels.jit import compiled\n@compiled\ndef twice(a):\n    return 2 * a\nprint(twice(21))"
    assert run(program).stdout == "42\n"


class Inner(NamedTuple):
    numbers: Any
    factor: int


class Outer(NamedTuple):
    inner: Inner
    codes: Any


@numba.njit
def double_in_place(outer):
    outer = unrefcounted(outer)
    for k in range(len(outer.inner.numbers)):
        outer.inner.numbers[k] *= outer.inner.factor
    return outer.codes.sum()


def test_views_without_reference_counts_are_the_same_arrays():
    numbers, codes = np.arange(4), np.ones((2, 3), np.uint8)
    before = sys.getrefcount(numbers), sys.getrefcount(codes)
    assert double_in_place(Outer(Inner(numbers, 2), codes)) == 6
    assert numbers.tolist() == [0, 2, 4, 6]
    assert (sys.getrefcount(numbers), sys.getrefcount(codes)) == before


def test_in_plain_python_such_a_view_is_the_value_itself():
    numbers = np.arange(3)
    assert unrefcounted(numbers) is numbers
