"""The trees that come with Blackpeg, and trees in files."""

import lzma
import os
from functools import lru_cache
from time import sleep

import pytest

from blackpeg import BlackpegError, Game, Honest, Tree, play, strategy
from blackpeg.solver import tree_library
from blackpeg.solver.optimal_search import optimal
from blackpeg.solver.tree_library import tree_names
from blackpeg.solver.tree_recipes import TREE_RECIPES

BEST_PUBLISHED = {
    "3x5": 455,  # supermastermind.com
    "5x8": 179274,  # supermastermind.com
    "4x9": 34775,  # this and the next four: Maestro-Montojo, Salcedo-Sanz & Merelo (2014), in a draft of their paper
    "5x7": 86049,
    "6x5": 74211,
    "7x4": 76181,
    "8x3": 28565,
    "5x6": 37104,  # Magruder (tests/known.txt), by entropy from 11223
    "6x6": 242617,  # entropy, tests/known.txt
}


def test_every_tree_has_a_recipe():
    assert tree_names() == sorted(TREE_RECIPES)


def test_no_tree_is_kept_twice_and_all_are_small():
    files = list(tree_library.LIBRARY.glob(f"*{tree_library.SUFFIX}"))
    assert len({lzma.decompress(file.read_bytes()) for file in files}) == len(files)
    assert sum(file.stat().st_size for file in files) < 4_000_000


@pytest.mark.parametrize("name", tree_names())
def test_trees_of_the_library_break_every_secret(name):
    objective = "worst" if name.endswith("-worst") else "average"
    game = Game.parse(name.removesuffix("-worst"))
    tree = Tree.of(strategy(f"optimal(objective='{objective}')"), game)
    assert tree.replay() == tree.histogram
    assert sum(tree.histogram) == game.size


@pytest.mark.parametrize("text", BEST_PUBLISHED)
def test_trees_of_the_library_are_better_than_the_best_published(text):
    assert Tree.of(strategy("optimal"), Game.parse(text)).total < BEST_PUBLISHED[text]


def test_a_tree_of_ones_own(tmp_path):
    game = Game(3, 4)
    file = tmp_path / "tree.txt"
    file.write_text(str(optimal(game).tree))
    own = strategy(f"optimal(tree='{file}')")
    assert Tree.of(own, game).total == 206
    assert "of 3x4, not of 4x6" in own.supports(Game(4, 6))
    text = file.read_text()
    for bad in (text[: len(text) // 2], text[: len(text) // 2].rsplit("\n", 1)[0] + "\n", "", "x"):
        broken = tmp_path / f"{len(bad)}.txt"
        broken.write_text(bad)
        assert str(broken) in strategy(f"optimal(tree='{broken}')").supports(game)
    assert "can't be read" in strategy("optimal(tree='/nowhere')").supports(game)


def test_files_that_are_no_trees_get_one_sentence_and_are_not_read_to_their_end(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")  # whoever opens it waits for good
    with lzma.open("zeros.txt.xz", "wb", preset=0) as bomb:
        bomb.write(bytes(2 * 10**7))
    with lzma.open("long.txt.xz", "wb", preset=0) as bomb:
        bomb.write(b"3x4\n112\n" + bytes(2 * 10**7))
    monkeypatch.setattr(tree_library, "MAX_TREE_BYTES", 10**7)
    (tmp_path / "cut.txt.xz").write_bytes((tmp_path / "long.txt.xz").read_bytes()[:100])
    (tmp_path / "plain.txt.xz").write_text("3x4\n112\n")
    (tmp_path / "other.txt").write_text("the words of another file\n")
    (tmp_path / "bytes.txt").write_bytes(b"3x4\n\xff\n")
    for path, sentence in {
        "pipe": "pipe is no tree: it is not a regular file",
        "/dev/zero": "/dev/zero is no tree: it is not a regular file",
        ".": ". is no tree: it is not a regular file",
        "zeros.txt.xz": "zeros.txt.xz is no tree: its first line is no game, such as 4x6",
        "long.txt.xz": "long.txt.xz is no tree: it is longer than 10,000,000 bytes, the most that is read",
        "cut.txt.xz": "cut.txt.xz is no tree: Compressed file ended",
        "plain.txt.xz": "plain.txt.xz is no tree: Input format not supported",
        "other.txt": "other.txt is no tree: its first line is no game, such as 4x6",
        "bytes.txt": "bytes.txt is no tree: 'utf-8' codec can't decode",
        r"a\x00b": r"'a\x00b' can't be read: no file has such a name",
        r"a\ud800": r"'a\ud800' can't be read: no file has such a name",
        r"a\udcff": r"'a\udcff' can't be read: No such file or directory",
    }.items():
        said = strategy(f"optimal(tree='{path}')").supports(Game(3, 4))
        assert said.startswith(sentence)
        assert "words" not in said and "\n" not in said


def test_trees_that_are_not_there():
    assert "'blackpeg optimal 5x9 --width 1,8 -o FILE'" in strategy("optimal").supports(Game(5, 9))
    assert "'blackpeg optimal 3x9 -o FILE'" in strategy("optimal").supports(Game(3, 9))
    assert "blackpeg" not in strategy("optimal").supports(Game(9, 9))  # nor is there a search
    with pytest.raises(BlackpegError, match="no objective 'best'"):
        strategy("optimal(objective='best')")


def test_a_search_finds_the_tree_of_the_library_again():
    assert str(optimal(Game(4, 6)).tree) == str(Tree.of(strategy("optimal"), Game(4, 6)))


def test_loading_a_tree_is_left_out_of_playing_times(monkeypatch):
    read = tree_library.read_tree.__wrapped__

    def slow(path):
        sleep(1.0)
        return read(path)

    monkeypatch.setattr(tree_library, "read_tree", lru_cache(slow))
    tree_library._tree_and_children.cache_clear()
    game = Game(4, 6)
    end = play(game, strategy("optimal"), Honest(game.code("6543")))
    assert tree_library.read_tree.cache_info().misses == 1
    assert end.seconds < 1.0
