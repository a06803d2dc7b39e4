"""Chance in tests: deals, shuffles and decisions of bots follow from one number, `TEST_SEED` in the environment.

Nothing here has a state. A deal depends on the seed, the deck, the players and who is dealt first; the decision of a
bot depends on the seed and the number of the position. So a test takes the same path alone, among others, and after a
reload. A test must pass with every seed: `TEST_SEED=7 make pytest` tries another one.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import replace
from typing import Final

from dnup.cards.deck import Deck
from dnup.server.runtime.deals import Deal, Shuffle
from dnup.server.runtime.settings import Settings

SEED: Final = os.environ.get("TEST_SEED", "1")


def drawn(*purpose: object) -> bytes:
    """32 bytes for a purpose, always the same ones."""
    return hashlib.sha256(repr((SEED, *purpose)).encode()).digest()


def seeded(settings: Settings, *purpose: object) -> Settings:
    """Settings of a server whose deals and bots follow from the seed; ids and tokens are as random as ever."""

    def deal(deck: Deck, players: int, first: int) -> Deal:
        return Shuffle(0, drawn("deal", *purpose).hex(), ()).deal(deck, players, first)

    def seed_of_bot(position: int) -> int:
        return int.from_bytes(drawn("bot", position, *purpose)[:8])

    def new_secret() -> str:
        return drawn("secret", *purpose).hex()

    sources = replace(settings.sources, dealer=deal, new_secret=new_secret, seed=seed_of_bot)
    return replace(settings, sources=sources)
