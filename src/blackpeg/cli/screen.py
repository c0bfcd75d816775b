"""What the commands print: codes with colors and labels, tables, and something to look at while waiting.

Nothing heavy is imported until it is needed, so that a sentence about bad input comes at once.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from rich.console import Console
from rich.text import Text

from ..errors import TooMany
from ..phrases import count_phrase, count_text, fit_phrase

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..game import Code, Feedback, Game
    from ..players import Strategy
    from ..position import Position
    from ..tree import Tree

T = TypeVar("T")

# Dark and light grounds by turns, apart for most eyes and on 16 colors too; the label on them carries the meaning.
GROUNDS = tuple(
    f"{'color(16)' if light else 'color(231)'} on color({ground})"
    for ground, light in (
        (221, True), (124, False), (117, True), (22, False), (213, True), (19, False),
        (119, True), (94, False), (254, True), (90, False), (208, True), (23, False),
    )
)  # fmt: skip


class Screen(Console):
    """Standard output. Sentences wrap in a terminal; into a file or pipe go whole lines without escape codes."""

    def __init__(self) -> None:
        super().__init__(markup=False, emoji=False, highlight=False, soft_wrap=not sys.stdout.isatty())

    @property
    def colored(self) -> bool:
        return self.color_system is not None and not self.no_color

    @property
    def unicode(self) -> bool:
        return self.encoding.startswith("utf")

    def lines(self, text: Text) -> None:
        """Print lines that are made to fit, unwrapped."""
        self.print(text, soft_wrap=True)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def sentence(error: object) -> str:
    """An error for people: one line, without control characters, and long words cut."""
    line = "".join(c if c.isprintable() else "?" for c in " ".join(str(error).split()))
    return re.sub(r"([^\s'/\\]{60})[^\s'/\\]{20,}", r"\1…", line)


@dataclass(frozen=True)
class Look:
    """How codes and feedback of a game are drawn on a screen."""

    game: Game
    out: Screen
    roomy: bool  # chips with space around the label, else labels side by side
    dots: bool  # feedback as pegs too

    @classmethod
    def of(cls, game: Game, beside: int = 40) -> Look:
        """The roomiest that has place for a code and feedback of this game, with `beside` columns for the rest."""
        out = Screen()
        label, rest = len(game.symbol(game.colors - 1)), beside + game.pegs
        width = out.width if out.is_terminal else sys.maxsize
        roomy = game.pegs * (label + 3) + rest <= width
        dots = game.pegs * (label + (label > 1)) + rest <= width and out.unicode
        return cls(game, out, roomy, dots)

    def code(self, code: Code | str) -> Text:
        """A code as colored chips with their labels."""
        game = self.game
        colors = game.code(code) if isinstance(code, str) else code
        if not self.out.colored:
            return Text(game.show(colors))
        width = len(game.symbol(game.colors - 1))
        labels = [f" {game.symbol(c):>{width}} " if self.roomy else game.symbol(c) for c in map(int, colors)]
        chips = [Text(label, f"bold {GROUNDS[c % len(GROUNDS)]}") for label, c in zip(labels, colors, strict=True)]
        return Text(" " if self.roomy else "," if width > 1 else "").join(chips)

    def feedback(self, feedback: Feedback) -> Text:
        """Feedback as pegs and in letters."""
        black, white = self.game.pegs_of(feedback)
        dots = "●" * black + "○" * white + "·" * (self.game.pegs - black - white)
        letters = self.game.show_feedback(feedback)
        return Text.assemble((dots, "bold"), "  ", letters) if self.dots else Text(letters)


def table(rows: Sequence[Sequence[str | Text]], right: Collection[int] = ()) -> Text:
    """Lines of aligned columns, some to the right, below a heading."""
    cells = [[Text(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
    widths = [max(cell.cell_len for cell in column) for column in zip(*cells, strict=True)]
    lines = []
    for row in cells:
        line = Text()
        for k, (cell, width) in enumerate(zip(row, widths, strict=True)):
            space = " " * (width - cell.cell_len)
            line.append_text(Text.assemble(space, cell, "  ") if k in right else Text.assemble(cell, space, "  "))
        line.rstrip()
        lines.append(line)
    lines[0].stylize("bold")
    return Text("\n").join(lines)


def board(look: Look, end: Position, along: Sequence[int | None] = ()) -> Text:
    """The turns of a game, with how many candidates there were before and after each guess where that is given."""
    rows: list[list[str | Text]] = [["", "guess", "feedback", *(["candidates"] if along else [])]]
    arrow = "→" if look.out.unicode else "->"
    for turn, (guess, feedback, *_) in enumerate(end.history, 1):
        rows.append([str(turn), look.code(guess), look.feedback(feedback)])
        if along:
            rows[-1].append(f"{count_text(along[turn - 1])} {arrow} {count_text(along[turn])}")
    return table(rows, right=(0, 3))


def record(end: Position, name: str, codemaker: str, secret: str | None, seed: int) -> dict[str, Any]:
    """A game that was played, for JSON."""
    game, along = end.game, end.candidate_counts
    return {
        "game": str(game), "strategy": name, "codemaker": codemaker, "secret": secret, "seed": seed,
        "solved": end.solved, "guesses": end.guesses, "queries": end.queries, "evaluations": end.evaluations,
        "feedbacks": end.feedbacks, "known": along.index(1) if 1 in along else None, "seconds": round(end.seconds, 6),
        "history": [
            {"guess": game.show(guess), "feedback": game.show_feedback(told), "candidates": before, "left": after}
            for (guess, told, *_), before, after in zip(end.history, along, along[1:], strict=False)
        ],
    }  # fmt: skip


def show_game(end: Position, record: dict[str, Any]) -> None:
    turns = record["history"]
    along = [*(turn["candidates"] for turn in turns), turns[-1]["left"]]
    look = Look.of(end.game)
    out = look.out
    against = f"the secret {record['secret']}" if record["secret"] else "an adversary"
    who = f"  {record['strategy']} against {against}, seed {record['seed']}\n"
    out.print(Text.assemble((record["game"], "bold"), who))
    out.lines(board(look, end, along))
    if record["solved"]:
        known = record["known"]
        sooner = f", known after {known}" if known is not None and known < end.guesses else ""
        out.print(f"\nSolved in {count_phrase(end.guesses, 'guess')}{sooner}.")
    else:
        out.print(f"\nNot solved: given up after {count_phrase(end.guesses, 'guess')}.")
    out.print(
        f"{count_phrase(end.evaluations, 'code')} compared with the history, "
        f"{count_phrase(end.feedbacks, 'feedback')} computed, {end.seconds:.3f} s."
    )


def show_advice(position: Position, advice: dict[str, Any], name: str, along: Sequence[int | None]) -> None:
    look = Look.of(position.game)
    out = look.out
    if position.history:
        out.lines(Text.assemble(board(look, position, along), "\n"))
    fit = fit_phrase(advice["candidates"])
    plays = f"{fit[0].upper()}{fit[1:]}; {name} plays  "
    out.lines(Text.assemble(plays, look.code(advice["guess"]), f", seed {advice['seed']}"))
    if not advice["ranking"]:
        return
    rows: list[list[str | Text]] = [["guess", "bits", "parts", "largest", "expected size", "candidate"]]
    for row in advice["ranking"]:
        rows.append([
            look.code(row["guess"]), f"{row['bits']:.3f}", str(row["parts"]), count_text(row["largest"]),
            f"{row['expected_size']:,.2f}", "yes" if row["candidate"] else "no",
        ])  # fmt: skip
    out.lines(Text.assemble("\n", table(rows, right=(1, 2, 3, 4))))
    if advice["sample"] is not None:
        out.print(f"\nThese numbers are those of a sample of {count_text(advice['sample'])} candidates.")


def show_tree(summary: dict[str, Any], output: str | None) -> None:
    out = Screen()
    out.print(Text.assemble(
        (summary["game"], "bold"), f"  {summary['strategy']}: {count_phrase(summary['total'], 'guess')} for "
        f"{count_phrase(summary['codes'], 'code')}, {summary['average']:.4f} on average, at most {summary['max']}\n",
    ))  # fmt: skip
    bars(out, summary["histogram"])
    if output is not None:
        out.print(f"\nWritten to {output}")


def bars(out: Screen, histogram: Sequence[int]) -> None:
    """How many codes or games took 1, 2, 3 … guesses."""
    block, widest, room = "█" if out.unicode else "#", max(histogram), max(10, min(40, out.width - 20))
    for turn, count in enumerate(histogram, 1):
        out.print(f"{turn:>4}  {block * -(-room * count // widest)}{' ' if count else ''}{count:,}")


def patiently(work: Callable[[], T], saying: str) -> T:
    """Do the work in a thread, so that Ctrl-C ends it at once, with something to look at after a second."""
    return _watched(work, saying, None, None)


def grow(strategy: Strategy, game: Game) -> Tree:
    """The tree of a strategy, with a progress bar."""
    import numpy as np

    from ..game import LISTABLE
    from ..tree import Tree

    if game.size > LISTABLE:
        raise TooMany(f"{game} has {count_text(game.size)} codes; a tree is laid out for at most {LISTABLE:,}")
    done = np.zeros(1, np.int64)
    return _watched(lambda: Tree.of(strategy, game, done), "growing the tree", done, game.size)


def _watched(work: Callable[[], T], saying: str, done: npt.NDArray[np.int64] | None, total: int | None) -> T:
    from ..kernels.jit import first_use

    result: list[T] = []
    failure: list[BaseException] = []

    def run() -> None:
        try:
            result.append(work())
        except BaseException as error:
            failure.append(error)

    if first_use():
        saying = "compiling, once after installation"
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(1.0)
    if thread.is_alive() and sys.stderr.isatty():
        _show_progress(thread, saying, done, total)
    while thread.is_alive():
        thread.join(0.5)
    if failure:
        raise failure[0]
    return result[0]


def _show_progress(
    thread: threading.Thread, saying: str, done: npt.NDArray[np.int64] | None, total: int | None
) -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = [SpinnerColumn("line"), TextColumn("{task.description}"), TimeElapsedColumn()]
    if total is not None:
        columns[2:2] = [BarColumn(), MofNCompleteColumn()]
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(saying, total=total)
        while thread.is_alive():
            thread.join(0.1)
            if done is not None:
                progress.update(task, completed=int(done[0]))
