"""What all tests need."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import settings

from blackpeg import processes

settings.register_profile("soak")  # long runs of tests that look at the name of the profile: `make soak`

# A shell starts what runs in its background with Ctrl-C ignored, and children inherit that; the tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    with suppress(ValueError):  # outside the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)


# A Dask cluster, with a real scheduler and real workers


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def dask(*words: str) -> subprocess.Popen:
    tool = {"scheduler": "distributed.cli.dask_scheduler", "worker": "distributed.cli.dask_worker"}[words[0]]
    command = [sys.executable, "-m", tool, *words[1:]]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch):
    port, dashboards = free_port(), ["--no-dashboard"]
    address = f"tcp://127.0.0.1:{port}"
    running = [dask("scheduler", "--host", "127.0.0.1", "--port", str(port), *dashboards)]
    monkeypatch.setattr(processes, "CLUSTER_TIMEOUT", 120)  # on a busy machine a scheduler starts slowly

    def worker() -> subprocess.Popen:
        words = (address, "--nthreads", "1", "--no-nanny", *dashboards)
        running.append(dask("worker", *words))
        return running[-1]

    try:
        yield address, worker
    finally:
        for process in running:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
