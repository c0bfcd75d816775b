"""The figure and the table of docs/needle.md on what answers tell, from docs/answer_bits.tsv (`make docs`)."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from math import log2
from pathlib import Path
from textwrap import fill

import numpy as np
import numpy.typing as npt

from blackpeg import Game
from blackpeg.lab.figures.summary_plots import BLUE, GRAY, MARKERS, ORANGE, new_figure

DATA = Path(__file__).with_name("answer_bits.tsv")
PAGE, FIGURE = DATA.with_name("needle.md"), DATA.with_name("answer_bits.svg")
DRAWN, LISTED = ("20x20", "64x64"), ("50x50", "64x64")  # games of the figure and of the table
SPANS = [(2, 9), (10, 19), (20, 29), (30, 39), (40, 49), (50, 59), (60, 69), (70, None)]  # turns of a row of the table
SMOOTHED_TURNS = 5  # over which a line is averaged

Played = dict[int, npt.NDArray[np.float64]]  # by the number of the game: a row a turn, with its turn, told, allowed


def read_bits(path: Path = DATA) -> dict[str, Played]:
    """Returns the turns of each game, by its rules."""
    rows: dict[str, dict[int, list[list[float]]]] = defaultdict(lambda: defaultdict(list))
    with path.open(newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            values = [float(row[key]) for key in ("turn", "told", "allowed")]
            rows[row["game"]][int(row["number"])].append(values)
    return {game: {number: np.array(turns) for number, turns in games.items()} for game, games in rows.items()}


def mean_between(games: Played, first: int, last: int | None) -> tuple[float, float]:
    """Returns the bits a turn that were told and allowed between two turns, over all games."""
    turns = np.concatenate(list(games.values()))
    inside = turns[(turns[:, 0] >= first) & (turns[:, 0] <= (last or np.inf))]
    return float(inside[:, 1].mean()), float(inside[:, 2].mean())


def mean_of_whole(games: Played) -> tuple[float, float]:
    """Returns the bits of a whole game that were told and allowed, on average."""
    sums = [turns[:, 1:].sum(axis=0) for turns in games.values()]
    told, allowed = np.mean(sums, axis=0)
    return float(told), float(allowed)


def bits_of_secret(game: str) -> float:
    return log2(Game.parse(game).size)


def draw_bits(bits: dict[str, Played], path: Path = FIGURE) -> None:
    """Draws what was told and allowed by turn, a panel for each size."""
    with new_figure(path, 9, 4.6) as page:
        axes = page.subplots(1, len(DRAWN), sharey=True)
        for ax, game in zip(axes, DRAWN, strict=True):
            games = bits[game]
            for number, (turns, marker) in enumerate(zip(games.values(), MARKERS, strict=False), 1):
                ax.plot(turns[:, 0], turns[:, 1], marker, color=GRAY, markersize=3, alpha=0.45, label=f"game {number}")
            x = np.arange(
                max(turns[0, 0] for turns in games.values()), min(turns[-1, 0] for turns in games.values()) + 1
            )
            half = SMOOTHED_TURNS // 2
            told, allowed = np.array([mean_between(games, k - half, k + half) for k in x]).T
            ax.fill_between(
                x, told, allowed, where=told > allowed, interpolate=True, color=ORANGE, alpha=0.25, linewidth=0,
                hatch="///", edgecolor=ORANGE, label="told more than allowed: surprise",
            )  # fmt: skip
            ax.plot(x, told, "-", color=BLUE, linewidth=2.2, label="told by the answer")
            ax.plot(x, allowed, "--", color=ORANGE, linewidth=2.2, label="allowed by the posterior")
            whole = mean_of_whole(games)
            what = f"{game}: {whole[0]:.0f} bits told, {whole[1]:.0f} allowed,"
            ax.set_title(f"{what}\nfor a secret of {bits_of_secret(game):.0f} bits")
            ax.set(xlabel="turn", ylim=(0, 14))
            ax.grid()
        page.axes[0].set_ylabel(f"bits a turn; lines: means of {SMOOTHED_TURNS} turns")
        most = max(zip(axes, DRAWN, strict=True), key=lambda panel: len(bits[panel[1]]))[0]  # the panel with most games
        page.legend(*most.get_legend_handles_labels(), loc="outside lower center", ncols=3)


def table(bits: dict[str, Played]) -> str:
    """The bits a turn that were told and allowed, by turns and for whole games."""
    lines = [
        "| turns | " + " | ".join(f"{game} told | allowed" for game in LISTED) + " |",
        "|---|" + 2 * len(LISTED) * "---:|",
    ]
    for first, last in SPANS:
        cells = [f"{value:.1f}" for game in LISTED for value in mean_between(bits[game], first, last)]
        lines.append(f"| {first} {f'to {last}' if last else 'and on'} | " + " | ".join(cells) + " |")
    whole = [f"{value:.0f}" for game in LISTED for value in mean_of_whole(bits[game])]
    return "\n".join([*lines, "| a whole game | " + " | ".join(whole) + " |"])


def prose(bits: dict[str, Played]) -> str:
    """What the figure shows, in numbers that are computed."""
    small, large = bits["20x20"], bits["64x64"]
    (told, allowed), (first, _), (last, _) = (
        mean_of_whole(small),
        mean_between(small, 2, 9),
        mean_between(small, 15, None),
    )
    early, late = mean_between(large, 20, 39), mean_between(large, 40, None)
    most = max(turns[:, 1].max() for turns in large.values())
    twice = mean_of_whole(large)[0] - bits_of_secret("64x64")
    text = (
        f"At 20x20, where walks sample the candidates, answers tell what the posterior allows: {told:.0f} bits a game "
        f"beside {allowed:.0f}, for a secret of {bits_of_secret('20x20'):.0f}; {first:.1f} a turn before the tenth, "
        "and "
        f"{last:.1f} from the fifteenth on. At 64x64 answers surprise from turn 20 to 39 (the shaded area): they tell "
        f"{early[0]:.1f} bits a turn where {early[1]:.1f} were allowed, and up to {most:.1f}, which stands for answers "
        "that none of the codes had by which the guess was judged. These codes are wrong about the secret, since its "
        f"color counts are not found yet. From turn 40 on they are as good as they claim to be, {late[0]:.1f} beside "
        f"{late[1]:.1f}; but a game has told {twice:.0f} bits more than its secret has: so much was learned twice."
    )
    return fill(text, 120)


def write(page: Path = PAGE) -> None:
    bits, text = read_bits(), page.read_text()
    draw_bits(bits)
    for key, content in (("bits", table(bits)), ("bits figure", prose(bits))):
        text = re.sub(
            rf"(<!-- {key} -->\n).*?(?=<!-- end -->)", lambda found, c=content: found[1] + c + "\n", text, flags=re.S
        )
    page.write_text(text)


if __name__ == "__main__":
    write()
