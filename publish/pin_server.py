"""Write `publish/server.txt`: every package that `blackpeg serve` needs, with its version and the hashes of its files.

python publish/pin_server.py             after constraints.txt or the dependencies in pyproject.toml have changed

pip finds out what would be installed, with the versions of constraints.txt, and names the SHA-256 of each file. So the
hashes are those for the system and the Python that run this; the file says which.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "publish" / "server.txt"


def resolve() -> list[dict]:
    """What pip would install into an empty environment for the web app."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["web"]]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-"]
    words = [*pip, "--constraint", str(ROOT / "constraints.txt"), *wanted]
    return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)["install"]


def main() -> None:
    system = f"{platform.system()} {platform.machine()}, Python {sys.version_info.major}.{sys.version_info.minor}"
    lines = [
        f"# What `blackpeg serve` needs on {system}; made by publish/pin_server.py.",
        "# pip install --require-hashes --only-binary :all: -r publish/server.txt && pip install --no-deps blackpeg",
    ]
    for found in sorted(resolve(), key=lambda one: one["metadata"]["name"].lower()):
        name, version = found["metadata"]["name"], found["metadata"]["version"]
        digest = found["download_info"]["archive_info"]["hashes"]["sha256"]
        lines.append(f"{name}=={version} --hash=sha256:{digest}")
    TARGET.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
