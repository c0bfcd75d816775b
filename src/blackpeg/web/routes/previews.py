"""What a link to a puzzle, a friend's code or a match shows in chats: a title, a text and a picture; never a code."""

from __future__ import annotations

from collections import OrderedDict
from html import escape

from fastapi import FastAPI, Request
from starlette.responses import Response

from ...game import Game
from ...phrases import count_phrase
from ...puzzles.deduction_puzzles import all_puzzles
from ...puzzles.saved_game import SOLVED
from ..context import Context, get_context
from ..preview_image import HEIGHT, WIDTH, Preview, draw_preview
from ..store import Missing
from ..visitors import Rate, address

ADDRESS_PICTURES = Rate(30, 0.5)  # pictures that are drawn for one address
MAX_KEPT_PICTURES = 200  # of some 30 kB each
CACHE_SECONDS = 24 * 3600


async def describe_link(context: Context, kind: str, id: str) -> Preview:
    """Describes what stands behind a link; `Missing` if there is nothing. Today's puzzle is in no database."""
    if kind in ("share", "challenge", "match"):
        return await context.threads.read(_describe_stored, context, kind, id)
    if kind == "puzzle":
        return describe_puzzle(id)
    puzzle = context.daily_game()
    return Preview(context.title(puzzle), "Today's code to crack, the same for all.", puzzle.game.pegs)


def _describe_stored(context: Context, kind: str, id: str) -> Preview:
    """Describes what is stored and stands behind a link; `Missing` if there is nothing."""
    if kind == "share":
        shared = context.store.shared_game(id)
        guesses = count_phrase(shared.position.guesses, "guess")
        result = f"Cracked in {guesses}." if shared.state == SOLVED else f"Not cracked in {guesses}."
        rows = tuple(shared.game.pegs_of(turn.feedback) for turn in shared.position.history)
        title = context.title(shared) if shared.day else f"Blackpeg {shared.game}"
        return Preview(title, f"{result} Can you do better?", shared.game.pegs, rows)
    if kind == "challenge":
        game = context.store.challenge(id).game
        return Preview("A code is set for you", f"{rules_phrase(game)}. Can you crack it?", game.pegs)
    match = context.matches.match(id)
    who = next((player.name for player in match.players if player.name), "A friend")
    what = "a duel" if match.kind == "duel" else f"a tournament of {count_phrase(match.rounds, 'round')}"
    return Preview(f"{who} invites you to {what}", rules_phrase(match.game), match.game.pegs)


def describe_puzzle(id: str) -> Preview:
    """Describes a deduction puzzle by the feedback of its turns; `Missing` if there is none of this number."""
    found = [puzzle for puzzle in all_puzzles() if str(puzzle.number) == id]
    if not found:
        raise Missing("there is no puzzle of this number")
    puzzle, position = found[0], found[0].position
    rows = tuple(position.game.pegs_of(turn.feedback) for turn in position.history)
    return Preview(
        f"Puzzle {puzzle.number}, {puzzle.grade}", "One code fits these turns. Which?", position.game.pegs, rows
    )


def rules_phrase(game: Game) -> str:
    """The rules in words, such as '4 pegs, 6 colors, none twice'."""
    extra = ("" if game.repeats else ", none twice") + ("" if game.whites else ", black pegs only")
    return f"{count_phrase(game.pegs, 'peg')}, {count_phrase(game.colors, 'color')}{extra}"


def link_of(request: Request) -> tuple[str, str]:
    """The kind of what a page is about, and its id, from the address of the page."""
    if "challenge" in request.query_params:
        return "challenge", request.query_params["challenge"]
    for name in ("share", "match", "puzzle"):
        if name in request.path_params:
            return name, request.path_params[name]
    return "daily", "today"


async def link_tags(request: Request, root: str) -> tuple[str, str]:
    """The title of a page, empty if it is about nothing in particular, and its OpenGraph tags."""
    context, (kind, id) = get_context(request), link_of(request)
    try:
        preview = await describe_link(context, kind, id)
    except Missing:
        kind, id = "daily", "today"
        preview = await describe_link(context, kind, id)
    site = f"{request.url.scheme}://{request.url.netloc}{root}"
    path = request.url.path.removeprefix(root) + (f"?challenge={id}" if kind == "challenge" else "")
    tags = {
        "og:site_name": "Blackpeg", "og:type": "website", "og:title": preview.title, "og:description": preview.text,
        "og:url": f"{site}{path}", "og:image": f"{site}/preview/{kind}/{id}.png", "og:image:type": "image/png",
        "og:image:width": str(WIDTH), "og:image:height": str(HEIGHT), "og:image:alt": _describe_picture(preview),
    }  # fmt: skip
    lines = [f'<meta property="{name}" content="{escape(value)}">' for name, value in tags.items()]
    title = "" if kind == "daily" else preview.title
    return title, "\n".join((*lines, '<meta name="twitter:card" content="summary_large_image">'))


def _describe_picture(preview: Preview) -> str:
    """What a picture shows, in words."""
    if preview.rows:
        return "; ".join(f"{black} black, {white} white" for black, white in preview.rows)
    return f"a hidden code of {count_phrase(preview.pegs, 'peg')}"


def add_previews(app: FastAPI) -> None:
    """Adds the pictures to the app. A picture is drawn in a worker, once, and kept in memory."""
    pictures: OrderedDict[Preview, bytes] = OrderedDict()

    async def show_preview(kind: str, id: str, request: Request) -> Response:
        context = get_context(request)
        preview = await describe_link(context, kind, id)
        if preview not in pictures:
            context.visitors.limiter.take(ADDRESS_PICTURES, address(request))
            pictures[preview] = await context.run(request, "light", draw_preview, preview)
            while len(pictures) > MAX_KEPT_PICTURES:
                pictures.popitem(last=False)
        seconds = CACHE_SECONDS if kind == "share" else 300
        headers = {"Cache-Control": f"public, max-age={seconds}", "Cross-Origin-Resource-Policy": "cross-origin"}
        return Response(pictures[preview], media_type="image/png", headers=headers)

    app.add_api_route("/preview/{kind}/{id}.png", show_preview, methods=["GET", "HEAD"], include_in_schema=False)
