"""The host names of this server: requests with another `Host` are refused.

A page elsewhere can point its own name to our address (DNS rebinding), and then has the same origin as we do. Its
requests still have its name in `Host`.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

LOCALHOST: Final = "localhost"


@dataclass(frozen=True, slots=True)
class Hosts:
    """The host names of this server, in lower case, and its address."""

    names: frozenset[str]
    listening: str = "127.0.0.1"
    """The address where the server listens; if it is a wildcard, every IP address counts as ours."""

    def knows(self, header: str) -> bool:
        """Whether a `Host` header, which may have a port, is one of ours."""
        name = _without_port(header.strip()).lower().removesuffix(".")
        if name in self.names or name.endswith(f".{LOCALHOST}"):
            return True
        address, own = _address(name), _address(self.listening)
        if address is None or own is None:
            return False
        return own.is_unspecified or address == own or (address.is_loopback and own.is_loopback)


def own_hosts(listening: str = "127.0.0.1", further: Iterable[str] = ()) -> Hosts:
    """The names of this computer, the given ones, and the address where it listens."""
    own = socket.gethostname().lower()
    names = {LOCALHOST, own, f"{own.partition('.')[0]}.local", listening.lower()}
    return Hosts(
        frozenset(names | {_without_port(name).lower().removesuffix(".") for name in further}), listening
    )


def _without_port(header: str) -> str:
    if header.startswith("["):
        return header[1:].partition("]")[0]
    name, colon, port = header.rpartition(":")
    return name if colon and port.isdigit() and ":" not in name else header


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None
