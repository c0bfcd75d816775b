"""News for pages that stay open: who is woken, and how many may wait."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from blackpeg.web.lanes.fair_queue import Asker
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
        topics = ("match 1", "match 2")
        mine, other = (events.changes(topic, events.open(Asker("home", "me"))) for topic in topics)
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
        assert not events._waiting

    run_apart(scenario())


def test_a_change_between_two_looks_is_not_lost():
    async def scenario():
        events = LiveEvents()
        changes = events.changes("match 1", events.open(Asker("home", "me")))
        await anext(changes)
        events.notify("match 1")  # while the page is busy with the first one
        assert await asyncio.wait_for(anext(changes), 60)
        await changes.aclose()

    run_apart(scenario())


def test_who_waits_for_long_is_told_that_all_is_well(monkeypatch):
    monkeypatch.setattr(live_events, "HEARTBEAT_SECONDS", 0.01)

    async def scenario():
        events = LiveEvents()
        changes = events.changes("match 1", events.open(Asker("home", "me")))
        assert [await anext(changes), await anext(changes)] == [True, False]
        await changes.aclose()

    run_apart(scenario())


def test_a_visitor_has_so_many_streams():
    async def scenario():
        events, me = LiveEvents(), Asker("home", "me")
        streams = [events.open(me) for _ in range(MAX_WAITING_PER_VISITOR)]  # before any of them has begun to send
        with pytest.raises(Busy):
            events.open(me)
        events.open(Asker("home", "somebody else"))
        streams[0].streams.close(streams[0])
        events.open(me)

    run_apart(scenario())


def test_a_follower_gives_way_to_one_from_an_address_with_fewer(monkeypatch):
    monkeypatch.setattr(live_events, "MAX_WAITING", 4)

    async def scenario():
        events = LiveEvents()
        greedy = [events.open(Asker("far", f"visitor {k}")) for k in range(4)]
        changes = [events.changes("match 1", one) for one in greedy]
        for one in changes:
            assert await anext(one)
        waiting = asyncio.ensure_future(anext(changes[-1]))
        await asyncio.sleep(0)
        mine = events.open(Asker("home", "me"))
        assert [one.closed for one in (*greedy, mine)] == [False, False, False, True, False]
        with pytest.raises(StopAsyncIteration):  # at once, not after the next sign of life
            await asyncio.wait_for(waiting, 60)
        with pytest.raises(Busy):
            events.open(Asker("far", "visitor 5"))
        for one in changes:
            await one.aclose()
        assert not events._waiting

    run_apart(scenario())
