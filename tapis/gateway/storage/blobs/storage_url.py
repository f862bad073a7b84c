"""Which bucket `TAPIS_STORAGE_URL` names, and how it is reached.

    s3://bucket/prefix?endpoint=https://store.example:9000&region=eu-central-1&style=path

Only the bucket is needed. Who we are is never in the address: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and
the other usual variables say it, as they say the endpoint and the region where the address doesn't.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from obstore.store import S3Store

from tapis.gateway.settings import SettingRefused

if TYPE_CHECKING:
    from obstore.store import ClientConfig, RetryConfig, S3Config

BUCKET = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]")
PREFIX = re.compile(r"[\w.=-]+(?:/[\w.=-]+)*", re.ASCII)
HOST_IS_NUMBER = re.compile(r"//(?:[\d.]+|\[.*\])(?::\d+)?/?$")
ENDPOINTS = ("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT")
QUERY = ("endpoint", "region", "style")
# Whether the bucket's name is part of the path or of the host.
STYLES = ("path", "virtual")
# A store that is away is said after seconds; the library's own patience is three minutes.
PATIENCE: "RetryConfig" = {"max_retries": 2, "retry_timeout": timedelta(seconds=5)}
# One request, its body included: the largest picture, sent, or a piece of one, read.
LIMITS: "ClientConfig" = {"connect_timeout": timedelta(seconds=2), "timeout": timedelta(seconds=30)}


@dataclass(frozen=True, slots=True)
class BucketAddress:
    """A bucket, the folder in it that is ours, and where it is asked; an empty endpoint is Amazon's."""

    bucket: str
    prefix: str
    endpoint: str
    region: str
    style: str

    @property
    def told(self) -> str:
        """For a person: without what stands behind the question mark."""
        return f"s3://{self.bucket}/{self.prefix}" if self.prefix else f"s3://{self.bucket}"

    @property
    def host(self) -> str:
        """Who answers, for a person."""
        return self.endpoint or "Amazon S3"


def read_address(url: str, environment: Mapping[str, str] = os.environ) -> BucketAddress:
    """Read the setting. Raises SettingRefused, in one sentence that repeats no secret."""
    parts = _split(url)
    if parts.scheme != "s3" or "@" in parts.netloc or not BUCKET.fullmatch(parts.netloc):
        raise _refused("must be s3://BUCKET, s3://BUCKET/PREFIX, or empty; keys come from AWS_… variables")
    prefix = unquote(parts.path).strip("/")
    if prefix and not (PREFIX.fullmatch(prefix) and {"", ".", ".."}.isdisjoint(prefix.split("/"))):
        raise _refused("has a prefix that isn't made of letters, digits and the signs . _ - = /")
    query = _query(parts.query)
    endpoint = query.get("endpoint") or next(
        (environment[name] for name in ENDPOINTS if environment.get(name)), ""
    )
    region = query.get("region") or environment.get("AWS_REGION") or environment.get("AWS_DEFAULT_REGION")
    style = query.get("style") or ("path" if endpoint else "virtual")
    if style not in STYLES:
        raise _refused("has another style than path or virtual")
    if style == "virtual" and HOST_IS_NUMBER.search(endpoint):
        raise _refused("wants the bucket's name in a host that is a number; say style=path")
    return BucketAddress(parts.netloc, prefix, _checked(endpoint), region or "us-east-1", style)


def connect(address: BucketAddress, limits: "ClientConfig" = LIMITS) -> S3Store:
    """The bucket, asked for nothing yet; without TLS only where the endpoint says `http`."""
    config: S3Config = {
        "region": address.region,
        "virtual_hosted_style_request": address.style == "virtual",
    }
    if address.endpoint:
        config["endpoint"] = _endpoint(address)
    return S3Store(
        address.bucket,
        prefix=address.prefix or None,
        config=config,
        client_options={**limits, "allow_http": address.endpoint.startswith("http://")},
        retry_config=PATIENCE,
    )


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError as error:
        raise _refused("is no address") from error


def _query(text: str) -> dict[str, str]:
    query = dict(parse_qsl(text, keep_blank_values=True))
    if unknown := next((name for name in query if name not in QUERY), None):
        word = unknown if re.fullmatch(r"[a-z_-]{1,30}", unknown) else "something"
        raise _refused(f"says {word} behind its question mark; known are {', '.join(QUERY)}")
    return query


def _checked(endpoint: str) -> str:
    if not endpoint:
        return ""
    parts = _split(endpoint)
    plain = not (parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc)
    if parts.scheme not in {"http", "https"} or not parts.netloc or not plain:
        raise _refused("has an endpoint that isn't like https://store.example or http://10.0.0.2:9000")
    return f"{parts.scheme}://{parts.netloc}"


def _endpoint(address: BucketAddress) -> str:
    """As the library wants it: with the bucket in the host, where it belongs there."""
    scheme, _, host = address.endpoint.partition("://")
    return f"{scheme}://{address.bucket}.{host}" if address.style == "virtual" else address.endpoint


def _refused(what: str) -> SettingRefused:
    return SettingRefused(f"TAPIS_STORAGE_URL {what}.")
