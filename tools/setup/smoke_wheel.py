"""Build the wheel, install it into a bare environment and use it as its first user would.

The environment has Python and the locked core dependencies, nothing of the development tools and nothing of
this checkout, so a file or a dependency that is missing from the wheel shows here.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import venv
import zipfile
from pathlib import Path

from dnup.__about__ import __version__
from tools import ROOT

MUST_HAVE = (
    "dnup/decks/printed.toml",
    "dnup/decks/balanced.toml",
    "dnup/decks/pairs.toml",
    "dnup/pictures/card_art.json",
    "dnup/web/index.html",
    "dnup/web/engine/dnup.wasm",
    "dnup/web/engine/kernel.js",
    "dnup/py.typed",
    "licenses/LICENSE",
)
MUST_NOT_HAVE = (".nbc", ".nbi", ".pyc", "demo.html", "demo.js", "demo.json", "tests/", "tools/")


class SmokeError(Exception):
    """The wheel is not fit to be published."""


def run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    """What the command prints; its failure is ours."""
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=env, check=False, capture_output=True, text=True
    )
    if done.returncode != 0:
        shown = " ".join(str(part) for part in command)
        raise SmokeError(f"{shown}\nended with exit status {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def expect(fact: bool, sentence: str) -> None:
    """Say what was wrong, unless it was right."""
    if not fact:
        raise SmokeError(sentence)


def build(folder: Path) -> Path:
    """The wheel of this checkout, built with the locked build backend."""
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def check_contents(wheel: Path) -> None:
    """Everything a user needs is in the wheel, and nothing else."""
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in MUST_HAVE:
        expect(any(name.endswith(wanted) for name in names), f"{wanted} is not in {wheel.name}")
    for unwanted in MUST_NOT_HAVE:
        stray = [name for name in names if name.endswith(unwanted) or name.startswith(unwanted)]
        expect(not stray, f"{wheel.name} should not have {', '.join(stray)}")


def install(wheel: Path, environment: Path) -> Path:
    """A bare environment with the wheel in it; returns its folder of programs."""
    venv.create(environment, with_pip=False, symlinks=os.name != "nt")
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "-qq"]
    pip += ["--python", str(programs / "python")]
    lock = ROOT / "requirements" / "core.lock"
    run(*pip, "install", "--no-compile", "--require-hashes", "-r", lock, cwd=environment)
    run(*pip, "install", "--no-compile", "--no-deps", wheel, cwd=environment)
    run(*pip, "check", cwd=environment)
    return programs


def check_use(programs: Path, elsewhere: Path) -> None:
    """The first things anyone would try, from a folder that is not the checkout."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NUMBA_"))}
    env["XDG_CACHE_HOME"] = str(elsewhere / "cache")

    def dnup(*arguments: str) -> str:
        return run(programs / "dnup", *arguments, cwd=elsewhere, env=env)

    version = dnup("--version")
    expect(__version__ in version, f"dnup --version says {version!r}, not {__version__}")
    expect("simulate" in dnup("--help"), "dnup --help does not list simulate")
    expect(bool(json.loads(dnup("deck", "show", "--json"))), "dnup deck show --json shows nothing")
    played = dnup("simulate", "--players", "2", "--games", "1", "--seed", "1", "--json")
    expect(bool(json.loads(played)), "dnup simulate --json says nothing")
    written = json.loads(dnup("site", "site", "--json"))
    expect((elsewhere / "site" / "index.html").is_file(), f"dnup site wrote no page, but {written}")
    where = run(programs / "python", "-c", "import dnup; print(dnup.__file__)", cwd=elsewhere, env=env)
    expect(Path(where.strip()).is_relative_to(programs.parent), f"import dnup takes it from {where}")


def main() -> int:
    """Build, install, try; exit 1 and a sentence when something is wrong."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="dnup-wheel-") as name:
        folder = Path(name).resolve()
        elsewhere = folder / "elsewhere"
        elsewhere.mkdir()
        try:
            wheel = build(folder)
            check_contents(wheel)
            check_use(install(wheel, folder / "bare"), elsewhere)
        except SmokeError as error:
            print(f"The wheel does not hold: {error}", file=sys.stderr)
            return 1
        size = wheel.stat().st_size / 1000
        print(f"{wheel.name} ({size:.0f} kB) installs and plays ({time.monotonic() - start:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
