"""WebDriver in its own words, for browsers that Playwright cannot drive or not wholly.

WebKitGTK brings a driver that speaks HTTP. Firefox has Marionette, the same commands over a socket; the program that
translates HTTP for it, geckodriver, is in no package of Debian.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

from tests.need import missing, need_program

PATIENCE = 180.0  # seconds; a busy machine is slow, not wrong
GLANCE = 0.05
LIBRARIES = Path("/usr/lib")
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""What the standard calls a reference to an element."""


class DriverError(Exception):
    """The driver says that something cannot be done."""


class Wire(Protocol):
    """The way to a driver: it is told a command, and what comes back is its value."""

    def navigate(self, address: str) -> None: ...

    def script(self, text: str, arguments: list[Any]) -> Any: ...

    def actions(self, actions: list[dict[str, Any]]) -> None: ...

    def back(self) -> None: ...

    def forward(self) -> None: ...

    def resize(self, width: int, height: int) -> None: ...

    def screenshot(self) -> str:
        """A PNG in base 64."""

    def upload(self, element: Any, file: Path) -> None:
        """Choose a file in a field for one."""


class HttpWire:
    """A session of WebKitWebDriver."""

    def __init__(self, port: int, binary: Path) -> None:
        self.address = f"http://127.0.0.1:{port}/session"
        options = {"binary": str(binary), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self.address += f"/{self._ask('POST', '', {'capabilities': wanted})['sessionId']}"
        limits = {"script": 600_000, "pageLoad": 600_000, "implicit": 0}
        self._ask("POST", "/timeouts", limits)

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.address + path, data, {"Content-Type": "application/json"}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE * 4) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            with error:
                told = json.load(error)["value"]
            raise DriverError(f"{told['error']}: {told['message']}") from None

    def navigate(self, address: str) -> None:
        self._ask("POST", "/url", {"url": address})

    def script(self, text: str, arguments: list[Any]) -> Any:
        return self._ask("POST", "/execute/sync", {"script": text, "args": arguments})

    def actions(self, actions: list[dict[str, Any]]) -> None:
        self._ask("POST", "/actions", {"actions": actions})

    def back(self) -> None:
        self._ask("POST", "/back", {})

    def forward(self) -> None:
        self._ask("POST", "/forward", {})

    def resize(self, width: int, height: int) -> None:
        self._ask("POST", "/window/rect", {"x": 0, "y": 0, "width": width, "height": height})

    def screenshot(self) -> str:
        return str(self._ask("GET", "/screenshot"))

    def upload(self, element: Any, file: Path) -> None:
        self._ask("POST", f"/element/{element[ELEMENT]}/value", {"text": str(file)})

    def close(self) -> None:
        self._ask("DELETE", "")


class Marionette:
    """A session of Firefox: each message is its length, a colon, and JSON."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE * 4)
        self._file = self._socket.makefile("rb")
        self._number = 0
        self._read()  # it says what it is
        self._ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {}}})
        self._ask("WebDriver:SetTimeouts", {"script": 600_000, "pageLoad": 600_000, "implicit": 0})

    def _read(self) -> Any:
        length = b""
        while (letter := self._file.read(1)) != b":":
            if not letter:
                raise DriverError("Firefox has gone")
            length += letter
        return json.loads(self._file.read(int(length)))

    def _ask(self, command: str, body: dict[str, Any] | None = None) -> Any:
        self._number += 1
        text = json.dumps([0, self._number, command, body or {}]).encode()
        self._socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, value = self._read()
        if error:
            raise DriverError(f"{error['error']}: {error['message']}")
        return value

    def navigate(self, address: str) -> None:
        self._ask("WebDriver:Navigate", {"url": address})

    def script(self, text: str, arguments: list[Any]) -> Any:
        return self._ask("WebDriver:ExecuteScript", {"script": text, "args": arguments})["value"]

    def actions(self, actions: list[dict[str, Any]]) -> None:
        self._ask("WebDriver:PerformActions", {"actions": actions})

    def back(self) -> None:
        self._ask("WebDriver:Back")

    def forward(self) -> None:
        self._ask("WebDriver:Forward")

    def resize(self, width: int, height: int) -> None:
        self._ask("WebDriver:SetWindowRect", {"x": 0, "y": 0, "width": width, "height": height})

    def screenshot(self) -> str:
        return str(self._ask("WebDriver:TakeScreenshot", {"full": False})["value"])

    def upload(self, element: Any, file: Path) -> None:
        self._ask("WebDriver:ElementSendKeys", {"id": element[ELEMENT], "text": str(file)})

    def close(self) -> None:
        self._ask("Marionette:Quit", {"flags": ["eForceQuit"]})
        self._socket.close()


Answer = TypeVar("Answer")


def wait_until(ask: Callable[[], Answer], what: str) -> Answer:
    """Ask until the answer is yes, or fail with what was waited for."""
    end = time.monotonic() + PATIENCE
    while True:
        answer = ask()
        if answer:
            return answer
        if time.monotonic() > end:
            raise AssertionError(f"waited {PATIENCE:.0f} s in vain for {what}")
        time.sleep(GLANCE)


@contextmanager
def running(*command: str, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A program as long as somebody needs it."""
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, **(quiet | options))
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextmanager
def screen() -> Iterator[dict[str, str]]:
    """A screen that nobody sees; the environment of a program that is to be shown on it."""
    reading, writing = os.pipe()
    command = [
        need_program("Xvfb"),
        "-displayfd",
        str(writing),
        "-screen",
        "0",
        "1400x1000x24",
        "-nolisten",
        "tcp",
    ]
    with running(*command, pass_fds=[writing]):
        os.close(writing)
        with os.fdopen(reading, encoding="ascii") as told:
            number = told.readline().strip()
        if not number:
            raise DriverError("Xvfb does not start")
        yield {**os.environ, "DISPLAY": f":{number}"}


@contextmanager
def webkit(environment: dict[str, str]) -> Iterator[HttpWire]:
    """WebKitGTK's own small browser, as new as on its first day."""
    driver = need_program("WebKitWebDriver")
    browsers = sorted(LIBRARIES.glob("*/webkit2gtk-4.*/MiniBrowser"))
    if not browsers:
        missing("MiniBrowser of WebKitGTK")
    port = free_port()
    with running(driver, f"--port={port}", env=environment) as process:
        wait_until(lambda: listens(port) or process.poll() is not None, "WebKitWebDriver to listen")
        wire = HttpWire(port, browsers[-1])
        try:
            yield wire
        finally:
            wire.close()


@contextmanager
def firefox(folder: Path, preferences: dict[str, str | int | bool]) -> Iterator[Marionette]:
    """Firefox with a profile in a folder."""
    wanted = {"marionette.port": 0, "browser.shell.checkDefaultBrowser": False, **preferences}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in wanted.items()]
    (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
    command = [
        need_program("firefox-esr"),
        "--headless",
        "--marionette",
        "--no-remote",
        "--profile",
        str(folder),
    ]
    with running(*command) as process:
        port = folder / "MarionetteActivePort"
        wait_until(
            lambda: (port.exists() and port.read_text()) or process.poll() is not None, "Firefox to listen"
        )
        wire = Marionette(int(port.read_text()))
        try:
            yield wire
        finally:
            wire.close()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def listens(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0
