"""Runs the gateway's worker processes, and restarts those that exit."""

import importlib
import logging
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import MPServer

from tapis.gateway.logs import CONFIG
from tapis.gateway.malloc import limit_malloc_arenas
from tapis.gateway.settings import Settings
from tapis.gateway.shared_memory import SharedMemory
from tapis.ops.cli.listen_address import ListenAddress
from tapis.ops.command_errors import CommandError
from tapis.ops.postgres.launch import die_with_parent

HEADER_SECONDS = 10  # for a client to send a request's headers, the first or the next
HEAD_BYTES = 65_536  # of a request line and headers; also the write buffer of a slow client
MAX_CONNECTIONS = 4_096  # per worker
RESERVED_FILES = 256  # database, pictures, libraries
LOW_FILE_LIMIT = (
    "A process may open {granted} files here, so each worker takes {connections} connections at once: "
    "allow {required} (ulimit -n, or LimitNOFILE of the service)."
)
DRAIN_SECONDS = 8  # for open requests to finish; container runtimes kill after 10
RESTART_SECONDS = 1.0

log = logging.getLogger("tapis.gateway")


def run_gateway(address: ListenAddress, on_ready: Callable[[], None], settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT, then finish open requests. `on_ready` is called when a page is served.

    Raises CommandError when the gateway does not start; the log has the reason.
    """
    shared = SharedMemory()
    server = _server(address, settings.workers, shared)
    # Probes only once there is a worker: forking while a thread is busy could copy a held lock to the child.
    probe = ReadinessProbe(lambda: bool(server.wrks) and address.answers(), on_ready)
    probe.start()
    while True:
        try:
            server.serve(target_loader=partial(_load_app, os.getpid(), settings, shared), wrap_loader=False)
        except SystemExit as end:
            if not end.code:
                raise  # a signal that came before the server handled signals
            # Otherwise two workers exited within seconds, and granian gave up.
        if server.interrupt_signal:
            return
        if not probe.ready.is_set():
            probe.cancelled.set()
            raise CommandError("The gateway did not start; the lines above say why.")
        log.error("workers keep ending; restarting the server")
        time.sleep(RESTART_SECONDS)
        server = _server(address, settings.workers, shared)


def _load_app(parent: int, settings: Settings, shared: SharedMemory) -> Callable[..., Any]:
    """Create the application in the worker, which ends with its parent even after kill -9."""
    die_with_parent(parent, signal.SIGKILL)
    limit_malloc_arenas()
    try:
        create_app = importlib.import_module("tapis.app").create_app
        app: Callable[..., Any] = create_app(settings, shared)
    except Exception:
        log.exception("the gateway could not be created")
        sys.exit(1)
    return app


class GatewayServer(MPServer):
    """Notifies the workers before stopping them, so that streams end and don't delay the shutdown."""

    shared: SharedMemory

    def signal_handler_interrupt(self, *args: Any, **kwargs: Any) -> None:
        self.shared.stopping.add()
        super().signal_handler_interrupt(*args, **kwargs)  # type: ignore[no-untyped-call]


class ReadinessProbe(threading.Thread):
    """Requests the first page until it is served."""

    def __init__(self, answers: Callable[[], bool], on_ready: Callable[[], None]) -> None:
        super().__init__(name="readiness-probe", daemon=True)
        self.answers = answers
        self.on_ready = on_ready
        self.ready = threading.Event()
        self.cancelled = threading.Event()

    def run(self) -> None:
        while not self.answers():
            if self.cancelled.wait(0.02):
                return
        self.ready.set()
        self.on_ready()


def _raise_connection_limit() -> int:
    """Raise the limit of open files as far as permitted; returns the number of connections it allows.

    Logs a warning if that is less than MAX_CONNECTIONS.
    """
    _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    required = MAX_CONNECTIONS + RESERVED_FILES
    granted = required if hard_limit == resource.RLIM_INFINITY else min(hard_limit, required)
    resource.setrlimit(resource.RLIMIT_NOFILE, (granted, hard_limit))
    connections = max(granted - RESERVED_FILES, granted // 2)
    if connections < MAX_CONNECTIONS:
        log.warning(LOW_FILE_LIMIT.format(granted=granted, connections=connections, required=required))
    return connections


def _server(address: ListenAddress, workers: int, shared: SharedMemory) -> GatewayServer:
    server = GatewayServer(
        "tapis.app:create_app",
        address=address.host,
        port=address.port,
        workers=workers,
        interface=Interfaces.ASGI,
        loop=Loops.uvloop,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEADER_SECONDS * 1000, max_buffer_size=HEAD_BYTES),
        backpressure=_raise_connection_limit(),
        websockets=False,
        respawn_failed_workers=True,
        workers_kill_timeout=DRAIN_SECONDS,
        log_level=LogLevels.warning,
        log_dictconfig=CONFIG,
    )
    server.shared = shared
    return server
