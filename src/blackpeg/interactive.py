"""Playing in the terminal: you break a code, or the computer breaks yours."""

from __future__ import annotations

import re

from rich.console import Console
from rich.text import Text

from .codemakers import Adversary, Honest, random_secret
from .errors import BlackpegError, Impossible
from .game import Code, Game
from .players import Codemaker, Strategy, rng_of
from .position import Move, Position
from .strategies import default, name_of
from .terminal import board, chips, console, number, patiently, pegs

QUIT = ("q", "quit", "exit")


def play(game: Game, codemaker: str, seed: int) -> bool:
    """You break a code; is it broken in the end?"""
    out = console()
    secret = random_secret(game, rng_of(seed, game, "secret"))
    maker: Codemaker = Adversary() if codemaker == "adversary" else Honest(secret)
    position, hints = Position(game), 0
    _introduce(out, game, codemaker)
    while not position.solved:
        line = _ask(out, f"guess {position.turn}")
        if line is None or line.lower() in QUIT:
            answer = _some_code(position) if codemaker == "adversary" else secret
            text = "It could have been " if codemaker == "adversary" else "It was "
            out.print(Text.assemble("\n", text, chips(answer, game)))
            return False
        if line == "?":
            hints += 1
            code = _advice(position, default(game), seed)
            fit = position.left
            out.print(Text.assemble(f"  {_codes_fit(fit)}; try ", chips(code, game)))
            continue
        if line == "":
            continue
        try:
            guess = game.code(line)
        except BlackpegError as error:
            out.print(f"  {error}", markup=False)
            continue
        wasted = _contradicted(position, guess)
        feedback = maker.answer(position, guess)
        position = position.after(guess, feedback)
        note = f"   (turn {wasted} already ruled this out)" if wasted else ""
        told = f"   {_codes_fit(position.left)}" if codemaker == "adversary" and not position.solved else ""
        out.print(Text.assemble("  ", chips(guess, game), " ", pegs(feedback, game), told, note))
    _summarize(out, position, hints)
    return True


def break_code(game: Game, strategy: Strategy, seed: int) -> bool:
    """The computer breaks your code; did it?"""
    out, name = console(), name_of(strategy)
    example = game.show_feedback(game.answers[len(game.answers) // 2])
    out.print(f"Think of a code of [bold]{game}[/]: {game.pegs} pegs, colors {game.palette}.")
    out.print(f"Answer each guess with its feedback, such as {example}; to correct turn 2 type 2={example}; q quits.\n")
    position = Position(game)
    guess: Code | None = None
    while not position.solved:
        try:
            position.columns if position.listable else None  # noqa: B018  (raises where no code fits)
            if guess is None:
                guess = _advice(position, strategy, seed)
        except Impossible as error:
            out.print(f"\n  No code fits: {error}.", markup=False)
            out.print(board_or_turns(position))
            corrected = _correction(out, position, _ask(out, "correct which turn (such as 1=0b2w)"))
            if corrected is None:
                return False
            position, guess = corrected, None
            continue
        label = Text.assemble(f"{position.turn:>3}  ", chips(guess, game), f"  {_codes_fit(position.left)}")
        out.print(label)
        line = _ask(out, "feedback")
        if line is None or line.lower() in QUIT:
            out.print(f"\nGiven up after {position.guesses} answers.")
            return False
        try:
            if re.fullmatch(r"\s*\d+\s*=.*", line):
                changed = _corrected(position, line)
                position, guess = changed, None
            elif line:
                position, guess = position.after(guess, line), None
        except BlackpegError as error:
            out.print(f"  {error}", markup=False)
    guesses = "guess" if position.guesses == 1 else "guesses"
    out.print()
    out.print(board(position))
    out.print(f"\nBroken in [bold]{position.guesses}[/] {guesses} by {name}.")
    return True


def _introduce(out: Console, game: Game, codemaker: str) -> None:
    hidden = (
        "Nobody holds a secret: the codemaker answers as it likes, as long as some code fits (adversary)"
        if codemaker == "adversary"
        else "A code is hidden"
    )
    told = "● right place, ○ wrong place" if game.whites else "● right place; wrong places are not told"
    out.print(f"{hidden}: [bold]{game}[/], {game.pegs} pegs, colors {game.palette}"
              f"{'' if game.repeats else ', none twice'}.")  # fmt: skip
    out.print(f"{told}.  [bold]?[/] hint, [bold]q[/] give up.\n")


def _ask(out: Console, prompt: str) -> str | None:
    """A line that was typed, or None at the end of input."""
    try:
        return out.input(f"{prompt}> ").strip()
    except EOFError:
        return None


def _advice(position: Position, strategy: Strategy, seed: int) -> Code:
    rng = rng_of(seed, position.game, name_of(strategy), position)
    move = patiently(lambda: strategy.guess(position, rng), "thinking")
    return position.game.check(move.code if isinstance(move, Move) else move)


def _some_code(position: Position) -> Code:
    return position.draw(1, rng_of("reveal", position))[0]


def _contradicted(position: Position, guess: Code) -> int | None:
    """The first turn whose feedback this guess could not have given, or None."""
    for turn, before in enumerate(position.history, 1):
        if not Position(position.game, (before,)).fits(guess):
            return turn
    return None


def _codes_fit(count: int | None) -> str:
    if count is None:
        return "too many codes fit to count"
    return f"{number(count)} {'code fits' if count == 1 else 'codes fit'}"


def _corrected(position: Position, line: str) -> Position:
    """The position with one answer changed; all other answers stay, since they were about the same code."""
    turn, _, feedback = line.partition("=")
    number = int(turn)
    if not 1 <= number <= position.guesses:
        raise BlackpegError(f"there is no turn {number} yet; turns are 1 to {position.guesses}")
    told = position.game.feedback(feedback)
    again = Position(position.game)
    for k, before in enumerate(position.history, 1):
        again = again.after(before.guess, told if k == number else before.feedback)
    return again


def _correction(out: Console, position: Position, line: str | None) -> Position | None:
    """The position after a correction was typed, or None when the person gave up."""
    while line is not None and line.lower() not in QUIT:
        try:
            if "=" not in line or not line.partition("=")[0].strip().isdigit():
                raise BlackpegError("type the turn and its right feedback, such as 2=1b1w, or q")
            return _corrected(position, line)
        except BlackpegError as error:
            out.print(f"  {error}", markup=False)
        line = _ask(out, "correct which turn")
    return None


def board_or_turns(position: Position) -> Text:
    """The turns alone, where no code fits and so nothing can be counted."""
    game, text = position.game, Text()
    for turn, row in enumerate(position.history, 1):
        text.append_text(Text.assemble(f"{turn:>3}  ", chips(row.guess, game), "  ", pegs(row.feedback, game), "\n"))
    return text


def _summarize(out: Console, end: Position, hints: int) -> None:
    """The game again, with what each guess could be expected to tell and what it told."""
    guesses = "guess" if end.guesses == 1 else "guesses"
    asked = f", {hints} {'hint' if hints == 1 else 'hints'}" if hints else ""
    out.print(f"\nBroken in [bold]{end.guesses}[/] {guesses}{asked}.\n")
    out.print(board(end))
