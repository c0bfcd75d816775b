"""The log: of lines that are alike only a few are written."""

import logging

from blackpeg.web.limits import log_lines
from blackpeg.web.limits.log_lines import MAX_LINES, SECONDS, FewAlike


def test_few_lines_of_a_kind_a_minute(monkeypatch):
    now, written = [0.0], []
    monkeypatch.setattr(log_lines, "monotonic", lambda: now[0])
    log, handler = logging.Logger("test"), logging.Handler()
    handler.addFilter(FewAlike())
    handler.emit = lambda record: written.append(record.getMessage())
    log.addHandler(handler)
    for k in range(1000):
        log.error("no worker could be started for %s", k)
    log.error("something else")
    assert len(written) == MAX_LINES + 1 and written[-1] == "something else"
    now[0] = SECONDS
    log.error("no worker could be started for %s", "moves")
    assert written[-1] == "no worker could be started for moves (995 more like this were left out)"


def test_kinds_of_lines_are_not_remembered_without_bound():
    limit = FewAlike()
    for k in range(3000):
        assert limit.filter(logging.LogRecord("x", logging.ERROR, "", 0, f"text {k}", None, None))
    assert len(limit._kinds) <= 1000
