"""`/health` and `/metrics`: dead lanes, locks and full disks in words; a line for each request, and never a secret."""

import logging
import re
import sqlite3
from dataclasses import replace

import httpx
import pytest
from web.in_process import Site
from web.routes.test_games import sealed_code

from blackpeg.web.operation import health_report
from blackpeg.web.operation.health_report import HealthCheck
from blackpeg.web.operation.monitor_port import make_monitor
from blackpeg.web.operation.quota import Quota
from blackpeg.web.operation.settings import Settings

# A line of the text form: https://prometheus.io/docs/instrumenting/exposition_formats/
SAMPLE = re.compile(r'[a-z_]+(\{[a-z]+="[^"\\\n]*"(,[a-z]+="[^"\\\n]*")*\})? (\d+(\.\d+)?(e[+-]?\d+)?)')


def look(site, path):
    """Asks the monitor of an app."""
    app = make_monitor(HealthCheck(site.context), site.context.counts)
    client = httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://localhost")
    return site.run(client.get(path))


@pytest.fixture
def full_lanes(monkeypatch):
    """Lets every lane have its workers, which apps within a process have not."""
    monkeypatch.setattr(
        "blackpeg.web.workers.Pool.states",
        lambda pool: [replace_workers(lane.state()) for lane in pool._lanes.values()],
    )


def replace_workers(state):
    return state._replace(workers=state.wanted, running=0)


def test_all_is_well(site, full_lanes):
    site.visitor().begin(**sealed_code("6543"))
    answer = look(site, "/health")
    found = answer.json()
    assert (answer.status_code, found["status"], found["problems"]) == (200, "ok", [])
    assert found["lanes"]["moves"] == {"workers": 1, "wanted": 1, "running": 0, "waiting": 0, "starting": 0}
    assert found["database_bytes"] > 4096 and found["disk_free_bytes"] > 0 and found["wal_bytes"] > 0


def test_dead_lanes_are_named(site):
    answer = look(site, "/health")
    assert answer.status_code == 503
    assert "the lane moves is dead: it has no worker, and 0 jobs in its queue" in answer.json()["problems"]


def test_a_lock_and_a_full_disk_are_named(tmp_path, full_lanes, monkeypatch):
    monkeypatch.setattr(health_report, "MAX_PROBE_SECONDS", 0.2)
    site = Site(tmp_path / "data", settings=Settings(quota=Quota(max_bytes=1, min_free_bytes=2**60)))
    other = sqlite3.connect(tmp_path / "data" / "web.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    problems = look(site, "/health").json()["problems"]
    other.close()
    assert problems[0] == "the database could not be written within 0.2 seconds"
    assert problems[1] == "the file of games has reached its quota; no new games are begun"
    assert problems[2].startswith("the disk is nearly full: ")
    answer = site.visitor().post("/api/games", game="4x6")
    assert answer.status_code == 503 and "no new games are begun at the moment" in answer.json()["error"]
    site.close()


def test_problems_are_logged_once_and_when_they_are_over(site, caplog, monkeypatch):
    looks = iter([["starting"], [], ["dead"], ["dead"], ["dead"], []])
    real = site.run(HealthCheck(site.context).look())

    class Check:
        async def look(self):
            found = next(looks, None)
            if found is None:
                raise KeyboardInterrupt
            return replace(real, problems=tuple(found))

    monkeypatch.setattr(health_report, "WATCH_SECONDS", 0)
    with pytest.raises(KeyboardInterrupt):
        site.run(health_report.log_problems_forever(Check()))
    assert [record.getMessage() for record in caplog.records] == ["dead", "over: dead"]


def test_metrics_are_in_the_text_form_of_prometheus(site, full_lanes):
    visitor = site.visitor()
    game = visitor.begin(**sealed_code("6543"))
    visitor.guess(game["id"], "1122", "3344")
    visitor.get("/nothing")
    visitor.get("/static/style.css")
    answer = look(site, "/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    assert all(SAMPLE.fullmatch(line) or re.match(r"# (HELP|TYPE) blackpeg_[a-z_]+ \S", line) for line in lines)
    samples = dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    turns = 'route="/api/games/{id}/turns"'
    assert samples[f'blackpeg_requests_total{{method="POST",{turns},status="201"}}'] == "2"
    assert samples['blackpeg_requests_total{method="GET",route="others",status="404"}'] == "1"
    assert samples['blackpeg_requests_total{method="GET",route="/static",status="200"}'] == "1"
    assert samples[f'blackpeg_request_seconds_bucket{{{turns},le="+Inf"}}'] == "2"
    assert samples[f"blackpeg_request_seconds_count{{{turns}}}"] == "2"
    assert samples["blackpeg_healthy"] == "1" and samples['blackpeg_lane_workers{lane="moves"}'] == "1"
    assert game["id"] not in answer.text


def test_a_line_for_each_request_has_no_secret(site, caplog):
    caplog.set_level(logging.INFO, "blackpeg.requests")
    visitor = site.visitor()
    game = visitor.begin(**sealed_code("6543"))
    visitor.guess(game["id"], "1122")
    friend = visitor.post("/api/challenges", game="4x6", secret="6541").json()
    visitor.get(f"/play?challenge={friend['id']}")
    visitor.get(f"/nothing/{game['id']}")
    lines = [record.getMessage() for record in caplog.records if record.name == "blackpeg.requests"]
    assert re.fullmatch(r"POST /api/games 201 \d+\.\d ms", lines[0])
    assert re.fullmatch(r"POST /api/games/\{id\}/turns 201 \d+\.\d ms", lines[2])
    cookie = visitor.client.cookies["blackpeg"]
    for secret in ("6543", "6541", "1122", game["id"], friend["id"], cookie, "127.0.0.1"):
        assert secret not in "\n".join(lines)


def test_the_monitor_is_on_this_machine_only_and_off_by_default(tmp_path, server_of):
    server = server_of(tmp_path / "data", "--monitor", "0", "--log-requests")
    line = server.process.stdout.readline()
    address = re.search(r"http://127\.0\.0\.1:\d+", line)[0]
    with server.client() as client:
        assert client.get("/health").status_code == client.get("/metrics").status_code == 404
        client.get("/api/games")
        for _ in range(600):  # until the workers have started
            found = httpx.get(f"{address}/health", timeout=60)
            if found.status_code == 200:
                break
    assert found.json()["status"] == "ok", found.text
    assert 'route="/api/games",status="200"} 1' in httpx.get(f"{address}/metrics", timeout=60).text
    assert re.search(r"GET /api/games 200 \d+\.\d ms", server.stop())
