"""Install dnup as people do: from wheels and sdist, with pip, pipx and uv, on every supported Python found here.

`make smoke-install` runs it. After each installation `dnup` alone must show the page, and Python must make a move. The
wheel with machine code must do both, and the README's lines, without compiling anything.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from dnup.__about__ import __version__
from tools import ROOT
from tools.setup.smoke_wheel import SmokeError, expect, run

TOOLS = Path(sys.executable).parent
MOVE = "import dnup; position = dnup.Round.deal(players=3, seed=7); print(position.legal_moves[0])"
SIZE_LIMIT = 6_000_000
"""The bytes that machine code may add to a wheel."""
README = """
import time
import dnup
began = time.perf_counter()
import doctest, sys
failed, tried = doctest.testfile(sys.argv[1], module_relative=False, optionflags=doctest.ELLIPSIS)
print(time.perf_counter() - began)
sys.exit(failed > 0 or tried < 5)
"""


def supported() -> list[tuple[str, str]]:
    """The supported versions of Python that are on this machine, each with its program."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    versions = [entry.split()[-1] for entry in project["classifiers"] if re.search(r":: 3\.\d+$", entry)]
    found = run(ROOT / "tools" / "setup" / "interpreters", *versions, cwd=ROOT)
    return [(version, path) for version, path in map(str.split, found.splitlines())]


def build(dist: Path) -> tuple[Path, Path, Path]:
    """The sdist, the pure wheel and the wheel with machine code."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(dist)]
    run(*command, ROOT, cwd=ROOT)
    run(*command, "--wheel", ROOT, cwd=ROOT, env=os.environ | {"HATCH_BUILD_HOOK_ENABLE_CUSTOM": "1"})
    (sdist,) = dist.glob("*.tar.gz")
    (pure,) = dist.glob("*-py3-none-any.whl")
    (native,) = {*dist.glob("*.whl")} - {pure}
    return sdist, pure, native


def check_metadata(dist: Path) -> None:
    run(TOOLS / "twine", "check", "--strict", *sorted(dist.iterdir()), cwd=dist)
    run(TOOLS / "validate-pyproject", ROOT / "pyproject.toml", cwd=dist)


class Person:
    """Somebody with a home of their own, and nothing in it."""

    def __init__(self, home: Path) -> None:
        home.mkdir(parents=True)
        self.home = home
        kept = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NUMBA_"))
        }
        self.env = kept | {
            "HOME": str(home),
            "XDG_CACHE_HOME": str(home / "cache"),
            "XDG_DATA_HOME": str(home / "data"),
            "PIPX_HOME": str(home / "pipx"),
            "PIPX_BIN_DIR": str(home / "bin"),
            # The installers' own downloads may be shared: they do not change what is installed.
            "UV_CACHE_DIR": os.environ.get("UV_CACHE_DIR", str(Path.home() / ".cache" / "uv")),
            "PIP_CACHE_DIR": os.environ.get("PIP_CACHE_DIR", str(Path.home() / ".cache" / "pip")),
            "UV_PYTHON_DOWNLOADS": "never",
        }

    def run(self, *command: str | Path) -> str:
        return run(*command, cwd=self.home, env=self.env)

    def see_page(self, *dnup: str | Path) -> float:
        """`dnup` shows the page, and tables for friends where it has them; the seconds until then."""
        began = time.monotonic()
        with subprocess.Popen(
            [*map(str, dnup), "serve", "--port", "0"],
            cwd=self.home,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            assert process.stdout is not None
            try:
                said = process.stdout.readline()
                address = re.search(r"http://\S+/", said)
                if address is None:
                    raise SmokeError(f"dnup serves no page: {said}{process.communicate()[1]}")
                with urllib.request.urlopen(address[0]) as page:
                    expect(b">dnup</title>" in page.read(), "the page is another one")
                while not is_ready(address[0]):
                    time.sleep(0.02)
                return time.monotonic() - began
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGTERM)  # a job in the background ignores SIGINT
                process.communicate()


def is_ready(address: str) -> bool:
    """Whether tables for friends are ready, or there are none."""
    try:
        with urllib.request.urlopen(f"{address}health") as answer:
            return bool(json.load(answer)["status"] == "ok")
    except urllib.error.HTTPError as error:
        return error.code == 404


Installed = tuple[Sequence[str | Path], Path | None]
"""The command `dnup`, and the Python that has it, if it is one that people use."""


def with_pip(person: Person, python: str, what: str) -> Installed:
    person.run(python, "-m", "venv", "environment")
    programs = person.home / "environment" / "bin"
    person.run(programs / "pip", "install", "--quiet", what)
    return [programs / "dnup"], programs / "python"


def with_uv(person: Person, python: str, what: str) -> Installed:
    person.run(TOOLS / "uv", "venv", "--quiet", "--python", python, "environment")
    programs = person.home / "environment" / "bin"
    person.run(TOOLS / "uv", "pip", "install", "--quiet", "--python", programs / "python", what)
    return [programs / "dnup"], programs / "python"


def with_uvx(person: Person, python: str, what: str) -> Installed:
    return [TOOLS / "uvx", "--quiet", "--python", python, "--from", what, "dnup"], None


def with_pipx(person: Person, python: str, what: str) -> Installed:
    person.run(TOOLS / "pipx", "install", "--quiet", "--python", python, what)
    return [person.home / "bin" / "dnup"], None


INSTALLERS: dict[str, Callable[[Person, str, str], Installed]] = {
    "pip": with_pip,
    "pipx": with_pipx,
    "uv": with_uv,
    "uvx": with_uvx,
}


def try_out(person: Person, installed: Installed) -> str:
    dnup, python = installed
    version = person.run(*dnup, "--version").strip()
    expect(version == f"dnup {__version__}", f"dnup --version says {version!r}, not {__version__}")
    seconds = person.see_page(*dnup)
    if python is not None:
        move = person.run(python, "-c", MOVE).strip()
        expect(move.startswith("play "), f"the first legal move is {move!r}")
    return f"page after {seconds:.1f} s"


def try_machine_code(person: Person, wheel: Path, pure: Path) -> str:
    """The wheel with machine code: page, tables and the README's lines at once, and nothing compiled."""
    added = wheel.stat().st_size - pure.stat().st_size
    expect(added <= SIZE_LIMIT, f"machine code adds {added:,} bytes to {wheel.name}")
    dnup, python = with_pip(person, sys.executable, f"{wheel}[server,arena]")
    assert python is not None
    ready = person.see_page(*dnup)
    lines = float(person.run(python, "-c", README, ROOT / "README.md").splitlines()[-1])
    compiled = [path.name for path in person.home.rglob("*.nbc")]
    expect(not compiled, f"{wheel.name} does not fit here, or lacks functions: {', '.join(compiled)}")
    return (
        f"{added / 1e6:.1f} MB of machine code; page and tables after {ready:.1f} s, "
        f"the README's lines {lines:.1f} s after the import"
    )


def main() -> int:
    """Build, install, try; exit 1 and a sentence when something is wrong."""
    with tempfile.TemporaryDirectory(prefix="dnup-install-") as name:
        folder = Path(name).resolve()
        dist = folder / "dist"
        try:
            sdist, pure, native = build(dist)
            check_metadata(dist)
            print(f"{native.name}: {try_machine_code(Person(folder / 'native'), native, pure)}", flush=True)
            for version, python in supported():
                for installer, install in INSTALLERS.items():
                    for what in (pure, sdist) if installer == "pip" else (pure,):
                        person = Person(folder / f"{version}-{installer}-{what.suffix}")
                        said = try_out(person, install(person, python, str(what)))
                        print(f"Python {version}, {installer}, {what.name}: {said}", flush=True)
        except SmokeError as error:
            print(f"The package does not hold: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
