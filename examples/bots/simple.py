"""A complete bot: it plays as many cards as it can."""

import json
import sys


def appeal(move: str) -> int:
    """How much it likes a move, like `play 3/4 3/6`, `add 5/2 to B`, `take C` or `rotate`."""
    verb, *cards = move.split()
    if verb == "play":
        return 2 + len(cards)
    return {"add": 2, "rotate": 1, "take": 0}[verb]


for line in sys.stdin:  # until there is no more: the match is over
    question = json.loads(line)
    best = max(question["legal_moves"], key=appeal)
    print(json.dumps({"move": best}), flush=True)
