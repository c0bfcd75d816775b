"""Streams that stay open: how many are admitted, and who gives way."""

import pytest

from blackpeg.web.lanes.fair_queue import Asker
from blackpeg.web.limits.open_streams import OpenStreams
from blackpeg.web.workers import Busy


def test_no_more_are_admitted_than_allowed():
    streams = OpenStreams(most=200, most_per_visitor=5)
    admitted = 0
    for who in range(50):
        for _ in range(7):  # all before the first of them has begun to send
            try:
                streams.open(Asker(f"address {who}", f"visitor {who}"))
                admitted += 1
            except Busy:
                pass
    assert len(streams) == 200 and admitted > 200  # some gave way to others


def test_a_visitor_has_so_many():
    streams, me = OpenStreams(most=9, most_per_visitor=2), Asker("home", "me")
    first, _ = streams.open(me), streams.open(me)
    with pytest.raises(Busy):
        streams.open(me)
    streams.close(first)
    streams.close(first)  # once is enough
    streams.open(me)
    assert len(streams) == 2


def test_an_honest_visitor_gets_in_at_once():
    streams = OpenStreams(most=10, most_per_visitor=5)
    greedy = [streams.open(Asker("far", f"visitor {k // 5}")) for k in range(10)]
    mine = streams.open(Asker("home", "me"))
    assert greedy[-1].closed and not mine.closed and len(streams) == 10
    with pytest.raises(Busy):
        streams.open(Asker("far", "visitor 3"))  # from where most are open
