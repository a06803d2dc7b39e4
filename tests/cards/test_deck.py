import argparse
import contextlib
import io
import json
import pickle
import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from dnup.cards.card import Card
from dnup.cards.deck import (
    PLAYER_COUNTS,
    STANDARD_SYMBOLS,
    Deck,
    DeckCard,
    DeckError,
    deck_from_json,
    deck_names,
    deck_to_json,
    load_deck,
)
from dnup.cards.deck_file import parse_deck_file
from dnup.commands import deck as command
from dnup.terminal.palette import Palette

PRINTED = load_deck("printed")
BALANCED = load_deck("balanced")
PAIRS = load_deck("pairs")

FINE = """
name = "mine"
cards = ["1/5 star", "1/6", "2/3", "2/4 happy", "3/4 neutral", "4/5 sad", "5/6"]
"""


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """Decks of up to 45 cards, with the usual symbols or others, for some numbers of players."""
    pairs = [DeckCard(low, high) for low, high in combinations(range(1, 16), 2)]
    faces = draw(st.lists(st.sampled_from(pairs), min_size=5, max_size=40))
    star = draw(st.sampled_from([face for face in faces if faces.count(face) == 1] or [pairs[0]]))
    symbols = draw(st.sampled_from([dict(STANDARD_SYMBOLS), {"sun": "☀️", "moon": "🌙"}]))
    marks = st.sampled_from([None, *symbols])
    cards = [DeckCard(face.low, face.high, False, draw(marks)) for face in faces if face != star]
    cards = [card for index, card in enumerate(cards) if cards_of_value(cards[: index + 1]) <= 11]
    # Cards that no symbol takes out, so that there is one for every seat.
    cards += [DeckCard(low, low + 1) for low in (1, 3, 5, 7) if (low, low + 1) != (star.low, star.high)]
    cards.append(DeckCard(star.low, star.high, star=True))
    without = {n: frozenset(draw(st.sets(st.sampled_from(list(symbols))))) for n in PLAYER_COUNTS}
    players = draw(st.sets(st.sampled_from(PLAYER_COUNTS[:3]), min_size=1))
    return Deck("mine", tuple(cards), "My deck", "Made up.", symbols, without, tuple(players))


def cards_of_value(cards: list[DeckCard]) -> int:
    return max(Counter(value for card in cards for value in (card.low, card.high)).values(), default=0)


def write(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "bad.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


# The built-in decks


def test_the_built_in_decks() -> None:
    assert deck_names() == ("printed", "balanced", "pairs")
    assert load_deck("balanced") is BALANCED
    assert load_deck(BALANCED) is BALANCED


def test_the_balanced_deck_is_found_by_its_old_name() -> None:
    assert load_deck("standard") is BALANCED
    assert deck_from_json("standard") is BALANCED
    assert deck_to_json(BALANCED, 3) == "balanced"
    with pytest.raises(DeckError, match="the name 'standard' is a built-in deck's"):
        Deck.of(["1/5*", "1/6"], "standard")


def test_the_printed_deck_is_the_published_list() -> None:
    groups = {
        None: "1/5 1/6 1/6 1/7 1/7 1/8 1/9 2/4 2/4 2/5 2/5 2/6 2/9 2/10 3/4 3/5 3/6 3/7 3/8 3/9 "
        "4/6 4/7 4/8 5/7 5/8 6/7",
        "happy": "1/10 2/8 3/6 4/5",
        "neutral": "1/8 1/9 2/6 2/7 3/4 3/5",
        "sad": "3/10 4/9 5/8 6/7",
    }
    for symbol, cards in groups.items():
        assert " ".join(str(card.card) for card in PRINTED.cards if card.symbol == symbol) == cards
    counts = PRINTED.value_counts()
    assert (counts[10], counts[9]) == (3, 5)
    assert {card.low + card.high for card in PRINTED.cards} <= set(range(6, 14))
    copies = Counter(PRINTED.cards[card].card for card in PRINTED.in_play(2))
    assert [str(card) for card, count in copies.items() if count > 1] == ["1/6", "1/7", "2/4", "2/5"]


@pytest.mark.parametrize("deck", [PRINTED, BALANCED], ids=str)
def test_a_deck_of_40_cards_has_one_star(deck: Deck) -> None:
    assert len(deck.cards) == 40
    assert deck.cards[deck.star] == DeckCard(1, 5, star=True)
    assert sum(card.star for card in deck.cards) == 1


@pytest.mark.parametrize("deck", [PRINTED, BALANCED], ids=str)
def test_what_the_rule_sheets_tell_of_the_cards_is_so(deck: Deck) -> None:
    faces = [card.card for card in deck.cards]
    assert {Card(3, 4), Card(3, 6), Card(2, 5), Card(2, 7), Card(2, 9)} <= set(faces)
    counts = deck.value_counts()
    assert counts[3] >= 4
    assert counts[6] >= 3


def test_its_first_36_cards_are_all_pairs_and_the_rest_are_copies() -> None:
    pairs = Counter(Card(low, high) for low, high in combinations(range(1, 10), 2))
    assert Counter(card.card for card in BALANCED.cards if card.symbol != "sad") == pairs
    assert [str(card.card) for card in BALANCED.cards if card.symbol == "sad"] == ["1/9", "2/8", "3/7", "4/6"]
    assert Counter(card.card for card in PAIRS.cards) == pairs


def test_the_pairs_carry_the_symbols_of_the_balanced_deck() -> None:
    assert list(PAIRS.cards) == [card for card in BALANCED.cards if card.symbol != "sad"]


@pytest.mark.parametrize("players, cards, size", [(2, 26, 13), (3, 30, 10), (4, 36, 9), (5, 40, 8)])
def test_cards_and_hands_by_number_of_players(players: int, cards: int, size: int) -> None:
    assert len(PRINTED.in_play(players)) == cards
    assert PRINTED.hand_sizes(players) == (size,) * players


@pytest.mark.parametrize("players, cards, size", [(2, 18, 9), (3, 27, 9), (4, 36, 9), (5, 40, 8)])
def test_cards_and_hands_of_the_balanced_deck(players: int, cards: int, size: int) -> None:
    assert len(BALANCED.in_play(players)) == cards
    assert BALANCED.hand_sizes(players) == (size,) * players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_value_is_rarer_than_another(players: int) -> None:
    assert BALANCED.value_counts(players) == dict.fromkeys(range(1, 10), 2 * players)
    assert PAIRS.value_counts(players) == dict.fromkeys(range(1, 10), 2 * players)


def test_with_five_players_only_the_5_is_rarer() -> None:
    assert BALANCED.value_counts(5) == {value: 8 if value == 5 else 9 for value in range(1, 10)}


@pytest.mark.parametrize("symbol", ["happy", "neutral"])
def test_each_group_of_nine_holds_every_value_twice(symbol: str) -> None:
    group = [card for card in BALANCED.cards if card.symbol == symbol]
    assert Counter(value for card in group for value in (card.low, card.high)) == dict.fromkeys(
        range(1, 10), 2
    )


@pytest.mark.parametrize("deck", [PRINTED, BALANCED], ids=str)
def test_symbols_leave_from_sad_to_happy(deck: Deck) -> None:
    left = {players: {deck.cards[i].symbol for i in deck.in_play(players)} for players in PLAYER_COUNTS}
    assert left == {
        2: {None},
        3: {None, "happy"},
        4: {None, "happy", "neutral"},
        5: {None, "happy", "neutral", "sad"},
    }


def test_built_in_decks_say_where_their_cards_come_from() -> None:
    assert "Collection by babeltimeus-fu-rayjo" in PRINTED.provenance
    assert "not confirmed by the publisher" in PRINTED.provenance
    assert "reconstruction" not in PRINTED.provenance
    for deck in (BALANCED, PAIRS):
        assert "reconstruction" in deck.provenance


# Decks as values


def test_cards_are_sorted_with_copies_side_by_side() -> None:
    keys = [(card.low, card.high) for card in BALANCED.cards]
    assert keys == sorted(keys)
    assert [str(card) for card in BALANCED.cards if (card.low, card.high) == (1, 9)] == [
        "1/9 neutral",
        "1/9 sad",
    ]


def test_the_order_and_the_way_up_of_the_texts_do_not_matter() -> None:
    one = Deck.of(["1/5*", "1/6", "1/3 happy", "2/4"])
    assert one == Deck.of(["2/4", "3/1 😊", "5/1 star", "6/1"])
    assert one == Deck.of(["2/4", "1/3 😊️", "1/5★", "1/6"])
    assert hash(one) == hash(Deck.of(one.texts()))
    assert one.texts() == ["1/3 happy", "1/5*", "1/6", "2/4"]


def test_uneven_hands_go_to_the_first_seats_in_deal_order() -> None:
    assert PAIRS.hand_sizes(5) == (8, 7, 7, 7, 7)
    assert PAIRS.hand_sizes(5, first=3) == (7, 7, 7, 8, 7)
    seven = Deck.of(["1/5*", "1/6", "2/3", "2/4", "3/4", "4/5", "5/6"])
    assert seven.hand_sizes(5, first=4) == (2, 1, 1, 1, 2)


def test_the_texts_of_the_cards_in_play_make_a_deck_of_just_these() -> None:
    embedded = Deck.of(BALANCED.texts(3))
    assert embedded.texts(3) == BALANCED.texts(3)
    assert [embedded.cards[i].card for i in embedded.in_play(3)] == [
        BALANCED.cards[i].card for i in BALANCED.in_play(3)
    ]
    assert embedded.texts() == BALANCED.texts(3)
    assert "1/5*" in BALANCED.texts(2)


def test_a_small_list_is_a_deck_for_those_it_can_deal_to() -> None:
    assert Deck.of(["1/5*", "1/6", "2/3"]).players == (2, 3)
    assert Deck.of(["1/5*", "1/6", "2/3 sad", "2/4 sad", "4/5 sad"]).players == (2, 5)


def test_a_deck_knows_for_how_many_it_is() -> None:
    with pytest.raises(DeckError, match=r"^the deck 'custom' is for 2 or 3 players, not 4$"):
        Deck.of(["1/5*", "1/6", "2/3"]).in_play(4)
    with pytest.raises(DeckError, match=r"^the deck 'balanced' is for 2, 3, 4 or 5 players, not 6$"):
        BALANCED.hand_sizes(6)


def test_text_and_repr_of_a_deck() -> None:
    assert str(BALANCED) == "balanced (40 cards)"
    assert repr(BALANCED) == "load_deck('balanced')"
    assert BALANCED.built_in
    assert not Deck.of(BALANCED.texts()).built_in


@given(decks())
def test_decks_round_trip(deck: Deck) -> None:
    without = {players: list(names) for players, names in deck.without.items()}
    assert deck == Deck.of(
        deck.texts(),
        deck.name,
        without,
        title=deck.title,
        provenance=deck.provenance,
        symbols=deck.symbols,
        players=deck.players,
    )
    again = eval(repr(deck))  # noqa: S307
    assert again == deck
    assert hash(again) == hash(deck)
    assert pickle.loads(pickle.dumps(deck)) == deck


@given(decks())
def test_every_card_in_play_is_dealt(deck: Deck) -> None:
    for players in deck.players:
        in_play = deck.in_play(players)
        assert deck.star in in_play
        for first in range(players):
            sizes = deck.hand_sizes(players, first)
            assert sum(sizes) == len(in_play)
            assert max(sizes) - min(sizes) <= 1
            assert sizes[first] == max(sizes)
        embedded = Deck.of(deck.texts(players), players=[players])
        assert len(embedded.in_play(players)) == len(in_play)
        assert embedded.value_counts(players) == deck.value_counts(players)


@settings(deadline=None)
@given(deck=decks())
def test_a_deck_written_to_a_file_is_read_back(deck: Deck, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("deck") / "deck.toml"
    lines = [f"{key} = {json.dumps(getattr(deck, key))}" for key in ("name", "title", "provenance")]
    lines += [f"players = {list(deck.players)}", f"cards = {json.dumps(deck.texts())}", "[symbols]"]
    lines += [f"{name} = {json.dumps(sign, ensure_ascii=False)}" for name, sign in deck.symbols.items()]
    lines += [
        "[without]",
        *(f"{count} = {json.dumps(sorted(names))}" for count, names in deck.without.items()),
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert load_deck(path) == deck


# Deck files


def test_a_file_needs_no_more_than_its_cards(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text('cards = ["1/5 star", "1/6", "2/3", "2/4", "4/5"]', encoding="utf-8")
    deck = load_deck(str(path))
    assert (deck.name, deck.title, deck.provenance, deck.players) == ("tiny", "tiny", "", (2, 3, 4, 5))


def test_symbols_of_ones_own(tmp_path: Path) -> None:
    text = """
    players = [2, 3]
    cards = ["10/15 ★", "1/6", "2/3 sun", "2/4 ☀", "4/5 sun"]
    [symbols]
    sun = "☀️"
    [without]
    2 = ["☀"]
    """
    deck = load_deck(write(tmp_path, b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()))
    assert len(deck.in_play(2)) == 2
    assert len(deck.in_play(3)) == 5
    assert dict(deck.symbols) == {"sun": "☀️"}


def test_a_name_is_a_path_if_such_a_file_exists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("mydeck", "balanced"):
        Path(name).write_text(FINE, encoding="utf-8")
    assert load_deck("mydeck").name == "mine"
    assert load_deck("balanced") is BALANCED
    assert load_deck("./balanced").name == "mine"
    assert load_deck(Path("balanced")).name == "mine"


def test_a_copy_of_a_built_in_file_is_that_deck_and_a_changed_copy_needs_a_name(tmp_path: Path) -> None:
    original = (Path(command.__file__).parent.parent / "decks" / "balanced.toml").read_text(encoding="utf-8")
    assert load_deck(write(tmp_path, original)) == BALANCED
    with pytest.raises(
        DeckError, match="the name 'balanced' is a built-in deck's; give this deck another name"
    ):
        load_deck(write(tmp_path, original.replace('"8/9"', '"10/11"')))


def test_the_example_of_the_documentation_is_fine() -> None:
    root = Path(__file__).parents[2]
    page = (root / "docs" / "deck.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```toml\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    file = root / "examples" / "decks" / "friday.toml"
    assert file.read_text(encoding="utf-8") == example
    deck = load_deck(file)
    assert json.dumps(deck.texts(2)) in page
    assert [deck.hand_sizes(players)[0] for players in deck.players] == [5, 5, 5]


def line(text: str) -> str:
    """A file that would be fine but for this line."""
    return f"{text}\n{FINE}"


def cards(*texts: str) -> str:
    """A file with these cards beside four good ones."""
    return f"cards = {json.dumps(['1/6', '2/3', '2/4', '4/5', *texts], ensure_ascii=False)}"


def sixth(text: str) -> str:
    """A file that would be fine but for its sixth card."""
    return cards("1/5*", text)


SIGNS = f'{FINE}[symbols]\nhappy = "a"\nneutral = "b"\n'
WITHOUT = f"{FINE}[without]\n"

BAD: dict[str, tuple[str | bytes, str]] = {
    "no star": (cards("1/5"), "no card carries ★; mark exactly one of cards with star, like '1/5 star'"),
    "two stars": (cards("1/5*", "2/6 star"), "2 cards carry ★ (1/5 and 2/6); mark exactly one"),
    "copy of the star card": (sixth("5/1"), "cards has 1/5 with ★ and without; the ★ card must be the only"),
    "star with a symbol": (cards("1/5 star sad"), "entry 5 of cards, '1/5 star sad': 1/5 carries both ★ and"),
    "star twice": (cards("1/5* star"), "entry 5 of cards, '1/5* star': a card has one mark at most"),
    "equal values": (sixth("3/3"), "entry 6 of cards, '3/3': '3/3' is not a card; its two values must be"),
    "unknown symbol": (
        sixth("2/6 hapy"),
        "entry 6 of cards, '2/6 hapy': 'hapy' is not a symbol of this deck",
    ),
    "hint at a symbol": (sixth("2/6 hapy"), "; did you mean 'happy'?"),
    "no hint at a symbol": (sixth("2/6 zzz"), "'zzz' is not a symbol of this deck; use sad, neutral, happy"),
    "two symbols": (sixth("2/6 sad sad"), "entry 6 of cards, '2/6 sad sad': a card has one mark at most"),
    "value 0": (sixth("0/3"), "'0/3' is not a card; write two different values from 1 to 15"),
    "value 16": (sixth("3/16"), "'3/16' is not a card; its values must be whole numbers from 1 to 15"),
    "not whole": (sixth("3/4.5"), "entry 6 of cards, '3/4.5': '3/4.5' is not a card"),
    "empty entry": (sixth(""), "entry 6 of cards, '': '' is not a card"),
    "57 cards": (
        cards("1/5*", *["7/8", "9/10", "11/12", "13/14"] * 13),
        "cards has 57 entries; a deck has at",
    ),
    "13 of a value": (cards("1/5*", *["9/10"] * 13), "13 entries of cards carry the value 9; at most 12 may"),
    "no cards": ("cards = []", "no card carries ★"),
    "too few cards": (
        'cards = ["1/5*", "1/6"]',
        "cards has too few for 3 players (2 in play); every seat needs",
    ),
    "too few left": (
        "cards = ['1/5*', '1/6 sad', '2/3']\nplayers = [2, 3]\n[without]\n3 = ['sad']",
        "(2 in play)",
    ),
    "cards missing": ('name = "mine"', "the key 'cards' is missing; list the cards like cards = ["),
    "empty file": ("", "the key 'cards' is missing"),
    "not TOML": ("cards = [", "the file is not valid TOML: "),
    "key twice": (line('name = "a"'), "write each key once"),
    "table twice": (f"{FINE}[symbols]\n[symbols]", "write each key once"),
    "nested too deep": (f"x = {'[' * 60_000}", "the file is not valid TOML: "),
    "endless number": (f"x = {'9' * 10_000}", "the file is not valid TOML: "),
    "huge number": (line(f"title = 0x{'f' * 10_000}"), "title is a huge number; write a text in quotes"),
    "not UTF-8": (b'name = "\xff"', "the file is not UTF-8 text (byte 9); save it as UTF-8"),
    "unknown key": (line("card = []"), "the key 'card' is unknown; did you mean 'cards'?"),
    "no hint at a key": (
        line("zzz = 1"),
        "the key 'zzz' is unknown; use name, title, provenance, players, cards",
    ),
    "cards below a table": (
        '[symbols]\ncards = ["1/5*"]',
        "'cards' stands below [symbols]; move it above the",
    ),
    "players below a table": (
        f"{WITHOUT}players = [2]",
        "'players' stands below [without]; move it above the",
    ),
    "name a number": ("name = 3\ncards = []", "name is the number 3; write a text in quotes"),
    "name empty": ('name = ""\ncards = []', "name is ''; write one line of 1 to 80 characters"),
    "title of two lines": (line(r'title = "a\nb"'), r"title is 'a\nb'; write one line of 1 to 80 characters"),
    "title a date": (line("title = 2024-01-01"), "title is a date or time; write a text in quotes"),
    "provenance true": (line("provenance = true"), "provenance is true; write a text in quotes"),
    "provenance with escapes": (line(r'provenance = "\u001b[2J"'), "write it without control characters"),
    "cards a text": ('cards = "1/5*"', "cards is the text '1/5*'; write a list of texts"),
    "cards a table": ("[cards]\n1 = 5", "cards is a table; write a list of texts"),
    "card a number": ("cards = ['1/5*', 1]", "entry 2 of cards is the number 1; write every entry in quotes"),
    "card a list": ("cards = [['1/5*']]", "entry 1 of cards is a list; write every entry in quotes"),
    "players a number": (
        line("players = 2"),
        "players is the number 2; write a list of numbers, like players",
    ),
    "players a text": (
        line("players = ['2']"),
        "entry 1 of players is the text '2'; write numbers from 2 to 5",
    ),
    "players up to six": (
        line("players = [2, 6]"),
        "players is [2, 6]; list different numbers of players from",
    ),
    "players twice": (line("players = [2, 2]"), "players is [2, 2]; list different numbers of players"),
    "players none": (line("players = []"), "players is []; list different numbers of players"),
    "symbols a list": (
        line("symbols = ['sad']"),
        "symbols is a list; write a table, [symbols] with lines like",
    ),
    "sign a number": (f"{SIGNS}sad = 1", "'sad' in [symbols] is the number 1; write a sign in quotes"),
    "sign empty": (f"{SIGNS}sad = ''", "'sad' in [symbols] has the sign ''; use a single sign, like"),
    "sign a star": (f"{SIGNS}sad = '★'", "'sad' in [symbols] has the sign '★'; use a single sign, like"),
    "sign twice": (
        f"{SIGNS}sad = 'a'",
        "'happy' and 'sad' in [symbols] have the same sign; give each its own",
    ),
    "symbol called star": (f"{SIGNS}sad = 'c'\nstar = 'd'", "'star' in [symbols] cannot name a symbol"),
    "symbol of two words": (f"{SIGNS}sad = 'c'\n'x y' = 'd'", "'x y' in [symbols] cannot name a symbol"),
    "without a list": (line("without = [2]"), "without is a list; write a table, [without] with lines like"),
    "without for six": (
        f"{WITHOUT}6 = []",
        "'6' in [without] is not a number of players; write 2, 3, 4 or 5",
    ),
    "without a text": (
        f"{WITHOUT}2 = 'sad'",
        "2 in [without] is the text 'sad'; write a list of texts, like",
    ),
    "without an unknown": (
        f"{WITHOUT}2 = ['bad']",
        "2 in [without]: 'bad' is not a symbol of this deck; did",
    ),
}


@pytest.mark.parametrize("text, sentence", BAD.values(), ids=BAD.keys())
def test_a_bad_file_gets_one_sentence(text: str | bytes, sentence: str, tmp_path: Path) -> None:
    path = write(tmp_path, text)
    with pytest.raises(DeckError) as caught:
        load_deck(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert sentence in message
    assert "\n" not in message
    assert len(message.removeprefix(str(path))) < 350


def test_a_file_that_cannot_be_read_gets_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match=r"none\.toml: there is no such file; give the path of a deck file"):
        load_deck(str(tmp_path / "none.toml"))
    with pytest.raises(DeckError, match="this is a directory; give the path of a deck file in it"):
        load_deck(tmp_path)
    with pytest.raises(DeckError, match="the file cannot be read"):
        load_deck("a\0b.toml")
    with pytest.raises(DeckError, match=r"the file cannot be read \(File name too long\)"):
        load_deck("x" * 5000 + ".toml")
    with pytest.raises(DeckError, match="the file is too large for a deck file"):
        load_deck(write(tmp_path, b" " * 2_000_000))


@pytest.mark.parametrize(
    "name, sentence",
    [
        ("pair", "there is no deck called 'pair'; did you mean 'pairs'?"),
        ("poker", "there is no deck called 'poker'; use printed, balanced, pairs or the path of a deck file"),
        ("", "there is no deck called ''; use printed, balanced, pairs or the path of a deck file"),
        (
            "x" * 5000,
            f"there is no deck called '{'x' * 60}'…; use printed, balanced, pairs or the path of a deck file",
        ),
    ],
)
def test_an_unknown_name_gets_one_sentence(name: str, sentence: str) -> None:
    with pytest.raises(DeckError, match=f"^{re.escape(sentence)}$"):
        load_deck(name)


@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: f"cards = [{text}]".encode()))
def test_no_file_at_all_raises_anything_else(data: bytes) -> None:
    with contextlib.suppress(DeckError):
        parse_deck_file(data, "any")


def test_a_bad_list_of_cards_names_deck_and_entry() -> None:
    with pytest.raises(
        DeckError, match=r"^deck 'custom': entry 2 of cards, '3-6': '3-6' is not a card; write two"
    ):
        Deck.of(["1/5*", "3-6"])
    with pytest.raises(
        DeckError, match=r"^deck 'custom': entry 2 of cards, 36: a card is a text, like '3/6'$"
    ):
        Deck.of(["1/5*", 36])  # type: ignore[list-item]
    with pytest.raises(DeckError, match=r"^deck 'custom': '1/5' is one text; list the cards one by one"):
        Deck.of("1/5")
    with pytest.raises(DeckError, match=r"^deck 'balanced': the name 'balanced' is a built-in deck's"):
        Deck.of(["1/5*", "1/6"], name="balanced")
    with pytest.raises(DeckError, match=r"^deck 'custom': 7 in \[without\] is not a number of players"):
        Deck.of(["1/5*", "1/6"], without={7: ["sad"]})


def test_a_card_of_a_deck_is_checked_too() -> None:
    with pytest.raises(DeckError, match=r"^6/3 has its higher value first; as a card of a deck it is 3/6$"):
        DeckCard(6, 3)
    with pytest.raises(DeckError, match="'3/3' is not a card"):
        DeckCard(3, 3)
    with pytest.raises(DeckError, match="'1/6 gone' has an unknown symbol; use happy"):
        Deck("x", (DeckCard(1, 6, symbol="gone"),), "", "", {"happy": "a"}, {}, (2,))


# The command


def run(*words: str) -> int:
    parser = argparse.ArgumentParser(prog="dnup")
    command.register(parser.add_subparsers(required=True))
    args = parser.parse_args(["deck", *words])
    status: int = args.run(args)
    return status


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


@pytest.mark.usefixtures("wide")
def test_deck_show_draws_every_card_and_says_what_the_deck_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show") == 0
    out = capsys.readouterr().out
    assert "not confirmed by the publisher" in " ".join(out.replace("│", " ").split())
    assert sorted(re.findall(r" (\d/\d+) ", out)) == sorted(str(card.card) for card in PRINTED.cards)
    assert "1/5 ★" in out
    assert "😊 happy · 4 cards · with 3 to 5 players" in out


@pytest.mark.usefixtures("wide")
def test_deck_show_gives_every_value_its_color(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the table in the terminal does, 10 among them."""
    screen = Console(
        record=True, width=100, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    monkeypatch.setattr("rich.console.Console", lambda **_: screen)
    assert run("show") == 0
    palette = Palette.of(screen)
    shown = {
        segment.text.strip(): str(segment.style)
        for segment in screen._record_buffer
        if segment.style and segment.text.strip().isdigit() and "on #" in str(segment.style)
    }
    assert shown == {str(value): palette.active(value) for value in range(1, 11)}


@pytest.mark.parametrize("words", [["pairs"], ["--deck", "pairs"]])
def test_deck_show_takes_a_deck_with_and_without_the_option(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("show", "--json", *words) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "pairs"


def test_deck_show_takes_one_deck(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("show", "pairs", "--deck", "balanced")
    assert "--deck: not allowed with argument NAME|FILE" in capsys.readouterr().err


@pytest.mark.usefixtures("wide")
def test_deck_show_with_players_draws_only_what_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", "--players", "2", "--deck", "pairs") == 0
    out = capsys.readouterr().out
    assert len(re.findall(r" \d/\d ", out)) == 18
    assert "happy ·" not in out


def test_deck_show_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("show", "--json", "--players", "5") == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["name"] == "printed"
    assert [card["card"] for card in shown["cards"]] == [str(card.card) for card in PRINTED.cards]
    (game,) = shown["games"]
    assert (game["players"], game["cards"], game["hands"], game["without"]) == (5, 40, [8] * 5, [])
    assert game["values"]["10"] == 3


def test_deck_show_of_a_deck_for_others(tmp_path: Path) -> None:
    path = write(tmp_path, "players = [2, 3]" + FINE)
    with pytest.raises(DeckError, match="the deck 'mine' is for 2 or 3 players, not 5"):
        run("show", "--deck", str(path), "--players", "5")


def test_a_number_of_players_nobody_plays_with(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        run("show", "--players", "6")
    assert caught.value.code == 2
    assert "'6' is not a number of players; write 2, 3, 4 or 5" in capsys.readouterr().err


@pytest.mark.usefixtures("wide")
def test_deck_check_sums_up_a_good_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, FINE)
    assert run("check", str(path)) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{path} is fine: mine: 7 cards, values 1 to 6.\n")
    assert re.search(r"^4 +6 +1 or 2 +☹", out, re.MULTILINE)
    assert run("check", "--json", str(path)) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["ok"], shown["file"], shown["name"]) == (True, str(path), "mine")


def test_deck_check_refuses_a_bad_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, cards("1/5"))
    with pytest.raises(DeckError, match="no card carries ★"):
        run("check", str(path))
    assert run("check", "--json", str(path)) == 2
    shown = json.loads(capsys.readouterr().out)
    assert shown["ok"] is False
    assert shown["error"].startswith(f"{path}: no card carries ★")


def test_a_fingerprint_is_that_of_the_cards_in_play() -> None:
    cards = ["1/5 star", "1/6", "2/4", "2/6", "3/4", "3/5", "4/6 happy"]
    deck = Deck.of(cards, "one")
    assert re.fullmatch("[0-9a-f]{16}", deck.fingerprint(2))
    assert deck.fingerprint(2) != deck.fingerprint(3), "the happy card stays out with two players"
    assert Deck.of(cards[::-1], "another", title="A title").fingerprint(3) == deck.fingerprint(3)
    assert Deck.of(cards[:-1], "fewer", players=[2]).fingerprint(2) == deck.fingerprint(2)
    starless = ["1/5", "1/6 star", *cards[2:]]
    assert Deck.of(starless, "one").fingerprint(2) != deck.fingerprint(2), "who starts is a part of the game"
    assert Deck.of([*cards[:-1], "3/5"], "copies").fingerprint(2) != deck.fingerprint(2)
    with pytest.raises(DeckError, match="is for"):
        deck.fingerprint(6)


FINGERPRINTS = {
    "printed": ["df3bb3b5d246b776", "a35bba89561acf67", "8fd37ef675ac2656", "338654cebc551b80"],
    "balanced": ["a3bfbf1808841ee3", "58333f6399e8c945", "29b159f8f460be58", "9a14f1d9f0a297a5"],
    "pairs": ["a3bfbf1808841ee3", "58333f6399e8c945", "29b159f8f460be58", "29b159f8f460be58"],
}
"""With two to five players. Pairs is balanced without the cards that only five players use."""


def test_fingerprints_of_the_built_in_decks_stay() -> None:
    """Files are known by them for ever."""
    found = {
        name: [load_deck(name).fingerprint(players) for players in (2, 3, 4, 5)] for name in deck_names()
    }
    assert found == FINGERPRINTS
