"""The feedback that browsers compute (static/feedback.js) is the one of the definition."""

import random
from pathlib import Path

import pytest
import reference

import blackpeg.web

SCRIPT = (Path(blackpeg.web.__file__).parent / "static" / "feedback.js").read_text(encoding="utf-8")
SYMBOLS = "123456789abcdefg"
COMPUTE = """async ([script, pairs, whites]) => {
  const { feedback } = await import(`data:text/javascript,${encodeURIComponent(script)}`);
  return pairs.map(([secret, guess]) => feedback(secret, guess, ...whites)).map(({ black, white }) => [black, white]);
}"""


@pytest.fixture(scope="module")
def page(chromium):
    page = chromium.new_page()
    yield page
    page.close()


def draw(rng, pegs, colors, repeats):
    draw = rng.choices if repeats else rng.sample
    return draw(range(colors), k=pegs)


def check(page, pairs, whites):
    given = [] if whites else [False]
    expected = [list(reference.feedback(secret, guess, whites)) for secret, guess in pairs]
    assert page.evaluate(COMPUTE, [SCRIPT, pairs, given]) == expected
    texts = [["".join(SYMBOLS[color] for color in code) for code in pair] for pair in pairs]
    assert page.evaluate(COMPUTE, [SCRIPT, texts, given]) == expected


@pytest.mark.parametrize("whites", [True, False], ids=["white pegs", "black only"])
@pytest.mark.parametrize("repeats", [True, False], ids=["repeats", "distinct"])
def test_feedback_of_random_codes_of_all_sizes(page, repeats, whites):
    rng = random.Random(f"{repeats} {whites}")
    sizes = [(pegs, colors) for pegs in range(1, 13) for colors in range(1, 17) if repeats or colors >= pegs]
    pairs = [[draw(rng, *size, repeats), draw(rng, *size, repeats)] for size in sizes for _ in range(12)]
    pairs += [[secret, secret] for secret, _ in pairs[::50]]
    check(page, pairs, whites)


def test_feedback_of_all_pairs_of_a_small_game(page):
    codes = [list(code) for code in reference.all_codes(3, 4)]
    check(page, [[secret, guess] for secret in codes for guess in codes], whites=True)
