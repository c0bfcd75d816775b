"""The dialog of `blackpeg break`: the computer guesses, gives its reasons, and the player answers."""

from __future__ import annotations

import re
from contextlib import suppress

from ...coach.candidate_sample import CandidateSample
from ...errors import BlackpegError, TooMany
from ...game import Code, Game
from ...phrases import count_phrase, fit_phrase
from ...players import Strategy, rng_of
from ...position import Move, Position
from ...strategies import name_of
from .board import BoardStyle, board
from .progress import wait_for
from .prompts import QUIT, ask_line, introduce, say, say_code, show_board
from .screen import one_line


def break_dialog(game: Game, strategy: Strategy, seed: int, limit: int | None = None) -> bool:
    """Let the computer break the player's code, within a limit of guesses if there is one; returns whether it did."""
    style, position = BoardStyle.of(game), Position(game)
    example = game.show_feedback(game.answers[len(game.answers) // 2])
    allowed = "" if limit is None else f"\nThe computer has {count_phrase(limit, 'guess')}."
    introduce(style, "Think of a code")
    say(style, f"Type the feedback to each guess, such as {example}; q gives up.")
    say(style, f"You can correct an earlier answer: 1={example} corrects turn 1.{allowed}\n")
    while (end := _find_end(position)) is None:
        move = None
        try:
            if limit is not None and position.guesses >= limit:
                fit = wait_for(lambda position=position: _count_fitting(position), "counting")  # type: ignore[misc]
                say(style, f"\nNot broken in {count_phrase(limit, 'guess')}: you win; {fit_phrase(fit)}.")
                show_board(style, position)
                return False
            move, reason = _choose_guess(position, strategy, seed)
            say_code(style, f"{position.turn:>3}  ", move.code, reason)
        except BlackpegError as error:
            if not position.history:
                raise
            say(style, f"\n{one_line(error)}\n")
            style.screen.print_unwrapped(board(style, position))
        after = _ask_feedback(style, position, move)
        if after is None:
            say(style, f"\nGiven up after {count_phrase(position.guesses, 'guess')}.")
            show_board(style, position)
            return False
        position = after
    say(style, f"\nBroken by {name_of(strategy)} in {count_phrase(end.guesses, 'guess')}.")
    show_board(style, end)
    return True


def _choose_guess(position: Position, strategy: Strategy, seed: int) -> tuple[Move, str]:
    """Returns the strategy's move, with how many codes fit and a reason; raises an error if no code fits."""
    game, name = position.game, name_of(strategy)

    def think() -> tuple[Move, str]:
        count = _count_fitting(position)
        move = Move.of(strategy.guess(position, rng_of(seed, game, name, position)))
        sample = CandidateSample.for_review_if_quick(position, seed)
        return move, fit_phrase(count) + (_reason(sample, move.code) if sample else "")

    return wait_for(think, f"{name} is thinking")


def _count_fitting(position: Position) -> int | None:
    """Returns how many codes fit, or None if they can't be counted; raises an error if no code fits."""
    count = position.quick_count
    if count is None:
        with suppress(TooMany):
            position.draw(1, rng_of("any"))  # finds a contradiction at once
    return count


def _reason(sample: CandidateSample, guess: Code) -> str:
    """What speaks for a guess, in a few words."""
    if sample.position.quick_count == 1:
        return ", and this is it"
    value = sample.value(guess)
    split = f"{sample.size:,} of them" if sample.size else "them"
    fits = "this one too" if value.candidate else "not this one"
    return f", {fits}; it splits {split} {count_phrase(value.parts, 'way')}"


def _find_end(position: Position) -> Position | None:
    """Returns the position in which the code was broken, or None if it was not or another turn contradicts it."""
    for before in position.line:
        if before.solved and position.fits(before.history[-1].guess):
            return before
    return None


def _ask_feedback(style: BoardStyle, position: Position, move: Move | None) -> Position | None:
    """Returns the position after the feedback or correction that is typed; None if the player gives up.

    Without a move, because the turns contradict each other, only a correction is accepted.
    """
    while True:
        line = ask_line(f"feedback {position.turn}> " if move else "correction> ")
        if line is None or line.lower() in QUIT:
            return None
        try:
            if correction := re.fullmatch(r"(\d{1,4})\s*=(.*)", line, re.ASCII):
                return _correct(position, int(correction[1]), correction[2])
            if move is None and line:
                raise BlackpegError(f"'{line}' is not a correction; it is written TURN=FEEDBACK, and q gives up")
            if move is not None and line:
                return position.after(move, line)
        except BlackpegError as error:
            say(style, one_line(error))


def _correct(position: Position, turn: int, feedback: str) -> Position:
    """Returns the position with the feedback of one turn changed; the others stay, as they are about the same code."""
    if not 1 <= turn <= position.guesses:
        there = f"turns go from 1 to {position.guesses}" if position.history else "nothing is answered yet"
        raise BlackpegError(f"no turn {turn} to correct; {there}")
    corrected, result = position.game.feedback(feedback), Position(position.game)
    for number, (guess, answer, *_) in enumerate(position.history, 1):
        result = result.after(guess, corrected if number == turn else answer)
    return result
