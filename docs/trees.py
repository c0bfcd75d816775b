"""Search for the trees that are shipped, each with the command that its name stands for, and compress them.

python docs/trees.py            those that are missing
python docs/trees.py 4x6 5x8    these, again
"""

import json
import lzma
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from blackpeg.solver.tree_library import PROVED, SHIPPED
from blackpeg.strategies.optimal import COMMANDS

for name in sys.argv[1:] or [name for name in COMMANDS if not (SHIPPED / f"{name}.txt.xz").exists()]:
    with TemporaryDirectory() as folder:
        text = Path(folder) / "tree.txt"
        command = [
            sys.executable,
            "-m",
            "blackpeg.cli.main",
            "optimal",
            *COMMANDS[name].split(),
            "--json",
            "-o",
            str(text),
        ]
        found = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        names = set(PROVED.read_text().split()) - {name} | ({name} if found["proved"] else set())
        PROVED.write_text("".join(f"{each}\n" for each in COMMANDS if each in names))
        (SHIPPED / f"{name}.txt.xz").write_bytes(lzma.compress(text.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
