"""`py.typed`: the examples of the docs hold under `mypy --strict` and pyright, as they would in a user's own file."""

import doctest
import os
import subprocess
import sys
from pathlib import Path

import blackpeg

SOURCES = Path(blackpeg.__file__).parents[1]
DOCS = Path(__file__).parents[1] / "docs"
PAGES = ("exact", "lab", "oracle", "play", "players", "tools", "tour")  # api.md reuses names; each example is one file


def test_examples_hold_under_mypy_and_pyright(tmp_path):
    for page in PAGES:
        examples = doctest.DocTestParser().get_examples((DOCS / f"{page}.md").read_text())
        assert examples, page
        code = "".join(example.source for example in examples if example.exc_msg is None)
        (tmp_path / f"{page}_examples.py").write_text(code)
    env = {**os.environ, "PYTHONPATH": str(SOURCES), "MYPYPATH": str(SOURCES)}
    strict = ["--strict", "--follow-imports=silent", "--disable-error-code=import-untyped", "--cache-dir=.mypy"]
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "standard"}')  # as pyright itself has it
    theirs = ["--level", "error", "--pythonpath", sys.executable]
    for words in (["mypy", *strict], ["basedpyright", *theirs]):  # pyright as a wheel, which fetches nothing
        files = sorted(path.name for path in tmp_path.glob("*.py"))
        done = subprocess.run(
            [sys.executable, "-m", *words, *files], cwd=tmp_path, env=env, capture_output=True, text=True
        )
        assert done.returncode == 0, "\n".join(line for line in done.stdout.splitlines() if "warning" not in line)
