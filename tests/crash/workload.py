"""The load during a crash test: talents who order, and an administrator who edits the gallery."""

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
from tests.crash.retrying_client import Answer, Connection, RunEnded, UnexpectedResponse
from tests.declared_pictures import FOLDER_OF_PROOFS
from tests.example_rows import image, line, row

SIGN_IN_EVERY = 100  # orders
DELETE_EVERY = 25
CANCEL_EVERY = 10
ANSWER_EVERY = 5
REJECTED = (
    "payments?state=eq.rejected&lapsed=is.false&cancelled_by=is.null&deleted_at=is.null"
    "&select=record&order=decided_at.desc&limit=1"
)
SECONDS_BETWEEN_RECORDS = 0.3
PUBLIC = "/storage/v1/object/public/tapis/"
JPEG = {"Content-Type": "image/jpeg"}
JSON = {"Content-Type": "application/json"}


def _grey_image(shade: int) -> bytes:
    grey = pyvips.Image.black(48, 32) + shade
    return bytes(grey.cast("uchar").jpegsave_buffer(Q=70))


PICTURES = [_grey_image(16 * number) for number in range(16)]


class Person(threading.Thread):
    """An account that works in a thread until the run ends."""

    def __init__(self, shop: Shop, account: Account, ledger: Ledger, closing: threading.Event) -> None:
        super().__init__(name=account.email)
        place = urlsplit(shop.url)
        self.connection = Connection(place.hostname or "", place.port or 0, closing)
        self.shop, self.account, self.ledger, self.closing = shop, account, ledger, closing
        self.headers = shop.headers(account.token)
        self.unexpected_response: UnexpectedResponse | None = None
        self.done = 0

    def run(self) -> None:
        """Work until the run ends or a response is unexpected."""
        try:
            while not self.closing.is_set():
                self.work()
                self.done += 1
        except RunEnded:
            pass
        except UnexpectedResponse as unexpected_response:
            self.unexpected_response = unexpected_response

    def work(self) -> None:
        """One unit of work."""
        raise NotImplementedError

    def sign_in(self) -> None:
        """Start a new session."""
        body = json.dumps({"email": self.account.email, "password": PASSWORD}).encode()
        headers = self.shop.headers() | JSON
        answer = self.ask("POST", "/auth/v1/token?grant_type=password", body, headers, {200})
        self.headers = self.shop.headers(answer.json["access_token"])

    def upload(self, name: str, picture: int) -> None:
        """Upload an image; a taken name is a retry whose first response was lost."""
        path = f"/storage/v1/object/tapis/{name}"
        answer = self.ask("POST", path, PICTURES[picture], self.headers | JPEG, {200, 400})
        if answer.status == 400 and answer.json["code"] != "KeyAlreadyExists":
            raise UnexpectedResponse(answer.content.decode())
        self.ledger.record_upload(name, picture)

    def remove(self, name: str) -> None:
        """Remove an image; a missing one is a retry."""
        body = json.dumps({"prefixes": [name]}).encode()
        self.ask("DELETE", "/storage/v1/object/tapis", body, self.headers | JSON, {200})
        self.ledger.record_removal(name)

    def rest(self, method: str, path: str, body: object, statuses: set[int]) -> Answer:
        """Write rows."""
        return self.ask(method, f"/rest/v1/{path}", json.dumps(body).encode(), self.headers | JSON, statuses)

    def ask(
        self, method: str, path: str, body: bytes, headers: Mapping[str, str], statuses: set[int]
    ) -> Answer:
        """Send until answered. Raises UnexpectedResponse for a status outside `statuses`."""
        answer = self.connection.ask(method, path, body, headers)
        if answer.status not in statuses:
            raise UnexpectedResponse(f"{method} {path}: {answer.status} {answer.content.decode()}")
        return answer


class Tom(Person):
    """A talent: signs in, uploads proofs, orders, cancels and deletes some orders, answers rejections."""

    product = ""

    def work(self) -> None:
        """Place one order; delete or cancel some, and answer a rejection now and then."""
        if self.done % SIGN_IN_EVERY == 0:
            self.sign_in()
        order = self.order()
        if self.done % DELETE_EVERY == 0:
            self.delete_order(order)
        elif self.done % CANCEL_EVERY == 3:
            self.cancel(order)
        if self.done % ANSWER_EVERY == 4:
            self.answer_rejection()

    def order(self) -> Order:
        """Upload, then order; record both in the ledger."""
        order = self.prepare_order()
        self.send(order)
        return order

    def prepare_order(self) -> Order:
        """An order whose proof of payment is uploaded."""
        picture, filename = self.done % len(PICTURES), f"bukti-{uuid4()}.jpg"
        self.upload(f"{FOLDER_OF_PROOFS}/{filename}", picture)
        return Order(str(uuid4()), self.account.user_id, filename, self.product, 1 + self.done % 999)

    def send(self, order: Order) -> None:
        """Send the order."""
        lines = [line(order.product, quantity_to_buy=order.quantity)]
        proof = image(order.filename)
        sent = row("transactions", order.owner, uuid=order.uuid, transactions=lines, invoice_image=proof)
        answer = self.rest("POST", "transactions", sent, {201})
        self.ledger.record_order(order, answer.sent_at)

    def cancel(self, order: Order) -> None:
        """Cancel an order unless it was decided; an order that is already cancelled is a retry."""
        body = {"order_uuid": order.uuid, "reason": "Salah ukuran."}
        answer = self.rest("POST", "rpc/cancel_order", body, {204, 409})
        if answer.status == 204 or answer.json["message"].startswith("This was cancelled already"):
            self.ledger.record_cancellation(order.uuid)

    def answer_rejection(self) -> None:
        """Send another proof for the last rejected order; an order that already waits is a retry."""
        for rejected in self.rest("GET", REJECTED, None, {200}).json:
            filename = f"bukti-{uuid4()}.jpg"
            self.upload(f"{FOLDER_OF_PROOFS}/{filename}", self.done % len(PICTURES))
            body = {"place": "transactions", "record": rejected["record"], "invoice_image": image(filename)}
            answer = self.rest("POST", "rpc/send_another_proof", body, {204, 409})
            if answer.status == 204:
                self.ledger.record_proof(rejected["record"])

    def delete_order(self, order: Order) -> None:
        """Remove the image first, then the row."""
        self.remove(f"{FOLDER_OF_PROOFS}/{order.filename}")
        self.rest("DELETE", f"transactions?uuid=eq.{order.uuid}", None, {204})
        self.ledger.record_deletion(order)


@dataclass(frozen=True, slots=True)
class Record:
    """A row of the gallery and its image."""

    uuid: str
    filename: str


class Ada(Person):
    """The administrator: adds gallery records, replaces their images, deletes every third."""

    def work(self) -> None:
        """Add, replace and perhaps delete one record."""
        if self.done % SIGN_IN_EVERY == 0:
            self.sign_in()
        record = self.replace(self.add_record())
        if self.done % 3 == 0:
            self.remove_record(record)
        if self.closing.wait(SECONDS_BETWEEN_RECORDS):
            raise RunEnded

    def upload_samples(self) -> list[str]:
        """Upload every sample once; returns the checksums of what the shop serves."""
        names = [f"gallery/kain-{uuid4()}.jpg" for _ in PICTURES]
        for picture, name in enumerate(names):
            self.upload(name, picture)
        shown = (self.connection.ask("GET", PUBLIC + name, None, {}).content for name in names)
        return [hashlib.sha256(content).hexdigest() for content in shown]

    def add_record(self) -> Record:
        """Insert a record; 409 is a retry whose first response was lost."""
        record = Record(str(uuid4()), self._picture())
        values = row("gallery", "", uuid=record.uuid, image=image(record.filename))
        self.rest("POST", "gallery", values, {201, 409})
        self.ledger.record_row(record.uuid, record.filename)
        return record

    def replace(self, record: Record) -> Record:
        """Replace the image like the admin area: remove the old one, upload the new one, update the row."""
        self.remove(f"gallery/{record.filename}")
        new = Record(record.uuid, self._picture())
        self.rest("PATCH", f"gallery?uuid=eq.{record.uuid}", {"image": image(new.filename)}, {204})
        self.ledger.record_row(new.uuid, new.filename)
        return new

    def remove_record(self, record: Record) -> None:
        """Remove the image first, then the row."""
        self.remove(f"gallery/{record.filename}")
        self.rest("DELETE", f"gallery?uuid=eq.{record.uuid}", None, {204})
        self.ledger.record_row(record.uuid, None)

    def _picture(self) -> str:
        filename = f"malam-{uuid4()}.jpg"
        self.upload(f"gallery/{filename}", self.done % len(PICTURES))
        return filename
