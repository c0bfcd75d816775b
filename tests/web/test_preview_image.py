"""The pictures of links: as many pegs as the feedback has, and never too large."""

import io

import pytest
from PIL import Image

from blackpeg.web.preview_image import Preview, draw_preview


def pixels(preview):
    """How many pixels are black, how many white."""
    data = draw_preview(preview)
    image = Image.open(io.BytesIO(data)).convert("L")
    assert image.size == (1200, 630) and len(data) < 100_000
    counts = image.histogram()
    return sum(counts[:30]), sum(counts[245:])


def test_pegs_take_the_area_of_circles():
    one = 3.14159 * 32**2  # a peg is 64 pixels wide in a row of 90
    for black, white in ((4, 0), (1, 1), (0, 3), (0, 0)):
        found = pixels(Preview("", "", 4, ((black, white),)))
        assert found == pytest.approx((black * one, white * one), abs=0.12 * one * max(1, black + white))


@pytest.mark.parametrize(("pegs", "rows"), [(1, 1), (4, 15), (12, 40), (12, 0)])
def test_every_size_is_drawn(pegs, rows):
    pixels(Preview("A long title of a tournament of ten rounds", "word " * 40, pegs, ((pegs, 0),) * rows))
