"""The owner says where the shop is and which proxies are theirs; what makes no sense is refused by name."""

import pytest

from tapis.gateway.http.proxies import address_to_network, parse_trusted_proxies


def test_a_proxy_is_an_address_or_a_network_and_no_name() -> None:
    proxies = parse_trusted_proxies(("127.0.0.1", "10.88.0.0/16", "::1"))
    assert proxies.include("10.88.3.4")
    assert proxies.include("::ffff:127.0.0.1")
    assert not proxies.include("10.89.0.1")


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.7:50000", "203.0.113.7"),
        ("[2001:db8::7]:50000", "2001:db8::/64"),
        ("[2001:db8::7]", "2001:db8::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("unknown", "unknown"),
    ],
)
def test_a_visitor_is_counted_by_address_whatever_port_stands_behind_it(address: str, counted: str) -> None:
    assert address_to_network(address) == counted
