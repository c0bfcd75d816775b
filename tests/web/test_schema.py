"""Requests that a machine thinks up from the description of the API: none is answered outside of it."""

import subprocess
import sys
from pathlib import Path

SETTINGS = Path(__file__).with_name("schemathesis.toml")


def test_schemathesis_finds_nothing(server, tmp_path):
    command = [
        "--config-file",
        str(SETTINGS),
        "run",
        f"{server.url}/openapi.json",
        "--max-examples",
        "3",
        "--seed",
        "1",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "schemathesis.cli", *command, "--no-color"], capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr
    assert "Operations:       22 selected / 22 total" in done.stdout
