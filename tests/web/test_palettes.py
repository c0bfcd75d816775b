"""The colors of pegs can be told apart: by everybody, by the color-blind, and in gray, each with the palette for it.

Color blindness is simulated by the matrices for full protanopia, deuteranopia and tritanopia of Machado, Oliveira and
Fernandes (2009), "A physiologically-based model for simulation of color vision deficiency", IEEE Transactions on
Visualization and Computer Graphics 15(6), applied to linear sRGB. Differences are CIEDE2000 as in Sharma, Wu and Dalal
(2005), "The CIEDE2000 color-difference formula: implementation notes, supplementary test data, and mathematical
observations", Color Research and Application 30(1). Contrast is that of WCAG 2.2.
"""

import re
from itertools import combinations, pairwise
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from pathlib import Path

import pytest

import blackpeg.web

STATIC = Path(blackpeg.web.__file__).parent / "static"
COLORS = 16

# A difference of 2.3 in CIELAB is just noticeable (Mahy, Van Eycken and Oosterlinck, 1994). Pegs are small and stand
# apart, so much more is asked for: six times as much in games of up to 8 colors, four times in those of up to 16.
LEAST_DIFFERENCE = {8: 6 * 2.3, 16: 4 * 2.3}
# Lightness goes from 0 to 100, so that 8 grays are at most 14.3 apart and 16 grays at most 6.7. Here about four fifths
# of that is asked for; the closest of 16 are told apart by what stands on them.
LEAST_LIGHTNESS_DIFFERENCE = {8: 11, 16: 5.3}
LEAST_CONTRAST = 4.5  # of text; success criterion 1.4.3

VISIONS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)  # sRGB, D65


def read_palette(rules):
    """The color and the color of the symbol of each peg, from rules of a style sheet."""
    found = {}
    for number, body in re.findall(r"\.c(\d+) {([^}]*--c:[^}]*)}", rules):
        values = dict(re.findall(r"--(c|on): (#\w+)", body))
        found[int(number)] = values["c"], values.get("on", "#fff")
    assert sorted(found) == list(range(COLORS))
    return [found[color] for color in range(COLORS)]


def read_palettes():
    own, others = ((STATIC / name).read_text(encoding="utf-8") for name in ("board.css", "settings.css"))
    palettes = re.findall(r'^\[data-palette="(\w+)"\] {(.*?)^}', others, re.M | re.S)
    return {"standard": read_palette(own), **{name: read_palette(rules) for name, rules in palettes}}


PALETTES = read_palettes()


def linear(color):
    """The light of a color such as #fa0 or #ffaa00: red, green and blue from 0 to 1."""
    digits = color[1:] if len(color) == 7 else "".join(2 * digit for digit in color[1:])
    parts = [int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def multiply(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def lab(light):
    """CIELAB of linear sRGB."""
    white = [sum(row) for row in XYZ]
    parts = [value / most for value, most in zip(multiply(XYZ, light), white, strict=True)]
    fx, fy, fz = (part ** (1 / 3) if part > (6 / 29) ** 3 else part / (3 * (6 / 29) ** 2) + 4 / 29 for part in parts)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def seen(color, vision):
    return lab([min(1, max(0, part)) for part in multiply(VISIONS[vision], linear(color))])


def ciede2000(first, second):
    """The difference of two colors in CIELAB; names as in Sharma et al., equations 2 to 22."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25**7)))
    c1, c2 = hypot((1 + g) * a1, b1), hypot((1 + g) * a2, b2)
    h1, h2 = (degrees(atan2(b, (1 + g) * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    gray = c1 * c2 == 0
    turn = 0 if gray else (h2 - h1 + 180) % 360 - 180
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    lightness, c = (l1 + l2) / 2, (c1 + c2) / 2
    h = h1 + h2 if gray else (h1 + h2 + (0 if abs(h1 - h2) <= 180 else 360 if h1 + h2 < 360 else -360)) / 2
    t = (
        1
        - 0.17 * cos(radians(h - 30))
        + 0.24 * cos(radians(2 * h))
        + 0.32 * cos(radians(3 * h + 6))
        - 0.20 * cos(radians(4 * h - 63))
    )
    sl = 1 + 0.015 * (lightness - 50) ** 2 / sqrt(20 + (lightness - 50) ** 2)
    sc, sh = 1 + 0.045 * c, 1 + 0.015 * c * t
    rt = -sin(radians(60 * exp(-(((h - 275) / 25) ** 2)))) * 2 * sqrt(c**7 / (c**7 + 25**7))
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * dc / sc * dh / sh)


def contrast(one, other):
    dark, light = sorted(multiply(XYZ, linear(color))[1] for color in (one, other))
    return (light + 0.05) / (dark + 0.05)


def least_difference(palette, colors, vision):
    labs = [seen(color, vision) for color, _ in PALETTES[palette][:colors]]
    return min(ciede2000(one, other) for one, other in combinations(labs, 2))


@pytest.mark.parametrize(  # from table 1 of Sharma et al.
    ("first", "second", "difference"),
    [
        ((50.0000, 2.6772, -79.7751), (50.0000, 0.0000, -82.7485), 2.0425),
        ((50.0000, 2.5000, 0.0000), (73.0000, 25.0000, -18.0000), 27.1492),
        ((50.0000, 2.5000, 0.0000), (61.0000, -5.0000, 29.0000), 22.8977),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((35.0831, -44.1164, 3.7933), (35.0232, -40.0716, 1.5901), 1.8645),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_difference_of_colors_is_the_published_one(first, second, difference):
    assert ciede2000(first, second) == pytest.approx(difference, abs=1e-4)


def test_contrast_is_that_of_wcag():
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)  # the known gray that just fails 4.5


def test_there_are_three_palettes():
    assert list(PALETTES) == ["standard", "colorblind", "grayscale"]


@pytest.mark.parametrize("colors", LEAST_DIFFERENCE)
@pytest.mark.parametrize(
    ("palette", "vision"), [("standard", "normal"), *(("colorblind", vision) for vision in VISIONS)]
)
def test_colors_can_be_told_apart(palette, vision, colors):
    assert least_difference(palette, colors, vision) >= LEAST_DIFFERENCE[colors]


@pytest.mark.parametrize("vision", ["protanopia", "deuteranopia", "tritanopia"])
def test_the_palette_for_the_color_blind_is_better_than_the_standard_one(vision):
    assert least_difference("colorblind", 8, vision) > 1.5 * least_difference("standard", 8, vision)


@pytest.mark.parametrize("colors", LEAST_LIGHTNESS_DIFFERENCE)
def test_grays_can_be_told_apart(colors):
    grays = sorted(lab(linear(color))[0] for color, _ in PALETTES["grayscale"][:colors])
    gaps = [lighter - darker for darker, lighter in pairwise(grays)]
    assert min(gaps) >= LEAST_LIGHTNESS_DIFFERENCE[colors]


@pytest.mark.parametrize("palette", PALETTES)
def test_what_stands_on_a_peg_can_be_read(palette):
    assert min(contrast(color, symbol) for color, symbol in PALETTES[palette]) >= LEAST_CONTRAST
