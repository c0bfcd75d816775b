"""`blackpeg next`: what a strategy guesses in a position, and how the best guesses compare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..errors import BlackpegError
from ..phrases import count_text, fit_phrase
from .options import choose_seed, choose_strategy, parse_game, print_json, with_json, with_seed, with_strategy

if TYPE_CHECKING:
    from rich.text import Text

    from ..position import Position


@click.command("next")
@click.argument("game")
@click.argument("turns", nargs=-1, metavar="[GUESS=FEEDBACK]...")
@with_strategy
@click.option(
    "--top", type=click.IntRange(1, 1000), default=5, show_default=True, metavar="K", help="Guesses to compare."
)
@with_seed
@with_json
def next_guess(game: str, turns: tuple[str, ...], text: str | None, top: int, seed: int | None, as_json: bool) -> int:
    """Ask what to guess now, with the best guesses side by side.

    \b
    blackpeg next 4x6 1122=1b1w 1344=0b2w
    """
    rules, seed = parse_game(game), choose_seed(seed)
    strategy = choose_strategy(text, rules)
    from ..coach.ranking import advice, refuse_finished
    from ..position import Position
    from ..strategies import name_of
    from .terminal.progress import wait_for

    name, position = name_of(strategy), Position(rules)
    for turn in turns:
        guess, equals, feedback = turn.partition("=")
        if not equals:
            raise BlackpegError(f"'{turn}' is not a turn; it is written GUESS=FEEDBACK, such as 1122=1b1w")
        position = position.after(guess, feedback)

    def count_and_advise() -> tuple[list[int | None], dict[str, Any]]:
        refuse_finished(position)
        return position.candidate_counts, advice(position, strategy, top, seed)

    counts, best = wait_for(count_and_advise, f"{name} is thinking")
    if as_json:
        print_json(best)
    else:
        _show_advice(position, best, name, counts)
    return 0


def _show_advice(position: Position, advice: dict[str, Any], name: str, counts: Sequence[int | None]) -> None:
    from rich.text import Text

    from .terminal.board import LONG_CODE_INDENT, BoardStyle, board, turn_table
    from .terminal.tables import table

    style = BoardStyle.of(position.game)
    screen = style.screen
    if position.history:
        screen.print_unwrapped(Text.assemble(board(style, position, counts), "\n"))
    fit = fit_phrase(advice["candidates"])
    plays, seed = f"{fit[0].upper()}{fit[1:]}; {name} plays", f"  (seed {advice['seed']})"
    if style.long:
        screen.print(plays + seed)
        screen.print_unwrapped(style.lines(advice["guess"], LONG_CODE_INDENT))
    else:
        screen.print_unwrapped(Text.assemble(plays, "  ", style.code(advice["guess"]), seed))
    if not advice["ranking"]:
        return
    rows: list[list[str | Text]] = [["guess", "bits", "parts", "largest", "expected size", "candidate"]]
    for row in advice["ranking"]:
        rows.append([
            style.code(row["guess"]), f"{row['bits']:.3f}", str(row["parts"]), count_text(row["largest"]),
            f"{row['expected_size']:,.2f}", "yes" if row["candidate"] else "no",
        ])  # fmt: skip
    if style.long:
        numbers = [["", *row] for row in rows]
        ranked = turn_table(style, numbers, [position.game.code(row["guess"]) for row in advice["ranking"]])
        screen.print_unwrapped(Text.assemble("\n", ranked))
    else:
        screen.print_unwrapped(Text.assemble("\n", table(rows, right=(1, 2, 3, 4))))
    if advice["sample"] is not None:
        screen.print(f"\nThese numbers are estimated from a sample of {count_text(advice['sample'])} candidates.")
