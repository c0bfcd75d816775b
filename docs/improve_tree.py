"""Search parts of a tree of the library again, completely, and keep the tree if that gains something.

python docs/improve_tree.py 5x8                              sets of up to 300 codes, each within 60 seconds of CPU time
python docs/improve_tree.py 5x8 --codes 1500 --seconds 3600  larger ones

Each better tree is played against every secret and written at once.
"""

import argparse
import lzma
from time import process_time

from blackpeg import Game
from blackpeg.solver.improve_tree import better_trees
from blackpeg.solver.tree_library import load_tree, tree_path
from blackpeg.storage import replacing

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("game", type=Game.parse)
parser.add_argument("--codes", type=int, default=300)
parser.add_argument("--seconds", type=float, default=60)
options = parser.parse_args()
path = tree_path(options.game)
for tree in better_trees(load_tree(str(path)), options.codes, options.seconds):
    assert tree.replay() == tree.histogram
    with replacing(path) as new:
        new.write_bytes(lzma.compress(str(tree).encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{process_time():.0f} s: {tree.total}, at most {tree.max}", flush=True)
