"""Numbers that must never change: tests/known.txt, and averages that papers print."""

import re
from pathlib import Path
from statistics import mean, stdev

import numpy as np
import pytest
import reference

from blackpeg import Adversary, Game, Honest, Tree, play, strategy

LINE = re.compile(r"(\S+)\s+(\w+(?:\(.*?\))?)\s+([\d ]+|-)\s*=\s*(\d+)\s+(\d+|-)\s+(.*)")
LINES = [LINE.fullmatch(line) for line in Path(__file__).with_name("known.txt").read_text().splitlines()
         if line and not line.startswith("#")]  # fmt: skip


def test_every_line_is_read():
    assert all(LINES)
    assert len({(line[1], line[2]) for line in LINES if line}) == len(LINES)


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line[1]}-{line[2]}")
def test_known(line):
    game, name, histogram, total, most = line[1], line[2], line[3].strip(), int(line[4]), line[5]
    tree = Tree.of(strategy(name), Game.parse(game))
    assert tree.total == total
    assert tree.replay() == tree.histogram
    if histogram != "-":
        assert tree.histogram == tuple(map(int, histogram.split()))
    if most != "-":
        assert tree.max == int(most)


ONE_STEP = {"maxmin": "minimax", "maxent": "entropy"}  # other names of rules, which guess candidates only


@pytest.mark.parametrize(
    "line",
    [line for line in LINES if line and "reference" in line[6] and "once" not in line[6]],
    ids=lambda line: f"{line[1]}-{line[2]}",
)
def test_the_definition_gives_the_same(line):
    """Lines whose source is the reference are recomputed by it, without the package."""
    (pegs, colors), name = map(int, re.findall(r"\d+", line[1])), line[2].partition("(")[0]
    codes, whites = reference.all_codes(pegs, colors), "black" not in line[1]
    first = re.search(r"first='(\d+)'", line[2])
    rule = reference.first_in_order
    if name != "lexicographic":
        only = name in ONE_STEP or "candidates_only=True" in line[2]
        rule = reference.one_step_rule(ONE_STEP.get(name, name), codes, only, whites)
    histogram = reference.histogram(codes, rule, tuple(int(c) - 1 for c in first[1]) if first else None, whites)
    assert sum(guess * secrets for guess, secrets in enumerate(histogram, 1)) == int(line[4])
    assert line[3].strip() in ("-", " ".join(map(str, histogram)))
    assert line[5] in ("-", str(len(histogram)))


@pytest.mark.parametrize(("name", "until_known", "deviation"), [("maxmin", 3.864, 0.567), ("maxent", 3.829, 0.587)])
def test_counted_until_known_as_bestavros_and_belal_count(name, until_known, deviation):
    game = Game(4, 6)
    known = [play(game, strategy(name), Honest(secret)).known for secret in game.codes]
    assert mean(known) == pytest.approx(until_known, abs=0.0005)
    assert stdev(known) == pytest.approx(deviation, abs=0.0006)


@pytest.mark.parametrize(
    ("name", "guesses", "known"), [("maxmin", 5, 4), ("maxent", 6, 5), ("most_parts", 6, 5), ("expected_size", 5, 4)]
)
def test_dynamic_game(name, guesses, known):
    end = play(Game(4, 6), strategy(name), Adversary())
    assert (end.solved, end.guesses, end.known) == (True, guesses, known)


@pytest.mark.parametrize(
    ("name", "published", "error"),
    [
        ("random", 4.638, 0.005),  # Swaszek; our own 4.643 ± 0.002 over many games
        ("random(first='1122')", 4.636, 0.005),  # our own, over many games
        ("random(first='1234')", 4.6705, 0.005),  # Rosu prints 4.66
        ("next_higher", 4.758, 0.001),  # Swaszek, and exactly 4.75847 over all starts
        ("plus", 4.404, 0.007),  # Merelo et al., ten games a secret
        ("plus2", 4.410, 0.007),
    ],
)
def test_averages_with_chance(name, published, error):
    """Three games a secret; within three standard errors of theirs and ours together."""
    game, player = Game(4, 6), strategy(name)
    secrets = [secret for _ in range(3) for secret in game.codes]
    guesses = np.array([play(game, player, Honest(secret), seed).guesses for seed, secret in enumerate(secrets)])
    spread = np.hypot(guesses.std(ddof=1) / np.sqrt(len(guesses)), error)
    assert abs(guesses.mean() - published) < 3 * spread
