"""Workers: jobs that take too long, too many jobs, and quick ones beside them."""

import asyncio
import pickle
from concurrent.futures import ThreadPoolExecutor

from blackpeg import Game, Position
from blackpeg.puzzles.sealed_codes import seal
from blackpeg.web import worker_jobs
from blackpeg.web.workers import Busy, Lane, Overtime, Pool, _replay


def test_workers_end_when_time_is_up_and_others_go_on():
    async def check():
        pool = Pool({"heavy": Lane(1, max_waiting=1, max_per_visitor=2, max_seconds=6), "spare": Lane(0, 9, 9, 9)})
        pool.start()
        first = (worker_jobs.next_guess, Position(Game(4, 6)), "lexicographic", 1, 0)
        assert (await pool.run("heavy", *first))["guess"] == "1111"  # compiled, if it was not yet
        pool._compiling = False
        endless = [worker_jobs.compare, "6x9", ["random"], 10**6]
        slow = [asyncio.create_task(pool.run("heavy", *endless, k, 20)) for k in range(4)]
        results = await asyncio.gather(*slow, return_exceptions=True)
        assert [type(one) for one in results] == [Overtime, Overtime, Busy, Busy]  # one runs, one waits
        assert (await pool.run("heavy", *first))["guess"] == "1111"
        own = [asyncio.create_task(pool.run("heavy", *first, visitor="me")) for _ in range(3)]
        results = await asyncio.gather(*own, return_exceptions=True)
        assert sum(isinstance(one, Busy) for one in results) == 1  # of one visitor at most two at a time
        pool.stop()

    with ThreadPoolExecutor(1) as thread:  # the loop of the browser runs in this one
        thread.submit(asyncio.run, check()).result()


def test_a_flood_of_heavy_requests_gets_429(server_of, tmp_path):
    server = server_of(tmp_path / "data")
    sealed = {"code": seal(Game(4, 6), Game(4, 6).code("6543"))}  # begins a game that no guess here breaks
    with server.client() as client, ThreadPoolExecutor(20) as pool:
        heavy = [pool.submit(client.post, "/api/next", json={"game": "6x9", "seed": k}) for k in range(20)]
        game = client.post("/api/games", json=sealed).json()
        for turn in range(1, 6):
            answer = client.post(f"/api/games/{game['id']}/turns", json={"turn": turn, "guess": "1122"})
            assert answer.status_code == 201
        codes = [one.result().status_code for one in heavy]
    assert set(codes) <= {200, 422, 429} and 429 in codes


def test_a_position_reaches_a_worker_with_its_parents():
    position = Position(Game(4, 6)).after("1122", "1b1w").after("1344", "0b2w")
    sent = pickle.loads(pickle.dumps(position))
    assert sent.parent is None  # so that lists of candidates are not sent along
    assert _replay(sent) == position and _replay(sent).line == position.line and _replay(sent).parent is not None
