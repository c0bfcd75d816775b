"""A page as one HTML file."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

from blackpeg.lab.report.page_html import to_html
from blackpeg.lab.report.page_markdown_latex import Block, Bullets, Heading, Paragraph, Picture, Table


def test_text_tables_and_lists():
    blocks: list[Block] = [
        Heading("A & B", 2, "ab"), Paragraph("`a_b` is **strong**, 5 % of [it](#x) < 1"), Bullets(("one", "**two**")),
        Table(("name", "n"), [("`p|q`", "1 ± 2")], frozenset("n")),
    ]  # fmt: skip
    web = to_html(blocks, "T & t")
    assert "<title>T &amp; t</title>" in web and '<h2 id="ab">A &amp; B <a class="here" href="#ab"' in web
    assert '<p><code>a_b</code> is <strong>strong</strong>, 5 % of <a href="#x">it</a> &lt; 1</p>' in web
    assert "<li>one</li>\n<li><strong>two</strong></li>" in web
    assert '<td><code>p|q</code></td><td class="n">1 ± 2</td>' in web


def test_a_way_back_leads_to_the_top_and_to_every_named_section():
    web = to_html([Heading("One", 2, "one"), Heading("Part", 3), Heading("Two", 2, "two")], "T")
    bar = web[web.index("<nav>") : web.index("</nav>")]
    assert [part.partition('"')[0] for part in bar.split('href="')[1:]] == ["#top", "#one", "#two"]
    assert '<body id="top">' in web


def test_a_verdict_has_color_symbol_and_difference():
    verdicts = ("agrees: 0.1 more", "not contradicted: x", "differs (cited): 2 less", "impossible: y", "can't be told")
    web = to_html([Table(("verdict",), [(text,) for text in verdicts])], "T")
    for cell in (
        '<td class="good"><b>✓ agrees</b><br>0.1 more</td>', '<td class="mid"><b>≈ not contradicted</b><br>x</td>',
        '<td class="bad"><b>✗ differs (cited)</b><br>2 less</td>', '<td class="bad"><b>✗ impossible</b><br>y</td>',
        '<td class="mid"><b>? can&#x27;t be told</b></td>',
    ):  # fmt: skip
        assert cell in web


def test_what_follows_a_folded_heading_is_unfolded_until_the_next_of_its_level():
    web = to_html([Heading("A", 3, folded=True), Paragraph("p"), Heading("B", 2)], "T")
    assert "<details><summary><h3>A</h3></summary>\n<p>p</p>\n</details>\n<h2>B</h2>" in web


def test_a_picture_survives_its_quoting(tmp_path: Path):
    drawn = '<svg xmlns="http://www.w3.org/2000/svg"><text fill="#123">5 % "of" it\'s &lt; 1 &amp; more</text></svg>'
    (tmp_path / "x.svg").write_text(drawn)
    web = to_html([Picture(tmp_path / "x.svg", "A `picture`")], "T")
    data = web.partition('src="data:image/svg+xml,')[2].partition('"')[0].replace("&amp;", "&")
    root = ElementTree.fromstring(unquote(data))
    assert root[0].text == '5 % "of" it\'s < 1 & more' and root[0].get("fill") == "#123"
    assert 'alt="A picture"' in web
