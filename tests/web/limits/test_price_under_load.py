"""The price of a request: it follows how much all visitors ask together."""

import pytest

from blackpeg.web.limits import price_under_load
from blackpeg.web.limits.price_under_load import MAX_PRICE, USUAL_PER_SECOND, Traffic


@pytest.mark.parametrize(("share", "price"), [(0.5, 1), (1, 1), (3, 3), (50, MAX_PRICE)])
def test_the_price_follows_the_rate(monkeypatch, share, price):
    now = [0.0]
    monkeypatch.setattr(price_under_load, "monotonic", lambda: now[0])
    all_visitors = Traffic()
    for _ in range(int(30 * USUAL_PER_SECOND * share)):  # for half a minute
        now[0] += 1 / USUAL_PER_SECOND / share
        all_visitors.count()
    assert all_visitors.price == pytest.approx(price, rel=0.01)
    now[0] += 60
    assert all_visitors.price == 1
