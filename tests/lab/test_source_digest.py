"""Digests of the code that plays a strategy."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import blackpeg
from blackpeg import BlackpegError
from blackpeg.lab.source_digest import source_digest


def test_the_digest_depends_on_the_strategys_file_and_on_the_trees_it_reads():
    assert source_digest("random", "4x6") == source_digest("next_higher", "4x7")  # one file
    assert source_digest("random", "4x6") != source_digest("entropy", "4x6")
    assert source_digest("needle", "4x6") != source_digest("needle", "4x7")  # another tree


STRATEGY = """
from dataclasses import dataclass
from blackpeg import Strategy

@dataclass(frozen=True)
class Mine(Strategy):
    def guess(self, position, rng):
        from {helper} import choose
        return choose(position.candidates)
"""
PROGRAM = "from blackpeg.lab.source_digest import source_digest; print(source_digest('{name}', '4x6'))"


def digest_in_a_new_process(name, folder):
    environment = {**os.environ, "PYTHONPATH": str(Path(blackpeg.__file__).parents[1])}
    command = [sys.executable, "-c", PROGRAM.format(name=name)]
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize("package", ["", "pack/"])
def test_the_digest_of_an_outside_strategy_changes_with_a_helper_that_it_imports_later(tmp_path, package):
    (tmp_path / package).mkdir(exist_ok=True)
    if package:
        (tmp_path / "pack" / "__init__.py").write_text("from .core import Mine")
    (tmp_path / package / "core.py").write_text(STRATEGY.format(helper=".helper" if package else "helper"))
    helper, name = tmp_path / package / "helper.py", "pack:Mine" if package else "core:Mine"
    helper.write_text("def choose(codes): return codes[0]")
    (tmp_path / "unrelated.py").write_text("a = 1")
    first = digest_in_a_new_process(name, tmp_path)
    (tmp_path / "unrelated.py").write_text("a = 2")
    assert digest_in_a_new_process(name, tmp_path) == first
    helper.write_text("def choose(codes): return codes[-1]")
    assert digest_in_a_new_process(name, tmp_path) != first


def test_a_helper_that_changes_after_it_was_loaded_is_an_error(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "digested_core.py").write_text(STRATEGY.format(helper="digested_helper"))
    helper = tmp_path / "digested_helper.py"
    helper.write_text("def choose(codes): return codes[0]")
    assert source_digest("digested_core:Mine", "4x6") == source_digest("digested_core:Mine", "4x6")
    helper.write_text("def choose(codes): return codes[len(codes) // 2]")
    with pytest.raises(BlackpegError, match=r"digested_helper.py has changed since digested_core:Mine was loaded"):
        source_digest("digested_core:Mine", "4x6")


def test_the_digest_depends_on_what_the_file_of_a_tree_holds(tmp_path):
    names = []
    for guess in ("112", "122"):
        file = tmp_path / f"{guess}.txt"
        file.write_text(f"3x4\n{guess}\n")
        names.append(f"optimal(tree='{file}')")
    copy = tmp_path / "copy.txt"
    copy.write_text("3x4\n112\n")
    assert source_digest(names[0], "3x4") != source_digest(names[1], "3x4")
    assert source_digest(names[0], "3x4") == source_digest(f"optimal(tree='{copy}')", "3x4")
    with pytest.raises(BlackpegError, match="nowhere"):
        source_digest("optimal(tree='/nowhere')", "3x4")
