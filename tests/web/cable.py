"""A cable between a browser and a server that can be cut: what the tests of bad connections need."""

from __future__ import annotations

import contextlib
import socket
import threading


class Cable:
    """Listens on its own port and passes everything on to the server, as long as it is whole."""

    def __init__(self, port: int) -> None:
        self.server_port = port
        self.whole = True
        self.mute = False
        """Whether what the server answers is lost on the way."""
        self._ends: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Break every connection and let no new one through."""
        self.whole = False
        with self._lock:
            for end in self._ends:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
            self._ends.clear()

    def mend(self) -> None:
        self.mute = False
        self.whole = True

    def close(self) -> None:
        self.cut()
        self._listener.close()

    def _listen(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            try:
                if not self.whole:
                    raise ConnectionError("the cable is cut")
                far = socket.create_connection(("127.0.0.1", self.server_port))
            except OSError:
                near.close()
                continue
            with self._lock:
                self._ends |= {near, far}
            for source, target, answers in ((near, far, False), (far, near, True)):
                threading.Thread(target=self._carry, args=(source, target, answers), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                if not (answers and self.mute):
                    target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
