"""Studies over HTTP."""


def test_studies_are_there(client):
    names = {row["name"] for row in client.get("/api/studies").json()}
    assert {"classics", "players"} <= names
    assert client.get("/api/studies/classics").status_code == 404  # nothing is played
    assert client.get("/api/studies/nothing").status_code == 404
