"""How a review and statistics of one's own games look in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from ..coach.expected_guesses import Further
from ..coach.review import Review, TurnReview
from ..game import Game
from ..phrases import count_phrase, count_text
from ..puzzles.statistics import GroupStatistics
from .terminal.board import BoardStyle
from .terminal.screen import Screen
from .terminal.tables import print_histogram, table

HEADINGS = ["candidates", "bits", "expected", "best", "to go"]
LETTERS = 9  # columns of feedback in letters, and what is between columns
WHOSE = {"exact": "by the best strategy", "best known": "by the best strategy known", "entropy": "by entropy"}


def show_review(told: Review) -> None:
    """Each turn in a line with the better guess below it, then skill and luck."""
    game, arrow = told.game, "→" if Screen().has_unicode else "->"
    numbers = [HEADINGS, *([
        f"{count_text(turn.candidates)} {arrow} {count_text(turn.left)}", _bits(turn.told),
        _bits(turn.own and turn.own.bits), _bits(turn.best and turn.best.bits), _to_go(turn.further),
    ] for turn in told.turns)]  # fmt: skip
    beside = sum(2 + max(map(len, column)) for column in zip(*numbers, strict=True))
    style = BoardStyle.of(game, beside + len(str(len(told.turns))) + LETTERS)
    out = style.screen
    hidden = "no secret" if told.secret is None else f"the secret {game.show(told.secret)}"
    out.print(Text.assemble((str(game), "bold"), f"  {hidden}, {count_phrase(len(told.turns), 'guess')}\n"))
    codes: list[list[str | Text]] = [["", "guess", "feedback"]]
    codes += [[str(turn.turn), style.code(turn.guess), style.feedback(turn.feedback)] for turn in told.turns]
    lines = table([[*code, *row] for code, row in zip(codes, numbers, strict=True)], right=(0, 3, 4, 5, 6, 7))
    if out.is_terminal and lines.split("\n")[0].cell_len > out.width:  # then numbers stand below codes
        out.print_unwrapped(Text.assemble(table(codes, right=(0,)), "\n"))
        rows = [[code[0], *row] for code, row in zip(codes, numbers, strict=True)]
        lines = table(rows, right=(0, 1, 2, 3, 4, 5))
    for line, turn in zip(lines.split("\n"), (None, *told.turns), strict=True):
        out.print_unwrapped(line)
        if turn is not None and turn.ruled_out:
            out.print(f"   turn {turn.ruled_out[0]} had ruled this out", style="dim")
        if turn is not None:
            out.print(Text.assemble("   ", _advice(style, turn)))
    out.print()
    for sentence in _verdict(told):
        out.print(sentence)


def _bits(bits: float | None) -> str:
    return "?" if bits is None else f"{bits:.2f}"


def _to_go(further: Further | None) -> str:
    if further is None:
        return "?"
    return "0" if further.guesses == 0 else f"{'~' if further.by == 'estimate' else ''}{further.guesses:.2f}"


def _advice(style: BoardStyle, turn: TurnReview) -> Text:
    """The better guess with its reason, or that there is none."""
    if turn.best is None or turn.best is turn.own:
        return Text(turn.reason, "dim")
    return Text.assemble(("better: " if turn.better else "", "dim"), style.code(turn.best.guess), " ", turn.reason)


def _verdict(told: Review) -> list[str]:
    """The numbers of the whole game, a sentence each."""
    lines = []
    if told.skill is not None and told.skill_candidates is not None:
        lines.append(
            f"Skill {told.skill:.0%}: what your guesses after the first could tell, as a share of what the best could; "
            f"{told.skill_candidates:.0%} beside the best that may be the secret."
        )
    if told.luck is not None:
        lines.append(f"Luck {told.luck:+.2f} bits a guess: what the answers told, less what was to be expected.")
    if told.expected is not None:
        guesses, by = told.expected
        some = f"about {guesses:.1f} guesses" if by == "estimate" else f"{guesses:.2f} guesses {WHOSE[by]}"
        lines.append(f"To be expected of a game of {told.game}: {some}.")
    errors = [value.error for turn in told.turns for value in (turn.own, turn.best) if value and value.error]
    if errors:
        lines.append(f"Bits come from samples of candidates; their standard error is at most {max(errors):.3f}.")
    return lines


def show_stats(groups: Sequence[GroupStatistics], path: str, game: Game | None) -> None:
    """How many guesses one's own games took, each kind of game by itself."""
    out = Screen()
    for group in groups:
        told, stats = group.json(), group.statistics
        name = f"{group.game}{', daily' * group.daily}{'' if group.codemaker == 'honest' else f', {group.codemaker}'}"
        out.print(
            Text.assemble(
                (name, "bold"), f"  {count_phrase(stats.played, 'game')}, {count_text(stats.solved)} broken\n"
            )
        )
        if stats.average is not None:
            print_histogram(out, list(stats.distribution.values()))
            best = "" if told["optimum"] is None else f"; the best strategy known needs {told['optimum']:.2f}"
            out.print(f"\nOn average {stats.average:.2f} guesses{best}.")
        out.print(f"Broken in a row: {stats.streak} now, {stats.longest} at most.\n")
    of, play = ("", "play") if game is None else (f" of {game}", f"play {game}")
    out.print(f"Kept in {path}" if groups else f"No game{of} is over yet; 'blackpeg {play}' begins one.")
