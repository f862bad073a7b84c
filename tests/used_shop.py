"""The demo shop after some weeks of use, for tests of export, backup and upgrade.

`tapis demo` fills it, then people use it over HTTP: orders by Anna and Bayu, payments that Ada
reviews, a statement that she imports and matches, subscriptions, deletions, and a second factor.
It is created once for all processes of a test run, and each test works on a copy.
"""

import fcntl
import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

from tapis.gateway.auth import totp
from tests.conftest import Shop, open_shop
from tests.demo.filled import copy_demo
from tests.example_rows import row
from tests.storage.sample_images import photo

BUCKET = "/storage/v1/object/tapis"
PROOFS = "transactions/invoices"
ACCOUNTS_FILE = "demo-accounts.json"


@dataclass(frozen=True, slots=True)
class UsedShop:
    """A closed copy. `address` is where it was served before, `order` is an accepted order of Anna's."""

    data: Path
    address: str
    order: str
    proof: str
    secret: str  # of Ada's second factor
    people: dict[str, str]  # email → password

    def email(self, role: str) -> str:
        return next(email for email in self.people if f"-{role}@" in email)


@dataclass(frozen=True, slots=True)
class Person:
    """A signed-in person: a client with their token, and their uuid."""

    client: httpx.Client
    user_id: str

    def call(self, function: str, **arguments: object) -> Any:
        return self.send("POST", f"/rest/v1/rpc/{function}", arguments)

    def send(self, method: str, path: str, body: object = None) -> Any:
        """Send a request and return the JSON of the response. Fails the test for an error."""
        response = self.client.request(method, path, json=body, headers={"Prefer": "return=representation"})
        assert response.is_success, f"{path}: {response.text}"
        return response.json() if response.content else None

    def upload(self, name: str, content: bytes) -> None:
        response = self.client.post(
            f"{BUCKET}/{name}", content=content, headers={"Content-Type": "image/png"}
        )
        assert response.is_success, f"{name}: {response.text}"

    def place_order(self) -> tuple[str, str]:
        """Order a product that has no sizes; returns the order's uuid and its proof's filename."""
        products = self.send("GET", "/rest/v1/products?order=created_at")
        product = next(product for product in products if not product.get("sizes"))
        line = {name: product[name] for name in ("uuid", "heading", "price", "category", "image")}
        line |= {"checked": True, "quantity_to_buy": 1, "inserted_at": "2026-11-20T10:00:00.000Z"}
        proof = f"bukti-{uuid4()}.png"
        self.upload(f"{PROOFS}/{proof}", photo(50, 60, ".png"))
        image = {"filename": proof, "title": "bukti", "url": product["image"]["url"]}
        order = row("transactions", self.user_id, transactions=[line], invoice_image=image)
        # A shop of an earlier version has fewer columns.
        sent = {column: value for column, value in order.items() if value is not None}
        self.send("POST", "/rest/v1/transactions", sent)
        return order["uuid"], proof


@contextmanager
def sign_in_as(shop: Shop, email: str, password: str, secret: str = "") -> Iterator[Person]:
    """Sign in as the front end does, with the code of a second factor if there is one."""
    session = shop.sign_in(email, password)
    with shop.client(session["access_token"]) as client:
        if secret:
            session = verify_second_factor(client, session["user"]["factors"][0]["id"], secret)
            client.headers["Authorization"] = f"Bearer {session['access_token']}"
        yield Person(client, session["user"]["id"])


def verify_second_factor(client: httpx.Client, factor: str, secret: str) -> dict[str, Any]:
    """Verify a code and return the session; a code works once, so its neighbours are tried, too."""
    refused = ""
    for step in (-1, 0, 1):
        code = totp.compute_code(secret, int(time.time() // 30) + step)
        challenge = client.post(f"/auth/v1/factors/{factor}/challenge", json={}).json()["id"]
        body = {"challenge_id": challenge, "code": code}
        response = client.post(f"/auth/v1/factors/{factor}/verify", json=body)
        if response.is_success:
            return dict(response.json())
        refused = response.text
    raise AssertionError(refused)


def copy_used_shop(shared: Path, data: Path) -> UsedShop:
    """Copy the used shop; the first process that needs it creates it in `shared`."""
    with (shared / "lived-in.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "lived-in.json").exists():
            shutil.rmtree(shared / "lived-in", ignore_errors=True)
            facts = asdict(make_used_shop(shared, shared / "lived-in"))
            (shared / "lived-in.json").write_text(json.dumps(facts, default=str))
    subprocess.run(["cp", "--archive", shared / "lived-in", data], check=True)
    facts = json.loads((shared / "lived-in.json").read_text())
    return UsedShop(**facts | {"data": data})


def make_used_shop(shared: Path, data: Path) -> UsedShop:
    copy_demo(shared, data)
    accounts = json.loads((data / ACCOUNTS_FILE).read_text())
    people = {account["email"]: account["password"] for account in accounts}
    with open_shop(data) as shop:
        order, proof, secret = simulate_weeks_of_use(shop, people)
        return UsedShop(data, shop.url, order, proof, secret, people)


def simulate_weeks_of_use(shop: Shop, people: dict[str, str]) -> tuple[str, str, str]:
    """Use the shop; returns Anna's order, its proof and the secret of Ada's second factor."""
    anna, ada, bayu = "anna-talent@tapis.example", "ada-admin@tapis.example", "bayu@tapis.example"
    with ExitStack() as stack:
        buyer, other, owner = (
            stack.enter_context(sign_in_as(shop, email, people[email])) for email in (anna, bayu, ada)
        )
        order, proof = buyer.place_order()
        rejected_order, _ = other.place_order()
        subscribe(buyer)
        owner.call(
            "review", place="transactions", record=rejected_order, decision="rejected", reason="Buram."
        )
        match_payment(owner, order)
        delete_and_replace_pictures(owner)
        create_and_delete_account(shop, owner)
        return order, proof, enrol_second_factor(owner)


def subscribe(person: Person) -> None:
    person.send("POST", "/rest/v1/push_subscriptions", row("push_subscriptions", person.user_id))
    choices = row("notification_choices", person.user_id, mail=False)
    person.send("POST", "/rest/v1/notification_choices", choices)


def match_payment(owner: Person, order: str) -> None:
    """Import a statement with the order's payment and an unrelated line, and match the payment."""
    due = owner.send("GET", f"/rest/v1/payments?record=eq.{order}")[0]
    lines = [
        {"booked_on": str(due["created_at"])[:10], "amount": due["amount"], "description": "TRSF ANNA"},
        {"booked_on": str(due["created_at"])[:10], "amount": 12_345, "description": "SETORAN"},
    ]
    owner.call("import_statement", account="0000", lines=lines)
    owner.call("remember_format", fingerprint="demo", format={"kind": "csv"}, account="0000")
    line = owner.send("GET", f"/rest/v1/statement_lines?amount=eq.{due['amount']}&description=like.TRSF*")[0]
    owner.call("match_line", line=line["uuid"], place="transactions", records=[order], accepting=True)


def delete_and_replace_pictures(owner: Person) -> None:
    """Delete a record, remove a picture, and replace the picture of a payment method."""
    gallery = owner.send("GET", "/rest/v1/gallery?limit=2&order=created_at")
    owner.send("DELETE", f"/rest/v1/gallery?uuid=eq.{gallery[0]['uuid']}")
    owner.upload("slides/kain tapis & siger (2).png", photo(70, 50, ".png"))
    assert owner.client.delete(f"{BUCKET}/slides/kain tapis & siger (2).png").is_success
    owner.upload("payment-methods/qris-baru.png", photo(80, 80, ".png"))
    assert owner.client.delete(f"{BUCKET}/payment-methods/qris-baru.png").is_success


def create_and_delete_account(shop: Shop, owner: Person) -> None:
    """Create an account that orders and subscribes, and then deletes itself."""
    account = shop.account()
    with shop.client(account.token) as client:
        person = Person(client, account.user_id)
        subscribe(person)
        person.place_order()
        person.call("delete_my_account")


def enrol_second_factor(owner: Person) -> str:
    body = {"factor_type": "totp", "friendly_name": "phone", "issuer": "Tapis"}
    factor = owner.send("POST", "/auth/v1/factors", body)
    secret = str(factor["totp"]["secret"])
    verify_second_factor(owner.client, factor["id"], secret)
    return secret
