"""`blackpeg records`: the best play known for every small game, and what others print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ...errors import BlackpegError
from ...phrases import count_phrase
from ..options import parse_game, print_json, with_json

if TYPE_CHECKING:
    from ...game import Game
    from ...solver.records import Record


@click.command()
@click.argument("game", required=False)
@with_json
def records(game: str | None, as_json: bool) -> int:
    """Show the best play known, with lower bounds.

    For every game of up to 131,072 codes (8,192 without repeats or without white pegs): the least total of guesses and
    the least worst case, whether they are proved, and how to make the trees.

    \b
    blackpeg records 4x6
    blackpeg records --json
    """
    from ...solver.records import MAX_CODES, MAX_VARIANT_CODES, read_records, record_of

    if game is None:
        all_records = list(read_records().values())
        if as_json:
            print_json([_as_json(record) for record in all_records])
        else:
            _show_table(all_records)
        return 0
    rules = parse_game(game)
    record = record_of(rules)
    if record is None:
        raise BlackpegError(
            f"no record of {rules}; there are records of games of 2 to 8 pegs with up to {MAX_CODES:,} codes, without "
            f"repeats or white pegs up to {MAX_VARIANT_CODES:,}"
        )
    if as_json:
        print_json(_as_json(record))
    else:
        _show(record, rules)
    return 0


def _as_json(record: Record) -> dict[str, Any]:
    from ...game import Game
    from ...solver.records import best_published

    other = best_published(Game.parse(record.game))
    return {
        "game": record.game, "codes": record.codes,
        "total": record.total, "total_bound": record.total_bound, "total_proved": record.total_is_proved,
        "average": round(record.average, 6), "max": record.max, "first": record.first, "source": record.source,
        "seconds": record.seconds,
        "worst": record.worst, "worst_bound": record.worst_bound, "worst_proved": record.worst_is_proved,
        "worst_total": record.worst_total, "worst_first": record.worst_first, "worst_source": record.worst_source,
        "worst_seconds": record.worst_seconds,
        "published": None if other is None else {
            "total": other.total, "max": other.max, "first": other.first or None, "rule": other.rule,
            "source": other.source,
        },
    }  # fmt: skip


def _show_table(all_records: list[Record]) -> None:
    from ...game import Game
    from ...solver.records import best_published
    from ..terminal.screen import Screen
    from ..terminal.tables import table

    rows = [["game", "codes", "total", "at least", "average", "worst case", "at least", "others"]]
    for record in all_records:
        other = best_published(Game.parse(record.game))
        rows.append([
            record.game, f"{record.codes:,}",
            f"{record.total:,}", "proved" if record.total_is_proved else f"{record.total_bound:,}",
            f"{record.average:.4f}",
            str(record.worst), "proved" if record.worst_is_proved else str(record.worst_bound),
            f"{other.total:,}" if other else "",
        ])  # fmt: skip
    Screen().print(table(rows, right=(1, 2, 3, 4, 5, 6, 7)))


def _show(record: Record, game: Game) -> None:
    from ...solver.records import SHIPPED, published
    from ..terminal.screen import Screen
    from ..terminal.tables import table

    def tree(source: str, seconds: float) -> str:
        return "comes with Blackpeg" if source == SHIPPED else f"blackpeg {source}  ({seconds:.4g} s of CPU time)"

    def claim(proved: bool, bound: int) -> str:
        return "proved" if proved else f"at least {bound:,}"

    screen = Screen()
    screen.print(f"{game}: {count_phrase(record.codes, 'code')}")
    screen.print(f"\nleast total  {record.total:,}, {claim(record.total_is_proved, record.total_bound)}")
    screen.print(f"             {record.average:.4f} on average, at most {record.max}, first guess {record.first}")
    screen.print(f"             {tree(record.source, record.seconds)}")
    screen.print(f"\nworst case   {record.worst}, {claim(record.worst_is_proved, record.worst_bound)}")
    screen.print(f"             {record.worst_total:,} in total, first guess {record.worst_first}")
    screen.print(f"             {tree(record.worst_source, record.worst_seconds)}")
    others = sorted((one for one in published() if one.game == str(game)), key=lambda one: one.total)
    if others:
        screen.print("\nothers print")
        rows = [["total", "at most", "first", "by", "source"]]
        rows += [
            [f"{one.total:,}", str(one.max or ""), one.first, one.rule + " (failed its check)" * one.failed, one.source]
            for one in others
        ]
        screen.print(table(rows, right=(0, 1)))
