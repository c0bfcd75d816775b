"""`blackpeg dataset`: writes positions or puzzles with their solutions, for learning and for testing."""

from __future__ import annotations

from pathlib import Path

import click

from ..options import parse_game, print_json, with_json


@click.command()
@click.argument("game")
@click.option("--kind", type=click.Choice(["positions", "puzzles"]), default="positions", show_default=True,
              help="positions have the best guess and every guess's total; puzzles have one code left.")  # fmt: skip
@click.option("--count", type=click.IntRange(1), default=100, show_default=True, metavar="N", help="How many records.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, metavar="N", help="Another seed: others.")
@click.option("--max-candidates", type=click.IntRange(2), metavar="N",
              help="Positions with at most N candidates.  [default: 100]")  # fmt: skip
@click.option("--format", "form", type=click.Choice(["jsonl", "parquet"]), default="jsonl", show_default=True,
              help="The format of the records.")  # fmt: skip
@click.option("--output", "-o", metavar="FOLDER", required=True, help="The folder to write, with a data card.")
@with_json
def dataset(
    game: str, kind: str, count: int, seed: int, max_candidates: int | None, form: str, output: str, as_json: bool
) -> int:
    """Write positions or puzzles with their solutions.

    \b
    blackpeg dataset 4x6 --count 1000 -o positions
    blackpeg dataset 4x6 --kind puzzles --count 200 -o puzzles
    """
    from ...errors import BlackpegError

    rules = parse_game(game)
    if max_candidates is not None and kind == "puzzles":
        raise BlackpegError("a puzzle has one code left; --max-candidates is for positions")
    from ...dataset.files import write_dataset
    from ...dataset.positions import MAX_CANDIDATES

    files = write_dataset(rules, kind, count, seed, Path(output), form, max_candidates or MAX_CANDIDATES)
    if as_json:
        print_json({"game": str(rules), "kind": kind, "records": count, "files": [str(file) for file in files]})
    else:
        click.echo(f"{count:,} {kind} written to {files[0]}; {files[1]} describes them")
    return 0
