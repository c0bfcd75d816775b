"""Workers: jobs that take too long, too many jobs, and quick ones beside them."""

import asyncio
import errno
import os
import pickle
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from types import SimpleNamespace

import pytest

from blackpeg import BlackpegError, Game, Position
from blackpeg.puzzles.sealed_codes import seal
from blackpeg.web import worker_jobs, workers
from blackpeg.web.lanes import compile_clock
from blackpeg.web.lanes.compile_clock import COMPILE_SECONDS, ENDED, STARTED, CompileClock
from blackpeg.web.lanes.lane import LaneState
from blackpeg.web.lanes.worker_process import WorkerProcess, _replay
from blackpeg.web.operation.health_report import describe_lane
from blackpeg.web.workers import Busy, Lane, Overtime, Pool, SettingUp


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


def test_a_lane_whose_workers_start_is_not_dead(monkeypatch):
    """It is, from the moment at which one could not be started until one is."""
    seen, may_go_on = list[LaneState](), threading.Event()

    class Slow(WorkerProcess):
        def __init__(self, niceness):
            assert may_go_on.wait(WAIT)
            if len(seen) == 1:
                raise OSError(errno.EMFILE, "Too many open files")
            super().__init__(niceness)

    monkeypatch.setattr(workers, "WorkerProcess", Slow)

    async def check():
        async with running_pool() as pool:
            await asyncio.sleep(0.1)
            seen.append(pool.states()[0])
            may_go_on.set()
            while pool.states()[0].starting:
                await asyncio.sleep(0.01)
            seen.append(pool.states()[0])
            await asyncio.wait_for(pool.run("lane", os.getpid), WAIT)
            seen.append(pool.states()[0])

    run_apart(check())
    assert [(state.workers, state.starting) for state in seen] == [(0, 1), (0, 0), (1, 0)]
    assert [describe_lane(state) for state in seen[:2]] == [
        "the lane lane starts its workers; 0 jobs in its queue",
        "the lane lane is dead: it has no worker, and 0 jobs in its queue",
    ]


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


def test_a_job_that_says_nothing_for_too_long_ends_and_one_that_speaks_goes_on():
    lane = Lane(1, max_waiting=9, max_per_visitor=9, max_seconds=WAIT, max_waiting_seconds=WAIT, max_silent_seconds=6)

    async def check():
        pool = Pool({"lane": lane, "spare": Lane(0, 9, 9, 9, max_waiting_seconds=0)})
        pool.start()
        pool._compiling = False
        try:
            talk = [worker_jobs.compare, "3x4", ["random"], 10**6, 0, 9]  # nine seconds, with a word every half of one
            assert [row["type"] async for row in pool.stream("lane", *talk)][-1] == "end"
            with pytest.raises(Overtime, match="a turn of this takes more than 6 seconds"):
                await pool.run("lane", time.sleep, WAIT)
        finally:
            pool.stop()

    run_apart(check())


def test_one_address_has_no_more_than_its_share_of_a_lane():
    lane = Lane(3, max_waiting=9, max_per_visitor=9, max_seconds=WAIT, max_waiting_seconds=WAIT, max_per_address=2)

    async def check():
        pool = Pool({"lane": lane, "spare": Lane(0, 9, 9, 9, max_waiting_seconds=0)})
        pool.start()
        pool._compiling = False
        try:
            school = [
                asyncio.create_task(pool.run("lane", time.sleep, 2, visitor=f"pupil {k}", address="school"))
                for k in range(5)
            ]
            await asyncio.sleep(0)
            assert await pool.run("lane", abs, -1, visitor="me", address="home") == 1
            results = await asyncio.gather(*school, return_exceptions=True)
            refused = [str(one) for one in results if isinstance(one, Busy)]
            assert len(refused) == 3 and "at your address" in refused[0]
            assert await pool.run("lane", abs, -2, visitor="pupil 9", address="school") == 2  # when these are over
        finally:
            pool.stop()

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


SLOW_COMPILE = """
import time
from pathlib import Path
from blackpeg.kernels import left_out_of_times
folder = Path({folder!r})
with left_out_of_times():  # as if a kernel were compiled
    while not (folder / "go").exists():
        time.sleep(0.01)
(folder / "stored").touch()  # as Numba stores it
"""


@pytest.mark.parametrize("how", ["deadline", "visitor"])
def test_a_worker_that_compiles_is_not_ended(tmp_path, monkeypatch, how):
    """Its job is left at the deadline, or by a visitor who goes away; what is compiled is stored all the same."""
    for module in (workers, compile_clock):
        monkeypatch.setattr(module, "SAVE_SECONDS", WAIT)

    async def check():
        async with running_pool() as pool:
            pid = await pool.run("lane", os.getpid)
            worker = next(iter(pool._lanes["lane"].workers))
            loop, start, allowed = asyncio.get_running_loop(), asyncio.get_running_loop().time(), pool._compile_seconds
            if how == "deadline":  # as soon as it compiles
                pool._lanes["lane"].limits = Lane(1, 9, 9, max_seconds=0.01, max_waiting_seconds=WAIT)
                pool._compile_seconds = lambda *_: 0 if worker.compile_clock.runs else loop.time() - start + 0.01
            job = asyncio.create_task(pool.run("lane", exec, SLOW_COMPILE.format(folder=str(tmp_path))))
            if how == "visitor":
                while not worker.compile_clock.runs:
                    await asyncio.sleep(0.01)
                job.cancel()
                with suppress(asyncio.CancelledError):
                    await job
            else:
                with pytest.raises(SettingUp, match=r"still being set up.* try again in 30 seconds"):
                    await job
            pool._compile_seconds = allowed
            pool._lanes["lane"].limits = Lane(1, 9, 9, max_seconds=WAIT, max_waiting_seconds=WAIT)
            assert pool.states()[0].running == 1 and not (tmp_path / "stored").exists()
            pool._lanes["lane"].limits = Lane(1, 9, 9, max_seconds=WAIT, max_waiting_seconds=0)
            with pytest.raises(SettingUp):  # not "too many people ask at once"
                await pool.run("lane", os.getpid)
            pool._lanes["lane"].limits = Lane(1, 9, 9, max_seconds=WAIT, max_waiting_seconds=WAIT)
            (tmp_path / "go").touch()
            assert await pool.run("lane", os.getpid) == pid  # the same worker, free again
            assert (tmp_path / "stored").exists()

    run_apart(check())


def test_what_a_killed_worker_had_compiled_is_kept(tmp_path):
    """Numba stores each function when it is done, so a second try begins where the first was ended."""
    (tmp_path / "kernels_of_a_test.py").write_text(
        "from numba import njit\n\n"
        "@njit(cache=True)\ndef first(x):\n    return x + 1\n\n"
        "@njit(cache=True)\ndef second(x):\n    return first(x) + 1\n"
    )
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "import os, kernels_of_a_test as k\n"
        "{}\n"
        "if sum(k.first.stats.cache_hits.values()) != 1: raise ValueError"
    )

    async def check():
        async with running_pool() as pool:
            with pytest.raises(BlackpegError, match="was ended"):
                await pool.run("lane", exec, program.format("k.first(1); os._exit(1)"))
            await pool.run("lane", exec, program.format("k.second(1)"))  # without an error

    run_apart(check())


def test_compiling_is_no_part_of_a_job():
    now = [0.0]
    clock = CompileClock(lambda: now[0])
    worker, pool = SimpleNamespace(compile_clock=clock), Pool({"spare": Lane(0, 9, 9, 9)})
    assert pool._compile_seconds(worker) == COMPILE_SECONDS  # while everything is compiled in the background
    pool._compiling = False
    assert pool._compile_seconds(worker) == 0
    clock.hear(STARTED)
    now[0] = 20
    assert clock.runs and pool._compile_seconds(worker) == 20
    clock.hear(ENDED)
    now[0] = 30
    assert not clock.runs and pool._compile_seconds(worker) == 20
    clock.hear(STARTED)
    now[0] = 1000
    assert pool._compile_seconds(worker) == COMPILE_SECONDS  # nobody waits longer


@pytest.mark.parametrize(("kind", "error"), [("setting up", SettingUp), ("overtime", Overtime)])
def test_what_a_cluster_says_about_its_time_is_passed_on(monkeypatch, kind, error):
    class Told:
        def __init__(self, niceness):
            self.lost, self.compile_clock = None, CompileClock()

        async def connect(self):
            pass

        def send(self, job, arguments):
            self.message = ("done", 1) if job is abs else (kind, None)

        async def receive(self):
            return self.message

        def end(self):
            pass

    monkeypatch.setattr(workers, "WorkerProcess", Told)

    async def check():
        async with running_pool() as pool:
            with pytest.raises(error):
                await pool.run("lane", os.getpid)
            assert await pool.run("lane", abs, -1) == 1  # by the same worker, which was not ended

    run_apart(check())
