"""What an arena plays: which bots, how many seats, matches or single rounds, from which seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from dnup.bots import Bot, BotLike, get
from dnup.bots.external import MOVE_SECONDS, ExternalBot
from dnup.bots.registry import bot_name, uses_search
from dnup.cards.deck import DEFAULT_DECK, Deck, deck_to_json, load_deck
from dnup.game.limits import TURN_LIMIT, check_stall_limit, check_turn_limit
from dnup.game.match import round_seed
from dnup.game.round import check_seed
from dnup.game.seats import check_players
from dnup.wording import quoted

_FIRST_GAME: Final = 1 << 32
"""Bots draw on streams of the arena's seed that no deal comes to."""


@dataclass(frozen=True)
class Settings:
    """All that the results depend on; how many games are played is left open, so that more can follow.

    >>> import dnup.arena
    >>> settings = dnup.arena.Settings.of(["greedy", "search:100"], players=3, seed=1)
    >>> settings.names, settings.players, settings.turn_limit
    (('greedy', 'search:100'), 3, 500)
    """

    bots: tuple[BotLike, ...]
    players: int
    rounds: bool = False
    """Single rounds from 0–0 instead of matches."""
    seed: int = 0
    deck: Deck = field(default_factory=lambda: load_deck(DEFAULT_DECK))
    turn_limit: int = TURN_LIMIT
    stall_limit: int | None = None
    move_seconds: float = MOVE_SECONDS
    """The time that a program of somebody's has for a move."""
    alone: bool = False
    """Of two bots only the first ever sits alone against the other."""
    luck_tries: int = 0
    """Review every match with so many tries a decision, and take its luck out of the results; 0 for not at all."""

    @classmethod
    def of(
        cls,
        bots: Sequence[BotLike],
        players: int,
        *,
        rounds: bool = False,
        seed: int = 0,
        deck: str | Deck = DEFAULT_DECK,
        turn_limit: int = TURN_LIMIT,
        stall_limit: int | None = None,
        move_seconds: float = MOVE_SECONDS,
        alone: bool = False,
        luck_tries: int = 0,
    ) -> Settings:
        """Settings whose values have been checked; a bot is whatever `dnup.bots.get` takes."""
        if not isinstance(bots, Sequence) or not bots or isinstance(bots, str):
            raise ValueError(f"an arena has a list of bots, at least one, not {quoted(bots)}")
        if not 0 < move_seconds <= 3600:
            raise ValueError(f"a move has more than 0 and at most 3600 seconds, not {quoted(move_seconds)}")
        if alone and len(bots) != 2:
            raise ValueError(f"one bot alone against another takes two bots, not {len(bots)}")
        if luck_tries and rounds:
            raise ValueError("luck is taken out of whole matches; say how many with games")
        deck = load_deck(deck)
        players = check_players(players)
        deck.in_play(players)
        for bot in bots:
            get(bot).close()
        limits = check_turn_limit(turn_limit), check_stall_limit(stall_limit, players)
        return cls(
            tuple(bots), players, rounds, check_seed(seed), deck, *limits, move_seconds, alone, luck_tries
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The bots as a report calls them: a name that is there twice gets a number."""
        seen: Counter[str] = Counter()
        names = []
        for name in map(bot_name, self.bots):
            seen[name] += 1
            names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
        return tuple(names)

    @property
    def searching(self) -> bool:
        """Whether a bot may use the search, so that it has to be compiled."""
        return any(map(uses_search, self.bots))

    @property
    def shape(self) -> tuple[int, int]:
        """How many bots there are for how many seats."""
        return len(self.bots), self.players

    def deal_seed(self, deal: int) -> int:
        """The seed of a match, the same for all that are played with its deals."""
        return round_seed(self.seed, deal)

    def new_bot(self, bot: int, game: int, seat: int) -> Bot:
        """A bot for one seat of one game."""
        made = get(self.bots[bot], seed=round_seed(round_seed(self.seed, _FIRST_GAME + game), seat))
        if isinstance(made, ExternalBot):
            made.time_limit = self.move_seconds
        return made

    def to_json(self) -> dict[str, Any]:
        """These settings as JSON data."""
        return {
            "bots": list(map(bot_name, self.bots)),
            "players": self.players,
            "play": "rounds" if self.rounds else "games",
            "seed": self.seed,
            "deck": deck_to_json(self.deck, self.players),
            "turn_limit": self.turn_limit,
            "stall_limit": self.stall_limit,
            "move_seconds": self.move_seconds,
            "alone": self.alone,
            **({"luck_tries": self.luck_tries} if self.luck_tries else {}),
        }
