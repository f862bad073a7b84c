"""The visitors, by Locust in a Python of its own: each does again what a browser did on such a visit.

    build/night/bin/python bench/load_test/locustfile.py SCRIPT     the visits, people and files as JSON

Reads one order a line on standard input and answers each with a line:

    {"visits": 40, "kind": "order"}                        one after the other, without a pause
    {"rate": 20, "seconds": 30, "think": 4, "cycle": 30}   20 visits a second; 30 seconds once all have come
    {"rate": 0}                                            everybody leaves
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

BOUNDARY = "----WebKitFormBoundaryTapisNight"
FORM = (
    f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n'
    f'--{BOUNDARY}\r\nContent-Disposition: form-data; name=""; filename="photo.jpg"\r\n'
    "Content-Type: image/jpeg\r\n\r\n"
).encode()
END_OF_FORM = f"\r\n--{BOUNDARY}--\r\n".encode()
PATIENCE_SECONDS = 60
AGENT = "Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile"

Facts = dict[str, Any]
script = json.loads(Path(sys.argv[1]).read_text())
forms = [FORM + Path(file).read_bytes() + END_OF_FORM for file in script["sent"]]
environment = Environment(user_classes=[])
finished: Counter[str] = Counter()
plan = {"think": 0.0}


class Visit:
    """One person with one connection and an address of their own, from the first page to the last."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        patience = {"connection_timeout": PATIENCE_SECONDS, "network_timeout": PATIENCE_SECONDS}
        self.client = HTTPClient.from_url(script["url"], concurrency=1, **patience)
        self.address = f"198.{random.choice((18, 19))}.{random.randrange(256)}.{random.randrange(1, 255)}"
        newcomer = f"night-{uuid4().hex}@tapis-lampung.id"
        email = random.choice(script["buyers"]) if kind == "order" else newcomer
        self.blanks = {"{email}": email, "{password}": script["password"]}

    def go(self) -> None:
        """Every step; somebody who was refused leaves."""
        try:
            for place, step in enumerate(script["visits"][self.kind]):
                if place and plan["think"]:
                    gevent.sleep(plan["think"] * random.uniform(0.5, 1.5))
                for asked in step["asked"]:
                    self.ask(asked)
            finished[self.kind] += 1
        finally:
            self.client.close()

    def ask(self, asked: Facts) -> None:
        """Send one request and read its answer to the end. Raises StopUser after a refusal."""
        request = self.request(asked)
        begun, content = time.perf_counter(), b""
        failure: Exception | None = None
        try:
            answer = self.client.request(asked["method"], *request)
            content = bytes(answer.read())
            if not expected(answer.status_code, asked["status"]):
                failure = RuntimeError(f"{answer.status_code} for {asked['status']}: {content[:200]!r}")
        except Exception as error:  # noqa: BLE001 – whatever went wrong for a visitor counts
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

    def request(self, asked: Facts) -> tuple[str, bytes, dict[str, str]]:
        """Address, body and headers, as this visitor sends them."""
        path, headers, body = asked["path"], asked["headers"], asked["body"]
        if asked["personal"]:
            path, headers, body = json.loads(self.filled(json.dumps([path, headers, body])))
        headers = {**headers, "x-forwarded-for": self.address, "user-agent": AGENT}
        if asked["upload"]:
            headers["content-type"] = f"multipart/form-data; boundary={BOUNDARY}"
            return path, random.choice(forms), headers
        return path, (body or "").encode(), headers

    def sign_in(self, session: Facts) -> None:
        """From here on, the requests are this person's."""
        self.blanks |= {"{token}": session["access_token"], "{user}": session["user"]["id"]}

    def filled(self, text: str) -> str:
        """With this visitor's own words in the blanks."""
        for number in range(1, 5):
            blank = f"{{new-{number}}}"
            if blank in text:
                self.blanks.setdefault(blank, str(uuid4()))
        for blank, value in self.blanks.items():
            text = text.replace(blank, value)
        return text


def expected(status: int, recorded: int) -> bool:
    """As in the browser; what has changed since the browser was here comes anew."""
    return status == recorded or (recorded, status) == (304, 200)


class Visitor(User):
    """A place in the crowd: one visit begins in it every `cycle` seconds, each somebody else's."""

    def wait_time(self) -> float:
        return float(constant_pacing(plan["cycle"])(self))

    @task
    def visit(self) -> None:
        kinds = script["mix"]
        try:
            Visit(random.choices([*kinds], weights=[*kinds.values()])[0]).go()
        except StopUser:
            finished["left"] += 1


def orders() -> Iterator[Facts]:
    """What to do, line by line."""
    while line := gevent.get_hub().threadpool.apply(sys.stdin.readline):
        yield json.loads(line)


def one_by_one(kind: str, visits: int) -> Facts:
    """So many visits of a kind, nobody waiting for anything."""
    plan["think"] = 0.0
    environment.stats.reset_all()
    begun = time.perf_counter()
    for _ in range(visits):
        Visit(kind).go()
    return told(time.perf_counter() - begun)


def crowd(rate: float, seconds: float = 0, think: float = 0, cycle: float = 0) -> Facts:
    """That many visits a second, everybody having come; what happened within `seconds`."""
    runner = environment.runner
    if not rate:
        runner.stop()
        return {}
    plan.update(think=think, cycle=cycle)
    people = max(1, round(rate * cycle))
    here = runner.user_count
    runner.start(people, spawn_rate=max(abs(people - here) / cycle, 1))
    gevent.sleep(cycle + 1)
    print(json.dumps("all have come"), flush=True)
    finished.clear()
    environment.stats.reset_all()
    begun, used = time.perf_counter(), time.process_time()
    gevent.sleep(seconds)
    return told(time.perf_counter() - begun) | {"locust": time.process_time() - used}


def told(seconds: float) -> Facts:
    """Everything since the last reset."""
    entries = environment.stats.entries
    requests = {
        name: {
            "requests": entry.num_requests,
            "failures": entry.num_failures,
            **{f"p{part}": entry.get_response_time_percentile(part / 100) for part in (50, 95, 99)},
        }
        for (name, _), entry in entries.items()
        if entry.num_requests
    }
    total = environment.stats.total
    errors = [f"{e.name}: {e.error}"[:300] for e in environment.stats.errors.values()]
    return {
        "seconds": seconds,
        "requests": requests,
        "total": total.num_requests,
        "failures": total.num_failures,
        "p95": total.get_response_time_percentile(0.95),
        "bytes": total.total_content_length,
        "visits": dict(finished),
        "errors": errors,
    }


def main() -> None:
    """Until there are no more orders."""
    environment.user_classes = [Visitor]
    environment.create_local_runner()
    for order in orders():
        print(json.dumps(one_by_one(**order) if "kind" in order else crowd(**order)), flush=True)
    environment.runner.quit()


if __name__ == "__main__":
    main()
