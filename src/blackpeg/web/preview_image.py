"""The picture that chats and social networks show beside a link: a title, and feedback or a hidden code as pegs."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

from ..errors import BlackpegError

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

WIDTH, HEIGHT = 1200, 630  # as the OpenGraph protocol's users expect
SCALE = 2  # it is drawn larger and made smaller, so that edges are smooth
MAX_ROWS = 10  # of feedback; of longer games the last ones are drawn
WOOD, PLATE, INK, PAPER = "#4b3728", "#e9dcc5", "#f3e6d3", "#d9c6ab"
BLACK, WHITE, HOLE, LID = "#171311", "#ffffff", "#bba98b", "#7a5a40"


class Preview(NamedTuple):
    """What a picture of a link shows. It never holds a code."""

    title: str
    text: str
    pegs: int
    rows: tuple[tuple[int, int], ...] = ()  # black and white pegs; without rows a hidden code is drawn


def draw_preview(preview: Preview) -> bytes:
    """Draws a picture, as PNG."""
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise BlackpegError("pictures of links need Pillow: pip install 'blackpeg[web]'") from error
    picture = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE), WOOD)
    draw = ImageDraw.Draw(picture)
    left = 640 if preview.rows else WIDTH - 80
    _write(draw, preview.title, (70, 70), 76, INK, left - 70)
    _write(draw, preview.text, (70, 330 if preview.rows else 210), 42, PAPER, left - 70)
    if preview.rows:
        _draw_feedback(draw, preview)
    else:
        _draw_hidden_code(draw, preview.pegs)
    file = io.BytesIO()
    picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).quantize(128).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw_feedback(draw: ImageDraw, preview: Preview) -> None:
    """Draws the feedback of the last rows on plates, one below the other."""
    rows = preview.rows[-MAX_ROWS:]
    height = min(90, (HEIGHT - 80) // len(rows))
    size = min(height - 26, 480 // preview.pegs - 8)
    top = (HEIGHT - height * len(rows)) // 2
    for k, (black, white) in enumerate(rows):
        y = top + k * height
        box = (660, y + 5, 660 + preview.pegs * (size + 8) + 24, y + height - 5)
        draw.rounded_rectangle([edge * SCALE for edge in box], 16 * SCALE, PLATE)
        for peg in range(preview.pegs):
            x, middle = 676 + peg * (size + 8) + size / 2, y + height / 2
            if peg < black + white:
                _draw_peg(draw, x, middle, size / 2, BLACK if peg < black else WHITE)
            else:
                _draw_peg(draw, x, middle, size / 6, HOLE)


def _draw_hidden_code(draw: ImageDraw, pegs: int) -> None:
    """Draws a row of lids with question marks."""
    step = min(150, (WIDTH - 140) // pegs)
    for k in range(pegs):
        x = 70 + step * k + step / 2
        _draw_peg(draw, x, 450, step * 0.43, LID)
        draw.text((x * SCALE, 450 * SCALE), "?", INK, _font(step * 0.5), anchor="mm")


def _draw_peg(draw: ImageDraw, x: float, y: float, radius: float, color: str) -> None:
    edges = (x - radius, y - radius, x + radius, y + radius)
    draw.ellipse([edge * SCALE for edge in edges], color, outline="#6f6048", width=SCALE)


def _write(draw: ImageDraw, text: str, at: tuple[int, int], size: int, color: str, width: int) -> None:
    """Writes a text in lines that fit a width."""
    font, lines = _font(size), [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and draw.textlength(longer, font) > width * SCALE:
            lines.append(word)
        else:
            lines[-1] = longer
    draw.multiline_text((at[0] * SCALE, at[1] * SCALE), "\n".join(lines[:4]), color, font, spacing=size * SCALE // 4)


def _font(size: float):  # type: ignore[no-untyped-def]  # one of two classes of Pillow
    """Pillow's own font, so that no font needs to be installed."""
    from PIL import ImageFont

    return ImageFont.load_default(size * SCALE)
