"""Several steps ahead, against the definition and against what is known of 4x6."""

from collections import defaultdict
from math import log2

import numpy as np
import pytest
from reference import all_codes, feedback

from blackpeg import Adversary, BlackpegError, Game, Honest, Position, Tree, play, strategy
from blackpeg.codemakers import random_secret


@pytest.mark.parametrize(
    ("steps", "judge", "total"),
    [
        (1, "entropy", 5722),
        (1, "expected_size", 5696),
        (1, "most_parts", 5668),
        (1, "worst_case", 5801),
        (2, "entropy", 5647),  # computed by another program too, over all guesses
    ],
)
def test_totals_at_4x6(steps, judge, total):
    tree = Tree.of(strategy(f"lookahead(steps={steps}, judge='{judge}', width=0)"), Game(4, 6))
    assert tree.total == total
    assert sum(tree.replay()) == 1296


@pytest.mark.parametrize("judge", ["entropy", "expected_size", "most_parts", "worst_case"])
def test_the_usual_width_beats_one_step(judge):
    one, two = (Tree.of(strategy(f"lookahead(steps={k}, judge='{judge}')"), Game(4, 6)).total for k in (1, 2))
    assert two < one


class Definition:
    """The definition in plain Python: all guesses are tried at each step."""

    def __init__(self, game, judge, objective, candidates_only=False):
        self.candidates_only = candidates_only
        self.codes = all_codes(game.pegs, game.colors, game.repeats)
        self.game, self.judge, self.objective = game, judge, objective

    def guesses(self, candidates):
        return candidates if self.candidates_only else self.codes

    def parts(self, candidates, guess):
        parts = defaultdict(list)
        for code in candidates:
            parts[feedback(code, guess, self.game.whites)].append(code)
        return parts

    def by_rule(self, parts, win_is_free):
        solved = (self.game.pegs, 0)
        sizes = [len(part) for feedback, part in parts.items() if not (win_is_free and feedback == solved)]
        if self.judge == "entropy":
            return sum(n * log2(n) for n in sizes)
        if self.judge == "expected_size":
            return sum(n * n for n in sizes)
        return -len(parts) if self.judge == "most_parts" else max(sizes, default=0)

    def cost(self, candidates, guess, steps):
        parts = self.parts(candidates, guess)
        if steps == 1:
            return self.by_rule(parts, win_is_free=False)
        costs = [self.least(part, steps - 1) for feedback, part in parts.items() if feedback != (self.game.pegs, 0)]
        if (self.game.pegs, 0) in parts:
            costs.append(-1 if self.judge == "most_parts" else 0)
        return sum(costs) if self.objective == "average" else max(costs)

    def least(self, candidates, steps):
        if steps > 1:
            return min(self.cost(candidates, guess, steps) for guess in self.guesses(candidates))
        parts = (self.parts(candidates, guess) for guess in self.guesses(candidates))
        least = min(self.by_rule(part, win_is_free=True) for part in parts)
        return least * len(candidates) if (self.judge, self.objective) == ("worst_case", "average") else least

    def guess(self, candidates, steps):
        if len(candidates) < 3:
            return candidates[0]

        def order(guess):
            costs = [round(self.cost(candidates, guess, s), 9) for s in range(steps, 0, -1)]
            return *costs, guess not in candidates, guess

        return min(self.guesses(candidates), key=order)


@pytest.mark.parametrize("candidates_only", [False, True])
@pytest.mark.parametrize("objective", ["average", "worst"])
@pytest.mark.parametrize("judge", ["entropy", "expected_size", "most_parts", "worst_case"])
@pytest.mark.parametrize(("text", "steps"), [("3x3", 2), ("2x4", 3), ("3x4-distinct", 2), ("2x5-black", 2)])
def test_plays_by_the_definition(text, steps, judge, objective, candidates_only):
    if (judge, objective) == ("most_parts", "worst"):
        return
    game, rng = Game.parse(text), np.random.default_rng(1)
    player = strategy(f"lookahead({steps=}, {judge=}, width=0, {objective=}, {candidates_only=})")
    definition = Definition(game, judge, objective, candidates_only)
    for guesses in (0, 1, 1, 2):
        position, maker = Position(game), Honest(random_secret(game, rng))
        for _ in range(guesses):
            guess = random_secret(game, rng)
            position = position.after(guess, maker.answer(position, guess))
        candidates = [tuple(code) for code in position.candidates.tolist()]
        assert tuple(player.guess(position, rng).code.tolist()) == definition.guess(candidates, steps), position


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("lookahead(steps=0)", "between 1 and 9 steps"),
        ("lookahead(width=-1)", "0 for all"),
        ("lookahead(judge='entrpy')", "did you mean entropy?"),
        ("lookahead(objective='best')", "there are average, worst"),
        ("lookahead(judge='most_parts', objective='worst')", "no worst case"),
    ],
)
def test_what_means_nothing_is_refused(text, sentence):
    with pytest.raises(BlackpegError) as error:
        strategy(text)
    assert sentence in str(error.value)


def test_sizes_that_would_take_too_long_are_refused():
    assert strategy("lookahead").supports(Game(5, 8)) is None
    assert "too many for 2 steps and width 30" in strategy("lookahead").supports(Game(6, 9))
    assert strategy("lookahead(steps=3)").supports(Game(5, 6)) is not None
    assert strategy("lookahead(steps=3, width=20)").supports(Game(5, 6)) is None
    assert strategy("lookahead(width=0)").supports(Game(5, 6)) is not None


def test_one_step_from_the_pool_is_the_paper_s_own_rule():
    for judge, rule in (("worst_case", "maxmin"), ("entropy", "maxent")):
        tree = Tree.of(strategy(f"lookahead(steps=1, judge='{judge}', candidates_only=True)"), Game(4, 6))
        assert tree.total == Tree.of(strategy(rule), Game(4, 6)).total


def test_from_the_pool_every_guess_may_be_the_secret_also_in_the_dynamic_game():
    game, player = Game(4, 6), strategy("lookahead(candidates_only=True, width=10)")
    for maker in (Honest(game.code("6543")), Adversary(), Adversary(steps=2)):
        end = play(game, player, maker)
        assert end.solved
        for position, turn in zip(end.line, end.history, strict=False):
            assert position.fits(turn.guess)
