"""Guesses that a game is expected to take, against a search over all strategies."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import pytest
import reference

from blackpeg import Game
from blackpeg.coach.review import review

feedback = cache(reference.feedback)


def total(codes: tuple[str, ...], every: tuple[str, ...]) -> int:
    """Guesses that the best strategy needs for all of these codes together."""
    if len(codes) <= 2:
        return 2 * len(codes) - 1
    least = 10**9
    for guess in every:
        parts = defaultdict(list)
        for code in codes:
            parts[feedback(code, guess)].append(code)
        if len(parts) > 1:
            rest = (total(tuple(part), every) for part in parts.values() if part != [guess])
            least = min(least, len(codes) + sum(rest))
    return least


def test_few_candidates_need_the_least_guesses() -> None:
    game, every, guesses = Game(3, 4), tuple(reference.all_texts(3, 4)), ("112", "121", "423")
    found = review(game, game.code("432"), guesses)
    fit = list(every)
    for turn in found.turns:
        own, best = guesses[turn.turn - 1], turn.json()["best_guess"]
        for guess, value in ((own, turn.guesses_with_own), (best, turn.guesses_with_best)):
            parts = defaultdict(list)
            for code in fit:
                parts[feedback(code, guess)].append(code)
            if value is not None and len(fit) <= 30:
                rest = sum(total(tuple(part), every) for part in parts.values() if part != [guess])
                assert value == pytest.approx(1 + rest / len(fit))
        fit = [code for code in fit if feedback(code, own) == feedback("432", own)]
        assert turn.candidates_left == len(fit) <= 30
        assert turn.expected_after is not None
        assert turn.expected_after.by == "exact"
        assert turn.expected_after.guesses == pytest.approx(total(tuple(fit), every) / len(fit))
    assert [turn.guesses_with_own is None for turn in found.turns] == [turn.best is turn.own for turn in found.turns]
