"""Resolves a host to an address on the public internet (protection against SSRF)."""

import ipaddress
import socket
from collections.abc import Container
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from tapis.gateway.fair_share import CapacityExceeded, FairQueue, current_holder, shielded_result

HTTPS_PORT = 443
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
NAT64 = ipaddress.ip_network("64:ff9b::/96")  # IPv4 addresses as seen from IPv6-only networks

AT_ONCE, MAX_QUEUED = 4, 64
# A separate pool, so that a slow name server delays nothing else.
_threads = ThreadPoolExecutor(AT_ONCE, "push addresses")
_queue = FairQueue(AT_ONCE, MAX_QUEUED, per_person=1)


class NonPublicAddress(Exception):
    """The host is not on the public internet."""


async def resolve_public_address(host: str, port: int, private_hosts: Container[str]) -> str:
    """The first address of a host, which must be public, at port 443; `private_hosts` are exempt.

    The caller must connect to this address: a second lookup may return another one. Raises NonPublicAddress,
    or OSError when the name can't be resolved now.
    """
    addresses = await _resolve(host, port)
    if host in private_hosts:
        return addresses[0]
    if port != HTTPS_PORT or not all(map(is_public_address, addresses)):
        raise NonPublicAddress(host)
    return addresses[0]


async def _resolve(host: str, port: int) -> list[str]:
    look_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    try:
        async with _queue.slot(current_holder.get()):
            results = await shielded_result(_threads.submit(look_up))
    except CapacityExceeded as full:
        raise OSError("too many names are looked up") from full
    return [str(sockaddr[0]) for *_, sockaddr in results]


def is_public_address(text: str) -> bool:
    address = ipaddress.ip_address(text)
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if address in NAT64:
            inner = ipaddress.IPv4Address(address.packed[-4:])
        if inner is not None:
            return is_public_address(str(inner))
        if address not in GLOBAL_UNICAST:
            return False
    return address.is_global and not address.is_multicast
