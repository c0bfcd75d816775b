"""Census and binary search: every secret is found, within the published bound."""

from __future__ import annotations

from math import ceil, log2

import numpy as np
import pytest

from blackpeg import Adversary, Game, Honest, Impossible, Position, Tree, play, strategy
from blackpeg.codemakers import random_secret
from blackpeg.errors import Unsupported
from blackpeg.evolve.fitness import MAX_PROVED_CODES
from blackpeg.game import Code
from blackpeg.players import NoChance, rng_of
from blackpeg.strategies.chen1996 import Block, Chen1996

CHEN = Chen1996()


def published_bound(game: Game) -> int:
    n, k = game.pegs, game.colors
    return 2 * n * ceil(log2(n)) + 2 * n + ceil(k / n) + 2


def next_guess(position: Position) -> Code:
    return CHEN.guess(position, NoChance())  # type: ignore[arg-type]


def test_is_in_the_table() -> None:
    assert strategy("chen1996") == CHEN


SMALL = ["1x1", "1x5", "5x1", "2x5", "3x3", "5x2", "4x3", "4x4", "4x6", "3x7"]
SMALL_BLACK = ["1x4-black", "4x4-black", "3x5-black", "5x3-black"]


@pytest.mark.parametrize("text", SMALL + SMALL_BLACK)
def test_every_secret_is_found(text: str) -> None:
    game = Game.parse(text)
    tree = Tree.of(CHEN, game)
    assert tree.codes == game.size
    assert sum(tree.replay()) == game.size
    if game.whites and game.colors >= game.pegs:
        assert tree.max < published_bound(game)


def test_every_secret_of_5x5_is_within_the_bound() -> None:
    tree = Tree.of(CHEN, Game(5, 5))
    assert tree.codes == 5**5
    assert tree.max < published_bound(Game(5, 5)) == 43


@pytest.mark.parametrize(("text", "bound"), [("8x8", 67), ("8x12", 68), ("16x16", 163), ("32x32", 387), ("64x64", 899)])
def test_large_games_are_within_the_bound(text: str, bound: int) -> None:
    game = Game.parse(text)
    assert published_bound(game) == bound
    rng = rng_of("chen1996", game)
    secrets = [random_secret(game, rng) for _ in range(2 if game.pegs == 64 else 10)]
    secrets.append(rng.permutation(game.pegs).astype(np.uint8))  # of n x n: no color is absent
    secrets.append(np.sort(random_secret(game, rng))[::-1].copy())
    for secret in secrets:
        end = play(game, CHEN, Honest(secret))
        assert end.solved
        assert end.guesses < bound


@pytest.mark.parametrize("text", ["64x1", "64x2", "2x64", "1x64", "16x5", "12x12-black", "20x3-black"])
def test_odd_shapes(text: str) -> None:
    game = Game.parse(text)
    rng = rng_of("chen1996", game)
    for secret in [random_secret(game, rng) for _ in range(3)] + [np.full(game.pegs, game.colors - 1, np.uint8)]:
        end = play(game, CHEN, Honest(secret))
        assert end.solved
        assert end.guesses <= game.pegs * (game.colors + 1)  # each color on each peg, at worst


@pytest.mark.parametrize("text", ["4x6", "5x5", "3x9", "6x3", "4x6-black"])
def test_breaks_the_adversary(text: str) -> None:
    end = play(Game.parse(text), CHEN, Adversary())
    assert end.solved


@pytest.mark.parametrize("text", ["4x6", "8x12", "10x10-black"])
def test_a_cold_start_is_the_warm_game(text: str) -> None:
    game = Game.parse(text)
    end = play(game, CHEN, Honest(random_secret(game, rng_of("cold", game))))
    for turn, position in zip(end.history, end.line, strict=False):
        cold = Position(game)
        for past in position.history:
            cold = cold.after(past.guess, past.feedback)
        assert (next_guess(cold) == turn.guess).all()


@pytest.mark.parametrize("text", ["4x6", "5x4", "8x12", "5x5-black"])
def test_turns_of_others_do_no_harm(text: str) -> None:
    game = Game.parse(text)
    rng = rng_of("foreign", game)
    for _ in range(20):
        secret = random_secret(game, rng)
        alone = play(game, CHEN, Honest(secret)).guesses
        position, maker = Position(game), Honest(secret)
        for _ in range(3):
            guess = random_secret(game, rng)
            if (guess != secret).any():
                position = position.after(guess, maker.answer(position, guess))
        others = position.guesses
        while not position.solved:
            guess = next_guess(position)
            assert all((guess != turn.guess).any() for turn in position.history)
            position = position.after(guess, maker.answer(position, guess))
        assert position.guesses <= alone + others


@pytest.mark.parametrize(
    "text",
    [
        "4x6 1111=0b0w 2345=0b0w 6111=0b0w",  # no color is left
        "4x6 1111=4b0w 2222=4b0w",
        "4x6 1111=1b0w 1111=2b0w",
        "4x6 1234=0b0w 5566=0b0w",  # turns it did not ask for
        "2x3 11=1b0w 22=0b0w 33=0b0w",
        "3x1 111=0b0w",
        "4x4-black 1111=1b 2222=0b 3333=0b 4444=0b",
    ],
)
def test_an_impossible_history_is_refused(text: str) -> None:
    with pytest.raises(Impossible):
        next_guess(Position.parse(text))


@pytest.mark.parametrize("lie", [1, 2, 4, 8])
def test_a_lie_is_found_out_where_codes_are_not_listed(lie: int) -> None:
    """The feedback of one turn has a black peg too many; sooner or later no code is left."""
    game = Game(7, 8)
    assert game.size > MAX_PROVED_CODES
    maker, position = Honest(game.code("1231456")), Position(game)
    with pytest.raises(Impossible):
        while position.guesses < published_bound(game):
            guess, is_lie = next_guess(position), position.turn == lie
            pegs = game.pegs_of(maker.answer(position, guess))
            position = position.after(guess, game.feedback(f"{pegs.black + is_lie},{pegs.white}"))
            assert not position.solved


def test_games_without_repeats_are_declined() -> None:
    assert "repeats" in str(CHEN.supports(Game(4, 10, repeats=False)))
    with pytest.raises(Unsupported):
        play(Game(4, 10, repeats=False), CHEN, Honest(np.arange(4, dtype=np.uint8)))


def test_the_halves_of_two_blocks_never_meet() -> None:
    rng = rng_of("halves")
    for _ in range(500):
        one, two = (Block(tuple(np.flatnonzero(rng.random(12) < rng.random()).tolist()), 1) for _ in "12")
        half = one.half(avoid=two.pegs)
        assert len(half) == len(one.pegs) // 2
        assert not set(half) & set(two.half(avoid=half))
