"""What every strategy promises, checked for each line of the table of contents."""

import importlib
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from blackpeg import (
    BlackpegError,
    Game,
    Honest,
    Position,
    Strategy,
    Tree,
    check_strategy,
    name_of,
    play,
    strategies,
    strategy,
)
from blackpeg.oracle import Oracle, OracleSearch, run_search
from blackpeg.strategies import STRATEGIES, default, make
from blackpeg.strategy_check import Broken

VARIANTS = [
    "entropy(candidates_only=True)",
    "random(first='1122')",
    "lexicographic(order='last_peg')",
    "lexicographic(order='random')",
]


PLAYERS = [name for name, entry in STRATEGIES.items() if not entry.oracle]


@pytest.mark.parametrize("name", [*PLAYERS, *VARIANTS])
def test_contract(name):
    check_strategy(strategy(name))


@pytest.mark.parametrize("name", [*STRATEGIES, *VARIANTS])
def test_names_make_what_they_name(name):
    assert name_of(make(name)) == name
    assert make(name_of(make(name))) == make(name)


@pytest.mark.parametrize("name", [name for name in STRATEGIES if name not in PLAYERS])
def test_searches_are_searches_and_refused_as_players(name):
    search, game = make(name), Game(4, 6)
    assert isinstance(search, OracleSearch)
    found = run_search(game, search, Oracle(game, game.code("1234")), seed=1)
    again = run_search(game, search, Oracle(game, game.code("1234")), seed=1)
    assert (found.solved, found.queries, found.stages) == (again.solved, again.queries, again.stages)
    with pytest.raises(BlackpegError, match="it is no player"):
        play(game, search, Honest(game.code("1234")))
    with pytest.raises(BlackpegError, match="it is no player"):
        Tree.of(search, game)


@pytest.mark.parametrize("name", PLAYERS)
def test_a_strategy_that_the_table_lists_without_chance_draws_nothing(name):
    player, game = make(name), Game(3, 4)
    if STRATEGIES[name].chance or player.supports(game):
        return
    rng = np.random.default_rng(1)
    before = rng.bit_generator.state
    for position in (Position(game), Position(game).after("112", "1b1w")):
        player.guess(position, rng)
    assert rng.bit_generator.state == before


def test_titles_and_sources_of_the_table_are_made_of_its_fields():
    minimax, needle, random = (STRATEGIES[name] for name in ("minimax", "needle", "random"))
    assert (minimax.title, minimax.source, minimax.kind) == (
        "Knuth's minimax, 1977",
        "Knuth 1977",
        "one step, any code",
    )
    assert (needle.title, needle.source, needle.kind) == ("Needle", "ours", "sample, evolve, play out; chance")
    assert (random.source, random.kind) == ("Swaszek 1999-2000, Rosu 1999", "consistent, chance")
    assert STRATEGIES["cabana_tupac"].kind == "oracle search, chance"
    assert len({entry.title for entry in STRATEGIES.values()}) == len(STRATEGIES)


def test_every_file_is_in_the_table_of_contents():
    files = {path.stem for path in Path(strategies.__file__).parent.glob("[a-z]*.py")}
    assert files == {entry.where.split(":")[0] for entry in STRATEGIES.values()}


@pytest.mark.parametrize("name", STRATEGIES)
def test_docstring_names_source_choices_and_known(name):
    made = type(make(name))
    text = (made.__doc__ or "") + (__import__(made.__module__, fromlist=["x"]).__doc__ or "")
    for word in ("Source ", "Choices ", "Known "):
        assert word in text, word


@pytest.mark.parametrize("text", ["4x6", "5x8", "6x9", "7x10", "8x12", "20x20", "4x10-distinct", "64x64-black", "1x1"])
def test_default_supports_every_game(text):
    game = Game.parse(text)
    assert default(game).supports(game) is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("entrpy", "no strategy 'entrpy'; did you mean entropy?"),
        ("entropy(candidate_only=True)", "entropy has no parameter 'candidate_only'; did you mean candidates_only?"),
        ("entropy(candidates_only=3)", "candidates_only is True or False"),
        ("random(first=1122)", "first is a code in quotes"),
        ("entropy(", "'entropy(' is not a strategy"),
        ("__import__('os').system('true')", "is not a strategy"),
        ("entropy(__import__('os'))", "is not a strategy"),
        ("", "'' is not a strategy"),
        ("entropy(candidates_only=True)(1)", "is not a strategy"),
    ],
)
def test_misspelt(text, sentence):
    with pytest.raises(BlackpegError) as error:
        strategy(text)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


def test_a_first_guess_that_does_not_fit_is_refused():
    assert "does not fit" in strategy("random(first='1177')").supports(Game(4, 6))
    assert strategy("lexicographic(order='sideways')").supports(Game(4, 6)) is not None


# Outside strategies


@dataclass(frozen=True)
class Stubborn(Strategy):
    """Plays the first code for ever."""

    def guess(self, position, rng):
        return position.game.codes[0]


@dataclass(frozen=True)
class First(Strategy):
    """Plays the first candidate: what a person writes in a few lines."""

    def guess(self, position, rng):
        return position.candidates[0]


def test_contract_passes_a_strategy_of_a_few_lines():
    check_strategy(First())


def test_contract_finds_a_strategy_that_never_ends():
    with pytest.raises(Broken, match="does not break"):
        check_strategy(Stubborn(), (Game(2, 2),))


@dataclass
class Thawed(Strategy):
    """No frozen dataclass."""

    def guess(self, position, rng):
        return position.candidates[0]


def test_contract_says_how_a_strategy_becomes_hashable():
    with pytest.raises(Broken, match="frozen=True"):
        check_strategy(Thawed(), (Game(2, 2),))


@pytest.fixture
def install(tmp_path, monkeypatch):
    """A function that writes modules and the metadata that pip would leave, as if a package was installed."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)

    def install(points, **modules):
        for name, text in modules.items():
            file = tmp_path / f"{name.replace('__', '/')}.py"
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
        metadata = tmp_path / "elsewhere-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text("[blackpeg.strategies]\n" + points)
        importlib.invalidate_caches()
        strategies.outside.cache_clear()

    yield install
    strategies.outside.cache_clear()
    for name in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


ELSEWHERE = """
from dataclasses import dataclass
from blackpeg import OracleSearch, Strategy

@dataclass(frozen=True)
class First(Strategy):
    skip: int = 0
    def guess(self, position, rng):
        return position.candidates[self.skip % position.count]

@dataclass(frozen=True)
class Search(OracleSearch):
    size: int = 3

@dataclass(frozen=True)
class Many(First):
    weights: tuple[float, ...] = (1.0,)
    pair: tuple[int, str] = (1, "a")
    depth: int | None = None

@dataclass(frozen=True)
class Needs(First):
    depth: int = None
    def __post_init__(self):
        raise ZeroDivisionError

@dataclass(frozen=True)
class Required(Strategy):
    depth: int

class Plain(Strategy):
    pass

@dataclass(frozen=True)
class Unequal(First):
    def __post_init__(self):
        object.__setattr__(self, "skip", self.skip + 1)
"""


def test_outside_strategies_are_found_by_entry_point(install):
    install("first_of_all = elsewhere:First\n", elsewhere=ELSEWHERE)
    made = strategy("first_of_all(skip=2)")
    check_strategy(made)
    assert name_of(made) == "first_of_all(skip=2)"
    assert strategies.outside()["first_of_all"].source == "elsewhere"
    with pytest.raises(BlackpegError, match="did you mean first_of_all"):
        strategy("first_of_al")


def test_a_class_that_a_package_exports_from_one_of_its_modules_has_its_registered_name(install):
    install("exported = face:First\n", face="from elsewhere import First", elsewhere=ELSEWHERE)
    made = strategy("exported(skip=2)")
    assert name_of(made) == "exported(skip=2)"
    assert strategy(name_of(made)) == made
    assert name_of(strategy("elsewhere:First")) == "exported"
    check_strategy(made, (Game(2, 3),))


def test_contract_finds_a_name_that_makes_another_strategy(install):
    install("unequal = elsewhere:Unequal\n", elsewhere=ELSEWHERE)
    with pytest.raises(Broken, match=r"its name, unequal\(skip=1\), makes another strategy"):
        check_strategy(strategy("unequal"), (Game(2, 3),))


def test_a_class_of_a_module_is_a_name(install):
    install("", elsewhere=ELSEWHERE)
    for name in (
        "elsewhere:First",
        "elsewhere:First(skip=2)",
        "elsewhere:Search(size=4)",
        "elsewhere:Required(depth=2)",
    ):
        assert name_of(make(name)) == name
        assert make(name_of(make(name))) == make(name)
    assert name_of(make("blackpeg.strategies.one_step:Entropy")) == "entropy"
    assert name_of(make("elsewhere:Many(weights=(1, 2.5), pair=(2, 'b'), depth=3)")) == (
        "elsewhere:Many(weights=(1, 2.5), pair=(2, 'b'), depth=3)"
    )


def test_a_module_in_the_current_folder_is_found(tmp_path, monkeypatch):
    """Also by the installed command, whose path does not hold the current folder."""
    (tmp_path / "beside_me.py").write_text(ELSEWHERE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [folder for folder in sys.path if folder])
    assert name_of(strategy("beside_me:First(skip=1)")) == "beside_me:First(skip=1)"
    del sys.modules["beside_me"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("elsewhere:Many(weights=3)", "weights is a tuple in which each value is a number"),
        ("elsewhere:Many(weights=(1, 'a'))", "weights is a tuple in which each value is a number"),
        ("elsewhere:Many(pair=(1, 2))", "pair is a tuple of a whole number, a word in quotes"),
        ("elsewhere:Many(pair=(1, 'a', 2))", "pair is a tuple of a whole number, a word in quotes"),
        ("elsewhere:Many(depth=1.5)", "depth is a whole number or None"),
        ("elsewhere:Many(dept=1)", "has no parameter 'dept'; did you mean depth?"),
        ("elsewhere:Required", "elsewhere:Required needs the parameter 'depth', a whole number"),
        ("elsewhere:Needs", "elsewhere:Needs: ZeroDivisionError"),
        ("elsewhere:Plain", "is no dataclass; write @dataclass(frozen=True) above its class"),
        ("elsewhere:dataclass", "is no class that derives from blackpeg.Strategy or OracleSearch"),
        ("elsewhere:Frist", "has no attribute 'Frist'"),
        ("elsewere:First", "No module named 'elsewere'"),
        ("broken_one:First", "broken_one:First' can't be loaded: ZeroDivisionError"),
        ("leaving_one:First", "leaving_one:First' can't be loaded: SystemExit"),
        ("__main__:First", "put the class into a file mine.py and write mine:First"),
        ("elsewhere:First:Second", "is not a strategy"),
        (".elsewhere:First", "is not a strategy"),
        ("elsewhere.First", "is not a strategy"),
    ],
)
def test_outside_strategies_that_cannot_be_made_get_one_sentence(install, text, sentence):
    install("", elsewhere=ELSEWHERE, broken_one="1 / 0", leaving_one="raise SystemExit(3)")
    with pytest.raises(BlackpegError) as error:
        make(text)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)
