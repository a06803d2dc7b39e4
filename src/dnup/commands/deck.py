"""`dnup deck`: show a deck, or check a deck file."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dnup.cards.deck import DEFAULT_DECK, PLAYER_COUNTS, Deck, DeckCard, DeckError, load_deck

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

    from dnup.terminal.palette import Palette


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `dnup deck` with its commands to the command line."""
    deck = subparsers.add_parser(
        "deck",
        help="show a deck or check a deck file",
        description="Show a deck, or check a deck file before you play with it.",
    )
    commands = deck.add_subparsers(dest="deck_command", metavar="COMMAND", required=True)

    show = commands.add_parser(
        "show",
        help="show the cards of a deck",
        description="Show the cards of a deck, which are used with how many players, and how often each value occurs.",
    )
    show.add_argument(
        "--players", type=_player_count, metavar="N", help="show the cards used with 2, 3, 4 or 5 players"
    )
    which = show.add_mutually_exclusive_group()
    # Without a default, because it would overwrite what --deck says.
    which.add_argument(
        "deck",
        nargs="?",
        default=argparse.SUPPRESS,
        metavar="NAME|FILE",
        help=f"which deck: a name or a file (default: {DEFAULT_DECK})",
    )
    which.add_argument(
        "--deck", default=DEFAULT_DECK, metavar="NAME|FILE", help="the same, as in other commands"
    )
    show.add_argument("--json", action="store_true", help="print JSON instead of a picture")
    show.set_defaults(run=run_show)

    check = commands.add_parser(
        "check",
        help="check a deck file",
        description="Check a deck file: summarize it if it is valid, else say what is wrong and exit with status 2.",
    )
    check.add_argument("file", metavar="FILE", help="a deck file, such as my-deck.toml")
    check.add_argument("--json", action="store_true", help="print JSON instead of a sentence")
    check.set_defaults(run=run_check)


def run_show(args: argparse.Namespace) -> int:
    """Show a deck as a picture or as JSON."""
    deck = load_deck(args.deck)
    counts = deck.players
    if args.players is not None:
        deck.in_play(args.players)  # raises if the deck is not for this number of players
        counts = (args.players,)
    if args.json:
        print(json.dumps(_described(deck, counts), indent=2))
        return 0
    from rich.console import Console

    from dnup.terminal.palette import Palette

    console = Console(highlight=False)
    console.print(_picture(deck, counts, console.width, Palette.of(console)))
    return 0


def run_check(args: argparse.Namespace) -> int:
    """Describe a deck file; one that cannot be used raises `DeckError`, or is reported in JSON."""
    try:
        deck = load_deck(Path(args.file))
    except DeckError as error:
        if not args.json:
            raise
        print(json.dumps({"ok": False, "file": args.file, "error": str(error)}, indent=2))
        return 2
    if args.json:
        print(json.dumps({"ok": True, "file": args.file, **_described(deck, deck.players)}, indent=2))
        return 0
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    console.print(Text.assemble((f"{args.file} is fine", "bold"), f": {_summary(deck)}."), soft_wrap=True)
    console.print(_deal_table(deck, deck.players))
    return 0


def _player_count(text: str) -> int:
    if text not in map(str, PLAYER_COUNTS):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of players; write 2, 3, 4 or 5")
    return int(text)


def _described(deck: Deck, counts: Sequence[int]) -> dict[str, object]:
    """A deck with these numbers of players as plain data."""
    return {
        "name": deck.name,
        "title": deck.title,
        "provenance": deck.provenance,
        "players": list(counts),
        "symbols": dict(deck.symbols),
        "cards": [
            {
                "index": index,
                "card": str(card.card),
                "star": card.star,
                "symbol": card.symbol,
                "players": used,
            }
            for index, card in enumerate(deck.cards)
            if (used := _used_with(deck, card.symbol, counts))
        ],
        "games": [
            {
                "players": count,
                "cards": len(deck.in_play(count)),
                "fingerprint": deck.fingerprint(count),
                "hands": list(deck.hand_sizes(count)),
                "without": [name for name in deck.symbols if name in deck.without[count]],
                "values": {str(value): cards for value, cards in deck.value_counts(count).items()},
            }
            for count in counts
        ],
    }


def _picture(deck: Deck, counts: Sequence[int], width: int, palette: Palette) -> RenderableType:
    from rich.console import Group
    from rich.padding import Padding
    from rich.panel import Panel
    from rich.text import Text

    parts: list[RenderableType] = [Text(deck.provenance, style="italic"), ""] if deck.provenance else []
    symbols = sorted(deck.symbols, key=lambda name: -len(_used_with(deck, name, deck.players)))
    for symbol in (None, *symbols):
        cards = [card for card in deck.cards if card.symbol == symbol]
        if _used_with(deck, symbol, counts) or counts == deck.players:
            used = _span(_used_with(deck, symbol, deck.players))
            sign = "no symbol" if symbol is None else f"{deck.symbols[symbol]} {symbol}"
            parts.append(Text.assemble((sign, "bold"), f" · {_cards(len(cards))} · with {used} players"))
            parts.append(Padding(_chips(cards, width - 6, palette), (0, 0, 1, 2)))
    parts += [_deal_table(deck, counts), "", "On how many of these cards each value is:"]
    parts.append(_value_table(deck, counts, palette))
    return Panel(
        Group(*parts),
        title=Text(deck.title, style="bold"),
        subtitle=Text(_summary(deck)),
        padding=(1, 2),
        expand=False,
    )


def _deal_table(deck: Deck, counts: Sequence[int]) -> Table:
    """The cards and hand sizes, a row for each number of players."""
    table = _table("players", "cards", "hand", "without", gap=1)
    for count in counts:
        signs = " ".join(sign for name, sign in deck.symbols.items() if name in deck.without[count])
        hand = " or ".join(str(size) for size in sorted(set(deck.hand_sizes(count))))
        table.add_row(str(count), str(len(deck.in_play(count))), hand, signs or "–")
    return table


def _value_table(deck: Deck, counts: Sequence[int], palette: Palette) -> Table:
    """The number of cards in play that carry each value, a row for each number of players."""
    from rich.text import Text

    values = list(deck.value_counts())
    headings = [Text(f"{value:^3}", style=palette.active(value)) for value in values]
    table = _table("players", *headings, gap=0)
    for count in counts:
        carriers = deck.value_counts(count)
        table.add_row(str(count), *(f"{carriers.get(value, 0):^3}" for value in values))
    return table


def _table(*headings: str | Text, gap: int) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, gap, 0, 0))
    for heading in headings:
        table.add_column(heading, no_wrap=True)
    return table


def _chips(cards: Sequence[DeckCard], width: int, palette: Palette) -> Text:
    """Cards as small two-colored tiles, as many in a line as fit."""
    from rich.text import Text

    tiles = []
    for card in cards:
        low, high = (f" {card.low}", palette.active(card.low)), (f"{card.high} ", palette.active(card.high))
        tiles.append(Text.assemble(low, "/", high, ("★" if card.star else " ", "bold")))
    size = max(len(tile) for tile in tiles) + 1
    for tile in tiles:
        tile.pad_right(size - len(tile))
    row = max(1, min(9, width // size))
    lines = [Text.assemble(*tiles[start : start + row]) for start in range(0, len(tiles), row)]
    return Text("\n").join(lines)


def _used_with(deck: Deck, symbol: str | None, counts: Sequence[int]) -> list[int]:
    return [count for count in counts if symbol not in deck.without[count]]


def _summary(deck: Deck) -> str:
    values = list(deck.value_counts())
    return f"{deck.name}: {_cards(len(deck.cards))}, values {values[0]} to {values[-1]}"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _span(counts: Sequence[int]) -> str:
    """`2 to 5`, `4 and 5`, `3` or `no`."""
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return f"{counts[0]} to {counts[-1]}"
    return " and ".join(map(str, counts)) or "no"
