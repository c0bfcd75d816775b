"""Smaller SVG files of the same pictures."""

from __future__ import annotations

from xml.etree import ElementTree

from blackpeg.lab.figures.slim_svg import slim_svg

DRAWN = """<?xml version="1.0"?>
<svg xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 612 205.92" xmlns="http://www.w3.org/2000/svg">
 <metadata>who made it</metadata>
 <defs><style type="text/css">*{stroke-linejoin: round}</style></defs>
 <g id="figure_1">
  <g id="line_1"><path id="m1" d="M 125.927428 -0.04 \nL 3.14159 60 \nz" style="fill: none; stroke: #eee"/></g>
  <g><use xlink:href="#m1" x="133.27633" y="1" style="fill: none; stroke: #eee" clip-path="url(#p1)"/></g>
  <text style="font-size: 9px; font-family: 'A', 'B'; text-anchor: end" transform="rotate(-0 1 2)">a &lt; b</text>
  <text style="font-size: 9px" transform="rotate(-90 1.26 20.26)"> 5 % </text>
 </g>
</svg>"""


def test_what_can_be_seen_stays():
    text = slim_svg(DRAWN)
    root = ElementTree.fromstring(text)
    found = {one.tag.partition("}")[2]: one for one in root.iter()}
    assert "metadata" not in found and "g" not in found and len(text) < len(DRAWN)
    path, use = root.findall(".//{*}path")[0], found["use"]
    assert (
        path.get("id") == "m1"
        and path.get("d") == "M125.9 -0.04L3.14 60z"
        and path.get("style") == "fill:none;stroke:#eee"
    )
    assert use.get("x") == "133.3" and use.get("style") == "fill:none;stroke:#eee;clip-path:url(#p1)"
    first, second = root.findall(".//{*}text")
    assert (first.text, second.text) == ("a < b", " 5 % ")
    assert first.get("transform") is None and first.get("style") == "font-size:9px;text-anchor:end"
    assert second.get("transform") == "rotate(-90 1.26 20.3)"


def test_styles_that_repeat_are_classes():
    text = slim_svg(DRAWN.replace("; font-family: 'A', 'B'; text-anchor: end", ""))
    assert text.count('class="a"') == 2 and ".a{font-size:9px}" in text
