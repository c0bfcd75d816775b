"""`py.typed`: the examples of the docs hold under `mypy --strict` and pyright, as they would in a user's own file."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import blackpeg

SOURCES = Path(blackpeg.__file__).parents[1]
DOCS = Path(__file__).parents[1] / "docs"
PAGES = ("exact", "lab", "oracle", "play", "players", "tools", "tour")

BEGINNING = "import numpy as np\nfrom blackpeg import Game, Position\n"  # which the page of the API imports once


def test_examples_hold_under_mypy_and_pyright(tmp_path):
    for path in (DOCS.parent / "README.md", *(DOCS / f"{page}.md" for page in PAGES)):
        page, examples = path.stem, doctest.DocTestParser().get_examples(path.read_text())
        assert examples, page
        code = "".join(example.source for example in examples if example.exc_msg is None)
        (tmp_path / f"{page}_examples.py").write_text(code)
    entries = re.split(r"^#+ ", (DOCS / "api.md").read_text(), flags=re.M)  # each with an example of its own
    for k, entry in enumerate(entries):
        if code := "".join(one.source for one in doctest.DocTestParser().get_examples(entry) if one.exc_msg is None):
            (tmp_path / f"api_{k}_examples.py").write_text(BEGINNING + code)
    env = {**os.environ, "PYTHONPATH": str(SOURCES), "MYPYPATH": str(SOURCES)}
    strict = ["--strict", "--follow-imports=silent", "--disable-error-code=import-untyped", "--cache-dir=.mypy"]
    strict.append("--allow-untyped-defs")  # the API's shortest strategies do without
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "standard"}')  # as pyright itself has it
    theirs = ["--level", "error", "--pythonpath", sys.executable]
    for words in (["mypy", *strict], ["basedpyright", *theirs]):  # pyright as a wheel, which fetches nothing
        files = sorted(path.name for path in tmp_path.glob("*.py"))
        done = subprocess.run(
            [sys.executable, "-m", *words, *files], cwd=tmp_path, env=env, capture_output=True, text=True
        )
        assert done.returncode == 0, "\n".join(line for line in done.stdout.splitlines() if "warning" not in line)
