"""`tools.page.demo` with a page that takes less time: bots on the device answer at once, and reviews think less.

The server changes the scripts. A browser that changes them on their way keeps nothing in its cache, and a page takes it
a quarter of a second longer.
"""

import re
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

from dnup.cli import main
from dnup.site.files import SOURCES, WEB
from tools.page.demo.__main__ import HERE

HASTE: Final = {
    "device/scheduler.js": (r"(BOT_PAUSE = )\d+", r"\g<1>0"),
    "review/review.js": (r"(EFFORT = )\d+", r"\g<1>400"),
}
"""What is changed in which script."""


def copy_in_haste(folder: Path) -> Path:
    """The page with these changes, in a folder."""
    copy = shutil.copytree(WEB, folder / "web")
    for name, (pattern, by) in HASTE.items():
        text, count = re.subn(pattern, by, (WEB / name).read_text(encoding="utf-8"))
        assert count == 1, f"{pattern} is not in {name}"
        (copy / name).write_text(text, encoding="utf-8")
    return copy


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        SOURCES[""] = copy_in_haste(Path(folder))
        SOURCES["demo/"] = HERE
        sys.exit(main(["serve", *sys.argv[1:]]))
