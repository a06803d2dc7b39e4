"""Matches between bots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from typing import Final

from dnup.bots.bot import Bot, BotLike
from dnup.bots.custom import bot_for_each_seat
from dnup.bots.registry import get
from dnup.cards.deck import DEFAULT_DECK, Deck
from dnup.game.limits import TURN_LIMIT
from dnup.game.match import Match, round_seed
from dnup.game.round import seed_or_fresh
from dnup.game.seats import seat_names
from dnup.records.record import Record

FIRST_BOT: Final = 1 << 32
"""The seeds of bots are split from the match's seed by numbers from here on, which no deal reaches."""


def play_match(
    bots: BotLike | Sequence[BotLike],
    players: int | None = None,
    seed: int | None = None,
    *,
    deck: str | Deck = DEFAULT_DECK,
    turn_limit: int = TURN_LIMIT,
    stall_limit: int | None = None,
    finish_round: bool = False,
) -> Record:
    """Let bots play a match, and return its record.

    `bots` is a list with one for each seat, seat A's first, or one for all `players` seats, in any form that
    `dnup.bots.get` takes: a name, an object, a class, a function. Deals and bots follow from the seed, a fresh one
    if none is given; `record.extra["seed"]` has it. For the other arguments see `Round.deal`.

    >>> class Hasty:
    ...     def choose(self, view):
    ...         return max(view.legal_moves, key=lambda move: len(move.cards))
    >>> record = dnup.play_match([Hasty, "greedy", "random"], seed=7)
    >>> record.players, record.winner, record.score
    (('Hasty', 'greedy', 'random'), 'A', (4, 1, 0))
    """
    if players is None:
        if not isinstance(bots, list | tuple):
            raise ValueError(
                "one bot for all seats needs their number, like play_match('greedy', players=3); otherwise give a list "
                "of bots"
            )
        players = len(bots)
    match = Match.new(
        players,
        seed,
        deck=deck,
        turn_limit=turn_limit,
        stall_limit=stall_limit,
        finish_round=finish_round,
    )
    with _seated(match, bots, None) as seats:
        match = play_to_end(match, seats)
        return Record.of(match, [bot.name for bot in seats.values()], bots=list(seats), seed=match.seed)


def finish_match(match: Match, bots: BotLike | Sequence[BotLike], seed: int | None) -> Match:
    """See `Match.play`."""
    with _seated(match, bots, seed) as seats:
        return play_to_end(match, seats)


@contextmanager
def _seated(match: Match, bots: BotLike | Sequence[BotLike], seed: int | None) -> Iterator[dict[str, Bot]]:
    """A bot for every seat, closed at the end."""
    seed = match.seed if seed is None and match.seed is not None else seed_or_fresh(seed)
    chosen = bot_for_each_seat(bots, match.players, f"a match of {match.players} players has as many seats")
    with ExitStack() as stack:
        seats: dict[str, Bot] = {}
        for number, (seat, bot) in enumerate(zip(seat_names(match.players), chosen, strict=True)):
            seats[seat] = stack.enter_context(closing(get(bot, seed=round_seed(seed, FIRST_BOT + number))))
        yield seats


def play_to_end(match: Match, seats: Mapping[str, Bot]) -> Match:
    """Play a match to its end with a bot for each seat."""
    while (seat := match.turn) is not None:
        match = match.apply(seats[seat].choose(match.view(seat)).move)
    return match
