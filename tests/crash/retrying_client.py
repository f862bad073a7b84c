"""An HTTP client that reconnects and retries until it gets an answer."""

import http.client
import json
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

PAUSE = 0.05
TOO_MANY = 429  # a broken request may still be in progress
TIMEOUT = 15.0  # seconds per attempt


class RunEnded(Exception):
    """The run is over; requests are no longer retried."""


class UnexpectedResponse(Exception):
    """A response that no kill explains."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The response, and when its attempt began."""

    status: int
    content: bytes
    sent_at: float

    @property
    def json(self) -> Any:
        """The parsed content."""
        return json.loads(self.content)


class Connection:
    """One connection that retries like a browser."""

    def __init__(self, host: str, port: int, closing: threading.Event) -> None:
        self._http = http.client.HTTPConnection(host, port, timeout=TIMEOUT)
        self._closing = closing
        self.failures = 0

    def ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        """Send until the response is final, neither 5xx nor 429. Raises RunEnded."""
        while True:
            answer = self._attempt(method, path, body, headers)
            if answer and answer.status < 500 and answer.status != TOO_MANY:
                return answer
            self.failures += 1
            if self._closing.wait(PAUSE):
                raise RunEnded

    def _attempt(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> Answer | None:
        sent_at = time.monotonic()
        try:
            self._http.request(method, path, body, dict(headers))
            answer = self._http.getresponse()
            return Answer(answer.status, answer.read(), sent_at)
        except (OSError, http.client.HTTPException):
            self._http.close()
            return None
