"""`blackpeg new strategy`: writes a package with a strategy of one's own, a test and a study."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from string import Template

import click

from ... import __version__
from ...errors import BlackpegError
from ..options import print_json, with_json

TEMPLATES = Path(__file__).parent / "templates"
KINDS = {"player": "player.py.txt", "evolving": "evolving.py.txt", "search": "search.py.txt"}


@click.group()
def new() -> None:
    """Write a package for a strategy of your own."""


@new.command()
@click.argument("name")
@click.option(
    "--kind", type=click.Choice(list(KINDS)), default="player", show_default=True,
    help="player guesses a code that fits; evolving breeds codes, and its generations can be watched; search asks the "
         "secret about every code it tries.",
)  # fmt: skip
@click.option("--folder", "-o", metavar="FOLDER", help="Where to write it.  [default: a new folder NAME]")
@with_json
def strategy(name: str, kind: str, folder: str | None, as_json: bool) -> int:
    """Write a package with a strategy NAME, a test and a study.

    \b
    blackpeg new strategy mine --kind evolving
    pip install -e mine
    blackpeg lab compare mine random --game 4x6
    """
    from ...strategies import STRATEGIES, outside

    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise BlackpegError(f"'{name}' can't name a strategy; take lower-case letters, digits and _, such as my_player")
    if name in STRATEGIES or name in outside() or name == "blackpeg":
        raise BlackpegError(f"there is a strategy '{name}' already; take another name")
    place = Path(folder or name)
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise BlackpegError(f"{place} is there already, and not empty; give another --folder")
    files = package_files(name, kind)
    try:
        for path, text in files.items():
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            (place / path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise BlackpegError(f"{error.filename} can't be written: {error.strerror}") from error
    if as_json:
        print_json({"name": name, "kind": kind, "folder": str(place), "files": sorted(files)})
        return 0
    for path in files:
        click.echo(place / path)
    compared = "cabana_tupac" if kind == "search" else "random"
    click.echo(f"\npip install -e {place}\npytest {place}\nblackpeg lab compare {name} {compared} --game 4x6")
    return 0


def package_files(name: str, kind: str) -> dict[str, str]:
    """Returns the files of a package with a strategy of this name, by their paths in it."""
    words = {
        "name": name,
        "Class": "".join(word.capitalize() for word in name.split("_")),
        "version": __version__,
        "peer": "cabana_tupac" if kind == "search" else "random",
    }
    test = "test_search.py.txt" if kind == "search" else "test_player.py.txt"
    templates = {
        "pyproject.toml": "pyproject.toml.txt",
        f"src/{name}/__init__.py": KINDS[kind],
        f"src/{name}/py.typed": "py.typed.txt",
        f"tests/test_{name}.py": test,
        "study.toml": "study.toml.txt",
        "README.md": "README.md.txt",
    }
    return {path: Template((TEMPLATES / file).read_text()).substitute(words) for path, file in templates.items()}
