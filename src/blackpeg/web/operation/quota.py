"""How much may be stored, by one visitor and by all together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Quota:
    """How much may be stored before nothing new is begun."""

    max_bytes: int = 10 * 2**30  # of the file
    min_free_bytes: int = 200 * 2**20  # of the disk, which are left for moves in games that were begun
    max_per_visitor: Mapping[str, tuple[int, str]] = field(  # rows of a table, and what they are
        default_factory=lambda: {
            "games": (10_000, "games"),
            "challenges": (1000, "codes for friends"),
            "match_players": (1000, "duels and tournaments"),
        }
    )
