"""Write the WebAssembly module and its binding, src/dnup/web/engine/: make wasm."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

# Before anything is compiled: what Numba has cached was made for this machine, and to optimise for it would be in vain.
os.environ["NUMBA_CACHE_DIR"] = os.devnull
os.environ["NUMBA_OPT"] = "0"
os.environ["DNUP_QUIET"] = "1"  # what is said of compiling is for those who play


def main() -> int:
    from tools.wasm.binding import binding
    from tools.wasm.build import ENGINE, MADE_WITH, build
    from tools.wasm.link import NoLinker

    parser = argparse.ArgumentParser(prog="make wasm", description=__doc__)
    parser.add_argument("--into", type=Path, default=ENGINE, metavar="FOLDER", help="where to write them")
    folder = parser.parse_args().into
    if folder == ENGINE and sys.version_info[:2] != MADE_WITH:
        version = "{}.{}".format(*MADE_WITH)
        print(
            f"make wasm: the module is made with Python {version}: "
            f"make VENV=.venv-{version} PYTHON=python{version} wasm",
            file=sys.stderr,
        )
        return 1
    try:
        module = build()
    except NoLinker as error:
        print(f"make wasm: {error}", file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "dnup.wasm").write_bytes(module)
    (folder / "kernel.js").write_text(binding(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
