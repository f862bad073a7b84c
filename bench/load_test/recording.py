"""Visits as a real browser made them, with blanks where the next visitor says something else."""

import json
import re
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from bench.load_test.scenario import Stage
from tests.conftest import PASSWORD, ROOT

NODE = ROOT / "web" / "node_modules" / ".bin" / "node"
NEWCOMER = "newcomer@tapis-lampung.id"
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# What somebody asked for → what it is called in the tables: the first that fits.
KINDS = (
    ("sign-in", "POST", re.compile(r"/auth/v1/token\?grant_type=password")),
    ("sign-up", "POST", re.compile(r"/auth/v1/signup")),
    ("upload", "POST", re.compile(r"/storage/v1/object/")),
    ("order or registration", "POST", re.compile(r"/rest/v1/")),
    ("proof just sent", "GET", re.compile(r"/storage/.*/transactions/")),
    ("picture", "GET", re.compile(r"/storage/v1/")),
    ("own list", "GET", re.compile(r"/rest/v1/(transactions|audition_)")),
    ("list", "GET", re.compile(r"/rest/v1/")),
    ("script, style, font", "GET", re.compile(r"/assets/|\.\w+$")),
    ("page", "GET", re.compile(r"/")),
    ("other", "", re.compile("")),
)  # fmt: skip
# What a content delivery network takes over: it never changes under its address.
FILES = {"picture", "script, style, font"}
Asked = dict[str, Any]
Visit = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Recording:
    """Visits by kind, ready to be replayed, and each public page by device, entered first and again."""

    visits: Mapping[str, Visit]
    pages: Mapping[str, Mapping[str, Mapping[str, Visit]]]


def record(here: Stage) -> Recording:
    """Send a browser on every visit, once. Raises CalledProcessError with what it says on stderr."""
    buyer = {"email": here.talents[0].email, "password": PASSWORD}
    newcomer = {"email": NEWCOMER, "password": PASSWORD}
    order = {"url": here.shop.url, "buyer": buyer, "newcomer": newcomer}
    order["pictures"] = [str(file) for file in here.taken[:2]]
    told = subprocess.run(
        [NODE, Path(__file__).with_name("journeys.ts")],
        input=json.dumps(order),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    found = json.loads(told)
    people = {"order": buyer | _session(found, "buyer"), "register": newcomer | _session(found, "newcomer")}
    visits = {kind: _with_blanks(visit, people.get(kind, {})) for kind, visit in found["visits"].items()}
    visits["without pictures"] = _without_files(visits["browse"])
    return Recording(visits, found["pages"])


def asked(visit: Visit) -> Iterable[Asked]:
    """Every request of a visit."""
    return [one for step in visit for one in step["asked"]]


def weight(visit: Visit) -> tuple[int, float, float]:
    """Requests, MB that came and MB that went."""
    all_of_it = list(asked(visit))
    down, up = (sum(one.get(way, 0) for one in all_of_it) / 1e6 for way in ("down", "up"))
    return len(all_of_it), down, up


def _without_files(visit: Visit) -> Visit:
    return [step | {"asked": [one for one in step["asked"] if one["what"] not in FILES]} for step in visit]


def _session(found: Mapping[str, Any], who: str) -> dict[str, str]:
    session = json.loads(found["session"][who])
    return {"token": session["access_token"], "user": session["user"]["id"]}


def _with_blanks(visit: Visit, person: Mapping[str, str]) -> Visit:
    """Write {token}, {user}, {email}, {password} for a person's own, {new-1} … for what is made up."""
    blanks = {value: f"{{{name}}}" for name, value in person.items()}
    numbers = count(1)
    for one in asked(visit):
        one["what"] = _kind(one)
        _as_form(one)
        for name in _made_up(one):
            blanks.setdefault(name, f"{{new-{next(numbers)}}}")
    for one in asked(visit):
        text = json.dumps([one["path"], one["headers"], one.get("body")])
        filled = text
        for value, blank in blanks.items():
            filled = filled.replace(value, blank)
        one["path"], one["headers"], one["body"] = json.loads(filled)
        one["personal"] = filled != text
    return visit


def _kind(one: Asked) -> str:
    service = one["path"].startswith(("/auth", "/rest", "/storage"))
    path = one["path"] if service else one["path"].partition("?")[0]
    return next(name for name, method, form in KINDS if method in {one["method"], ""} and form.search(path))


def _as_form(one: Asked) -> None:
    """A browser does not tell the bytes of a file in a form: they are put together anew."""
    one["upload"] = one["what"] == "upload"
    if one["upload"]:
        one["headers"].pop("content-type")
        one["body"] = None


def _made_up(one: Asked) -> list[str]:
    """The numbers that the browser made: of a picture that it sends, of a record that it writes."""
    if one["upload"]:
        return UUID.findall(one["path"])
    if one["what"] == "order or registration":
        return [str(json.loads(one["body"])["uuid"])]
    return []
