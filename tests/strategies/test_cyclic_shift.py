"""The shifts of one code, and what is deduced after them."""

import pytest

from blackpeg import BlackpegError, Game, Honest, Tree, check_strategy, play, strategy
from blackpeg.strategies.cyclic_shift import CyclicShift


def shown(player, game):
    return [game.show(code) for code in player.cycle(game)]


def test_cycles_are_shifts_to_the_left():
    assert shown(CyclicShift(), Game(4, 6)) == ["1234", "2341", "3412", "4123"]
    assert shown(CyclicShift(ring="colors"), Game(4, 6)) == ["1234", "2345", "3456", "4561", "5612", "6123"]
    assert shown(CyclicShift(ring="colors"), Game(5, 3)) == ["12312", "23123", "31231"]
    assert shown(CyclicShift(), Game(1, 3)) == ["1"]


@pytest.mark.parametrize("options", ["", "ring='colors'", "until='known'", "ring='colors', until='known'"])
def test_contract(options):
    check_strategy(strategy(f"cyclic_shift({options})"))


def test_the_cycle_is_completed_before_anything_is_deduced():
    game = Game(4, 6)
    end = play(game, strategy("cyclic_shift"), Honest(game.code("6655")))
    assert [game.show(turn.guess) for turn in end.history[:4]] == ["1234", "2341", "3412", "4123"]
    for position, turn in list(zip(end.line, end.history, strict=False))[4:]:
        assert turn.guess.tolist() == position.candidates[0].tolist()


def test_known_ends_the_cycle_when_one_candidate_is_left():
    game = Game(4, 6)
    end = play(game, strategy("cyclic_shift(ring='colors', until='known')"), Honest(game.code("1111")))
    lefts = [position.count for position in end.line[:-1]]
    cycle = shown(CyclicShift(ring="colors"), game)
    for left, turn, shift in zip(lefts, end.history, cycle, strict=False):
        assert (game.show(turn.guess) == shift) == (left != 1)
    totals = [
        Tree.of(strategy(f"cyclic_shift(ring='colors', until='{until}')"), game).total for until in ("known", "cycle")
    ]
    assert totals[0] < totals[1]


@pytest.mark.parametrize("wrong", [{"ring": "x"}, {"until": "x"}])
def test_wrong_parameters(wrong):
    with pytest.raises(BlackpegError, match="there are"):
        CyclicShift(**wrong)
