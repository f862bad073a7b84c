"""Who is at work while the shop is killed: talents that order, and Ada who keeps the gallery."""

import hashlib
import json
import threading
from collections.abc import Callable, Mapping
from functools import partial
from urllib.parse import urlsplit
from uuid import uuid4

import pyvips

from tests.conftest import PASSWORD, Account, Shop
from tests.crash.connection import Answer, Connection, ShopCloses, Surprise
from tests.crash.ledger import Ledger, Order
from tests.examples import FOLDER_OF_PROOFS, image, line, row

SIGN_IN_EVERY = 100  # orders
ADAS_PACE = 0.1  # seconds between two things that she does
PUBLIC = "/storage/v1/object/public/tapis/"
JPEG = {"Content-Type": "image/jpeg"}
JSON = {"Content-Type": "application/json"}


def _draw(shade: int) -> bytes:
    grey = pyvips.Image.black(48, 32) + shade
    return bytes(grey.cast("uchar").jpegsave_buffer(Q=70))


PICTURES = [_draw(16 * number) for number in range(16)]


class Person(threading.Thread):
    """Somebody with an account who does one thing after the other until the shop closes."""

    def __init__(self, shop: Shop, account: Account, ledger: Ledger, closing: threading.Event) -> None:
        super().__init__(name=account.email)
        place = urlsplit(shop.url)
        self.connection = Connection(place.hostname or "", place.port or 0, closing)
        self.shop, self.account, self.ledger, self.closing = shop, account, ledger, closing
        self.headers = shop.headers(account.token)
        self.surprise: Surprise | None = None
        self.done = 0

    def run(self) -> None:
        """Work; a surprise ends it and is kept."""
        try:
            while not self.closing.is_set():
                self.work()
                self.done += 1
        except ShopCloses:
            pass
        except Surprise as surprise:
            self.surprise = surprise

    def work(self) -> None:
        """One thing."""
        raise NotImplementedError

    def sign_in(self) -> None:
        """Begin a new session."""
        body = json.dumps({"email": self.account.email, "password": PASSWORD}).encode()
        headers = self.shop.headers() | JSON
        answer = self.ask("POST", "/auth/v1/token?grant_type=password", body, headers, {200})
        self.headers = self.shop.headers(answer.json["access_token"])

    def upload(self, name: str, picture: int) -> None:
        """Store a picture; a name that is taken was ours, and the answer got lost."""
        path = f"/storage/v1/object/tapis/{name}"
        answer = self.ask("POST", path, PICTURES[picture], self.headers | JPEG, {200, 400})
        if answer.status == 400 and answer.json["code"] != "KeyAlreadyExists":
            raise Surprise(answer.content.decode())
        self.ledger.uploaded(name, picture)

    def rest(self, method: str, path: str, body: object, statuses: set[int]) -> Answer:
        """Write rows."""
        return self.ask(method, f"/rest/v1/{path}", json.dumps(body).encode(), self.headers | JSON, statuses)

    def ask(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str], statuses: set[int]
    ) -> Answer:
        """Ask until answered. Raises Surprise at a status that is not among `statuses`."""
        answer = self.connection.ask(method, path, body, headers)
        if answer.status not in statuses:
            raise Surprise(f"{method} {path}: {answer.status} {answer.content.decode()}")
        return answer


class Tom(Person):
    """Signs in now and then, uploads a proof of payment, orders."""

    product = ""

    def work(self) -> None:
        """One order."""
        if self.done % SIGN_IN_EVERY == 0:
            self.sign_in()
        picture = self.done % len(PICTURES)
        uuid, filename = str(uuid4()), f"bukti-{uuid4()}.jpg"
        order = Order(uuid, self.account.user_id, filename, picture, self.product, 1 + self.done % 999)
        self.upload(f"{FOLDER_OF_PROOFS}/{filename}", picture)
        lines = [line(order.product, quantity_to_buy=order.quantity)]
        sent = row("transactions", order.owner, uuid=uuid, transactions=lines, invoice_image=image(filename))
        answer = self.rest("POST", "transactions", sent, {201})
        self.ledger.ordered(order, answer.asked_at)


class Ada(Person):
    """Puts pictures into the gallery, gives them another heading, takes every third out again."""

    def work(self) -> None:
        """One picture."""
        if self.done % SIGN_IN_EVERY == 0:
            self.sign_in()
        filename, picture = f"malam-{uuid4()}.jpg", self.done % len(PICTURES)
        values = row("gallery", "", image=image(filename), heading="new")
        steps: list[Callable[[], None]] = [
            partial(self.upload, f"gallery/{filename}", picture),
            partial(self.insert, values),
            partial(self.edit, values["uuid"]),
        ]
        if self.done % 3 == 0:
            steps.append(partial(self.take_out, values["uuid"], f"gallery/{filename}"))
        for step in steps:
            step()
            if self.closing.wait(ADAS_PACE):
                raise ShopCloses

    def show_all(self) -> list[str]:
        """Put every picture into the gallery once; gives the checksums of what the shop then shows."""
        names = [f"gallery/kain-{uuid4()}.jpg" for _ in PICTURES]
        for picture, name in enumerate(names):
            self.upload(name, picture)
        shown = (self.connection.ask("GET", PUBLIC + name, None, {}).content for name in names)
        return [hashlib.sha256(content).hexdigest() for content in shown]

    def insert(self, values: dict[str, object]) -> None:
        """A row whose answer got lost is there already: 409."""
        self.rest("POST", "gallery", values, {201, 409})
        self.ledger.wrote(str(values["uuid"]), "new")

    def edit(self, uuid: str) -> None:
        """Another heading."""
        self.rest("PATCH", f"gallery?uuid=eq.{uuid}", {"heading": uuid}, {204})
        self.ledger.wrote(uuid, uuid)

    def take_out(self, uuid: str, name: str) -> None:
        """The picture first, then the row, as the admin area does."""
        body = json.dumps({"prefixes": [name]}).encode()
        self.ask("DELETE", "/storage/v1/object/tapis", body, self.headers | JSON, {200})
        self.ledger.removed(name)
        self.rest("DELETE", f"gallery?uuid=eq.{uuid}", None, {204})
        self.ledger.wrote(uuid, None)
