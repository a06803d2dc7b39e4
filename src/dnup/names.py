"""Sanitize names from outside, and compare them by how they look.

A name in a record, a link, a file or a message can hold anything. `shown_name` is the only way such a name reaches a
terminal, a page, a log or another player. `web/game/names.js` does the same in the browser; `tests/data/names.json`
holds the cases that both must pass.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from typing import Final

MAX_NAME: Final = 24
"""A name that a person chooses has at most this many characters."""

LONGEST_SHOWN: Final = 40
"""A name that comes from elsewhere is cut after this many characters."""

NAMELESS: Final = "?"
"""What is shown of a name that shows nothing."""

MAX_MARKS: Final = 3
"""A letter keeps at most this many combining marks: pointed Hebrew needs three, text that leaves its line has more."""

_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0e\uffa0\ufffc"
    "\U00013441\U00013442\U0001d159\U000e0100-\U000e01ef]"
)
"""Letters, signs and marks that show nothing: Unicode's default ignorable characters outside the categories that are
removed anyway, and blank symbols such as the empty Braille pattern."""

_REMOVED: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
"""Categories that a screen obeys instead of showing (controls, text direction), or that it cannot show."""

_SPACES: Final = re.compile(r"[\t\n\r\x20\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")

_CAPITALS: Final = str.maketrans("ΗΜΝΥ", "hmny")
"""Greek capitals that look like another Latin letter than their small form does."""

LOOK_ALIKES: Final = (
    "aаαɑ bвьβƅ cсϲ dԁđ eеεє fƒ gɡ hһнħʜ jјϳ kкκĸ li1|ıɩɪіιӏłʟ mм nпηπŋɴ "
    "o0оοσςøө pрρþ qԛ rгʀ sѕ tтτŧ uυμ vѵν wԝω xхχ yуγүʏ zζ 3зӡ 6б"
)
"""Small letters and digits that look alike across Latin, Greek and Cyrillic, picked from Unicode's confusables.txt: the
first of each word stands for the others."""

_SAME: Final = {ord(other): word[0] for word in LOOK_ALIKES.split() for other in word[1:]}

_PAIRS: Final = (("rn", "m"), ("vv", "w"), ("æ", "ae"), ("œ", "oe"))


def visible(text: str) -> str:
    r"""A text on one line, without anything that a screen would obey instead of showing it.

    >>> from dnup.names import visible
    >>> visible("a\x1b[2Jb\u202ec")
    'a[2Jbc'
    """
    shown: list[str] = []
    marks = 0
    for character in _SPACES.sub(" ", unicodedata.normalize("NFC", text)):
        category = unicodedata.category(character)
        if category in _REMOVED or _BLANK.match(character):
            continue
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks and (marks > MAX_MARKS or not shown or shown[-1] == " "):
            continue
        shown.append(character)
    return " ".join("".join(shown).split())


def shown_name(name: str, limit: int = LONGEST_SHOWN) -> str:
    r"""A name as every output shows it; `?` if there is nothing to show.

    >>> from dnup.names import shown_name
    >>> shown_name("Ada\x1b]0;owned\x07"), shown_name("\u3164")
    ('Ada]0;owned', '?')
    """
    text = visible(name[: 8 * limit])  # a name of a million characters is not looked through
    if len(text) > limit:
        text = text[: limit - 1].rstrip() + "…"
    return text if shows_something(text) else NAMELESS


def shown_players(names: Sequence[str], bots: Collection[str]) -> tuple[str, ...]:
    """The names of those in seats A, B, …; bots are marked, and a name that would look marked is put into quotes.

    >>> from dnup.names import shown_players
    >>> shown_players(["expert", "expert"], bots=["B"])
    ('expert', 'expert (bot)')
    """
    return tuple(
        f"{shown_name(name)} (bot)" if seat in bots else _unmarked(shown_name(name))
        for seat, name in zip("ABCDE", names, strict=False)
    )


def _unmarked(name: str) -> str:
    marked = unicodedata.category(name[-1]) == "Pe" and skeleton(name).endswith("bot")
    return f'"{name}"' if marked else name


def shows_something(text: str) -> bool:
    """Whether a text has a letter, a number or a sign, and not only marks and spaces."""
    return any(unicodedata.category(character)[0] in "LNSP" for character in text)


def skeleton(name: str) -> str:
    """What two names have in common if people could take one for the other.

    It ignores case, accents, spaces and punctuation, compares compatible forms (NFKC), and replaces letters and digits
    that look alike by one of them.

    >>> from dnup.names import skeleton
    >>> skeleton("Anna") == skeleton("Аnnа"), skeleton("Bo") == skeleton("B0")
    (True, True)
    """
    text = unicodedata.normalize("NFKC", "".join(map(_boxed, visible(name)))).translate(_CAPITALS)
    text = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text.casefold()))
    letters = "".join(
        character for character in text if unicodedata.category(character)[0] not in "MZP"
    ).translate(_SAME)
    for pair, single in _PAIRS:
        letters = letters.replace(pair, single)
    return letters or text


def _boxed(character: str) -> str:
    """The letter in a box or a circle that has no compatible form, as 🅰 and 🇦 have none."""
    for first in (0x1F130, 0x1F150, 0x1F170, 0x1F1E6):
        if first <= ord(character) < first + 26:
            return chr(ord("a") + ord(character) - first)
    return character
