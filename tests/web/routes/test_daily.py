"""The daily puzzle of all: states, streak, ranking, archive, a server's own puzzles, and shared games."""

import datetime
from dataclasses import replace

import pytest
from web.in_process import Site, another_code

from blackpeg import Game
from blackpeg.codemakers import Honest
from blackpeg.puzzles.daily import DailyKey, daily_puzzle, daily_title
from blackpeg.puzzles.saved_game import GIVEN_UP, daily_game
from blackpeg.puzzles.sharing import summary
from blackpeg.puzzles.terminal_games import GamesFile

GAME = Game(4, 6)
DAY = datetime.date(2026, 11, 17)  # the 321st day of 2026


def secret_of(day, key=None):
    return GAME.show(daily_puzzle(day, "medium", key)[1])


@pytest.fixture
def at(monkeypatch):
    """Sets the date."""

    def set_date(day):
        for module in ("puzzles.saved_game", "web.routes.daily"):
            monkeypatch.setattr(f"blackpeg.{module}.today", lambda: day)
        return secret_of(day)

    return set_date


def test_not_played_then_a_turn_then_done(site, at):
    secret, visitor = at(DAY), site.visitor()
    today = visitor.get("/api/daily").json()
    assert (today["day"], today["number"], today["title"], today["state"]) == (
        "2026-11-17",
        321,
        "Blackpeg #321",
        "new",
    )
    assert today["next"] == datetime.datetime(2026, 11, 18, tzinfo=datetime.UTC).timestamp()
    game = visitor.begin(daily=True)
    visitor.guess(game["id"], another_code(secret))
    today = visitor.get("/api/daily").json()
    assert (today["state"], today["guesses"], today["id"], today["players"]) == ("open", 1, game["id"], 0)
    over = visitor.guess(game["id"], secret)
    assert over["summary"].startswith("Blackpeg #321 4x6: broken in 2 guesses\n") and over["summary"].endswith(
        "\n⚫⚫⚫⚫"
    )
    today = visitor.get("/api/daily").json()
    assert (today["state"], today["guesses"], today["streak"], today["players"]) == ("solved", 2, 1, 1)
    assert today["beaten"] is None and today["least_players"] == 10
    assert visitor.begin(daily=True)["id"] == game["id"]


def play_on(visitor, at, day):
    secret = at(day)
    visitor.guess(visitor.begin(daily=True)["id"], secret)


def test_a_streak_is_of_days_and_the_archive_does_not_mend_it(site, at):
    visitor, days = site.visitor(), [DAY + datetime.timedelta(days=k) for k in range(6)]
    for day in days[:3]:
        play_on(visitor, at, day)
    assert visitor.get("/api/daily").json()["streak"] == 3
    at(days[3])
    assert visitor.get("/api/daily").json()["streak"] == 3  # today is not over
    at(days[4])
    assert visitor.get("/api/daily").json()["streak"] == 0
    late = visitor.begin(day=days[3].isoformat())
    assert late["origin"] == f"archive {days[3]}"
    assert visitor.guess(late["id"], secret_of(days[3]))["state"] == "solved"
    play_on(visitor, at, days[4])
    today = visitor.get("/api/daily").json()
    assert (today["streak"], today["longest"]) == (1, 3)
    assert visitor.begin(day=days[3].isoformat())["id"] == late["id"]  # once, as on its day
    assert visitor.begin(day=days[0].isoformat())["origin"] == f"daily {days[0]}"


def test_all_players_are_compared_from_ten_on(site, at):
    secret = at(DAY)
    players = [site.visitor() for _ in range(10)]
    for k, player in enumerate(players):
        game = player.begin(daily=True)
        player.guess(game["id"], *(another_code(secret, n) for n in range(k)), secret)  # k + 1 guesses
        today = player.get("/api/daily").json()
        assert (today["players"], today["beaten"]) == (k + 1, None if k < 9 else 0)
    beaten = [round(9 * player.get("/api/daily").json()["beaten"]) for player in players]
    assert beaten == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert today["distribution"] == {str(n): 1 for n in range(1, 11)}
    late = site.visitor()
    late.post(f"/api/games/{late.begin(daily=True)['id']}/end")
    today = late.get("/api/daily").json()
    assert (today["state"], today["players"], today["beaten"]) == ("given up", 11, 0)
    assert players[0].get("/api/daily").json()["beaten"] == 1


def test_a_hint_is_no_part_of_the_ranking(site, at):
    secret, visitor = at(DAY), site.visitor()
    game = visitor.begin(daily=True)
    site.context.store.count_hint(game["id"])
    visitor.guess(game["id"], secret)
    today = visitor.get("/api/daily").json()
    assert (today["players"], today["beaten"], today["streak"]) == (0, None, 1)


def test_the_archive_has_months_from_the_first_day_to_yesterday(site, at):
    at(DAY)
    visitor = site.visitor()
    november = visitor.get("/api/archive").json()
    assert [day["number"] for day in november["days"]] == list(range(320, 304, -1))  # 16 to 1 November
    assert (november["month"], november["earlier"], november["later"]) == ("2026-11", "2026-10", None)
    game = visitor.begin(day="2026-01-31")
    visitor.guess(game["id"], another_code(secret_of(datetime.date(2026, 1, 31))))
    january = visitor.get("/api/archive?month=2026-01").json()
    assert (january["earlier"], january["later"], len(january["days"])) == (None, "2026-02", 31)
    assert january["days"][0] == {
        "day": "2026-01-31", "number": 31, "state": "open", "guesses": 1, "id": game["id"], "on_time": False,
    }  # fmt: skip
    assert january["days"][-1]["number"] == 1
    for month in ("2025-12", "2026-12", "2026-13", "x"):
        assert visitor.get(f"/api/archive?month={month}").status_code == 422
    for day, why in (
        ("2025-12-31", "from 2026-01-01"), ("2026-11-18", "to 2026-11-17"), ("yesterday", "no date"),
        ("2026-02-30", "no date"),
    ):  # fmt: skip
        answer = visitor.post("/api/games", day=day)
        assert answer.status_code == 422 and why in answer.json()["error"]


def test_a_server_with_a_key_has_puzzles_of_its_own(tmp_path, at):
    at(DAY)
    key = DailyKey("Ada's", b"0123456789abcdef")
    site = Site(tmp_path / "data", daily_key=key)
    visitor, secret = site.visitor(), secret_of(DAY, key)
    assert secret != secret_of(DAY)
    assert visitor.get("/api/daily").json()["title"] == "Blackpeg Ada's #321"
    over = visitor.guess(visitor.begin(daily=True)["id"], secret)
    assert over["state"] == "solved" and over["summary"].startswith("Blackpeg Ada's #321 4x6: broken in 1 guess\n")
    site.close()
    public = Site(tmp_path / "data")  # the same file without the key: other puzzles, and the old game keeps its secret
    other = public.visitor()
    other.guess(other.begin(daily=True)["id"], secret_of(DAY))
    today = other.get("/api/daily").json()
    assert (today["title"], today["players"]) == ("Blackpeg #321", 1)
    public.close()


def test_a_shared_game_is_the_same_puzzle_without_its_codes(site, at):
    secret, visitor, friend = at(DAY), site.visitor(), site.visitor()
    game = visitor.begin(daily=True)
    assert game["share"] is None
    wrong = another_code(secret)
    over = visitor.guess(game["id"], wrong, secret)
    answer = friend.get(f"/api/shares/{over['share']}")
    assert secret not in answer.text.replace(over["share"], "") and wrong not in answer.text
    shared = answer.json()
    assert (shared["title"], shared["guesses"], shared["state"], shared["yours"]) == (
        "Blackpeg #321",
        2,
        "solved",
        None,
    )
    assert shared["feedback"][-1] == "4b0w" and game["id"] not in answer.text
    own = friend.begin(share=over["share"])
    assert own["origin"] == "daily 2026-11-17" and own["id"] != game["id"] and own["secret"] is None
    assert friend.guess(own["id"], secret)["state"] == "solved"
    assert friend.get(f"/api/shares/{over['share']}").json()["yours"] == own["id"]
    assert visitor.begin(share=over["share"])["id"] == game["id"]
    at(DAY + datetime.timedelta(days=1))
    assert site.visitor().begin(share=over["share"])["origin"] == "archive 2026-11-17"
    assert friend.get("/api/shares/nothing").status_code == 404


def test_any_finished_game_can_be_shared(site):
    visitor, friend = site.visitor(), site.visitor()
    game = visitor.begin(game="5x8-black", limit=3)
    assert visitor.get(f"/api/games/{game['id']}").json()["share"] is None
    over = visitor.post(f"/api/games/{game['id']}/end").json()
    same = friend.begin(share=over["share"])
    assert (same["game"], same["origin"], same["limit"]) == ("5x8-black", "friend", None)
    assert friend.guess(same["id"], over["secret"])["state"] == "solved"


def test_midnight_comes_between_two_looks_at_the_date(site, monkeypatch):
    """Each request reads the date once: what was today's puzzle when it was asked for is not of the archive."""
    days = iter(DAY + datetime.timedelta(days=k) for k in range(100))
    for module in ("puzzles.saved_game", "web.routes.daily"):
        monkeypatch.setattr(f"blackpeg.{module}.today", lambda: next(days))
    game = site.visitor().begin(day="2026-11-17")
    assert (game["origin"], game["title"]) == ("daily 2026-11-17", "Blackpeg #321")
    visitor, tomorrow = site.visitor(), DAY + datetime.timedelta(days=1)
    visitor.guess(visitor.begin(daily=True)["id"], secret_of(tomorrow))
    today = visitor.get("/api/daily").json()
    assert (today["day"], today["streak"]) == ("2026-11-19", 1)  # not 0, as on the day after


def test_the_terminal_has_the_same_code_text_and_streak(site, at, tmp_path, monkeypatch):
    visitor, file = site.visitor(), GamesFile(tmp_path / "games.db")
    for days, solved in ((0, True), (1, True), (2, False), (3, True), (5, True), (6, True), (7, True)):
        day = DAY + datetime.timedelta(days=days)  # the fifth is missed
        secret = at(day)
        monkeypatch.setattr("blackpeg.puzzles.terminal_games.today", lambda day=day: day)
        web, own = visitor.begin(daily=True), daily_game("medium", day, now=day)
        codes = [another_code(secret), *([secret] if solved else [])]
        for code in codes:
            web = visitor.guess(web["id"], code)
            own = own.after(own.position.after(code, Honest(own.secret).answer(own.position, own.game.code(code))))
        if not solved:
            web = visitor.post(f"/api/games/{web['id']}/end").json()
            own = replace(own, state=GIVEN_UP)
        file.save(own)
        assert web["state"] == own.state
        assert web["summary"] == summary(own.position, daily_title(day))
        today = visitor.get("/api/daily").json()
        assert (today["streak"], today["longest"]) == file.daily_streak(GAME)
    assert file.daily_streak(GAME) == (3, 3)
