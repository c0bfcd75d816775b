"""`blackpeg verify`: plays a tree from a file against every secret, and tells what it needs."""

from __future__ import annotations

import click

from ...phrases import count_phrase
from ..options import UNSOLVED, print_json, with_json
from .tree import show_summary


@click.command()
@click.argument("file")
@with_json
def verify(file: str, as_json: bool) -> int:
    """Check a tree against every secret.

    FILE is a tree as 'blackpeg tree' and 'blackpeg optimal' write it, as text or as JSON, either of them also
    compressed (.xz). The exit status is 1 if it does not find every code.

    \b
    blackpeg optimal 4x6 -o tree.txt
    blackpeg verify tree.txt
    """
    import numpy as np

    from ...solver.records import record_of
    from ...solver.tree_library import load_tree
    from ..terminal.screen import Screen, one_line

    tree = load_tree(file)
    secrets = tree.start.candidates
    turns, _ = tree.turns(secrets)
    lost = int((turns == 0).sum())
    example = tree.game.show(secrets[int(turns.argmin())]) if lost else None
    histogram = np.bincount(turns[turns > 0])[1:].tolist()
    total, codes = int(turns.sum()), len(secrets)
    summary = {
        "file": file, "game": str(tree.start), "first": tree.game.show(tree.guesses[0]), "codes": codes, "lost": lost,
        "total": None if lost else total, "average": None if lost else round(total / codes, 6),
        "max": len(histogram), "histogram": histogram,
    }  # fmt: skip
    record = None if tree.start.history else record_of(tree.game)
    if as_json:
        print_json({**summary, "lost_code": example, "record": record.total if record else None})
    elif lost:
        where = f"{count_phrase(codes, 'code')} of {tree.start}"
        Screen().print(f"{one_line(file)}: {lost:,} of {where} are not found, such as {example}")
    else:
        show_summary({**summary, "strategy": "every code is found"}, None)
        if record is not None:
            less = "a new record: the least total known was" if total < record.total else "the least total known is"
            Screen().print(f"\n{less} {record.total:,}{', proved' if record.total_is_proved else ''}")
    return UNSOLVED if lost else 0
