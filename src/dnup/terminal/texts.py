"""The texts of `?` and `rules`."""

from __future__ import annotations

from typing import Final

HELP: Final = (
    ("1 2", "play cards 1 and 2 of your hand", "play 3/4 3/6"),
    ("a 3 b", "add card 3 to B's set", "add 5/2 to B"),
    ("t b", "take B's set into your hand", "take B"),
    ("r", "rotate your whole hand", "rotate"),
    ("m", "list the legal moves and what they do", "moves"),
    ("k", "what everyone has seen", "known"),
    ("l", "what happened in this round", "log"),
    ("s", "draw the table again; Enter does too", "show"),
    ("rules", "the rules in short", ""),
    ("q", "leave; so do Ctrl-C and Ctrl-D", "quit"),
)
"""What to type, what it does, and its full form."""

HELP_TWO_PLAYERS: Final = "With two players say the area too where B has two sets: t b2, a 3 b1."

RULES: Final = (
    "Be first to get rid of your cards. Each has two values: the big one counts now, the small one waits until "
    "the card is rotated.",
    "A set is one or more cards that show the same value. No two sets on the table have the same size.",
    "Your turn begins with the discard of the set in front of you. Then you play, add, take or rotate.",
    "Play a set from your hand. If a set of the same size is on the table, yours must be higher, and beats it.",
    "Or add one card of the same value to an opponent's set. If that makes it as big as another set, it must "
    "be higher, and beats it.",
    "Or take an opponent's whole set into your hand. Or rotate your whole hand.",
    "A beaten set goes back to the hand of the player it lay in front of.",
    "The golden rule: a card that goes from the table into a hand is rotated on the way.",
)
RULES_MANY: Final = (
    "The first to empty the hand scores 2 points, the second 1, and the next round is dealt; ★ begins it. A "
    "player with 4 points has spelled dnup and wins at once."
)
RULES_TWO: Final = (
    "With two players each has two areas and takes two turns in a row, for area 1, then for area 2; the "
    "player with ★ starts the round with one turn, for area 2. A set you beat can be your own. Empty your hand to win "
    "the round; two rounds win the match."
)
