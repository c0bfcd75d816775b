"""Solve games in which the codemaker chooses the probabilities, and keep them in solver/mixed_secrets.tsv.

python docs/mixed_secrets.py 4x6 3x7    these, or again; what is known is written after each round
"""

import csv
import sys
from time import process_time

from blackpeg import Game
from blackpeg.solver.mixed_secrets import GAP, MIXTURES_FILE, rounds_of
from blackpeg.storage import replacing

FIELDS = ("game", "value", "bound", "classes", "probabilities", "trees", "seconds")

for name in sys.argv[1:]:
    game, start = Game.parse(name), process_time()
    for found in rounds_of(game):
        print(name, found, flush=True)
        with MIXTURES_FILE.open(encoding="utf-8", newline="") as file:
            rows = {row["game"]: row for row in csv.DictReader(file, delimiter="\t")}
        rows[name] = {
            "game": name, "value": f"{found.value:.9f}", "bound": f"{found.bound:.9f}",
            "classes": " ".join(found.classes), "probabilities": " ".join(map(str, found.probabilities)),
            "trees": str(found.trees), "seconds": f"{process_time() - start:.2f}",
        }  # fmt: skip
        with replacing(MIXTURES_FILE) as new, new.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, FIELDS, delimiter="\t", lineterminator="\n")
            writer.writeheader()
            writer.writerows(sorted(rows.values(), key=lambda row: Game.parse(row["game"]).size))
        if found.bound - found.value < GAP:
            break
