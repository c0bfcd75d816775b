"""You break a code in the terminal; the game is kept turn by turn, so that it can be taken up again."""

from __future__ import annotations

import sys
from dataclasses import replace

from rich.text import Text

from ..coach.review import Hint, hints, review, ruled_out
from ..codemakers import Adversary, Honest, adversary
from ..errors import BlackpegError
from ..game import Code
from ..phrases import count_phrase, count_text
from ..players import Codemaker
from ..position import Position
from ..puzzles.commitments import opening_text
from ..puzzles.games_file import GamesFile
from ..puzzles.saved_games import FRIEND, GIVEN_UP, OPEN, SOLVED, SavedGame
from ..puzzles.sharing import summary
from .prompts import QUIT, ask, fit, introduce, is_code, key, say, say_with, show_board
from .review_view import show_review
from .screen import Look, board, patiently, sentence

LETTERS = str.maketrans("●○·", "bw-")  # where pegs can't be shown
KEYS = "r reviews the game, s shows a summary to share, any other key ends> "


def play(own: SavedGame, games: GamesFile | None, seed: int) -> bool:
    """You break a code, or an adversary who has none; is it broken in the end?"""
    look = Look.of(own.game)
    maker: Codemaker = adversary(own.codemaker) if own.secret is None else Honest(own.secret)
    if own.state != OPEN:
        say(look, "You have played this puzzle; the next one comes at midnight, UTC.")
        _share(look, own)
        _after(look, own, seed)
        return own.state == SOLVED
    _begin(look, own, maker, games is not None)
    own = _played(look, own, maker, games, seed)
    _end(look, own, maker)
    if own.position.history:
        _after(look, own, seed)
    return own.state == SOLVED


def _begin(look: Look, own: SavedGame, maker: Codemaker, kept: bool) -> None:
    game = own.game
    if isinstance(maker, Adversary):
        introduce(look, "Adversarial mode")
        ahead = "after which most guesses are needed" if maker.perfect else "that leaves most of them"
        say(look, f"No code is hidden: {count_text(game.size)} are possible, and you get the answer {ahead}.")
    else:
        what = f"The puzzle of {own.day.isoformat()}" if own.day else "A code is hidden"
        introduce(look, "A code was set for you" if own.origin == FRIEND else what)
    black, white = ("●", "○") if look.dots else ("b", "w")
    told = f"{black} right color and place" + (f", {white} right color only" if game.whites else "")
    leave = next(word for word in QUIT if not is_code(word, game))
    later = ", Ctrl-C keeps the game" if kept else ""
    say(look, f"{told}; {leave} gives up{later}.")
    say(look, "? gives a hint and ? again a larger one; ?CODE tells whether a code fits.")
    if own.commitment is not None:
        say(look, "The code is fixed now, by the SHA-256 of it and a nonce that you see at the end:")
        look.out.lines(Text(own.commitment.digest))
    if own.position.history:
        say(look, f"\nTaken up again after {count_phrase(own.position.guesses, 'guess')}.")
        look.out.lines(board(look, own.position))
        if isinstance(maker, Adversary):
            say(look, f"{fit(own.position)}.")
    say(look)


def _played(look: Look, own: SavedGame, maker: Codemaker, games: GamesFile | None, seed: int) -> SavedGame:
    """The game when it is over; on Ctrl-C and Ctrl-D it is kept as it stands."""
    game, steps = own.game, hints(own.position, None, seed)
    last = Hint("", "")
    while own.state == OPEN:
        try:
            line = ask(f"guess {own.position.turn}> ")
            if line is None and sys.stdin.isatty():
                raise KeyboardInterrupt  # who leaves with Ctrl-D does not give up
            if line is None or (line.lower() in QUIT and not is_code(line, game)):
                own = replace(own, state=GIVEN_UP)
            elif line.startswith("?"):
                if line[1:].strip():
                    steps = hints(own.position, game.code(line[1:]), seed)
                last = patiently(lambda steps=steps, last=last: next(steps, last), "thinking")  # type: ignore[misc]
                _hinted(look, last)
                own = replace(own, hints=own.hints + 1)
            elif line:
                position = _guessed(look, own.position, game.code(line), maker)
                own = replace(own, position=position, state=SOLVED if position.solved else OPEN)
                steps = hints(position, None, seed)
            own = _kept(own, games)
        except BlackpegError as error:
            say(look, sentence(error))
        except KeyboardInterrupt:
            say(look, "\nKept; 'blackpeg play' takes it up again." if own.id else "")
            raise
    return own


def _kept(own: SavedGame, games: GamesFile | None) -> SavedGame:
    """The game as it is kept; one without a guess is not worth keeping."""
    return own if games is None or not own.position.history else games.save(own)


def _hinted(look: Look, hint: Hint) -> None:
    if hint.guess is None:
        say(look, f"  {hint.text}")
    else:
        why = hint.text.partition(look.game.show(hint.guess))[2].removeprefix(", ")
        say_with(look, Text.assemble("  try  ", look.code(hint.guess)), why)


def _guessed(look: Look, position: Position, guess: Code, maker: Codemaker) -> Position:
    """Show the answer to a guess, and what there is to say about it."""
    feedback = patiently(lambda: maker.answer(position, guess), "the codemaker is thinking")
    after = position.after(guess, feedback)
    notes = [f"turn {turn} had ruled this out" for turn in ruled_out(position, guess)[:1]]
    if isinstance(maker, Adversary) and not after.solved:
        notes.append(fit(after))
    say_with(look, Text.assemble("  ", look.code(guess), "   ", look.feedback(feedback)), "; ".join(notes))
    return after


def _end(look: Look, own: SavedGame, maker: Codemaker) -> None:
    position, secret = own.position, own.secret
    if own.state == SOLVED:
        asked = f", with {count_phrase(own.hints, 'hint')}" if own.hints else ""
        say(look, f"\nBroken in {count_phrase(position.guesses, 'guess')}{asked}.")
    elif isinstance(maker, Adversary):
        witness = maker.witness(position)
        told = f"\nGiven up: the adversary had no code; {fit(position)}, such as"
        say_with(look, Text(told), look.code(witness))
    elif secret is not None:
        say_with(look, Text("\nGiven up: the code was"), look.code(secret))
    show_board(look, position)
    if own.commitment is not None and secret is not None:
        held = "is" if own.commitment.holds_for(own.game, secret) else "IS NOT"
        say(look, f"\nIt was fixed from the start: this {held} the text of the SHA-256 that you saw.")
        look.out.lines(Text(opening_text(own.commitment.nonce, own.game, secret)))


def _after(look: Look, own: SavedGame, seed: int) -> None:
    """What can be seen of a game that is over, each with one key."""
    while pressed := key(f"\n{KEYS}"):
        if pressed == "r":
            work = patiently(lambda: review(own.game, own.secret, own.position, seed), "looking at each guess")
            print()
            show_review(work)
        elif pressed == "s":
            _share(look, own)
        else:
            break


def _share(look: Look, own: SavedGame) -> None:
    title = f"Blackpeg {own.day}" if own.day else "Blackpeg"
    if own.codemaker != "honest":
        title = "Blackpeg against an adversary"
    text = summary(own.position, title, own.hints)
    look.out.lines(Text(f"\n{text if look.out.unicode else text.translate(LETTERS)}"))
