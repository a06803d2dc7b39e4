"""Machine code that a wheel brings along is used where it fits, and is read from the package alone."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import pytest

import dnup
from dnup.entry_points import entry_points
from dnup.kernel import machine_code
from dnup.kernel.layout import slot_count
from dnup.kernel.machine_code import MANIFEST, find

pytestmark = pytest.mark.compiled

WRITE = """
import sys
from pathlib import Path
from dnup.entry_points import entry_points
from dnup.kernel.layout import owner, slot_count
from dnup.kernel.machine_code import write

write(Path(sys.argv[1]), [entry for entry in entry_points(["rules"]) if entry[0] in (owner, slot_count)])
"""

USE = """
import json, pathlib, sys
import dnup
from dnup.kernel.jit import CACHE_DIRECTORY
from dnup.kernel.layout import owner, slot_count

found = [slot_count(2), owner(2, 3)]
print(json.dumps([found, len(list(CACHE_DIRECTORY.rglob("*.nbc")))]))
"""


class Installed:
    """A copy of the package, as in an environment, with the machine code of two functions."""

    def __init__(self, site: Path) -> None:
        self.site = site
        self.folder = site / "dnup" / "machine_code"
        ignored = shutil.ignore_patterns("__pycache__", "web", "server")
        shutil.copytree(Path(dnup.__file__).parent, site / "dnup", ignore=ignored)

    def run(self, code: str, variables: dict[str, str], *arguments: object, cwd: Path | None = None) -> str:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        settings = {
            "PYTHONPATH": str(self.site),
            "NUMBA_CACHE_DIR": str(self.site / "cache"),
            "DNUP_QUIET": "1",
        }
        done = subprocess.run(
            [sys.executable, "-P", "-c", code, *map(str, arguments)],
            env=kept | settings | variables,
            cwd=cwd or self.site,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def use(self, cwd: Path | None = None, **variables: str) -> int:
        """Call both functions with an empty cache, and return how many had to be compiled."""
        shutil.rmtree(self.site / "cache", ignore_errors=True)
        found, compiled = json.loads(self.run(USE, variables, cwd=cwd))
        assert found == [4, 1]
        return int(compiled)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    package = Installed(tmp_path_factory.mktemp("site"))
    processor = machine_code.baseline()
    if processor is None:
        pytest.skip("no wheel is made for this type of machine")
    package.run(WRITE, machine_code.environment(processor), package.folder)
    return package


def test_nothing_is_compiled_where_machine_code_fits(installed: Installed) -> None:
    if find(installed.folder) is None:
        pytest.skip("this processor is older than the baseline")
    assert installed.use() == 0


class Trap:
    """Writes a file when it is unpickled."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> Any:
        return Path.touch, (self.file,)


def test_machine_code_is_read_from_the_package_alone(installed: Installed, tmp_path: Path) -> None:
    """Not from where the process runs, nor from where a variable points to."""
    sprung = tmp_path / "sprung"
    places = [tmp_path, tmp_path / "dnup", tmp_path / "cache", tmp_path / "home" / ".cache" / "dnup"]
    for place in places:
        trap = place / "machine_code"
        shutil.copytree(installed.folder, trap)
        manifest = json.loads((trap / MANIFEST).read_bytes())
        for name in manifest["digests"]:
            (trap / name).write_bytes(pickle.dumps(Trap(sprung)))
        del manifest["digests"]
        (trap / MANIFEST).write_text(json.dumps(manifest))
    installed.use(
        cwd=tmp_path,
        HOME=str(tmp_path / "home"),
        XDG_CACHE_HOME=str(tmp_path),
        XDG_DATA_HOME=str(tmp_path),
        DNUP_MACHINE_CODE=str(tmp_path),
    )
    assert not sprung.exists()


@pytest.fixture
def folder(installed: Installed, tmp_path: Path) -> Path:
    if find(installed.folder) is None:
        pytest.skip("this processor is older than the baseline")
    shutil.copytree(installed.folder, tmp_path / "machine_code")
    return tmp_path / "machine_code"


def change(folder: Path, **entries: object) -> None:
    manifest = json.loads((folder / MANIFEST).read_bytes())
    (folder / MANIFEST).write_text(json.dumps(manifest | entries))


@pytest.mark.parametrize("fact", list(machine_code.origin()))
def test_machine_code_of_another_origin_does_not_fit(folder: Path, fact: str) -> None:
    change(folder, origin=machine_code.origin() | {fact: "another"})
    assert find(folder) is None


def test_a_processor_must_have_every_feature(folder: Path) -> None:
    change(folder, features=["cmov", "a feature of the next century"])
    assert find(folder) is None


def test_the_baseline_has_its_features_written_down(installed: Installed) -> None:
    manifest = json.loads((installed.folder / MANIFEST).read_bytes())
    assert manifest["processor"] == machine_code.baseline()
    if manifest["processor"] == "x86-64-v3":
        assert {"avx2", "bmi2", "fma", "lzcnt", "popcnt"} <= set(manifest["features"])


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"origin": {}}', '{"origin": 1, "features": 2}'])
def test_a_damaged_manifest_is_as_good_as_none(folder: Path, text: str) -> None:
    (folder / MANIFEST).write_text(text)
    assert find(folder) is None


@pytest.mark.parametrize(
    "name, value",
    [("CPU_NAME", "generic"), ("CPU_FEATURES", ""), ("BOUNDSCHECK", 1), ("OPT", 1), ("DEBUGINFO_DEFAULT", 1)],
)
def test_somebody_who_asks_for_other_machine_code_gets_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: object
) -> None:
    monkeypatch.setattr(numba.config, name, value)
    assert find(folder) is None


@pytest.mark.parametrize("damage", ["missing", "cut", "changed"])
def test_damaged_machine_code_is_not_run(folder: Path, damage: str) -> None:
    code = find(folder)
    assert code is not None
    ((entry, signature),) = (pair for pair in entry_points(["rules"]) if pair[0] is slot_count)
    function = entry.py_func
    file = folder / machine_code.name_of(function, signature)
    kept = file.read_bytes()
    if damage == "missing":
        file.unlink()
    elif damage == "cut":
        file.write_bytes(kept[: len(kept) // 2])
    else:
        file.write_bytes(kept[:-9] + bytes([kept[-9] ^ 1]) + kept[-8:])
    assert code.load(function, signature, None) is None
