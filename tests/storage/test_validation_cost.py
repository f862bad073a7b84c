"""Validating pictures is bounded in memory and time, and fair by person; slow bodies hold no slot."""

import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tapis.gateway.storage.http.upload_slots import MAX_PER_PERSON, MAX_UPLOADS
from tapis.gateway.storage.images.worker_pool import WORKER_MODULE
from tests.conftest import Account, Shop
from tests.postgres.os_processes import PATIENCE_SECONDS, eventually
from tests.storage.conftest import Person, capture_state, make_object_name, parse_refusal
from tests.storage.sample_images import noise, photo
from tests.storage.test_only_pictures import list_image_workers, list_processes

INVOICES = "transactions/invoices"
SLOW_UPLOADERS, UPLOADS_OF_EACH = MAX_UPLOADS // MAX_PER_PERSON + 1, MAX_PER_PERSON


@cache
def build_costly_image() -> bytes:
    """The most work that one upload may cause: an AVIF that must be encoded again."""
    return photo(2000, 2000, ".avif", private=True, effort=0)


def list_workers(shop: Shop) -> list[int]:
    """The image workers of all gateway processes."""
    return [pid for gateway in list_processes(shop) for pid in list_image_workers(int(gateway.name))]


def read_limits(worker: int) -> dict[str, str]:
    """The kernel's resource limits of a process."""
    lines = Path(f"/proc/{worker}/limits").read_text().splitlines()
    return {line[:26].strip(): line[26:].split()[0] for line in lines[1:]}


@contextmanager
def begin_upload(shop: Shop, account: Account, content: bytes, size: int) -> Iterator[socket.socket]:
    """A connection on which an upload has begun."""
    place = urlsplit(shop.url)
    head = (
        f"POST /storage/v1/object/tapis/{make_object_name(INVOICES, content)} HTTP/1.1\r\n"
        f"Host: {place.netloc}\r\n"
        f"Authorization: Bearer {account.token}\r\nContent-Type: image/jpeg\r\nContent-Length: {size}\r\n\r\n"
    )
    with socket.create_connection((place.hostname or "", place.port or 0), timeout=60) as connection:
        connection.sendall(head.encode() + content)
        yield connection


# What is sent, and how many megapixels of its format would be taken.
COSTLY: dict[str, tuple[Callable[[], bytes], int]] = {
    "AVIF with notes": (lambda: photo(3000, 2000, ".avif", 6, effort=0), 4),
    "AVIF": (lambda: photo(4000, 3000, ".avif", effort=0, keep="none"), 10),
    "WEBP": (lambda: photo(3000, 3000, ".webp", effort=0), 8),
    "PNG on its side": (lambda: photo(4000, 3500, ".png", 6), 12),
}


@pytest.mark.parametrize("picture", COSTLY)
def test_W3_a_costly_picture_is_refused_with_what_would_be_taken(
    ada: Person, shop: Shop, picture: str
) -> None:
    make, most = COSTLY[picture]
    content, before = make(), capture_state(shop)
    status, _, code, sentence = parse_refusal(ada.send_raw(make_object_name("products", content), content))
    assert (status, code) == ("413", "EntityTooLarge")
    assert "too expensive to process" in sentence
    assert f"at most {most} megapixels for {picture.split(maxsplit=1)[0]}" in sentence
    assert capture_state(shop) == before


def test_W3_six_costly_pictures_of_one_person_keep_nobody_else_waiting(shop: Shop, ada: Person) -> None:
    """Measured by order, not by time: Ada comes last, and is answered before Tom's third upload."""
    tom, ended = shop.account("talent"), list[str]()

    def send(name: str, act: Callable[[], int]) -> int:
        status = act()
        ended.append(name)
        return status

    def upload_as_tom() -> int:
        with shop.client(tom.token) as client:
            path = f"/storage/v1/object/tapis/{make_object_name(INVOICES, build_costly_image())}"
            return client.post(
                path, content=build_costly_image(), headers={"Content-Type": "image/avif"}, timeout=300
            ).status_code

    with ThreadPoolExecutor(6) as people:
        sent = [people.submit(send, "tom", upload_as_tom) for _ in range(6)]
        assert eventually(lambda: bool(list_workers(shop)))
        assert send("ada", lambda: ada.send(make_object_name(), noise(12)).status_code) == 200
        assert [answer.result() for answer in sent] == [200] * 6
    assert ended.index("ada") <= 2


def test_W3_a_client_that_has_gone_stops_the_work(shop: Shop) -> None:
    tom, content = shop.account("talent"), build_costly_image()
    before = capture_state(shop)
    with begin_upload(shop, tom, content, len(content)):
        assert eventually(lambda: any(is_busy(pid) for pid in list_workers(shop)))
        (busy,) = [pid for pid in list_workers(shop) if is_busy(pid)]
    assert eventually(lambda: busy not in list_workers(shop))
    assert capture_state(shop) == before


def is_busy(worker: int) -> bool:
    """Whether it has an open upload beside its own socket."""
    with suppress(OSError):
        return any("scratch" in str(file.readlink()) for file in Path(f"/proc/{worker}/fd").iterdir())
    return False


def test_W3_a_worker_that_is_killed_for_its_cost_is_replaced(shop: Shop, ada: Person) -> None:
    before, content = capture_state(shop), build_costly_image()
    with ThreadPoolExecutor(1) as people:
        sent = people.submit(ada.send, make_object_name("products", content), content)
        assert eventually(lambda: any(is_busy(pid) for pid in list_workers(shop)))
        for pid in list_workers(shop):
            os.kill(pid, signal.SIGPROF)  # as the kernel does when the processor time is used up
        assert parse_refusal(sent.result())[0] == "413"
        assert "too expensive to process" in sent.result().json()["message"]
    assert capture_state(shop) == before
    ada.upload()


def test_W3_a_worker_has_limits_and_keeps_within_250_megabytes(shop: Shop, ada: Person) -> None:
    """With the AVIF that needs most memory."""
    content = photo(3600, 2900, ".avif", effort=0, keep="none")
    assert ada.send_raw(make_object_name("products", content), content).status_code == 200
    # A worker that has just begun sets its limits before it takes any picture.
    workers = list_workers(shop)
    assert eventually(
        lambda: all("unlimited" not in read_limits(worker)["Max address space"] for worker in workers)
    )
    for worker in workers:
        process, bounds = Path("/proc") / str(worker), read_limits(worker)
        makes_sizes = os.getpriority(os.PRIO_PROCESS, worker) > 0
        assert int(bounds["Max address space"]) < (450_000_000 if makes_sizes else 350_000_000)
        assert bounds["Max core file size"] == "0"
        (peak,) = re.findall(r"VmHWM:\s*(\d+) kB", (process / "status").read_text())
        assert int(peak) < 250_000


def test_W3_a_worker_starts_without_what_only_the_gateway_needs() -> None:
    """It starts with the first picture after a quiet minute, so whoever sends that waits for it."""
    loaded = f"import sys, {WORKER_MODULE}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    modules = subprocess.check_output([sys.executable, "-c", loaded], text=True).split()
    assert "pyvips" in modules
    assert not {"starlette", "psycopg", "asyncio", "httpx"} & set(modules)


def test_W3_bodies_that_trickle_in_hold_no_slot(shop: Shop, ada: Person) -> None:
    """Accounts from one address begin six uploads each, all that there are, and send a byte now and then."""
    accounts = [shop.account("talent") for _ in range(SLOW_UPLOADERS)]
    stop = threading.Event()

    def trickle(lines: list[socket.socket]) -> None:
        while not stop.wait(3):
            for line in lines:
                try:
                    line.sendall(b"\0")
                except OSError:
                    continue

    with ExitStack() as stack:
        lines = [
            stack.enter_context(begin_upload(shop, account, b"\xff\xd8\xff", 1_000_000))
            for account in accounts
            for _ in range(UPLOADS_OF_EACH)
        ]
        trickling = threading.Thread(target=trickle, args=[lines])
        trickling.start()
        try:
            assert ada.send(make_object_name()).status_code == 200
            waiting, received = lines.copy(), b""
            while b"took too long" not in received:  # others made way for Ada
                answered = select.select(waiting, [], [], PATIENCE_SECONDS)[0]
                assert answered, received
                received += b"".join(line.recv(2000) for line in answered)
                waiting = [line for line in waiting if line not in answered]
        finally:
            stop.set()
            trickling.join()
    assert b'"statusCode":"408"' in received
