"""The summary that people share."""

from __future__ import annotations

from blackpeg import Position
from blackpeg.puzzles.sharing import summary


def test_a_summary_has_no_spoilers() -> None:
    position = Position.parse("4x6 1122=0b1w 3456=2b2w 3465=4b0w")
    assert summary(position, "Blackpeg 2026-11-16") == "\n".join((
        "Blackpeg 2026-11-16 4x6: broken in 3 guesses", "⚪", "⚫⚫⚪⚪", "⚫⚫⚫⚫",
    ))  # fmt: skip
    assert summary(position.before, "Mine", hints=1).startswith("Mine 4x6: not broken, 2 guesses, 1 hint\n⚪\n")
