"""The page as most tests use it: bots on the device answer at once, reviews search less, and chance has a seed.

The scripts are changed in a copy. A browser that changes them on their way keeps nothing in its cache, and a page takes
it a quarter of a second longer.
"""

import re
import shutil
from pathlib import Path
from typing import Final

from dnup.site.files import WEB
from tests.chance import drawn

QUICK_CODINGS: Final = ("gzip",)
"""How the page is compressed: brotli takes each server more than a second."""
_DRAW: Final = f"""
const SEED = {int.from_bytes(drawn("device")[:4])};

/** Fills an array with the numbers of the seed and another number. */
function drawn(number, items) {{
  const bytes = new Uint8Array(items.buffer);
  let state = SEED ^ Math.imul(number + 1, 0x9e3779b9);
  for (let i = 0; i < bytes.length; i++) {{
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    bytes[i] = mixed >>> 14;
  }}
  return items;
}}
"""
CHANGES: Final = {
    "device/scheduler.js": (
        (r"(BOT_PAUSE = )\d+", r"\g<1>0"),
        (r"\Z", _DRAW),
        (r"crypto\.getRandomValues\((new Uint32Array\([^)]*\))\)", r"drawn(number, \1)"),
        (r"crypto\.getRandomValues\((new BigUint64Array\(1\))\)", r"drawn(table.positionNumber, \1)"),
    ),
    "game/shuffle-share.js": (
        (r"\Z", _DRAW),
        (r"crypto\.getRandomValues\((new Uint8Array\(32\))\)", r"drawn(read(localStorage).length, \1)"),
    ),
    "lobby/names.js": ((r"Math\.random\(\)", str(drawn("name")[0] / 256)),),
    "review/review.js": ((r"(EFFORT = )\d+", r"\g<1>400"),),
    "stats/background.js": ((r"(EFFORT = )\d+", r"\g<1>64"),),
}
"""What is changed in which script: patterns, and what replaces them."""


def write_quick_page(folder: Path) -> Path:
    """The folder with the changed page."""
    copy = shutil.copytree(WEB, folder / "web")
    for name, changes in CHANGES.items():
        text = (WEB / name).read_text(encoding="utf-8")
        for pattern, by in changes:
            text, count = re.subn(pattern, by, text)
            assert count == 1, f"{pattern} is in {name} {count} times"
        (copy / name).write_text(text, encoding="utf-8")
    return copy
