"""Games that were played before the code moved into rooms are played the same today.

tests/replay.tsv holds 320 of them, of all strategies at sizes from 1x6 to 12x12: game, strategy, codemaker, seed, then
how the game went, its queries, evaluations and feedbacks. Small games are replayed here; `python tests/test_replay.py`
replays all of them, which takes some minutes. A change that moves a result on purpose records its lines anew and says
so in the changelog.
"""

from pathlib import Path

import numpy as np
import pytest

from blackpeg import Game, Honest, Oracle, OracleSearch, run_search
from blackpeg.codemakers import adversary, random_secret
from blackpeg.players import play
from blackpeg.strategies import make

LINES = [line.split("\t") for line in Path(__file__).with_name("replay.tsv").read_text().splitlines()]
SMALL = ("1x6", "5x2", "3x4", "3x4-black", "3x5-distinct", "4x6", "4x6-black", "4x6-distinct-black", "4x10-distinct")


def play_again(game: str, strategy: str, codemaker: str, seed: str) -> list[str]:
    """How a game goes now, as the file writes it."""
    rules, player, secret = Game.parse(game), make(strategy), random_secret(Game.parse(game), rng(seed))
    if isinstance(player, OracleSearch):
        end = run_search(rules, player, Oracle(rules, secret), int(seed))
        story = f"{rules.show(secret)} {end.solved} {'+'.join(map(str, end.stages))}"
    else:
        maker = Honest(secret) if codemaker == "honest" else adversary(codemaker)
        end = play(rules, player, maker, int(seed))
        story = str(end)
    return [story, str(end.queries), str(end.evaluations), str(end.feedbacks)]


def rng(seed: str) -> np.random.Generator:
    return np.random.default_rng(int(seed))


@pytest.mark.parametrize("size", SMALL)
def test_games_are_played_as_before(size):
    for game, strategy, codemaker, seed, *then in LINES:
        if game == size:
            assert play_again(game, strategy, codemaker, seed) == then, strategy


if __name__ == "__main__":
    moved = [line[:4] for line in LINES if play_again(*line[:4]) != line[4:]]
    print(f"{len(LINES)} games, {len(moved)} differ", *map(" ".join, moved), sep="\n")
