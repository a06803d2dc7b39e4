"""Cards as SVG, with the shapes and colors of the page: tools/page/card_art.py writes them to card_art.json."""

from __future__ import annotations

import functools
import hashlib
import importlib.resources
import json
import re
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

SMALL: Final = 70
"""A card less wide than this, in pixels, shows less: the page's own measure."""

FONT: Final = "Avenir Next, Avenir, Segoe UI, Roboto, Ubuntu, Cantarell, Helvetica Neue, Arial, sans-serif"

_DARK_PAGES: Final = (
    '[data-jp-theme-light="false"] .dnup,.vscode-dark .dnup,[data-theme="dark"] .dnup,[theme="dark"] .dnup'
)
"""How JupyterLab, VS Code and others say that they are dark."""


@functools.cache
def _art() -> dict[str, Any]:
    text = (importlib.resources.files("dnup.pictures") / "card_art.json").read_text(encoding="utf-8")
    art: dict[str, Any] = json.loads(text)
    return art


def value_colors(value: int) -> tuple[str, str]:
    """The color of an active value, and that of the ink on it."""
    active = _art()["on"][str(value)]
    return active["panel"], active["ink"]


class Drawing:
    """A picture in the making: what is in it, and what that refers to, each once."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._used: dict[str, str] = {}

    def add(self, markup: str) -> None:
        self._parts.append(markup)

    def card(
        self,
        active: int,
        inactive: int,
        place: str,
        width: float,
        *,
        star: bool = False,
        symbol: str | None = None,
    ) -> None:
        """A card so wide, its upper left corner at the origin of `place`, a transformation."""
        art = _art()
        size = "small" if width < SMALL else "large"
        middle = art["star"] if star else art["symbols"].get(symbol, "")
        self._place(
            self._use("paper", art["paper"])
            + self._half(active, "on", size)
            + self._half(inactive, "off", size)
            + self._use("seam", f'<g clip-path="url(#dn-card)">{art["seam"]}</g>')
            + middle
            + self._use("edge", art["edge"]),
            place,
            width,
        )

    def back(self, place: str, width: float) -> None:
        """The back of a card, likewise."""
        name = "small_back" if width < SMALL else "back"
        self._place(self._use(name, _art()[name]) + self._use("edge", _art()["edge"]), place, width)

    def chip(self, value: int, x: float, y: float, height: float) -> None:
        """A value as it stands in the page's texts: a tiny active half, its upper left corner at x, y."""
        colors = _art()["on"][str(value)]
        width = round(height * 0.81, 2)
        self.add(
            f'<g transform="translate({x:g} {y:g})" color="{colors["ink"]}"><rect {paint(fill="paper")} '
            f'x="-1" y="-1" width="{width + 2:g}" height="{height + 2:g}" rx="{height * 0.24:g}"/>'
            f'<rect fill="{colors["panel"]}" width="{width:g}" height="{height:g}" rx="{height * 0.2:g}"/>'
            f'<g transform="translate({width * 0.24:g} {height * 0.19:g}) scale({height * 0.0062:.4g})">'
            f"{self._numeral(value)}</g></g>"
        )

    def letters(self, lit: int, x: float, y: float, height: float) -> None:
        """The word of the score, with this number of letters lit."""
        drawn = [
            f'<path d="{shape}" fill="none" {paint(stroke="accent")} stroke-width="18"/>'
            if number < lit
            else f'<path d="{shape}" fill="none" {paint(stroke="ink-2")} stroke-width="6" opacity=".5"/>'
            for number, shape in enumerate(_art()["letters"].values())
        ]
        self.add(f'<g transform="translate({x:g} {y:g}) scale({height / 140:.4g})">{"".join(drawn)}</g>')

    def box(self, x: float, y: float, width: float, height: float, radius: float, look: str) -> None:
        """A rectangle with round corners."""
        self.add(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}" {look}/>')

    def text(self, words: str, x: float, y: float, size: float, color: str = "ink", more: str = "") -> None:
        """A line of text."""
        self.add(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" {paint(fill=color)} {more}>{escape(words)}</text>'
        )

    def svg(self, width: float, height: float, title: str, *, on_a_page: bool = False) -> str:
        """The whole picture; one that becomes a part of a page is as dark or light as the page."""
        body = "".join(self._parts)
        scheme = ".dnup{color-scheme:light dark}"
        if on_a_page:
            scheme = f".dnup{{max-width:100%;height:auto}}{_DARK_PAGES}{{color-scheme:dark}}"
        defs = (
            _CLIP
            + _art()["defs"]
            + "".join(f'<g id="{name}">{markup}</g>' for name, markup in self._used.items())
        )
        picture = (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="dnup" role="img" aria-label={quoteattr(title)} '
            f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}" font-family="{FONT}">'
            f"<title>{escape(title)}</title><style>{scheme}{_colors_of(defs + body)}</style>"
            f"<defs>{defs}</defs>{body}</svg>"
        )
        if not on_a_page:
            return picture
        # Pictures on one page must not share what they refer to: it is gone for all when one of them is folded away.
        own = hashlib.sha256(body.encode()).hexdigest()[:8]
        return re.sub(r'(id="|href="#|url\(#)dn-', rf"\g<1>dn-{own}-", picture)

    def _place(self, markup: str, place: str, width: float) -> None:
        self.add(f'<g transform="{place} scale({width / 100:g})">{_SHADOW}{markup}</g>')

    def _half(self, value: int, role: str, size: str) -> str:
        art = _art()
        self._numeral(value)
        shape: str = art[size][str(value)].format(**art[role][str(value)])
        if role == "off":
            shape = f'<g transform="{art["turned"]}">{shape}</g>'
        return self._use(f"{size}-{role}{value}", shape)

    def _numeral(self, value: int) -> str:
        return self._use(f"n{value}", _art()["numerals"][str(value)])

    def _use(self, name: str, markup: str) -> str:
        self._used[f"dn-{name}"] = markup
        return f'<use href="#dn-{name}"/>'


_CLIP: Final = '<clipPath id="dn-card"><rect width="100" height="150" rx="10"/></clipPath>'
_SHADOW: Final = '<rect y="3" width="100" height="150" rx="10" fill="#0d1b15" opacity=".2"/>'


def paint(**colors: str) -> str:
    """Attributes like fill and stroke with colors of the page: the light one, and a class that knows the dark one."""
    words, classes = [], []
    for name, color in colors.items():
        attribute = name.replace("_", "-")
        (light, opacity), *dark = _art()["colors"][color]
        words.append(f'{attribute}="{light}"')
        if opacity < 1:
            words.append(f'{_opacity(attribute)}="{opacity:g}"')
        if dark:
            classes.append(f"dnup-{attribute}-{color}")
    return " ".join([*words, f'class="{" ".join(classes)}"'] if classes else words)


def _opacity(attribute: str) -> str:
    return f"{attribute.removesuffix('-color')}-opacity"


def _colors_of(markup: str) -> str:
    """Rules for the classes that are in use: by the page's own function, where that is known."""
    rules = []
    for attribute, color in sorted(set(re.findall(r"dnup-(fill|stroke|stop-color)-([a-z0-9-]+)", markup))):
        light, dark = (f"{tone}{round(255 * opacity):02x}" for tone, opacity in _art()["colors"][color])
        rules.append(
            f".dnup-{attribute}-{color}{{{attribute}:light-dark({light},{dark});{_opacity(attribute)}:1}}"
        )
    return "".join(rules)
