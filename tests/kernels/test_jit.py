"""How kernels are compiled."""

import os
import subprocess
import sys

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
