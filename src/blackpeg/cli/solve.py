"""`blackpeg solve`: a strategy breaks a code, and the game is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ..errors import BlackpegError
from ..phrases import count_phrase
from .options import (
    UNSOLVED,
    choose_seed,
    choose_strategy,
    draw_secret,
    parse_adversary,
    parse_game,
    print_json,
    with_codemaker,
    with_json,
    with_seed,
    with_strategy,
)

if TYPE_CHECKING:
    from ..game import Code, Feedback
    from ..players import Codemaker
    from ..position import Position


@click.command()
@click.argument("game")
@click.option("--secret", metavar="CODE", help="The code to break; a random one if not given.")
@with_codemaker
@with_strategy
@with_seed
@click.option(
    "--limit", type=click.IntRange(1), default=1000, show_default=True, metavar="N", help="Give up after N guesses."
)
@click.option("--watch", is_flag=True, help="Show every generation of a player that evolves.")
@with_json
def solve(
    game: str, secret: str | None, codemaker: str, text: str | None, seed: int | None, limit: int, watch: bool,
    as_json: bool,
) -> int:  # fmt: skip
    """Watch the computer break a code.

    \b
    blackpeg solve 4x6 --secret 6543
    blackpeg solve 5x8 --strategy minimax --codemaker adversary
    blackpeg solve 5x8 --strategy merelo2006 --watch
    """
    if secret is not None and codemaker.startswith("adversary"):
        raise BlackpegError("the adversary hides no secret; leave out --secret or --codemaker adversary")
    rules, seed = parse_game(game), choose_seed(seed)
    adversary = parse_adversary(codemaker, rules)
    code = None if secret is None else rules.code(secret)
    strategy = choose_strategy(text, rules)
    from ..codemakers import Honest
    from ..players import Evolving, play
    from ..strategies import name_of
    from .terminal.generations import turn_heading, turn_line, watched_strategy
    from .terminal.progress import wait_for

    name, player, curve = name_of(strategy), strategy, list[dict[str, Any]]()
    if watch:
        if not isinstance(strategy, Evolving):
            raise BlackpegError(f"{name} has no generations to watch; leave out --watch")
        if not as_json:
            click.echo(turn_heading())
        player = watched_strategy(strategy, curve.append if as_json else lambda row: click.echo(turn_line(row)))
    if code is None:
        code = draw_secret(rules, seed)
    maker: Codemaker = adversary or Honest(code)

    counted = _CountingCodemaker(maker)

    def play_game() -> tuple[Position, dict[str, Any]]:
        end = play(rules, player, counted, seed, limit)
        return end, _record(end, name, codemaker, None if adversary else rules.show(code), seed)

    if watch and not as_json:
        end, record = play_game()
        click.echo()
    else:
        try:
            end, record = wait_for(play_game, lambda: f"{name} is thinking about guess {counted.answers + 1}")
        except KeyboardInterrupt:
            if counted.last is not None and not as_json:
                _show_stopped(counted.last, seed)
            raise
    if as_json:
        print_json({**record, "curve": curve} if watch else record)
    else:
        _show_game(end, record)
    return 0 if end.solved else UNSOLVED


class _CountingCodemaker:
    """A codemaker that counts its answers, so that one sees how far a long game is, and what was played if it stops."""

    def __init__(self, maker: Codemaker) -> None:
        self.maker, self.answers = maker, 0
        self.last: Position | None = None  # the position after the last answer

    def answer(self, position: Position, guess: Code) -> Feedback:
        feedback = self.maker.answer(position, guess)
        self.answers, self.last = position.turn, position.after(guess, feedback)
        return feedback


def _show_stopped(position: Position, seed: int) -> None:
    """Prints the turns of a game that was stopped by Ctrl-C."""
    from .terminal.board import BoardStyle, board

    style = BoardStyle.of(position.game)
    style.screen.print_unwrapped(board(style, position))
    style.screen.print(f"\nStopped after {count_phrase(position.guesses, 'guess')}, seed {seed}.")


def _record(end: Position, name: str, codemaker: str, secret: str | None, seed: int) -> dict[str, Any]:
    """A game that was played, as data for JSON."""
    game, counts = end.game, end.candidate_counts
    return {
        "game": str(game), "strategy": name, "codemaker": codemaker, "secret": secret, "seed": seed,
        "solved": end.solved, "guesses": end.guesses, "queries": end.queries, "evaluations": end.evaluations,
        "feedbacks": end.feedbacks, "known": counts.index(1) if 1 in counts else None,
        "seconds": round(end.seconds, 6),
        "history": [
            {"guess": game.show(guess), "feedback": game.show_feedback(feedback), "candidates": before, "left": after}
            for (guess, feedback, *_), before, after in zip(end.history, counts, counts[1:], strict=False)
        ],
    }  # fmt: skip


def _show_game(end: Position, record: dict[str, Any]) -> None:
    from rich.text import Text

    from .terminal.board import LONG_CODE_INDENT, BoardStyle, board

    turns = record["history"]
    counts = [*(turn["candidates"] for turn in turns), turns[-1]["left"]]
    style = BoardStyle.of(end.game)
    screen = style.screen
    secret = record["secret"]
    opponent = "the cheater" if not secret else "the secret below" if style.long else f"the secret {secret}"
    title = f"  {record['strategy']} against {opponent}, seed {record['seed']}\n"
    screen.print(Text.assemble((record["game"], "bold"), title))
    if secret and style.long:
        screen.print_unwrapped(Text.assemble(style.lines(secret, LONG_CODE_INDENT), "\n"))
    screen.print_unwrapped(board(style, end, counts))
    if record["solved"]:
        known = record["known"]
        earlier = f", known after {known}" if known is not None and known < end.guesses else ""
        screen.print(f"\nSolved in {count_phrase(end.guesses, 'guess')}{earlier}.")
    else:
        screen.print(f"\nNot solved: given up after {count_phrase(end.guesses, 'guess')}.")
    screen.print(
        f"{count_phrase(end.evaluations, 'code')} compared with the history, "
        f"{count_phrase(end.feedbacks, 'feedback')} computed, {end.seconds:.3f} s."
    )
