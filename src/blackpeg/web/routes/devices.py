"""The API of a visitor's own data: joining another device, and deleting everything."""

from __future__ import annotations

import time

from fastapi import Request, Response

from ...puzzles.daily import today
from ..context import ContextDep, error_responses, make_router
from ..people.models import Device, DeviceLink, DeviceOut, Forgotten
from ..people.visitor_store import LINK_SECONDS
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
    return DeviceLink(code=context.devices.make_link(owner), expires=time.time() + LINK_SECONDS)


@api.post("/devices", status_code=201, responses=error_responses(404))
async def join_device(body: Device, request: Request, response: Response, context: ContextDep) -> DeviceOut:
    """Joins this device to the one on which the link was made: both have the same games and streak from now on."""
    visitor = context.devices.check_link(body.code)
    device = context.visitors.device(request) or context.visitors.welcome(request, response)
    context.devices.join_device(body.code, device)
    streak, _ = count_daily_streak(visitor, today(), context)
    return DeviceOut(streak=streak, games=len(context.store.games_of(visitor)))


@api.post("/forget")
async def forget(request: Request, response: Response, context: ContextDep) -> Forgotten:
    """Deletes everything that is stored about you: games, codes you set, names, joined devices, and the cookie."""
    owner, matches = context.visitors.owner(request), list[str]()
    games = len(context.store.games_of(owner)) if owner else 0
    if owner:
        matches = context.matches.matches_of(owner, -1)
        context.matches.leave(owner)
        context.devices.forget(owner)
    context.visitors.farewell(response)
    for id in matches:
        context.events.notify(f"match {id}")
    return Forgotten(games=games)
