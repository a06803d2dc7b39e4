"""Reading what the terminal shows."""

from __future__ import annotations

import re

from dnup import Card


def drawn_cards(text: str) -> list[Card]:
    """The cards drawn with frames, from top to bottom and left to right."""
    lines = text.splitlines()
    cards = []
    for top, middle, bottom in zip(lines, lines[1:], lines[2:], strict=False):
        for corner in re.finditer("╭", top):
            left = corner.start() + 1
            active = re.match(r"\d+", middle[left:])
            inactive = re.match(r"─*(\d+)", bottom[left:])
            assert active, text
            assert inactive, text
            cards.append(Card(int(active[0]), int(inactive[1])))
    return cards
