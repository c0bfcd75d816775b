"""Studies in TOML: what a file can say, and one sentence for each thing that can be wrong with it."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from blackpeg.errors import BlackpegError
from blackpeg.lab import Claim, Experiment, study_toml
from blackpeg.lab.experiment import Series
from blackpeg.lab.study import MEASURES, Figure, Readings, Sentence
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
    assert set(study.measures) == set(MEASURES) - {"queries", "new codes"}


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


SWEEP = ONE.replace("entropy", "lookahead(steps=[1, 2, 3])")


SENTENCE = '[[sentences]]\nwhere = "here"\nsays = "two steps are better"\nbetter = "lookahead"\n'


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
        "(there are game, strategy, value, measure, deviation, games, where, doubt, secrets, source)",
    ),
    "an unknown strategy": (
        ONE + ONE.replace("entropy", "entrpy"),
        "mine.toml, experiments 2, strategies: no strategy 'entrpy'; did you mean entropy? (...)",
    ),
    "an unknown parameter": (
        ONE.replace('"entropy"', "\"random(frst='1122')\""),
        "mine.toml, experiments 1, strategies: random has no parameter 'frst'; did you mean first? (...)",
    ),
    "an unknown game": (
        ONE.replace("4x6", "4x6-blak"),
        "mine.toml, experiments 1, games: no game '4x6-blak': '-blak' is unknown; did you mean black? (...)",
    ),
    "an unknown measure": (
        'measures = ["gueses"]\n' + ONE,
        "mine.toml, measures: no 'gueses'; did you mean guesses? "
        "(there are guesses, known, queries, generations, evaluations, new codes, feedbacks, seconds)",
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
        "mine.toml, experiments 1, secrets: bad.txt, line 3 is not a code of 4x6 (4 pegs, colors 1 to 6)",
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
    "a claim's unknown source": (
        CLAIM + 'source = "fited"\n',
        "mine.toml, claims 1, source: no 'fited'; did you mean fitted? "
        "(there are read, cited, unsourced, fitted, moved, hypothesis)",
    ),
    "a figure that there is not": (
        ONE + '[[figures]]\ndraw = "distribution"\n',
        "mine.toml, figures 1, draw: no 'distribution'; did you mean distributions? (there are costs, ...)",
    ),
    "a key of another figure": (
        ONE + '[[figures]]\ndraw = "distributions"\ngames = ["4x6"]\nparameter = "population"\n',
        "mine.toml, figures 1: no key 'parameter' (there are draw, caption, games)",
    ),
    "a figure without its game": (
        ONE + '[[figures]]\ndraw = "distributions"\n',
        "mine.toml, figures 1, games: there are 0; 'distributions' shows 1",
    ),
    "a figure of a game that is not played": (
        ONE + '[[figures]]\ndraw = "distributions"\ngames = ["4x7"]\n',
        "mine.toml, figures 1, games: no experiment plays 4x7; did you mean 4x6?",
    ),
    "a figure of a strategy that is not played": (
        ONE + '[[figures]]\ndraw = "parameter"\nparameter = "x"\ngames = ["4x6"]\nstrategies = ["random"]\n',
        "mine.toml, figures 1, strategies: no experiment plays random",
    ),
    "a figure of a strategy that there is not": (
        ONE + '[[figures]]\ndraw = "fitness"\ngames = ["4x6"]\nstrategies = ["merelo206"]\n',
        "mine.toml, figures 1, strategies: no strategy 'merelo206'; did you mean merelo2006? (...)",
    ),
    "a figure of evolution of what does not evolve": (
        ONE + '[[figures]]\ndraw = "fitness"\ngames = ["4x6"]\nstrategies = ["entropy"]\n',
        "mine.toml, figures 1, strategies: entropy is not a player that evolves, as 'fitness' needs",
    ),
    "a parameter that a strategy does not have": (
        SWEEP + '[[figures]]\ndraw = "parameter"\nparameter = "step"\ngames = ["4x6"]\nstrategies = ["lookahead"]\n',
        "mine.toml, figures 1, parameter of lookahead: no 'step'; did you mean steps? (there are steps, ...)",
    ),
    "a line without a slope": (
        SWEEP + '[[figures]]\ndraw = "scaling"\nline = {start = 3}\n',
        "mine.toml, figures 1, line: {'start': 3} is no line; write {slope = 1.5, start = 2, origin = 6}",
    ),
    "a sentence that nothing checks": (
        ONE + '[[sentences]]\nwhere = "here"\nsays = "it is so"\n',
        'mine.toml, sentences 1: a sentence needs either better = "..." and than = [...], or check = "..."',
    ),
    "a sentence that says nothing": (
        ONE + '[[sentences]]\nwhere = "here"\nbetter = "entropy"\nthan = ["random"]\n',
        'mine.toml, sentences 1: a sentence needs says = "..."',
    ),
    "a check that there is not": (
        ONE + '[[sentences]]\nwhere = "here"\nsays = "it is so"\ncheck = "genmm_linera"\n',
        "mine.toml, sentences 1, check: no 'genmm_linera'; did you mean genmm_linear? (there are ...)",
    ),
    "a sentence about what is not played": (
        SWEEP + SENTENCE + 'than = ["lookahead(steps=4)"]\n',
        "mine.toml, sentences 1, than: no experiment plays lookahead(steps=4); did you mean lookahead(steps=3)?",
    ),
    "a sentence about other secrets": (
        SWEEP + ONE + "seed = 1\n" + SENTENCE + 'than = ["entropy"]\n',
        "mine.toml, sentences 1: lookahead and entropy do not meet the same secrets at any game",
    ),
    "a sentence with a wrong key": (
        SWEEP + SENTENCE + 'then = ["entropy"]\n',
        "mine.toml, sentences 1: no key 'then'; did you mean than? (there are where, says, ...)",
    ),
    "too many strategies in one text": (
        ONE.replace("entropy", f"lookahead(width={list(range(1, 1002))})"),
        "mine.toml, experiments 1, strategies: 'lookahead(...)' stands for 1,001 strategies; ...",
    ),
    "a wrong value in a list": (
        ONE.replace("entropy", "lookahead(steps=[1, 0.5])"),
        "mine.toml, experiments 1, strategies: lookahead(steps=0.5): steps is a whole number",
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
    with pytest.raises(BlackpegError, match=re.escape("other.toml can't be read: No such file or directory")):
        load_study("other.toml")
    with pytest.raises(BlackpegError, match="can't be read: Is a directory"):
        load_study("./")
    (tmp_path / "latin.toml").write_bytes(b'title = "\xe9"')
    with pytest.raises(BlackpegError, match=re.escape("latin.toml is not text in UTF-8")):
        load_study("latin.toml")


def test_secrets_must_be_codes_of_every_game(tmp_path: Path) -> None:
    (path := tmp_path / "codes.txt").write_text("1234\n1166\n")
    assert read_secrets(path, ["4x6"]) == ("1234", "1166")
    with pytest.raises(BlackpegError, match=r"codes.txt, line 2 is not a code of 4x6-distinct \(.*, no color twice"):
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
draw = "distributions"
games = ["4X6"]
'''
    )
    other = load_study(str(tmp_path / "other.toml"))
    assert [(claim.game, claim.value, claim.digits) for claim in other.claims] == [("4x6", 4.6, 2), ("5x8", 5.8, 1)]
    assert {claim.where for claim in other.claims} == {"table 2, last row"} and other.minutes == 2.5
    assert other.figures == (Figure("distributions", "", ("4x6",)),)
    own = '[[experiments]]\ngames = ["4x6"]\nstrategies = ["random"]\nsecrets = "all"'
    mine = load_study(written(tmp_path, f'claims_of = ["other.toml"]\n{own}'))
    assert mine.claims == (replace(other.claims[0], secrets="all"),), "what is not played here is left out"


def test_a_parameter_may_be_a_list_in_experiments_figures_and_sentences(tmp_path: Path) -> None:
    names = ("lookahead(steps=1)", "lookahead", "lookahead(steps=3)")
    figure = '[[figures]]\ndraw = "parameter"\nparameter = "steps"\ngames = ["4x6"]\n'
    figure += 'strategies = ["lookahead(steps=[3, 1])"]\nmeasures = ["known"]\n'
    study = load_study(written(tmp_path, SWEEP + figure + SENTENCE + 'than = ["lookahead(steps=[1, 3])"]\n'))
    assert study.experiments == (Experiment(("4x6",), names),), "each is written as the store writes it"
    (drawn,), (said,) = study.figures, study.sentences
    assert (drawn.strategies, drawn.parameter, drawn.measures) == (names[::-2], "steps", ("known",))
    assert said == Sentence("here", "two steps are better", "lookahead", (names[0], names[2]))


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


def test_a_file_is_found_by_its_name_and_a_built_in_study_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, ONE)
    (tmp_path / "classics.toml").write_text(ONE)
    assert (load_study("mine").name, load_study("mine").file) == ("mine", "mine.toml")
    assert load_study("mine.toml").file == "mine.toml"
    assert load_study("classics").file == "" and load_study("classics").title != "classics"
    assert load_study("classics.toml").title == "classics"


@pytest.mark.parametrize(
    "text, sentence",
    [
        ("x = " + "[" * 5000 + "]" * 5000, "mine.toml is nested too deeply"),
        ("seed = " + "9" * 5000, "mine.toml has a number of more than 4,300 digits"),
        ("minutes = 0x" + "f" * 5000 + "\n" + ONE, "mine.toml, minutes: a number of more than 1000 bits"),
        (ONE + "seed = 0x" + "f" * 5000, "mine.toml, seed: a number of more than 1000 bits"),
        ('claims_of = ["mine"]\n' + ONE, "mine.toml, claims_of: mine.toml refers back to itself"),
        (
            'claims_of = ["there/../mine.toml"]\n' + ONE,
            "mine.toml, claims_of: there/../mine.toml refers back to itself",
        ),
        (ONE + 'secrets = "a\\u0000b"', "mine.toml, experiments 1, secrets: secrets 'a\0b' is neither "),
        (ONE + f'secrets = "{"a" * 5000}"', "mine.toml, experiments 1, secrets: secrets 'aaa"),
        (ONE + 'secrets = "there"', "mine.toml, experiments 1, secrets: there can't be read: Is a directory"),
    ],
    ids=[
        "nested",
        "decimal",
        "hexadecimal",
        "hexadecimal seed",
        "itself",
        "itself by a detour",
        "NUL",
        "long",
        "folder",
    ],
)
def test_what_python_would_not_read_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "there").mkdir()
    assert error_of(tmp_path, text).startswith(sentence)


def test_a_file_that_is_no_list_of_codes_is_refused_and_never_shown(tmp_path: Path) -> None:
    (private := tmp_path / "shadow").write_text("root:$6$hidden:19000:0:99999:7:::\n")
    (binary := tmp_path / "binary").write_bytes(bytes(range(256)) * 10)
    os.mkfifo(pipe := tmp_path / "pipe")
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(study_toml.MAX_SECRETS_BYTES + 1)
    for path, sentence in [
        (private, "shadow, line 1 is not a code of 4x6 (4 pegs, colors 1 to 6)"),
        (binary, "binary is not text in UTF-8"),
        (pipe, "pipe can't be read: it is not a regular file"),
        (Path("/dev/zero"), "zero can't be read: it is not a regular file"),
        (large, "large can't be read: it has more than 200,000,000 bytes"),
    ]:
        with pytest.raises(BlackpegError) as caught:
            read_secrets(path, ["4x6"])
        assert str(caught.value).endswith(sentence)
        assert "hidden" not in str(caught.value)
    for path in (pipe, Path("/dev/zero")):
        with pytest.raises(BlackpegError, match="it is not a regular file"):
            load_study(f"{path.parent}/{path.name}")


READINGS = """
[[experiments]]
games = ["4x6", "5x8"]
strategies = ["random", "merelo2006(population=[5, 6])"]

[[experiments]]
games = ["4x6"]
strategies = ["entropy"]
secrets = "distinct"

[[readings]]
title = "Which first guess?"
games = ["4x6"]
strategies = ["merelo2006(population=[5, 6])"]
"""


def test_readings_are_read_with_what_is_printed_in_its_digits(tmp_path):
    more = 'about = "Not\\n said."\nprinted = {4X6 = 4.10}\nprinted_count = 500\n'
    text = f'{READINGS}{more}secrets = ["uniform"]\nmeasure = "solved"\n'
    (found,) = load_study(written(tmp_path, text)).readings
    names = ("merelo2006(population=5)", "merelo2006(population=6)")
    assert found == Readings(
        "Which first guess?", ("4x6",), names, "Not said.", ("uniform",), "solved", (("4x6", Decimal("4.10")),), 500
    )
    assert str(found.printed[0][1]) == "4.10"


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ('title = "Which', 'titel = "Which', "readings 1: no key 'titel'; did you mean title? (there are title, games"),
        ('title = "Which first guess?"', "", 'readings 1: a table of readings needs title = "..."'),
        ('["4x6"]\nstrategies = ["merelo2006(', '["7x6"]\nstrategies = ["merelo2006(',
         "readings 1, games: no experiment plays 7x6; did you mean 4x6?"),
        ("population=[5, 6])\"]\n@", 'population=7)"]\n@',
         "readings 1, strategies: no experiment plays merelo2006(population=7); did you mean merelo2006(population"),
        ("@", 'secrets = ["distinct"]',
         "readings 1: no experiment plays merelo2006(population=5) at 4x6 with distinct secrets"),
        ("@", 'secrets = ["distnct"]', "readings 1, secrets: no 'distnct'; did you mean distinct? (there are "),
        ("@", 'measure = "gueses"', "readings 1, measure: no 'gueses'; did you mean guesses? (there are "),
        ("@", "printed = {5x8 = 5.9}", "readings 1, printed: no '5x8' (there are 4x6)"),
        ("@", "printed = {4x6 = '4.1'}", "readings 1, printed, 4x6: '4.1' is not a number"),
        ("@", "printed = 4.1", "readings 1, printed: 4.1 is no table; write {4x6 = 4.34, 5x8 = 5.44}"),
        ("@", "printed_count = 0", "readings 1, printed_count: 0 is not a whole number from 1"),
        ('"distinct"\n', '"distinct"\n[[experiments]]\ngames = ["4x6"]\nsecrets = "distinct"\n'
         'strategies = ["merelo2006(population=5)"]\n',
         "readings 1: several experiments play merelo2006(population=5) at 4x6; "
         "say which with secrets = ['uniform', 'distinct']"),
    ],
)  # fmt: skip
def test_one_sentence_for_each_thing_that_can_be_wrong_with_readings(tmp_path, old, new, error):
    text = READINGS + "@\n"
    assert old in text
    assert error in error_of(tmp_path, text.replace(old, new).replace("@", ""))
