"""Studies over HTTP."""


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
