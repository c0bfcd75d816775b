"""The search for an order finds one where there is one, and none where there is none: a number that is added to."""

from web.model.order import UNKNOWN, Event, find_order


def add(total, request, answer):
    """Adding answers with the new total; looking is adding 0."""
    return total + request if answer is UNKNOWN or answer == total + request else None


def test_concurrent_requests_may_be_done_in_either_order():
    events = [Event(0, 3, 5, 7), Event(1, 2, 2, 2)]
    assert [event.request for event in find_order(events, 0, add, 7)] == [2, 5]


def test_what_was_answered_earlier_was_done_earlier():
    assert find_order([Event(0, 1, 5, 7), Event(2, 3, 2, 2)], 0, add, 7) is None


def test_a_lost_answer_may_have_been_done_or_not():
    lost = Event(0, 2, 5, UNKNOWN)
    assert len(find_order([lost, Event(3, 4, 0, 5)], 0, add, 5)) == 2
    assert len(find_order([lost, Event(3, 4, 0, 0)], 0, add, 0)) == 1
    assert find_order([lost, Event(3, 4, 0, 0), Event(5, 6, 0, 5)], 0, add, 5) is None  # not after the server was gone


def test_the_end_is_what_is_stored():
    assert find_order([Event(0, 1, 5, 5)], 0, add, 0) is None  # acknowledged, and not there
    assert find_order([], 0, add, 1) is None  # there, and nobody asked for it
