"""Strategies for whole requests to any operation, nearly valid ones and invalid ones."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from hypothesis import strategies as st

from tests.example_rows import FIELDS, OWNED, VIEWS, row
from tests.fuzz.generators import COLUMNS, HEADERS, TEXT, escaped, mostly, mutated_body, query_words, words
from tests.fuzz.operations import AS_VISITOR, Operation
from tests.storage.sample_images import photo

PASSWORD = "kain-tapis-1976"
NIL_UUID = str(UUID(int=0))
BOUNDARY = "multipart/form-data; boundary=x"


@dataclass(frozen=True, slots=True)
class FuzzRequest:
    """One request and the persona that sends it."""

    who: str
    method: str
    address: str
    headers: dict[str, str]
    body: bytes


# A valid body for each operation.
SAMPLES: Mapping[str, dict[str, Any]] = {
    "POST /auth/v1/signup": {"email": "lea@tapis.example", "password": PASSWORD, "data": {"nickname": "Lea"}},
    "POST /auth/v1/token": {"email": "tom@tapis.example", "password": PASSWORD, "refresh_token": "abc"},
    "POST /auth/v1/recover": {"email": "tom@tapis.example"},
    "POST /auth/v1/verify": {"type": "recovery", "token_hash": "abc", "email": "tom@tapis.example"},
    "PUT /auth/v1/user": {"data": {"nickname": "Tom"}},
    "POST /auth/v1/admin/users": {"email": "eve@tapis.example", "password": PASSWORD, "email_confirm": True},
    "PUT /auth/v1/admin/users/{user_id}": {"password": PASSWORD, "app_metadata": {}, "ban_duration": "none"},
    "POST /storage/v1/bucket": {"id": "attic", "name": "attic", "public": True, "file_size_limit": 1000},
    "PUT /storage/v1/bucket/{bucket}": {"public": False, "allowed_mime_types": ["image/*"]},
    "POST /storage/v1/object/list/{bucket}": {
        "prefix": "products", "limit": 10, "offset": 0, "search": "a",
        "sortBy": {"column": "name", "order": "asc"},
    },
    "POST /storage/v1/object/list-v2/{bucket}": {
        "prefix": "products/",
        "limit": 3,
        "cursor": "WyJuYW1lIiwiYSIsImEiXQ==",
        "with_delimiter": True,
        "sortBy": {"column": "name", "order": "asc"},
    },
    "POST /storage/v1/object/sign/{bucket}": {"expiresIn": 60, "paths": ["products/a.jpg"]},
    "POST /storage/v1/object/sign/{bucket}/{name:path}": {"expiresIn": 60, "transform": {"width": 20}},
    "POST /storage/v1/object/copy": {
        "bucketId": "tapis",
        "sourceKey": "products/a.jpg",
        "destinationKey": "products/b.jpg",
        "copyMetadata": False,
        "metadata": {"a": 1},
    },
    "POST /storage/v1/object/move": {
        "bucketId": "tapis",
        "sourceKey": "products/a.jpg",
        "destinationBucket": "attic",
        "destinationKey": "a.jpg",
    },
    "DELETE /storage/v1/object/{bucket}": {"prefixes": ["products/a.jpg"]},
}  # fmt: skip

PARTS = {
    "bucket": words("attic", "attic", "cellar"),
    "name": words("products/a.jpg", "products/b.jpg", "transactions/invoices/c.jpg", "a", "../a", "a/../b"),
    "rest": TEXT,
    "target": words(*FIELDS, *VIEWS, "audit_log"),
}


@st.composite
def pictures(draw: st.DrawFn) -> bytes:
    """An image, possibly with wrong bytes or truncated."""
    whole = bytearray(photo(16, 12, draw(st.sampled_from([".jpg", ".png", ".webp", ".gif"]))))
    for _ in range(draw(st.integers(0, 3))):
        whole[draw(st.integers(0, len(whole) - 1))] = draw(st.integers(0, 255))
    return bytes(whole[: draw(mostly(st.just(len(whole)), st.integers(0, len(whole))))])


@st.composite
def uploads(draw: st.DrawFn) -> tuple[str, bytes]:
    """An image as raw body or multipart form: content type and bytes."""
    content = draw(pictures())
    if draw(st.booleans()):
        return draw(st.sampled_from(["image/jpeg", "image/png", "text/html", "", "image/*"])), content
    fields = draw(st.dictionaries(words("cacheControl", "metadata"), TEXT, max_size=2))
    head = b"--x\r\nContent-Disposition: form-data; name="
    parts = [head + f'"{name}"\r\n\r\n{text}\r\n'.encode("utf-8", "replace") for name, text in fields.items()]
    parts.append(
        head + b'""; filename="blob"\r\nContent-Type: image/jpeg\r\n\r\n' + content + b"\r\n--x--\r\n"
    )
    return BOUNDARY, b"".join(parts)


@st.composite
def requests(draw: st.DrawFn, operation: Operation, user_id: str, other_user_id: str) -> FuzzRequest:
    """Any request to one operation; rows belong to `user_id`, named accounts are `other_user_id`."""
    parts = {name: draw(strategy) for name, strategy in PARTS.items() if f"{{{name}" in operation.path}
    parts["user_id"] = draw(words(other_user_id, NIL_UUID))
    parts["factor_id"] = draw(words(NIL_UUID))
    path = re.sub(r"\{(\w+)(:\w+)?\}", lambda part: escaped(parts[part[1]]), operation.path)
    table = parts.get("target", "")
    sample = row(table, user_id) if table in FIELDS else SAMPLES.get(str(operation), {})
    pairs = draw(
        st.lists(query_words(operation.service, sorted(sample) if table in FIELDS else COLUMNS), max_size=3)
    )
    if table in FIELDS and operation.method in ("PATCH", "DELETE"):
        pairs.append(("uuid", f"eq.{NIL_UUID if table not in OWNED else user_id}"))
    query = "&".join(f"{escaped(name)}={escaped(value)}" for name, value in pairs)
    media, body = "application/json", b""
    if operation.method not in ("GET", "HEAD"):
        body = draw(mutated_body(sample))
    if operation.path.endswith("/object/{bucket}/{name:path}") and operation.method in ("POST", "PUT"):
        media, body = draw(uploads())
    headers = {"content-type": media} | draw(mostly(st.just({}), HEADERS) | HEADERS)
    who = "anna" if str(operation) in AS_VISITOR else draw(st.sampled_from(["anna", "tom", "ada", "owner"]))
    address = f"{path}?{query}" if query else path
    return FuzzRequest(who, operation.method, address, headers, body)
