"""Faults at every message between the server and its workers: errors, delays and deaths. No lane stays short."""

import asyncio
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest

from blackpeg import BlackpegError
from blackpeg.web import workers
from blackpeg.web.lanes.compile_clock import CompileClock
from blackpeg.web.workers import Busy, Lane, Pool

WAIT = 120  # seconds for what happens sooner or later
STEPS = ["start", "connect", "send", "receive", "second receive"]  # all that passes between the server and a worker
FAULTS = ["error", "delay", "kill"]


@dataclass
class Script:
    """What goes wrong: the fault at a step, so many times."""

    step: str
    fault: str
    times: int = 1
    workers: list = field(default_factory=list)

    def strikes(self, step: str) -> bool:
        if step == self.step and self.times:
            self.times -= 1
            return True
        return False


def make_worker(script):
    """A class like `WorkerProcess` that does jobs in the loop, and fails as the script says."""

    class ScriptedWorker:
        def __init__(self, niceness):
            self.lost, self.alive, self.received = (lambda: None), True, 0
            self.compile_clock = CompileClock()
            self.waiting = None
            script.workers.append(self)
            if script.strikes("start"):
                if script.fault != "delay":
                    raise OSError(24, "Too many open files")
                time.sleep(0.1)

        async def connect(self):
            if script.strikes("connect"):
                await (self.fail() if script.fault != "delay" else asyncio.sleep(0.1))

        def send(self, job, arguments):
            self.messages = [("item", 1), ("item", 2), ("done", job(*arguments))]
            if script.strikes("send"):
                if script.fault == "kill":
                    self.die()
                elif script.fault == "error":
                    raise OSError(32, "Broken pipe")
                else:
                    self.messages = None  # it never answers

        async def receive(self):
            self.received += 1
            if script.strikes("receive" if self.received == 1 else "second receive"):
                await self.fail()
            if self.messages is None:
                self.waiting = asyncio.get_running_loop().create_future()
                await self.waiting
            if not self.alive:
                raise EOFError
            message = self.messages.pop(0)
            self.received *= message[0] == "item"
            return message

        async def fail(self):
            if script.fault == "error":
                raise OSError(5, "Input/output error")
            if script.fault == "kill":
                self.die()
                raise EOFError
            self.messages = None

        def die(self):
            self.alive = False
            self.lost()

        def end(self):
            self.alive, self.messages = False, []
            if self.waiting is not None and not self.waiting.done():
                self.waiting.set_result(None)

    return ScriptedWorker


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("fault", FAULTS)
def test_no_fault_leaves_a_lane_short(monkeypatch, step, fault):
    script = Script(step, fault, times=3)
    monkeypatch.setattr(workers, "WorkerProcess", make_worker(script))

    async def check():
        lane = Lane(2, max_waiting=99, max_per_visitor=99, max_seconds=0.2, max_waiting_seconds=WAIT)
        pool = Pool({"lane": lane, "spare": Lane(0, 9, 9, 9, max_waiting_seconds=0)})
        pool.start()
        pool._compiling = False
        refused = 0
        for k in range(20):
            try:
                assert await asyncio.wait_for(pool.run("lane", abs, -k), WAIT) == k
            except BlackpegError as error:  # one sentence; the next one is served
                assert not isinstance(error, Busy)
                refused += 1
        assert refused <= 3 and script.times < 3
        async with asyncio.timeout(WAIT):
            while pool.states()[0].workers < 2:
                await asyncio.sleep(0.01)
        assert await asyncio.gather(*(pool.run("lane", abs, -k) for k in range(50))) == list(range(50))
        state = pool.states()[0]
        assert (state.workers, state.running, state.waiting) == (2, 0, 0)
        pool.stop()

    with ThreadPoolExecutor(1) as thread:  # the loop of the browser runs in this one
        thread.submit(asyncio.run, check()).result()


def test_workers_killed_again_and_again_are_replaced():
    async def check():
        lane = Lane(2, max_waiting=99, max_per_visitor=99, max_seconds=WAIT, max_waiting_seconds=WAIT)
        pool = Pool({"lane": lane, "spare": Lane(0, 9, 9, 9, max_waiting_seconds=0)})
        pool.start()
        pool._compiling = False
        for k in range(10):
            pid = await asyncio.wait_for(pool.run("lane", os.getpid), WAIT)
            os.kill(pid, signal.SIGKILL)
            assert await asyncio.wait_for(pool.run("lane", abs, -k), WAIT) == k
        async with asyncio.timeout(WAIT):
            while pool.states()[0].workers < 2:
                await asyncio.sleep(0.01)
        pool.stop()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, check()).result()
