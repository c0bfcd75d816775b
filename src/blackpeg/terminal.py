"""What the commands print: boards with colors and labels, tables, and something to look at while waiting."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from .errors import BlackpegError, TooMany
from .game import Code, Feedback, Game
from .kernels.jit import first_use
from .players import Strategy
from .position import Position
from .tree import Tree

T = TypeVar("T")

# Grounds that stay apart for most eyes; the label on them carries the meaning.
GROUNDS = (
    "black on #f2c94c", "white on #b83227", "black on #7fc8f8", "white on #1b6b3a", "black on #f4a6c0",
    "white on #3b3f8f", "black on #b7e07a", "white on #7a4a21", "black on #e0e0e0", "white on #6a2c91",
    "black on #f28e2b", "white on #12757e",
)  # fmt: skip


def console() -> Console:
    return Console(highlight=False, soft_wrap=True)


def chips(code: Code, game: Game) -> Text:
    """A code as colored chips with their labels."""
    text = Text()
    for color in code:
        text.append(f" {game.symbol(int(color))} ", style=f"bold {GROUNDS[int(color) % len(GROUNDS)]}")
        text.append(" ")
    return text


def pegs(feedback: Feedback, game: Game) -> Text:
    """Feedback as pegs and in letters."""
    black, white = game.pegs_of(feedback)
    dots = "●" * black + "○" * white + "·" * (game.pegs - black - white)
    return Text.assemble((dots, "bold"), "  ", game.show_feedback(feedback))


def number(count: int | None) -> str:
    if count is None:
        return "?"
    return f"{count:,}" if count < 10**9 else f"{count:.2e}"


def left(position: Position) -> int | None:
    """How many candidates there are; a broken code leaves one."""
    return 1 if position.solved else position.left


def history(end: Position) -> list[dict[str, Any]]:
    """The turns of a game, for JSON."""
    game, line = end.game, end.line
    return [
        {
            "guess": game.show(after.history[-1].guess),
            "feedback": game.show_feedback(after.history[-1].feedback),
            "candidates": before.left,
            "left": left(after),
        }
        for before, after in zip(line, line[1:], strict=False)
    ]


def board(position: Position) -> Table:
    """The turns of a game, with how many candidates there were before and after each guess."""
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name, justify in (("", "right"), ("guess", "left"), ("feedback", "left"), ("candidates", "right")):
        table.add_column(name, justify=justify)  # type: ignore[arg-type]
    line, game = position.line, position.game
    for turn, (before, after) in enumerate(zip(line, line[1:], strict=False), 1):
        guess, feedback = after.history[-1][:2]
        counts = f"{number(before.left)} → {number(left(after))}"
        table.add_row(str(turn), chips(guess, game), pegs(feedback, game), counts)
    return table


def show_game(end: Position, record: dict[str, Any]) -> None:
    out = console()
    hidden = f"secret {record['secret']}" if record["secret"] else "an adversary without a secret"
    out.print(f"[bold]{record['game']}[/]  {record['strategy']} against {hidden}  (seed {record['seed']})\n")
    out.print(board(end))
    out.print()
    if record["solved"]:
        guesses = "guess" if end.guesses == 1 else "guesses"
        known = f", known after {record['known']}" if record["known"] is not None else ""
        out.print(f"Solved in [bold]{end.guesses}[/] {guesses}{known}.")
    else:
        out.print(f"Not solved: given up after {end.guesses} guesses.")
    out.print(
        f"{end.evaluations:,} codes compared with the history, {end.feedbacks:,} feedbacks computed, "
        f"{end.seconds:.3f} s."
    )


def show_advice(position: Position, advice: dict[str, Any]) -> None:
    out, game = console(), position.game
    if position.history:
        out.print(board(position))
        out.print()
    count = advice["candidates"]
    fit = "" if count is None else f"{number(count)} {'code fits' if count == 1 else 'codes fit'}.  "
    out.print(Text.assemble(f"{fit}{advice['strategy']} plays  ", chips(game.code(advice["guess"]), game), "\n"))
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("guess", "bits", "parts", "largest", "expected size", "candidate"):
        table.add_column(name, justify="left" if name in ("guess", "candidate") else "right")
    for row in advice["ranking"]:
        table.add_row(
            chips(game.code(row["guess"]), game), f"{row['bits']:.3f}", str(row["parts"]), number(row["largest"]),
            f"{row['expected_size']:,.2f}", "yes" if row["candidate"] else "no",
        )  # fmt: skip
    out.print(table)


def show_tree(summary: dict[str, Any], output: str | None) -> None:
    out = console()
    out.print(
        f"[bold]{summary['game']}[/]  {summary['strategy']}: {summary['total']:,} guesses for {summary['codes']:,} "
        f"codes, {summary['average']:.4f} on average, at most {summary['max']}."
    )
    widest = max(summary["histogram"])
    for turn, count in enumerate(summary["histogram"], 1):
        out.print(f"{turn:>4}  {'█' * -(-40 * count // widest)} {count:,}")
    if output:
        out.print(f"Written to {output}.")


def patiently(work: Callable[[], T], saying: str) -> T:
    """Do the work in a thread, so that Ctrl-C ends it at once, with something to look at after a second."""
    return _watched(work, saying, None, None)


def grow(strategy: Strategy, game: Game) -> Tree:
    """The tree of a strategy, with a progress bar."""
    done = np.zeros(1, np.int64)
    if game.size > 2**24:
        raise TooMany(f"{game} has {game.size:,} codes; a tree is laid out for at most {2**24:,}")
    return _watched(lambda: Tree.of(strategy, game, done), "growing the tree", done, game.size)


def _watched(work: Callable[[], T], saying: str, done: Any, total: int | None) -> T:
    result: list[T] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            result.append(work())
        except BaseException as error:
            failure.append(error)

    if first_use():
        saying = "compiling the kernels, once after installation"
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(1.0)
    if thread.is_alive() and sys.stderr.isatty():
        columns = [SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn()]
        if total is not None:
            columns[2:2] = [BarColumn(), MofNCompleteColumn()]
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(saying, total=total)
            while thread.is_alive():
                thread.join(0.1)
                if done is not None:
                    progress.update(task, completed=int(done[0]))
    while thread.is_alive():
        thread.join(0.5)
    if failure:
        raise failure[0]
    if not result:
        raise BlackpegError("nothing came back")
    return result[0]
