"""Build what is published, check it, and try it in clean environments: `make package`.

The wheel and the sdist are built and checked. Then, for each Python that the classifiers name, a new environment gets
the wheel without extras, with the versions of constraints.txt, and plays, solves, runs a study and prints its averages
with intervals; and a quick suite of tests runs there. The same once more from the sdist. In a last environment all
packages have the lowest version that pyproject.toml allows, extras too, and tests of the extras join the suite.
A version of Python that is not on this machine is reported as not checked.

python publish/check.py                  everything
python publish/check.py --only build     build and check only
python publish/check.py --only 3.13      one environment; `sdist` and `lowest` are the last two
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from email import message_from_string
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
VERSIONS = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["classifiers"]))
MAX_SDIST_BYTES = 5_000_000
LEFT_OUT = ("docs/results/", "docs/screenshots/")  # of the sdist
QUICK_SUITE = (
    "tests/test_game.py", "tests/test_position.py", "tests/test_players.py", "tests/test_oracle.py",
    "tests/test_tree.py", "tests/lab/test_stats.py", "tests/lab/test_store.py",
)  # fmt: skip
EXTRAS_SUITE = (
    "tests/lab/figures", "tests/lab/export/test_data_frames.py", "tests/lab/export/test_table_files.py", "tests/gym",
    "tests/blackbox/test_problem.py", "tests/blackbox/test_optimizers.py", "tests/web/test_preview_image.py",
    "tests/web/test_visitors.py", "tests/web/limits",
)  # fmt: skip
QUICK_SUITE_NEEDS = ("pytest>=9.0", "hypothesis", "pexpect")
EXTRAS_SUITE_NEEDS = ("httpx", "playwright", "axe-playwright-python")  # imported by tests of the web app
COMMANDS = (
    ("solve", "4x6", "--secret", "6543", "--strategy", "entropy"),
    ("next", "4x6", "1122=1b1w", "--strategy", "entropy"),
    ("search", "3x4", "--method", "cabana_tupac", "--seed", "1"),
    ("lab", "compare", "random", "lexicographic", "--game", "3x4", "--games", "20", "--jobs", "2"),
    ("lab", "status"),
)
WRONG = ("Traceback", "Exception ignored", "Warning")  # no command may print these


class Failed(Exception):
    """A check that was not passed."""


def run(*words: str | Path, **changes: str) -> str:
    """Runs a program and returns what it prints; raises `Failed` with all of it if it fails."""
    env = {**os.environ, **changes}
    env.pop("PYTHONPATH", None)
    done = subprocess.run([*map(str, words)], cwd=ROOT, env=env, capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def build(folder: Path) -> tuple[Path, Path]:
    """Builds wheel and sdist from a clean copy, and returns their paths."""
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist


def check_files(wheel: Path, sdist: Path) -> None:
    """Checks metadata, contents and size."""
    run(sys.executable, "-m", "twine", "check", "--strict", wheel, sdist)
    run(sys.executable, "-m", "check_wheel_contents", wheel)
    if sdist.stat().st_size > MAX_SDIST_BYTES:
        raise Failed(f"{sdist.name} has {sdist.stat().st_size:,} bytes, more than {MAX_SDIST_BYTES:,}")
    with tarfile.open(sdist) as archive:
        inside = [name.partition("/")[2] for name in archive.getnames()]
    if too_many := [name for name in inside if name.startswith(LEFT_OUT)]:
        raise Failed(
            f"{sdist.name} holds {too_many[0]} and {len(too_many) - 1} more that belong to the repository only"
        )
    if missing := {"README.md", "LICENSE", "pyproject.toml", "src/blackpeg/py.typed", "tests/reference.py"} - {*inside}:
        raise Failed(f"{sdist.name} lacks {', '.join(sorted(missing))}")
    with ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = message_from_string(archive.read(name).decode())
    if unbounded := [text for text in metadata.get_all("Requires-Dist") or () if not is_bounded(text)]:
        raise Failed(f"no lower bound: {', '.join(unbounded)}")


def is_bounded(requirement: str) -> bool:
    """Checks whether a requirement names a lowest version; extras of our own need none."""
    return ">=" in requirement or requirement.startswith(f"{PROJECT['name']}[")


def lowest_versions() -> Iterator[str]:
    """Yields the lower bounds of pyproject.toml as constraints, without those of the extra dev."""
    groups = [PROJECT["dependencies"], *(v for k, v in PROJECT["optional-dependencies"].items() if k != "dev")]
    for requirement in (one for group in groups for one in group):
        if match := re.fullmatch(r"([\w.-]+)>=([\w.]+)", requirement):
            yield f"{match[1]}=={match[2]}"


def find_python(version: str) -> str | None:
    """Returns a Python of this version, on the path or among those of pyenv; None if there is none."""
    places = [shutil.which(f"python{version}"), *Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}")]
    for place in filter(None, places):
        done = subprocess.run([str(place), "-c", "import sys, venv, ensurepip; print(*sys.version_info[:2], sep='.')"],
                              capture_output=True, text=True)  # fmt: skip
        if done.stdout.strip() == version:
            return str(place)
    return None


def try_environment(python: str, package: str, constraints: Path, folder: Path) -> str:
    """Installs a package into a new environment, runs the commands and a suite of tests; returns what was installed.

    The package is the path of a wheel or sdist, perhaps with extras in brackets; tests of these then join the suite.
    """
    run(python, "-m", "venv", folder)
    own = folder / "bin" / "python"
    pip = (own, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--constraint", constraints)
    run(*pip, package)
    for words in COMMANDS:
        printed = run(folder / "bin" / "blackpeg", *words, BLACKPEG_DATA=str(folder / "data"), PYTHONWARNINGS="default")
        if wrong := [word for word in WRONG if word in printed]:
            raise Failed(f"blackpeg {' '.join(words)} prints {wrong[0]}:\n{printed}")
        if "compare" in words and "±" not in printed:
            raise Failed(f"blackpeg {' '.join(words)} prints no interval:\n{printed}")
    with_extras = package.endswith("]")
    run(*pip, *QUICK_SUITE_NEEDS, *(EXTRAS_SUITE_NEEDS if with_extras else ()))
    tests = (*QUICK_SUITE, *(EXTRAS_SUITE if with_extras else ()))
    suite = run(own, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)
    versions = run(own, "-m", "pip", "list", "--format=freeze")
    core = {re.split(r"[<>=]", text)[0] for text in PROJECT["dependencies"]}
    shown = ", ".join(line.replace("==", " ") for line in versions.split() if line.split("==")[0] in core)
    return f"{suite.strip().splitlines()[-1].strip('= ')}; {shown}"


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--only", choices=["build", *VERSIONS, "sdist", "lowest"], action="append")
    wanted = options.parse_args().only or [*VERSIONS, "sdist", "lowest"]
    missing, failed = [], []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        try:
            wheel, sdist = build(folder / "dist")
            check_files(wheel, sdist)
        except Failed as error:
            print(error)
            return 1
        print(f"built and checked: wheel of {wheel.stat().st_size:,} bytes, sdist of {sdist.stat().st_size:,} bytes")
        (folder / "lowest.txt").write_text("\n".join(lowest_versions()))
        for name in wanted:
            if name == "build":
                continue
            python = find_python(name if name in VERSIONS else VERSIONS[0])
            if python is None:
                missing.append(name)
                print(f"Python {name}: NOT CHECKED, it is not on this machine", flush=True)
                continue
            constraints = folder / "lowest.txt" if name == "lowest" else ROOT / "constraints.txt"
            package = f"{wheel}[all]" if name == "lowest" else str(sdist if name == "sdist" else wheel)
            try:
                told = try_environment(python, package, constraints, folder / name)
                print(f"{name}: {told}", flush=True)
            except Failed as error:
                failed.append(name)
                print(f"{name}: FAILED\n{error}", flush=True)
    print(f"failed: {', '.join(failed) or 'none'}; not checked: {', '.join(missing) or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
