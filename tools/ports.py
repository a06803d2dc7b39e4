"""A port for a server that goes and comes back: nobody else gets it meanwhile."""

from __future__ import annotations

import socket
from typing import Final

HOST: Final = "127.0.0.1"


def keep_port() -> socket.socket:
    """A reserved port: the socket is bound but does not listen, so a server of ours may listen there."""
    kept = socket.socket()
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    kept.bind((HOST, 0))
    return kept


def port_of(kept: socket.socket) -> int:
    port: int = kept.getsockname()[1]
    return port
