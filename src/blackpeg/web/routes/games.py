"""The API of games: begin one, guess, ask for a hint, give up. A secret is shown only when its game is over."""

from __future__ import annotations

import secrets
from dataclasses import replace

from fastapi import Request, Response

from ...codemakers import Honest, adversary
from ...errors import BlackpegError, Unsupported
from ...game import Code
from ...phrases import count_phrase
from ...position import Position
from ...puzzles.daily import level_game
from ...puzzles.saved_game import (
    FRIEND,
    LOST,
    MATCH,
    OPEN,
    POSITION,
    SOLVED,
    SavedGame,
    game_with_secret,
    new_game,
    sealed_game,
)
from ...puzzles.sharing import summary
from .. import worker_jobs
from ..choose_lane import choose_codemaker_lane, choose_hint_lane, choose_lane, choose_review_lane
from ..context import Context, ContextDep, error_responses, make_router
from ..lanes.given_hints import hint_question
from ..models import (
    MAX_TURNS,
    Before,
    GameOut,
    GameRow,
    Guess,
    HintOut,
    HintRequest,
    Json,
    NewGame,
    TurnOut,
    parse_game,
    refuse_large,
    write_position,
)
from ..store import Changed, Conflict, new_id, origin_text
from .daily import puzzle_of_day

MAX_LISTED_GAMES = 20
MAX_TRIES = 10  # to give up a game in which somebody guesses at the same time
CHOICES = "game", "level", "daily", "day", "challenge", "share", "code"  # of what is played

api = make_router("games")  # `name` below keeps the operation ids of the API where a function has a better name


@api.post("/games", status_code=201, responses=error_responses(404, 409))
async def begin(body: NewGame, request: Request, response: Response, context: ContextDep) -> GameOut:
    """Begins a game. The first one sets a cookie; moves in the game need that cookie.

    If you have begun a daily puzzle before, or share the game yourself, that game is returned, with status 200.
    """
    _refuse_unclear(body)
    owner = context.visitors.owner(request)
    puzzle = await _make_puzzle(body, owner, request, context)
    begun: SavedGame | None = puzzle if puzzle.id else None
    if begun is None and puzzle.day and owner:
        begun = await context.threads.read(context.store.find_daily, owner, puzzle)
    if begun is not None:
        response.status_code = 200
        return await context.threads.read(game_out, begun, owner, context)
    owner = context.visitors.welcome(request, response)
    new = replace(puzzle, owner=owner, id=new_id(), limit=body.limit)
    game = await context.threads.write(_begin, new, body.challenge, context)
    if game.id == new.id:
        context.announce(game)
    else:  # the same visitor began it meanwhile
        response.status_code = 200
    return game


def _begin(game: SavedGame, challenge: str | None, context: Context) -> GameOut:
    """Stores a game, and describes it; or what its owner has begun of the same daily puzzle."""
    return game_out(context.store.begin_game(game, challenge), game.owner, context)


def _refuse_unclear(body: NewGame) -> None:
    """Raises if a request does not say exactly what to play."""
    chosen = [name for name in CHOICES if getattr(body, name) is not None]
    if len(chosen) != 1:
        raise BlackpegError("say what to play: one of game, level, daily, day, challenge, share and code")
    if body.history and body.game is None:
        raise BlackpegError("a history goes with a game; this puzzle begins without one")
    if body.codemaker != "honest" and (body.daily or body.day or body.challenge or body.share or body.code):
        raise BlackpegError("this puzzle has a secret; leave out the codemaker")
    limit = body.limit or MAX_TURNS
    if limit <= len(body.history):
        raise BlackpegError(f"a limit of {limit} leaves no guess after {count_phrase(len(body.history), 'turn')}")


async def _make_puzzle(body: NewGame, owner: str, request: Request, context: Context) -> SavedGame:
    """Makes the game that a request asks for; it belongs to nobody yet."""
    if body.daily:
        return context.daily_game()
    if body.day:
        return puzzle_of_day(body.day, context)
    if body.share:
        shared = await context.threads.read(context.store.shared_game, body.share)
        return _same_puzzle(shared, owner, context)
    if body.challenge:
        challenge = await context.threads.read(context.store.challenge, body.challenge)
        if challenge.owner == owner:
            raise Conflict("you set this code yourself; send the link to somebody else")
        return game_with_secret(challenge.game, challenge.secret, FRIEND)
    if body.code:
        puzzle = sealed_game(body.code)
        refuse_large(puzzle.game)
        return puzzle
    written = write_position(str(level_game(body.level)) if body.level else body.game or "", body.history)
    if written.turns:
        secret = await context.run(
            request, choose_lane(parse_game(written.game)), worker_jobs.draw_secret, written
        )  # raises if the turns contradict each other
    position = written.read()
    if any(turn.feedback == position.game.solved for turn in position.history):
        raise BlackpegError("the code is broken in this history; nothing is left to guess")
    if body.codemaker != "honest" and (why := adversary(body.codemaker).supports(position.game)):
        raise Unsupported(why)
    if not position.history:
        return new_game(position.game, body.codemaker, secrets.randbits(128))
    start = SavedGame(position, body.codemaker, POSITION)
    if body.codemaker == "honest":
        start = replace(game_with_secret(position.game, secret, POSITION), position=position)
    return replace(start, given=position.guesses, candidates_left=(None,) * position.guesses)


def _same_puzzle(game: SavedGame, owner: str, context: Context) -> SavedGame:
    """The puzzle of a game that is over, for somebody else; the owner gets the game itself."""
    if game.owner == owner:
        return game
    if game.day is not None:
        return context.daily_game(game.day)
    if game.codemaker != "honest":
        again = SavedGame(Position(game.game), game.codemaker)
    else:
        assert game.secret is not None
        again = game_with_secret(game.game, game.secret, POSITION if game.given else FRIEND)
    for turn in game.position.history[: game.given]:
        again = replace(again, position=again.position.after(turn.guess, turn.feedback))
    return replace(again, given=game.given, candidates_left=game.candidates_left[: game.given])


@api.get("/games", name="mine")
async def list_games(request: Request, context: ContextDep, before: Before = None) -> list[GameRow]:
    """Your latest games, twenty at a time."""
    owner = context.visitors.owner(request)
    if not owner:
        return []
    games = await context.threads.read(context.store.games_of, owner, MAX_LISTED_GAMES, before)
    return [
        GameRow(
            id=game.id, game=game.game, codemaker=game.codemaker, origin=game.origin, state=game.state,
            guesses=game.guesses, created=game.created,
        )
        for game in games
    ]  # fmt: skip


@api.get("/games/{id}", name="look", responses=error_responses(404))
async def show_game(id: str, request: Request, context: ContextDep) -> GameOut:
    """A game; everybody who knows its address may look at it."""
    return await context.threads.read(_look, id, context.visitors.owner(request), context)


def _look(id: str, owner: str, context: Context) -> GameOut:
    return game_out(context.store.game(id), owner, context)


@api.get("/games/{id}/turns", name="turns", responses=error_responses(404))
async def list_turns(id: str, context: ContextDep) -> list[TurnOut]:
    """The turns of a game so far."""
    return _turns_out(await context.threads.read(context.store.game, id))


@api.post("/games/{id}/turns", status_code=201, responses=error_responses(404, 409))
async def guess(id: str, body: Guess, request: Request, context: ContextDep) -> GameOut:
    """Makes a guess, and returns the game with its feedback."""
    found = await context.threads.write(_guess_secret, id, body, context.visitors.owner(request), context)
    out = found if isinstance(found, GameOut) else await _guess_against_adversary(found, body, request, context)
    context.announce(out)
    return out


def _guess_secret(id: str, body: Guess, owner: str, context: Context) -> GameOut | SavedGame:
    """Makes a guess in a game with a secret, all at once; a game against an adversary is only returned."""
    game = _read_own_open_game(id, owner, context)
    if body.turn != game.position.turn:
        raise Conflict(f"turn {body.turn} is not the next one; it is turn {game.position.turn} now")
    code = game.game.code(body.guess)
    if game.secret is None:
        return game
    after = game.position.after(code, Honest(game.secret).answer(game.position, code))
    return _store_turn(_with_limit(game), after, None, game.limit, context)


async def _guess_against_adversary(game: SavedGame, body: Guess, request: Request, context: Context) -> GameOut:
    """Makes a guess that an adversary answers, which a worker computes."""
    code, lane = game.game.code(body.guess), choose_codemaker_lane(game.game, game.codemaker)
    feedback, candidates_left = await context.run(
        request, lane, worker_jobs.answer_as_adversary, game.position, game.codemaker, code
    )
    after, bounded = game.position.after(code, feedback), _with_limit(game)
    if bounded.after(after).state == LOST:
        bounded = replace(bounded, secret=await _find_witness(game, after, request, context))
    return await context.threads.write(_store_turn, bounded, after, candidates_left, game.limit, context)


def _with_limit(game: SavedGame) -> SavedGame:
    """Every game ends, so that nobody tries code after code."""
    return replace(game, limit=game.limit or MAX_TURNS)


def _store_turn(
    game: SavedGame, after: Position, candidates_left: int | None, limit: int | None, context: Context
) -> GameOut:
    """Stores a turn, and describes the game after it to its owner, with the limit that they chose."""
    played = context.store.add_turn(game, after, candidates_left)
    return game_out(replace(played, limit=limit), game.owner, context)


@api.post("/games/{id}/end", responses=error_responses(404, 409))
async def give_up(id: str, request: Request, context: ContextDep) -> GameOut:
    """Gives up, and returns the game with its secret."""
    tries = 0
    while True:
        game = await _own_open_game(id, request, context)
        secret = game.secret
        if secret is None:
            secret = await _find_witness(game, game.position, request, context)
        try:
            out = await context.threads.write(_end, game, secret, context)
            context.announce(out)
            return out
        except Changed:  # a guess came first, which an adversary's secret must fit too
            tries += 1
            if tries == MAX_TRIES:
                raise


def _end(game: SavedGame, secret: Code, context: Context) -> GameOut:
    """Ends a game, and describes it to its owner."""
    return game_out(context.store.give_up(game, secret), game.owner, context)


async def _find_witness(game: SavedGame, position: Position, request: Request, context: Context) -> Code:
    """Returns a code that fits every feedback an adversary gave, to be shown as its secret."""
    lane = choose_codemaker_lane(game.game, game.codemaker)
    witness: Code = await context.run(request, lane, worker_jobs.find_witness, position, game.codemaker)
    return witness


@api.post("/games/{id}/hints", responses=error_responses(404, 409))
async def hint(id: str, body: HintRequest, request: Request, context: ContextDep) -> HintOut:
    """Gives a hint, in one of three steps: whether a guess fits, how many codes fit, or a good guess."""
    context.visitors.admit_hint(context.visitors.name(request))
    game = await _own_open_game(id, request, context)
    if game.origin == MATCH:
        raise Conflict("there are no hints in a duel or a tournament")
    if body.step == "consistent" and body.guess is None:
        raise BlackpegError("the first hint is about a guess; fill the row first")
    code = None if body.guess is None else game.game.code(body.guess)
    question = game.position, code, body.step, body.candidates_only
    row = context.given_hints.find(hint_question(*question))
    if row is None:
        row = await context.run(request, choose_hint_lane(game.position), worker_jobs.give_hint, *question)
        context.given_hints.add(hint_question(*question), row)
    await context.threads.write(context.store.count_hint, id, game)  # it is about these turns
    return HintOut(**row)


@api.get("/games/{id}/review", responses=error_responses(404, 409))
async def review(id: str, request: Request, context: ContextDep) -> Json:
    """What each guess of a finished game was worth."""
    game = await context.threads.read(context.store.game, id)
    if game.state == OPEN:
        raise Conflict("the game is not over yet; its review shows the secret")
    if not game.position.history:
        raise Conflict("nothing was guessed in this game")
    secret = game.secret if game.codemaker == "honest" else None  # an adversary had none
    lane = choose_review_lane(game.game, game.position.guesses)
    report: Json = await context.run(request, lane, worker_jobs.review, game.position, secret, 0)
    return report


@api.get("/statistics")
async def statistics(request: Request, context: ContextDep) -> list[Json]:
    """Statistics of your finished games against secrets, by their rules, with the daily puzzles on their own."""
    owner = context.visitors.owner(request)
    finished = await context.threads.read(context.store.finished_games, owner) if owner else []
    rows: list[Json] = await context.run(request, "light", worker_jobs.statistics, finished)
    return rows


async def _own_open_game(id: str, request: Request, context: Context) -> SavedGame:
    return await context.threads.read(_read_own_open_game, id, context.visitors.owner(request), context)


def _read_own_open_game(id: str, owner: str, context: Context) -> SavedGame:
    """Reads a game in which a visitor may move; `Conflict` if it is somebody else's, or over."""
    game = context.store.game(id)
    if game.owner != owner:
        raise Conflict("this is not your game; only who started it can move in it")
    if game.state != OPEN:
        raise Conflict(f"the game is over: {game.state}")
    return game


def game_out(game: SavedGame, owner: str, context: Context) -> GameOut:
    """Describes a game to a visitor; the secret only when it is over."""
    rules, over, commitment = game.game, game.state != OPEN, game.commitment
    secret = game.position.history[-1].guess if game.state == SOLVED else game.secret
    title = context.title(game)
    return GameOut(
        id=game.id, game=str(rules), pegs=rules.pegs, colors=rules.colors, repeats=rules.repeats, whites=rules.whites,
        codemaker=game.codemaker, origin=origin_text(game), title=title, state=game.state, yours=game.owner == owner,
        commitment=commitment and commitment.digest, nonce=commitment.nonce.hex() if over and commitment else None,
        secret=rules.show(secret) if over and secret is not None else None, hints=game.hints, given=game.given,
        turns=_turns_out(game), summary=summary(game.position, title, game.hints) if over else None,
        share=game.share or None, challenge=context.store.challenge_of(game.id),
        match=context.matches.match_of(game.id), created=game.began, ended=game.ended, limit=game.limit,
    )  # fmt: skip


def _turns_out(game: SavedGame) -> list[TurnOut]:
    show, show_feedback = game.game.show, game.game.show_feedback
    turns = zip(game.position.history, game.candidates_left, strict=True)
    return [
        TurnOut(turn=number, guess=show(turn.guess), feedback=show_feedback(turn.feedback), left=count)
        for number, (turn, count) in enumerate(turns, 1)
    ]
