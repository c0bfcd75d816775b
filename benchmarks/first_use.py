"""What the first commands after installation cost, with nothing compiled yet: `python benchmarks/first_use.py`.

Every command runs with an empty cache of compiled code, and once more with a full one.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from time import perf_counter

COMMANDS = (
    "--help",
    "solve 4x6 --secret 6543",
    "solve 5x8 --secret 38164",
    "next 4x6 1122=1b1w",
    "next 5x8 11223=1b1w",
)


def measure(words: list[str], folder: str) -> str:
    """Runs a command with this folder as cache; returns its seconds of processor time and of waiting."""
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    env |= {"NUMBA_CACHE_DIR": folder, "BLACKPEG_DATA": folder}
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    subprocess.run([sys.executable, "-m", "blackpeg", *words], env=env, check=True, capture_output=True)
    after, waited = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter() - start
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return f"{busy:5.1f} s busy, {waited:5.1f} s in all"


def main() -> None:
    for command in COMMANDS:
        with tempfile.TemporaryDirectory() as folder:
            first, then = (measure(command.split(), folder) for _ in range(2))
        print(f"{command:26} first {first};  then {then}", flush=True)


if __name__ == "__main__":
    main()
