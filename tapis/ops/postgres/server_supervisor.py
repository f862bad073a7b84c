"""Keeps one server running: starts it, restarts it when it ends, stops it."""

import logging
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future

from tapis.ops.command_errors import PostgresError
from tapis.ops.postgres.server_process import ServerRun

RETRY_SECONDS = 15.0  # the children of a killed server may hold its shared memory for a while
READY_SECONDS = 120.0  # recovery after a power cut reads the whole write-ahead log
POLL_SECONDS = 0.02
RESTART_SECONDS = 1.0  # between two attempts to restart a server

# Fast, immediate, kill: the signals that stop a server, and the seconds that each may take.
STOP_SIGNALS = ((signal.SIGINT, 10.0), (signal.SIGQUIT, 6.0), (signal.SIGKILL, 5.0))

log = logging.getLogger("tapis.ops.postgres")


class ServerSupervisor(threading.Thread):
    """The thread that starts the server and stays alive, because the kernel kills the server with it."""

    def __init__(self, spawn: Callable[[], ServerRun], accepts_connections: Callable[[], bool]) -> None:
        super().__init__(name="postgres", daemon=True)
        self._spawn = spawn
        self._accepts_connections = accepts_connections
        self._ready: Future[None] = Future()
        self._stopping = threading.Event()
        self._run: ServerRun | None = None

    def begin(self) -> None:
        """Start the server and wait until it accepts connections. Raises PostgresError with the cause."""
        self.start()
        self._ready.result()

    def stop(self) -> None:
        self._stopping.set()
        for signal_number, seconds in STOP_SIGNALS:
            if self._run and not self._run.ended:
                self._run.process.send_signal(signal_number)
            self.join(seconds)
            if not self.is_alive():
                return

    def run(self) -> None:
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
            log.warning("PostgreSQL ended with status %d; restarting it", code)
            run = self._relaunch()

    def _relaunch(self) -> ServerRun:
        while True:
            try:
                run = self._launch()
            except (OSError, PostgresError) as error:
                log.critical("PostgreSQL did not restart: %s", error)
                if self._stopping.wait(RESTART_SECONDS) and self._run:
                    return self._run
            else:
                log.info("PostgreSQL is running again")
                return run

    def _launch(self) -> ServerRun:
        deadline = time.monotonic() + RETRY_SECONDS
        while True:
            self._run = run = self._spawn()
            if self._becomes_ready(run):
                return run
            give_up = time.monotonic() > deadline or not run.failed_transiently()
            if give_up or self._stopping.wait(10 * POLL_SECONDS):
                raise PostgresError(f"PostgreSQL did not start: {run.last_error()}")

    def _becomes_ready(self, run: ServerRun) -> bool:
        deadline = time.monotonic() + READY_SECONDS
        while not run.ended:
            if self._accepts_connections():
                return True
            if time.monotonic() > deadline:
                run.process.kill()
            time.sleep(POLL_SECONDS)
        return False
