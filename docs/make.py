"""Make what is generated: API, strategies, trees, records, rooms of the tour, findings, pictures (`make docs`)."""

from __future__ import annotations

import ast
import csv
import inspect
import io
import os
import re
import runpy
import shlex
import sys
from fractions import Fraction
from itertools import takewhile
from pathlib import Path
from types import GenericAlias
from typing import Any

import pexpect
from rich.console import Console
from rich.text import Text

import blackpeg
import blackpeg.evolve
import blackpeg.lab
from blackpeg import Game, Tree, strategy
from blackpeg.lab.report.terminal_tables import format_duration
from blackpeg.lab.study import READ
from blackpeg.lab.study_toml import load_study
from blackpeg.solver.mixed_secrets import mixtures
from blackpeg.solver.part_bounds import bounds_of_first_guesses, part_bounds, read_part_bounds, totals_of_parts
from blackpeg.solver.records import (
    MAX_CODES,
    MAX_VARIANT_CODES,
    SHIPPED,
    Record,
    behind,
    best_published,
    read_records,
)
from blackpeg.solver.tree_library import is_proved
from blackpeg.solver.tree_recipes import TREE_IMPROVEMENTS, TREE_RECIPES
from blackpeg.strategies import STRATEGIES, class_of, make

HERE = Path(__file__).parent
README = HERE.parent / "README.md"
TOUR = HERE / "tour.md"
PACKAGE = HERE.parent / "src" / "blackpeg"

HEADER = """# Strategies

Every strategy with its human name, its source, one sentence, what its paper leaves open and what was chosen here, and
how many guesses it takes (made by `make docs` from the docstrings of the code and from [what was
measured](results/README.md)). `blackpeg strategies` prints the table. Exact numbers that others
publish stand in [tests/known.txt](../tests/known.txt), and the tests play them again. The words are explained in
the [glossary](glossary.md).

In the table three digits after the point are exact, over all secrets, and two are the average of the most games that
any study has, at least {least}. So they may differ by a hundredth or two from the README, whose players met the same
secrets.

| strategy | name to type | how it plays | {sizes} |
|---|---|---|{rule}
"""
FIELD = re.compile(r"^([A-Z][a-z]+) {2,}(.*)", re.S)
MIN_TABLE_GAMES = 500  # of an average in the table; fewer would sort players by luck
FIELD_NAMES = {"Names": "Also called"}


def strategies_page() -> str:
    """The page of strategies: a table with measured averages, then a section for each."""
    averages = _measured_averages()
    page = HEADER.format(sizes=" | ".join(SIZES), rule="---:|" * len(SIZES), least=MIN_TABLE_GAMES)
    for name, row in STRATEGIES.items():
        cells = " | ".join(_short_average(averages.get((name, size))) for size in SIZES)
        page += f"| [{row.title}](#{_slug(row.title)}) | `{name}` | {row.kind} | {cells} |\n"
    return page + "".join(_strategy_section(name, averages) for name in STRATEGIES)


def _strategy_section(name: str, averages: dict[tuple[str, str], dict[str, str]]) -> str:
    row, made = STRATEGIES[name], class_of(name)
    text = inspect.cleandoc(made.__doc__ or "")
    if "Source " not in text:  # a family explains itself at the top of its file
        family = inspect.cleandoc(inspect.getmodule(made).__doc__ or "")
        text += "\n\n" + family[family.index("Source ") :]
    first, *blocks = text.split("\n\n")
    lines = [f"\n## {row.title}\n", f"`{name}`: {row.kind}.\n", f"{_prose(first)}\n"]
    for block in blocks:
        lines.append(f"{_strategy_block(block)}\n")
    found = [(size, averages[name, size]) for size in SIZES if (name, size) in averages]
    if found:
        measured = "; ".join(f"{size} {_average_of(one)}" for size, one in found)
        lines.append(f"- **Measured**: guesses a game at {measured}.\n")
    return "\n".join(lines).replace("\n\n- **", "\n- **").replace(".\n- **", ".\n\n- **", 1)


def _strategy_block(block: str) -> str:
    """A paragraph of a docstring: fields such as Source and Choices as a list, examples as code, the rest as prose."""
    if ">>>" in block:
        return f"```python\n{block}\n\n```"
    fields = re.split(r"\n(?=[A-Z][a-z]+ {2,})", block)
    if not all(FIELD.match(field) for field in fields):
        return _prose(block)
    parts = [FIELD.match(field) for field in fields]
    return "\n".join(f"- **{FIELD_NAMES.get(m[1], m[1])}**: {_prose(m[2])}" for m in parts if m)


def _prose(text: str) -> str:
    """Text of a docstring as Markdown: one line, with the letters that Markdown would read as marks escaped."""
    parts = re.split(r"(`[^`]*`)", " ".join(text.split()))
    return "".join(p if p.startswith("`") else re.sub(r"([*_<\[\]^~])", r"\\\1", p) for p in parts)


def _slug(title: str) -> str:
    """The anchor of a heading, as GitHub and the site make it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _measured_averages() -> dict[tuple[str, str], dict[str, str]]:
    """What was measured, by strategy and size: the exact average if there is one, else that of most games."""
    found: dict[tuple[str, str], dict[str, str]] = {}
    measured = HERE / "results" / "averages.csv"
    if not measured.exists():
        return found
    with measured.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if not row["average"] or row["secrets"] not in ("uniform", "all") or row["generations"]:
                continue
            key = row["strategy"], row["game"]
            if key not in found or (_exact(row), int(row["games"])) > (_exact(found[key]), int(found[key]["games"])):
                found[key] = row
    return found


def _short_average(row: dict[str, str] | None) -> str:
    if row is None or not (_exact(row) or int(row["games"]) >= MIN_TABLE_GAMES):
        return ""
    return f"{float(row['average']):.{3 if _exact(row) else 2}f}"


def _average_of(row: dict[str, str]) -> str:
    """An average with how it is known: "4.476 exact", or "4.64 ± 0.02 (5,000 games)"."""
    average = float(row["average"])
    if _exact(row):
        return f"{average:.4f} exact"
    half = f" ± {(float(row['high']) - float(row['low'])) / 2:.2f}" if row["low"] and row["high"] else ""
    least = f", {row['failures']} not solved" if row["failures"] not in ("", "0") else ""
    return f"{average:.2f}{half} ({int(row['games']):,} games{least})"


API = """# API

Every public name with an example, made from the docstrings by `make docs`; the examples run as tests. The
[tour](tour.md) tells how it fits together, and [lab.md](lab.md) how to run studies.

```python
>>> import numpy as np
>>> from blackpeg import Game, Position

```
"""
SECTIONS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "A game": (blackpeg, ("play", "Game", "Position", "Move", "Turn", "Tree", "tournament", "Tournament")),
    "Players": (
        blackpeg,
        ("strategy", "name_of", "Strategy", "Evolving", "Generation", "check_strategy", "Codemaker", "Honest",
         "Adversary", "Mixed"),
    ),
    "Searches that ask the secret about every code": (
        blackpeg, ("search", "OracleSearch", "Oracle", "run_search", "SearchResult"),
    ),
    "Errors": (blackpeg, ("BlackpegError", "Impossible", "TooMany", "Unsupported")),
    "The lab: `blackpeg.lab`": (blackpeg.lab, tuple(blackpeg.lab.__all__)),
    "Operators for evolutionary players: `blackpeg.evolve`": (blackpeg.evolve, tuple(blackpeg.evolve.__all__)),
}  # fmt: skip


def api_page() -> str:
    """Every public name: its signature, what it does, an example, and its methods in a line each."""
    page = API
    for section, (module, names) in SECTIONS.items():
        page += f"\n## {section}\n"
        for name in names:
            if isinstance(getattr(module, name), GenericAlias):
                continue  # a name for a type, which signatures show
            page += f"\n### `{name}`\n\n{_describe(module, name)}"
    return page


def _describe(module: Any, name: str) -> str:
    thing = getattr(module, name)
    thing = getattr(thing, "py_func", thing)  # what a compiled function was compiled from
    text, _, example = inspect.cleandoc(thing.__doc__ or "").partition("\n>>> ")
    parts = []
    if not (inspect.isclass(thing) and issubclass(thing, Exception)):
        parts.append(f"```text\n{_signature(thing, name)}\n```")
    parts.append(_paragraphs(text))
    if inspect.isclass(thing):
        parts.append(_members(thing))
    if example:
        used = ", ".join(one for one in module.__all__ if one == name or re.search(rf"\b{one}\b", example))
        parts.append(f"```python\n>>> from {module.__name__} import {used}\n>>> {example.rstrip()}\n\n```")
    return "\n\n".join(part for part in parts if part) + "\n"


def _signature(thing: Any, name: str) -> str:
    signature, shown = inspect.signature(thing), list[str]()
    for parameter in signature.parameters.values():
        if not parameter.name.startswith("_") and parameter.kind == parameter.POSITIONAL_OR_KEYWORD:
            default = "..." if "factory" in repr(parameter.default) else repr(parameter.default)
            end = "" if parameter.default is parameter.empty else f" = {default}"
            shown.append(f"{parameter.name}: {_type(parameter.annotation)}{end}")
    returns = "" if inspect.isclass(thing) else f" -> {_type(signature.return_annotation)}"
    text = f"{name}({', '.join(shown)}){returns}"
    return text if len(text) <= 110 else f"{name}(\n    " + ",\n    ".join(shown) + f",\n){returns}"


def _type(annotation: Any) -> str:
    """A type as the code writes it, without the names of NumPy's modules."""
    text = getattr(annotation, "__forward_arg__", annotation)
    return re.sub(r"\bnpt?\.(random\.)?", "", text if isinstance(text, str) else inspect.formatannotation(text))


def _paragraphs(text: str) -> str:
    """Prose stays prose; indented lists such as Source and Choices are kept as they stand."""
    blocks = [block.rstrip() for block in text.split("\n\n") if block.strip()]
    return "\n\n".join(f"```text\n{block}\n```" if "\n  " in block else block for block in blocks)


def _members(thing: type) -> str:
    lines = []
    for key, member in vars(thing).items():
        target = getattr(member, "fget", None) or getattr(member, "func", None) or getattr(member, "__func__", member)
        if not key.startswith("_") and callable(target) and target.__doc__:
            lines.append(f"- `{key}`: {inspect.cleandoc(target.__doc__).partition(chr(10))[0]}")
    return "\n".join(lines)


def tour() -> str:
    """The tour with a list of every room and file, made from the first lines of their docstrings."""
    page = TOUR.read_text()
    order = re.search(r"^    errors.*?→ cli$", (HERE.parent / "CONTRIBUTING.md").read_text(), re.M | re.S)
    assert order is not None
    text = ""
    for room in re.findall(r"\w+", order[0]):
        if (file := PACKAGE / f"{room}.py").exists():
            text += f"\n### {_link(file)}\n\n{_first_line(file)}\n"
            continue
        folder = PACKAGE / room
        text += f"\n### [{room}/](../src/blackpeg/{room}/__init__.py)\n\n{_first_line(folder / '__init__.py')}\n\n"
        text += "| file | what it holds |\n|---|---|\n"
        files = sorted(folder.rglob("*.py"), key=lambda path: (path.parent, path.name != "__init__.py", path.name))
        for file in files[1:]:
            name = f"{file.relative_to(folder).parent}/" if file.name == "__init__.py" else None
            text += f"| {_link(file, name or str(file.relative_to(folder)))} | {_first_line(file)} |\n"
        for file in sorted(folder.glob("static/*.js")):
            text += f"| {_link(file, str(file.relative_to(folder)))} | {_first_comment(file)} |\n"
    text += "\n### Beside the package\n\n| file | what it does |\n|---|---|\n"
    for file in sorted(
        file for folder in ("benchmarks", "docs", "publish") for file in HERE.parent.glob(f"{folder}/*.py")
    ):
        name = file.relative_to(HERE.parent).as_posix()
        text += f"| [{name}](../{name}) | {_first_line(file)} |\n"
    return re.sub(r"(<!-- rooms -->\n).*?(?=<!-- end -->)", lambda match: f"{match[1]}{text}\n", page, flags=re.S)


def _link(file: Path, name: str | None = None) -> str:
    return f"[{name or file.name}](../src/blackpeg/{file.relative_to(PACKAGE).as_posix()})"


def _first_line(file: Path) -> str:
    """The first paragraph of a file's docstring."""
    text = ast.get_docstring(ast.parse(file.read_text())) or ""
    return " ".join(text.partition("\n\n")[0].split()).replace("|", "\\|")


def _first_comment(file: Path) -> str:
    """The comment that begins a file of JavaScript."""
    lines = takewhile(lambda line: line.startswith("//"), file.read_text().splitlines())
    return " ".join(line.removeprefix("//").strip() for line in lines).replace("|", "\\|")


TREES = """# Trees

The trees that `optimal` plays, with the command that found each (`make docs` writes this page from the trees, each
played against every secret). If all guesses were tried, the tree is proved to be the best; otherwise it is an upper
bound.

| tree | codes | guesses | average | at most | | found by `blackpeg optimal` |
|---|---:|---:|---:|---:|---|---|
"""


def trees_page() -> str:
    page = TREES
    for name, command in TREE_RECIPES.items():
        game, objective = Game.parse(name.removesuffix("-worst")), "worst" if name.endswith("-worst") else "average"
        tree = Tree.of(strategy(f"optimal(objective='{objective}')"), game)
        tree.replay()
        said, how = "proved" if is_proved(game, objective) else "", f"`{command}`"
        if name in TREE_IMPROVEMENTS:
            how += f", then improved by `python docs/improve_tree.py {TREE_IMPROVEMENTS[name]}`"
        page += f"| {name} | {tree.codes:,} | {tree.total:,} | {tree.average:.4f} | {tree.max} | {said} | {how} |\n"
    return page


RECORDS = """# Records

The best play that we know for every game of up to {codes:,} codes (2 to 8 pegs; two colors up to 12 pegs), and for
games without repeated colors or without white pegs up to {variant_codes:,}. `blackpeg records GAME` shows a row with
everything that others print beside it, `blackpeg verify FILE` checks anybody's tree against every secret.

`make docs` writes this page from [records.tsv](../src/blackpeg/solver/records.tsv), which `python docs/records.py`
fills and continues, game by game, and [published.tsv](../src/blackpeg/solver/published.tsv).

- **total**: the guesses for all secrets together, the fewest known. **at most**: the greatest number of guesses of that
  tree. **worst**: the least worst case known, of that tree or another one.
- Bold is proved: a complete search found that no strategy needs less or, for two pegs and black pegs only,
  [a dynamic program](exact.md#black-pegs-only). Otherwise a lower bound stands in brackets: it follows from
  how many codes can share a feedback, or from a complete search that ran out of time; that of 5x8 was raised
  [part by part](exact.md#how-far-5x8-is-from-a-proof).
- **tree**: how to make the tree of the total, as arguments of `blackpeg`, with the CPU seconds that it took; `*`
  is a tree that comes along ([trees](trees.md)).
- **others**: the least total that we have seen elsewhere. Magruder: totals of four one-step rules by a CUDA program
  (github.com/mikemag/Mastermind), without those that fail its own check. Goddard: "Mastermind revisited". Chen & Lin:
  the closed form (8n³ + 51n² - 74n + 48) / 24n² for the average of 2 pegs and an even number n of colors. At n = 2 it
  gives {wrong:.2f}, which no strategy reaches: the optimum is {right:.2f}. The others are named in
  [known.txt](../tests/known.txt).

{summary}
"""
VARIANTS = {"": "With repeated colors", "-distinct": "No color twice", "-black": "Black pegs only",
            "-distinct-black": "No color twice, black pegs only"}  # fmt: skip


def records_page() -> str:
    """What is known of every small game."""
    records = read_records()
    total, worst = (sum(getattr(one, f"{name}_is_proved") for one in records.values()) for name in ("total", "worst"))
    summary = f"Of {len(records)} games the least total is proved for {total} and the least worst case for {worst}."
    others = [one.budget for one in records.values() if not (one.total_is_proved and one.worst_is_proved)]
    summary += (
        f"\nWhere one of them is not, each kind of search that goes so far had at least {min(others):g} CPU seconds."
    )
    late = behind()
    summary += (
        "\nNo total that others print is below ours."
        if not late
        else "\nOthers print less for " + ", ".join(f"{one.game} ({other.total:,})" for one, other in late) + "."
    )
    page = RECORDS.format(
        codes=MAX_CODES, variant_codes=MAX_VARIANT_CODES, summary=summary,
        wrong=(8 * 8 + 51 * 4 - 74 * 2 + 48) / (24 * 4), right=records["2x2"].average,
    )  # fmt: skip
    for variant, title in VARIANTS.items():
        page += f"\n## {title}\n\n| game | codes | total | average | at most | first | tree | worst | others |\n"
        page += "|---|---:|---:|---:|---:|---|---|---:|---|\n"
        for record in records.values():
            game = Game.parse(record.game)
            if record.game == f"{game.pegs}x{game.colors}{variant}":
                page += _record_row(record, game)
    return page


def _record_row(record: Record, game: Game) -> str:
    total = f"**{record.total:,}**" if record.total_is_proved else f"{record.total:,} ({record.total_bound:,})"
    worst = f"**{record.worst}**" if record.worst_is_proved else f"{record.worst} ({record.worst_bound})"
    seconds = f"{record.seconds:.0f}" if record.seconds >= 10 else f"{record.seconds:.2g}"
    tree = "\\*" if record.source == SHIPPED else f"`{record.source}`, {seconds}\N{NO-BREAK SPACE}s"
    other = best_published(game)
    others = f"{other.total:,} {other.source}" if other else ""
    cells = (
        record.game,
        f"{record.codes:,}",
        total,
        f"{record.average:.4f}",
        record.max,
        record.first,
        tree,
        worst,
        others,
    )
    return f"| {' | '.join(map(str, cells))} |\n"


def _part_bounds_table(game: Game) -> str:
    """What is known of each first guess of a game, and of each part of the one that its tree begins with."""
    bounds, tree = read_part_bounds(game), Tree.of(strategy("optimal"), game)
    before, after = (bounds_of_first_guesses(game, each) for each in (part_bounds(game), bounds))
    text = "| first guess | at least, by counting | at least, by search |\n|---|---:|---:|\n"
    text += "".join(f"| {first} | {before[first]:,} | {after[first]:,} |\n" for first in sorted(after, key=after.get))
    first, totals = game.show(tree.guesses[0]), totals_of_parts(tree)
    text += f"\n| feedback to {first} | codes | at least | our tree | |\n|---|---:|---:|---:|---|\n"
    for part in sorted((part for part in bounds.values() if part.first == first), key=lambda part: part.codes):
        total = totals[part.feedback]
        said = "the least" if part.bound == total else ""
        text += f"| {part.feedback} | {part.codes:,} | {part.bound:,} | {total:,} | {said} |\n"
    return text


def exact_page() -> str:
    """The page on exact play with its tables of lower bounds and of mixtures."""
    text = "| game | value | equal probabilities | classes of codes, and how likely each is |\n|---|---:|---:|---|\n"
    for name, mixture in mixtures().items():
        record = read_records()[name]
        shares = zip(mixture.classes, mixture.probabilities, strict=True)
        classes = ", ".join(f"{kind} {100 * share:.2f} %" for kind, share in shares)
        even = f"{record.average:.6f}"
        value = _fraction(mixture.bound)
        if not mixture.is_solved:
            value = f"{_fraction(mixture.value)} to {mixture.bound:.4f}"
        text += f"| {name} | {value} | {even} | {classes} |\n"
    page = (HERE / "exact.md").read_text()
    for mark, table in (("mixtures", text), ("part bounds", _part_bounds_table(Game(5, 8)))):
        before, rest = page.split(f"<!-- {mark} -->\n")
        page = f"{before}<!-- {mark} -->\n{table}{rest[rest.index('<!-- end -->') :]}"
    return page


def _fraction(value: float) -> str:
    """A value, with the fraction that it seems to be."""
    near = Fraction(value).limit_denominator(2000)
    return f"{value:.6f}" + (f" = {near}" if abs(near - value) < 1e-7 else "")


def picture() -> str:
    """The game that `make run` shows, as it looks in a terminal."""
    words = ["solve", "5x8", "--secret", "38164", "--strategy", "entropy", "--seed", "1"]
    environment = {**os.environ, "TERM": "xterm-256color"}
    command = shlex.join([sys.executable, "-m", "blackpeg", *words]) + " 2>/dev/null"
    shell = pexpect.spawn("sh", ["-c", command], dimensions=(24, 80), env=environment, encoding="utf-8", timeout=120)
    shown = shell.read()
    console = Console(record=True, width=80, file=io.StringIO())
    console.print(Text(f"$ blackpeg {' '.join(words)}\n"))
    console.print(Text.from_ansi(shown.replace("\r", "")))
    return console.export_svg(title="blackpeg")


SIZES = ("4x6", "5x8", "6x9", "8x12")
WHO = {
    "optimal": "the best play known",
    "needle": "our own player",
    "entropy": "most bits, one step ahead",
    "minimax": "Knuth 1977",
    "maestro2014": "evolution within evolution",
    "merelo2011": "evolution, Evo++",
    "merelo2006": "GenMM",
    "berghman2009": "Berghman's algorithm",
    "random": "any code that fits",
}  # the rows of the README's table


def front_page() -> str:
    """The front page of the site, with the findings of the README."""
    page, text = (HERE / "index.md").read_text(), findings().replace("](docs/", "](")
    return re.sub(r"(<!-- findings -->\n).*?(?=<!-- end -->)", lambda match: match[1] + text, page, flags=re.S)


def readme() -> str:
    """The README with its findings and its table of players, made from what `make reproduce` measured."""
    page = README.read_text()
    page = re.sub(
        r"(<!-- findings -->\n).*?(?=<!-- end -->)", lambda match: match[1] + findings(), page, count=1, flags=re.S
    )
    measured = HERE / "results" / "averages.csv"
    if not measured.exists():
        return page
    with measured.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["average"]]
    found = {(row["strategy"], row["game"]): row for row in rows if row["study"] == "at_a_glance"}
    times = {(row["strategy"], row["game"]): row for row in rows if row["study"] == "everyone"}
    if not found:
        return page
    lines = [f"| player | | {' | '.join(SIZES)} |", "|---|---|" + "---:|" * len(SIZES)]
    for name, what in WHO.items():
        cells = [_cell(found.get((name, size)), times.get((name, size))) for size in SIZES]
        lines.append(f"| `{name}` | {what} | {' | '.join(cells)} |")
    games = [max((int(found[key]["games"]) for key in found if key[1] == size and not _exact(found[key])), default=0)
             for size in SIZES]  # fmt: skip
    lines += [
        "",
        "Games of those with ±: " + ", ".join(f"{n:,} at {size}" for n, size in zip(games, SIZES, strict=True)) + ".",
    ]
    text = "\n".join(lines)
    return re.sub(r"(<!-- players -->\n).*?(?=<!-- end -->)", lambda match: match[1] + text + "\n", page, flags=re.S)


def findings() -> str:
    """Three findings, with numbers from the trees of the library and from the paper's own arithmetic."""
    best = Tree.of(strategy("optimal"), Game(4, 6))
    large, other = Tree.of(strategy("optimal"), Game(5, 8)), best_published(Game(5, 8))
    genmm = next(c for c in load_study("genmm").claims if (c.game, c.strategy, c.source) == ("4x6", "merelo2006", READ))
    matrix = next(c for c in load_study("cunha_silva").claims if c.game == "4x6" and c.measure == "guesses")
    population = make(matrix.strategy).population
    return (
        "- **A journal prints an average that no player can reach.** GenMM is said to need "
        f"{genmm.value} guesses at 4x6; the proved optimum is {best.total:,} guesses for {best.codes:,} secrets, "
        f"{best.average:.3f} ([what we tried](docs/results/genmm.md)).\n"
        f'- **"{matrix.value} attempts" ask the secret {matrix.value * population:.0f} times.** They are generations '
        f"of {population} codes, each shown "
        "to the secret ([a story of counting](docs/oracle.md)).\n"
        f"- **The best play known for Super Mastermind is in the box**: all {large.codes:,} secrets of 5x8 in "
        f"{large.total:,} guesses, {large.average:.4f} on average and never more than {large.max} "
        "([trees](docs/trees.md)); the least that we have seen elsewhere is "
        f"{other.total:,} ({other.source}).\n"
    )


def _exact(row: dict[str, str]) -> bool:
    return row["exact"] == "True"


def _cell(row: dict[str, str] | None, timed: dict[str, str] | None) -> str:
    """An average, exact or with half of its 95 % interval, and the median time of a game."""
    if row is None:
        return ""
    average = float(row["average"])
    shown = f"{average:.4f}" if _exact(row) else f"{average:.2f} ± {(float(row['high']) - float(row['low'])) / 2:.2f}"
    seconds = next((one["median_seconds"] for one in (row, timed) if one and one["median_seconds"]), "")
    return shown + (f", {format_duration(float(seconds))}" if seconds else "")


if __name__ == "__main__":
    README.write_text(readme())
    TOUR.write_text(tour())
    (HERE / "api.md").write_text(api_page())
    (HERE / "index.md").write_text(front_page())
    (HERE / "strategies.md").write_text(strategies_page())
    (HERE / "trees.md").write_text(trees_page())
    (HERE / "records.md").write_text(records_page())
    (HERE / "exact.md").write_text(exact_page())
    (HERE / "terminal.svg").write_text(picture())
    for script in ("answer_bits.py", "lab_page.py"):
        runpy.run_path(str(HERE / script), run_name="__main__")
