"""News for pages that stay open: who is woken, and how many may wait."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from blackpeg.web.people import live_events
from blackpeg.web.people.live_events import MAX_WAITING_PER_VISITOR, LiveEvents
from blackpeg.web.workers import Busy


def run_apart(scenario):
    """Runs it in a thread of its own: in this one Playwright's loop may be running."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, scenario).result()


def test_only_who_waits_for_a_topic_is_woken():
    async def scenario():
        events = LiveEvents()
        mine, other = (events.changes(topic, "me") for topic in ("match 1", "match 2"))
        assert await anext(mine) and await anext(other)
        waiting = [asyncio.ensure_future(anext(one)) for one in (mine, other)]
        await asyncio.sleep(0)
        events.notify("match 1")
        events.notify("match 3")  # nobody waits for it
        done, pending = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        assert done == {waiting[0]} and pending == {waiting[1]}
        waiting[1].cancel()
        await asyncio.gather(waiting[1], return_exceptions=True)
        await mine.aclose()
        assert not events._waiting and not events._visitors

    run_apart(scenario())


def test_a_change_between_two_looks_is_not_lost():
    async def scenario():
        events = LiveEvents()
        changes = events.changes("match 1", "me")
        await anext(changes)
        events.notify("match 1")  # while the page is busy with the first one
        assert await asyncio.wait_for(anext(changes), 60)
        await changes.aclose()

    run_apart(scenario())


def test_who_waits_for_long_is_told_that_all_is_well(monkeypatch):
    monkeypatch.setattr(live_events, "HEARTBEAT_SECONDS", 0.01)

    async def scenario():
        changes = LiveEvents().changes("match 1", "me")
        assert [await anext(changes), await anext(changes)] == [True, False]
        await changes.aclose()

    run_apart(scenario())


def test_a_visitor_has_so_many_streams():
    async def scenario():
        events, streams = LiveEvents(), []
        for _ in range(MAX_WAITING_PER_VISITOR):
            events.refuse_busy("me")
            streams.append(events.changes("match 1", "me"))
            await anext(streams[-1])
        with pytest.raises(Busy):
            events.refuse_busy("me")
        events.refuse_busy("somebody else")
        await streams[0].aclose()
        events.refuse_busy("me")
        for stream in streams[1:]:
            await stream.aclose()

    run_apart(scenario())
