"""A cache of one result: tables are large, and several questions are asked about one position in a row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class OneResultCache(Generic[P, T]):
    """Decorates a function so that its latest result is kept, and freed before the next one is computed."""

    def __init__(self, function: Callable[P, T]) -> None:
        self.function = function
        self.cached: dict[object, T] = {}

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        cached = self.cached  # another thread may replace it meanwhile
        if args not in cached:
            self.cached = {}
            cached = {args: self.function(*args, **kwargs)}
            self.cached = cached
        return cached[args]

    def clear(self) -> None:
        """Frees the cached result."""
        self.cached = {}
