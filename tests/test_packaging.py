"""What is published: wheel and sdist are built and pass their checks. `make package` tries them as well."""

import re
import runpy
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

import blackpeg

ROOT = Path(__file__).parents[1]
CHECK = runpy.run_path(str(ROOT / "publish" / "check.py"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_wheel_and_sdist_are_built_and_pass_their_checks(tmp_path):
    wheel, sdist = CHECK["build"](tmp_path)
    CHECK["check_files"](wheel, sdist)  # raises Failed
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for data in (
        "py.typed",
        "puzzles/puzzles.txt",
        "lab/papers/knuth1977.toml",
        "solver/trees/4x6.txt.xz",
        "cli/create/templates/study.toml.txt",
    ):
        assert f"blackpeg/{data}" in names
    assert {name.split("/")[0] for name in names if "dist-info" not in name} == {"blackpeg"}


def test_a_check_can_fail(tmp_path):
    with pytest.raises(CHECK["Failed"]):
        (tmp_path / "blackpeg-0.1.0-py3-none-any.whl").write_bytes(b"no archive")
        (tmp_path / "blackpeg-0.1.0.tar.gz").write_bytes(b"no archive")
        CHECK["check_files"](tmp_path / "blackpeg-0.1.0-py3-none-any.whl", tmp_path / "blackpeg-0.1.0.tar.gz")


def test_every_dependency_has_a_lower_bound_and_a_pin():
    pins = {
        re.split("==", line)[0].lower().replace("_", "-") for line in (ROOT / "constraints.txt").read_text().split()
    }
    groups = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]
    for requirement in (one for group in groups for one in group):
        if not requirement.startswith("blackpeg["):
            name, bound, lowest = re.fullmatch(r"([\w.-]+)(>=)([\d.]+)", requirement).groups()
            assert bound and lowest and name.lower() in pins, requirement


def test_every_version_of_python_has_a_classifier():
    assert CHECK["VERSIONS"] == ["3.11", "3.12", "3.13"]
    assert PROJECT["requires-python"] == f">={CHECK['VERSIONS'][0]}"


def test_a_python_that_is_not_there_is_not_found():
    assert CHECK["find_python"]("3.99") is None


def test_the_paper_and_the_citation_agree():
    paper, citation = ((ROOT / name).read_text() for name in ("paper.md", "CITATION.cff"))
    _, head, body = paper.split("---\n", 2)
    for key in ("title", "name"):  # of the whole, and of the authors, a marked blank in both
        first, second = (re.search(rf'^ *-? *{key}: "(.*)"', text, re.M)[1] for text in (head, citation))
        assert first == second
    assert f"version: {blackpeg.__version__}" in citation
    assert 250 <= len(body.split()) <= 1000 and "# Statement of need" in body
    cited = set(re.findall(r"@(\w+)", body))
    assert cited == set(re.findall(r"^@\w+\{(\w+),", (ROOT / "paper.bib").read_text(), re.M))


def test_the_servers_packages_are_pinned_with_hashes():
    lines = (ROOT / "publish" / "server.txt").read_text().splitlines()
    pins = [re.fullmatch(r"([\w.-]+)==([\w.]+) --hash=sha256:[0-9a-f]{64}", line) for line in lines if line[0] != "#"]
    assert all(pins)
    pinned = {pin[1].lower().replace("_", "-"): pin[2] for pin in pins}
    constraints = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text().split())
    versions = {name.lower().replace("_", "-"): version for name, version in constraints.items()}
    assert {name: versions.get(name) for name in pinned} == pinned  # the same as for all others
    wanted = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["web"]]
    assert {re.match(r"[\w-]+", text)[0] for text in wanted} <= set(pinned)
    assert "://" not in "".join(lines)  # of no host
