"""The dialog of `blackpeg play`: the player breaks a code. The game is saved after each turn."""

from __future__ import annotations

import sys
from dataclasses import replace

from rich.text import Text

from ...coach.hints import Hint, contradicted_turns, hints
from ...coach.review import review
from ...codemakers import Adversary, Honest, adversary
from ...errors import BlackpegError
from ...game import Code
from ...phrases import count_phrase, count_text
from ...players import Codemaker
from ...position import Position
from ...puzzles.commitments import opening_text
from ...puzzles.daily import daily_title, time_left
from ...puzzles.saved_game import DAILY, FRIEND, GIVEN_UP, LOST, OPEN, SOLVED, SavedGame
from ...puzzles.sharing import summary
from ...puzzles.terminal_games import GamesFile
from .board import BoardStyle, board
from .progress import wait_for
from .prompts import (
    QUIT,
    ask_key,
    ask_line,
    fit_text,
    introduce,
    is_code,
    read_code,
    say,
    say_code,
    say_with_note,
    show_board,
    wants_to_give_up,
)
from .review_view import show_review
from .screen import one_line

LETTERS = str.maketrans("⚫⚪➖", "bw-")  # for terminals without Unicode
KEYS = "r reviews the game, s shows a summary to share, any other key ends> "


def play_dialog(saved: SavedGame, file: GamesFile | None, seed: int) -> bool:
    """Let the player break a code and save the game in `file` after each turn; returns whether the code was broken."""
    style = BoardStyle.of(saved.game)
    maker: Codemaker = adversary(saved.codemaker) if saved.secret is None else Honest(saved.secret)
    if saved.state != OPEN:
        say(style, f"You have played this puzzle; the next one comes in {time_left()}, at midnight, UTC.")
        _show_summary(style, saved)
        _show_streak(style, saved, file)
        _offer_review(style, saved, seed)
        return saved.state == SOLVED
    _begin(style, saved, maker, file)
    saved = _play_turns(style, saved, maker, file, seed)
    _end(style, saved, maker)
    _show_streak(style, saved, file)
    if saved.position.history:
        _offer_review(style, saved, seed)
    return saved.state == SOLVED


def _begin(style: BoardStyle, saved: SavedGame, maker: Codemaker, file: GamesFile | None) -> None:
    """Print what the game is and what can be typed, and the board of a game that is continued."""
    game = saved.game
    if isinstance(maker, Adversary):
        introduce(style, "Against the cheater")
        leave = f"leaves as many of the {count_text(game.size)} codes"
        aim = "makes you need as many guesses" if maker.perfect else leave
        say(style, f"No code is hidden: each answer {aim} as possible.")
    else:
        title = f"The puzzle of {saved.day.isoformat()}" if saved.day else "A code is hidden"
        introduce(style, "A code was set for you" if saved.origin == FRIEND else title)
    black, white = ("●", "○") if style.dots else ("b", "w")
    legend = f"{black} right color and place" + (f", {white} right color only" if game.whites else "")
    quit_word = next(word for word in QUIT if not is_code(word, game))
    interrupt = ", Ctrl-C saves the game" if file is not None else ""
    say(style, f"{legend}; {quit_word} gives up{interrupt}.")
    if saved.limit is not None:
        say(style, f"You have {count_phrase(saved.limit, 'guess')}.")
    say(style, "? gives a hint, and ? again a bigger one; ?CODE tells whether a code fits.")
    if saved.commitment is not None:
        say(style, "The code is fixed: this is the SHA-256 of a text that you see at the end.")
        style.screen.print_unwrapped(Text(saved.commitment.digest))
    if streak := _daily_streak(saved, file)[0]:
        say(style, f"You broke the code {count_phrase(streak, 'day')} in a row. Keep it going!")
    if saved.position.history:
        say(style, f"\nContinued after {count_phrase(saved.position.guesses, 'guess')}.")
        style.screen.print_unwrapped(board(style, saved.position))
        if isinstance(maker, Adversary):
            say(style, f"{fit_text(saved.position)}.")
    say(style)


def _play_turns(style: BoardStyle, saved: SavedGame, maker: Codemaker, file: GamesFile | None, seed: int) -> SavedGame:
    """Returns the game when it is over. On Ctrl-C and Ctrl-D it is left as it was saved."""
    game, steps = saved.game, hints(saved.position, None, seed)
    hint, of = Hint("", ""), f" of {saved.limit}" if saved.limit is not None else ""
    while saved.state == OPEN:
        try:
            line = ask_line(f"guess {saved.position.turn}{of}> ")
            if line is None and sys.stdin.isatty():
                raise KeyboardInterrupt  # Ctrl-D does not give up
            if line is None or (line.lower() in QUIT and not is_code(line, game)):
                saved = replace(saved, state=GIVEN_UP) if line is None or wants_to_give_up() else saved
            elif line.startswith("?"):
                if line[1:].strip():
                    steps = hints(saved.position, read_code(line[1:], game), seed)
                hint = wait_for(lambda steps=steps, hint=hint: next(steps, hint), "thinking")  # type: ignore[misc]
                _show_hint(style, hint)
                saved = replace(saved, hints=saved.hints + 1)
            elif line:
                position = _play_guess(style, saved.position, read_code(line, game), maker)
                saved = saved.after(position)
                steps = hints(position, None, seed)
            if file is not None and saved.position.history:
                saved = file.save(saved)
        except BlackpegError as error:
            say(style, one_line(error))
        except KeyboardInterrupt:
            say(style, "\nSaved; 'blackpeg play' continues it." if saved.id else "")
            raise
    return saved


def _show_hint(style: BoardStyle, hint: Hint) -> None:
    if hint.guess is None:
        is_about_long_code = style.long and hint.step == "consistent"
        say(style, f"  this code {hint.text.partition(' ')[2]}" if is_about_long_code else f"  {hint.text}")
    else:
        reason = hint.text.partition(style.game.show(hint.guess))[2].removeprefix(", ")
        say_code(style, "  try  ", hint.guess, reason)


def _play_guess(style: BoardStyle, position: Position, guess: Code, maker: Codemaker) -> Position:
    """Show the feedback to a guess with notes about it, and return the next position."""
    feedback = wait_for(lambda: maker.answer(position, guess), "the codemaker is thinking")
    after = position.after(guess, feedback)
    notes = [f"turn {turn} had ruled this out" for turn in contradicted_turns(position, guess)[:1]]
    if isinstance(maker, Adversary) and not after.solved:
        notes.append(fit_text(after))
    typed = () if style.long else (style.code(guess), "   ")  # a long code was seen when it was typed
    line = Text.assemble("  ", *typed, style.feedback(feedback))
    say_with_note(style, line, "; ".join(notes))
    return after


def _end(style: BoardStyle, saved: SavedGame, maker: Codemaker) -> None:
    """Print how the game ended, its board, and the proof that the code was fixed from the start."""
    position, secret = saved.position, saved.secret
    why = f"Not broken in {count_phrase(position.guesses, 'guess')}" if saved.state == LOST else "Given up"
    if saved.state == SOLVED:
        helped = f", with {count_phrase(saved.hints, 'hint')}" if saved.hints else ""
        say(style, f"\nBroken in {count_phrase(position.guesses, 'guess')}{helped}.")
    elif isinstance(maker, Adversary):
        line = f"\n{why}: the cheater had no code; {fit_text(position)}, such as"
        say_code(style, f"{line}   ", maker.witness(position))
    elif secret is not None:
        say_code(style, f"\n{why}: the code was   ", secret)
    show_board(style, position)
    if saved.commitment is not None and secret is not None:
        is_same = "is" if saved.commitment.holds_for(saved.game, secret) else "IS NOT"
        say(style, f"\nThis {is_same} the text whose SHA-256 you saw at the start.")
        style.screen.print_unwrapped(Text(opening_text(saved.commitment.nonce, saved.game, secret)))


def _offer_review(style: BoardStyle, saved: SavedGame, seed: int) -> None:
    """Show a review or a summary of a game that is over, as often as their keys are pressed."""
    while key := ask_key(f"\n{KEYS}"):
        if key == "r":
            result = wait_for(lambda: review(saved.game, saved.secret, saved.position, seed), "looking at each guess")
            print()
            show_review(result)
        elif key == "s":
            _show_summary(style, saved)
        else:
            break


def _daily_streak(saved: SavedGame, file: GamesFile | None) -> tuple[int, int]:
    """How many days in a row the puzzle of the day was broken, and the most ever; 0 for other games."""
    return (0, 0) if file is None or saved.origin != DAILY else file.daily_streak(saved.game)


def _show_streak(style: BoardStyle, saved: SavedGame, file: GamesFile | None) -> None:
    streak, longest = _daily_streak(saved, file)
    if streak:
        say(style, f"\nBroken {count_phrase(streak, 'day')} in a row, {longest} at most.")


def _show_summary(style: BoardStyle, saved: SavedGame) -> None:
    title = daily_title(saved.day) if saved.day else "Blackpeg"
    if saved.codemaker != "honest":
        title = "Blackpeg against the cheater"
    text = summary(saved.position, title, saved.hints)
    style.screen.print_unwrapped(Text(f"\n{text if style.screen.has_unicode else text.translate(LETTERS)}"))
