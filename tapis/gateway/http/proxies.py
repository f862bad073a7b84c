"""Trusted proxies, and the network address of the client behind them."""

import ipaddress
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from starlette.requests import Request
from starlette.types import Scope

from tapis.gateway.settings import Settings

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
# Some proxies write the visitor's port behind the address: 203.0.113.7:50000, [2001:db8::7]:50000.
WITH_PORT = re.compile(r"\[([^]]+)\](?::\d+)?|([\d.]+):\d+")


@dataclass(frozen=True, slots=True)
class TrustedProxies:
    networks: tuple[Network, ...]

    def include(self, address: str) -> bool:
        parsed = parse_address(address) if self.networks else None
        return parsed is not None and any(parsed in network for network in self.networks)


@lru_cache(maxsize=8)
def parse_trusted_proxies(texts: Sequence[str]) -> TrustedProxies:
    return TrustedProxies(tuple(ipaddress.ip_network(text, strict=False) for text in texts))


def parse_address(text: str) -> Address | None:
    """An IP address without its port, an IPv4-mapped one as IPv4; None for anything else."""
    with_port = WITH_PORT.fullmatch(text)
    try:
        parsed = ipaddress.ip_address(with_port[1] or with_port[2] if with_port else text)
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed


def client_address(request: Request, settings: Settings) -> str:
    """The client's IP address; of X-Forwarded-For only the entries of trusted proxies count.

    Read from the right: each hop was added by the one to its right, so the first that is not a trusted proxy
    is the client; anything a client sent itself is further left.
    """
    hops = [request.client.host if request.client else ""]
    for line in request.headers.getlist("x-forwarded-for"):
        hops[:0] = [part.strip() for part in line.split(",")]
    proxies = parse_trusted_proxies(settings.trusted_proxies)
    client = hops.pop()
    while hops and proxies.include(client):
        client = hops.pop()
    return client


def client_network(request: Request, settings: Settings) -> str:
    return address_to_network(client_address(request, settings))


@lru_cache(maxsize=1024)  # used by every request
def address_to_network(address: str) -> str:
    """The rate-limit key of an address: the IPv4 address, or the /64 network of an IPv6 customer."""
    parsed = parse_address(address)
    if parsed is None or parsed.version == 4:
        return str(parsed or address)
    return str(ipaddress.ip_network((parsed, 64), strict=False))


def build_encryption_detector(site_url: str, proxies: TrustedProxies) -> Callable[[Scope], bool]:
    """Whether the connection to a client is encrypted: always, or as a trusted proxy reports."""
    if site_url.startswith("https://"):
        return lambda _scope: True

    def encrypted_to_proxy(scope: Scope) -> bool:
        proto = next((value for name, value in scope["headers"] if name == b"x-forwarded-proto"), b"")
        return proto == b"https" and bool(scope.get("client")) and proxies.include(scope["client"][0])

    return encrypted_to_proxy if proxies.networks else lambda _scope: False
