"""Search for trees of the library again, each by its recipe, and compress them. A tree is kept once, under one name.

python docs/trees.py            those that are missing
python docs/trees.py 4x6 5x8    these, again
"""

import json
import lzma
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from blackpeg.solver.tree_library import LIBRARY, PROVED_FILE, SAME_FILE, SUFFIX, tree_names
from blackpeg.solver.tree_recipes import TREE_IMPROVEMENTS, TREE_RECIPES

OPTIMAL = [sys.executable, "-m", "blackpeg", "optimal"]

for name in sys.argv[1:] or [name for name in TREE_RECIPES if name not in tree_names()]:
    with TemporaryDirectory() as folder:
        text = Path(folder) / "tree.txt"
        command = [*OPTIMAL, *TREE_RECIPES[name].split(), "--json", "-o", str(text)]
        summary = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        proved = set(PROVED_FILE.read_text().split()) - {name} | ({name} if summary["proved"] else set())
        PROVED_FILE.write_text("".join(f"{each}\n" for each in TREE_RECIPES if each in proved))
        packed, other = lzma.compress(text.read_bytes(), preset=9 | lzma.PRESET_EXTREME), name.removesuffix("-worst")
        same = dict(line.split() for line in SAME_FILE.read_text().splitlines())
        same.pop(name, None)
        if name != other and (LIBRARY / f"{other}{SUFFIX}").read_bytes() == packed:
            same[name] = other
            (LIBRARY / f"{name}{SUFFIX}").unlink(missing_ok=True)
        else:
            (LIBRARY / f"{name}{SUFFIX}").write_bytes(packed)
        SAME_FILE.write_text("".join(f"{each} {same[each]}\n" for each in TREE_RECIPES if each in same))
    if name in TREE_IMPROVEMENTS:
        improve = [sys.executable, str(Path(__file__).with_name("improve_tree.py")), *TREE_IMPROVEMENTS[name].split()]
        subprocess.run(improve, check=True)
