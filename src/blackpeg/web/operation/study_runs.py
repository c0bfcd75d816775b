"""Plays a study of the lab for whoever runs the server on a machine of their own: start, progress, pause.

A study is played by a process of its own, with worker processes of its own. It stops as Ctrl-C would stop it when it is
paused, and also when the server is gone, however that ended: then the pipe between the two is closed. What was played
is stored, and starting again plays what is missing.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from rich.console import Console

from ...errors import BlackpegError
from ...lab.progress import ProgressDisplay
from ...lab.store import Store
from ...processes import ChildProcess
from ..store import Conflict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...lab.executors import Batch
    from ...lab.experiment import Series
    from ...lab.progress import RunningAverage

log = logging.getLogger("blackpeg")

PLAYING, PAUSING, PAUSED, DONE, FAILED = "playing", "pausing", "paused", "done", "failed"
REPORT_SECONDS = 0.5  # between two reports of the process that plays
STOP_SECONDS = 8  # that it has to stop by itself before it is killed; what it has stored is kept either way
NICENESS = 5  # of the process that plays, as of the server's workers for long computations
PAUSE = "pause"  # what the server sends


@dataclass(frozen=True)
class StudyRun:
    """What is known of the study that is played, or that was played last."""

    study: str
    state: str = PLAYING
    played: int = 0  # games since it was started
    missing: int = 0  # games that the store lacked when it was started, as far as they are counted
    now: str = ""  # what is played at the moment, and how long it will take
    error: str = ""  # one sentence if it failed

    @property
    def ended(self) -> bool:
        return self.state not in (PLAYING, PAUSING)


class StudyRuns:
    """Starts and pauses studies, one at a time, and knows how far the last one is."""

    def __init__(self, lab_path: Path) -> None:
        self.lab_path = lab_path
        self.last: StudyRun | None = None
        self._child: ChildProcess | None = None
        self._reader: threading.Thread | None = None
        self._lock = threading.Lock()

    def start(self, study: str) -> StudyRun:
        """Starts to play a study; `Conflict` if one is being played, an error if there can be no store."""
        with self._lock:
            if self.last is not None and not self.last.ended:
                raise Conflict(f"{self.last.study} is being played; pause it first")
            with Store(self.lab_path):  # which makes it, so that whoever reads it finds a whole one
                pass
            child = ChildProcess(__name__, "play_study")
            child.pipe.send((study, str(self.lab_path)))
            self._child, self.last = child, StudyRun(study)
            self._reader = threading.Thread(target=self._read_reports, args=(child,), daemon=True)
            self._reader.start()
            return self.last

    def pause(self, study: str) -> StudyRun:
        """Stops a study as Ctrl-C does; `Conflict` if it is not being played."""
        with self._lock:
            if self.last is None or self.last.ended or self.last.study != study:
                raise Conflict(f"{study} is not being played")
            if self.last.state == PLAYING:
                assert self._child is not None
                self.last = replace(self.last, state=PAUSING, now="")
                with suppress(OSError):  # it has just ended
                    self._child.pipe.send(PAUSE)
                timer = threading.Timer(STOP_SECONDS, self._child.process.kill)
                timer.daemon = True
                timer.start()
            return self.last

    def stop(self) -> None:
        """Stops what is played, and waits until it has ended; the server calls this when it ends."""
        with suppress(Conflict):
            self.pause("" if self.last is None else self.last.study)
        if self._reader is not None:
            self._reader.join(STOP_SECONDS + 2)

    def _read_reports(self, child: ChildProcess) -> None:
        """Takes reports until the process has ended. One that ends without a word was killed, or crashed."""
        end: dict[str, Any] = {}
        with suppress(EOFError, OSError):
            while True:
                report = child.pipe.recv()
                if "state" in report:
                    end = report
                    break
                with self._lock:
                    assert self.last is not None
                    if self.last.state == PLAYING:
                        self.last = replace(self.last, **report)
        status = child.exit_status()
        child.pipe.close()
        with self._lock:
            assert self.last is not None
            if not end and self.last.state == PAUSING:
                end = {"state": PAUSED}
            elif not end:
                log.error("the process that played %s ended with status %d", self.last.study, status)
                end = {"state": FAILED, "error": "the process that played it ended; the log of the server says why"}
            self.last = replace(self.last, now="", **end)


class PipedProgress(ProgressDisplay):
    """The progress of a study as reports through a pipe, instead of bars in a terminal."""

    def __init__(self, pipe: Connection) -> None:
        super().__init__()
        self.out, self.pipe, self.last_report = Console(quiet=True), pipe, 0.0

    def __enter__(self) -> PipedProgress:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def expect(self, new: Mapping[Series, int], stored: Mapping[Series, RunningAverage]) -> None:
        super().expect(new, stored)
        self._report("")

    def say_tree_grows(self, series: Series) -> None:
        self._report(f"growing the tree of {series.strategy} at {series.game}")

    def __call__(self, series: Series, batch: Batch) -> None:
        super().__call__(series, batch)
        if monotonic() - self.last_report >= REPORT_SECONDS:
            left = self.time_left() if self.seconds_left() is not None else ""
            self._report(", ".join(filter(None, (f"{series.strategy} at {series.game}", left))))

    def _report(self, now: str) -> None:
        self.last_report = monotonic()
        self.pipe.send({"played": self.done.total(), "missing": self.todo.total(), "now": now})


def play_study(pipe: Connection) -> None:
    """The main function of the process that plays: what the store lacks of a study, until it is told to stop."""
    from ...lab.runner import MAX_GAME_SECONDS, GameLimit, run_experiments
    from ...lab.study_toml import load_study

    study, path = pipe.recv()
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, _interrupt_once)
    threading.Thread(target=_stop_when_told, args=(pipe,), daemon=True).start()
    end = {"state": DONE}
    try:
        limit = GameLimit(MAX_GAME_SECONDS)  # which no game reaches, but workers play, and they can always be stopped
        with Store(path) as store:
            run_experiments(
                store, load_study(study).experiments, _jobs(), show_progress=PipedProgress(pipe), limit=limit
            )
    except KeyboardInterrupt:
        end = {"state": PAUSED}
    except BlackpegError as error:
        end = {"state": FAILED, "error": str(error)}
    except ConnectionError:  # the server is gone
        return
    with suppress(OSError):
        pipe.send(end)


def _jobs() -> int:
    """Returns how many processes play: a core is left to the server."""
    return max(1, (os.cpu_count() or 1) - 1)


def _interrupt_once(*_: object) -> None:
    """Stops what is played. A second signal, as when Ctrl-C ends the server too, does not disturb that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


def _stop_when_told(pipe: Connection) -> None:
    """Interrupts this process, as Ctrl-C does, when the server says so or is gone."""
    with suppress(EOFError, OSError):
        pipe.recv()
    os.kill(os.getpid(), signal.SIGINT)
