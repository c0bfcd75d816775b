"""The rules: which games and codes there are, and how games, codes and answers are read and written."""

import pickle
from itertools import permutations, product
from string import ascii_lowercase

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from reference import feedback_number

from blackpeg.errors import BlackpegError, TooMany
from blackpeg.game import LISTABLE, Game

WRITTEN = [*"123456789", *ascii_lowercase]  # the 35 colors that have a symbol

some = settings(deadline=None, max_examples=60)


@st.composite
def games(draw, most=64):
    repeats, whites = draw(st.booleans()), draw(st.booleans())
    pegs = draw(st.integers(1, most))
    return Game(pegs, draw(st.integers(1 if repeats else pegs, most)), repeats, whites)


@st.composite
def games_and_codes(draw):
    game = draw(games())
    if game.repeats:
        colors = draw(st.lists(st.integers(0, game.colors - 1), min_size=game.pegs, max_size=game.pegs))
    else:
        colors = draw(st.permutations(range(game.colors)))[: game.pegs]
    return game, colors


def sentence_of(caught):
    """The message, which must be one sentence on one line."""
    message = str(caught.value)
    assert message and "\n" not in message and not message.endswith(".") and ". " not in message
    return message


# Games


@pytest.mark.parametrize(
    "text, game, size",
    [
        ("4x6", Game(), 1296),
        ("4x6-black", Game(4, 6, whites=False), 1296),
        ("4x10-distinct", Game(4, 10, repeats=False), 5040),
        ("4x10-distinct-black", Game(4, 10, repeats=False, whites=False), 5040),
        ("5x8", Game(5, 8), 32768),
        ("1x1", Game(1, 1), 1),
        ("64x1", Game(64, 1), 1),
        ("64x64", Game(64, 64), 2**384),
        ("128x128", Game(128, 128), 2**896),
        ("20x20-distinct", Game(20, 20, repeats=False), 2432902008176640000),  # 20!
    ],
)
def test_text_and_size_of_known_games(text, game, size):
    assert Game.parse(text) == game
    assert str(game) == text
    assert game.size == size


@some
@given(games())
def test_games_read_and_print_as_pairs(game):
    assert Game.parse(str(game)) == game
    assert eval(repr(game)) == game
    assert pickle.loads(pickle.dumps(game)) == game
    assert hash(Game.parse(str(game))) == hash(game)


def test_games_print_as_the_shortest_expression():
    assert repr(Game(4, 10, repeats=False)) == "Game(4, 10, repeats=False)"
    assert repr(Game(4, 6, whites=False)) == "Game(4, 6, whites=False)"
    assert repr(Game(4, 4, False, False)) == "Game(4, 4, repeats=False, whites=False)"


@pytest.mark.parametrize("text", [" 4x10-black-distinct ", "4X10-Distinct-BLACK", "04x010-distinct-black"])
def test_games_are_read_in_either_case_and_order(text):
    assert Game.parse(text) == Game(4, 10, repeats=False, whites=False)


@pytest.mark.parametrize(
    "text, wrong, there_is",
    [
        ("", "''", "4x6"),
        ("mastermind", "'mastermind'", "4x6"),
        ("4", "'4'", "pegs x colors"),
        ("4x", "'4x'", "pegs x colors"),
        ("4x6x2", "'4x6x2'", "pegs x colors"),
        ("-4x6", "'-4x6'", "pegs x colors"),
        ("4x6-", "'4x6-'", "pegs x colors"),
        ("4.5x6", "'4.5x6'", "pegs x colors"),
        ("٤x٦", "'٤x٦'", "pegs x colors"),
        ("99999x99999", "'99999x99999'", "pegs x colors"),
        ("4x6-distnct", "'-distnct'", "did you mean distinct?"),
        ("4x6-blak", "'-blak'", "did you mean black?"),
        ("4x6-xyz", "'-xyz'", "-distinct and -black"),
        ("129x3", "129x3", "1 to 128"),
        ("3x129", "3x129", "1 to 128"),
        ("0x3", "0x3", "1 to 128"),
        ("3x0", "3x0", "1 to 128"),
        ("9999x9999", "9999x9999", "1 to 128"),
        ("4x3-distinct", "4x3-distinct", "need 4 colors"),
        ("64x63-distinct-black", "64x63-distinct-black", "need 64 colors"),
    ],
)
def test_what_is_no_game(text, wrong, there_is):
    with pytest.raises(BlackpegError) as caught:
        Game.parse(text)
    message = sentence_of(caught)
    assert message.startswith("no game") and wrong in message and there_is in message


@pytest.mark.parametrize("made", [(129, 3), (3, 129), (0, 3), (3, 0), (-1, 3), (4, 3, False)])
def test_limits_hold_for_games_that_are_made(made):
    with pytest.raises(BlackpegError) as caught:
        Game(*made)
    assert sentence_of(caught).startswith("no game")


# All codes of a game


@pytest.mark.parametrize("pegs, colors", [(1, 1), (1, 7), (5, 1), (2, 3), (3, 2), (3, 5), (4, 4), (2, 64), (6, 3)])
@pytest.mark.parametrize("whites", [True, False])
def test_codes_with_repeats_are_the_product(pegs, colors, whites):
    game = Game(pegs, colors, whites=whites)
    assert list(map(tuple, game.codes.tolist())) == list(product(range(colors), repeat=pegs))
    assert game.codes.dtype == np.uint8
    assert game.size == len(game.codes)


@pytest.mark.parametrize("pegs, colors", [(1, 1), (1, 7), (2, 2), (2, 5), (4, 4), (3, 6), (4, 7), (2, 64)])
@pytest.mark.parametrize("whites", [True, False])
def test_codes_without_repeats_are_the_permutations(pegs, colors, whites):
    game = Game(pegs, colors, repeats=False, whites=whites)
    assert list(map(tuple, game.codes.tolist())) == list(permutations(range(colors), pegs))
    assert game.codes.dtype == np.uint8
    assert game.size == len(game.codes)


def test_columns_are_the_codes_peg_by_peg():
    game = Game(3, 4)
    assert game.columns.tolist() == game.codes.T.tolist()
    assert game.columns.flags.c_contiguous


def test_codes_can_not_be_written_to():
    with pytest.raises(ValueError):
        Game(2, 3).codes[0, 0] = 2


def test_codes_past_the_limit_are_not_listed():
    game = Game(25, 2)  # twice the limit
    assert game.size == 2 * LISTABLE
    for listing in ("codes", "columns"):
        with pytest.raises(TooMany) as caught:
            getattr(game, listing)
        message = sentence_of(caught)
        assert "25x2" in message and "33,554,432" in message and "16,777,216" in message


# Reading and writing codes


@some
@given(games_and_codes())
def test_codes_are_written_by_symbols_or_by_numbers(given_):
    game, colors = given_
    if game.colors <= 35:
        written = "".join(WRITTEN[color] for color in colors)
    else:
        written = ",".join(str(color + 1) for color in colors)
    assert game.show(np.array(colors, np.uint8)) == written
    assert game.code(written).tolist() == colors
    assert game.code(written).dtype == np.uint8


@some
@given(games_and_codes())
def test_numbers_are_read_at_any_size(given_):
    game, colors = given_
    for comma in (",", ", ", " , "):
        assert game.code(comma.join(str(color + 1) for color in colors)).tolist() == colors


@some
@given(games_and_codes())
def test_symbols_are_read_in_either_case_at_any_size(given_):
    game, colors = given_
    assume(max(colors) < 35)
    written = "".join(WRITTEN[color] for color in colors)
    assert game.code(written).tolist() == colors
    assert game.code(f"  {written.upper()}\n").tolist() == colors


@pytest.mark.parametrize(
    "game, text, colors",
    [
        ("4x6", "1326", [0, 2, 1, 5]),
        ("4x12", "1a9C", [0, 9, 8, 11]),
        ("4x12", "1,10,9,12", [0, 9, 8, 11]),
        ("4x35", "9aZ1", [8, 9, 34, 0]),
        ("4x36", "36,1,35,10", [35, 0, 34, 9]),
        ("2x64", "64,64", [63, 63]),
        ("2x128", "100,128", [99, 127]),
        ("1x64", "64", [63]),
        ("1x64", "7", [6]),
        ("1x64", "b", [10]),
        ("1x12", "12", [11]),
        ("1x12", "C", [11]),
        ("1x1", "1", [0]),
    ],
)
def test_known_codes(game, text, colors):
    assert Game.parse(game).code(text).tolist() == colors


@pytest.mark.parametrize(
    "game, text, wrong",
    [
        ("4x6", "123", ["it has 3 pegs, not 4"]),
        ("4x6", "12345", ["it has 5 pegs, not 4"]),
        ("4x6", "", ["it has 0 pegs, not 4"]),
        ("4x6", "1,2,3", ["it has 3 pegs, not 4"]),
        ("4x6", "1,2,3,4,", ["it has 5 pegs, not 4"]),
        ("1x6", "", ["it has 0 pegs, not 1"]),
        ("1x6", "1,2", ["it has 2 pegs, not 1"]),
        ("4x6", "1237", ["no color '7'", "1 to 6"]),
        ("4x6", "0123", ["no color '0'", "1 to 6"]),
        ("4x6", "12!4", ["no color '!'", "1 to 6"]),
        ("4x6", "12 4", ["no color ' '", "1 to 6"]),
        ("4x6", "1,2,3,7", ["no color '7'", "1 to 6"]),
        ("4x6", "1,2,,4", ["no color ''", "1 to 6"]),
        ("4x6", "1,2,-3,4", ["no color '-3'", "1 to 6"]),
        ("4x6", "1,2,3.0,4", ["no color '3.0'", "1 to 6"]),
        ("4x6", "1,2,٣,4", ["no color '٣'", "1 to 6"]),
        ("4x6", "12²4", ["no color '²'", "1 to 6"]),
        ("4x6", "1,2,3,99999999999999999999", ["no color '99999999999999999999'", "1 to 6"]),
        ("4x12", "123d", ["no color 'd'", "1 to c"]),
        ("4x12", "1,2,3,13", ["no color '13'", "1 to c"]),
        ("3x40", "1,2,41", ["no color '41'", "1 to 40"]),
        ("1x64", "65", ["no color '65'", "1 to 64"]),
        ("1x12", "13", ["no color '13'", "1 to c"]),
        ("3x1", "112", ["no color '2'", "only 1"]),
        ("4x10-distinct", "1231", ["it repeats a color"]),
        ("2x40-distinct", "40,40", ["it repeats a color"]),
    ],
)
def test_what_is_no_code(game, text, wrong):
    with pytest.raises(BlackpegError) as caught:
        Game.parse(game).code(text)
    message = sentence_of(caught)
    for words in [f"'{text}'", game, *wrong]:
        assert words in message


@pytest.mark.parametrize("colors, palette", [(1, "1"), (2, "1 to 2"), (10, "1 to a"), (35, "1 to z"), (36, "1 to 36")])
def test_palette(colors, palette):
    assert Game(4, colors).palette == palette


# Codes made elsewhere


@some
@given(games_and_codes(), st.sampled_from([np.uint8, np.int8, np.int64, np.uint64]))
def test_check_returns_codes_as_read_only_bytes(given_, kind):
    game, colors = given_
    code = np.array(colors, kind)
    checked = game.check(code)
    assert checked.tolist() == colors
    assert checked.dtype == np.uint8 and not checked.flags.writeable


def test_check_leaves_what_it_is_given_alone():
    code = np.array([0, 1, 2, 3], np.uint8)
    checked = Game(4, 6).check(code)
    code[0] = 5
    assert checked.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "game, code, words",
    [
        ("4x6", np.zeros(3, np.uint8), "4 whole numbers"),
        ("4x6", np.zeros((1, 4), np.uint8), "4 whole numbers"),
        ("4x6", np.zeros(0, np.uint8), "4 whole numbers"),
        ("4x6", np.zeros(4), "4 whole numbers"),
        ("4x6", np.zeros(4, np.bool_), "4 whole numbers"),
        ("4x6", "1122", "4 whole numbers"),
        ("4x6", [1, 1, 2, 2], "4 whole numbers"),
        ("4x6", None, "4 whole numbers"),
        ("1x6", 3, "1 whole numbers"),
        ("4x6", np.array([0, 1, 2, 6], np.uint8), "outside 0 to 5"),
        ("4x6", np.array([0, 1, 2, 255], np.uint8), "outside 0 to 5"),
        ("4x6", np.array([0, 1, 2, -1]), "outside 0 to 5"),
        ("4x6", np.array([0, 1, 2, 256]), "outside 0 to 5"),
        ("4x6", np.array([0, 1, 2, -255]), "outside 0 to 5"),
        ("4x6", np.array([0, 1, 2, 2**40]), "outside 0 to 5"),
        ("4x10-distinct", np.array([0, 1, 2, 0]), "1231 repeats a color"),
    ],
)
def test_check_rejects_what_is_no_code(game, code, words):
    with pytest.raises(BlackpegError) as caught:
        Game.parse(game).check(code)
    message = sentence_of(caught)
    assert game in message and words in message


# Answers


@some
@given(games())
def test_answers_read_and_print_as_pairs(game):
    for answer in game.answers:
        assert game.feedback(game.show_feedback(answer)) == answer


@some
@given(games(), st.data())
def test_feedback_is_read_in_every_form(game, data):
    black = data.draw(st.integers(0, game.pegs))
    white = data.draw(st.integers(0, game.pegs - black)) if game.whites else 0
    assume((black, white) != (game.pegs - 1, 1))
    answer = black * (game.pegs + 1) + white
    forms = [f"{black}b{white}w", f"{black}B{white}W", f"{black},{white}", f"{black} {white}", f" {black} , {white}\n"]
    forms += [] if game.whites else [f"{black}b", f"{black}"]
    assert {game.feedback(form) for form in forms} == {answer}
    assert game.show_feedback(answer) == (f"{black}b{white}w" if game.whites else f"{black}b")
    assert game.pegs_of(answer) == (black, white)


@some
@given(games())
def test_number_of_answers(game):
    pegs = game.pegs
    assert len(set(game.answers)) == len(game.answers)
    assert len(game.answers) == ((pegs + 1) * (pegs + 2) // 2 - 1 if game.whites else pegs + 1)
    assert game.solved == max(game.answers)
    assert game.pegs_of(game.solved) == (pegs, 0)


@pytest.mark.parametrize("pegs, colors", [(1, 2), (2, 4), (3, 6), (4, 5)])
@pytest.mark.parametrize("whites", [True, False])
def test_answers_are_those_that_occur(pegs, colors, whites):
    numbers = set()
    for guess in ([0] * pegs, range(pegs), [0, *range(pegs - 1)], [p // 2 for p in range(pegs)]):
        for secret in product(range(colors), repeat=pegs):
            numbers.add(feedback_number(secret, guess, whites))
    assert list(Game(pegs, colors, whites=whites).answers) == sorted(numbers)


@pytest.mark.parametrize(
    "game, text, words",
    [
        ("4x6", "", "written 2b1w"),
        ("4x6", "two black", "written 2b1w"),
        ("4x6", "2b", "written 2b1w"),
        ("4x6", "2", "written 2b1w"),
        ("4x6", "21", "written 2b1w"),
        ("4x6", "2b1", "written 2b1w"),
        ("4x6", "1w2b", "written 2b1w"),
        ("4x6", "-1b0w", "written 2b1w"),
        ("4x6", "2,1,0", "written 2b1w"),
        ("4x6", "٢b١w", "written 2b1w"),
        ("4x6", "9999b0w", "written 2b1w"),
        ("4x6", "5b0w", "more than 4 pegs"),
        ("4x6", "2b3w", "more than 4 pegs"),
        ("4x6", "0,5", "more than 4 pegs"),
        ("4x6-black", "", "written 2b"),
        ("4x6-black", "1w", "written 2b"),
        ("4x6-black", "1b1w", "this game has no white pegs"),
        ("4x6-black", "1,1", "this game has no white pegs"),
        ("4x6-black", "5b", "more than 4 pegs"),
    ],
)
def test_what_is_no_feedback(game, text, words):
    with pytest.raises(BlackpegError) as caught:
        Game.parse(game).feedback(text)
    message = sentence_of(caught)
    assert f"'{text}'" in message and f"feedback of {game}" in message and words in message


@pytest.mark.parametrize("game, text", [("4x6", "3b1w"), ("1x6", "0b1w"), ("64x64", "63,1")])
def test_the_answer_that_never_is(game, text):
    with pytest.raises(BlackpegError) as caught:
        Game.parse(game).feedback(text)
    message = sentence_of(caught)
    assert f"'{text}'" in message and "cannot occur" in message
