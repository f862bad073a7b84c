"""Parses `TAPIS_STORAGE_URL`, connects to its bucket, or opens the folder of files without one.

    s3://bucket/prefix?endpoint=https://store.example:9000&region=eu-central-1&style=path

Only the bucket is required. Credentials are never part of the URL: obstore reads them from
AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the other usual variables, which also give the endpoint and the
region if the URL doesn't. obstore's own URL parser ignores what it doesn't understand, such as a query,
credentials or `..`; here that is an error.
"""

import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote

from obstore.store import S3Store

from tapis.gateway.settings import ConfigError
from tapis.gateway.storage.blobs.blob_store import BlobStore, FolderBlobStore
from tapis.gateway.storage.blobs.s3_store import S3BlobStore

if TYPE_CHECKING:
    from obstore.store import ClientConfig, RetryConfig, S3Config

ADDRESS = re.compile(r"s3://([A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9])(?:/([^?]*))?(?:\?(.*))?")
PREFIX = re.compile(r"(?:(?!\.{1,2}(?:/|$))[\w.=-]+(?:/(?!$)|$))*", re.ASCII)
ENDPOINT = re.compile(r"(https?://[^/?#@\s]+)/?")
HOST_IS_NUMBER = re.compile(r"//(?:[\d.]+|\[.*\])(?::\d+)?$")
ENDPOINTS = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT")
REGIONS = ("AWS_REGION", "AWS_DEFAULT_REGION")
QUERY = ("endpoint", "region", "style")
# Whether the bucket's name is in the path or in the host.
STYLES = ("path", "virtual")
# An unreachable store is reported after seconds; the library's default is three minutes.
RETRIES: "RetryConfig" = {"max_retries": 2, "retry_timeout": timedelta(seconds=5)}
# Per request with its body: the largest image uploaded, or one range read.
TIMEOUTS: "ClientConfig" = {"connect_timeout": timedelta(seconds=2), "timeout": timedelta(seconds=30)}


@dataclass(frozen=True, slots=True)
class BucketAddress:
    """A bucket, the shop's prefix in it, and the server; an empty endpoint is Amazon's."""

    bucket: str
    prefix: str
    endpoint: str
    region: str
    style: str

    def __str__(self) -> str:
        """For messages: without the query."""
        return f"s3://{self.bucket}/{self.prefix}" if self.prefix else f"s3://{self.bucket}"

    @property
    def host(self) -> str:
        return self.endpoint or "Amazon S3"


def parse_storage_url(url: str, environment: Mapping[str, str] = os.environ) -> BucketAddress:
    """Parse the setting. Raises ConfigError, whose message contains no secret."""
    parts = ADDRESS.fullmatch(url)
    if parts is None:
        raise _invalid("must be s3://BUCKET, s3://BUCKET/PREFIX, or empty; keys come from AWS_… variables")
    prefix = unquote(parts[2] or "").strip("/")
    if not PREFIX.fullmatch(prefix):
        raise _invalid("has a prefix that isn't made of letters, digits and the signs . _ - = /")
    query = _query(parts[3] or "")
    endpoint = _endpoint(query.get("endpoint") or _first(environment, ENDPOINTS))
    style = query.get("style") or ("path" if endpoint else "virtual")
    if style not in STYLES:
        raise _invalid("has another style than path or virtual")
    if style == "virtual" and HOST_IS_NUMBER.search(endpoint):
        raise _invalid("wants the bucket's name in a host that is a number; say style=path")
    region = query.get("region") or _first(environment, REGIONS) or "us-east-1"
    return BucketAddress(parts[1], prefix, endpoint, region, style)


def connect_bucket(address: BucketAddress, timeouts: "ClientConfig" = TIMEOUTS) -> S3Store:
    """Open the bucket without a request yet; without TLS only if the endpoint is `http`."""
    virtual = address.style == "virtual"
    config: S3Config = {"region": address.region, "virtual_hosted_style_request": virtual}
    if address.endpoint:
        scheme, _, host = address.endpoint.partition("://")
        config["endpoint"] = f"{scheme}://{address.bucket}.{host}" if virtual else address.endpoint
    return S3Store(
        address.bucket,
        prefix=address.prefix or None,
        config=config,
        client_options={**timeouts, "allow_http": address.endpoint.startswith("http://")},
        retry_config=RETRIES,
    )


def open_blob_store(data: Path, storage_url: str) -> BlobStore:
    """The folder `files` in `data`, or the bucket of the URL. Raises ConfigError."""
    if not storage_url:
        return FolderBlobStore(data / "files")
    address = parse_storage_url(storage_url)
    return S3BlobStore(connect_bucket(address), data / "scratch", f"{address}/files")


def variants_folder(data: Path, storage_url: str) -> Path:
    """The local folder of variants; each bucket has its own."""
    if not storage_url:
        return data / "variants"
    address = parse_storage_url(storage_url)
    bucket_id = f"{address.endpoint} {address.bucket}/{address.prefix}"
    return data / f"variants-{hashlib.sha256(bucket_id.encode()).hexdigest()[:8]}"


def _query(text: str) -> dict[str, str]:
    query = dict(parse_qsl(text, keep_blank_values=True))
    if unknown := next((name for name in query if name not in QUERY), None):
        word = unknown if re.fullmatch(r"[a-z_-]{1,30}", unknown) else "something"
        raise _invalid(f"says {word} behind its question mark; known are {', '.join(QUERY)}")
    return query


def _endpoint(text: str) -> str:
    parts = ENDPOINT.fullmatch(text)
    if text and parts is None:
        raise _invalid("has an endpoint that isn't like https://store.example or http://10.0.0.2:9000")
    return parts[1] if parts else ""


def _first(environment: Mapping[str, str], names: tuple[str, ...]) -> str:
    return next((environment[name] for name in names if environment.get(name)), "")


def _invalid(problem: str) -> ConfigError:
    return ConfigError(f"TAPIS_STORAGE_URL {problem}.")
