"""The rules of the web app as plain functions: what may be answered to a request, by what was done before it.

A game is a value; `apply_to_game` returns the next one. Feedback comes from `reference.py`. Games are of 3x4, which has
few codes, so that candidates are counted by their definition.
"""

import re
from typing import NamedTuple

from reference import all_texts, feedback
from web.model.order import UNKNOWN

CODES = all_texts(3, 4)
REFUSED = {409, 422, 429}


class Turn(NamedTuple):
    guess: str
    feedback: str


class GameState(NamedTuple):
    """A game as it is stored."""

    turns: tuple[Turn, ...] = ()
    state: str = "open"
    hints: int = 0


class Stored(NamedTuple):
    """What is known about a game in the end, from the file."""

    final: GameState
    secret: str | None  # None if it is an adversary's that has not ended
    honest: bool
    limit: int | None
    hints_allowed: bool = True


def show(black_white: tuple[int, int]) -> str:
    return "{}b{}w".format(*black_white)


def fits(code: str, turns: tuple[Turn, ...]) -> bool:
    return all(show(feedback(code, turn.guess)) == turn.feedback for turn in turns)


def apply_to_game(stored: Stored, game: GameState, request: tuple, answer) -> GameState | None:
    """The game after a request, or None if the answer is against the rules."""
    kind, own, *details = request
    status, body = (None, None) if answer is UNKNOWN else answer
    if status == 429:
        return game  # nothing is done for who asks too much
    if kind == "look":
        return game if body is not None and _shows(stored, game, body) else None
    if not own or game.state != "open":
        return game if status == 409 else None
    if kind == "end":
        after = game._replace(state="given up")
        return after if answer is UNKNOWN or (status == 200 and _shows(stored, after, body)) else None
    if kind == "hint":
        if not stored.hints_allowed:
            return game if status == 409 else None
        if status == 409 and "another move was made in this game meanwhile" in body["error"]:
            return game  # the hint would have been about other turns
        after = game._replace(hints=game.hints + 1)
        count = sum(fits(code, game.turns) for code in CODES)
        return after if answer is UNKNOWN or (status == 200 and body["candidates"] == count) else None
    turn, code = details
    if turn != len(game.turns) + 1:
        return game if status == 409 else None
    if turn > len(stored.final.turns) or stored.final.turns[turn - 1].guess != code:
        return None  # what was done is stored
    told = stored.final.turns[turn - 1].feedback
    if stored.honest and told != show(feedback(stored.secret, code)):
        return None
    over = "solved" if told == "3b0w" else "lost" if turn == stored.limit else "open"
    after = GameState((*game.turns, Turn(code, told)), over, game.hints)
    return after if answer is UNKNOWN or (status == 201 and _shows(stored, after, body)) else None


def _shows(stored: Stored, game: GameState, body: dict) -> bool:
    """Whether an answer shows the game as it is, and its secret only at the end."""
    turns = tuple(Turn(turn["guess"], turn["feedback"]) for turn in body["turns"])
    secret = None if game.state == "open" else stored.secret
    return (turns, body["state"], body["hints"], body["secret"]) == (*game, secret)


def apply_to_daily(id: str | None, request: str, answer) -> str | None:
    """The game of a visitor's daily puzzle: the first request begins it, all others return it.

    `request` is the id in the file, which a request without an answer may have made.
    """
    if answer is UNKNOWN:
        return request
    status, body = answer
    if status == 429:
        return id
    expected = 201 if id == "" else 200
    return body["id"] if status == expected and id in ("", body["id"]) else None


def apply_to_duel(players: tuple[str, ...], request: str, answer) -> tuple[str, ...] | None:
    """Who takes part in a duel: the first two who join; one of them may join again."""
    joined = players if request in players else (*players, request)
    if answer is UNKNOWN:
        return joined if len(joined) <= 2 else None
    status, body = answer
    if status == 429:
        return players
    if len(joined) > 2:
        return players if status == 409 else None
    state = "open" if len(joined) == 2 else "waiting"
    return joined if status == 201 and body["state"] == state and len(body["players"]) == len(joined) else None


def is_sentence(body: dict) -> bool:
    """Whether an error is one plain sentence."""
    return set(body) <= {"error", "turns"} and bool(re.fullmatch(r"[^\n]+", body["error"]))
