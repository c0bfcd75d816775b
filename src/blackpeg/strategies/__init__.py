"""The registry of strategies: every strategy, by the name under which it is cited.

A strategy's file is imported only when the strategy is made, so importing this table is fast. A class that no package
registers has a name too, `module:Class`.

>>> strategy("entropy(candidates_only=True)").candidates_only
True
>>> name_of(strategy("entropy(candidates_only = True)"))
'entropy(candidates_only=True)'
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from itertools import product
from math import prod
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from ..errors import BlackpegError, nearest

if TYPE_CHECKING:
    from ..game import Game
    from ..oracle import OracleSearch
    from ..players import Strategy

MAX_EXPANDED = 1000  # strategies that one text with lists of parameters may stand for
GROUP = "blackpeg.strategies"  # the entry-point group of outside strategies: name = "module:Class"


class Entry(NamedTuple):
    """A line of the table of contents.

    >>> entry = STRATEGIES["plus"]
    >>> entry.title, entry.source, entry.kind
    ("Merelo's plus, 2012-13", 'Merelo et al. 2012-13', 'one step, candidates, chance')
    """

    where: str  # file:Class
    label: str  # what people call it; with the year that is its title
    method: str  # how it plays, in a few words; empty for an oracle search
    author: str
    year: str = ""  # of publication
    chance: bool = False  # does it draw random numbers?
    oracle: bool = False  # is it a search that asks the secret about every code, and no player?
    quick: bool = False  # does it answer at once in small games?
    others: str = ""  # who else it goes back to, with the separator

    @property
    def title(self) -> str:
        """A human name, such as "Knuth's minimax, 1977"."""
        return ", ".join(filter(None, (self.label, self.year)))

    @property
    def source(self) -> str:
        """Who wrote it and when."""
        return " ".join(filter(None, (self.author, self.year))) + self.others

    @property
    def kind(self) -> str:
        """How it plays, with the words for its flags: "one step, candidates, chance"."""
        how = "oracle search" if self.oracle else self.method
        end = "; chance" if how.count(",") > 1 else ", chance"  # a longer list is closed by a semicolon
        return how + end * self.chance


STRATEGIES: dict[str, Entry] = {
    "needle": Entry("needle:Needle", "Needle",
        "sample, evolve, play out", "ours", chance=True, quick=True),
    "minimax": Entry("one_step:Minimax", "Knuth's minimax",
        "one step, any code", "Knuth", "1977", quick=True),
    "expected_size": Entry("one_step:ExpectedSize", "Irving's expected size",
        "one step, any code", "Irving", "1978-79", quick=True),
    "entropy": Entry("one_step:Entropy", "Neuwirth's entropy",
        "one step, any code", "Neuwirth", "1982", quick=True),
    "most_parts": Entry("one_step:MostParts", "Kooi's most parts",
        "one step, any code", "Kooi", "2005", quick=True),
    "maxmin": Entry("one_step:MaxMin", "Bestavros & Belal's MaxMin",
        "one step, candidates", "Bestavros & Belal", "1986"),
    "maxent": Entry("one_step:MaxEnt", "Bestavros & Belal's MaxEnt",
        "one step, candidates", "Bestavros & Belal", "1986"),
    "lookahead": Entry("lookahead:Lookahead", "Bestavros & Belal's lookahead",
        "several steps, any code", "Bestavros & Belal", "1986"),
    "irving1979": Entry("irving1979:Irving1979", "Irving's strategy",
        "one step, exact end", "Irving", "1978-79"),
    "neuwirth1982": Entry("neuwirth1982:Neuwirth1982", "Neuwirth's strategy",
        "one step, exact end", "Neuwirth", "1982"),
    "plus": Entry("merelo2012:Plus", "Merelo's plus",
        "one step, candidates", "Merelo et al.", "2012-13", chance=True),
    "plus2": Entry("merelo2012:Plus2", "Merelo's plus2",
        "one step, candidates", "Merelo et al.", "2012-13", chance=True),
    "plus3": Entry("merelo2012:Plus3", "Merelo's plus3",
        "one step, candidates", "Merelo et al.", "2012-13", chance=True),
    "optimal": Entry("optimal:Optimal", "Optimal play",
        "tree of an exhaustive search", "Koyama & Lai", "1993", others="; ours"),
    "lexicographic": Entry("consistent:Lexicographic", "Shapiro's first candidate",
        "consistent", "Shapiro", "1983", quick=True),
    "annealing": Entry("annealing:Annealing", "Annealing at any size",
        "consistent", "ours", chance=True),
    "random": Entry("consistent:Random", "Random candidate",
        "consistent", "Swaszek", "1999-2000", chance=True, quick=True, others=", Rosu 1999"),
    "next_higher": Entry("consistent:NextHigher", "Swaszek's next higher candidate",
        "consistent", "Swaszek", "1999-2000", chance=True, quick=True),
    "cyclic_shift": Entry("cyclic_shift:CyclicShift", "Merelo's cyclic shift",
        "shifts, then consistent", "Merelo et al.", "2006", quick=True),
    "cabana_tupac": Entry("cabana_tupac:CabanaTupac", "Cabana & Túpac's search",
        "", "Cabana & Túpac", chance=True, oracle=True),
    "cabana_tupac_legal": Entry("cabana_tupac:CabanaTupacLegal", "Cabana & Túpac's algorithm as a player",
        "genetic", "ours, after Cabana & Túpac", chance=True),
    "cabana_tupac_hybrid": Entry("cabana_tupac:CabanaTupacHybrid", "Cabana & Túpac's evolution with strategic guesses",
        "genetic, candidates", "ours, after Cabana & Túpac", chance=True),
    "cunha_silva": Entry("cunha_silva:CunhaSilva", "Cunha & da Silva's search",
        "", "Cunha & da Silva", chance=True, oracle=True),
    "reward_matrix_legal": Entry("cunha_silva:RewardMatrixLegal", "Cunha & da Silva's reward matrix as a player",
        "genetic", "ours, after Cunha & da Silva", chance=True),
    "chen1996": Entry("chen1996:Chen1996", "Chen, Cunha & Homer's questions",
        "census and binary search", "Chen, Cunha & Homer", "1996"),
    "bernier1996_ga": Entry("bernier1996:Bernier1996GA", "Bernier's genetic algorithm",
        "genetic", "Bernier et al.", "1996", chance=True),
    "bernier1996_sa": Entry("bernier1996:Bernier1996SA", "Bernier's simulated annealing",
        "annealing", "Bernier et al.", "1996", chance=True),
    "bento1999": Entry("bento1999:Bento1999", "Bento, Pereira & Rosa's genetic algorithm",
        "genetic", "Bento, Pereira & Rosa", "1999", chance=True),
    "kalisker2003": Entry("kalisker2003:Kalisker2003", "Kalisker & Camens's genetic algorithm",
        "genetic", "Kalisker & Camens", "2003", chance=True),
    "hill2003": Entry("hill2003:Hill2003", "Temporel & Kovacs's hill climbing",
        "hill climbing", "Temporel & Kovacs", "2003", chance=True),
    "singley2005": Entry("singley2005:Singley2005", "Singley's tabu search",
        "census and tabu search", "Singley", "2005", chance=True),
    "merelo2006": Entry("merelo2006:Merelo2006", "Merelo's GenMM",
        "genetic", "Merelo et al.", "2006", chance=True),
    "eda2010": Entry("eda2010:EDA2010", "Runarsson & Merelo's estimation of distribution",
        "estimation of distribution", "Runarsson & Merelo", "2010", chance=True),
    "berghman2009": Entry("berghman2009:Berghman2009", "Berghman's genetic algorithm",
        "genetic, candidates", "Berghman, Goossens & Leus", "2009", chance=True),
    "evorank2010": Entry("evorank2010:EvoRank2010", "Merelo's EvoRank",
        "genetic, candidates", "Merelo et al.", "2010", chance=True),
    "merelo2011": Entry("merelo2011:Merelo2011", "Merelo's Evo++",
        "genetic, candidates", "Merelo, Cotta & Mora", "2011", chance=True),
    "merelo2013": Entry("merelo2013:Merelo2013", "Merelo's Evo10",
        "genetic, candidates", "Merelo et al.", "2013", chance=True),
    "efe2013": Entry("efe2013:Efe2013", "Merelo's fast evolution by entropy",
        "genetic, candidates", "Merelo et al.", "2013", chance=True),
    "maestro2014": Entry("maestro2014:Maestro2014", "Maestro-Montojo's nested evolution",
        "genetic, any code", "Maestro-Montojo et al.", "2014", chance=True),
    "oijen2018": Entry("oijen2018:Oijen2018", "Van Oijen's hill-climbing families",
        "genetic, candidates", "van Oijen", "2018", chance=True),
}  # fmt: skip

# the values that a parameter may have, and how they are described, by the type in its annotation
PARAMETER_TYPES: dict[Any, tuple[tuple[type, ...], str]] = {
    bool: ((bool,), "True or False"),
    int: ((int,), "a whole number"),
    float: ((int, float), "a number"),
    str: ((str,), "a word in quotes"),
    tuple: ((tuple,), "a tuple, such as (1, 2)"),
    type(None): ((type(None),), "None"),
    str | None: ((str, type(None)), "a code in quotes, such as '1122', or None"),
}


@cache
def outside() -> Mapping[str, Entry]:
    """Returns the strategies of other installed packages, which register them as entry points."""
    return {
        point.name: Entry(point.value, point.name, "outside", point.dist.name if point.dist else "?")
        for point in entry_points(group=GROUP)
        if point.name not in STRATEGIES
    }


def class_of(name: str) -> type[Any]:
    """Returns the class of a strategy or search, by its name or as `module:Class`."""
    if ":" in name:
        return _load(name, name)
    entry = STRATEGIES.get(name) or outside().get(name)
    if entry is None:
        names = [*STRATEGIES, *outside()]
        raise BlackpegError(f"no strategy '{name}'{nearest(name, names)} (blackpeg strategies lists all {len(names)})")
    if name in STRATEGIES:
        module, _, attribute = entry.where.partition(":")
        return getattr(import_module(f".{module}", __package__), attribute)
    return _load(name, entry.where, f" from {entry.source}")


def _load(name: str, where: str, source: str = "") -> type[Any]:
    """Returns a class of other people's code. Modules are also searched in the current folder, after all others."""
    module, _, attribute = where.partition(":")
    if module == "__main__":
        raise BlackpegError(
            f"strategy '{name}' is defined in a notebook or in the script that runs, where no other process finds it; "
            f"put the class into a file mine.py and write mine:{attribute}"
        )
    try:
        if not {"", os.getcwd()} & set(sys.path):
            sys.path.append(os.getcwd())
        loaded: Any = import_module(module)
        for part in attribute.split("."):
            loaded = getattr(loaded, part)
    except (Exception, SystemExit) as error:  # other people's code may raise anything
        why = str(error) if isinstance(error, ImportError | AttributeError) else f"{type(error).__name__}: {error}"
        raise BlackpegError(f"strategy '{name}' can't be loaded{source}: {why}") from error
    from ..oracle import OracleSearch  # heavy
    from ..players import Strategy

    if not (isinstance(loaded, type) and issubclass(loaded, Strategy | OracleSearch)):
        raise BlackpegError(f"strategy '{name}' is no class that derives from blackpeg.Strategy or OracleSearch")
    if not is_dataclass(loaded):
        raise BlackpegError(f"strategy '{name}' is no dataclass; write @dataclass(frozen=True) above its class")
    return loaded


def names_module(text: str) -> bool:
    """Checks whether a text names a class by its module, so that making the strategy imports code of the user.

    >>> names_module("mine:Mine(depth=2)"), names_module("random(first='1:2')")
    (True, False)
    """
    return ":" in text.partition("(")[0]


def strategy(text: str) -> Strategy:
    """Makes a strategy from its text. An oracle search is refused.

    >>> strategy("random(first='1122')")
    Random(first='1122', draw='listed')
    """
    from ..players import refuse_search  # heavy

    return refuse_search(make(text))


def search(text: str) -> OracleSearch:
    """Makes an oracle search from its text. A strategy, which asks one code a turn, is refused.

    >>> from blackpeg import Game
    >>> search("cabana_tupac(population=60)").supports(Game(4, 6)) is None
    True
    """
    from ..oracle import OracleSearch  # heavy

    made = make(text)
    if not isinstance(made, OracleSearch):
        raise BlackpegError(f"{text} is a player that asks one code a turn; see 'blackpeg solve'")
    return made


def make(text: str) -> Strategy | OracleSearch:
    """Makes a strategy or an oracle search from its text."""
    name, values = _parse(text)
    kind = class_of(name)
    known = {field.name: field for field in fields(kind) if field.init}
    for key, value in values.items():
        if key not in known:
            there = ", ".join(known) if known else "none"
            raise BlackpegError(f"{name} has no parameter '{key}'{nearest(key, known)} (there is {there})")
        wanted = _parameter_type(kind, known[key])
        if not _has_type(value, wanted):
            raise BlackpegError(f"{name}({key}={value!r}): {key} is {_describe_type(wanted)}")
    for key, field in known.items():
        if key not in values and field.default is MISSING and field.default_factory is MISSING:
            such_as = _describe_type(_parameter_type(kind, field))
            raise BlackpegError(f"{name} needs the parameter '{key}', {such_as}; write {name}({key}=...)")
    try:
        made: Strategy | OracleSearch = kind(**values)
        return made
    except BlackpegError:
        raise
    except (TypeError, ValueError) as error:
        raise BlackpegError(f"{text}: {error}") from error
    except Exception as error:  # other people's code may raise anything
        raise BlackpegError(f"{text}: {type(error).__name__}: {error}") from error


def _parameter_type(kind: type[Any], field: Field[Any]) -> Any:
    """Returns the type of a parameter: its annotation or, if that can't be read, the type of its default."""
    try:
        return get_type_hints(kind)[field.name]
    except Exception:  # an annotation is any expression, such as a name that only type checkers import
        return type(field.default) if field.default not in (MISSING, None) else Any


def _has_type(value: object, wanted: Any) -> bool:
    """Checks whether a value is of a type; what the types of PARAMETER_TYPES don't make up fits every value."""
    if wanted in PARAMETER_TYPES:
        return type(value) in PARAMETER_TYPES[wanted][0]
    origin, args = get_origin(wanted), get_args(wanted)
    if origin is Literal:
        return type(value) in map(type, args)  # the strategy itself says which words it knows
    if origin in (Union, UnionType):
        return any(_has_type(value, one) for one in args)
    if origin is tuple:
        if not isinstance(value, tuple) or (args[-1] is not Ellipsis and len(value) != len(args)):
            return False
        kinds = args[:1] * len(value) if args[-1] is Ellipsis else args
        return all(map(_has_type, value, kinds))
    return True


def _describe_type(wanted: Any) -> str:
    if wanted in PARAMETER_TYPES:
        return PARAMETER_TYPES[wanted][1]
    origin, args = get_origin(wanted), get_args(wanted)
    if origin is Literal:
        return " or ".join(map(repr, args))
    if origin in (Union, UnionType):
        return " or ".join(map(_describe_type, args))
    if origin is tuple and args[-1] is Ellipsis:
        return f"a tuple in which each value is {_describe_type(args[0])}"
    if origin is tuple:
        return f"a tuple of {', '.join(map(_describe_type, args))}"
    return getattr(wanted, "__name__", str(wanted))


def _parse(text: str) -> tuple[str, dict[str, object]]:
    """Returns the name and the parameters of ``name(key=value, ...)``; nothing is evaluated but literals."""
    name, bracket, rest = text.strip().partition("(")
    name = name.strip()
    if all(part.isidentifier() for word in name.split(":", 1) for part in word.split(".")) and (
        ":" in name or "." not in name
    ):
        try:
            call = ast.parse(f"name({rest}" if bracket else "name()", mode="eval").body
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and not call.args:
                values = {k.arg: ast.literal_eval(k.value) for k in call.keywords}
                if None not in values:  # None stands for **values
                    return name, {str(key): value for key, value in values.items()}
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            pass
    raise BlackpegError(
        f"'{text}' is not a strategy; it is written like entropy or entropy(candidates_only=True), "
        "or mine:Mine for the class Mine of mine.py"
    )


def name_of(strategy: Any) -> str:
    """Returns the shortest text that makes this strategy again.

    A class that is in no table is named by its module, `module:Class`.

    >>> name_of(strategy("entropy( candidates_only = True )"))
    'entropy(candidates_only=True)'
    """
    name = _name_of_class(type(strategy))
    changed = [
        f"{field.name}={getattr(strategy, field.name)!r}"
        for field in (fields(strategy) if is_dataclass(strategy) else ())
        if field.init and getattr(strategy, field.name) != _default_value(field)
    ]
    return f"{name}({', '.join(changed)})" if changed else name


def _default_value(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


@cache
def _own_names() -> dict[str, str]:
    """Returns the names of the classes of our own table."""
    return {f"{__name__}.{entry.where}": name for name, entry in STRATEGIES.items()}


def _name_of_class(made: type[Any]) -> str:
    """Returns the name of a class. A package may register a class where another of its modules defines it."""
    where = f"{made.__module__}:{made.__qualname__}"
    if where in _own_names():
        return _own_names()[where]
    for name, entry in outside().items():
        if entry.where == where:
            return name
    for name in outside():
        with suppress(BlackpegError):
            loaded = class_of(name)
            if f"{loaded.__module__}:{loaded.__qualname__}" == where:
                return name
    return where


def parameters_of(name: str) -> dict[str, Any]:
    """Returns every parameter of a strategy, by its name, with the values that were left out.

    >>> parameters_of("lookahead(steps=3)")["steps"], parameters_of("lookahead")["steps"]
    (3, 2)
    """
    made: Any = make(name)
    return {field.name: getattr(made, field.name) for field in fields(made) if field.init}


def expand(text: str) -> list[str]:
    """Returns a strategy for every combination of parameters that are given as lists.

    >>> expand("lookahead(steps=[1, 2], judge=['entropy', 'most_parts'])")  # doctest: +NORMALIZE_WHITESPACE
    ["lookahead(steps=1, judge='entropy')", "lookahead(steps=1, judge='most_parts')",
     "lookahead(steps=2, judge='entropy')", "lookahead(steps=2, judge='most_parts')"]
    >>> expand("random")
    ['random']
    """
    name, values = _parse(text)
    lists = {key: value for key, value in values.items() if isinstance(value, list)}
    if not lists:
        return [text]
    count = prod(map(len, lists.values()))
    if not 1 <= count <= MAX_EXPANDED:
        raise BlackpegError(f"'{text}' stands for {count:,} strategies; lists may stand for 1 to {MAX_EXPANDED:,}")
    combinations = product(*(value if isinstance(value, list) else [value] for value in values.values()))
    return [f"{name}({', '.join(f'{k}={v!r}' for k, v in zip(values, one, strict=True))})" for one in combinations]


def default(game: Game) -> Strategy:
    """Returns the strategy that plays if none is asked for: the best one that answers quickly at any size."""
    return strategy("needle")
