"""Worker processes, facts about their machine, and the Dask client: for the lab, the solver and the web app."""

from __future__ import annotations

import os
import platform
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import cache
from multiprocessing import Pipe, connection, parent_process
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

from .errors import BlackpegError

CLUSTER_TIMEOUT = 8  # seconds to wait for a scheduler


def end_with_parent() -> None:
    """Make this process end at once when its parent is gone, and ignore Ctrl-C, which the parent handles."""
    parent = parent_process()

    def watch() -> None:
        if parent is not None:
            connection.wait([parent.sentinel])
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends it to the whole group of processes


def kill_after(seconds: float | None) -> float:
    """Let the system kill this process after so many seconds, even in compiled code; None calls it off.

    Returns the seconds that were left before, or 0. Whoever waits for the process sees that it died of SIGALRM.
    """
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    return signal.setitimer(signal.ITIMER_REAL, seconds or 0)[0]


class ChildProcess:
    """A process that runs a function of a module with one end of a pipe; `pipe` is the other end.

    Processes of multiprocessing can't be started by a daemon, such as a worker of Dask; these can.
    """

    def __init__(self, module: str, function: str) -> None:
        self.pipe, theirs = Pipe()
        with theirs:
            code = f"from multiprocessing.connection import Connection; from {module} import {function} as main"
            self.process = subprocess.Popen(
                [sys.executable, "-c", f"{code}; main(Connection({theirs.fileno()}))"],
                pass_fds=[theirs.fileno()],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )

    def exit_status(self) -> int:
        """Waits until the process has ended; a negative number is the signal that killed it."""
        return self.process.wait()


def connect_to_cluster(address: str) -> tuple[Any, Callable[..., Any]]:
    """A Dask client of the scheduler at this address, and Dask's `as_completed`."""
    try:
        from distributed import Client, as_completed
    except ImportError as error:
        raise BlackpegError("a cluster needs Dask: pip install 'blackpeg[cluster]'") from error
    match = re.fullmatch(r"(?:(?:tcp|tls|ws|wss)://)?\[?([^\[\]]+?)\]?:(\d{1,5})/?", address)
    if match is None:
        raise BlackpegError(f"no cluster answers at {address}: an address is written like tcp://127.0.0.1:8786")
    try:
        _wait_for_server(match[1], int(match[2]), CLUSTER_TIMEOUT / 2)
        client: Any = Client
        return client(address, timeout=CLUSTER_TIMEOUT / 2, set_as_default=False), as_completed
    except Exception as error:  # whatever answers there
        raise BlackpegError(f"no cluster answers at {address}: {error or type(error).__name__}") from error


def _wait_for_server(host: str, port: int, seconds: float) -> None:
    """Wait until something listens there, as a scheduler does a moment after it was started."""
    deadline = perf_counter() + seconds
    while True:
        try:
            socket.create_connection((host, port), seconds).close()
            return
        except ConnectionRefusedError:
            if perf_counter() > deadline:
                raise
            sleep(0.1)


@cache
def machine_facts() -> dict[str, Any]:
    """Returns what times depend on: processor, cores, versions, and the commit if the code runs from a clone."""
    from importlib.metadata import version  # heavy

    from . import __version__

    return {
        "processor": _processor(), "cores": os.cpu_count(), "system": platform.system(),
        "python": platform.python_version(), "numpy": version("numpy"), "numba": version("numba"),
        "blackpeg": __version__, "commit": _commit(),
    }  # fmt: skip


def _processor() -> str:
    """Returns the name of the processor, or if that is not known its architecture."""
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.M)
    except OSError:
        found = None
    return found[1] if found else platform.processor() or platform.machine()


def _commit() -> str:
    """Returns the commit of the clone that this file belongs to, with "-dirty" if files changed; else nothing."""
    folder = Path(__file__).parent
    try:
        for command in (["ls-files", "--error-unmatch", __file__], ["describe", "--always", "--dirty", "--exclude=*"]):
            done = subprocess.run(
                ["git", "-C", str(folder), *command], capture_output=True, text=True, timeout=5, check=True
            )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
