"""Singley's census and tabu search."""

import numpy as np
import pytest

from blackpeg import BlackpegError, Game, Honest, check_strategy, play
from blackpeg.errors import Impossible
from blackpeg.position import Position
from blackpeg.strategies.singley2005 import Singley2005, count_colors, random_exchange, tabu_step

KNOWN = Position.parse("4x6 1111=1b0w 2222=1b0w 3333=1b0w 4444=1b0w")


def test_census_by_hand():
    assert count_colors(Position.parse("4x6 1111=1b0w 2222=0b0w")).tolist() == [1, 0, -1, -1, -1, -1]
    assert count_colors(Position.parse("4x6 1122=0b0w 3456=1b1w")).tolist() == [0, 0, -1, -1, -1, -1]
    assert count_colors(Position.parse("4x6-black 1122=0b0w 3333=2b0w")).tolist() == [-1, -1, 2, -1, -1, -1]


def test_a_game_by_hand():
    """2446: one color a guess until 6 is inferred, then arrangements of 2446."""
    game = Game(4, 6)
    end = play(game, Singley2005(), Honest(game.code("2446")), seed=1)
    guesses = [game.show(turn.guess) for turn in end.history]
    assert guesses[:5] == ["1111", "2222", "3333", "4444", "5555"]
    assert all(sorted(guess) == list("2446") for guess in guesses[5:]) and end.solved
    assert len(set(guesses)) == len(guesses)
    early = play(game, Singley2005(), Honest(game.code("1221")), seed=1)
    assert [game.show(turn.guess) for turn in early.history[:2]] == ["1111", "2222"]
    assert all(sorted(game.show(turn.guess)) == list("1122") for turn in early.history[2:]), "the counts add up"


def test_what_is_played_after_the_census_fits():
    game = Game(5, 8)
    for k in range(20):
        position = play(game, Singley2005(), Honest(game.codes[1600 * k]), seed=k)
        for before in position.line[:-1]:
            move = before.game.check(position.history[before.guesses].guess)
            if len(set(move.tolist())) > 1 and not position.history[before.guesses].note:
                assert before.fits(move)


def test_a_step_looks_at_every_swap_of_unlike_pegs():
    code = KNOWN.game.code("1123")
    tabu = np.zeros((4, 4), np.int64)
    codes, misfits = tabu_step(code.copy(), tabu, 1, 4, 99, KNOWN.past_turns, np.random.default_rng(1))
    shown = {KNOWN.game.show(code) for code in codes}
    assert shown == {"2113", "3121", "1213", "1321", "1132"} and len(codes) == 5 == len(misfits)
    assert (tabu > 0).sum() == 1 and tabu.max() == 5
    current = KNOWN.game.code("1222")  # three swaps, all tabu: one is made all the same
    codes, _ = tabu_step(current, np.full((4, 4), 9), 1, 4, 0, KNOWN.past_turns, np.random.default_rng(1))
    assert KNOWN.game.show(current) in {KNOWN.game.show(code) for code in codes} == {"2122", "2212", "2221"}


def test_a_random_exchange_makes_no_arrangement_twice():
    """1123 has five neighbors by an exchange of two pegs: six pairs, one of them alike."""
    code, rng = KNOWN.game.code("1123"), np.random.default_rng(1)
    made = {code.tobytes()}
    shown = [KNOWN.game.show(random_exchange(code, made, rng)[0]) for _ in range(5)]
    assert sorted(shown) == ["1132", "1213", "1321", "2113", "3121"]
    assert random_exchange(code, made, rng).shape == (0, 4) and KNOWN.game.show(code) == "1123"


@pytest.mark.parametrize("exchange", ["random", "climb"])
def test_exchanges_begin_at_the_last_guess_and_go_on_from_the_last_or_the_best(exchange):
    position = Position.parse("6x6 111111=1b0w 222222=1b0w 333333=1b0w 444444=1b0w 555555=1b0w 123456=1b5w 213564=2b4w")
    player = Singley2005(exchange=exchange)
    for seed in range(10):
        codes = [step.population[0] for step in player.generations(position, np.random.default_rng(seed))]
        misfits = [-step.fitness[0] for step in player.generations(position, np.random.default_rng(seed))]
        assert (codes[0] == position.history[-1].guess).all()
        assert len({code.tobytes() for code in codes}) == len(codes), "what was made is tabu"
        for k in range(1, len(codes)):
            before = codes[k - 1] if exchange == "random" else codes[int(np.argmin(misfits[:k]))]
            assert (codes[k] != before).sum() == 2 and (np.sort(codes[k]) == np.sort(before)).all()
    move = player.guess(position, np.random.default_rng(3))
    assert move.note == "budget spent" or position.fits(move.code)


@pytest.mark.parametrize("exchange", ["random", "climb"])
def test_random_exchanges_keep_the_contract(exchange):
    check_strategy(Singley2005(exchange=exchange))


def test_counts_and_budget():
    position = KNOWN.after("1234", "0b4w").after("2143", "0b4w")
    for seed in range(10):
        steps = list(Singley2005().generations(position, np.random.default_rng(seed)))
        move = Singley2005().guess(position, np.random.default_rng(seed))
        assert position.fits(move.code) and sum(len(step.population) for step in steps) == move.evaluations
        assert all(len(step.population) == 6 for step in steps[1:])
    assert (steps[0].population[0] == position.history[-1].guess).all(), "it begins at the guess played last"
    large = Position.parse("8x8 11111111=1b0w 22222222=1b0w 33333333=1b0w 44444444=1b0w 55555555=1b0w 66666666=1b0w "
                           "77777777=1b0w 12345678=1b7w 21436587=0b8w 34127856=2b6w")  # fmt: skip
    move = Singley2005(limit=1).guess(large, np.random.default_rng(3))
    assert move.note == "budget spent" and move.evaluations == 1 + 28


def test_impossible_and_unsupported():
    for text in ("4x6 1111=3b0w 2222=3b0w", "3x2 111=1b0w 222=1b0w", "4x6 1111=1b0w 1111=2b0w"):
        with pytest.raises(Impossible):
            Singley2005().guess(Position.parse(text), np.random.default_rng(1))
    assert "colors must repeat" in Singley2005().supports(Game(4, 6, repeats=False))
    with pytest.raises(BlackpegError, match="no exchange 'any'; there are best, random, climb"):
        Singley2005(exchange="any")
    with pytest.raises(BlackpegError):
        Singley2005(limit=0)
