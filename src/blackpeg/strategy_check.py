"""`check_strategy`: a test of what every strategy promises, for ours and for those of other packages."""

from __future__ import annotations

import pickle

import numpy as np

from .codemakers import Adversary, Honest, random_secret
from .errors import BlackpegError, HasChance, Impossible
from .game import Game
from .players import Codemaker, Strategy, play, rng_of
from .position import Move, Position
from .strategies import make, name_of, names_module
from .tree import Tree

GAMES = tuple(map(Game.parse, ("1x1", "2x3", "3x4", "4x6", "4x6-distinct", "3x4-black", "3x5-distinct-black")))
RANDOM_SECRETS = 5  # of each game, besides the first and the last code


class Broken(AssertionError):
    """A promise that was not kept."""


def check_strategy(strategy: Strategy, games: tuple[Game, ...] = GAMES) -> None:
    """Checks that a strategy keeps every promise of the contract; raises `Broken` and says which it does not keep.

    - It is a value: hashable, equal to its pickle and, if a table names it, to what its name makes.
    - In each game that it supports it breaks codes and beats the adversary.
    - It plays the same game under the same seed.
    - It guesses after any legal history, also without the memory of its own moves.
    - After a history that no code fits it raises `Impossible`.
    - If it grows its own tree, that tree is how it plays.

    >>> from blackpeg import strategy
    >>> check_strategy(strategy("lexicographic"), (Game(2, 3),))
    """
    try:
        again = pickle.loads(pickle.dumps(strategy))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise Broken(f"it can't be pickled, as it must be to reach other processes: {error}") from error
    _require(again == strategy, "its pickle is not equal to it")
    try:
        _require(hash(again) == hash(strategy), "its hash changes")
    except TypeError as error:
        raise Broken("it can't be hashed; write @dataclass(frozen=True) above its class") from error
    _check_name(strategy)
    supported = [game for game in games if strategy.supports(game) is None]
    _require(bool(supported), f"it supports none of {', '.join(map(str, games))}")
    for game in supported:
        _check_games(strategy, game)
        _check_cold_starts(strategy, game)
        _check_impossible(strategy, game)
        _check_tree(strategy, game)


def _check_name(strategy: Strategy) -> None:
    """The lab and its worker processes know a strategy only by its name. One that no table names can still play."""
    name = name_of(strategy)
    if names_module(name):
        return
    try:
        again = make(name)
    except BlackpegError as error:
        raise Broken(f"its name, {name}, does not make it again: {error}") from error
    _require(again == strategy, f"its name, {name}, makes another strategy, {again!r}")


def _check_games(strategy: Strategy, game: Game) -> None:
    rng = rng_of("contract", game)
    secrets = [random_secret(game, rng) for _ in range(RANDOM_SECRETS)] + [game.codes[0], game.codes[-1]]
    for secret in secrets:
        end = _play_game(strategy, game, Honest(secret))
        _require(end.solved, f"it does not break {game.show(secret)} in {game} within {end.guesses} guesses")
        _require(end == _play_game(strategy, game, Honest(secret)), f"the same seed plays another game in {game}")
    end = _play_game(strategy, game, Adversary())
    _require(end.solved, f"it does not break the adversary in {game} within {end.guesses} guesses")


def _play_game(strategy: Strategy, game: Game, codemaker: Codemaker) -> Position:
    try:
        return play(game, strategy, codemaker, seed=1)
    except BlackpegError as error:
        raise Broken(f"it can't play {game}: {error}") from error


def _check_cold_starts(strategy: Strategy, game: Game) -> None:
    """Histories of random guesses, which the strategy did not make itself."""
    rng = rng_of("contract", "history", game)
    for turns in (1, 2, 3):
        maker, position = Honest(random_secret(game, rng)), Position(game)
        for _ in range(turns):
            guess = random_secret(game, rng)
            position = position.after(guess, maker.answer(position, guess))
        if game.solved in (turn.feedback for turn in position.history):
            continue
        _check_guess(strategy, pickle.loads(pickle.dumps(position)))


def _check_impossible(strategy: Strategy, game: Game) -> None:
    """One guess can't have two different answers, and two different codes can't both be the secret."""
    if game.size < 2:
        return
    first, last = game.codes[0], game.codes[-1]
    two_answers = Position(game).after(first, 0).after(first, game.answers[1]).after(last, 0)
    two_secrets = Position(game).after(first, game.solved).after(last, game.solved)
    for position in (two_answers, two_secrets):
        try:
            strategy.guess(position, rng_of("contract"))
        except Impossible:
            continue
        except BlackpegError as error:
            raise Broken(f"it answers an impossible history with another error: {error}") from error
        raise Broken(f"it guesses after {position}, which no code fits, instead of raising Impossible")


def _check_tree(strategy: Strategy, game: Game) -> None:
    grown = getattr(strategy, "tree", None)
    if not callable(grown):
        return
    try:
        same = grown(Position(game)) == Tree.unrolled(strategy, Position(game))
        _require(same, f"its tree of {game} is not its play")
    except HasChance as error:
        raise Broken("it grows a tree but draws random numbers") from error


def _check_guess(strategy: Strategy, position: Position) -> None:
    try:
        position.game.check(Move.of(strategy.guess(position, np.random.default_rng(1))).code)
    except BlackpegError as error:
        raise Broken(f"it has no guess after {position}: {error}") from error


def _require(kept: bool, otherwise: str) -> None:
    if not kept:
        raise Broken(otherwise)
