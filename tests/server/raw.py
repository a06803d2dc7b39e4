"""A socket by hand: every byte is the test's own, and nothing is read that the test does not ask for."""

from __future__ import annotations

import socket as sockets
from contextlib import suppress

PATIENCE = 180.0

UPGRADE = (
    "GET /socket HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n{}\r\n"
)

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


def frame(
    kind: int, data: bytes = b"", *, final: bool = True, mask: bytes = b"\0\0\0\0", more: int = 0
) -> bytes:
    """A client's frame; `more` sets further bits of the first byte. An empty mask makes one that is not masked."""
    size = len(data)
    masked = 0x80 if mask else 0
    if size < 126:
        head = bytes([masked | size])
    elif size < 65_536:
        head = bytes([masked | 126]) + size.to_bytes(2, "big")
    else:
        head = bytes([masked | 127]) + size.to_bytes(8, "big")
    if mask:
        data = bytes(byte ^ mask[place % 4] for place, byte in enumerate(data)) if any(mask) else data
    return bytes([0x80 * final | more | kind]) + head + mask + data


def dial(address: str, *, buffer: int = 0) -> sockets.socket:
    """A connection that has said nothing; with a small buffer little can be sent to it that it does not read."""
    host, _, port = address.rpartition(":")
    line = sockets.socket()
    if buffer:
        line.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, buffer)
    line.settimeout(PATIENCE)
    line.connect((host, int(port)))
    return line


def upgraded(address: str, *, buffer: int = 0) -> sockets.socket:
    """A socket that has not said hello."""
    line = dial(address, buffer=buffer)
    line.sendall(UPGRADE.format(address, "").encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += line.recv(1)
    assert b" 101 " in answer
    return line


def all_of(line: sockets.socket) -> bytes:
    """What is still said on a line until it ends, in whatever way."""
    said = b""
    with suppress(ConnectionError):
        while piece := line.recv(65_536):
            said += piece
    return said


def send_until_cut(line: sockets.socket, data: bytes, most: int) -> int:
    """Send the same again and again, without reading; how many bytes it was until the other side was gone."""
    sent = 0
    with suppress(ConnectionError):
        while sent < most:
            sent += line.send(data)
    return sent
