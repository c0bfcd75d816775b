"""Studies in TOML: what a file can say, and one sentence for each thing that can be wrong with it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from blackpeg.errors import BlackpegError
from blackpeg.lab import Claim, Experiment
from blackpeg.lab.experiment import Series
from blackpeg.lab.study import MEASURES, Figure
from blackpeg.lab.study_toml import built_in_studies, load_study, read_secrets

WHOLE = """
title = "A title"
about = "About it."
measures = ["guesses", "known"]

[[experiments]]
games = ["4x6", "3X4"]
strategies = ["entropy", "random( first = None )"]
count = 7
seed = 3

[[experiments]]
games = ["4x6"]
strategies = ["entropy", "lexicographic(first=\\"1122\\")"]
secrets = "all"

[[claims]]
game = "4x6"
strategy = "lexicographic(first='1122')"
value = 5.10
deviation = 1
games = 50
where = "table 1"
doubt = "misprint"

[[claims]]
game = "4x6"
strategy = "entropy"
measure = "known"
secrets = "all"
value = 3
"""


def written(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def error_of(folder: Path, text: str) -> str:
    """The error of a wrong file, without its folder."""
    with pytest.raises(BlackpegError) as caught:
        load_study(written(folder, text))
    assert "\n" not in str(caught.value)
    return str(caught.value).replace(f"{folder}/", "")


def test_everything_a_file_can_say(tmp_path: Path) -> None:
    study = load_study(written(tmp_path, WHOLE))
    assert (study.name, study.title, study.about) == ("mine", "A title", "About it.")
    assert study.measures == ("guesses", "known")
    assert study.experiments == (
        Experiment(("4x6", "3x4"), ("entropy", "random"), 7, "uniform", 3),
        Experiment(("4x6",), ("entropy", "lexicographic(first='1122')"), 100, "all", 0),
    )
    assert study.claims == (
        Claim("4x6", "lexicographic(first='1122')", 5.1, "guesses", 1.0, 50, "table 1", "misprint", "all", 2, 0),
        Claim("4x6", "entropy", 3.0, "known", secrets="all", digits=0),
    )
    assert study.series()[0] == Series("4x6", "entropy", "uniform", 3)
    assert [series.secrets for _, series in study.matching(study.claims[1])] == ["all"]


def test_what_is_left_out(tmp_path: Path) -> None:
    study = load_study(written(tmp_path, '[[experiments]]\ngames = ["4x6"]\nstrategies = ["random"]\n'))
    assert (study.title, study.about, study.claims) == ("mine", "", ())
    assert study.experiments == (Experiment(("4x6",), ("random",), 100, "uniform", 0),)
    assert set(study.measures) == set(MEASURES) - {"queries"}


def test_secrets_from_a_file_beside_the_study(tmp_path: Path) -> None:
    (tmp_path / "some.txt").write_text("# hard ones\n1122\n\n 6543  # the last\n")
    (study_file := tmp_path / "mine.toml").write_text(
        '[[experiments]]\ngames = ["4x6"]\nstrategies = ["random"]\nsecrets = "some.txt"\n'
    )
    (one,) = load_study(str(study_file)).experiments
    assert (one.secrets, one.codes, len(one)) == ("list", ("1122", "6543"), 2)


@pytest.mark.parametrize("name", built_in_studies())
def test_studies_that_come_along_can_be_read(name: str) -> None:
    study = load_study(name)
    assert study.name == name
    assert study.title != name


ONE = '[[experiments]]\ngames = ["4x6"]\nstrategies = ["entropy"]\n'


CLAIM = ONE + '[[claims]]\ngame = "4x6"\nstrategy = "entropy"\nvalue = 4.4\n'


WRONG = {
    "a typo in a key": (
        'titel = "x"\n' + ONE,
        "mine.toml: no key 'titel'; did you mean title? (there are title, ...)",
    ),
    "a typo in an experiment": (
        ONE + 'secret = "all"\n',
        "mine.toml, experiments 1: no key 'secret'; did you mean secrets? "
        "(there are games, strategies, secrets, count, seed)",
    ),
    "a typo in a claim": (
        CLAIM + "valeu = 3\n",
        "mine.toml, claims 1: no key 'valeu'; did you mean value? "
        "(there are game, strategy, value, measure, deviation, games, where, doubt, secrets)",
    ),
    "an unknown strategy": (
        ONE + ONE.replace("entropy", "entrpy"),
        "mine.toml, experiments 2, strategies: no strategy 'entrpy'; did you mean entropy? (...)",
    ),
    "an unknown parameter": (
        ONE.replace('"entropy"', "\"random(frst='1122')\""),
        "mine.toml, experiments 1, strategies: random has no parameter 'frst'; did you mean first? (there is first)",
    ),
    "an unknown game": (
        ONE.replace("4x6", "4x6-blak"),
        "mine.toml, experiments 1, games: no game '4x6-blak': '-blak' is unknown; did you mean black? (...)",
    ),
    "an unknown measure": (
        'measures = ["gueses"]\n' + ONE,
        "mine.toml, measures: no 'gueses'; did you mean guesses? "
        "(there are guesses, known, queries, generations, evaluations, feedbacks, seconds)",
    ),
    "a game that a strategy can't play": (
        ONE.replace('"entropy"', "\"random(first='1177')\""),
        "mine.toml, experiments 1, random(first='1177') at 4x6: the first guess does not fit: ...",
    ),
    "no experiments": ('title = "x"\n', "mine.toml has no experiments; one begins with [[experiments]]"),
    "one bracket": (ONE.replace("[[", "[").replace("]]", "]"), "mine.toml: write experiments as [[experiments]]"),
    "no games": (
        '[[experiments]]\nstrategies = ["entropy"]\n',
        'mine.toml, experiments 1, games: is missing; write ["4x6"]',
    ),
    "no list": (
        ONE.replace('["entropy"]', '"entropy"'),
        "mine.toml, experiments 1, strategies: 'entropy' is not a list of words; write [\"entropy\"]",
    ),
    "an empty list": (
        ONE.replace('["entropy"]', "[]"),
        'mine.toml, experiments 1, strategies: [] is not a list of words; write ["entropy"]',
    ),
    "no count": (
        ONE + "count = 0\n",
        "mine.toml, experiments 1, count: 0 is not a whole number from 1 to 10,000,000",
    ),
    "half a game": (
        ONE + "count = 0.5\n",
        "mine.toml, experiments 1, count: 0.5 is not a whole number from 1 to 10,000,000",
    ),
    "a seed that is true": (
        ONE + "seed = true\n",
        "mine.toml, experiments 1, seed: True is not a whole number from 0 to 9,223,372,036,854,775,807",
    ),
    "a seed that no store holds": (
        ONE + "seed = 9223372036854775808\n",
        "mine.toml, experiments 1, seed: 9223372036854775808 is not a whole number from 0 to 9,223,372,036,854,775,807",
    ),
    "unknown secrets": (
        ONE + 'secrets = "unifrom"\n',
        "mine.toml, experiments 1, secrets: secrets 'unifrom' is neither uniform, distinct, all, adversary nor "
        "a file (unifrom); did you mean uniform?",
    ),
    "secrets that are a number": (
        ONE + "secrets = 3\n",
        "mine.toml, experiments 1, secrets: 3 is not text; put it in quotes",
    ),
    "a code that is none": (
        ONE + 'secrets = "bad.txt"\n',
        "mine.toml, experiments 1, secrets: bad.txt, line 3: '1177' is not a code of 4x6: no color '7', only 1 to 6",
    ),
    "a file without codes": (
        ONE + 'secrets = "empty.txt"\n',
        "mine.toml, experiments 1, secrets: empty.txt holds no codes; write one on each line",
    ),
    "a count with a file": (
        ONE + 'secrets = "good.txt"\ncount = 3\n',
        "mine.toml, experiments 1, count: each secret of a file is played once; leave out the count",
    ),
    "distinct where colors are few": (
        ONE.replace("4x6", "4x3") + 'secrets = "distinct"\n',
        "mine.toml, experiments 1, entropy at 4x3: 4x3 has too few colors for secrets without repeats",
    ),
    "a title that is a number": ("title = 3\n" + ONE, "mine.toml, title: 3 is not text; put it in quotes"),
    "a claim without a game": (CLAIM.replace('game = "4x6"\n', ""), "mine.toml, claims 1: a claim needs a game"),
    "a claim without a value": (CLAIM.replace("value = 4.4\n", ""), "mine.toml, claims 1: a claim needs a value"),
    "a claim about another game": (
        CLAIM.replace('game = "4x6"', 'game = "4x7"'),
        "mine.toml, claims 1: no experiment plays entropy at 4x7; did you mean entropy at 4x6?",
    ),
    "a claim about another strategy": (
        CLAIM.replace('strategy = "entropy"', 'strategy = "entropy(candidates_only=True)"'),
        "mine.toml, claims 1: no experiment plays entropy(candidates_only=True) at 4x6...",
    ),
    "a claim about an unknown strategy": (
        CLAIM.replace('strategy = "entropy"', 'strategy = "entrpy"'),
        "mine.toml, claims 1, strategy: no strategy 'entrpy'; did you mean entropy? (...)",
    ),
    "a claim about an unknown game": (
        CLAIM.replace('game = "4x6"', 'game = "46"'),
        "mine.toml, claims 1, game: no game '46'; a game is pegs x colors, such as 4x6, ...",
    ),
    "a claim about other secrets": (
        CLAIM + 'secrets = "all"\n',
        "mine.toml, claims 1: no experiment plays entropy at 4x6 with all secrets; did you mean entropy at 4x6?",
    ),
    "a claim about two experiments": (
        ONE + 'secrets = "all"\n' + CLAIM,
        "mine.toml, claims 1: several experiments play entropy at 4x6; say which with secrets = 'all' or 'uniform'",
    ),
    "a claim of words": (
        CLAIM.replace("4.4", '"4.4"'),
        "mine.toml, claims 1, value: '4.4' is not a number",
    ),
    "a claim of half a game": (
        CLAIM + "games = 0.5\n",
        "mine.toml, claims 1, games: 0.5 is not a whole number from 1 to 1,000,000,000,000",
    ),
    "a claim's unknown measure": (
        CLAIM + 'measure = "guess"\n',
        "mine.toml, claims 1, measure: no 'guess'; did you mean guesses? (there are ...)",
    ),
    "no TOML": ("title = \n", "mine.toml is not TOML: Invalid value (at line 1, column 9)"),
}


@pytest.mark.parametrize("text, sentence", WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_said_with_file_key_and_nearest_name(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "bad.txt").write_text("1122\n\n1177\n")
    (tmp_path / "good.txt").write_text("1122\n")
    (tmp_path / "empty.txt").write_text("# nothing\n")
    pattern = ".*".join(map(re.escape, sentence.split("...")))
    found = error_of(tmp_path, text)
    assert re.fullmatch(pattern, found), found


def test_a_name_that_is_no_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BlackpegError, match=re.escape("no study 'clasics'; did you mean classics?")):
        load_study("clasics")
    written(tmp_path, ONE)
    with pytest.raises(BlackpegError, match=re.escape("no study 'mine'; did you mean mine.toml?")):
        load_study("mine")
    with pytest.raises(BlackpegError, match=re.escape("other.toml can't be read: No such file or directory")):
        load_study("other.toml")
    with pytest.raises(BlackpegError, match="can't be read: Is a directory"):
        load_study("./")
    (tmp_path / "latin.toml").write_bytes(b'title = "\xe9"')
    with pytest.raises(BlackpegError, match=re.escape("latin.toml is not TOML")):
        load_study("latin.toml")


def test_secrets_must_be_codes_of_every_game(tmp_path: Path) -> None:
    (path := tmp_path / "codes.txt").write_text("1234\n1166\n")
    assert read_secrets(path, ["4x6"]) == ("1234", "1166")
    with pytest.raises(BlackpegError, match=re.escape("codes.txt, line 2: '1166' is not a code of 4x6-distinct")):
        read_secrets(path, ["4x6", "4x6-distinct"])


def test_values_of_several_games_and_claims_of_other_studies(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(
        '''
minutes = 2.5
[[experiments]]
games = ["4x6", "5x8"]
strategies = ["random"]
[[claims]]
strategy = "random"
values = {4x6 = 4.60, 5x8 = 5.8}
where = """table 2,
last row"""
[[figures]]
draw = "scaling"
games = ["4x6"]
'''
    )
    other = load_study(str(tmp_path / "other.toml"))
    assert [(claim.game, claim.value, claim.digits) for claim in other.claims] == [("4x6", 4.6, 2), ("5x8", 5.8, 1)]
    assert {claim.where for claim in other.claims} == {"table 2, last row"} and other.minutes == 2.5
    assert other.figures == (Figure("scaling", "", ("4x6",)),)
    own = '[[experiments]]\ngames = ["4x6"]\nstrategies = ["random"]\nsecrets = "all"'
    mine = load_study(written(tmp_path, f'claims_of = ["other.toml"]\n{own}'))
    assert mine.claims == (replace(other.claims[0], secrets="all"),), "what is not played here is left out"


WITHIN = '[[experiments]]\ngames = ["4x6"]\nstrategies = ["random"]\n[[claims]]\nstrategy = "random"\n'


@pytest.mark.parametrize(
    "text, sentence",
    [
        ('claims_of = ["mine.toml"]', "mine.toml, claims_of: mine.toml refers back to itself"),
        (
            'claims_of = "classics"',
            "mine.toml, claims_of: 'classics' is not a list of words; write [\"classics\"]",
        ),
        ('minutes = "two"', "mine.toml, minutes: 'two' is not a number"),
        (
            WITHIN + "values = 4.5",
            "mine.toml, claims 1, values: write {4x6 = 4.34, ",
        ),
        (WITHIN + 'values = {4x6 = "four"}', "mine.toml, claims 1, 4x6, value: 'four' is not a number"),
        (WITHIN + "values = {5x8 = 5.8}", "mine.toml, claims 1: no experiment plays random at 5x8"),
        ('[[figures]]\ndrow = "scaling"', "mine.toml, figures 1: no key 'drow'; did you mean draw?"),
    ],
)
def test_what_is_wrong_in_them(tmp_path: Path, text: str, sentence: str) -> None:
    assert error_of(tmp_path, text).startswith(sentence)
