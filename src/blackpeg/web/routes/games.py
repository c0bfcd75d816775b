"""The API of games: begin one, guess, ask for a hint, give up. A secret is told when its game is over."""

from __future__ import annotations

import time
from typing import Any

from fastapi import Request, Response

from ...codemakers import Honest, adversary, random_secret
from ...errors import BlackpegError, Unsupported
from ...game import Code, Game
from ...players import rng_of
from ...position import Position
from ...puzzles.commitments import commit
from ...puzzles.daily import LEVELS, daily_puzzle, today
from ...puzzles.sealed_codes import unseal
from ...puzzles.sharing import summary
from ..context import Context, Here, errors, lane_of, lane_of_move, router
from ..models import (
    MOST_TURNS,
    ChallengeOut,
    GameOut,
    GameRow,
    Guess,
    HintOut,
    HintRequest,
    Json,
    NewChallenge,
    NewGame,
    TurnOut,
    rules_of,
)
from ..store import OPEN, SOLVED, Conflict, Played, Turn, new_id

api = router("games")


@api.post("/games", status_code=201, responses=errors(404, 409))
async def begin(body: NewGame, request: Request, response: Response, here: Here) -> GameOut:
    """Begin a game. The first one sets a cookie; only who has it can move.

    A daily puzzle that was begun before is taken up again, with status 200.
    """
    chosen = [name for name in ("game", "level", "daily", "challenge", "code") if getattr(body, name) is not None]
    if len(chosen) != 1:
        raise BlackpegError("say what to play: one of game, level, daily, challenge and code")
    if body.history and body.game is None:
        raise BlackpegError("a history goes with a game; this puzzle begins without one")
    if body.codemaker != "honest" and (body.daily or body.challenge or body.code):
        raise BlackpegError("this puzzle has a secret; leave out the codemaker")
    origin = "new"
    if body.daily:
        game, code = daily_puzzle(today())
        origin = f"daily {today()}"
        there = here.store.daily(here.visitors.owner(request), origin)
        if there:
            response.status_code = 200
            return shown(here.store.game(there), here.visitors.owner(request))
    elif body.challenge:
        setter, game, text = here.store.challenged(body.challenge)
        if setter == here.visitors.owner(request):
            raise Conflict("you set this code yourself; send the link to somebody else")
        code, origin = game.code(text), "friend"
    elif body.code:
        game, code = unseal(body.code)
        game, origin = rules_of(str(game)), "friend"
    else:
        game = rules_of(LEVELS[body.level] if body.level else body.game or "")
        code = random_secret(game, rng_of(new_id()))
    turns = tuple(
        Turn(k, game.show(game.code(one.guess)), game.show_feedback(game.feedback(one.feedback)), None)
        for k, one in enumerate(body.history, 1)
    )
    if turns:
        origin = "position"
        if game.show_feedback(game.solved) in (turn.feedback for turn in turns):
            raise BlackpegError("the code is broken in this history; nothing is left to guess")
        code = game.code(await _move(here, request, game, "honest", "drawn", str(game), pairs(turns)))
    if body.codemaker != "honest" and (why := adversary(body.codemaker).supports(game)):
        raise Unsupported(why)
    owner = here.visitors.welcome(request, response)
    made = _played(owner, game, body.codemaker, origin, code if body.codemaker == "honest" else None, turns)
    here.store.begin(made)
    return shown(made, owner)


def _played(
    owner: str, game: Game, codemaker: str, origin: str, secret: Code | None, turns: tuple[Turn, ...]
) -> Played:
    """A new game, with a commitment to its secret."""
    promise = None if secret is None else commit(game, secret)
    return Played(
        new_id(), owner, str(game), codemaker, origin, None if secret is None else game.show(secret),
        promise and promise.nonce, promise and promise.digest, len(turns), OPEN, 0, time.time(), None, turns,
    )  # fmt: skip


@api.get("/games")
async def mine(request: Request, here: Here) -> list[GameRow]:
    """Your latest games."""
    owner = here.visitors.owner(request)
    guesses = here.store.guesses(owner) if owner else {}
    return [
        GameRow(
            id=one.id, game=one.game, codemaker=one.codemaker, origin=one.origin,
            state=one.state, guesses=guesses.get(one.id, 0), created=one.created,
        )
        for one in (here.store.of(owner, 20) if owner else ())
    ]  # fmt: skip


@api.get("/games/{id}", responses=errors(404))
async def look(id: str, request: Request, here: Here) -> GameOut:
    """A game; anybody who has its address can look at it."""
    return shown(here.store.game(id), here.visitors.owner(request))


@api.get("/games/{id}/turns", responses=errors(404))
async def turns(id: str, here: Here) -> list[TurnOut]:
    """The turns of a game so far."""
    return [TurnOut(**turn._asdict()) for turn in here.store.game(id).turns]


@api.post("/games/{id}/turns", status_code=201, responses=errors(404, 409))
async def guess(id: str, body: Guess, request: Request, here: Here) -> GameOut:
    """Guess; the game with the answer."""
    game = _own(id, request, here)
    if game.state != OPEN:
        raise Conflict(f"the game is over: {game.state}")
    if body.turn != len(game.turns) + 1:
        raise Conflict(f"turn {body.turn} is not the next one; it is turn {len(game.turns) + 1} now")
    rules = game.rules
    code = rules.code(body.guess)
    left = None
    if game.secret is None:
        words = (game.game, pairs(game.turns), game.codemaker, rules.show(code))
        feedback, left = await _move(here, request, rules, game.codemaker, "answer", *words)
    else:
        told = Honest(rules.code(game.secret)).answer(Position(rules), code)
        feedback = rules.show_feedback(told)
    solved = feedback == rules.show_feedback(rules.solved)
    if not solved and body.turn == MOST_TURNS:
        raise BlackpegError(f"a game has at most {MOST_TURNS} turns; give up to see the secret")
    here.store.add(game, Turn(body.turn, rules.show(code), feedback, left), solved)
    return shown(here.store.game(id), game.owner)


@api.post("/games/{id}/end", responses=errors(404, 409))
async def give_up(id: str, request: Request, here: Here) -> GameOut:
    """Give up; the secret is told."""
    game = _own(id, request, here)
    secret = game.secret
    if secret is None:
        words = (game.game, pairs(game.turns), game.codemaker)
        secret = await _move(here, request, game.rules, game.codemaker, "witness", *words)
    here.store.give_up(id, secret)
    return shown(here.store.game(id), game.owner)


@api.post("/games/{id}/hints", responses=errors(404, 409))
async def hint(id: str, body: HintRequest, request: Request, here: Here) -> HintOut:
    """A hint, in steps: does this guess fit, how many codes do, a good guess."""
    game = _own(id, request, here)
    if game.state != OPEN:
        raise Conflict(f"the game is over: {game.state}")
    if body.step == "consistent" and body.guess is None:
        raise BlackpegError("the first hint is about a guess; fill the row first")
    rules = game.rules
    text = None if body.guess is None else rules.show(rules.code(body.guess))
    told = await _compute(here, request, rules, "hint", game.game, pairs(game.turns), text, body.step)
    here.store.hinted(id)
    return HintOut(**told)


@api.get("/games/{id}/review", responses=errors(404, 409))
async def review(id: str, request: Request, here: Here) -> Json:
    """What each guess of a finished game was worth."""
    game = here.store.game(id)
    if game.state == OPEN:
        raise Conflict("the game is not over yet; its review tells the secret")
    if not game.turns:
        raise Conflict("nothing was guessed in this game")
    secret = None if game.digest is None else game.secret
    told: Json = await _compute(here, request, game.rules, "review", game.game, secret, pairs(game.turns), 0)
    return told


@api.get("/statistics")
async def statistics(request: Request, here: Here) -> list[Json]:
    """Your finished games against secrets, by their rules, and the daily puzzles on their own."""
    owner = here.visitors.owner(request)
    guesses = here.store.guesses(owner) if owner else {}
    rows = [
        (one.game, one.state == SOLVED, guesses.get(one.id, 0), one.origin)
        for one in reversed(here.store.of(owner) if owner else [])
        if one.state != OPEN and one.codemaker == "honest" and not one.given
    ]
    told: list[Json] = await here.pool.run("light", "stats", rows, visitor=here.visitors.name(request))
    return told


@api.post("/challenges", status_code=201)
async def challenge(body: NewChallenge, request: Request, response: Response, here: Here) -> ChallengeOut:
    """Set a code for a friend; the link to play it is /play?challenge=ID."""
    game = rules_of(body.game)
    owner = here.visitors.welcome(request, response)
    id = here.store.challenge(owner, game, game.show(game.code(body.secret)))
    return ChallengeOut(id=id, game=str(game), yours=True)


@api.get("/challenges/{id}", responses=errors(404))
async def challenged(id: str, request: Request, here: Here) -> ChallengeOut:
    """What game a code is of."""
    owner, game, _ = here.store.challenged(id)
    return ChallengeOut(id=id, game=str(game), yours=owner == here.visitors.owner(request))


def pairs(turns: tuple[Turn, ...]) -> list[tuple[str, str]]:
    return [(turn.guess, turn.feedback) for turn in turns]


def _own(id: str, request: Request, here: Context) -> Played:
    game = here.store.game(id)
    if game.owner != here.visitors.owner(request):
        raise Conflict("this is not your game; only who started it can move in it")
    return game


async def _compute(here: Context, request: Request, game: Game, job: str, *words: object) -> Any:
    return await here.pool.run(lane_of(game), job, *words, visitor=here.visitors.name(request))


async def _move(here: Context, request: Request, game: Game, codemaker: str, job: str, *words: object) -> Any:
    lane = lane_of_move(game, codemaker)
    return await here.pool.run(lane, job, *words, visitor=here.visitors.name(request))


def shown(game: Played, owner: str) -> GameOut:
    """What is told of a game: its secret only when it is over."""
    rules, over = game.rules, game.state != OPEN
    secret = game.secret if over else None
    if game.state == SOLVED:
        secret = game.turns[-1].guess
    return GameOut(
        id=game.id, game=game.game, pegs=rules.pegs, colors=rules.colors, repeats=rules.repeats, whites=rules.whites,
        codemaker=game.codemaker, origin=game.origin, state=game.state, yours=game.owner == owner,
        commitment=game.digest, nonce=game.nonce.hex() if over and game.nonce else None, secret=secret,
        hints=game.hints, given=game.given, turns=[TurnOut(**turn._asdict()) for turn in game.turns],
        summary=_summary(game) if over else None, created=game.created, ended=game.ended,
    )  # fmt: skip


def _summary(game: Played) -> str:
    title = f"Blackpeg {game.origin}" if game.origin.startswith("daily ") else "Blackpeg"
    return summary(game.position, title, game.hints)
