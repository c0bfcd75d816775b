"""The site: `make docs` builds it into build/site from the pages of this folder."""

from __future__ import annotations

import re
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

from blackpeg.lab.report.headlines import by_year

project, author = "Blackpeg", "the Blackpeg authors"
version = release = version_of("blackpeg")
extensions = ["myst_nb"]  # pages in Markdown, and notebooks as they were run (docs/notebooks.py)
nb_execution_mode = "off"
exclude_patterns = ["*.py", "screenshots"]
source_suffix = {".md": "myst-nb", ".ipynb": "myst-nb"}
myst_heading_anchors = 3
default_role = "code"
html_theme = "furo"  # light and dark, and the reader's own fonts
html_title = "Blackpeg"
html_copy_source = html_show_copyright = False

html_static_path = ["_static"]
html_css_files = ["site.css"]

PAGES = {
    path.read_text(encoding="utf-8").partition("\n")[0].lstrip("# "): path.stem
    for path in (Path(__file__).parent / "results").glob("[a-z]*.md")
}
RESULTS = [PAGES[title] for title in by_year(PAGES)]
html_extra_path = ["results/results.html"] if RESULTS else []  # a page that opens, and is not downloaded
PAGE = re.compile(r"\[(?:docs/)?[\w/]+\.md\]\(([\w/]+\.md(?:#[\w-]+)?)\)")  # a link that shows the name of a file
FILE = re.compile(r"\[([^\]]+)\]\(\.\./(?:src|tests|examples)(?:/[^)]*)?\)")  # a link into the repository


def within_the_site(app: Any, name: str, source: list[str]) -> None:
    source[0] = FILE.sub(r"\1", source[0]).replace("](../CONTRIBUTING.md)", "](contributing.md)")
    if name == "contributing":
        source[0] = source[0].replace("](docs/", "](")
    if name == "index" and RESULTS:  # which `make reproduce` makes
        source[0] = source[0].replace("\nplayers\n", "\nresults/README\nplayers\n")
    if Path(app.env.doc2path(name)).suffix != ".ipynb":
        source[0] = PAGE.sub(r"[](\1)", source[0])  # which shows the title of the page
        if name not in ("index", "glossary"):
            source[0] += "\n\nThe words of this page: {doc}`/glossary`.\n"
    if name == "results/README":
        source[0] = source[0].replace("[results.html](results.html)", '<a href="../results.html">results.html</a>')
        source[0] += "\n".join(["", "```{toctree}", ":hidden:", "", *RESULTS, "```", ""])


def setup(app: Any) -> None:
    app.connect("source-read", within_the_site)
