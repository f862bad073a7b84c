"""Keeps one server running: starts it, waits until it answers, starts it again when it ends, stops it."""

import logging
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future

from tapis.ops.postgres.server_errors import PostgresError, ServerFailed
from tapis.ops.postgres.server_process import Run

RETRY_SECONDS = 15.0  # a killed server's children may hold its memory for a while
READY_SECONDS = 120.0  # recovery after a power cut reads the whole write-ahead log
PAUSE = 0.02
REST = 1.0  # between two attempts to bring back a server that ended while we served

# How a server is asked to stop, ever more firmly, and how many seconds each request may take.
STOPPING = ((signal.SIGINT, 10.0), (signal.SIGQUIT, 6.0), (signal.SIGKILL, 5.0))

log = logging.getLogger("tapis.ops.postgres")


class Supervisor(threading.Thread):
    """The thread that starts the server and stays: the kernel ends the server with the starting thread."""

    def __init__(self, spawn: Callable[[], Run], answers: Callable[[], bool]) -> None:
        super().__init__(name="postgres", daemon=True)
        self._spawn = spawn
        self._answers = answers
        self._ready: Future[None] = Future()
        self._stopping = threading.Event()
        self._run: Run | None = None

    def begin(self) -> None:
        """Start the server, and return when it answers. Raises ServerFailed with its last words."""
        self.start()
        self._ready.result()

    def stop(self) -> None:
        """Stop the server and the thread."""
        self._stopping.set()
        for request, seconds in STOPPING:
            if self._run and not self._run.ended:
                self._run.process.send_signal(request)
            self.join(seconds)
            if not self.is_alive():
                return

    def run(self) -> None:
        """Work until `stop`."""
        try:
            run = self._launch()
        except (OSError, PostgresError) as error:
            self._ready.set_exception(error)
            return
        self._ready.set_result(None)
        while True:
            code = run.process.wait()
            if self._stopping.is_set():
                return
            log.warning("PostgreSQL ended (%d) and is started again", code)
            run = self._relaunch()

    def _relaunch(self) -> Run:
        while True:
            try:
                run = self._launch()
            except (OSError, PostgresError) as error:
                log.critical("PostgreSQL did not start again: %s", error)
                if self._stopping.wait(REST) and self._run:
                    return self._run
            else:
                log.info("PostgreSQL answers again")
                return run

    def _launch(self) -> Run:
        deadline = time.monotonic() + RETRY_SECONDS
        while True:
            self._run = run = self._spawn()
            if self._waits_for_answer(run):
                return run
            hopeless = time.monotonic() > deadline or not run.ended_in_passing()
            if hopeless or self._stopping.wait(10 * PAUSE):
                raise ServerFailed(f"PostgreSQL did not start: {run.last_words()}")

    def _waits_for_answer(self, run: Run) -> bool:
        deadline = time.monotonic() + READY_SECONDS
        while not run.ended:
            if self._answers():
                return True
            if time.monotonic() > deadline:
                run.process.kill()
            time.sleep(PAUSE)
        return False
