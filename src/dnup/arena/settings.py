"""The settings of an arena: bots, seats, matches or single rounds, seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from dnup.bots import Bot, BotLike, get
from dnup.bots.external import MOVE_SECONDS, ExternalBot
from dnup.bots.registry import bot_name, uses_search
from dnup.cards.deck import DEFAULT_DECK, Deck, deck_to_json, load_deck
from dnup.deprecated import AttributeAlias, warn_renamed
from dnup.error_text import quoted
from dnup.game.limits import TURN_LIMIT, check_finish_round, check_stall_limit, check_turn_limit
from dnup.game.match import round_seed
from dnup.game.round import check_seed
from dnup.game.seats import check_players

_FIRST_GAME: Final = 1 << 32
"""The seeds of bots are split from the arena's seed by numbers from here on, which no deal reaches."""


@dataclass(frozen=True)
class Settings:
    """Everything that results depend on. The number of games is not part of it, so that more can follow.

    >>> import dnup.arena
    >>> settings = dnup.arena.Settings.of(["greedy", "search:100"], players=3, seed=1)
    >>> settings.names, settings.players, settings.turn_limit
    (('greedy', 'search:100'), 3, 500)
    """

    bots: tuple[BotLike, ...]
    players: int
    single_rounds: bool = False
    """Single rounds from 0–0 instead of matches."""
    seed: int = 0
    deck: Deck = field(default_factory=lambda: load_deck(DEFAULT_DECK))
    turn_limit: int = TURN_LIMIT
    stall_limit: int | None = None
    move_seconds: float = MOVE_SECONDS
    """The time that an external program has for a move."""
    alone: bool = False
    """Of two bots only the first plays alone against the other."""
    luck_tries: int = 0
    """Estimate the luck of every match with this many tries per decision, as a control variate; 0 for no estimate."""
    finish_round: bool = False
    """Play the last round of a match on after somebody has won it, to see who comes second (R20)."""

    @classmethod
    def of(
        cls,
        bots: Sequence[BotLike],
        players: int,
        *,
        single_rounds: bool = False,
        seed: int = 0,
        deck: str | Deck = DEFAULT_DECK,
        turn_limit: int = TURN_LIMIT,
        stall_limit: int | None = None,
        move_seconds: float = MOVE_SECONDS,
        alone: bool = False,
        luck_tries: int = 0,
        finish_round: bool = False,
        rounds: bool | None = None,
    ) -> Settings:
        """Checked settings; a bot is anything that `dnup.bots.get` takes. `rounds` is deprecated: `single_rounds`."""
        if rounds is not None:
            warn_renamed("Settings.of(rounds=…)", "Settings.of(single_rounds=…)")
            single_rounds = rounds
        if not isinstance(bots, Sequence) or not bots or isinstance(bots, str):
            raise ValueError(f"an arena has a list of bots, at least one, not {quoted(bots)}")
        if not 0 < move_seconds <= 3600:
            raise ValueError(f"a move has more than 0 and at most 3600 seconds, not {quoted(move_seconds)}")
        if alone and len(bots) != 2:
            raise ValueError(f"one bot alone against another takes two bots, not {len(bots)}")
        if luck_tries and single_rounds:
            raise ValueError("luck is taken out of whole matches; say how many with games")
        deck = load_deck(deck)
        players = check_players(players)
        deck.in_play(players)
        for bot in bots:
            get(bot).close()
        limits = check_turn_limit(turn_limit), check_stall_limit(stall_limit, players)
        return cls(
            tuple(bots),
            players,
            single_rounds,
            check_seed(seed),
            deck,
            *limits,
            move_seconds,
            alone,
            luck_tries,
            check_finish_round(finish_round),
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of bots in a report: a repeated name gets a number."""
        seen: Counter[str] = Counter()
        names = []
        for name in map(bot_name, self.bots):
            seen[name] += 1
            names.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
        return tuple(names)

    @property
    def searching(self) -> bool:
        """Whether a bot may use the search, which then has to be compiled."""
        return any(map(uses_search, self.bots))

    @property
    def shape(self) -> tuple[int, int]:
        """The number of bots and of seats."""
        return len(self.bots), self.players

    def deal_seed(self, deal: int) -> int:
        """The seed of the matches that are played with one deal."""
        return round_seed(self.seed, deal)

    def new_bot(self, bot: int, game: int, seat: int) -> Bot:
        """A bot for one seat of one game."""
        made = get(self.bots[bot], seed=round_seed(round_seed(self.seed, _FIRST_GAME + game), seat))
        if isinstance(made, ExternalBot):
            made.time_limit = self.move_seconds
        return made

    rounds: ClassVar[AttributeAlias] = AttributeAlias("single_rounds")

    def to_json(self) -> dict[str, Any]:
        """These settings as JSON data."""
        return {
            "bots": list(map(bot_name, self.bots)),
            "players": self.players,
            "play": "rounds" if self.single_rounds else "games",
            "seed": self.seed,
            "deck": deck_to_json(self.deck, self.players),
            "turn_limit": self.turn_limit,
            "stall_limit": self.stall_limit,
            "move_seconds": self.move_seconds,
            "alone": self.alone,
            **({"luck_tries": self.luck_tries} if self.luck_tries else {}),
            **({"finish_round": True} if self.finish_round else {}),
        }
