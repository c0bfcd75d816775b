"""README, tour and CONTRIBUTING are executed; what is generated is fresh."""

import doctest
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import blackpeg
import blackpeg.evolve
import blackpeg.lab

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.M | re.S)
LINK = re.compile(r"\]\(([^)#]+)(?:#[\w-]+)?\)")
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples(page):
    failures, _ = doctest.testfile(str(page), module_relative=False, optionflags=FLAGS)
    assert failures == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_console_examples(page):
    for block in CONSOLE.findall(page.read_text()):
        command, _, expected = block.partition("\n")
        assert command.startswith("$ blackpeg "), command
        words = shlex.split(command)[2:]
        done = subprocess.run([sys.executable, "-m", "blackpeg", *words], capture_output=True, text=True)
        assert doctest.OutputChecker().check_output(expected, done.stdout, FLAGS), done.stdout + done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in LINK.findall(page.read_text()):
        assert target.startswith("http") or (page.parent / target).exists(), target


def test_pages_have_examples_at_all():
    assert ">>>" in (ROOT / "README.md").read_text()
    assert CONSOLE.search((ROOT / "README.md").read_text())


def test_what_is_made_is_fresh():
    made = runpy.run_path(str(ROOT / "docs" / "make.py"))
    for page in ("api", "strategies", "trees", "records", "exact"):
        assert made[f"{page}_page"]() == (ROOT / "docs" / f"{page}.md").read_text(), "run `make docs`"
    assert made["tour"]() == (ROOT / "docs" / "tour.md").read_text(), "run `make docs`"
    assert made["front_page"]() == (ROOT / "docs" / "index.md").read_text(), "run `make docs`"
    assert made["readme"]() == (ROOT / "README.md").read_text(), "run `make docs`"


def test_what_the_lab_page_shows_is_fresh():
    made = runpy.run_path(str(ROOT / "docs" / "lab_page.py"))
    folder = made["TARGET"]
    there = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*")}
    files = made["lab_files"]()
    assert sorted(there) == sorted(files) and there == files, "run `make docs`"
    assert sum(map(len, files.values())) < 2_500_000  # which the package has to carry


def test_every_page_of_the_site_leads_to_the_glossary_and_results_go_by_year():
    conf = runpy.run_path(str(ROOT / "docs" / "conf.py"))
    assert conf["RESULTS"].index("knuth1977") < conf["RESULTS"].index("kooi2005") < conf["RESULTS"].index("oijen2018")
    assert "\nglossary\n" in (ROOT / "docs" / "index.md").read_text()
    words = (ROOT / "docs" / "glossary.md").read_text()
    for word in ("candidate", "consistent", "known", "legal", "evaluation", "query", "misfit", "part", "bits"):
        assert f"| {word} |" in words


def test_every_public_name_has_an_example():
    page = (ROOT / "docs" / "api.md").read_text()
    sections = dict(re.findall(r"^### `(\w+)`\n(.*?)(?=^##)", page + "##", re.M | re.S))
    types = {"Fitness", "MutationRates"}  # names for types, which signatures show
    assert set(sections) | types == {*blackpeg.__all__, *blackpeg.lab.__all__, *blackpeg.evolve.__all__, *types}
    assert not [name for name, text in sections.items() if ">>>" not in text]


def test_the_site_builds_without_a_warning(tmp_path):
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", str(ROOT / "docs"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for page in ("tour", "lab", "contributing", "strategies", "api", "bibliography"):
        assert (tmp_path / f"{page}.html").exists()
