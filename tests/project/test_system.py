"""What `make test` needs from the system is named before it is installed; what cannot be is skipped aloud."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ORDINARY = (
    "bash",
    "cat",
    "chmod",
    "env",
    "grep",
    "id",
    "ls",
    "mktemp",
    "rm",
    "sleep",
    "tail",
    "touch",
    "true",
)


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A folder of programs: all that this machine has."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ORDINARY:
        found = shutil.which(name)
        assert found
        (folder / name).symlink_to(found)
    for name in ("gcc", "node", "npm"):
        program(folder, name, "exit 0")
    return folder


def program(folder: Path, name: str, text: str) -> None:
    file = folder / name
    file.unlink(missing_ok=True)
    file.write_text(f"#!{shutil.which('bash')}\n{text}\n", encoding="utf-8")
    file.chmod(0o755)


def run(machine: Path, *command: str, ci: bool = False) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": str(machine), "HOME": str(machine), "TMPDIR": str(machine), "LLVM": "22"}
    if ci:
        environment["CI"] = "true"
    return subprocess.run(
        [f"{ROOT}/tools/{command[0]}", *command[1:]],
        cwd=machine,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=180,
    )


def be_root(machine: Path, apt: str) -> None:
    """Somebody who may install; `apt` is what apt-get does."""
    program(machine, "id", "echo 0")
    program(machine, "apt-get", apt)


# Whatever is asked for appears; before that, it is noted what had been said.
APT = """[ "$2" = update ] && exit 0
shift 4
[ $# = 0 ] || echo "$*" >> asked
for name in "$@"; do [ "$name" = lld-22 ] && name=wasm-ld-22; echo 'exit 0' > bin.$name; chmod +x bin.$name; done
"""


def test_what_is_missing_is_named_with_its_reason_and_installed_at_once(machine: Path) -> None:
    be_root(
        machine, APT.replace("bin.$name", f'"{machine}/$name"').replace(">> asked", f">> '{machine}/asked'")
    )
    done = run(machine, "setup/system")
    assert done.returncode == 0, done.stderr
    assert (machine / "asked").read_text() == "chromium lld-22\nchromium-headless-shell\n"
    told = done.stdout.splitlines()
    assert told == [
        "· installing with apt-get what the tests need from the system:",
        "  chromium: plays in a real browser",
        "  lld-22: links the WebAssembly engine",
        "  chromium-headless-shell: plays in Chromium without windows, in two thirds of the processor time",
    ]
    assert done.stderr == ""
    # Once it is there, there is nothing to say.
    assert run(machine, "setup/system").stdout == ""


def test_who_may_not_install_is_told_what_is_skipped(machine: Path) -> None:
    program(machine, "id", "echo 1000")
    program(machine, "sudo", "exit 1")
    program(machine, "apt-get", f"touch '{machine}/asked'")
    done = run(machine, "setup/system")
    assert done.returncode == 0
    assert done.stdout == ""
    assert "  chromium: plays in a real browser\n" in done.stderr
    assert "What needs them is skipped" in done.stderr
    assert "apt-get install chromium lld-22" in done.stderr
    assert not (machine / "asked").exists()
    assert run(machine, "setup/system", ci=True).returncode == 1


def test_tests_do_without_what_only_makes_them_faster(machine: Path) -> None:
    for name in ("chromium", "wasm-ld-22"):
        program(machine, name, "exit 0")
    # Not for someone who may not install,
    program(machine, "id", "echo 1000")
    program(machine, "sudo", "exit 1")
    done = run(machine, "setup/system", ci=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    # and not where the system has no such package.
    be_root(machine, '[ "$2" = update ] || [ $# = 4 ] || exit 100')
    done = run(machine, "setup/system", ci=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == (
        "· not to be had here, and the tests do without it: chromium-headless-shell"
    )


def test_an_installation_that_fails_is_said(machine: Path) -> None:
    be_root(machine, "echo no network here >&2; exit 100")
    done = run(machine, "setup/system", "chromium")
    assert done.returncode == 0
    assert "no network here" in done.stderr
    assert "lld" not in done.stderr
    assert run(machine, "setup/system", "chromium", ci=True).returncode == 1


def test_a_check_of_the_page_is_skipped_without_node(machine: Path) -> None:
    program(machine, "biome", "echo checked; exit 3")
    done = run(machine, "page/check", "biome")
    assert (done.returncode, done.stdout) == (3, "checked\n")
    (machine / "node").unlink()
    done = run(machine, "page/check", "biome")
    assert (done.returncode, done.stdout) == (0, "")
    assert "skipped, for node or npm is missing: biome" in done.stderr
    assert run(machine, "page/check", "biome", ci=True).returncode == 1


@pytest.mark.parametrize("first, second, status", [(0, 0, 0), (4, 0, 4), (0, 5, 5)])
def test_two_things_side_by_side(machine: Path, first: int, second: int, status: int) -> None:
    # Each can only end when the other has begun.
    def meeting(own: str, other: str, end: int) -> str:
        return f"echo {own}; touch {own}; until [ -e {other} ]; do sleep 0.02; done; exit {end}"

    done = run(machine, "setup/beside", meeting("a", "b", first), meeting("b", "a", second))
    assert done.returncode == status
    assert done.stdout == "b\na\n"
    assert not list(machine.glob("tmp.*"))
