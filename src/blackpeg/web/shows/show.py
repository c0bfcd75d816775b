"""A show: a strategy breaks a secret, and its generations and turns are told as rows."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

import numpy as np

from ...codemakers import Honest
from ...game import Code, Game
from ...generations import Generation, run_to_end
from ...oracle import Oracle, OracleSearch, refuse_unsupported
from ...players import Evolving, Strategy
from ...position import Move, Position
from ..models import is_board_size
from .budget import Budget, budget_of
from .posterior import PosteriorByTurn

MAX_SHOWN_CODES = 40  # of a population
MAX_GENERATIONS_IN_FULL = 150  # of a turn; of later generations every tenth is shown
MAX_TURNS = 500

Row = dict[str, Any]


def show_game(game: Game, strategy: Strategy | OracleSearch, secret: Code, seed: int) -> Iterator[Row]:
    """Lets a strategy break a secret, and yields its generations, its turns, and how it ended.

    Games that take long have a budget. In those that are larger than a board, nothing is counted, and turns are all
    that is shown of a strategy that evolves.
    """
    refuse_unsupported(strategy, game)
    rng, budget = np.random.default_rng(seed), budget_of(game, strategy)
    if isinstance(strategy, OracleSearch):
        oracle = Oracle(game, secret)
        found = yield from _generation_rows(game, strategy.generations(game, oracle, rng), 1, budget)
        yield {"type": "end", "solved": oracle.solved, "guesses": None, "queries": oracle.queries, "note": found.note}
        return
    position, codemaker, posterior = Position(game), Honest(secret), PosteriorByTurn(seed)
    has_board = is_board_size(game)
    while not position.solved and position.guesses < MAX_TURNS:
        candidates = position.count_or_none if has_board else None
        budget.begin_turn()
        if not isinstance(strategy, Evolving):
            move = strategy.guess(position, rng)
        elif has_board:
            move = yield from _generation_rows(game, strategy.generations(position, rng), position.turn, budget)
        else:
            move = run_to_end(strategy.generations(position, rng), lambda _: budget.check())
        budget.check()
        move, before = Move.of(move), position
        position = position.after(move, codemaker.answer(position, move.code))
        turn = position.history[-1]
        yield {
            "type": "turn", "turn": position.guesses, "guess": game.show(turn.guess),
            "feedback": game.show_feedback(turn.feedback), "candidates": candidates,
            "left": position.count_or_none if has_board else None, "note": turn.note,
            "posterior": posterior.describe(before, move.memory),
        }  # fmt: skip
    yield {
        "type": "end", "solved": position.solved, "guesses": position.guesses, "queries": position.queries, "note": "",
    }  # fmt: skip


def _generation_rows(game: Game, generations: Any, turn: int, budget: Budget) -> Generator[Row, None, Any]:
    """Yields a row for each of the first generations, then for every tenth and the last; returns what they return."""
    number, skipped = 0, None
    while True:
        try:
            generation = next(generations)
        except StopIteration as end:
            if skipped is not None:
                yield _generation_row(game, skipped, turn)
            return end.value
        budget.check()
        number += 1
        skipped = None if number <= MAX_GENERATIONS_IN_FULL or number % 10 == 0 else generation
        if skipped is None:
            yield _generation_row(game, generation, turn)


def _generation_row(game: Game, generation: Generation, turn: int) -> Row:
    best = np.argsort(-generation.fitness, kind="stable")[: MAX_SHOWN_CODES if is_board_size(game) else 1]
    state = generation.state
    is_matrix = isinstance(state, np.ndarray) and state.shape == (game.colors, game.pegs) and is_board_size(game)
    return {
        "type": "generation", **generation.row(turn), "queries": generation.queries,
        "size": len(generation.population), "population": [game.show(generation.population[k]) for k in best],
        "fitness": [round(float(generation.fitness[k]), 4) for k in best],
        "matrix": state.tolist() if is_matrix else None,
    }  # fmt: skip
