"""Can what several clients saw be put in one order? The search of Wing & Gong (1993), "Testing and verifying concurrent
objects", J. Parallel and Distributed Computing 17, with what was found impossible kept in memory (Lowe 2017)."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import inf
from typing import Any

UNKNOWN = object()  # the answer to a request that was lost with the server: it may have been done, or not


@dataclass(frozen=True, eq=False)
class Event:
    """A request and its answer, with the times at which it was sent and answered."""

    start: float
    end: float
    request: Any
    answer: Any


def find_order(
    events: list[Event], state: Hashable, apply: Callable[[Any, Any, Any], Hashable | None], final: Hashable
) -> list[Event] | None:
    """Returns the events in an order that the rules allow and that ends at the final state; None if there is none.

    An event that was answered before another was sent comes before it. `apply(state, request, answer)` returns the
    next state, or None if the rules do not allow this answer to this request. Events without an answer may be left out.
    """
    impossible: set[tuple[frozenset[int], Hashable]] = set()

    def search(left: frozenset[int], state: Hashable) -> list[Event] | None:
        answered = [k for k in left if events[k].answer is not UNKNOWN]
        if not answered and state == final:
            return []
        if (left, state) in impossible:
            return None
        first_end = min((events[k].end for k in left), default=inf)
        for k in sorted(left, key=lambda k: events[k].start):
            event = events[k]
            if event.start > first_end:
                break
            after = apply(state, event.request, event.answer)
            if after is not None and (found := search(left - {k}, after)) is not None:
                return [event, *found]
            if event.answer is UNKNOWN and (found := search(left - {k}, state)) is not None:
                return found
        impossible.add((left, state))
        return None

    return search(frozenset(range(len(events))), state)
