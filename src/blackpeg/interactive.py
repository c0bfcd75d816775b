"""Playing in the terminal: you break a code, or the computer breaks yours."""

from __future__ import annotations

import re
import sys
from contextlib import suppress

import numpy as np
from rich.text import Text

from .codemakers import Adversary, Honest, random_secret
from .errors import BlackpegError, Impossible
from .game import Code, Game
from .players import Codemaker, Strategy, rng_of
from .position import Move, Position
from .strategies import default, name_of
from .terminal import Look, board, patiently, sentence
from .wording import counted, counts, fitting, left

with suppress(ImportError):  # where there is one: editing of the line, and earlier lines by arrow keys
    import readline  # noqa: F401

QUIT = ("q", "quit", "exit")


def play(game: Game, adversary: Adversary | None, seed: int) -> bool:
    """You break a code, or an adversary who has none; is it broken in the end?"""
    look = Look.of(game)
    secret = random_secret(game, rng_of(seed, game, "secret"))
    maker: Codemaker = adversary or Honest(secret)
    _introduce(look, "An adversary answers" if adversary else "A code is hidden")
    if adversary:
        ahead = "after which most guesses are needed" if adversary.perfect else "that leaves most of them"
        _say(look, f"It hides no code: it gives the answer {ahead}.")
    black, white = ("●", "○") if look.dots else ("b", "w")
    told = f"{black} right color and place" + (f", {white} right color only" if game.whites else "")
    leave = next(word for word in QUIT if not _is_code(word, game))
    _say(look, f"{told}; ? gives a hint, {leave} gives up.\n")
    position, hints = Position(game), 0
    while not position.solved:
        line = _ask(f"guess {position.turn}> ")
        if line is None or (line.lower() in QUIT and not _is_code(line, game)):
            break
        try:
            if line == "?":
                move, fit = _advice(position, default(game), seed)
                _say(look, f"  {fit}; try  ", look.code(move.code))
                hints += 1
            elif line:
                position = _guessed(look, position, game.code(line), maker)
        except BlackpegError as error:
            _say(look, sentence(error))
    if position.solved:
        asked = f", with {counted(hints, 'hint')}" if hints else ""
        _say(look, f"\nBroken in {counted(position.guesses, 'guess')}{asked}.")
    elif isinstance(maker, Adversary):
        witness = maker.witness(position)
        _say(look, f"\nGiven up: the adversary had no code; {_fitting(position)}, such as  ", look.code(witness))
    else:
        _say(look, "\nGiven up: the code was  ", look.code(secret))
    _show_board(look, position)
    return position.solved


def _guessed(look: Look, position: Position, guess: Code, maker: Codemaker) -> Position:
    """Show the answer to a guess, and what there is to say about it."""
    feedback = patiently(lambda: maker.answer(position, guess), "the codemaker is thinking")
    after = position.after(guess, feedback)
    notes = [f"turn {turn} had ruled this out" for turn in _ruled_out(position, guess)[:1]]
    if isinstance(maker, Adversary) and not after.solved:
        notes.append(_fitting(after))
    note = f"   {'; '.join(notes)}" if notes else ""
    _say(look, "  ", look.code(guess), "   ", look.feedback(feedback), note)
    return after


def _ruled_out(position: Position, guess: Code) -> list[int]:
    """The turns whose feedback tells that this guess is not the secret."""
    turns = enumerate(position.history, 1)
    return [number for number, turn in turns if not Position(position.game, (turn,)).fits(guess)]


def break_code(game: Game, strategy: Strategy, seed: int) -> bool:
    """The computer breaks your code; did it?"""
    look, position = Look.of(game), Position(game)
    example = game.show_feedback(game.answers[len(game.answers) // 2])
    _introduce(look, "Think of a code")
    _say(look, f"Answer a guess with its feedback, such as {example}; q gives up.")
    _say(look, f"Any answer can be corrected later: 1={example} corrects turn 1.\n")
    while (broken := _broken(position)) is None:
        move = None
        try:
            move, fit = _advice(position, strategy, seed)
            _say(look, f"{position.turn:>3}  ", look.code(move.code), f"   {fit}")
        except BlackpegError as error:
            if not position.history:
                raise
            _say(look, f"\n{sentence(error)}\n")
            look.out.lines(board(look, position))
        answered = _answered(look, position, move)
        if answered is None:
            _say(look, f"\nGiven up after {counted(position.guesses, 'guess')}.")
            _show_board(look, position)
            return False
        position = answered
    _say(look, f"\nBroken by {name_of(strategy)} in {counted(broken.guesses, 'guess')}.")
    _show_board(look, broken)
    return True


def _broken(position: Position) -> Position | None:
    """The position where the code was broken, if it was and no other turn contradicts that."""
    for before in position.line:
        if before.solved and position.fits(before.history[-1].guess):
            return before
    return None


def _answered(look: Look, position: Position, move: Move | None) -> Position | None:
    """The position after what is typed next, feedback to this move or a correction; None for giving up."""
    while True:
        line = _ask(f"feedback {position.turn}> " if move else "correction> ")
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
            _say(look, sentence(error))


def _corrected(position: Position, number: int, feedback: str) -> Position:
    """The position with one answer changed; the others stay, since they are about the same code."""
    if not 1 <= number <= position.guesses:
        there = f"turns go from 1 to {position.guesses}" if position.history else "nothing is answered yet"
        raise BlackpegError(f"no turn {number} to correct; {there}")
    told, again = position.game.feedback(feedback), Position(position.game)
    for k, turn in enumerate(position.history, 1):
        again = again.after(turn.guess, told if k == number else turn.feedback)
    return again


def _ask(prompt: str) -> str | None:
    """A line that is typed, or None at the end of input."""
    try:
        line = input(prompt).strip()
    except EOFError:
        print()
        return None
    if not sys.stdin.isatty():
        print(sentence(line))  # a terminal shows what is typed by itself
    return line


def _is_code(line: str, game: Game) -> bool:
    """Is it a code? Where there are letters enough even 'quit' is one."""
    try:
        game.code(line)
    except BlackpegError:
        return False
    return True


def _advice(position: Position, strategy: Strategy, seed: int) -> tuple[Move, str]:
    """What the strategy plays, and how many codes fit; an error where none does."""
    game, name = position.game, name_of(strategy)

    def thought() -> tuple[Move, str]:
        fit = fitting(left(position))
        move = strategy.guess(position, rng_of(seed, game, name, position))
        return move if isinstance(move, Move) else Move(game.check(move)), fit

    return patiently(thought, f"{name} is thinking")


def _fitting(position: Position) -> str:
    return fitting(patiently(lambda: left(position), "counting"))


def _introduce(look: Look, what: str) -> None:
    """The game in one line; where there is room the colors show themselves."""
    game = look.game
    twice = "" if game.repeats else ", none twice"
    line = Text.assemble((str(game), "bold"), f"  {what}: {counted(game.pegs, 'peg')}{twice}, colors ")
    colors = look.code(np.arange(game.colors, dtype=np.uint8))
    seen = look.out.colored and look.roomy and line.cell_len + colors.cell_len <= look.out.width
    _say(look, line, colors if seen else game.palette)


def _say(look: Look, *parts: str | Text) -> None:
    look.out.print(Text.assemble(*parts))


def _show_board(look: Look, end: Position) -> None:
    """The game again, with how many candidates there were before and after each guess."""
    along: list[int | None] = []
    with suppress(Impossible):  # a contradiction that was not corrected
        along = patiently(lambda: counts(end), "counting")
    if end.history:
        look.out.lines(Text.assemble("\n", board(look, end, along)))
