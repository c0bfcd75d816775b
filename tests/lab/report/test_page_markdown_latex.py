"""Pages as Markdown and LaTeX."""

from __future__ import annotations

import re
from pathlib import Path

from blackpeg.lab.report.page_markdown_latex import (
    Bullets,
    Heading,
    Paragraph,
    Picture,
    Table,
    table_to_latex,
    to_latex,
    to_markdown,
)


def test_text_is_written_as_each_format_wants_it(tmp_path: Path):
    (tmp_path / "x.svg").write_text("<svg/>")
    blocks = [
        Heading("A & B", 2, "ab"), Paragraph("`a_b` is **strong**, 5 % of [it](x.md) < 1"),
        Table(("name", "n"), [("`p|q`", "1 ± 2")], frozenset("n")), Picture(tmp_path / "x.svg", "A picture"),
    ]  # fmt: skip
    assert to_markdown(blocks, tmp_path) == (
        "## A & B\n\n`a_b` is **strong**, 5 % of [it](x.md) < 1\n\n| name | n |\n|---|---:|\n| `p\\|q` | 1 ± 2 |\n\n"
        "![A picture](x.svg)\n\n*A picture*\n"
    )
    tex = to_latex(blocks)
    assert "\\section*{A \\& B}" in tex
    assert "\\texttt{a\\_b} is \\textbf{strong}, 5 \\% of \\emph{it} $<$ 1" in tex
    assert "\\texttt{p|q} & 1 $\\pm$ 2 \\\\" in tex


def test_a_table_for_latex_has_rules_of_booktabs_and_no_preamble():
    table = Table(("player", "guesses"), [("`a_b`", "4.5 ± 0.1"), ("`c`", "< 1")], frozenset({"guesses"}))
    assert table_to_latex(table) == (
        "% needs \\usepackage{booktabs}\n\\begin{tabular}{lr}\n\\toprule\nplayer & guesses \\\\\n\\midrule\n"
        "\\texttt{a\\_b} & 4.5 $\\pm$ 0.1 \\\\\n\\texttt{c} & $<$ 1 \\\\\n\\bottomrule\n\\end{tabular}\n"
    )


def test_a_table_longer_than_a_page_is_a_longtable_and_long_cells_are_broken():
    long = table_to_latex(Table(("n", "text"), [(str(k), "word " * 12) for k in range(60)], frozenset("n")))
    assert long.startswith("% needs \\usepackage{booktabs,longtable}\n\\begin{longtable}{rp{0.3\\linewidth}}")
    assert "\\endhead" in long and long.endswith("\\end{longtable}\n")


def test_a_table_of_many_numbers_fits_the_line_and_leaves_room_for_words():
    heads = ("name", *(f"n{k}" for k in range(11)))
    table = Table(heads, [("`" + 40 * "x" + "`", *11 * ["12.345 ± 0.678 (12)"])], frozenset(heads[1:]))
    words, *numbers = (float(width) for width in re.findall(r"p\{([\d.]+)\\linewidth\}", to_latex([table])))
    gaps = len(heads) * 6 / 759  # twice \tabcolsep, 3 pt, of a line of 267 mm
    assert len(numbers) == 11 and words >= 0.2 and words + sum(numbers) + gaps <= 1.005


def test_latex_shows_a_picture_that_has_a_pdf(tmp_path: Path):
    (tmp_path / "figures").mkdir()
    picture = Picture(tmp_path / "figures" / "x_1.svg", "A picture")
    assert "\\emph{Figure x\\_1.svg: A picture}" in to_latex([picture], tmp_path)
    (tmp_path / "figures" / "x_1.pdf").write_bytes(b"%PDF")
    assert "keepaspectratio]{figures/x_1.pdf}" in to_latex([picture], tmp_path)


def test_a_list_has_its_items_with_their_marks(tmp_path: Path):
    items = Bullets(("**One** & two", "[three](x.md)"))
    assert to_markdown([items], tmp_path) == "- **One** & two\n- [three](x.md)\n"
    assert "\\begin{itemize}\n\\item \\textbf{One} \\& two\n\\item \\emph{three}\n\\end{itemize}" in to_latex([items])
