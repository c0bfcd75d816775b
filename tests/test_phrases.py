"""Counts in words."""

import pytest

from blackpeg.phrases import count_text, fit_phrase


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (1296, "1,296"),
        (999_999_999, "1.0 billion"),
        (4_530_000_000_000, "4.5 trillion"),
        (999_960_000_000, "1.0 trillion"),
        (16**12, "281.5 trillion"),  # 12x16
        (10**26, "1.00e+26"),
        (None, "?"),
    ],
)
def test_large_counts_are_words(count: int | None, text: str) -> None:
    assert count_text(count) == text


def test_codes_fit() -> None:
    assert fit_phrase(1) == "1 code fits" and fit_phrase(4_530_000_000_000) == "4.5 trillion codes fit"
