"""Rendering of environments: text, or a picture as an array of pixels."""

from __future__ import annotations

import io
import re
import tempfile
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dnup.error_text import quoted
from dnup.extras import need
from dnup.game.view import View
from dnup.pictures.scenes import draw_table

RENDERING: Final = ("human", "ansi", "rgb_array")
"""Printed after every step, or returned by `render`: as a text, or as an array of pixels."""

Frame: TypeAlias = NDArray[np.uint8]
"""A picture: height × width × 3, red, green and blue."""


def check_render_mode(mode: str | None) -> str | None:
    """A valid render mode; otherwise a `ValueError`."""
    if mode not in (None, *RENDERING):
        raise ValueError(f"a render_mode is one of {', '.join(RENDERING)}, not {quoted(mode)}")
    return mode


def show(view: View, mode: str | None) -> str | Frame | None:
    """The result of `render` for a position or a view in a mode."""
    if mode == "human":
        print(view, flush=True)
    if mode == "rgb_array":
        return rasterize(draw_table(view))
    return str(view) if mode == "ansi" else None


def rasterize(svg: str) -> Frame:
    """An SVG picture as pixels. It looks the same on every machine, because the font is that of Pillow."""
    what = 'render_mode="rgb_array"'
    resvg: Any = need("resvg_py", "rl", what, package="resvg-py")
    images: Any = need("PIL.Image", "rl", what, package="pillow")
    fonts: Any = need("PIL.ImageFont", "rl", what, package="pillow")
    font = fonts.load_default(12)
    with tempfile.TemporaryDirectory() as folder:  # resvg reads fonts from files only
        file = Path(folder) / "font.otf"
        file.write_bytes(font.font_bytes)
        png = resvg.svg_to_bytes(
            # It cannot read the CSS for dark pages; the light colors are attributes.
            svg_string=re.sub("<style>.*?</style>", "", svg),
            background="#ffffff",
            skip_system_fonts=True,
            font_files=[str(file)],
            sans_serif_family=font.getname()[0],
        )
    frame: Frame = np.array(images.open(io.BytesIO(png)).convert("RGB"))
    return frame
