"""`tools.page.demo` with the page of `quick_page`, and with deals and bots that follow from the seed."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from dnup.cli import main
from dnup.compile_cache import make_ready
from dnup.entry_points import SERVER
from dnup.server import run
from dnup.server.runtime.settings import Settings
from dnup.server.store.store import Store
from dnup.site import compressed
from dnup.site.files import SOURCES
from tests.chance import seeded
from tests.web.quick_page import QUICK_CODINGS, write_quick_page
from tools.page.demo.__main__ import HERE

_serve = run.serve


def _serve_seeded(store: Store, settings: Settings, *where: Any, **how: Any) -> None:
    _serve(store, seeded(settings), *where, **how)


if __name__ == "__main__":
    # A process beside the server that compiles with low priority may wait for minutes on a busy machine.
    make_ready(SERVER)
    compressed.CODINGS = QUICK_CODINGS
    with tempfile.TemporaryDirectory() as folder:
        SOURCES[""] = write_quick_page(Path(folder))
        SOURCES["demo/"] = HERE
        run.serve = _serve_seeded
        sys.exit(main(["serve", *sys.argv[1:]]))
