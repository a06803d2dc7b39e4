"""The cards, the deal and what a set is: R1 to R7."""

import pytest

from tests.games import SEATS, Game, Rules, text_of
from tests.oracle.cards import parse_card, parse_cards

# R3: who uses what, written out once more.
PLAIN = (
    "1/5 1/6 1/6 1/7 1/7 1/8 1/9 2/4 2/4 2/5 2/5 2/6 2/9 2/10 3/4 3/5 3/6 3/7 3/8 3/9 4/6 4/7 4/8 5/7 5/8 6/7"
)
HAPPY = "1/10 2/8 3/6 4/5"
NEUTRAL = "1/8 1/9 2/6 2/7 3/4 3/5"
SAD = "3/10 4/9 5/8 6/7"

ELEVEN = ["1/5*", "1/6", "2/4", "2/5", "3/4", "3/9", "6/8", "7/8", "7/9", "1/7", "1/8"]


def all_cards(game: Game) -> str:
    """All dealt cards, the lower value first."""
    hands = " ".join(game.hand(seat) for seat in SEATS[: len(game.sizes)])
    return text_of(card.upright for card in parse_cards(hands))


def holder(game: Game, card: str) -> str:
    both_ways = {card, str(parse_card(card).turned)}
    return "".join(seat for seat in SEATS[: len(game.sizes)] if both_ways & set(game.hand(seat).split()))


@pytest.mark.rule("R1")
def test_r1_forty_cards_each_with_two_different_values(rules: Rules) -> None:
    cards = parse_cards(all_cards(rules.deal(5, seed=1)))
    assert len(cards) == 40
    assert all(card.active != card.inactive for card in cards)


@pytest.mark.rule("R1")
def test_r1_a_turned_card_swaps_its_values(rules: Rules) -> None:
    game = rules.position(["3/6 2/7", "1/8", "4/5"], "A")
    game.apply("rotate")
    assert game.hand("A") == "6/3 7/2"


@pytest.mark.rule("R2")
def test_r2_the_star_is_on_the_only_one_five(rules: Rules) -> None:
    for players in (2, 3, 4, 5):
        for seed in range(10):
            game = rules.deal(players, seed)
            assert all_cards(game).split().count("1/5") == 1
            assert game.star == holder(game, "1/5")


@pytest.mark.rule("R2")
def test_r2_some_cards_carry_a_symbol(rules: Rules) -> None:
    used = [sum(rules.deal(players, seed=3).sizes) for players in (2, 3, 4, 5)]
    assert used == [26, 26 + 4, 26 + 4 + 6, 26 + 4 + 6 + 4]


@pytest.mark.rule("R3")
def test_r3_fewer_players_use_fewer_cards(rules: Rules) -> None:
    expected = ""
    for players, group in ((2, PLAIN), (3, HAPPY), (4, NEUTRAL), (5, SAD)):
        expected += f" {group}"
        assert all_cards(rules.deal(players, seed=5)) == text_of(parse_cards(expected))


@pytest.mark.rule("R3")
def test_r3_holds_for_another_deck_too(rules: Rules) -> None:
    deck = ["1/5*", "2/3", "2/4", "2/6", "3/4", "1/2 happy", "1/3 neutral", "1/4 sad"]
    assert all_cards(rules.deal(2, 1, deck)) == "1/5 2/3 2/4 2/6 3/4"
    assert all_cards(rules.deal(3, 1, deck)) == "1/2 1/5 2/3 2/4 2/6 3/4"
    assert all_cards(rules.deal(4, 1, deck)) == "1/2 1/3 1/5 2/3 2/4 2/6 3/4"
    assert all_cards(rules.deal(5, 1, deck)) == "1/2 1/3 1/4 1/5 2/3 2/4 2/6 3/4"


@pytest.mark.rule("R4")
def test_r4_all_cards_are_dealt_evenly(rules: Rules) -> None:
    assert rules.deal(2, seed=1).sizes == (13, 13)
    assert rules.deal(3, seed=1).sizes == (10, 10, 10)
    assert rules.deal(4, seed=1).sizes == (9, 9, 9, 9)
    assert rules.deal(5, seed=1).sizes == (8, 8, 8, 8, 8)


@pytest.mark.rule("R4")
def test_r4_if_it_does_not_divide_the_first_seats_in_deal_order_get_one_more(rules: Rules) -> None:
    assert rules.deal(3, 1, ELEVEN, first="A").sizes == (4, 4, 3)
    assert rules.deal(3, 1, ELEVEN, first="B").sizes == (3, 4, 4)
    assert rules.deal(3, 1, ELEVEN, first="C").sizes == (4, 3, 4)


@pytest.mark.rule("R4")
def test_r4_deal_order_moves_one_seat_to_the_left_each_round(rules: Rules) -> None:
    match = rules.match(3, seed=1, deck=ELEVEN, turn_limit=1)
    sizes = []
    for _ in range(3):
        sizes.append(match.sizes)
        match.apply("rotate")
    assert sizes == [(4, 4, 3), (3, 4, 4), (4, 3, 4)]


@pytest.mark.rule("R4")
def test_r4_shuffled_into_any_hand_either_way_up(rules: Rules) -> None:
    seen = {
        (seat, card)
        for seed in range(100)
        for seat in "AB"
        for card in rules.deal(2, seed).hand(seat).split()
    }
    assert len(seen) == 2 * 2 * 22, "every card comes to either seat either way up"
    upright = sum(
        card.active < card.inactive
        for seed in range(100)
        for card in parse_cards(rules.deal(2, seed).hand("A"))
    )
    assert 570 <= upright <= 730, "about half of 1300"


@pytest.mark.rule("R5")
def test_r5_hands_are_secret_and_their_sizes_are_public(rules: Rules) -> None:
    game = rules.deal(3, seed=2)
    assert [game.known(seat) for seat in "ABC"] == ["", "", ""]
    others = parse_cards(game.hand("B") + " " + game.hand("C"))
    assert game.unseen("A") == text_of(card.upright for card in others)
    assert game.sizes == (10, 10, 10)


@pytest.mark.rule("R5")
def test_r5_single_cards_are_never_turned(rules: Rules) -> None:
    game = rules.position(["3/6 3/4 5/8", "1/8", "4/5"], "A")
    assert game.legal() == {"play 3/4", "play 3/6", "play 3/4 3/6", "play 5/8", "rotate"}


@pytest.mark.rule("R5")
def test_r5_the_order_of_a_hand_does_not_matter(rules: Rules) -> None:
    one = rules.position(["3/6 5/8 3/4", "1/8", "4/5"], "A")
    other = rules.position(["5/8 3/4 3/6", "1/8", "4/5"], "A")
    assert one.legal() == other.legal() == {"play 3/4", "play 3/6", "play 3/4 3/6", "play 5/8", "rotate"}


@pytest.mark.rule("R6")
def test_r6_the_holder_of_the_star_begins(rules: Rules) -> None:
    for players in (3, 4, 5):
        starters = set()
        for seed in range(20):
            game = rules.deal(players, seed)
            assert game.turn == holder(game, "1/5")
            starters.add(game.turn)
        assert len(starters) == players


@pytest.mark.rule("R6")
def test_r6_play_goes_clockwise_in_seat_order(rules: Rules) -> None:
    for players in (3, 4, 5):
        game = rules.position(["1/8", "4/5", "3/6", "2/8", "3/7"][:players], "B")
        turns = []
        for _ in range(players + 1):
            turns.append(game.turn)
            game.apply("rotate")
        assert "".join(turn or "" for turn in turns) == (SEATS[:players] * 3)[1 : players + 2]


@pytest.mark.rule("R7")
def test_r7_a_set_has_one_active_value(rules: Rules) -> None:
    game = rules.position(["3/4 3/6 6/1 5/4", "1/8", "2/7"], "A")
    assert game.legal() == {"play 3/4", "play 3/6", "play 3/4 3/6", "play 6/1", "play 5/4", "rotate"}


@pytest.mark.rule("R7")
def test_r7_value_is_the_active_value_and_size_the_number_of_cards(rules: Rules) -> None:
    game = rules.position(["4/1 2/9 2/7", "1/8", "2/5"], "A", {"B": "3/9"})
    assert "play 4/1" in game.legal(), "4 is more than the active 3"
    assert "play 2/7" not in game.legal(), "2 is less than 3"
    assert "play 2/7 2/9" in game.legal(), "two cards are of size 2"
