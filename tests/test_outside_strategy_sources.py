"""Which files belong to a module of another package."""

import importlib
import sys

import pytest

from blackpeg.outside_strategy_sources import digest_of_files, files_of_module, is_outside


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A folder on Python's path; a function writes files there and imports a module."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)

    def load(name, **files):
        for path, text in files.items():
            file = tmp_path / f"{path.replace('__', '/')}.py".replace("/init/", "/__init__")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        importlib.invalidate_caches()
        importlib.import_module(name)
        return {str(path.relative_to(tmp_path)) for path in files_of_module(name)}

    yield load
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_a_package_is_all_of_its_files(project, tmp_path):
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "__init__.py").write_text("")
    (tmp_path / "pkg" / "notes.txt").write_text("no code")
    found = project("pkg.core", pkg__core="", pkg__deep__helper="", unrelated="")
    assert found == {"pkg/__init__.py", "pkg/core.py", "pkg/deep/helper.py"}


def test_a_package_and_the_modules_beside_it_that_it_imports(project, tmp_path):
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "__init__.py").write_text("import common")
    assert project("pkg", common="", unrelated="") == {"pkg/__init__.py", "common.py"}


def test_a_loose_file_and_what_it_imports_also_later(project):
    later = "def f():\n    import lazy_one\n    from importlib import import_module\n    import_module('named_one')\n"
    found = project("loose", loose=later, lazy_one="import deep_one", named_one="", deep_one="", unrelated="")
    assert found == {"loose.py", "lazy_one.py", "named_one.py", "deep_one.py"}


def test_a_folder_without_init_may_hold_several_projects(project):
    found = project("shared.mine", shared__mine="from . import near_one\nimport shared.far_one", shared__near_one="",
                    shared__far_one="", shared__unrelated="")  # fmt: skip
    assert found == {"shared/mine.py", "shared/near_one.py", "shared/far_one.py"}


def test_a_digest_is_of_what_files_hold(tmp_path):
    file = tmp_path / "file.py"
    file.write_text("a = 1")
    before = digest_of_files([file])
    assert before == digest_of_files([file])
    file.write_text("a = 2")
    assert digest_of_files([file]) != before


def test_a_module_in_no_file_has_no_files():
    assert files_of_module("sys") == []
    assert is_outside("blackpegs.core") and not is_outside("blackpeg.lab")
