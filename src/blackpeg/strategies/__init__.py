"""The table of contents: every strategy, by the name people cite.

A strategy is loaded when it is asked for, so this page costs nothing to read.

>>> strategy("entropy(candidates_only=True)").candidates_only
True
>>> name_of(strategy("entropy(candidates_only = True)"))
'entropy(candidates_only=True)'
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import BlackpegError, nearest

if TYPE_CHECKING:
    from ..game import Game
    from ..oracle import OracleSearch
    from ..players import Strategy

GROUP = "blackpeg.strategies"  # the entry-point group of outside strategies: name = "module:Class"


class Entry(NamedTuple):
    """A line of the table."""

    where: str  # file:Class
    kind: str
    source: str


STRATEGIES: dict[str, Entry] = {
    "needle": Entry("needle:Needle", "sample, evolve, play out; chance", "ours"),
    "minimax": Entry("one_step:Minimax", "one step, any code", "Knuth 1977"),
    "expected_size": Entry("one_step:ExpectedSize", "one step, any code", "Irving 1978-79"),
    "entropy": Entry("one_step:Entropy", "one step, any code", "Neuwirth 1982"),
    "most_parts": Entry("one_step:MostParts", "one step, any code", "Kooi 2005"),
    "maxmin": Entry("one_step:MaxMin", "one step, candidates", "Bestavros & Belal 1986"),
    "maxent": Entry("one_step:MaxEnt", "one step, candidates", "Bestavros & Belal 1986"),
    "lookahead": Entry("lookahead:Lookahead", "several steps, any code", "Bestavros & Belal 1986"),
    "irving1979": Entry("irving1979:Irving1979", "one step, exact end", "Irving 1978-79"),
    "neuwirth1982": Entry("neuwirth1982:Neuwirth1982", "one step, exact end", "Neuwirth 1982"),
    "plus": Entry("merelo2012:Plus", "one step, candidates, chance", "Merelo et al. 2012-13"),
    "plus2": Entry("merelo2012:Plus2", "one step, candidates, chance", "Merelo et al. 2012-13"),
    "plus3": Entry("merelo2012:Plus3", "one step, candidates, chance", "Merelo et al. 2012-13"),
    "optimal": Entry("optimal:Optimal", "tree of an exhaustive search", "Koyama & Lai 1993; ours"),
    "lexicographic": Entry("consistent:Lexicographic", "consistent", "Shapiro 1983"),
    "annealing": Entry("annealing:Annealing", "consistent, chance", "ours"),
    "random": Entry("consistent:Random", "consistent, chance", "Swaszek 1999-2000, Rosu 1999"),
    "next_higher": Entry("consistent:NextHigher", "consistent, chance", "Swaszek 1999-2000"),
    "cabana_tupac": Entry("cabana_tupac:CabanaTupac", "oracle search, chance", "Cabana & Túpac"),
    "cabana_tupac_legal": Entry("cabana_tupac:CabanaTupacLegal", "genetic, chance", "ours, after Cabana & Túpac"),
    "cunha_silva": Entry("cunha_silva:CunhaSilva", "oracle search, chance", "Cunha & da Silva"),
    "reward_matrix_legal": Entry("cunha_silva:RewardMatrixLegal", "genetic, chance", "ours, after Cunha & da Silva"),
    "chen1996": Entry("chen1996:Chen1996", "census and binary search", "Chen, Cunha & Homer 1996"),
    "bernier1996_ga": Entry("bernier1996:Bernier1996GA", "genetic, chance", "Bernier et al. 1996"),
    "bernier1996_sa": Entry("bernier1996:Bernier1996SA", "annealing, chance", "Bernier et al. 1996"),
    "bento1999": Entry("bento1999:Bento1999", "genetic, chance", "Bento, Pereira & Rosa 1999"),
    "kalisker2003": Entry("kalisker2003:Kalisker2003", "genetic, chance", "Kalisker & Camens 2003"),
    "hill2003": Entry("hill2003:Hill2003", "hill climbing, chance", "Temporel & Kovacs 2003"),
    "singley2005": Entry("singley2005:Singley2005", "census and tabu search, chance", "Singley 2005"),
    "merelo2006": Entry("merelo2006:Merelo2006", "genetic, chance", "Merelo et al. 2006"),
    "eda2010": Entry("eda2010:EDA2010", "estimation of distribution, chance", "Runarsson & Merelo 2010"),
    "berghman2009": Entry("berghman2009:Berghman2009", "genetic, candidates, chance", "Berghman, Goossens & Leus 2009"),
    "evorank2010": Entry("evo:EvoRank2010", "genetic, candidates, chance", "Merelo et al. 2010"),
    "merelo2011": Entry("evo:Merelo2011", "genetic, candidates, chance", "Merelo, Cotta & Mora 2011"),
    "merelo2013": Entry("evo:Merelo2013", "genetic, candidates, chance", "Merelo et al. 2013"),
    "efe2013": Entry("evo:Efe2013", "genetic, candidates, chance", "Merelo et al. 2013"),
    "maestro2014": Entry("maestro2014:Maestro2014", "genetic, any code, chance", "Maestro-Montojo et al. 2014"),
    "oijen2018": Entry("oijen2018:Oijen2018", "genetic, candidates, chance", "van Oijen 2018"),
}

# what a parameter may be, by the type of its default
KINDS: dict[type, tuple[tuple[type, ...], str]] = {
    bool: ((bool,), "True or False"),
    int: ((int,), "a whole number"),
    float: ((int, float), "a number"),
    str: ((str,), "a word in quotes"),
    type(None): ((str, type(None)), "a code in quotes, such as '1122', or None"),
}


@cache
def outside() -> Mapping[str, Entry]:
    """Strategies of other packages, by entry point; looked for only when a name is not one of ours."""
    return {
        point.name: Entry(point.value, "outside", point.dist.name if point.dist else "?")
        for point in entry_points(group=GROUP)
        if point.name not in STRATEGIES
    }


def class_of(name: str) -> type[Any]:
    """The class behind a name."""
    entry = STRATEGIES.get(name) or outside().get(name)
    if entry is None:
        names = [*STRATEGIES, *outside()]
        raise BlackpegError(f"no strategy '{name}'{nearest(name, names)} (blackpeg strategies lists all {len(names)})")
    module, _, attribute = entry.where.partition(":")
    try:
        package = __package__ if name in STRATEGIES else None
        return getattr(import_module(f".{module}" if package else module, package), attribute)
    except (ImportError, AttributeError) as error:
        raise BlackpegError(f"strategy '{name}' can't be loaded from {entry.source}: {error}") from error


def strategy(text: str) -> Strategy:
    """Make a strategy from its name: ``"entropy"``, ``"random(first='1122')"``. A search is refused."""
    from ..players import refuse_search  # heavy

    return refuse_search(make(text))


def search(text: str) -> OracleSearch:
    """Make a search that asks the secret about every code, from its name: ``"cabana_tupac"``. A player is refused."""
    from ..oracle import OracleSearch  # heavy

    made = make(text)
    if not isinstance(made, OracleSearch):
        raise BlackpegError(f"{text} is a player that asks one code a turn; see 'blackpeg solve'")
    return made


def make(text: str) -> Strategy | OracleSearch:
    """Make whatever has this name: a strategy, or a search that asks the secret about every code."""
    name, values = _read(text)
    kind = class_of(name)
    known = {field.name: field for field in fields(kind)}
    for key, value in values.items():
        if key not in known:
            there = ", ".join(known) if known else "none"
            raise BlackpegError(f"{name} has no parameter '{key}'{nearest(key, known)} (there is {there})")
        wanted, like = KINDS[type(known[key].default)]
        if type(value) not in wanted:
            raise BlackpegError(f"{name}({key}={value!r}): {key} is {like}")
    try:
        made: Strategy | OracleSearch = kind(**values)
        return made
    except BlackpegError:
        raise
    except (TypeError, ValueError) as error:
        raise BlackpegError(f"{text}: {error}") from error


def _read(text: str) -> tuple[str, dict[str, object]]:
    """The name and the keywords of ``name(key=value, ...)``."""
    try:
        call = ast.parse(text.strip(), mode="eval").body
        if isinstance(call, ast.Name):
            return call.id, {}
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and not call.args:
            values = {k.arg: ast.literal_eval(k.value) for k in call.keywords}
            if None not in values:  # as **values would be
                return call.func.id, {str(key): value for key, value in values.items()}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
    raise BlackpegError(f"'{text}' is not a strategy; it is written like entropy or entropy(candidates_only=True)")


def name_of(strategy: Any) -> str:
    """The shortest text that makes this strategy again."""
    made = type(strategy)
    where = f"{made.__module__}:{made.__name__}"
    name = {f"{__name__}.{entry.where}": name for name, entry in STRATEGIES.items()}.get(where)
    if name is None:
        name = {entry.where: name for name, entry in outside().items()}.get(where, made.__name__)
    changed = [
        f"{field.name}={getattr(strategy, field.name)!r}"
        for field in fields(strategy)
        if getattr(strategy, field.name) != field.default
    ]
    return f"{name}({', '.join(changed)})" if changed else name


def default(game: Game) -> Strategy:
    """What plays where nobody asked for a strategy: the best that answers soon at any size."""
    return strategy("needle")
