"""Simulated visitors (Locust, in a virtual environment of its own): each replays a recorded visit.

    build/load-test/bin/python bench/load_test/locustfile.py SCRIPT     recorded visits as JSON

Reads one JSON command per line on standard input and writes one JSON line for each:

    {"visits": 40, "kind": "order"}                        visits one after the other, without think time
    {"rate": 20, "seconds": 30, "think": 4, "cycle": 30}   20 visits a second; measured after the ramp-up
    {"rate": 0}                                            stop all visitors
"""

# mypy: disable-error-code="import-not-found,import-untyped,misc,untyped-decorator"

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import gevent
from geventhttpclient import HTTPClient
from locust import User, constant_pacing, task
from locust.env import Environment
from locust.exception import StopUser

BOUNDARY = "----WebKitFormBoundaryTapisLoadTest"
FORM = (
    f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n'
    f'--{BOUNDARY}\r\nContent-Disposition: form-data; name=""; filename="photo.jpg"\r\n'
    "Content-Type: image/jpeg\r\n\r\n"
).encode()
END_OF_FORM = f"\r\n--{BOUNDARY}--\r\n".encode()
TIMEOUT_SECONDS = 60
AGENT = "Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile"

FileOptions = dict[str, Any]
script = json.loads(Path(sys.argv[1]).read_text())
forms = [FORM + Path(file).read_bytes() + END_OF_FORM for file in script["sent"]]
environment = Environment(user_classes=[])
completed: Counter[str] = Counter()
plan = {"think": 0.0}


class Visit:
    """One visitor with one connection and one address."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        timeouts = {"connection_timeout": TIMEOUT_SECONDS, "network_timeout": TIMEOUT_SECONDS}
        self.client = HTTPClient.from_url(script["url"], concurrency=1, **timeouts)
        self.address = f"198.{random.choice((18, 19))}.{random.randrange(256)}.{random.randrange(1, 255)}"
        newcomer = f"load-{uuid4().hex}@tapis-lampung.id"
        email = random.choice(script["buyers"]) if kind == "order" else newcomer
        self.placeholders = {"{email}": email, "{password}": script["password"]}

    def go(self) -> None:
        """Replay every step; a failed request ends the visit."""
        try:
            for index, step in enumerate(script["visits"][self.kind]):
                if index and plan["think"]:
                    gevent.sleep(plan["think"] * random.uniform(0.5, 1.5))
                for asked in step["asked"]:
                    self.ask(asked)
            completed[self.kind] += 1
        finally:
            self.client.close()

    def ask(self, asked: FileOptions) -> None:
        """Send one request and read the whole response. Raises StopUser when it failed."""
        request = self.request(asked)
        begun, content = time.perf_counter(), b""
        failure: Exception | None = None
        try:
            answer = self.client.request(asked["method"], *request)
            content = bytes(answer.read())
            if not expected(answer.status_code, asked["status"]):
                failure = RuntimeError(f"{answer.status_code} for {asked['status']}: {content[:200]!r}")
        except Exception as error:  # noqa: BLE001 – every failure counts
            failure = error
        environment.events.request.fire(
            request_type=asked["method"],
            name=asked["what"],
            response_time=(time.perf_counter() - begun) * 1000,
            response_length=len(content),
            exception=failure,
            context={},
        )
        if failure:
            raise StopUser
        if asked["what"] == "sign-in":
            self.sign_in(json.loads(content))

    def request(self, asked: FileOptions) -> tuple[str, bytes, dict[str, str]]:
        """Path, body and headers with this visitor's values."""
        path, headers, body = asked["path"], asked["headers"], asked["body"]
        if asked["personal"]:
            path, headers, body = json.loads(self.filled(json.dumps([path, headers, body])))
        headers = {**headers, "x-forwarded-for": self.address, "user-agent": AGENT}
        if asked["upload"]:
            headers["content-type"] = f"multipart/form-data; boundary={BOUNDARY}"
            return path, random.choice(forms), headers
        return path, (body or "").encode(), headers

    def sign_in(self, session: FileOptions) -> None:
        """Use this session from now on."""
        self.placeholders |= {"{token}": session["access_token"], "{user}": session["user"]["id"]}

    def filled(self, text: str) -> str:
        """Replace the placeholders by this visitor's values."""
        for number in range(1, 5):
            placeholder = f"{{new-{number}}}"
            if placeholder in text:
                self.placeholders.setdefault(placeholder, str(uuid4()))
        for placeholder, value in self.placeholders.items():
            text = text.replace(placeholder, value)
        return text


def expected(status: int, recorded: int) -> bool:
    """The recorded status; a 304 may become a 200 when the content has changed since."""
    return status == recorded or (recorded, status) == (304, 200)


class Visitor(User):
    """A Locust user: starts one visit every `cycle` seconds, each as another visitor."""

    def wait_time(self) -> float:
        return float(constant_pacing(plan["cycle"])(self))

    @task
    def visit(self) -> None:
        kinds = script["mix"]
        try:
            Visit(random.choices([*kinds], weights=[*kinds.values()])[0]).go()
        except StopUser:
            completed["failed"] += 1


def commands() -> Iterator[FileOptions]:
    """The commands from standard input."""
    while line := gevent.get_hub().threadpool.apply(sys.stdin.readline):
        yield json.loads(line)


def one_by_one(kind: str, visits: int) -> FileOptions:
    """Replay visits of a kind one after the other."""
    plan["think"] = 0.0
    environment.stats.reset_all()
    begun = time.perf_counter()
    for _ in range(visits):
        Visit(kind).go()
    return statistics_since_reset(time.perf_counter() - begun)


def run_at_rate(rate: float, seconds: float = 0, think: float = 0, cycle: float = 0) -> FileOptions:
    """Ramp up to `rate` visits a second, then measure for `seconds`; a rate of 0 stops all."""
    runner = environment.runner
    if not rate:
        runner.stop()
        return {}
    plan.update(think=think, cycle=cycle)
    users = max(1, round(rate * cycle))
    current = runner.user_count
    runner.start(users, spawn_rate=max(abs(users - current) / cycle, 1))
    gevent.sleep(cycle + 1)
    print(json.dumps("ramped up"), flush=True)
    completed.clear()
    environment.stats.reset_all()
    begun, used = time.perf_counter(), time.process_time()
    gevent.sleep(seconds)
    return statistics_since_reset(time.perf_counter() - begun) | {"locust": time.process_time() - used}


def statistics_since_reset(seconds: float) -> FileOptions:
    """Locust's statistics since the last reset; `times` are numbers of requests by rounded milliseconds."""
    return {
        "seconds": seconds,
        "requests": [
            {
                "name": name,
                "requests": entry.num_requests,
                "failures": entry.num_failures,
                "times": entry.response_times,
            }
            for (name, _), entry in environment.stats.entries.items()
            if entry.num_requests
        ],
        "bytes": environment.stats.total.total_content_length,
        "visits": dict(completed),
        "errors": [f"{e.name}: {e.error}"[:300] for e in environment.stats.errors.values()],
    }


def main() -> None:
    """Run until standard input ends."""
    environment.user_classes = [Visitor]
    environment.create_local_runner()
    for command in commands():
        print(json.dumps(one_by_one(**command) if "kind" in command else run_at_rate(**command)), flush=True)
    environment.runner.quit()


if __name__ == "__main__":
    main()
