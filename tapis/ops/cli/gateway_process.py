"""Runs the gateway in a worker process, and another one whenever that ends."""

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

from tapis.gateway.cache.content_version import SharedCounter
from tapis.gateway.logs import CONFIG
from tapis.gateway.malloc import limit_malloc_arenas
from tapis.gateway.tokens.revoked_sessions import RevokedSessions
from tapis.ops.cli.command_error import CommandRefused
from tapis.ops.cli.listen_address import Address
from tapis.ops.postgres.launch import end_with_parent

HEADER_SECONDS = 10  # for a client to send a request's headers, the first or the next
HEAD_BYTES = 65_536  # of a request line and headers; also what a client that reads slowly makes us keep
MOST_CONNECTIONS = 4_096  # per worker; slow ones hold nothing but their place
OTHER_FILES = 256  # database, pictures, libraries
DRAIN_SECONDS = 8  # for open requests to finish; container runtimes kill after 10
REST_SECONDS = 1.0

log = logging.getLogger("tapis.gateway")


def run(address: Address, opened: Callable[[], None], workers: int = 1) -> None:
    """Serve with so many processes until SIGTERM or SIGINT, then let open requests finish.

    `opened` is called once a page is served.
    Raises CommandRefused when the gateway does not start; the log has the reason.
    """
    server = _server(address, workers)
    version, ended = SharedCounter(), RevokedSessions()
    # Not before there is a worker: it is forked from here, and a busy thread could leave it a held lock.
    watch = Watch(lambda: bool(server.wrks) and address.answers(), opened)
    watch.start()
    while True:
        try:
            server.serve(target_loader=partial(load_app, os.getpid(), version, ended), wrap_loader=False)
        except SystemExit as end:
            if not end.code:
                raise  # a signal that came before the server listened to signals
            # Else two workers ended within seconds, and it gave up.
        if server.interrupt_signal:
            return
        if not watch.opened.is_set():
            watch.closed.set()
            raise CommandRefused("The gateway did not start; the lines above say why.")
        log.error("workers keep ending; starting anew")
        time.sleep(REST_SECONDS)
        server = _server(address, workers)


def load_app(parent: int, version: SharedCounter, ended: RevokedSessions) -> Callable[..., Any]:
    """Make the application, in the worker, which ends with its parent even after kill -9."""
    end_with_parent(parent, signal.SIGKILL)
    limit_malloc_arenas()
    try:
        create_app = importlib.import_module("tapis.app").create_app
        app: Callable[..., Any] = create_app(version=version, ended=ended)
    except Exception:
        log.exception("the gateway could not be put together")
        sys.exit(1)
    return app


class Watch(threading.Thread):
    """Asks for the first page until it comes."""

    def __init__(self, answers: Callable[[], bool], announce: Callable[[], None]) -> None:
        super().__init__(name="watch", daemon=True)
        self.answers = answers
        self.announce = announce
        self.opened = threading.Event()
        self.closed = threading.Event()

    def run(self) -> None:
        """Announce once."""
        while not self.answers():
            if self.closed.wait(0.02):
                return
        self.opened.set()
        self.announce()


def connections() -> int:
    """How many visitors may be connected: as many as there is room for, once we ask for all of it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    granted = wanted if most == resource.RLIM_INFINITY else min(most, wanted)
    resource.setrlimit(resource.RLIMIT_NOFILE, (granted, most))
    return max(granted - OTHER_FILES, OTHER_FILES)


def _server(address: Address, workers: int) -> MPServer:
    return MPServer(
        "tapis.app:create_app",
        address=address.host,
        port=address.port,
        workers=workers,
        interface=Interfaces.ASGI,
        loop=Loops.uvloop,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEADER_SECONDS * 1000, max_buffer_size=HEAD_BYTES),
        backpressure=connections(),
        websockets=False,
        respawn_failed_workers=True,
        workers_kill_timeout=DRAIN_SECONDS,
        log_level=LogLevels.warning,
        log_dictconfig=CONFIG,
    )
