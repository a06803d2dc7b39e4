"""The colors of browsers without light-dark(): writes src/dnup/web/shared/light.css, which only they load.

    python -m tools.page.light_css

Every declaration of the page that has light-dark() is repeated with the light side alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from dnup.site.files import WEB

TARGET: Final = WEB / "shared" / "light.css"
HEAD: Final = """\
/* The colors of browsers without light-dark(): the light side alone. Written by tools/page/light_css.py. */
:root, :root[data-theme] { color-scheme: light; }
"""


def light_css() -> str:
    """The text of the file."""
    first = WEB / "shared" / "dnup.css"
    sheets = [first, *sorted(sheet for sheet in WEB.rglob("*.css") if sheet not in (first, TARGET))]
    return HEAD + "".join(_light(sheet.read_text(encoding="utf-8")) for sheet in sheets)


def _light(sheet: str) -> str:
    return "".join(f"{line}\n" for line in _rules(re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)))


def _rules(text: str) -> Iterator[str]:
    """The rules of a style sheet that need another color, each in a line; those of a media query in its braces."""
    for selector, body in _blocks(text):
        if selector.startswith("@media"):
            inner = " ".join(_rules(body))
            if inner:
                yield f"{selector} {{ {inner} }}"
        elif not selector.startswith("@"):
            changed = [f"{one};" for one in map(_plain, _declarations(body)) if one]
            if changed:
                yield f"{selector} {{ {' '.join(changed)} }}"


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """What stands before each pair of braces, and in it."""
    start = depth = opened = 0
    for place, letter in enumerate(text):
        if letter == "{":
            if not depth:
                opened = place
            depth += 1
        elif letter == "}":
            depth -= 1
            if not depth:
                yield " ".join(text[start:opened].split()), text[opened + 1 : place]
                start = place + 1


def _declarations(body: str) -> list[str]:
    """The parts between semicolons; there may be some in quotes."""
    return [part.strip() for part in re.findall(r"(?:\"[^\"]*\"|[^;\"])+", body)]


def _plain(declaration: str) -> str:
    """A declaration with light colors only; empty if it had no others."""
    text, name = declaration, "light-dark("
    if name not in text:
        return ""
    while (start := text.find(name)) >= 0:
        depth, comma = 0, 0
        for place in range(start + len(name), len(text)):
            letter = text[place]
            if letter == "," and not depth and not comma:
                comma = place
            depth += (letter == "(") - (letter == ")")
            if depth < 0:
                break
        text = text[:start] + text[start + len(name) : comma].strip() + text[place + 1 :]
    return re.sub(r"\s+", " ", text)


if __name__ == "__main__":
    TARGET.write_text(light_css(), encoding="utf-8")
