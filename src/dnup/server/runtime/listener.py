"""The socket that a server listens on."""

from __future__ import annotations

import errno
import socket as sockets


def listen(host: str, port: int) -> sockets.socket:
    """A listening socket; an error is one sentence."""
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    listener = sockets.socket(family, sockets.SOCK_STREAM)
    listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise ValueError(
                f"port {port} is in use, perhaps by a dnup that is running already; another one: "
                f"dnup serve --port {port + 1 if port < 65535 else port - 1}"
            ) from None
        raise ValueError(f"cannot listen on {host} port {port}: {error.strerror}") from None
    return listener
