"""Who is at work while the shop is killed: talents that order, and Ada who keeps the gallery."""

import hashlib
import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit
from uuid import uuid4

import pyvips

from tests.conftest import PASSWORD, Account, Shop
from tests.crash.acknowledged_writes import Ledger, Order
from tests.crash.retrying_client import Answer, Connection, ShopCloses, Surprise
from tests.example_rows import FOLDER_OF_PROOFS, image, line, row

SIGN_IN_EVERY = 100  # orders
TAKE_BACK_EVERY = 25
ADAS_PACE = 0.3  # seconds between two of her records
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

    def remove(self, name: str) -> None:
        """Take a picture out; one that is gone already is fine."""
        body = json.dumps({"prefixes": [name]}).encode()
        self.ask("DELETE", "/storage/v1/object/tapis", body, self.headers | JSON, {200})
        self.ledger.removed(name)

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
    """Signs in now and then, uploads a proof of payment, orders, takes an order back."""

    product = ""

    def work(self) -> None:
        """One order; a few are taken back."""
        if self.done % SIGN_IN_EVERY == 0:
            self.sign_in()
        order = self.order()
        if self.done % TAKE_BACK_EVERY == 0:
            self.take_back(order)

    def order(self) -> Order:
        """Upload, then order; what is acknowledged is in the ledger."""
        order = self.prepared()
        self.send(order)
        return order

    def prepared(self) -> Order:
        """An order whose proof of payment is uploaded."""
        picture, filename = self.done % len(PICTURES), f"bukti-{uuid4()}.jpg"
        self.upload(f"{FOLDER_OF_PROOFS}/{filename}", picture)
        return Order(str(uuid4()), self.account.user_id, filename, self.product, 1 + self.done % 999)

    def send(self, order: Order) -> None:
        """The order itself."""
        lines = [line(order.product, quantity_to_buy=order.quantity)]
        proof = image(order.filename)
        sent = row("transactions", order.owner, uuid=order.uuid, transactions=lines, invoice_image=proof)
        answer = self.rest("POST", "transactions", sent, {201})
        self.ledger.ordered(order, answer.asked_at)

    def take_back(self, order: Order) -> None:
        """The picture first, then the row."""
        self.remove(f"{FOLDER_OF_PROOFS}/{order.filename}")
        self.rest("DELETE", f"transactions?uuid=eq.{order.uuid}", None, {204})
        self.ledger.took_back(order)


@dataclass(frozen=True, slots=True)
class Record:
    """A row of the gallery, and the picture that it names."""

    uuid: str
    filename: str


class Ada(Person):
    """Puts records into the gallery, gives them another picture, takes every third out again."""

    def work(self) -> None:
        """One record."""
        if self.done % SIGN_IN_EVERY == 0:
            self.sign_in()
        record = self.replace(self.hang())
        if self.done % 3 == 0:
            self.take_down(record)
        if self.closing.wait(ADAS_PACE):
            raise ShopCloses

    def show_all(self) -> list[str]:
        """Put every picture into the gallery once; gives the checksums of what the shop then shows."""
        names = [f"gallery/kain-{uuid4()}.jpg" for _ in PICTURES]
        for picture, name in enumerate(names):
            self.upload(name, picture)
        shown = (self.connection.ask("GET", PUBLIC + name, None, {}).content for name in names)
        return [hashlib.sha256(content).hexdigest() for content in shown]

    def hang(self) -> Record:
        """A new record with a picture; one whose answer got lost is there already: 409."""
        record = Record(str(uuid4()), self._picture())
        values = row("gallery", "", uuid=record.uuid, image=image(record.filename))
        self.rest("POST", "gallery", values, {201, 409})
        self.ledger.wrote(record.uuid, record.filename)
        return record

    def replace(self, record: Record) -> Record:
        """Another picture, as the admin area does it: the old one goes, the new one comes, then the row."""
        self.remove(f"gallery/{record.filename}")
        new = Record(record.uuid, self._picture())
        self.rest("PATCH", f"gallery?uuid=eq.{record.uuid}", {"image": image(new.filename)}, {204})
        self.ledger.wrote(new.uuid, new.filename)
        return new

    def take_down(self, record: Record) -> None:
        """The picture first, then the row."""
        self.remove(f"gallery/{record.filename}")
        self.rest("DELETE", f"gallery?uuid=eq.{record.uuid}", None, {204})
        self.ledger.wrote(record.uuid, None)

    def _picture(self) -> str:
        filename = f"malam-{uuid4()}.jpg"
        self.upload(f"gallery/{filename}", self.done % len(PICTURES))
        return filename
