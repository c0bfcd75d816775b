"""Search for the trees that are shipped, each with the command that its name stands for, and compress them.

python docs/trees.py            those that are missing
python docs/trees.py 4x6 5x8    these, again
"""

import lzma
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from blackpeg.strategies.optimal import COMMANDS, SHIPPED

for name in sys.argv[1:] or [name for name in COMMANDS if not (SHIPPED / f"{name}.txt.xz").exists()]:
    with TemporaryDirectory() as folder:
        text = Path(folder) / "tree.txt"
        command = [sys.executable, "-m", "blackpeg.cli", "optimal", *COMMANDS[name].split(), "-o", str(text)]
        subprocess.run(command, check=True)
        SHIPPED.mkdir(exist_ok=True)
        (SHIPPED / f"{name}.txt.xz").write_bytes(lzma.compress(text.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
