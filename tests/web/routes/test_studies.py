"""Studies over HTTP; and who may start them."""

import re
from pathlib import Path

import pytest
from web.in_process import Site

from blackpeg.cli.main import main
from blackpeg.lab.experiment import Record, Task
from blackpeg.lab.store import Store
from blackpeg.lab.study_toml import load_study
from blackpeg.web.operation.settings import Settings

RESULTS = Path(__file__).parents[3] / "docs" / "results"
START = "/api/studies/kooi2005/start"
OWN_PAGE = {"Origin": "http://localhost"}


def test_studies_are_there(client):
    names = {row["name"] for row in client.get("/api/studies").json()}
    assert {"classics", "players"} <= names
    assert client.get("/api/studies/classics").status_code == 404  # nothing is played
    assert client.get("/api/studies/nothing").status_code == 404


def test_a_damaged_store_is_not_answered_with_where_it_lies(site, tmp_path, caplog):
    (tmp_path / "data" / "lab.db").write_bytes(b"SQLite format 3\0" + bytes(5000))
    for path in ("/api/studies", "/api/studies/classics", "/api/studies/classics/games.csv"):
        answer = site.visitor().get(path)
        assert answer.status_code == 503 and "the store of the lab can't be read" in answer.json()["error"]
        assert str(tmp_path) not in answer.text
    assert str(tmp_path / "data" / "lab.db") in caplog.text  # who runs it is told


@pytest.fixture
def own_site(tmp_path):
    """An app as for a server that only this machine reaches."""
    running = Site(tmp_path / "data", settings=Settings(starts_studies=True))
    yield running
    running.close()


def post(site, path, **headers):
    visitor = site.visitor()
    return site.run(visitor.client.post(path, headers={**OWN_PAGE, **headers}))


def test_studies_are_not_started_where_others_reach_the_server(site):
    answer = post(site, START)
    assert answer.status_code == 403 and "nobody else reaches the server" in answer.json()["error"]
    assert post(site, START.replace("start", "pause")).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": ""},  # no page at all
        {"Origin": "null"},
        {"Origin": "https://example.org"},  # another site's page
        {"Origin": "http://localhost:9000"},  # another server of this machine
        {"Host": "example.org", "Origin": "http://example.org"},  # a name that somebody has made lead here
        {"X-Forwarded-For": "203.0.113.7"},  # a proxy that nobody has told of
        {"Forwarded": "for=203.0.113.7"},
    ],
    ids=str,
)
def test_only_a_page_on_this_machine_starts_studies(own_site, headers):
    for action in ("start", "pause"):
        answer = post(own_site, f"/api/studies/kooi2005/{action}", **headers)
        assert answer.status_code == 403 and answer.json()["error"].startswith("studies are started")
    assert own_site.context.study_runs.last is None


def test_a_study_that_can_not_be_started_or_paused_is_refused_in_a_sentence(own_site):
    for action in ("start", "pause"):
        answer = post(own_site, f"/api/studies/nothing/{action}")
        assert answer.status_code == 404 and answer.json()["error"].startswith("no study 'nothing' (there are ")
    answer = post(own_site, "/api/studies/kooi2005/pause")
    assert answer.status_code == 409 and answer.json()["error"] == "kooi2005 is not being played"
    assert own_site.visitor().get(START).status_code == 405


@pytest.mark.parametrize(
    ("options", "allowed"),
    [
        ("", True),
        ("--host localhost --port 9000 --monitor 9100", True),
        ("--host ::1", True),
        ("--host 0.0.0.0", False),
        ("--host 192.168.1.5", False),
        ("--host example.org", False),
        ("--proxy 127.0.0.1", False),
        ("--host-name example.org", False),
        ("--root-path /mastermind", False),
        ("--allow-origin https://example.org", False),
    ],
)
def test_only_a_server_for_this_machine_starts_studies(monkeypatch, tmp_path, options, allowed):
    settings = []
    monkeypatch.setattr("blackpeg.web.app.run", lambda *arguments: settings.append(arguments[-1]) or 0)
    main.main(["serve", "--data", str(tmp_path), *options.split()], standalone_mode=False)
    assert [one.starts_studies for one in settings] == [allowed]


def test_as_many_games_are_asked_for_as_were_played(client):
    """The pages of results say how many games there are of each study when all are played."""
    asked = {row["name"]: row["wanted"] for row in client.get("/api/studies").json()}
    played = {page.stem: re.search(r"plays it: ([\d,]+) games", page.read_text()) for page in RESULTS.glob("*.md")}
    played = {name: int(found[1].replace(",", "")) for name, found in played.items() if found}
    assert len(played) > 25 and {name: asked[name] for name in played} == played


def test_games_that_no_experiment_asks_for_are_not_counted(site, tmp_path):
    series = next(one for one in load_study("kooi2005").series() if one.game == "4x6")
    games = 6**4
    with Store(tmp_path / "data" / "lab.db") as store:
        records = [
            Record(Task(series, number), "1111", True, 1, 1, None, None, None, None) for number in range(games + 9)
        ]
        store.add(records, "digest", "worker")
    row = next(row for row in site.visitor().get("/api/studies").json() if row["name"] == "kooi2005")
    assert (row["stored"], row["wanted"]) == (games, games + 7**4)
