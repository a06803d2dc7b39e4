"""The parts of the game in the terminal: what it reads, what it draws, what it says."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Mapping
from itertools import combinations

import pytest
from rich.color import Color, ColorSystem
from rich.console import Console
from rich.style import Style

from dnup import Card, Deck, Effects, Move, Round, View, parse_card, parse_hand, parse_position
from dnup.terminal.card_art import draw_cards
from dnup.terminal.entry import EntryError, read_entry
from dnup.terminal.pages import Pages
from dnup.terminal.palette import Palette
from dnup.terminal.table import Picture
from dnup.terminal.words import Event, Phrases
from tests.random_play import PLAYERS, Play
from tests.screens import drawn_cards

PLAIN = Palette()
EVERY_PAIR = Deck.of(
    ["1/5*", *(f"{low}/{high}" for low, high in combinations(range(1, 10), 2) if (low, high) != (1, 5))]
)


def round_of(hand: str, table: Mapping[str, str], *, players: int = 3, finish: str = "") -> Round:
    """A in turn with these cards in hand, these sets on the table, a card for each other, the rest gone."""
    left = Counter(Card(*pair) for pair in combinations(range(1, 10), 2))

    def use(text: str) -> str:
        for card in parse_hand(text):
            left.subtract([min(card, card.turned)])
        return text.replace(" ", ",") or "-"

    slots = ("A1", "A2", "B1", "B2") if players == 2 else "ABCDE"[:players]
    cards = use(hand)
    sets = [use(table.get(slot, "")) for slot in slots]
    others = []
    for seat in "BCDE"[: players - 1]:
        spare = next(card for card, count in sorted(left.items(), reverse=True) if count)
        others.append("-" if seat in finish else use(str(spare)))
    discards = ",".join(map(str, sorted(left.elements()))) or "-"
    line = [EVERY_PAIR.name, slots[0], "10/500", ",".join("0" * players), finish or "-", "A"]
    return parse_position(
        " ".join([*line, "|".join([cards, *others]), "|".join(sets), discards]), deck=EVERY_PAIR
    )


def view_of(hand: str, table: Mapping[str, str], *, players: int = 3, finish: str = "") -> View:
    """What A sees of such a round."""
    return round_of(hand, table, players=players, finish=finish).view("A")


def text_of(renderable: object, width: int = 80) -> str:
    """What a console without colors shows."""
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(renderable)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


##### What it reads #####

VIEW = view_of("3/4 3/6 5/2 7/8 9/1", {"B": "3/5", "C": "5/7 5/8"})


@pytest.mark.parametrize(
    "typed, move",
    [
        ("play 3/4 3/6", None),  # too low: B's two 5s, see below
        ("play 7/8", "play 7/8"),
        ("PLAY 7/8", "play 7/8"),
        ("p 7/8", "play 7/8"),
        ("7/8", "play 7/8"),
        ("4", "play 7/8"),
        ("p 4", "play 7/8"),
        (" 4, ", "play 7/8"),
        ("add 5/2 to C", "add 5/2 to C"),
        ("a 3 c", "add 5/2 to C"),
        ("a 3 to c", "add 5/2 to C"),
        ("a 5/2 C", "add 5/2 to C"),
        ("a 3", "add 5/2 to C"),
        ("t b", "take B"),
        ("take C", "take C"),
        ("r", "rotate"),
        ("Rotate", "rotate"),
    ],
)
def test_a_move_in_its_notation_and_in_short(typed: str, move: str | None) -> None:
    if move is None:
        with pytest.raises(EntryError, match="C's set of 2 cards shows 5, and 3 is not higher"):
            read_entry(typed, VIEW)
    else:
        assert read_entry(typed, VIEW) == VIEW.parse_move(move)


@pytest.mark.parametrize(
    "typed, command",
    [
        ("?", "help"), ("help", "help"), ("rules", "rules"), ("m", "moves"), ("MOVES", "moves"),
        ("known", "known"), ("log", "log"), ("", "show"), ("  ", "show"), ("q", "quit"), ("exit", "quit"),
    ],
)  # fmt: skip
def test_commands(typed: str, command: str) -> None:
    assert read_entry(typed, VIEW) == command


@pytest.mark.parametrize(
    "typed, reason",
    [
        ("1 2", "Not legal: C's set of 2 cards shows 5, and 3 is not higher (R10)."),
        ("1 4", "Not legal: all cards of a set show the same value (R7)."),
        (
            "a 1 b",
            "Not legal: the set would grow to 2: C's set of 2 cards shows 5, and 3 is not higher (R11).",
        ),
        ("a 4 b", "Not legal: a card added to B's set must show 3 (R11)."),
        ("a 4", "Not legal: no opponent has a set of 7s on the table (R11)."),
        ("a 1 2 b", "Not legal: exactly one card is added (R11)."),
        ("t", "Whose set? Say B or C."),
        ("t a", "Not legal: you take only opponents' sets (R12)."),
        ("t d", "Not legal: there is no D with 3 players, only A, B, C (R12)."),
        ("t b1", "Not legal: there is no B1 with 3 players, only A, B, C (R12)."),
        ("t b c", "Say whose set to take, and nothing else: t b or take B."),
        ("t 3", "'3' is not a seat; say whose set, like t b."),
        ("play 4/3", "Not legal: you do not hold 4/3, you hold it as 3/4 (R5)."),
        ("play 6/8", "Not legal: you do not hold 6/8, it is not in your hand (R5)."),
        ("play 7/8 7/8", "Not legal: you do not hold that many 7/8 (R5)."),
        ("9", "There is no card '9': you hold cards 1 to 5."),
        ("4 4", "A card is named twice."),
        ("play", "No card named: say which cards, like 1 2 or play 3/4 3/6."),
        ("add b", "No card named: say which card and whose set, like a 3 b or add 5/2 to B."),
        ("r 1", "Rotate turns your whole hand, so it stands alone: r or rotate (R13)."),
        ("xyzzy", "'xyzzy' is not a move: play, add, take or rotate; ? helps."),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(typed: str, reason: str) -> None:
    with pytest.raises(EntryError) as error:
        read_entry(typed, VIEW)
    assert str(error.value) == reason


def test_two_players_name_the_area_only_where_they_must() -> None:
    one = view_of("3/4 5/2", {"B2": "3/6"}, players=2)
    assert read_entry("t", one) == Move("take", (), "B2")
    assert read_entry("t b", one) == Move("take", (), "B2")
    assert read_entry("a 1 b", one) == Move("add", (Card(3, 4),), "B2")
    with pytest.raises(EntryError, match="a card added to B2's set must show 3"):
        read_entry("a 2 b", one)
    both = view_of("3/4 5/2", {"B1": "3/6", "B2": "6/1 6/8"}, players=2)
    with pytest.raises(EntryError, match="Say B1 or B2"):
        read_entry("t b", both)
    assert read_entry("t b2", both) == Move("take", (), "B2")
    with pytest.raises(EntryError, match=r"opponents' sets \(R26\)"):
        read_entry("t a2", view_of("5/2", {"A2": "3/6"}, players=2))


@pytest.mark.parametrize("players", PLAYERS)
def test_every_legal_move_can_be_typed_with_numbers(players: int) -> None:
    for position in Play("balanced", players, seed=players, length=40).positions():
        if position.over or position.turn is None:
            continue
        view = position.view(position.turn)
        for move in view.legal_moves:
            numbers = []
            for card in move.cards:
                free = [index + 1 for index, held in enumerate(view.hand) if held == card]
                numbers.append(next(number for number in free if number not in numbers))
            words = [move.verb[0], *map(str, numbers), (move.slot or "").lower()]
            assert read_entry(" ".join(words), view) == move


##### What it draws #####


@pytest.mark.parametrize("width", [44, 60, 80, 120])
@pytest.mark.parametrize("players", PLAYERS)
def test_the_table_shows_the_view(players: int, width: int) -> None:
    deck = "balanced" if width != 80 else "many copies"
    for position in Play(deck, players, seed=width, length=25).positions():
        for seat in position.seats:
            view = position.view(seat)
            text = text_of(Picture(Phrases(seat, PLAIN), width).draw(view, 1), width)
            shown = [card for cards in view.table.values() for card in cards]
            assert Counter(drawn_cards(text)) == Counter([*shown, *view.hand])
            assert max(map(len, text.splitlines())) <= width
            assert f"{len(view.discards)} card" in text


def test_tiles_show_the_same_as_frames() -> None:
    hands = ["3/4 3/6 5/2 7/8 9/1", "1/2 1/3 1/4 1/5 1/6 1/7 1/8 1/9", "12/3 12/15 15/1"]
    for hand in hands:
        for width in (12, 16, 24, 60):
            cards = parse_hand(hand)
            framed = [line.plain for line in draw_cards(cards, width, PLAIN, numbered=True)]
            tiled = [line.plain for line in draw_cards(cards, width, Palette("rich"), numbered=True)]
            for part, same_part in ((1, 0), (2, 2), (3, 3)):  # active, inactive, number
                digits = [re.sub(r"\D", " ", line).rstrip() for line in framed[part::4]]
                assert digits == [re.sub(r"\D", " ", line).rstrip() for line in tiled[same_part::4]]
            assert max(map(len, tiled)) <= width


def test_a_set_overlaps_where_there_is_little_room() -> None:
    cards = parse_hand("6/1 6/2 6/4 6/8")
    assert [line.plain for line in draw_cards(cards, 20, PLAIN)] == [
        "╭──╮ ╭──╮ ╭──╮ ╭──╮",
        "│6 │ │6 │ │6 │ │6 │",
        "╰─1╯ ╰─2╯ ╰─4╯ ╰─8╯",
    ]
    assert [line.plain for line in draw_cards(cards, 13, PLAIN)] == [
        "╭──╭──╭──╭──╮",
        "│6 │6 │6 │6 │",
        "╰─1╰─2╰─4╰─8╯",
    ]
    assert [line.plain for line in draw_cards(cards, 10, PLAIN)] == [
        "╭─╭─╭─╭──╮",
        "│6│6│6│6 │",
        "╰1╰2╰4╰─8╯",
    ]


def test_two_players_see_their_areas_as_they_lie() -> None:
    view = view_of("3/4 5/2", {"A2": "7/8", "B1": "6/1 6/8"}, players=2)
    text = text_of(Picture(Phrases("A", PLAIN), 60).draw(view, 1), 60)
    labels = [line.split() for line in text.splitlines() if "area 2" in line and "turn" not in line]
    assert labels == [["area", "1", "area", "2"], ["area", "2", "area", "1", "◂"]]
    assert "your turn, area 1" in text
    assert drawn_cards(text) == [*parse_hand("6/1 6/8"), Card(7, 8), Card(3, 4), Card(5, 2)]


@pytest.mark.parametrize(
    "points, players, letters, shown",
    [(0, 3, False, "····  0 points"), (1, 4, False, "d···  1 point"), (5, 5, False, "dnup+1  5 points"),
     (3, 3, True, "dnu·"), (1, 2, False, "dn··  1 of 2 rounds"), (2, 2, True, "dnup")],
)  # fmt: skip
def test_the_score_lights_up_the_word(points: int, players: int, letters: bool, shown: str) -> None:
    assert Picture(Phrases("A", PLAIN), 80, letters).score(points, players).plain == shown


@pytest.mark.parametrize(
    "depth, system", [("rich", ColorSystem.EIGHT_BIT), ("sixteen", ColorSystem.STANDARD)]
)
def test_no_two_values_look_alike(depth: str, system: ColorSystem) -> None:
    styles = [Style.parse(Palette(depth).active(value)) for value in range(1, 16)]
    backgrounds = {(style.bgcolor or Color.default()).downgrade(system).number for style in styles}
    assert len(backgrounds) == 15


@pytest.mark.parametrize("part", ["active", "inactive"])
def test_ink_is_readable_on_every_card(part: str) -> None:
    def luminance(color: Color | None, system: ColorSystem) -> float:
        assert color is not None
        channels = color.downgrade(system).get_truecolor()
        linear = [(c / 255 / 12.92) if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in channels]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for value in range(1, 16):
        style = Style.parse(getattr(Palette("rich"), part)(value))
        for system in (ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT):
            dark, light = sorted(luminance(color, system) for color in (style.color, style.bgcolor))
            assert (light + 0.05) / (dark + 0.05) >= 3.5, (value, system)


##### What it says #####


def told(start: Round, *moves: str, to: str) -> list[str]:
    """How moves are told to a seat."""
    lines: list[str] = []
    earlier: Event | None = None
    for move in moves:
        after = start.apply(move)
        event = Event(start.view(to), start.parse_move(move), start.effects(move), after.view(to))
        lines += [line.plain for line in Phrases(to, PLAIN).event(event, earlier)]
        start, earlier = after, event
    return lines


def test_legal_moves_come_with_what_they_bring_about() -> None:
    view = view_of("4/1 7/8 7/9 5/2", {"B": "3/4 3/6", "C": "5/8"})
    words = {str(move): Phrases("A", PLAIN).prospect(view, move).plain for move in view.legal_moves}
    assert words["play 7/8 7/9"] == "sends B's two 3s back as 4 and 6"
    assert words["play 7/8"] == "sends C's 5 back as 8"
    assert words["take B"] == "B's two 3s come to you as 4 and 6"
    assert words["take C"] == "C's 5 comes to you as 8"
    assert words["add 5/2 to C"] == "makes two 5s, sends B's two 3s back as 4 and 6"
    assert words["rotate"] == "your hand becomes 1/4 2/5 8/7 9/7"
    out = view_of("7/8", {"B": "3/4"}, finish="B")
    assert (
        Phrases("A", PLAIN).prospect(out, Move("play", (Card(7, 8),))).plain
        == "discards B's 3, your hand is empty"
    )


@pytest.mark.parametrize(
    "move, to_a, to_b, to_c",
    [
        (
            "play 7/8 7/9",
            "You play 7/8 7/9 and send B's two 3s back as 4 and 6.",
            "A plays 7/8 7/9 and sends your two 3s back as 4 and 6.",
            "A plays 7/8 7/9 and sends B's two 3s back as 4 and 6.",
        ),
        ("play 4/1 4/2 4/6", "You play 4/1 4/2 4/6.", "A plays 4/1 4/2 4/6.", "A plays 4/1 4/2 4/6."),
        ("add 8/6 to C", "You add 8/6 to C's 8 and send B's two 3s back as 4 and 6.",
         "A adds 8/6 to C's 8 and sends your two 3s back as 4 and 6.",
         "A adds 8/6 to your 8 and sends B's two 3s back as 4 and 6."),
        ("take B", "You take B's two 3s as 4 and 6.", "A takes your two 3s as 4 and 6.",
         "A takes B's two 3s as 4 and 6."),
        ("rotate", "You rotate your hand.", "A rotates its hand.", "A rotates its hand."),
    ],
)  # fmt: skip
def test_a_move_is_told_to_each_player_in_turn(move: str, to_a: str, to_b: str, to_c: str) -> None:
    start = round_of("4/1 4/2 4/6 7/8 7/9 8/6", {"B": "3/4 3/6", "C": "8/5"}, players=4)
    assert [told(start, move, to=seat)[0] for seat in "ABC"] == [to_a, to_b, to_c]


def test_discards_are_told_with_the_turn_they_open() -> None:
    start = round_of("8/5 7/9", {"B": "3/4 3/6", "C": "8/6"})
    assert told(start, "add 8/5 to C", "rotate", to="A")[1] == "B rotates its hand."
    assert told(start, "rotate", "rotate", "rotate", to="A") == [
        "You rotate your hand.",
        "B discards two 3s, then rotates its hand.",
        "C discards an 8, then rotates its hand.",
    ]
    lines = Phrases("B", PLAIN).beginning(Event(*_step(start, "rotate", "B")))
    assert [line.plain for line in lines] == ["You discard two 3s."]


def test_going_out_is_told() -> None:
    start = round_of("9/7", {"B": "3/4", "C": "5/2 5/7"})
    lines = told(start, "play 9/7", "rotate", "rotate", "rotate", to="A")
    assert lines[:2] == ["You play 9/7 and send B's 3 back as 4.", "You finish first and score 2 points."]
    assert lines[4:] == ["Your 9 is discarded.", "B rotates its hand."]
    assert told(start, "play 9/7", to="C")[1] == "A finishes first and scores 2 points."
    second = round_of("9/7", {"B": "3/4"}, finish="B")
    assert told(second, "play 9/7", to="C") == [
        "A plays 9/7 and beats B's 3, which is discarded.",
        "A finishes second and scores 1 point.",
    ]
    two = round_of("9/4", {"A2": "3/6", "B1": "5/2 5/3"}, players=2)
    assert told(two, "play 9/4", to="B") == [
        "A plays 9/4 and sends its own 3 back as 6.",
        "A has no cards left and wins the round.",
    ]


def _step(start: Round, move: str, to: str) -> tuple[View, Move, Effects, View]:
    return start.view(to), start.parse_move(move), start.effects(move), start.apply(move).view(to)


def test_what_is_known_is_what_the_view_knows() -> None:
    phrases = Phrases("A", PLAIN)
    for position in Play("balanced", 3, seed=8, length=60).positions():
        view = position.view("A")
        text = text_of(Pages(phrases, Picture(phrases, 80)).known(view), 200)
        cards = Counter(parse_card(word) for word in re.findall(r"\d+/\d+", text))
        expected = [*view.discards, *view.unseen, *(card for hand in view.known for card in hand)]
        assert cards == Counter(expected)
        assert ("★" in text) == (view.star in ("B", "C"))
