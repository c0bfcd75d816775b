"""You think of a code, and the computer breaks it in the terminal and says why it guesses what it guesses."""

from __future__ import annotations

import re
from contextlib import suppress

from rich.text import Text

from ..coach.best_guess import Judges
from ..errors import BlackpegError, TooMany
from ..game import Code, Game
from ..phrases import count_phrase, fit_phrase
from ..players import Strategy, rng_of
from ..position import Move, Position
from ..strategies import name_of
from .prompts import QUIT, ask, introduce, say, say_with, show_board
from .screen import Look, board, patiently, sentence


def break_code(game: Game, strategy: Strategy, seed: int) -> bool:
    """The computer breaks your code; did it?"""
    look, position = Look.of(game), Position(game)
    example = game.show_feedback(game.answers[len(game.answers) // 2])
    introduce(look, "Think of a code")
    say(look, f"Answer a guess with its feedback, such as {example}; q gives up.")
    say(look, f"Any answer can be corrected later: 1={example} corrects turn 1.\n")
    while (broken := _broken(position)) is None:
        move = None
        try:
            move, thought = _thought(position, strategy, seed)
            say_with(look, Text.assemble(f"{position.turn:>3}  ", look.code(move.code)), thought)
        except BlackpegError as error:
            if not position.history:
                raise
            say(look, f"\n{sentence(error)}\n")
            look.out.lines(board(look, position))
        answered = _answered(look, position, move)
        if answered is None:
            say(look, f"\nGiven up after {count_phrase(position.guesses, 'guess')}.")
            show_board(look, position)
            return False
        position = answered
    say(look, f"\nBroken by {name_of(strategy)} in {count_phrase(broken.guesses, 'guess')}.")
    show_board(look, broken)
    return True


def _thought(position: Position, strategy: Strategy, seed: int) -> tuple[Move, str]:
    """What the strategy plays, how many codes fit and why this guess; an error where none fits."""
    game, name = position.game, name_of(strategy)

    def thought() -> tuple[Move, str]:
        fit = position.quick_count
        if fit is None:
            with suppress(TooMany):
                position.draw(1, rng_of("any"))  # so that a contradiction is found at once
        found = strategy.guess(position, rng_of(seed, game, name, position))
        move = found if isinstance(found, Move) else Move(game.check(found))
        judges = Judges.soon(position, seed)
        return move, fit_phrase(fit) + (_why(judges, move.code) if judges else "")

    return patiently(thought, f"{name} is thinking")


def _why(judges: Judges, guess: Code) -> str:
    """What speaks for a guess, in a few words."""
    if judges.position.quick_count == 1:
        return ", and this is it"
    value = judges.value(guess)
    which = f"{judges.sample:,} of them" if judges.sample else "them"
    return f", {'this too' if value.candidate else 'not this'}; it splits {which} {count_phrase(value.parts, 'way')}"


def _broken(position: Position) -> Position | None:
    """The position where the code was broken, if it was and no other turn contradicts that."""
    for before in position.line:
        if before.solved and position.fits(before.history[-1].guess):
            return before
    return None


def _answered(look: Look, position: Position, move: Move | None) -> Position | None:
    """The position after what is typed next, feedback to this move or a correction; None for giving up."""
    while True:
        line = ask(f"feedback {position.turn}> " if move else "correction> ")
        if line is None or line.lower() in QUIT:
            return None
        try:
            if correction := re.fullmatch(r"(\d{1,4})\s*=(.*)", line, re.ASCII):
                return _corrected(position, int(correction[1]), correction[2])
            if move is None and line:
                raise BlackpegError(f"'{line}' is not a correction; it is written TURN=FEEDBACK, and q gives up")
            if move is not None and line:
                return position.after(move, line)
        except BlackpegError as error:
            say(look, sentence(error))


def _corrected(position: Position, number: int, feedback: str) -> Position:
    """The position with one answer changed; the others stay, since they are about the same code."""
    if not 1 <= number <= position.guesses:
        there = f"turns go from 1 to {position.guesses}" if position.history else "nothing is answered yet"
        raise BlackpegError(f"no turn {number} to correct; {there}")
    told, again = position.game.feedback(feedback), Position(position.game)
    for k, turn in enumerate(position.history, 1):
        again = again.after(turn.guess, told if k == number else turn.feedback)
    return again
