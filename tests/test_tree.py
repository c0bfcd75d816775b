"""Trees: grown or unrolled they are the same, they find every secret, and their forms can be read."""

import json
import math
import re
from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest
import reference

from blackpeg.errors import BlackpegError, HasChance, TooMany, Unsupported
from blackpeg.game import Game
from blackpeg.players import Strategy
from blackpeg.position import Move, Position
from blackpeg.solver.tree_library import read_tree
from blackpeg.strategies import strategy
from blackpeg.tree import Tree

PARTITIONS = ["minimax", "expected_size", "entropy", "most_parts", "maxmin", "maxent", "entropy(candidates_only=True)"]
PLAYERS = [*PARTITIONS, "lexicographic", "lexicographic(order='last_peg')"]
SMALL = ["1x1", "1x6", "2x3", "3x3", "4x3", "4x4-distinct", "3x5-distinct", "3x3-black", "3x4-distinct-black", "9x2"]
MIDDLE = ["4x6 1122=1b1w", "4x6 1122=0b0w 3456=2b2w", "4x6 6543=4b0w", "3x5-distinct-black 123=0b", "2x40 1,40=1b0w"]


def tree_of(name, start):
    return Tree.of(strategy(name), Position.parse(start))


def feedback_text(secret, guess, whites):
    """Feedback as it is written."""
    black, white = reference.feedback(secret, guess)
    return f"{black}b{white}w" if whites else f"{black}b"


def one_sentence(caught):
    message = str(caught.value)
    assert message and "\n" not in message and not message.endswith(".")
    return message


# Grown in compiled code or unrolled by asking at every node


@pytest.mark.parametrize("start", [*SMALL, *MIDDLE[:4]])
@pytest.mark.parametrize("name", PLAYERS)
def test_trees_are_the_guesses_of_the_strategy(name, start):
    position = Position.parse(start)
    grown, unrolled = Tree.of(strategy(name), position), Tree.unrolled(strategy(name), position)
    assert grown == unrolled
    assert str(grown) == str(unrolled)
    for mine, other in zip(vars(grown).values(), vars(unrolled).values(), strict=True):
        assert mine is position or mine.tolist() == other.tolist()


@pytest.mark.parametrize("start", [*SMALL, *MIDDLE])
@pytest.mark.parametrize("name", ["minimax", "most_parts", "maxent", "lexicographic"])
def test_following_the_tree_finds_every_secret_as_counted(name, start):
    tree = tree_of(name, start)
    histogram = tree.replay()
    assert histogram == tree.histogram
    assert sum(histogram) == tree.codes == len(Position.parse(start).candidates)
    assert sum(turn * count for turn, count in enumerate(histogram, 1)) == tree.total
    assert tree.average == tree.total / tree.codes
    assert tree.max == len(histogram)
    assert tree.game == Position.parse(start).game


@pytest.mark.parametrize(
    "name, histogram",
    [
        ("minimax", (1, 6, 62, 533, 694)),  # Knuth (1977): 5801 guesses, at most 5
        ("lexicographic", (1, 4, 25, 108, 305, 602, 196, 49, 6)),  # 7471 guesses, at most 9
    ],
)
def test_known_trees(name, histogram):
    tree = tree_of(name, "4x6")
    assert sum(histogram) == 1296
    assert tree.histogram == histogram


def test_turns_tell_which_secrets_the_tree_does_not_find():
    tree = Tree.parse("2x3\n11\n 1b0w 12\n")
    turns, known = tree.turns(np.array([[0, 0], [0, 1], [0, 2], [2, 2]], np.uint8))
    assert (turns.tolist(), known.tolist()) == ([1, 2, 0, 0], [1, 1, 0, 0])
    with pytest.raises(BlackpegError, match="the tree does not find 13"):
        tree.replay()


@pytest.mark.parametrize("start", ["4x6", "3x5-distinct-black", "4x6 1122=1b1w"])
@pytest.mark.parametrize("name", ["minimax", "lexicographic"])
def test_turns_are_those_of_the_games_played(name, start):
    tree, position = tree_of(name, start), Position.parse(start)
    secrets = position.candidates[::101]
    whites = position.game.whites
    counted = []
    for secret in secrets.tolist():
        left, guesses, known = position.candidates.tolist(), 0, None
        node = tree.json()
        while True:
            guess, guesses = position.game.code(node["guess"]).tolist(), guesses + 1
            answer = feedback_text(secret, guess, whites)
            left = [code for code in left if feedback_text(code, guess, whites) == answer]
            known = guesses if known is None and len(left) == 1 else known
            if guess == secret:
                break
            node = node["after"][answer]
        counted.append((guesses, known))
    assert list(zip(*(numbers.tolist() for numbers in tree.turns(secrets)), strict=True)) == counted


@pytest.mark.parametrize("name", ["entropy", "lexicographic"])
def test_whoever_watches_sees_every_candidate_counted(name):
    done = np.zeros(1, np.int64)
    Tree.of(strategy(name), Game(3, 4), done)
    assert done[0] == 64


@pytest.mark.parametrize(
    ("game", "name", "first", "total", "most"),  # of another program, Magruder's (solver/published.tsv)
    [
        ("3x4", "most_parts", "112", 206, 4),
        ("4x5", "minimax", "1123", 2521, 5),
        ("6x3", "entropy", "111223", 2667, 5),
        ("7x3", "most_parts", "1111223", 8794, 6),
        ("4x8", "most_parts", "1234", 20838, 7),
    ],
)
def test_trees_that_begin_with_a_given_guess(game, name, first, total, most):
    rules = Game.parse(game)
    tree = Tree.beginning_with(rules.code(first), strategy(name), rules)
    assert rules.show(tree.guesses[0]) == first
    assert tree.replay() == tree.histogram
    assert (tree.total, tree.max) == (total, most)
    assert Tree.parse(str(tree)) == tree


@pytest.mark.parametrize("start", ["4x6", "3x5-distinct-black"])
def test_beginning_with_its_own_guess_changes_nothing(start):
    tree = tree_of("minimax", start)
    assert Tree.beginning_with(tree.guesses[0], strategy("minimax"), tree.game) == tree


# What has no tree


@pytest.mark.parametrize(
    "name",
    ["random", "next_higher", "plus", "plus2", "plus3", "lexicographic(order='random')", "eda2010", "merelo2013"],
)
def test_chance_has_no_tree(name):
    with pytest.raises(HasChance) as caught:
        Tree.of(strategy(name), Game(3, 4))
    assert "random numbers" in one_sentence(caught)


@dataclass(frozen=True)
class Stubborn(Strategy):
    """Always the same guess."""

    def guess(self, position, rng):
        return np.zeros(position.game.pegs, np.uint8)


def test_who_never_finishes_has_no_tree():
    with pytest.raises(BlackpegError) as caught:
        Tree.of(Stubborn(), Game(2, 2))
    assert "1000 guesses" in one_sentence(caught)


@dataclass(frozen=True)
class Remembering(Strategy):
    """The first candidate, counting in its memory how often it guessed."""

    def guess(self, position, rng):
        count = position.memory.get("count", 0)
        assert count == len(position.history)
        return Move(position.candidates[0], memory={"count": count + 1})


def test_memory_goes_down_every_branch():
    assert Tree.of(Remembering(), Game(3, 3)) == tree_of("lexicographic", "3x3")


@pytest.mark.parametrize("name", PARTITIONS)
def test_games_too_large_for_the_strategy_are_refused(name):
    with pytest.raises(Unsupported) as caught:
        Tree.of(strategy(name), Game(8, 12))
    message = one_sentence(caught)
    assert "8x12" in message and "429,981,696" in message


def test_games_too_large_to_list_have_no_tree():
    with pytest.raises(TooMany) as caught:
        Tree.of(strategy("lexicographic"), Game(8, 12))
    message = one_sentence(caught)
    assert "8x12" in message and "429,981,696" in message


# The text form


def test_text_form():
    tree = tree_of("lexicographic", "2x2")
    assert str(tree) == "2x2\n11\n 0b0w 22\n 1b0w 12\n  0b2w 21\n"


@pytest.mark.parametrize("start", [*SMALL, *MIDDLE, "2x40", "2x40-black", "1x64"])
@pytest.mark.parametrize("name", ["most_parts", "lexicographic"])
def test_text_reads_back(name, start):
    tree = tree_of(name, start)
    again = Tree.parse(str(tree))
    assert again == tree
    assert str(again) == str(tree)
    assert again.start == Position.parse(start)
    assert again.histogram == tree.histogram == again.replay()
    for field in ("guesses", "parents", "answers", "wins"):
        assert getattr(again, field).tolist() == getattr(tree, field).tolist()
        assert getattr(again, field).dtype == getattr(tree, field).dtype


@pytest.mark.parametrize("start", ["4x6", "4x6 1122=1b1w", "2x40", "4x6-distinct-black"])
def test_guesses_that_can_not_be_the_secret_are_marked(start):
    tree = tree_of("most_parts", start)
    lines = str(tree).splitlines()
    assert lines[0] == start
    assert all(re.fullmatch(r"( *\d+b(\d+w)? )?[1-9,]+[0-9,]*\??", line) for line in lines[1:])
    marked = [line.endswith("?") for line in lines[1:]]
    assert any(marked) and sum(not mark for mark in marked) == len(Position.parse(start).candidates)


def test_trees_differ_where_a_guess_or_a_mark_differs():
    texts = ["2x2\n11\n 1b0w 12\n", "2x2\n11\n 1b0w 21\n", "2x2\n11\n 1b0w 12?\n", "2x3\n11\n 1b0w 12\n", "2x2\n11\n"]
    trees = [Tree.parse(text) for text in texts]
    for k, tree in enumerate(trees):
        assert [tree == other for other in trees] == [k == i for i in range(len(trees))]
    assert trees[0] != texts[0]


@pytest.mark.parametrize(
    "text, line, words",
    [
        ("2x3\n11 22\n", 2, "11 22"),
        ("2x3\n 11\n", 2, "11"),
        ("2x3\n\n11\n", 2, ""),
        ("2x3\n19\n", 2, "'9'"),
        ("2x3\n112\n", 2, "3 pegs"),
        ("2x3\n11\n22\n", 3, "22"),
        ("2x3\n11\n 22\n", 3, "22"),
        ("2x3\n11\n1b0w 22\n", 3, "1b0w 22"),
        ("2x3\n11\n  1b0w 22\n", 3, "1b0w 22"),
        ("2x3\n11\n 1b0w 22 33\n", 3, "1b0w 22 33"),
        ("2x3\n11\n 1b0w 12\n   0b1w 21\n", 4, "0b1w 21"),
        ("2x3\n11\n 1b0w 12\n\n", 4, ""),
        ("2x3\n11\n 1b0w 14\n", 3, "'4'"),
        ("2x3\n11\n 1b0w 122\n", 3, "3 pegs"),
        ("2x3\n11\n 1b0w ?\n", 3, "0 pegs"),
        ("2x3\n11\n 3b0w 12\n", 3, "3b0w"),
        ("2x3\n11\n 1b1w 12\n", 3, "1b1w"),
        ("2x3\n11\n nonsense 12\n", 3, "nonsense"),
        ("2x3-distinct\n12\n 0b1w 33\n", 3, "repeats a color"),
    ],
)
def test_bad_texts_are_told_by_line(text, line, words):
    with pytest.raises(BlackpegError) as caught:
        Tree.parse(text)
    message = one_sentence(caught)
    assert f"line {line}" in message and words in message


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "no game"),
        ("\n", "no game"),
        ("tree\n11\n", "'tree'"),
        ("2x3 11\n12\n", "'11'"),
        ("2x3 11=9b\n12\n", "'9b'"),
        ("2x3\n", "no guess"),
        ("2x3 11=1b0w", "no guess"),
    ],
)
def test_texts_without_a_start_or_a_guess(text, words):
    with pytest.raises(BlackpegError) as caught:
        Tree.parse(text)
    assert words in one_sentence(caught)


def test_a_file_that_is_no_tree_is_not_quoted(tmp_path):
    file = tmp_path / "file"
    file.write_text("word" * 1000)
    with pytest.raises(BlackpegError) as caught:
        read_tree(str(file))
    assert one_sentence(caught) == f"{file} is no tree: its first line is no game, such as 4x6"


def test_a_line_of_a_tree_is_not_quoted_at_length(tmp_path):
    file = tmp_path / "file"
    file.write_text("4x6\n" + "word " * 1000)
    with pytest.raises(BlackpegError) as caught:
        read_tree(str(file))
    message = one_sentence(caught)
    assert message.startswith(f"{file} is no tree: line 2 of the tree is 'word word") and message.endswith("…")
    assert len(message) < len(str(file)) + 120


# JSON, DOT and how it shows


@pytest.mark.parametrize("start", ["3x4", "4x4-distinct", "3x3-black", "4x6 1122=1b1w", "2x40 1,40=0b0w"])
@pytest.mark.parametrize("name", ["entropy", "lexicographic"])
def test_json_leads_to_every_secret(name, start):
    tree = tree_of(name, start)
    position = tree.start
    form, histogram = tree.json(), Counter()
    assert form["position"] == start
    for secret in position.candidates.tolist():
        node, turn = form, 1
        while (guess := position.game.code(node["guess"]).tolist()) != secret:
            node, turn = node["after"][feedback_text(secret, guess, position.game.whites)], turn + 1
        assert node["candidate"] is True
        histogram[turn] += 1
    assert tuple(histogram[turn] for turn in range(1, max(histogram) + 1)) == tree.histogram

    def count(node):
        return 1 + sum(map(count, node["after"].values()))

    assert count(form) == len(str(tree).splitlines()) - 1


@pytest.mark.parametrize("start", ["3x4", "3x3-black", "4x6 1122=1b1w", "2x40 1,40=0b0w"])
def test_dot_has_a_node_and_an_edge_for_every_line(start):
    tree = tree_of("most_parts", start)
    first, style, *lines, last = tree.dot()
    assert (first, last) == (f'digraph "{start}" {{', "}")
    assert style.strip().startswith("node [")
    nodes, edges = {}, {}
    for line in lines:
        if node := re.fullmatch(r'  (n\d+) \[label="([0-9a-z,]+)"(, style=dashed)?\];', line):
            assert node[1] not in nodes
            nodes[node[1]] = node[2] + ("?" if node[3] else "")
        else:
            edge = re.fullmatch(r'  (n\d+) -> (n\d+) \[label="(\d+b(\d+w)?)"\];', line)
            assert edge and edge[1] in nodes and edge[2] in nodes and edge[2] not in edges
            edges[edge[2]] = edge[1], edge[3]
    assert set(nodes) - set(edges) == {"n0"}

    def depth(node):
        return 0 if node == "n0" else depth(edges[node][0]) + 1

    text = [start, *(" " * depth(n) + (f"{edges[n][1]} " if n in edges else "") + nodes[n] for n in nodes)]
    assert "\n".join(text) + "\n" == str(tree)


def test_trees_show_what_they_cost():
    tree = tree_of("minimax", "4x6")
    assert repr(tree) == "<Tree of 4x6: 5801 guesses for 1296 codes, at most 5>"
    assert "4.4761" in tree._repr_html_()  # 5801 / 1296
    assert math.isclose(tree.average, 5801 / 1296)


@pytest.mark.parametrize("start", [*SMALL, *MIDDLE, "2x40-black", "1x64"])
def test_json_reads_back(start):
    tree = tree_of("most_parts", start)
    again = Tree.from_json(json.loads(json.dumps(tree.json())))
    assert again == tree
    for field in ("guesses", "parents", "answers", "wins"):
        assert getattr(again, field).tolist() == getattr(tree, field).tolist()
        assert getattr(again, field).dtype == getattr(tree, field).dtype
