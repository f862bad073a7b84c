"""A process that validates uploaded pictures one by one, within limits of memory and processor time.

Its standard input is a socket. Each message carries two files, the upload and the one to keep; the answer is
JSON: what the picture is, or the refusal. The process ends when the other end of the socket is closed.
"""

import json
import os
import resource
import signal
import socket
import sys
from dataclasses import asdict

from tapis.gateway.malloc import limit_malloc_arenas
from tapis.gateway.storage.images.validation import ImageRefused, clean_image

# For one picture: the kernel ends the process that exceeds it.
PROCESSOR_SECONDS = 2.8
# Address space beyond what the process has when it starts; resident memory stays below 250 MB in all.
MAX_BYTES = 220_000_000
MAX_FILE_BYTES = 200_000_000


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the gateway
    limit_malloc_arenas()
    _limit_memory()
    with socket.socket(fileno=sys.stdin.fileno()) as gateway:
        while True:
            message, files, _, _ = socket.recv_fds(gateway, 1, 2)
            if not message:
                return
            gateway.send(_validate(*files))


def _limit_memory() -> None:
    with open("/proc/self/statm", "rb") as statm:  # noqa: PTH123 – not a file of ours
        pages = int(statm.read().split()[0])
    most = pages * resource.getpagesize() + MAX_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FILE_BYTES, MAX_FILE_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _validate(sent: int, kept: int) -> bytes:
    with os.fdopen(sent, "r+b") as upload, os.fdopen(kept, "r+b") as result:
        signal.setitimer(signal.ITIMER_PROF, PROCESSOR_SECONDS)
        try:
            answer = asdict(clean_image(upload, result))
        except ImageRefused as refusal:
            answer = {"refused": [refusal.kind, refusal.text]}
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    return json.dumps(answer).encode()


if __name__ == "__main__":
    main()
