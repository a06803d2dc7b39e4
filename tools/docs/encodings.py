"""What belongs to the versions of observations and actions: golden digests, and the table of sizes in docs/rl.md.

    python -m tools.docs.encodings

writes both. Digests of a version that is already in tests/data/encodings.json never change: if they would, an
observation, a mask or an action has come to mean something else, and its version in dnup/rl/encoding.py has to grow.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import sys
from typing import Final

import numpy as np

from dnup.cards.deck import load_deck
from dnup.game.enums import Verb
from dnup.rl import Encoding, VectorEnv
from dnup.rl.encoding import ACTIONS_VERSION, OBSERVATION_VERSION
from tools import ROOT

GOLDEN: Final = ROOT / "tests" / "data" / "encodings.json"
PAGE: Final = ROOT / "docs" / "rl.md"

DECKS: Final = ("printed", "balanced", "pairs")
PLAYERS: Final = (2, 3, 4, 5)
ROWS: Final = 4
STEPS: Final = 60
HISTORY: Final = 2

Digests = dict[str, dict[str, dict[str, str]]]
"""By what they are of, by version, by deck and number of players."""


def digests(deck: str, players: int) -> dict[str, str]:
    """The digests of some rounds of a deck: of observations with their history, of masks, and of action meanings.

    Moves are chosen among the legal actions by Python's random numbers, so nothing but the rules, the deals and the
    encoding is in them.
    """
    env = VectorEnv(players, ROWS, seed=1, deck=deck, history=HISTORY, score=[1, 0, 2, 0, 3][:players])
    rng = random.Random(f"{deck} {players}")
    seen, legal = hashlib.sha256(), hashlib.sha256()
    step = env.reset()
    for _ in range(STEPS):
        seen.update(step.observations.tobytes())
        legal.update(step.legal_action_mask.tobytes())
        step = env.step([rng.choice(np.flatnonzero(mask).tolist()) for mask in step.legal_action_mask])
    meanings = "\n".join(
        f"{meaning.verb} {' '.join(map(str, meaning.cards))} {meaning.opponent} {meaning.other_value}"
        for meaning in env.encoding.meanings
    )
    return {
        "observations": seen.hexdigest(),
        "masks": legal.hexdigest(),
        "meanings": hashlib.sha256(meanings.encode()).hexdigest(),
    }


def version_of(kind: str) -> str:
    """The version that digests of a kind belong to."""
    return str(OBSERVATION_VERSION if kind == "observations" else ACTIONS_VERSION)


def current() -> Digests:
    """The digests of this dnup."""
    found: Digests = {}
    for deck in DECKS:
        for players in PLAYERS:
            for kind, digest in digests(deck, players).items():
                case = f"{deck} {players} {load_deck(deck).fingerprint(players)}"
                found.setdefault(kind, {}).setdefault(version_of(kind), {})[case] = digest
    return found


def kept() -> Digests:
    """The digests of all versions."""
    found: Digests = json.loads(GOLDEN.read_text(encoding="utf-8")) if GOLDEN.exists() else {}
    return found


def changes(before: Digests, now: Digests) -> list[str]:
    """What has come to mean something else without a new version."""
    return [
        f"{kind} of version {version}, {case}"
        for kind, versions in now.items()
        for version, cases in versions.items()
        for case, digest in cases.items()
        if before.get(kind, {}).get(version, {}).get(case, digest) != digest
    ]


def sizes_table() -> str:
    """How large everything is, by deck and number of players, as a table in Markdown."""
    lines = [
        "| deck | players | cards | kinds | observation | play | add | take | rotate | all actions |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for deck in DECKS:
        for players in PLAYERS:
            encoding = Encoding(players, deck=deck)
            verbs = [meaning.verb for meaning in encoding.meanings]
            counts = [verbs.count(verb) for verb in Verb]
            cards = len(encoding.deck.in_play(players))
            numbers = (cards, len(encoding.kinds), encoding.observation_size, *counts, len(verbs))
            lines.append(f"| `{deck}` | {players} | {' | '.join(f'{number:,}' for number in numbers)} |")
    return "\n".join(lines)


def page(text: str) -> str:
    """A page with its table of sizes as it should be."""
    begin, end = "<!-- sizes: written by make docs -->", "<!-- end of sizes -->"
    table = f"{begin}\n\n{sizes_table()}\n\n{end}"
    return re.sub(f"{begin}.*?{end}", lambda _match: table, text, flags=re.DOTALL)


def main() -> int:
    before, now = kept(), current()
    if changed := changes(before, now):
        print(
            "these have changed, so a version in dnup/rl/encoding.py has to grow:",
            *changed,
            sep="\n  ",
            file=sys.stderr,
        )
        return 1
    for kind, versions in now.items():
        for version, cases in versions.items():
            before.setdefault(kind, {}).setdefault(version, {}).update(cases)
    GOLDEN.write_text(json.dumps(before, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"wrote {GOLDEN.relative_to(ROOT)} and the sizes in {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
