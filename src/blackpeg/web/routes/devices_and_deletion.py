"""The API of a visitor's own data: joining another device, and deleting everything."""

from __future__ import annotations

import time

from fastapi import Request, Response

from ...puzzles.daily import today
from ..context import Context, ContextDep, error_responses, make_router
from ..people.devices_and_deletion import LINK_SECONDS
from ..people.models import Device, DeviceLink, DeviceOut, Forgotten
from ..store import Conflict
from .daily import count_daily_streak

api = make_router("devices")


@api.post("/device-links", status_code=201, responses=error_responses(409))
async def make_link(request: Request, context: ContextDep) -> DeviceLink:
    """Makes a link that takes your streak and your games to another device; it works once, for an hour."""
    owner = context.visitors.owner(request)
    if not owner:
        raise Conflict("nothing is stored about you yet; play a game first")
    context.visitors.count_new_game(owner)
    code = await context.threads.write(context.devices.make_link, owner)
    return DeviceLink(code=code, expires=time.time() + LINK_SECONDS)


@api.post("/devices", status_code=201, responses=error_responses(404))
async def join_device(body: Device, request: Request, response: Response, context: ContextDep) -> DeviceOut:
    """Joins this device to the one on which the link was made: both have the same games and streak from now on."""
    visitor = await context.threads.read(context.devices.check_link, body.code)
    device = context.visitors.device(request) or context.visitors.welcome(request, response)
    await context.known_devices.change(context.devices.join_device, body.code, device)
    streak, _ = await context.threads.read(count_daily_streak, visitor, today(), context)
    return DeviceOut(streak=streak, games=await context.threads.read(context.store.count_games, visitor))


@api.post("/forget")
async def forget(request: Request, response: Response, context: ContextDep) -> Forgotten:
    """Deletes everything that is stored about you: games, codes you set, names, joined devices, and the cookie."""
    owner = context.visitors.owner(request)
    games, matches = await context.known_devices.change(_forget, owner, context) if owner else (0, [])
    context.visitors.farewell(response)
    for id in matches:
        context.events.notify(f"match {id}")
    return Forgotten(games=games)


def _forget(owner: str, context: Context) -> tuple[int, list[str]]:
    """Deletes a visitor; returns how many games they had, and the matches in which they took part."""
    with context.store.transaction():
        games, matches = context.store.count_games(owner), context.matches.matches_of(owner, -1)
        context.matches.leave(owner)
        context.devices.forget(owner)
        return games, matches
