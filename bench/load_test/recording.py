"""Visits recorded in a real browser, with placeholders for what differs between visitors."""

import json
import re
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from bench.load_test.scenario import LoadTestShop
from tests.conftest import PASSWORD, ROOT

NODE = ROOT / "web" / "node_modules" / ".bin" / "node"
NEWCOMER = "newcomer@tapis-lampung.id"
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# The kind of a request in the tables, by method and path; the first match counts.
KINDS = (
    ("sign-in", "POST", re.compile(r"/auth/v1/token\?grant_type=password")),
    ("sign-up", "POST", re.compile(r"/auth/v1/signup")),
    ("upload", "POST", re.compile(r"/storage/v1/object/")),
    ("order or registration", "POST", re.compile(r"/rest/v1/(transactions|rpc/register_for_event)")),
    ("function", "POST", re.compile(r"/rest/v1/rpc/")),
    ("fresh proof of payment", "GET", re.compile(r"/storage/.*/transactions/")),
    ("picture", "GET", re.compile(r"/storage/v1/")),
    ("own list", "GET", re.compile(r"/rest/v1/(transactions|audition_)")),
    ("list", "GET", re.compile(r"/rest/v1/")),
    ("script, style, font", "GET", re.compile(r"/assets/|\.\w+$")),
    ("page", "GET", re.compile(r"/")),
    ("other", "", re.compile("")),
)  # fmt: skip
# What a content delivery network would serve.
FILES = {"picture", "script, style, font"}
Asked = dict[str, Any]
Visit = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Recording:
    """Visits by kind, and each public page by device, with an empty and a warm cache."""

    visits: Mapping[str, Visit]
    pages: Mapping[str, Mapping[str, Mapping[str, Visit]]]


def record(target: LoadTestShop) -> Recording:
    """Record every kind of visit once. Raises CalledProcessError with the browser's stderr."""
    buyer = {"email": target.talents[0].email, "password": PASSWORD}
    newcomer = {"email": NEWCOMER, "password": PASSWORD}
    order = {"url": target.shop.url, "buyer": buyer, "newcomer": newcomer}
    order["pictures"] = [str(file) for file in target.originals[:2]]
    output = subprocess.run(
        [NODE, Path(__file__).with_name("journeys.ts")],
        input=json.dumps(order),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    found = json.loads(output)
    accounts = {"order": buyer | _session(found, "buyer"), "register": newcomer | _session(found, "newcomer")}
    visits = {
        kind: _with_placeholders(visit, accounts.get(kind, {})) for kind, visit in found["visits"].items()
    }
    visits["without pictures"] = _without_files(visits["browse"])
    return Recording(visits, found["pages"])


def requests_of(visit: Visit) -> Iterable[Asked]:
    """All requests of a visit."""
    return [one for step in visit for one in step["asked"]]


def weight(visit: Visit) -> tuple[int, float, float]:
    """Number of requests, MB received and MB sent."""
    requests = list(requests_of(visit))
    down, up = (sum(one.get(way, 0) for one in requests) / 1e6 for way in ("down", "up"))
    return len(requests), down, up


def _without_files(visit: Visit) -> Visit:
    return [step | {"asked": [one for one in step["asked"] if one["what"] not in FILES]} for step in visit]


def _session(found: Mapping[str, Any], who: str) -> dict[str, str]:
    session = json.loads(found["session"][who])
    return {"token": session["access_token"], "user": session["user"]["id"]}


def _with_placeholders(visit: Visit, person: Mapping[str, str]) -> Visit:
    """Write {token}, {user}, {email}, {password} for the account's values, {new-1} … for generated ones."""
    placeholders = {value: f"{{{name}}}" for name, value in person.items()}
    numbers = count(1)
    for one in requests_of(visit):
        one["what"] = _kind(one)
        _as_form(one)
        for name in _generated_ids(one):
            placeholders.setdefault(name, f"{{new-{next(numbers)}}}")
    for one in requests_of(visit):
        text = json.dumps([one["path"], one["headers"], one.get("body")])
        filled = text
        for value, placeholder in placeholders.items():
            filled = filled.replace(value, placeholder)
        one["path"], one["headers"], one["body"] = json.loads(filled)
        one["personal"] = filled != text
    return visit


def _kind(one: Asked) -> str:
    service = one["path"].startswith(("/auth", "/rest", "/storage"))
    path = one["path"] if service else one["path"].partition("?")[0]
    return next(name for name, method, form in KINDS if method in {one["method"], ""} and form.search(path))


def _as_form(one: Asked) -> None:
    """The browser does not report the bytes of an uploaded file; the form is built again on replay."""
    one["upload"] = one["what"] == "upload"
    if one["upload"]:
        one["headers"].pop("content-type")
        one["body"] = None


def _generated_ids(one: Asked) -> list[str]:
    """The uuids that the browser generated, for a file or a record."""
    if one["upload"]:
        return UUID.findall(one["path"])
    if one["what"] == "order or registration":
        body = json.loads(one["body"])
        return [str(body.get("registration", body)["uuid"])]
    return []
