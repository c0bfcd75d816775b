"""Remember one result: tables are large, and questions come several at a time about one position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Latest(Generic[P, T]):
    """A function that keeps its latest result, and lets go of it before it makes another."""

    def __init__(self, function: Callable[P, T]) -> None:
        self.function = function
        self.held: dict[object, T] = {}

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        held = self.held  # another thread may ask something else meanwhile
        if args not in held:
            self.held = {}
            held = {args: self.function(*args, **kwargs)}
            self.held = held
        return held[args]

    def forget(self) -> None:
        self.held = {}
