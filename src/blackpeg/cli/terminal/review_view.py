"""The review of a game: a table of its turns with better guesses, and sentences about the whole."""

from __future__ import annotations

from rich.text import Text

from ...coach.expected_guesses import ExpectedGuesses
from ...coach.review import Review, TurnReview
from ...phrases import count_phrase, count_text
from .board import LONG_CODE_INDENT, BoardStyle, turn_table
from .screen import Screen
from .tables import table

HEADINGS = ["candidates", "bits", "expected", "best", "to go"]
FEEDBACK_COLUMNS = 9  # of the screen: feedback in letters, and the space between columns
STRATEGY_NAMES = {"exact": "the best strategy", "best known": "the best known strategy", "entropy": "entropy"}


def show_review(review: Review) -> None:
    """Prints a line for each turn with the better guess below it, then skill and luck."""
    game, arrow = review.game, "→" if Screen().has_unicode else "->"
    numbers = [HEADINGS, *([
        f"{count_text(turn.candidates)} {arrow} {count_text(turn.candidates_left)}", _bits(turn.bits_gained),
        _bits(turn.own and turn.own.bits), _bits(turn.best and turn.best.bits), _guesses(turn.expected_after),
    ] for turn in review.turns)]  # fmt: skip
    width = sum(2 + max(map(len, column)) for column in zip(*numbers, strict=True))
    style = BoardStyle.of(game, width + len(str(len(review.turns))) + FEEDBACK_COLUMNS)
    screen = style.screen
    secret = "no secret" if review.secret is None else f"the secret {game.show(review.secret)}"
    is_long = style.long and review.secret is not None
    about = f"  {'the secret below' if is_long else secret}, {count_phrase(len(review.turns), 'guess')}\n"
    screen.print(Text.assemble((str(game), "bold"), about))
    if is_long and review.secret is not None:
        screen.print_unwrapped(Text.assemble(style.lines(review.secret, LONG_CODE_INDENT), "\n"))
    codes: list[list[str | Text]] = [["", "guess", "feedback"]]
    codes += [[str(turn.turn), style.code(turn.guess), style.feedback(turn.feedback)] for turn in review.turns]
    lines = table([[*code, *row] for code, row in zip(codes, numbers, strict=True)], right=(0, 3, 4, 5, 6, 7))
    if screen.is_terminal and lines.split("\n")[0].cell_len > screen.width:  # then numbers stand below codes
        screen.print_unwrapped(Text.assemble(turn_table(style, codes, [turn.guess for turn in review.turns]), "\n"))
        rows = [[code[0], *row] for code, row in zip(codes, numbers, strict=True)]
        lines = table(rows, right=(0, 1, 2, 3, 4, 5))
    for line, turn in zip(lines.split("\n"), (None, *review.turns), strict=True):
        screen.print_unwrapped(line)
        if turn is not None and turn.contradicted_turns:
            screen.print(f"   turn {turn.contradicted_turns[0]} had ruled this out", style="dim")
        if turn is not None:
            screen.print(Text.assemble("   ", _advice(style, turn)))
    screen.print()
    for sentence in _conclusions(review):
        screen.print(sentence)


def _bits(bits: float | None) -> str:
    return "?" if bits is None else f"{bits:.2f}"


def _guesses(expected: ExpectedGuesses | None) -> str:
    if expected is None:
        return "?"
    return "0" if expected.guesses == 0 else f"{'~' if expected.by == 'estimate' else ''}{expected.guesses:.2f}"


def _advice(style: BoardStyle, turn: TurnReview) -> Text:
    """The better guess with its reason, or that there is none."""
    if turn.best is None or turn.best is turn.own:
        return Text(turn.reason, "dim")
    better = "better: " if turn.has_better_guess else ""
    if style.long:
        return Text.assemble((better, "dim"), turn.reason, "\n", style.lines(turn.best.guess, LONG_CODE_INDENT))
    return Text.assemble((better, "dim"), style.code(turn.best.guess), " ", turn.reason)


def _conclusions(review: Review) -> list[str]:
    """Sentences about the whole game."""
    sentences = []
    if review.skill is not None and review.skill_candidates is not None:
        sentences.append(
            f"Skill {review.skill:.0%}: the bits expected of your guesses after the first, as a share of those of the "
            f"best guesses; {review.skill_candidates:.0%} compared with the best candidates."
        )
    if review.luck is not None:
        sentences.append(
            f"Luck {review.luck:+.2f} bits a guess: what the feedback gained you, minus what was expected."
        )
    if review.expected is not None:
        guesses, by = review.expected
        if by == "estimate":
            sentences.append(f"A game of {review.game} takes about {guesses:.1f} guesses on average.")
        else:
            sentences.append(f"For {review.game} {STRATEGY_NAMES[by]} needs {guesses:.2f} guesses on average.")
    errors = [value.error for turn in review.turns for value in (turn.own, turn.best) if value and value.error]
    if errors:
        sentences.append(f"Bits come from samples of candidates; their standard error is at most {max(errors):.3f}.")
    return sentences
