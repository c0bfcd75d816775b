"""What every strategy that evolves promises to those who watch it, checked for each line of the table of contents."""

import numpy as np
import pytest

from blackpeg import Game, Honest, play, strategy
from blackpeg.generations import run_to_end
from blackpeg.players import Evolving
from blackpeg.position import Position
from blackpeg.strategies import STRATEGIES, make

EVOLVING = [name for name in STRATEGIES if isinstance(make(name), Evolving)]
POSITIONS = ["4x6 1122=1b1w 3344=0b1w", "4x6-distinct 1234=1b1w", "4x6-black 1122=1b0w", "2x3 12=0b1w"]


def watch(player, position, seed):
    seen = []
    move = run_to_end(player.generations(position, np.random.default_rng(seed)), seen.append)
    return seen, move


@pytest.mark.parametrize("name", EVOLVING)
def test_the_secret_is_consulted_once_a_guess(name):
    class Counting(Honest):
        asked = 0

        def answer(self, position, guess):
            Counting.asked += 1
            return super().answer(position, guess)

    game = Game(4, 6)
    end = play(game, strategy(name), Counting(game.code("3516")), seed=1)
    assert end.solved and Counting.asked == end.guesses == end.queries


@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize("name", EVOLVING)
def test_generations_can_be_watched_and_change_nothing(name, text):
    player, position = strategy(name), Position.parse(text)
    if player.supports(position.game):
        return
    seen, move = watch(player, position, seed=2)
    assert (player.guess(position, np.random.default_rng(2)).code == move.code).all()
    again, _ = watch(player, position, seed=2)
    assert [step.population.tolist() for step in again] == [step.population.tolist() for step in seen]
    for before, step in zip([None, *seen], seen, strict=False):
        following = before is not None and step.stage == before.stage
        assert step.number == (before.number + 1 if following else 1)
        assert len(step.population) == len(step.fitness) > 0 and step.queries == position.queries
        assert step.best >= step.mean - 1e-9 >= step.worst - 2e-9 and 0 < step.diversity <= 1
        for code in step.population:
            position.game.check(code)
    assert all(step.found == 0 for step in seen) or seen[-1].found > 0
