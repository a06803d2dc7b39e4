import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dnup.cards.card import MAX_VALUE, Card, CardError, format_card, format_hand, parse_card, parse_hand
from dnup.error_text import quoted

values = st.integers(1, MAX_VALUE)
cards = st.tuples(values, values).filter(lambda pair: pair[0] != pair[1]).map(lambda pair: Card(*pair))


def test_a_card_is_written_active_value_first() -> None:
    card = Card(3, 6)
    assert (card.active, card.inactive) == (3, 6)
    assert str(card) == format_card(card) == "3/6"
    assert repr(card) == "Card(active=3, inactive=6)"
    assert parse_card("3/6") == card


@pytest.mark.parametrize("text, turned", [("3/6", "6/3"), ("1/5", "5/1"), ("15/2", "2/15")])
def test_turning_a_card_swaps_its_values(text: str, turned: str) -> None:
    assert str(parse_card(text).turned) == turned


@given(cards)
def test_a_card_turned_twice_is_as_before(card: Card) -> None:
    assert card.turned != card
    assert card.turned.turned == card


@given(cards)
def test_cards_round_trip(card: Card) -> None:
    assert parse_card(format_card(card)) == card
    assert eval(repr(card)) == card  # noqa: S307
    assert pickle.loads(pickle.dumps(card)) == card


@given(st.lists(cards))
def test_hands_round_trip_in_ascending_order(hand: list[Card]) -> None:
    assert parse_hand(format_hand(hand)) == tuple(sorted(hand))
    assert format_hand(parse_hand(format_hand(hand))) == format_hand(hand)


def test_cards_are_ordered_by_active_then_by_inactive_value() -> None:
    assert parse_hand("3/6 10/1 2/9  3/4\n3/4") == (
        Card(2, 9),
        Card(3, 4),
        Card(3, 4),
        Card(3, 6),
        Card(10, 1),
    )
    assert format_hand([Card(10, 1), Card(9, 1), Card(2, 9)]) == "2/9 9/1 10/1"


def test_an_empty_text_is_an_empty_hand() -> None:
    assert parse_hand(" ") == ()
    assert format_hand([]) == ""


def test_equal_cards_are_one_in_a_set_and_cannot_be_changed() -> None:
    assert len({Card(3, 4), Card(3, 4), Card(4, 3)}) == 2
    with pytest.raises(AttributeError):
        Card(3, 4).active = 5  # type: ignore[misc]


@pytest.mark.parametrize(
    "text",
    [
        "3-6",
        "",
        "3",
        "3/",
        "/6",
        "3/6/9",
        "3 / 6",
        " 3/6",
        "3/6\n",
        "03/6",
        "3/100",
        "+3/6",
        "3/٦",
        "a/b",
        "0/3",
    ],
)
def test_what_is_not_a_card_is_quoted_beside_what_would_be(text: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_card(text)
    assert str(caught.value) == (
        f"{text!r} is not a card; write two different values from 1 to 15 with a slash, like 3/6"
    )


def test_equal_values_are_not_a_card() -> None:
    with pytest.raises(CardError, match=r"^'3/3' is not a card; its two values must be different, like 3/6$"):
        parse_card("3/3")


@pytest.mark.parametrize("active, inactive", [(0, 3), (3, 16), (-1, 2), (True, 2), (2.0, 3)])
def test_values_are_whole_numbers_from_1_to_15(active: int, inactive: int) -> None:
    with pytest.raises(
        CardError, match=r"is not a card; its values must be whole numbers from 1 to 15, like 3/6$"
    ):
        Card(active, inactive)


def test_a_hand_says_which_of_its_words_is_not_a_card() -> None:
    with pytest.raises(CardError, match="'3-4' is not a card"):
        parse_hand("1/5 3-4 2/6")


def test_a_very_long_input_is_cut_where_it_is_quoted() -> None:
    with pytest.raises(CardError) as caught:
        parse_card("3/6" * 1000)
    assert len(str(caught.value)) < 200
    assert quoted(list(range(1000))).endswith("…")
    assert quoted(12) == "12"
