"""Sentences of the API that pages translate: the program really says each of them."""

import ast
import re
from pathlib import Path

import pytest

import blackpeg
from blackpeg import BlackpegError, Game
from blackpeg.coach.hints import hints
from blackpeg.coach.review import review
from blackpeg.errors import Impossible
from blackpeg.phrases import fit_phrase
from blackpeg.position import Position
from blackpeg.web.languages.api_sentences import SENTENCES

PATTERNS = [re.compile(re.sub(r"\\\{\w+\\\}", "(.+?)", re.escape(sentence))) for sentence in SENTENCES]
ROOT = Path(blackpeg.__file__).parent


def source_texts() -> str:
    """All texts in the sources, each on a line."""
    rooms = ("coach", "candidates", "web", "puzzles")
    files = [*ROOT.glob("*.py"), *(path for room in rooms for path in (ROOT / room).rglob("*.py"))]
    trees = [ast.parse(path.read_text()) for path in files if path.stem != "sentences"]
    nodes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    return "\n".join(node.value for node in nodes if isinstance(node.value, str))


TEXTS = source_texts()


def is_foreseen(text: str) -> bool:
    return any(pattern.fullmatch(text) for pattern in PATTERNS)


# Where sentences are put together: at values, signs, and these words
JOINTS = re.compile(r"\{\w+\}|[;:,]|\bturns?\b|\band\b|\bduel\b|\btournament\b|\b(?:all|some) candidates\b|\d+")


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_program_says_it(sentence):
    for piece in JOINTS.split(sentence):
        assert piece.strip() in TEXTS


def test_hints_are_foreseen():
    game = Game(4, 6)
    position = Position.parse("4x6 1122=1b1w 3344=0b1w")
    for guess in ("1134", "5566", "1235"):
        for hint in hints(position, game.code(guess)):
            assert is_foreseen(hint.text), hint.text
    for count in (None, 1, 2, 1296, 10**13):
        assert is_foreseen(fit_phrase(count))


def test_reasons_are_foreseen():
    game = Game(4, 6)
    report = review(game, game.code("6543"), ["1122", "3456", "1111", "6543"])
    for turn in report.turns:
        assert is_foreseen(turn.reason), turn.reason


@pytest.mark.parametrize("turns", ["1122=2b2w 3344=2b0w", "1122=0b0w 3344=0b0w 5566=0b0w", "1111=1b0w 1111=2b0w"])
def test_contradictions_are_foreseen(turns):
    with pytest.raises(Impossible) as problem:
        raise Position.parse(f"4x6 {turns}").contradiction()
    assert is_foreseen(str(problem.value)), problem.value


def test_refused_codes_are_foreseen():
    with pytest.raises(BlackpegError) as problem:
        Game.parse("4x6-distinct").code("1122")
    assert is_foreseen(str(problem.value))
