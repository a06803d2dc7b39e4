"""The network of a client, for limits per address."""

from __future__ import annotations

import ipaddress
from typing import Final

LONGEST: Final = 45
"""Characters of the longest address. A proxy may pass on any text."""


def network_of(address: str) -> str:
    """The address itself with IPv4. With IPv6 its /64 network: the 2**64 addresses in it are one household's."""
    plain = address.partition("%")[0]
    if ":" not in plain:
        return plain[:LONGEST]
    try:
        parsed = ipaddress.IPv6Address(plain)
    except ValueError:
        return plain[:LONGEST]
    mapped = parsed.ipv4_mapped
    return str(mapped or ipaddress.ip_network((parsed, 64), strict=False).network_address)
