"""The candidates, against the definition in plain Python and against closed formulas."""

import itertools
from collections import Counter
from math import comb, factorial

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from blackpeg import candidates
from blackpeg.candidates import color_table as colortable
from blackpeg.candidates import draw_from as sources
from blackpeg.candidates import palettes
from blackpeg.candidates import peg_table as pegtable
from blackpeg.candidates.clues import Clue, clues_of
from blackpeg.candidates.color_table import ColorTable
from blackpeg.candidates.palettes import Palettes
from blackpeg.candidates.peg_table import PegTable
from blackpeg.errors import Impossible, TooMany
from blackpeg.game import Game

BATTERY = settings(max_examples=100, deadline=None, derandomize=True)


def told(code, guess):
    """Black pegs, and black and white together."""
    return sum(c == g for c, g in zip(code, guess, strict=True)), (Counter(code) & Counter(guess)).total()


def answer(game, code, guess):
    black, both = told(code, guess)
    return black * (game.pegs + 1) + (both - black if game.whites else 0)


def every_code(game):
    codes = itertools.product(range(game.colors), repeat=game.pegs)
    return [code for code in codes if game.repeats or len(set(code)) == game.pegs]


def fitting(game, history):
    """The definition: every code that would have given these answers."""
    return [c for c in every_code(game) if all(answer(game, c, tuple(g.tolist())) == f for g, f in history)]


def turn(game, guess, feedback):
    return np.array(guess, np.uint8), feedback


def read(game, *turns):
    """A history from text such as '1122=1b1w'."""
    return [(game.code(guess), game.feedback(told)) for guess, _, told in (t.partition("=") for t in turns)]


def played(game, guesses, seed=0):
    """A history of these guesses against a random secret."""
    rng = np.random.default_rng(seed)
    secret = rng.permutation(game.colors)[: game.pegs] if not game.repeats else rng.integers(0, game.colors, game.pegs)
    return [turn(game, g, answer(game, secret.tolist(), list(map(int, g)))) for g in guesses]


def random_guesses(game, n, seed=1):
    return np.random.default_rng(seed).integers(0, game.colors, (n, game.pegs))


@st.composite
def games(draw):
    colors = draw(st.integers(1, 5))
    repeats = draw(st.booleans())
    pegs = draw(st.integers(1, 4 if repeats else min(colors, 4)))
    return Game(pegs, colors, repeats, whites=draw(st.booleans()))


@st.composite
def positions(draw):
    """A game and a history, most with a secret that fits, some with a wrong answer."""
    game = draw(games())
    codes = every_code(game)
    secret = draw(st.sampled_from(codes))
    guesses = draw(st.lists(st.sampled_from(codes), max_size=6))
    history = [turn(game, guess, answer(game, secret, guess)) for guess in guesses]
    if history and draw(st.booleans()):
        k = draw(st.integers(0, len(history) - 1))
        history[k] = (history[k][0], draw(st.sampled_from(game.answers)))
    return game, history


@pytest.fixture(params=["whole table", "rest searched", "color table", "drawn"])
def method(request, monkeypatch):
    """Make small games go the ways of large ones."""
    if request.param == "rest searched":
        monkeypatch.setattr(pegtable, "ENTRIES", (30,))
    if request.param in ("color table", "drawn"):
        monkeypatch.setattr(candidates, "_peg_table", lambda game, clues: None)
    if request.param == "drawn":
        monkeypatch.setattr(candidates, "_color_table", lambda game, clues: None)
    candidates._narrowed.forget()
    if request.param in ("whole table", "rest searched"):
        candidates._peg_table.forget()
    return request.param


# Against the definition


@BATTERY
@given(positions(), st.integers(0, 2**32), st.data())
def test_questions_against_the_definition(position, seed, data):
    game, history = position
    expected = fitting(game, history)
    assume(expected)
    rng = np.random.default_rng(seed)
    assert candidates.count(game, history) == len(expected)
    listed = candidates.listing(game, history)
    assert listed.tolist() == [list(code) for code in expected]
    assert listed.dtype == np.uint8 and listed.T.flags.c_contiguous
    assert tuple(candidates.find(game, history).tolist()) in expected
    drawn = candidates.draw(game, history, 5, rng)
    assert drawn.shape == (5, game.pegs) and {tuple(code) for code in drawn.tolist()} <= set(expected)
    above = data.draw(st.sampled_from(every_code(game)))
    later = [code for code in expected if code > above] or expected
    assert tuple(candidates.least(game, history, np.array(above, np.uint8)).tolist()) == later[0]
    assert tuple(candidates.least(game, history).tolist()) == expected[0]


@BATTERY
@given(positions())
def test_contradictions_against_the_definition(position):
    game, history = position
    assume(not fitting(game, history))
    assert candidates.find(game, history) is None
    for question in (candidates.count, candidates.listing, candidates.least):
        with pytest.raises(Impossible):
            question(game, history)
    with pytest.raises(Impossible) as caught:
        candidates.draw(game, history, 3, np.random.default_rng(0))
    turns = caught.value.turns
    assert not fitting(game, [history[k - 1] for k in turns])
    for fewer in itertools.combinations(history, len(turns) - 1):
        assert fitting(game, fewer), "a smaller set contradicts itself"


@BATTERY
@given(positions(), st.data())
def test_color_table_with_clues_left_out(position, data):
    game, history = position
    clues = [
        Clue(c.guess, data.draw(st.sampled_from([c.black, None])), data.draw(st.sampled_from([c.both, None])))
        for c in clues_of(game, history)
    ]
    expected = {
        code
        for code in every_code(game)
        if all(b in (None, told(code, g)[0]) and s in (None, told(code, g)[1]) for g, b, s in clues)
    }
    table = ColorTable(game, tuple(clues))
    assert table.total == len(expected)
    if expected:
        assert {tuple(code) for code in table.draw(10, np.random.default_rng(0)).tolist()} <= expected


@pytest.mark.parametrize("game", [Game(4, 5), Game(4, 5, repeats=False), Game(4, 4, whites=False)], ids=str)
def test_every_method_agrees_with_the_definition(game, method):
    rng = np.random.default_rng(5)
    codes = every_code(game)
    for turns in (1, 2, 3, 4):
        secret, *guesses = (codes[k] for k in rng.integers(0, len(codes), turns + 1))
        history = [turn(game, guess, answer(game, secret, guess)) for guess in guesses]
        expected = fitting(game, history)
        assert tuple(candidates.find(game, history).tolist()) in expected
        assert set(map(tuple, candidates.draw(game, history, 20, rng).tolist())) <= set(expected)
        if method != "drawn":
            assert candidates.count(game, history) == len(expected)
            assert candidates.listing(game, history).tolist() == [list(code) for code in expected]


# Draws are uniform: chi-square with a fixed seed; its mean is the degrees of freedom, its variance twice that


def assert_uniform(drawn, expected):
    times = Counter(map(tuple, drawn.tolist()))
    each = len(drawn) / len(expected)
    assert set(times) <= set(expected)
    statistic = sum((times[code] - each) ** 2 / each for code in expected)
    freedom = len(expected) - 1
    assert abs(statistic - freedom) < 4 * (2 * freedom) ** 0.5


UNEVEN = [
    (Game(4, 6), ("1122=1b1w",)),
    (Game(5, 5), ("11223=1b2w", "24513=1b3w")),
    (Game(4, 6, repeats=False), ("1234=1b1w", "2561=1b1w")),
    (Game(4, 4, whites=False), ("1123=1b", "2143=2b")),
]


@pytest.mark.parametrize("game, turns", UNEVEN, ids=str)
def test_draws_are_uniform(game, turns, method):
    history = read(game, *turns)
    expected = fitting(game, history)
    drawn = candidates.draw(game, history, 40 * len(expected), np.random.default_rng(7))
    assert_uniform(drawn, expected)


@pytest.mark.parametrize("game, turns", UNEVEN, ids=str)
def test_color_table_draws_are_uniform_where_only_exact_numbers_decide(game, turns, monkeypatch):
    monkeypatch.setattr(colortable, "UNSURE", 1.0)
    history = read(game, *turns)
    expected = fitting(game, history)
    table = ColorTable(game, clues_of(game, history))
    assert_uniform(table.draw(40 * len(expected), np.random.default_rng(11)), expected)


@pytest.mark.parametrize("unsure", [palettes.UNSURE, 1.0])
@pytest.mark.parametrize("unit", [1, 100])
def test_palette_draws_are_uniform_even_if_rounded(unit, unsure, monkeypatch):
    monkeypatch.setattr(palettes, "UNSURE", unsure)
    game = Game(4, 6)
    source = Palettes(game, clues_of(game, read(game, "1123=1b2w", "2456=0b2w")))
    source.weigh()
    expected = [c for c in every_code(game) if told(c, (0, 0, 1, 2))[1] == 3 and told(c, (1, 3, 4, 5))[1] == 2]
    assert source.total == len(expected)
    source.unit = unit
    source.units = -(-source.codes // unit)
    source.ends = np.cumsum(source.units.astype(np.int64))
    assert_uniform(source.draw(40 * len(expected), np.random.default_rng(3)), expected)


def test_draws_of_all_codes():
    game = Game(2, 3, repeats=False)
    drawn = candidates.draw(game, [], 600, np.random.default_rng(1))
    assert_uniform(drawn, every_code(game))


# Large games: closed formulas, sums over all answers, and draws that fit


def test_without_turns_there_is_every_code():
    assert candidates.count(Game(64, 64), []) == 64**64
    assert candidates.count(Game(40, 64, repeats=False), []) == factorial(64) // factorial(24)
    assert candidates.find(Game(64, 64), []).tolist() == [0] * 64
    assert candidates.least(Game(20, 20, repeats=False), [], np.arange(20)[::-1]).tolist() == list(range(20))


@pytest.mark.parametrize("black", [0, 1, 5, 63, 64])
def test_one_monochrome_guess(black):
    for game in (Game(64, 64), Game(64, 64, whites=False)):
        assert candidates.count(game, [turn(game, [7] * 64, black * 65)]) == comb(64, black) * 63 ** (64 - black)


def test_many_monochrome_guesses():
    """Colors 1 to 6 occur 2, 0, 5, 1, 3 and 1 times: place them, and fill the rest with the other 58."""
    game, often = Game(64, 64), (2, 0, 5, 1, 3, 1)
    history = [turn(game, [color] * 64, n * 65) for color, n in enumerate(often)]
    expected, free = 1, 64
    for n in often:
        expected, free = expected * comb(free, n), free - n
    assert candidates.count(game, history) == expected * 58**free
    drawn = candidates.draw(game, history, 50, np.random.default_rng(0))
    assert all(np.bincount(code, minlength=64)[:6].tolist() == list(often) for code in drawn)


@pytest.mark.parametrize("pegs, colors, black, white", [(20, 20, 1, 2), (20, 20, 3, 0), (30, 4, 8, 9), (64, 64, 1, 1)])
def test_one_guess_of_two_halves(pegs, colors, black, white):
    """Sum over how many of each half have its own color, and the other's."""
    half, game = pegs // 2, Game(pegs, colors)
    expected = 0
    for own in range(black + 1):
        for other in range(half - own + 1):
            for elsewhere in range(half - (black - own) + 1):
                first, second = own + elsewhere, other + black - own
                if min(first, half) + min(second, half) == black + white:
                    places = comb(half, own) * comb(half - own, other)
                    places *= comb(half, black - own) * comb(half - black + own, elsewhere)
                    expected += places * (colors - 2) ** (pegs - first - second)
    history = [turn(game, [0] * half + [1] * half, black * (pegs + 1) + white)]
    assert candidates.count(game, history) == expected
    drawn = candidates.draw(game, history, 20, np.random.default_rng(0))
    assert {told(code.tolist(), history[0][0].tolist()) for code in drawn} == {(black, black + white)}


@pytest.mark.parametrize(
    "game, guess",
    [(Game(8, 12), "112345aa"), (Game(8, 12, repeats=False), "12345678"), (Game(10, 9), "1122334455")],
    ids=str,
)
def test_the_answers_to_a_guess_share_all_codes(game, guess):
    sizes = {}
    for feedback in game.answers:
        try:
            sizes[feedback] = candidates.count(game, [(game.code(guess), feedback)])
        except Impossible:
            continue
    assert sum(sizes.values()) == game.size
    largest = max(sizes, key=sizes.get)
    second = game.code(guess)[::-1]
    both = 0
    for feedback in game.answers:
        try:
            both += candidates.count(game, [(game.code(guess), largest), (second, feedback)])
        except Impossible:
            continue
    assert both == sizes[largest]


@pytest.mark.parametrize("game", [Game(8, 12), Game(8, 12, repeats=False), Game(8, 12, whites=False)], ids=str)
def test_tables_and_search_agree_on_8x12(game, monkeypatch):
    rng = np.random.default_rng(9)
    guesses = [rng.permutation(12)[:8] for _ in range(5)]
    for turns in (3, 4) if game.whites else (4, 5):
        clues = clues_of(game, played(game, guesses[:turns], seed=turns))
        whole = PegTable(game, clues)
        with monkeypatch.context() as patch:
            patch.setattr(pegtable, "ENTRIES", (1,))
            patch.setattr(pegtable, "SHORT", 0)
            searched = PegTable(game, clues)
        assert not whole.rest and searched.rest
        assert whole.total == ColorTable(game, clues).total == searched.count(2**26)
        listed = searched.first(whole.total, 2**26)
        assert np.array_equal(listed, whole.first(whole.total, 2**26))
        assert (np.diff([int.from_bytes(code.tobytes(), "big") for code in listed]) > 0).all()


@pytest.mark.parametrize(
    "name, turns", [("12x12", 3), ("12x12", 8), ("16x16", 5), ("20x20", 3), ("32x32", 2), ("64x64", 1)]
)
def test_draws_of_large_games_fit(name, turns):
    game = Game.parse(name)
    history = played(game, random_guesses(game, turns))
    drawn = candidates.draw(game, history, 10, np.random.default_rng(0))
    assert drawn.shape == (10, game.pegs)
    for code in [*drawn.tolist(), candidates.find(game, history).tolist()]:
        assert all(answer(game, code, guess.tolist()) == feedback for guess, feedback in history)


def test_a_broken_code_of_64_pegs_is_listed():
    game = Game(64, 64)
    secret = np.random.default_rng(2).permutation(64)
    assert candidates.listing(game, [turn(game, secret, game.solved)]).tolist() == [secret.tolist()]


# What people read


@pytest.mark.parametrize(
    "game, turns, sentence, at_fault",
    [
        (
            "4x6",
            ["1111=1b0w", "1122=0b0w"],
            "turn 2 contradicts turn 1: no code answers 1111 with 1b0w and 1122 with 0b0w",
            (1, 2),
        ),
        (
            "4x6",
            ["1122=2b0w", "5566=0b0w", "3344=3b0w"],
            "turn 3 contradicts turn 1: no code answers 1122 with 2b0w and 3344 with 3b0w",
            (1, 3),
        ),
        (
            "4x6-black",
            ["1111=1b", "6666=0b", "2222=1b", "3333=1b", "4444=2b"],
            "turn 5 contradicts turns 1, 3 and 4: "
            "no code answers 1111 with 1b, 2222 with 1b, 3333 with 1b and 4444 with 2b",
            (1, 3, 4, 5),
        ),
        ("4x2", ["1111=1b0w", "2222=0b1w"], "turn 2 is impossible: no code answers 2222 with 0b1w", (2,)),
        ("3x1", ["111=2b0w"], "turn 1 is impossible: no code answers 111 with 2b0w", (1,)),
    ],
)  # fmt: skip
def test_contradictions_as_sentences(game, turns, sentence, at_fault):
    game = Game.parse(game)
    error = candidates.contradiction(game, read(game, *turns))
    assert (str(error), error.turns) == (sentence, at_fault)


def test_contradictions_of_long_codes():
    game = Game(20, 20)
    history = played(game, [*random_guesses(game, 2), [3] * 20])
    history.append(turn(game, [3] * 20, history[2][1] + 21))
    with pytest.raises(Impossible) as caught:
        candidates.count(game, history)
    assert caught.value.turns == (3, 4)


def test_contradictions_that_find_cannot_tell():
    """Any one turn of these contradicts the others, but `find` gives up on sets without turn 1."""
    game = Game(4, 6)
    history = read(game, "1111=2b0w", "2222=2b0w", "3333=2b0w")

    def timid(game, turns):
        if turns and turns[0][0][0] != 0:
            raise TooMany("not within the limit")
        return candidates.find(game, turns)

    def lost(game, turns):
        raise TooMany("not within the limit")

    from blackpeg.candidates.contradiction import contradiction

    error = contradiction(game, history, timid, smallest=False)
    assert str(error) == (
        "turns 1, 2 and 3 contradict each other, or some among them do: "
        "no code answers 1111 with 2b0w, 2222 with 2b0w and 3333 with 2b0w"
    )
    error = contradiction(game, history, lost, smallest=True)
    assert str(error) == "no code was found that fits the 3 turns of 4x6, but one may exist"
    assert error.turns == ()
    with pytest.raises(ValueError, match="a code fits"):
        candidates.contradiction(game, history[:2])


def test_too_many_as_sentences(monkeypatch):
    small = Game(4, 6)
    with pytest.raises(TooMany, match=r"^4x6 has 208 candidates after 1 turn; at most 100 can be listed$"):
        candidates.listing(small, read(small, "1122=1b1w"), limit=100)
    with pytest.raises(
        TooMany, match=r"^8x12 has 429,981,696 candidates after 0 turns; at most 16,777,216 can be listed$"
    ):
        candidates.listing(Game(8, 12), [])
    monkeypatch.setattr(candidates, "PEGS_TRIED", 2**16)
    monkeypatch.setattr(candidates, "STEPS_TRIED", 2**16)
    monkeypatch.setattr(candidates, "WORK", 2**16)
    monkeypatch.setattr(sources, "WORK", 2**16)
    game = Game(64, 64)
    history = played(game, random_guesses(game, 6))
    where = r"^the candidates of 64x64 after 6 turns can't be "
    with pytest.raises(TooMany, match=where + r"counted with 65,536 table entries or 67,108,864 nodes of search$"):
        candidates.count(game, history)
    with pytest.raises(TooMany, match=where + r"drawn as [\d,]+ tries gave 0 of 5$"):
        candidates.draw(game, history, 5, np.random.default_rng(0))
    with pytest.raises(TooMany, match=where + r"found in [\d,]+ tries, nor shown not to exist$"):
        candidates.find(game, history)
    with pytest.raises(TooMany, match=where + "searched in order"):
        candidates.least(game, history)
