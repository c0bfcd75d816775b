"""Raise the lower bounds of games that are not solved, part by part, and keep them in solver/part_bounds.tsv.

python docs/part_bounds.py 5x8                   each search within 4 seconds of CPU time
python docs/part_bounds.py 5x8 --seconds 60      each within a minute; continues from what is known
python docs/part_bounds.py 5x8 --first 11223     only the parts of this first guess

The bound of the whole game also goes to records.tsv. Stop it at any time.
"""

import argparse
from time import process_time

from blackpeg import Game
from blackpeg.solver.part_bounds import bound_of_game, raise_bounds, read_part_bounds, write_part_bounds
from blackpeg.solver.records import read_records, write_records

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("games", nargs="+")
parser.add_argument("--seconds", type=float, default=4)
parser.add_argument("--first", action="append", default=[])
options = parser.parse_args()
for name in options.games:
    game = Game.parse(name)
    bounds = read_part_bounds(game)
    for part in raise_bounds(game, bounds, options.seconds, tuple(options.first)):
        write_part_bounds(game, bounds)
        whole = bound_of_game(game, bounds)
        print(f"{process_time():.1f} s: {whole}", *part, flush=True)
        records = read_records()
        if whole > records[name].total_bound:
            write_records({**records, name: records[name]._replace(total_bound=whole)})
