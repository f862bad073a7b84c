"""Which address a host stands for, if it is one on the public internet."""

import asyncio
import ipaddress
import socket
from collections.abc import Container
from concurrent.futures import ThreadPoolExecutor
from functools import partial

HTTPS_PORT = 443
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
NAT64 = ipaddress.ip_network("64:ff9b::/96")  # addresses of IPv4 as networks without IPv4 reach them

# A pool of its own, so that a slow name server delays nothing else.
_threads = ThreadPoolExecutor(4, "push addresses")


class AddressRefused(Exception):
    """The host is not on the public internet."""


async def public_address(host: str, port: int, private_hosts: Container[str]) -> str:
    """The first public address of a host; of one in `private_hosts` any, at any port.

    The caller connects to this very address: the name may stand for another one a moment later. Raises
    AddressRefused, or OSError when the name can't be resolved now.
    """
    look_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    found = await asyncio.get_running_loop().run_in_executor(_threads, look_up)
    addresses = [str(sockaddr[0]) for *_, sockaddr in found]
    if host in private_hosts:
        return addresses[0]
    if port != HTTPS_PORT or not all(map(is_public, addresses)):
        raise AddressRefused(host)
    return addresses[0]


def is_public(text: str) -> bool:
    address = ipaddress.ip_address(text)
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if address in NAT64:
            inner = ipaddress.IPv4Address(address.packed[-4:])
        if inner is not None:
            return is_public(str(inner))
        if address not in GLOBAL_UNICAST:
            return False
    return address.is_global and not address.is_multicast
