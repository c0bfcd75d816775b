"""The queue of a lane: whose turn it is, and who gives way."""

import pytest

from blackpeg.web.lanes import fair_queue
from blackpeg.web.lanes.fair_queue import Asker, FairQueue

ME, GREEDY = Asker("home", "me"), Asker("elsewhere", "greedy")


@pytest.fixture
def clock(monkeypatch):
    """A clock that the test sets."""
    times = [0.0]
    monkeypatch.setattr(fair_queue, "monotonic", lambda: times[0])
    return times


def take(queue, clock, seconds):
    """What is next in line, done after so many seconds."""
    item = queue.pop()
    clock[0] += seconds
    assert queue.finish(item) == pytest.approx(seconds)
    return item


def test_who_asks_for_much_waits_for_others(clock):
    queue = FairQueue()
    for k in range(16):
        queue.add(f"greedy {k}", GREEDY)
    assert take(queue, clock, 5) == "greedy 0"
    queue.add("mine", ME)
    assert take(queue, clock, 0.01) == "mine"
    queue.add("mine again", ME)
    assert take(queue, clock, 0.01) == "mine again"  # as both of mine took less than one of the others
    assert take(queue, clock, 5) == "greedy 1"  # in the order of arrival
    assert len(queue) == 14


def test_a_job_under_way_counts(clock):
    queue = FairQueue()
    for k in range(3):
        queue.add(f"greedy {k}", GREEDY)
    queue.pop()  # on another worker
    clock[0] += 2
    queue.add("mine", ME)
    assert queue.pop() == "mine"


def test_a_school_waits_behind_one_address_and_its_pupils_take_turns(clock):
    queue = FairQueue()
    bad, good, home = Asker("school", "bad"), Asker("school", "good"), Asker("home", "me")
    for k in range(10):
        queue.add(f"bad {k}", bad)
    take(queue, clock, 5)
    queue.add("good", good)
    queue.add("home", home)
    assert take(queue, clock, 0.1) == "home"  # its address has used nothing
    assert take(queue, clock, 0.1) == "good"  # in the school, who has used nothing
    assert take(queue, clock, 0.1) == "bad 1"


def test_forty_visitors_of_forty_addresses(clock):
    queue = FairQueue()
    for who in range(40):
        for k in range(16):
            queue.add((who, k), Asker(f"address {who}", f"visitor {who}"))
    for _ in range(40):
        take(queue, clock, 1)  # each of them once
    queue.add("mine", ME)
    assert take(queue, clock, 1) == "mine"
    assert {take(queue, clock, 1)[0] for _ in range(39)} < set(range(40))


def test_nobody_owes_time_for_long_nor_saves_it_up(clock):
    queue = FairQueue()
    for k in range(100):  # alone for a long time, at nobody's expense
        queue.add(k, GREEDY)
        take(queue, clock, 5)
    for k in range(2):
        queue.add(f"greedy {k}", GREEDY)
        queue.add(f"mine {k}", ME)
    assert [take(queue, clock, 10) for _ in range(4)] == ["mine 0", "greedy 0", "mine 1", "greedy 1"]


def test_everybody_gets_the_same_time_and_not_the_same_number(clock):
    queue, served = FairQueue(), {GREEDY: 0, ME: 0}
    for k in range(100):
        queue.add((k, GREEDY), GREEDY)
        queue.add((k, ME), ME)
    for _ in range(50):
        who = queue.pop()
        seconds = 4 if who[1] == GREEDY else 1
        clock[0] += seconds
        queue.finish(who)
        served[who[1]] += seconds
    assert abs(served[GREEDY] - served[ME]) <= 4


def test_who_gives_way_if_the_queue_is_full(clock):
    queue = FairQueue()
    for k in range(3):
        queue.add(f"greedy {k}", GREEDY)
    queue.add("other", Asker("other", "other"))
    assert queue.worst(ME) == "greedy 2"
    assert queue.worst(GREEDY) is None
    queue.discard("greedy 2")
    queue.discard("greedy 1")
    assert queue.worst(ME) is None  # everybody waits with one


def test_no_more_is_remembered_than_fits(clock, monkeypatch):
    monkeypatch.setattr(fair_queue, "MAX_REMEMBERED", 100)
    queue = FairQueue()
    for k in range(1000):
        queue.add(k, Asker(str(k), str(k)))
        take(queue, clock, 0.5)
        assert len(queue._addresses.reached) <= 101 and len(queue._visitors) <= 101
