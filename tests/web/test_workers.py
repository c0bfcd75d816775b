"""Workers: jobs that take too long, too many jobs, and quick ones beside them."""

import asyncio
import errno
import os
import pickle
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

import pytest

from blackpeg import BlackpegError, Game, Position
from blackpeg.puzzles.sealed_codes import seal
from blackpeg.web import worker_jobs, workers
from blackpeg.web.lanes.worker_process import WorkerProcess, _replay
from blackpeg.web.workers import Busy, Lane, Overtime, Pool


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


WAIT = 120  # seconds for what happens sooner or later


def run_apart(scenario):
    """Runs it in a thread of its own: in this one Playwright's loop may be running."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, scenario).result()


@asynccontextmanager
async def running_pool(*, wait: float = WAIT, seconds: float = WAIT, most: int = 9, hired: int = 1):
    """A lane with one worker, after everything is compiled."""
    lane = Lane(hired, max_waiting=most, max_per_visitor=9, max_seconds=seconds, max_waiting_seconds=wait)
    pool = Pool({"lane": lane, "spare": Lane(0, 9, 9, 9, max_waiting_seconds=0)})
    pool.start()
    pool._compiling = False
    try:
        yield pool
    finally:
        pool.stop()


def test_a_lane_lives_again_after_a_moment_without_files(monkeypatch):
    failures = [OSError(errno.EMFILE, "Too many open files"), EOFError(), BlockingIOError()]

    class Unlucky(WorkerProcess):
        def __init__(self, niceness):
            if failures:
                raise failures.pop()
            super().__init__(niceness)

    monkeypatch.setattr(workers, "WorkerProcess", Unlucky)

    async def check():
        async with running_pool() as pool:
            assert await asyncio.wait_for(pool.run("lane", os.getpid), WAIT) != os.getpid()
        assert not failures

    run_apart(check())


def test_a_worker_that_was_killed_costs_a_retry_and_not_an_error():
    async def check():
        async with running_pool() as pool:
            first = await pool.run("lane", os.getpid)
            os.kill(first, signal.SIGKILL)
            second = await pool.run("lane", os.getpid)  # perhaps before anybody knows of it
            job = asyncio.create_task(pool.run("lane", time.sleep, 1.5))
            while not pool.states()[0].running:
                await asyncio.sleep(0.01)
            os.kill(second, signal.SIGKILL)  # in the middle of a job
            await job
            assert first != second != await pool.run("lane", os.getpid)
            with pytest.raises(BlackpegError, match="was ended; try again"):
                await pool.run("lane", os._exit, 1)  # which ends every worker
            assert await pool.run("lane", abs, -1) == 1

    run_apart(check())


def test_an_idle_worker_that_was_killed_is_replaced():
    async def check():
        async with running_pool() as pool:
            first = await pool.run("lane", os.getpid)
            os.kill(first, signal.SIGKILL)
            async with asyncio.timeout(WAIT):
                while (second := next(iter(pool._lanes["lane"].workers), None)) is None or second.process.pid == first:
                    await asyncio.sleep(0.01)  # nobody asks for anything

    run_apart(check())


def test_who_waits_too_long_for_a_worker_is_told():
    async def check():
        async with running_pool(hired=0, wait=0) as pool:
            with pytest.raises(Busy, match="too many people"):
                await asyncio.wait_for(pool.run("lane", os.getpid), WAIT)
            state = pool.states()[0]
            assert (state.workers, state.wanted, state.running, state.waiting) == (0, 0, 0, 0)

    run_apart(check())


def test_a_reader_that_never_reads_loses_its_worker():
    async def check():
        async with running_pool(seconds=5) as pool:
            silent = pool.stream("lane", os.walk, "/usr")  # yields more than fits into the buffers between
            await anext(silent)  # and nothing more
            assert await asyncio.wait_for(pool.run("lane", abs, -1, visitor="somebody else"), WAIT) == 1
            with pytest.raises(Overtime):
                async for _ in silent:
                    pass

    run_apart(check())


def test_a_full_queue_has_room_for_who_asks_for_little():
    async def check():
        async with running_pool(most=4) as pool:
            greedy = [
                asyncio.create_task(pool.run("lane", time.sleep, 1, visitor="greedy", address="far")) for _ in range(6)
            ]
            async with asyncio.timeout(WAIT):
                while pool.states()[0].waiting < 4:
                    await asyncio.sleep(0)  # at once, before any of them is done
            assert await pool.run("lane", abs, -1, visitor="me", address="near") == 1
            results = await asyncio.gather(*greedy, return_exceptions=True)
            assert sum(isinstance(one, Busy) for one in results) >= 1 and None in results

    run_apart(check())


def test_a_message_of_a_worker_that_hangs_in_the_middle_does_not_stop_the_server():
    """The loop used to wait for the rest of a message once its first bytes were there."""

    async def check():
        async with running_pool() as pool:
            await pool.run("lane", abs, -1)
            worker = next(iter(pool._lanes["lane"].workers))
            large = asyncio.create_task(pool.run("lane", bytes, 5_000_000))
            while not worker._buffer:
                await asyncio.sleep(0)
            os.kill(worker.process.pid, signal.SIGSTOP)
            await asyncio.sleep(0.2)
            assert not large.done()  # and this line was reached
            os.kill(worker.process.pid, signal.SIGCONT)
            assert len(await large) == 5_000_000

    run_apart(check())
