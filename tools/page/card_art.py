"""Writes src/dnup/pictures/card_art.json, the page's cards for pictures in Python: python -m tools.page.card_art.

The page draws a card in JavaScript and colors it with CSS. Here its own functions draw, and what its style sheet says
of cards is worked out into plain attributes, which every program that shows SVG understands. A color that is another
one in the dark is the light one here, with a class that says which it is.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as Xml

from tools import ROOT

TARGET: Final = ROOT / "src" / "dnup" / "pictures" / "card_art.json"
WEB: Final = ROOT / "src" / "dnup" / "web"
STYLE: Final = WEB / "shared" / "dnup.css"
TABLE: Final = WEB / "table" / "table.css"
TOKENS: Final = (
    "mat",
    "mat-hi",
    "mat-lo",
    "ink",
    "ink-2",
    "surface",
    "accent",
    "glow",
    "line",
    "paper",
    "back",
    "back-line",
    "back-mark",
)
"""The colors of the page that pictures use."""

PAINT: Final = ("fill", "stroke", "color")
DRAWN: Final = (
    *PAINT,
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "opacity",
    "fill-opacity",
    "transform",
    "display",
)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_COMPOUND = re.compile(r"([a-z]*)((?:\.[\w-]+)*)(?::not\(\.([\w-]+)\))?")


@dataclass(frozen=True)
class Rule:
    """Declarations for elements below elements, each told by a tag, its classes and a class that it must not have."""

    chain: tuple[tuple[str, frozenset[str], str | None], ...]
    declarations: dict[str, str]
    order: int

    @property
    def weight(self) -> tuple[int, int, int]:
        classes = sum(len(classes) + (other is not None) for _, classes, other in self.chain)
        return classes, sum(bool(tag) for tag, _, _ in self.chain), self.order

    def fits(self, path: list[Xml.Element]) -> bool:
        """Whether it is about the last of these elements, each of which is in the one before."""
        if not _fits(self.chain[-1], path[-1]):
            return False
        above = iter(reversed(path[:-1]))
        return all(any(_fits(part, element) for element in above) for part in reversed(self.chain[:-1]))


def _fits(part: tuple[str, frozenset[str], str | None], element: Xml.Element) -> bool:
    tag, classes, other = part
    own = set(element.get("class", "").split())
    return (not tag or tag == element.tag) and classes <= own and other not in own


@dataclass
class Style:
    """What the page's style sheet says about cards, of the usual size and of a small one."""

    tokens: dict[str, str] = field(default_factory=dict)
    rules: list[Rule] = field(default_factory=list)
    small: list[Rule] = field(default_factory=list)

    @classmethod
    def of(cls, text: str) -> Style:
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        style = cls()
        (narrow,) = re.findall(r"@container \(max-width: 70px\) \{((?:[^{}]*\{[^{}]*\})*)\s*\}", text)
        style.small = list(_rules(narrow, 10_000))
        plain = re.sub(r"@[^{};]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", text)
        style.rules = list(_rules(plain, 0))
        root = re.search(r":root \{(.*?)\n\}", text, re.DOTALL)
        assert root is not None
        style.tokens = dict(re.findall(r"(--[\w-]+): ([^;]+);", root[1]))
        return style

    def color(self, text: str, own: dict[str, str]) -> list[tuple[str, float]]:
        """A color as hexadecimal digits and opacity: one, or one for light and one for dark."""
        while (found := re.search(r"var\((--[\w-]+)\)", text)) is not None:
            text = text.replace(found[0], own.get(found[1]) or self.tokens[found[1]])
        if (both := re.fullmatch(r"light-dark\((.+), ((?:#|rgb).+)\)", text)) is not None:
            light, dark = (self.color(part, own)[0] for part in both.groups())
            return [light] if light == dark else [light, dark]
        if (mix := re.fullmatch(r"color-mix\(in srgb, (#\w+) (\d+)%, (#\w+)\)", text)) is not None:
            share = int(mix[2]) / 100
            pairs = zip(_channels(mix[1]), _channels(mix[3]), strict=True)
            mixed = [round(share * one + (1 - share) * other) for one, other in pairs]
            return [(f"#{bytes(mixed).hex()}", 1.0)]
        if (clear := re.fullmatch(r"rgb\((\d+) (\d+) (\d+) / (0?\.\d+)\)", text)) is not None:
            return [(f"#{bytes(map(int, clear.groups()[:3])).hex()}", float(clear[4]))]
        assert re.fullmatch(r"#[0-9a-f]{6}|none", text), text
        return [(text, 1.0)]

    def apply(self, drawing: str, *, small: bool = False) -> Xml.Element:
        """A drawing of the page with attributes for all that its style sheet says."""
        root = Xml.fromstring(drawing)
        self._apply([root], {}, self.rules + self.small if small else self.rules)
        return root

    def _apply(self, path: list[Xml.Element], inherited: dict[str, str], rules: list[Rule]) -> bool:
        """Whether the element is to be seen at all."""
        element = path[-1]
        said: dict[str, str] = {}
        for rule in sorted((rule for rule in rules if rule.fits(path)), key=lambda rule: rule.weight):
            said |= rule.declarations
        own = inherited | {name: value for name, value in said.items() if name.startswith("--")}
        for below in list(element):
            if not self._apply([*path, below], own, rules):
                element.remove(below)
        element.attrib.pop("class", None)
        for name in DRAWN:
            if name in said:
                self._set(element, name, said[name], own)
        return said.get("display") != "none"

    def _set(self, element: Xml.Element, name: str, value: str, own: dict[str, str]) -> None:
        if name not in PAINT:
            element.set(name, value.replace("px", "").replace(", ", " "))
            return
        token = re.fullmatch(r"var\(--([\w-]+)\)", value)
        colors = self.color(value, own)
        (color, opacity), *dark = colors
        element.set(name, color)
        if opacity < 1:
            element.set(f"{name}-opacity", f"{opacity:g}")
        if dark:
            assert token is not None, value
            element.set("class", f"dnup-{name}-{token[1]}")


def _rules(text: str, first: int) -> Iterator[Rule]:
    for order, (selectors, body) in enumerate(_RULE.findall(text), first):
        declarations = dict(re.findall(r"([\w-]+):\s*([^;]+)", body))
        for selector in selectors.split(","):
            parts = [_COMPOUND.fullmatch(part) for part in selector.split()]
            if parts and all(parts):
                chain = tuple(
                    (part[1], frozenset(filter(None, part[2].split("."))), part[3]) for part in parts if part
                )
                yield Rule(chain, declarations, order)


def _channels(color: str) -> bytes:
    return bytes.fromhex(color[1:])


def _text(element: Xml.Element) -> str:
    text = Xml.tostring(element, encoding="unicode").replace(" />", "/>")
    return re.sub(r"\d+\.\d{4,}", lambda number: f"{float(number[0]):.4g}", text)


def _inside(element: Xml.Element) -> str:
    return "".join(map(_text, element))


def _take_colors(half: Xml.Element) -> dict[str, str]:
    """The colors of a half; in the drawing their names take their places."""
    places = {"ink": (half, "color"), "panel": (half[0], "fill"), "ripple": (half[1], "stroke")}
    colors = {name: element.attrib[attribute] for name, (element, attribute) in places.items()}
    for name, (element, attribute) in places.items():
        element.set(attribute, f"{{{name}}}")
    return colors


def _half(half: Xml.Element, value: str) -> str:
    """A half as text, its two numerals as references to the one drawing of it."""
    for numeral in half[2], half[3]:
        for stroke in list(numeral):
            numeral.remove(stroke)
        Xml.SubElement(numeral, "use", href=f"#dn-n{value}")
    return _text(half)


def card_art() -> str:
    """The text of card_art.json."""
    command = ["node", str(Path(__file__).with_suffix(".mjs"))]
    drawn = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    style = Style.of(STYLE.read_text(encoding="utf-8"))
    art: dict[str, Any] = {"colors": {}, "on": {}, "off": {}, "large": {}, "small": {}}
    for token in TOKENS:
        art["colors"][token] = style.color(f"var(--{token})", {})
    (wave,) = re.findall(r"\.wave path \{[^}]*stroke: ([^;]+);", TABLE.read_text(encoding="utf-8"))
    art["colors"]["wave"] = style.color(wave, {})
    for value, drawing in drawn["faces"].items():
        for size in ("large", "small"):
            _, on, off, _, _ = style.apply(drawing, small=size == "small")
            art["turned"] = off.attrib.pop("transform")
            art["on"][value], art["off"][value] = _take_colors(on), _take_colors(off)
            art[size][value] = _half(on, value)
            assert art[size][value] == _half(off, value), "a half is one drawing in two sets of colors"
    paper, _, _, seam, star, edge = map(_text, style.apply(drawn["star"]))
    art |= {"paper": paper, "seam": seam, "star": star, "edge": edge}
    art["symbols"] = {name: _text(style.apply(drawing)[4]) for name, drawing in drawn["symbols"].items()}
    art["back"] = _inside(style.apply(drawn["back"]))
    art["small_back"] = _inside(style.apply(drawn["smallBack"]))
    (defs,) = Xml.fromstring(drawn["sprite"])
    art["defs"] = "".join(_text(entry) for entry in defs if entry.tag == "clipPath")
    art["numerals"] = {entry.get("id", "")[1:]: _inside(entry) for entry in defs if entry.tag == "g"}
    art["letters"] = drawn["letters"]
    return json.dumps(art, indent=1) + "\n"


def main() -> None:
    TARGET.write_text(card_art(), encoding="utf-8")
    print(f"wrote {TARGET.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
