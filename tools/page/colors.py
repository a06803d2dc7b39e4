"""How well the colors of the values are told apart, also by color-blind people: python -m tools.page.colors.

It reads the page's style sheet, simulates the three kinds of color blindness at full severity (Machado, Oliveira and
Fernandes 2009), and prints the difference (CIEDE2000) of the closest pairs.
"""

from __future__ import annotations

import math
import re
from itertools import combinations
from typing import Final

from tools import ROOT

STYLE: Final = ROOT / "src" / "dnup" / "web" / "shared" / "dnup.css"
Triple = tuple[float, float, float]

SIGHTS: Final[dict[str, tuple[Triple, Triple, Triple]]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What becomes of linear red, green and blue in somebody's eyes."""


def read_colors(style: str, token: str = "c") -> dict[int, str]:
    """The colors of the values 1 to 10 in a style sheet, by value: `c` is the full one, `off` the pale one."""
    found = {}
    for selectors, rules in re.findall(r"^((?:\.v\d+,? ?)+)\{([^}]*)\}", style, re.MULTILINE):
        color = re.search(rf"--{token}: (#[0-9a-f]{{6}})", rules)
        for value in re.findall(r"\d+", selectors):
            if color and int(value) <= 10:
                found[int(value)] = color[1]
    return dict(sorted(found.items()))


def see(color: str, sight: str) -> Triple:
    """A color as L*, a*, b* as it looks to somebody."""
    linear = [_linear(int(color[i : i + 2], 16) / 255) for i in (1, 3, 5)]
    seen = [min(max(sum(k * c for k, c in zip(row, linear, strict=True)), 0), 1) for row in SIGHTS[sight]]
    red, green, blue = seen
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = _lab(x), _lab(y), _lab(z)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: Triple, other: Triple) -> float:
    """CIEDE2000 of two colors as L*, a*, b* (Sharma, Wu and Dalal 2005)."""
    mean_chroma = (math.hypot(*one[1:]) + math.hypot(*other[1:])) / 2
    g = 0.5 * (1 - math.sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7)))
    (l1, c1, h1), (l2, c2, h2) = (
        (lightness, math.hypot(a * (1 + g), b), math.degrees(math.atan2(b, a * (1 + g))) % 360)
        for lightness, a, b in (one, other)
    )
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn) / 2)
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    t = (
        1
        - 0.17 * math.cos(math.radians(hue - 30))
        + 0.24 * math.cos(math.radians(2 * hue))
        + 0.32 * math.cos(math.radians(3 * hue + 6))
        - 0.20 * math.cos(math.radians(4 * hue - 63))
    )
    sl = 1 + 0.015 * (lightness - 50) ** 2 / math.sqrt(20 + (lightness - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    rotation = 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    rt = -math.sin(math.radians(60 * math.exp(-(((hue - 275) / 25) ** 2)))) * rotation
    l_term, c_term, h_term = (l2 - l1) / sl, (c2 - c1) / sc, dh / sh
    return math.sqrt(l_term**2 + c_term**2 + h_term**2 + rt * c_term * h_term)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colors as WCAG defines it, from 1 to 21."""
    dark, light = sorted(_luminance(color) for color in (one, other))
    return (light + 0.05) / (dark + 0.05)


def pairs(colors: dict[int, str], sight: str) -> list[tuple[float, int, int]]:
    """All pairs of values with the difference of their colors, the closest first."""
    seen = {value: see(color, sight) for value, color in colors.items()}
    return sorted((difference(seen[a], seen[b]), a, b) for a, b in combinations(colors, 2))


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _luminance(color: str) -> float:
    red, green, blue = (_linear(int(color[i : i + 2], 16) / 255) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _lab(t: float) -> float:
    return float(t ** (1 / 3)) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116


if __name__ == "__main__":
    sheet = STYLE.read_text(encoding="utf-8")
    for token in ("c", "off"):
        for sight in SIGHTS:
            closest = ", ".join(
                f"{a} and {b} {d:.1f}" for d, a, b in pairs(read_colors(sheet, token), sight)[:5]
            )
            print(f"{token:>3} {sight:12} {closest}")
