"""The best strategies, against a search that tries everything and against published optima."""

import pytest
from reference import all_codes, best_strategy

from blackpeg import BlackpegError, Game
from blackpeg.solver.optimal_search import optimal, tree_within


def best_by_definition(game, max_turns):
    codes = all_codes(game.pegs, game.colors, game.repeats)
    return best_strategy(codes, codes, max_turns, game.whites)


@pytest.mark.parametrize(
    "text", ["1x1", "1x4", "2x2", "2x3", "2x4", "3x2", "3x3", "2x4-black", "3x4-distinct", "3x3-black"]
)
def test_it_is_as_good_as_trying_everything(text):
    game = Game.parse(text)
    found = optimal(game)
    assert found.proved
    assert (found.tree.total, found.tree.max) == best_by_definition(game, 8)
    assert found.tree.replay() == found.tree.histogram
    worst = optimal(game, "worst").tree
    assert (worst.total, worst.max) == next(filter(None, (best_by_definition(game, turns) for turns in range(1, 20))))


OPTIMA = [  # tests/known.txt names the sources
    ("4x6", {}, 5625, 6),
    ("4x6", {"max_turns": 5}, 5626, 5),
    ("4x6", {"objective": "worst"}, 5626, 5),
    ("4x6-distinct", {}, 1446, 5),
    ("4x7-distinct", {}, 3639, 6),
    ("4x7", {}, 11228, 6),
    ("4x7", {"objective": "worst"}, 11228, 6),
    ("4x10-distinct", {}, 26274, 7),
]


@pytest.mark.parametrize(("text", "options", "total", "longest"), OPTIMA)
def test_published_optima_are_found_again(text, options, total, longest):
    found = optimal(Game.parse(text), **options)
    assert (found.tree.total, found.tree.max, found.proved) == (total, longest, True)
    assert found.tree.replay() == found.tree.histogram


LAST_TURNS = {"3x4": (4, 21), "4x6": (5, 539), "4x10-distinct": (7, 50)}  # turns, and codes that take the last one


@pytest.mark.parametrize("text", LAST_TURNS)
def test_the_fewest_codes_for_the_last_turn(text):
    """3x4 by definition (tests/kernels/test_last_turn.py); the others are published."""
    found = optimal(Game.parse(text), "last")
    assert found.tree.replay() == found.tree.histogram
    assert (found.tree.max, found.tree.histogram[-1], found.proved) == (*LAST_TURNS[text], True)


def test_the_last_turn_after_a_first_guess():
    found = optimal(Game(4, 6), "last", first="1122")
    assert found.tree.guesses[0].tolist() == [0, 0, 1, 1]
    assert found.tree.histogram[-1] >= 539
    assert not found.proved


def test_the_fewest_turns_whatever_the_total():
    """Published: five turns at 4x6, seven at Bulls and Cows."""
    for text, turns in {"4x6": 5, "4x10-distinct": 7}.items():
        found = optimal(Game.parse(text), "turns")
        assert found.tree.replay() == found.tree.histogram
        assert (found.tree.max, found.proved) == (turns, True)
    found = optimal(Game(4, 6), "turns", max_turns=6)
    assert (found.tree.max <= 6, found.proved) == (True, False)
    with pytest.raises(BlackpegError, match="no strategy breaks every code of 4x6 within 4 guesses"):
        optimal(Game(4, 6), "turns", max_turns=4)


def test_a_tree_within_some_turns():
    """Published: the least worst case of 4x6 is five turns."""
    assert tree_within(Game(4, 6), 4) is None
    tree = tree_within(Game(4, 6), 6)
    assert tree is not None
    assert tree.replay() == tree.histogram
    assert tree.max <= 6


def test_too_few_turns():
    with pytest.raises(BlackpegError, match="no strategy breaks every code of 4x6 within 4 guesses"):
        optimal(Game(4, 6), max_turns=4)


def test_a_search_that_leaves_guesses_out_does_not_speak_for_them():
    with pytest.raises(BlackpegError, match=r"no strategy was found .* within 5 guesses; not all were tried"):
        optimal(Game(4, 6), max_turns=5, widths=(1,))
    with pytest.raises(BlackpegError, match="within 60 guesses, the most that a search allows"):
        optimal(Game(1, 64))


def test_widths_give_upper_bounds():
    game = Game(4, 6)
    one, many = optimal(game, widths=(1,)), optimal(game, widths=(9, 2000))
    assert not one.proved
    assert one.tree.total > many.tree.total == 5625
    assert one.tree.replay() == one.tree.histogram
    first = optimal(game, first="1122")
    assert first.tree.guesses[0].tolist() == [0, 0, 1, 1]
    assert first.tree.total > 5625
    assert not first.proved


def test_widths_by_the_size_of_a_set():
    """Small sets searched with more guesses gain something, and all sets with all guesses everything (5625)."""
    game = Game(4, 6)
    by_turn, small, all_sets = (optimal(game, widths=(9, *pairs)) for pairs in ((1,), ((20, 9),), ((1296, 2000),)))
    assert by_turn.tree.total > small.tree.total > all_sets.tree.total == 5625
    assert small.tree.replay() == small.tree.histogram
    assert optimal(game, widths=(9, (1, 5))).tree.total == optimal(game, widths=(9,)).tree.total


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"widths": (0,)}, "at least 1"),
        ({"widths": (1, (60, 0))}, "at least 1"),
        ({"max_turns": 0}, "between 1 and"),
        ({"first": "77"}, "'77'"),
        ({"objective": "best"}, "average, worst, turns, last"),
        ({"objective": "turns", "widths": (3,)}, "it takes no --width"),
        ({"objective": "last", "widths": (3,)}, "it takes no --width and no --max-turns"),
        ({"objective": "last", "max_turns": 6}, "it takes no --width and no --max-turns"),
    ],
)
def test_bad_requests_are_refused(options, error):
    with pytest.raises(BlackpegError, match=error):
        optimal(Game(4, 6), **options)


def test_sizes_that_would_take_years():
    with pytest.raises(BlackpegError, match=r"takes years.*--width"):
        optimal(Game(5, 8))
    with pytest.raises(BlackpegError, match="takes years"):
        optimal(Game(8, 12), widths=(1,))
    for game in (Game(6, 6), Game(14, 2)):
        with pytest.raises(BlackpegError, match=f"up to 32,768 codes and 63 feedbacks, not in {game}"):
            optimal(game, "last")


@pytest.mark.parametrize(("text", "total"), [("3x4", 206), ("4x3", 246), ("7x2", 496)])
def test_widths_that_try_all_guesses_in_every_set_find_the_optimum(text, total):
    """Sets that are searched completely are renamed, whatever the widths of larger sets. Totals: Magruder, Goddard."""
    game = Game.parse(text)
    assert optimal(game, widths=(5, (game.size, game.size))).tree.total == total
