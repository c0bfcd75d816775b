"""The API of games that a browser played by itself while the server did not answer, and sends when it answers again.

Nobody committed to the secrets of such games: they count in a visitor's own statistics, and in nothing that visitors
share.
"""

from __future__ import annotations

import time
from dataclasses import replace

from fastapi import Request, Response

from ...codemakers import Honest
from ...errors import BlackpegError
from ...game import Game
from ...phrases import count_phrase
from ...position import Position
from ...puzzles.saved_game import GIVEN_UP, OFFLINE, OPEN, SavedGame
from ..context import ContextDep, error_responses, make_router
from ..models import MAX_TURNS, GameOut, OfflineGame
from ..store import new_id
from .games import game_out

MAX_OFFLINE_PEGS, MAX_OFFLINE_COLORS = 5, 8
MAX_AGE_SECONDS = 30 * 24 * 3600  # clocks of browsers are wrong at times; an earlier beginning is taken to be this one

api = make_router("games")


@api.post("/offline-games", status_code=201, responses=error_responses(409))
async def send_offline_game(body: OfflineGame, request: Request, response: Response, context: ContextDep) -> GameOut:
    """Stores a game that the browser played by itself; status 200 if it is stored already.

    Every feedback must follow from the secret. A game that is not over goes on here as every other game does.
    """
    played = await context.threads.read(_read_offline_game, body)
    owner = context.visitors.welcome(request, response)
    sent = replace(played, owner=owner)
    stored = await context.threads.write(context.store.add_offline_game, sent)
    response.status_code = 201 if stored is sent else 200
    return await context.threads.read(game_out, stored, owner, context)


def _read_offline_game(body: OfflineGame) -> SavedGame:
    """Reads a game that a browser sends, as one that belongs to nobody yet; an error if it can't have been played."""
    rules, now = Game.parse(body.game), time.time()
    if rules.pegs > MAX_OFFLINE_PEGS or rules.colors > MAX_OFFLINE_COLORS:
        raise BlackpegError(f"{rules} is not played offline; games go up to {MAX_OFFLINE_PEGS}x{MAX_OFFLINE_COLORS}")
    secret = rules.code(body.secret)
    game = SavedGame(
        Position(rules), origin=OFFLINE, secret=secret, began=min(now, max(now - MAX_AGE_SECONDS, body.began)),
        id=body.id, limit=body.limit or MAX_TURNS, candidates_left=(None,) * len(body.turns),
    )  # fmt: skip
    for number, turn in enumerate(body.turns, 1):
        if game.state != OPEN:
            raise BlackpegError(f"the game was over, {game.state}, before turn {number}")
        guess = rules.code(turn.guess)
        feedback = Honest(secret).answer(game.position, guess)
        if feedback != rules.feedback(turn.feedback):
            right = rules.show_feedback(feedback)
            raise BlackpegError(f"turn {number} is answered with {turn.feedback}; with this secret it is {right}")
        game = game.after(game.position.after(guess, feedback))
    if body.given_up and game.state != OPEN:
        raise BlackpegError(f"the game was over, {game.state}, after {count_phrase(len(body.turns), 'turn')}")
    game = replace(game, state=GIVEN_UP if body.given_up else game.state, limit=body.limit)
    return game if game.state == OPEN else replace(game, ended=now, share=new_id())
