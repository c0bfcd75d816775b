"""Pages as Markdown, LaTeX and HTML."""

from __future__ import annotations

from pathlib import Path

from blackpeg.lab.report.page_formats import Heading, Paragraph, Picture, Table, to_html, to_latex, to_markdown


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
    assert "\\texttt{a\\_b} is \\textbf{strong}, 5 \\% of \\emph{it} < 1" in tex
    assert "\\texttt{p|q} & 1 $\\pm$ 2 \\\\" in tex
    web = to_html(blocks, "T & t")
    assert "<title>T &amp; t</title>" in web and '<h2 id="ab">A &amp; B</h2>' in web
    assert '<p><code>a_b</code> is <strong>strong</strong>, 5 % of <a href="x.md">it</a> &lt; 1</p>' in web
    assert (
        '<td><code>p|q</code></td><td class="n">1 ± 2</td>' in web and 'src="data:image/svg+xml;base64,PHN2Zy8+"' in web
    )
