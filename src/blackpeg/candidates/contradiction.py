"""Which turns of a history contradict each other."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time

from ..errors import Impossible, TooMany
from ..game import Code, Game
from ..kernels import compile_seconds
from ..kernels import feedback as feedback_of
from .clues import History

MAX_SECONDS = 0.5  # for the search for a smallest set, and again for a set of which every turn is needed

Find = Callable[[Game, History], Code | None]


class OutOfTime(Exception):
    """A search took longer than it may."""


class TimeLimit:
    """A limit on the processor time of a search; compilation is left out, so that results do not depend on it."""

    def __init__(self, seconds: float) -> None:
        self.end = self.now() + seconds

    @staticmethod
    def now() -> float:
        return thread_time() - compile_seconds()

    def check(self) -> None:
        """Raises `OutOfTime` if time is up."""
        if self.now() >= self.end:
            raise OutOfTime


def contradiction(game: Game, history: History, find: Find, smallest: bool, seconds: float = MAX_SECONDS) -> Impossible:
    """The error for a history that no code fits, which names turns that contradict each other.

    With `smallest`, it names as few turns as possible, if that takes no longer than `seconds`. Otherwise, which needs
    fewer calls of `find`, it names a set that is contradictory only as a whole; and if that takes as long, none. If
    `find` gives up on some sets of turns, there may be a smaller set.
    """
    everything = (1 << len(history)) - 1

    def code_for(turns: int) -> Code | None:
        return find(game, [turn for k, turn in enumerate(history) if turns >> k & 1])

    if smallest:
        try:
            return _error(game, history, _smallest(game, history, code_for, TimeLimit(seconds)), sure=True)
        except (TooMany, OutOfTime):
            pass
    try:
        if code_for(everything) is not None:
            raise ValueError("a code fits this history")
    except TooMany:
        return Impossible(f"no code was found that fits the {len(history)} turns of {game}, but one may exist")
    try:
        return _error(game, history, *_irreducible(len(history), code_for, TimeLimit(seconds)))
    except OutOfTime:
        return Impossible(f"no code fits the {len(history)} turns of {game}")


def _irreducible(turns: int, code_for: Callable[[int], Code | None], limit: TimeLimit) -> tuple[int, bool]:
    """A set of which every turn is needed, as bits, of early turns if possible; and whether `find` never gave up.

    The first turns that no code fits, as few as possible, are found by bisection. The last of them is needed; then the
    same is done with those before it, given the needed one, until the needed ones suffice.
    """
    needed, first, sure = 0, turns, True  # no code fits the first turns together with the needed ones
    while True:
        low = 0
        while low < first:
            limit.check()
            middle = (low + first) // 2
            try:
                fits = code_for((1 << middle) - 1 | needed) is not None
            except TooMany:
                fits, sure = True, False
            if fits:
                low = middle + 1
            else:
                first = middle
        if first == 0:
            return needed, sure
        first -= 1
        needed |= 1 << first


def _smallest(game: Game, history: History, code_for: Callable[[int], Code | None], limit: TimeLimit) -> int:
    """A smallest set of turns that no code fits, as bits.

    Every code violates some turns, and a contradictory set contains at least one of these for each code. So take a
    smallest set that hits all violations seen so far. If a code fits this set, it shows a new violation; if none does,
    the set is a smallest contradiction.
    """
    seen: list[int] = []
    while True:
        turns = least_hitting_set(seen, limit.check)
        code = code_for(turns)
        if code is None:
            return turns
        violated = _violated(game, history, code)
        for k in range(len(history)):  # look for a code that violates fewer turns: it excludes more sets
            if violated >> k & 1:
                limit.check()
                try:
                    better = code_for((1 << len(history)) - 1 & ~violated | 1 << k)
                except TooMany:
                    continue
                if better is not None:
                    violated = _violated(game, history, better)
        if not violated:
            raise ValueError("a code fits this history")
        seen.append(violated)


def _violated(game: Game, history: History, code: Code) -> int:
    """The turns whose feedback would be different if this code were the secret, as bits."""
    own = [feedback_of(code, guess, game.whites) for guess, _ in history]
    return sum(1 << k for k, (_, feedback) in enumerate(history) if own[k] != feedback)


def least_hitting_set(sets: list[int], check: Callable[[], None] = lambda: None) -> int:
    """A smallest set that has a member in common with each of these sets, all given as bits.

    `check` is called again and again, and may raise to end the search.

    >>> bin(least_hitting_set([0b0011, 0b0110, 0b1100]))
    '0b101'
    """

    def within(chosen: int, more: int) -> int | None:
        check()
        open_ = [own for own in sets if not own & chosen]
        if not open_:
            return chosen
        if more == 0:
            return None
        smallest = min(open_, key=int.bit_count)
        members = (k for k in range(smallest.bit_length()) if smallest >> k & 1)
        return next((hit for k in members if (hit := within(chosen | 1 << k, more - 1)) is not None), None)

    size = 0
    while (found := within(0, size)) is None:
        size += 1
    return found


def _error(game: Game, history: History, turns: int, sure: bool) -> Impossible:
    """The error, with a sentence that names the turns."""
    numbers = tuple(k + 1 for k in range(len(history)) if turns >> k & 1)
    answers = [f"{game.show(history[k - 1][0])} with {game.show_feedback(history[k - 1][1])}" for k in numbers]
    no_code = f"no code answers {_join(answers)}"
    *others, last = numbers
    if not sure:
        return Impossible(f"turns {_join(numbers)} contradict each other, or some among them do: {no_code}", numbers)
    if not others:
        return Impossible(f"turn {last} is impossible: {no_code}", numbers)
    which = f"turn {others[0]}" if len(others) == 1 else f"turns {_join(others)}"
    return Impossible(f"turn {last} contradicts {which}: {no_code}", numbers)


def _join(items: object) -> str:
    *most, last = map(str, items)  # type: ignore[call-overload]
    return f"{', '.join(most)} and {last}" if most else last
