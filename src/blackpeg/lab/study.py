"""Studies: what to play, and what papers print and say about it. study_toml.py reads them from TOML files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from ..errors import BlackpegError, nearest
from ..game import Game
from ..oracle import OracleSearch
from ..players import Evolving
from ..strategies import expand, make, name_of, parameters_of
from .experiment import (
    ALL_SECRETS,
    KINDS_OF_SECRETS,
    LISTED_SECRETS,
    UNIFORM_SECRETS,
    Experiment,
    Series,
    check_series,
)
from .papers.figures_and_checks import CHECKS, FIGURES

MEASURES = ("guesses", "known", "queries", "generations", "evaluations", "new codes", "feedbacks", "seconds")
REPORTED_MEASURES = tuple(
    measure for measure in MEASURES if measure not in ("queries", "new codes")
)  # a strategy's queries are its guesses; new codes are reported where a study asks for them
CLAIM_MEASURES = (*MEASURES, "max", "first stage", "second stage")  # max needs all secrets
READING_MEASURES = (*MEASURES, "first stage", "second stage", "solved")  # solved: per cent of the games

READ, CITED, UNSOURCED, FITTED, MOVED, HYPOTHESIS = "read", "cited", "unsourced", "fitted", "moved", "hypothesis"
SOURCES = {
    READ: "read in the paper that prints it",
    CITED: "printed by another paper about this one, whose text we could not read",
    UNSOURCED: "in no paper that we read: from memory, or from a program and its results",
    FITTED: "parameters of ours were chosen so that they come near this number",
    MOVED: "printed of another size, method or setting, and held here against the one that it fits",
    HYPOTHESIS: "held against games under an assumption of ours, such as secrets without repeated colors",
}  # how we know a printed number, and what that means
MAX_GAMES = 10_000_000  # of a strategy at a game
MAX_SEED = 2**63 - 1  # the largest integer of SQLite


@dataclass(frozen=True)
class Claim:
    """A number printed in a paper.

    >>> Claim("4x6", "minimax", 4.478, where="often printed")
    Claim(game='4x6', strategy='minimax', value=4.478, ...)
    """

    game: str
    strategy: str
    value: float
    measure: str = "guesses"
    deviation: float | None = None  # the standard deviation printed with it
    games: int | None = None  # how many games it is an average of
    where: str = ""  # paper, table, page
    doubt: str = ""  # why the printed number may be wrong, if we know
    secrets: str = ""  # of the experiment it is about, if several play this strategy at this game
    digits: int | None = None  # printed after the point; None: as many as Python writes
    deviation_digits: int | None = None
    source: str = READ  # how we know it: one of SOURCES


@dataclass(frozen=True)
class Sentence:
    """A sentence of a paper, or a hypothesis of one's own, and what checks it.

    With `better` the strategy of that name must need less than each of `than`, on the same secrets, at each of `games`.
    Else `check` is a name of papers/figures_and_checks.py.

    >>> Sentence("section 5", "better than its rivals", better="merelo2006", than=("bento1999", "kalisker2003"))
    Sentence(where='section 5', says='better than its rivals', better='merelo2006', ...)
    """

    where: str
    says: str
    better: str = ""
    than: tuple[str, ...] = ()
    games: tuple[str, ...] = ()  # empty: all at which they met the same secrets
    measure: str = "guesses"
    secrets: str = ""  # empty: whichever both met
    check: str = ""


@dataclass(frozen=True)
class Readings:
    """Several readings of a text side by side: a table with a row for each strategy and a column for each game.

    >>> Readings("Which opening?", ("4x6",), ("random", "random(first='1123')"), printed=(("4x6", Decimal("4.66")),))
    Readings(title='Which opening?', games=('4x6',), ...)
    """

    title: str
    games: tuple[str, ...]
    strategies: tuple[str, ...]  # the literal reading first
    about: str = ""
    secrets: tuple[str, ...] = ()  # a row for each kind; empty: those that the experiments play
    measure: str = "guesses"
    printed: tuple[tuple[str, Decimal], ...] = ()  # what the paper prints, with its digits, by game
    printed_count: int | None = None  # how many games the printed averages are of


@dataclass(frozen=True)
class Line:
    """A straight line that a paper prints: start + slope * (x - origin)."""

    slope: float
    start: float
    origin: float = 0.0


@dataclass(frozen=True)
class Figure:
    """A figure of a study; `draw` is a name of papers/figures_and_checks.py, which says what else it takes."""

    draw: str
    caption: str = ""
    games: tuple[str, ...] = ()  # that it shows; empty: all
    strategies: tuple[str, ...] = ()
    seed: int = 0
    measures: tuple[str, ...] = ("guesses", "evaluations")  # a panel for each
    parameter: str = "population"  # of the strategies, on the horizontal axis
    line: Line | None = None  # printed, of the last measure


@dataclass(frozen=True)
class Study:
    """Experiments, and the claims that they check.

    >>> study = Study("mine", "Two rules at 4x6", (Experiment("4x6", ("entropy", "minimax"), secrets="all"),))
    >>> [series.strategy for series in study.series()]
    ['entropy', 'minimax']
    """

    name: str
    title: str
    experiments: tuple[Experiment, ...]
    claims: tuple[Claim, ...] = ()
    about: str = ""
    measures: tuple[str, ...] = REPORTED_MEASURES  # the columns of a report
    figures: tuple[Figure, ...] = ()  # besides those that every study has
    minutes: float = 0.0  # that it takes on one core; 0: not known
    sentences: tuple[Sentence, ...] = ()  # that are checked
    readings: tuple[Readings, ...] = ()  # tables of readings
    file: str = ""  # the TOML file it was read from; empty if it is built in or was made in Python

    def series(self) -> list[Series]:
        """Returns every series that the study plays, once."""
        return list(dict.fromkeys(series for experiment in self.experiments for series in experiment.series()))

    def game_counts(self) -> dict[Series, int]:
        """Returns how many games of each series the study asks for: their numbers are less than this.

        All secrets are asked for `count` times each, though a strategy without chance plays them once.
        """
        counts: dict[Series, int] = {}
        for one in self.experiments:
            for series in one.series():
                rounds = Game.parse(series.game).size if series.secrets == ALL_SECRETS else 1
                counts[series] = max(counts.get(series, 0), len(one.codes) or rounds * one.count)
        return counts

    def matching(self, claim: Claim) -> list[tuple[Experiment, Series]]:
        """Returns the experiments and series that play the games of a claim."""
        return [
            (experiment, series)
            for experiment in self.experiments
            for series in experiment.series()
            if (series.game, series.strategy) == (claim.game, claim.strategy)
            and claim.secrets in ("", series.secrets)
        ]  # fmt: skip


def with_count(study: Study, count: int | None) -> Study:
    """Returns the study with this number of games for each strategy, or itself if there is none."""
    if count is None:
        return study
    return replace(study, experiments=tuple(replace(one, count=count) for one in study.experiments))


def resolve_study(study: Study, where: str = "") -> Study:
    """Returns the study with all names as the store writes them; raises an error if something in it can't be played."""
    where = where or study.name
    if not study.experiments:
        raise BlackpegError(f"{where} has no experiments; one begins with [[experiments]]")
    for measure in study.measures:
        require_one_of(measure, MEASURES, f"{where}, measures")
    experiments = tuple(
        resolve_experiment(one, f"{where}, experiments {k}") for k, one in enumerate(study.experiments, 1)
    )
    study = replace(study, experiments=experiments)
    return replace(
        study,
        claims=tuple(_resolve_claim(study, one, f"{where}, claims {k}") for k, one in enumerate(study.claims, 1)),
        figures=tuple(_resolve_figure(study, one, f"{where}, figures {k}") for k, one in enumerate(study.figures, 1)),
        sentences=tuple(
            _resolve_sentence(study, one, f"{where}, sentences {k}") for k, one in enumerate(study.sentences, 1)
        ),
        readings=tuple(
            _resolve_readings(study, one, f"{where}, readings {k}") for k, one in enumerate(study.readings, 1)
        ),
    )


def _resolve_claim(study: Study, claim: Claim, where: str) -> Claim:
    require_one_of(claim.measure, CLAIM_MEASURES, f"{where}, measure")
    require_one_of(claim.secrets or UNIFORM_SECRETS, KINDS_OF_SECRETS, f"{where}, secrets")
    require_one_of(claim.source, tuple(SOURCES), f"{where}, source")
    claim = replace(
        claim,
        game=_stored_game(claim.game, f"{where}, game"),
        strategy=_stored_name(claim.strategy, f"{where}, strategy"),
    )
    kinds = list(dict.fromkeys(series.secrets for _, series in study.matching(claim)))
    if not kinds:
        near = nearest(f"{claim.strategy} at {claim.game}", (f"{s.strategy} at {s.game}" for s in study.series()))
        of = f" with {claim.secrets} secrets" if claim.secrets else ""
        raise BlackpegError(f"{where}: no experiment plays {claim.strategy} at {claim.game}{of}{near}")
    if len(kinds) > 1:
        raise BlackpegError(
            f"{where}: several experiments play {claim.strategy} at {claim.game}; "
            f"say which with secrets = {' or '.join(repr(kind) for kind in kinds)}"
        )
    return replace(claim, secrets=kinds[0])


def _resolve_figure(study: Study, figure: Figure, where: str) -> Figure:
    """Returns the figure with all names as the store writes them; raises an error if it can't be drawn."""
    require_one_of(figure.draw, tuple(FIGURES), f"{where}, draw")
    kind = FIGURES[figure.draw]
    games = tuple(_stored_game(game, f"{where}, games") for game in figure.games)
    names = _stored_names(figure.strategies, f"{where}, strategies")
    for key, given, (least, most) in (("games", games, kind.games), ("strategies", names, kind.strategies)):
        if not least <= len(given) <= most:
            wanted = f"{least}" if least == most else f"at least {least}"
            raise BlackpegError(f"{where}, {key}: there are {len(given)}; '{figure.draw}' shows {wanted}")
    for measure in figure.measures:
        require_one_of(measure, MEASURES, f"{where}, measures")
    series = study.series()
    if kind.traced:
        wanted_class = {"Evolving": Evolving, "OracleSearch": OracleSearch}[kind.traced]
        for name in names:
            if not isinstance(make(name), wanted_class):
                what = "a player that evolves" if kind.traced == "Evolving" else "a search that asks the secret"
                raise BlackpegError(f"{where}, strategies: {name} is not {what}, as '{figure.draw}' needs")
            for game in games:
                with errors_at(f"{where}, {name} at {game}"):
                    check_series(Series(game, name))
        return replace(figure, games=games, strategies=names)
    _require_played(games, [one.game for one in series], f"{where}, games")
    _require_played(names, [one.strategy for one in series], f"{where}, strategies")
    for name in names:
        _require_played(games, [one.game for one in series if one.strategy == name], f"{where}, games of {name}")
        if figure.draw in ("parameter", "population"):
            numbers = {key: value for key, value in parameters_of(name).items() if isinstance(value, int | float)}
            require_one_of(figure.parameter, tuple(numbers), f"{where}, parameter of {name}")
    return replace(figure, games=games, strategies=names)


def _resolve_sentence(study: Study, sentence: Sentence, where: str) -> Sentence:
    """Returns the sentence with all names as the store writes them; raises an error if nothing can check it."""
    for key in ("where", "says"):
        if not getattr(sentence, key):
            raise BlackpegError(f'{where}: a sentence needs {key} = "..."')
    if bool(sentence.better) == bool(sentence.check) or bool(sentence.better) != bool(sentence.than):
        raise BlackpegError(f'{where}: a sentence needs either better = "..." and than = [...], or check = "..."')
    if sentence.check:
        require_one_of(sentence.check, tuple(CHECKS), f"{where}, check")
        return sentence
    require_one_of(sentence.measure, MEASURES, f"{where}, measure")
    require_one_of(sentence.secrets or UNIFORM_SECRETS, KINDS_OF_SECRETS, f"{where}, secrets")
    games = tuple(_stored_game(game, f"{where}, games") for game in sentence.games)
    better = _stored_name(sentence.better, f"{where}, better")
    than = _stored_names(sentence.than, f"{where}, than")
    sentence = replace(sentence, games=games, better=better, than=than)
    names = list(dict.fromkeys(one.strategy for one in study.series()))
    _require_played((better,), names, f"{where}, better")
    _require_played(than, names, f"{where}, than")
    _require_played(games, [one.game for one in study.series()], f"{where}, games")
    compared = compared_series(study, sentence)
    for name in than:
        there = {one.game for one, other in compared if other.strategy == name}
        missing = [game for game in games if game not in there] if games else [] if there else ["any game"]
        if missing:
            raise BlackpegError(f"{where}: {better} and {name} do not meet the same secrets at {missing[0]}")
    return sentence


def compared_series(study: Study, sentence: Sentence) -> list[tuple[Series, Series]]:
    """Returns the series that a sentence compares, the better one first; both met the same secrets."""
    series = study.series()
    return [
        (one, other)
        for one in series
        for other in series
        if one.strategy == sentence.better and other.strategy in sentence.than
        and (one.game, one.secrets, one.seed) == (other.game, other.secrets, other.seed)
        and (not sentence.games or one.game in sentence.games) and sentence.secrets in ("", one.secrets)
    ]  # fmt: skip


def _resolve_readings(study: Study, readings: Readings, where: str) -> Readings:
    """Returns the readings with all names as the store writes them; raises an error if one of them is not played."""
    if not readings.title:
        raise BlackpegError(f'{where}: a table of readings needs title = "..."')
    require_one_of(readings.measure, READING_MEASURES, f"{where}, measure")
    for kind in readings.secrets:
        require_one_of(kind, KINDS_OF_SECRETS, f"{where}, secrets")
    games = tuple(dict.fromkeys(_stored_game(game, f"{where}, games") for game in readings.games))
    names = _stored_names(readings.strategies, f"{where}, strategies")
    for key, given in (("games", games), ("strategies", names)):
        if not given:
            raise BlackpegError(f"{where}, {key}: there are none")
    printed = tuple((_stored_game(game, f"{where}, printed"), value) for game, value in readings.printed)
    for game, _ in printed:
        require_one_of(game, games, f"{where}, printed")
    readings = replace(readings, games=games, strategies=names, printed=printed)
    _require_played(games, [one.game for one in study.series()], f"{where}, games")
    _require_played(names, [one.strategy for one in study.series()], f"{where}, strategies")
    for name, kind, found in series_of_readings(study, readings):
        of = f" with {kind} secrets" if kind else ""
        for game, some in zip(games, found, strict=True):
            kinds = list(dict.fromkeys(one.secrets for one in some))
            if not kinds:
                raise BlackpegError(f"{where}: no experiment plays {name} at {game}{of}")
            if len(kinds) > 1:
                raise BlackpegError(
                    f"{where}: several experiments play {name} at {game}; say which with secrets = {kinds}"
                )
    return readings


def series_of_readings(study: Study, readings: Readings) -> list[tuple[str, str, list[list[Series]]]]:
    """Returns strategy and kind of secrets of each row, with the series that play it at each game."""
    series = study.series()
    return [
        (name, kind, [
            [one for one in series if (one.game, one.strategy) == (game, name) and kind in ("", one.secrets)]
            for game in readings.games
        ])
        for kind in readings.secrets or ("",)
        for name in readings.strategies
    ]  # fmt: skip


def _require_played(names: tuple[str, ...], played: Iterable[str], where: str) -> None:
    """Raises an error if a name is not among those that the study plays."""
    there = list(dict.fromkeys(played))
    for name in names:
        if name not in there:
            raise BlackpegError(f"{where}: no experiment plays {name}{nearest(name, there)}")


def resolve_experiment(experiment: Experiment, where: str = "") -> Experiment:
    """Returns the experiment with all names as the store writes them; raises an error if its games can't be played."""
    at = f"{where}, " if where else ""
    require_whole_number(experiment.count, f"{at}count", 1, MAX_GAMES)
    require_whole_number(experiment.seed, f"{at}seed", 0, MAX_SEED)
    games = tuple(dict.fromkeys(_stored_game(game, where and f"{at}games") for game in experiment.games))
    names = _stored_names(experiment.strategies, where and f"{at}strategies")
    codes = list(experiment.codes)
    with errors_at(where and f"{at}secrets"):
        if (experiment.secrets == LISTED_SECRETS) != bool(codes):
            raise BlackpegError(
                f"secrets '{experiment.secrets}' with {len(codes)} codes; only secrets '{LISTED_SECRETS}' have codes"
            )
        for game in map(Game.parse, games):
            codes = [game.show(game.code(code)) for code in codes]
    resolved = replace(experiment, games=games, strategies=names, codes=tuple(codes))
    for series in resolved.series():
        with errors_at(f"{at}{series.strategy} at {series.game}"):
            check_series(series)
    return resolved


def _stored_name(strategy: Any, where: str = "") -> str:
    """Returns the name of a strategy, given as text or itself, as the store writes it."""
    with errors_at(where):
        return name_of(make(strategy) if isinstance(strategy, str) else strategy)


def _stored_names(strategies: Iterable[Any], where: str) -> tuple[str, ...]:
    """Returns the names of strategies, each once; a text with lists of parameters stands for several."""
    with errors_at(where):
        every = (one for some in strategies for one in (expand(some) if isinstance(some, str) else [some]))
        return tuple(dict.fromkeys(map(_stored_name, every)))


def _stored_game(game: Any, where: str) -> str:
    """Returns the name of a game, given as text or itself, as the store writes it."""
    with errors_at(where):
        return str(Game.parse(str(game)))


@contextmanager
def errors_at(where: str) -> Iterator[None]:
    """Puts the place before every error that is raised within."""
    try:
        yield
    except BlackpegError as error:
        raise BlackpegError(f"{where}: {error}" if where else str(error)) from error


def require_one_of(word: str, choices: tuple[str, ...], where: str) -> None:
    """Raises an error if a word is not one of the choices."""
    if word not in choices:
        raise BlackpegError(f"{where}: no '{word}'{nearest(word, choices)} (there are {', '.join(choices)})")


def require_whole_number(value: Any, where: str, low: int, high: int) -> None:
    """Raises an error if a value is not a whole number from low to high."""
    if type(value) is not int or not low <= value <= high:
        raise BlackpegError(f"{where}: {show_value(value)} is not a whole number from {low} to {high:,}")


def show_value(value: Any) -> str:
    """Returns a value as a TOML file has it."""
    return str(value) if isinstance(value, Decimal) else repr(value)
