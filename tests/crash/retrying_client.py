"""One person's connection to the shop: it is made anew when it breaks, and asks until it is answered."""

import http.client
import json
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

PAUSE = 0.05
TOO_MANY = 429  # what broke off may still be in work
PATIENCE = 15.0  # of one attempt, in seconds


class ShopCloses(Exception):
    """The run is over: nobody waits for an answer any more."""


class Surprise(Exception):
    """An answer that no kill explains."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came, and when the attempt that brought it began."""

    status: int
    content: bytes
    asked_at: float

    @property
    def json(self) -> Any:
        """The content, read."""
        return json.loads(self.content)


class Connection:
    """Asks as a browser that does not give up."""

    def __init__(self, host: str, port: int, closing: threading.Event) -> None:
        self._http = http.client.HTTPConnection(host, port, timeout=PATIENCE)
        self._closing = closing
        self.failures = 0

    def ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        """Send the same until the shop says yes, or no for a reason. Raises ShopCloses."""
        while True:
            answer = self._attempt(method, path, body, headers)
            if answer and answer.status < 500 and answer.status != TOO_MANY:
                return answer
            self.failures += 1
            if self._closing.wait(PAUSE):
                raise ShopCloses

    def _attempt(
        self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]
    ) -> Answer | None:
        asked_at = time.monotonic()
        try:
            self._http.request(method, path, body, dict(headers))
            answer = self._http.getresponse()
            return Answer(answer.status, answer.read(), asked_at)
        except (OSError, http.client.HTTPException):
            self._http.close()
            return None
