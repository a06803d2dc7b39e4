"""What the published rules leave open: D1 to D5."""

import pytest

from tests.games import Rules, text_of
from tests.oracle.cards import parse_cards

ONE_CARD_EACH = ["1/5*", "2/6"]


@pytest.mark.rule("D1")
def test_d1_the_hand_is_empty_before_a_beaten_set_comes_back(rules: Rules) -> None:
    game = rules.position(["5/2", "1/8 2/7"], "A2", {"A1": "4/5"})
    game.apply("play 5/2")
    assert (game.finish, game.points, game.ending) == ("A", (1, 0), "out")
    assert game.hand("A") == "5/4", "the beaten set comes back all the same (R14)"


@pytest.mark.rule("D1")
def test_d1_the_last_card_may_be_an_added_one(rules: Rules) -> None:
    game = rules.position(["6/8", "1/8 2/7"], "A1", {"A2": "4/5 4/9", "B1": "6/1"})
    game.apply("add 6/8 to B1")
    assert (game.finish, game.ending, game.turn) == ("A", "out", None)


@pytest.mark.rule("D2")
def test_d2_a_round_is_abandoned_after_the_last_action_allowed(rules: Rules) -> None:
    game = rules.position(["5/8 2/7", "1/8", "2/3"], "A", {"C": "9/4"}, actions=498, turn_limit=500)
    game.apply("rotate")
    assert (game.ending, game.turn, game.actions) == (None, "B", 499)
    game.apply("rotate")
    assert (game.ending, game.turn, game.actions) == ("abandoned", None, 500)
    assert (game.finish, game.points, game.legal()) == ("", (0, 0, 0), set())
    assert game.table == {"C": "9/4"}, "no further turn begins, so C discards nothing"


@pytest.mark.rule("D2")
def test_d2_unless_that_action_ended_it(rules: Rules) -> None:
    game = rules.position(["", "6/8", "2/3"], "B", {"A": "5/8"}, finish="A", actions=499, turn_limit=500)
    game.apply("play 6/8")
    assert (game.points, game.ending) == ((2, 1, 0), "out")
    game = rules.position(["5/8", "6/8", "2/3"], "A", score=(2, 0, 0), actions=499, turn_limit=500)
    game.apply("play 5/8")
    assert (game.points, game.ending) == ((2, 0, 0), "match")
    game = rules.position(["5/4", "6/8"], "A1", actions=19, turn_limit=20)
    game.apply("play 5/4")
    assert (game.points, game.ending) == ((1, 0), "out")


@pytest.mark.rule("D2")
def test_d2_points_already_scored_stay(rules: Rules) -> None:
    game = rules.position(["", "6/8 2/7", "2/3"], "B", finish="A", actions=499, turn_limit=500)
    game.apply("play 6/8")
    assert (game.finish, game.points, game.ending) == ("A", (2, 0, 0), "abandoned")
    game = rules.position(["5/8", "6/8 2/7", "2/3"], "A", actions=499, turn_limit=500)
    game.apply("play 5/8")
    assert (game.finish, game.points, game.ending) == ("A", (2, 0, 0), "abandoned")


@pytest.mark.rule("D2")
def test_d2_three_abandoned_rounds_in_a_row_end_the_match(rules: Rules) -> None:
    match = rules.match(4, seed=1, turn_limit=2)
    match.apply("rotate", "rotate", "rotate", "rotate", "rotate")
    assert match.result != "drawn"
    match.apply("rotate")
    assert (match.result, match.winner, match.score) == ("drawn", None, (0, 0, 0, 0))


@pytest.mark.rule("D2")
def test_d2_in_a_row_means_without_another_round_between(rules: Rules) -> None:
    match = rules.match(2, seed=1, deck=ONE_CARD_EACH, turn_limit=1)
    match.apply("rotate", "rotate")
    match.apply(*[text for text in match.legal() if text.startswith("play")])
    assert sum(match.score) == 1
    match.apply("rotate", "rotate")
    assert match.result != "drawn"
    match.apply("rotate")
    assert (match.result, match.winner) == ("drawn", None)


@pytest.mark.rule("D3")
def test_d3_a_card_that_lay_on_the_table_is_known_in_the_hand_it_goes_to(rules: Rules) -> None:
    game = rules.position(["6/7 1/3", "1/8 4/8", "2/7 2/3"], "A", {"C": "5/4"})
    game.apply("play 6/7")
    assert [game.known(seat) for seat in "ABC"] == ["", "", "4/5"]
    game.apply("take A")
    assert [game.known(seat) for seat in "ABC"] == ["", "7/6", "4/5"]


@pytest.mark.rule("D3")
def test_d3_everyone_follows_a_known_card_through_a_rotation(rules: Rules) -> None:
    game = rules.position(["6/7! 1/3", "1/8 4/8", "2/7 2/3"], "A")
    game.apply("rotate")
    assert (game.hand("A"), game.known("A")) == ("3/1 7/6", "7/6")


@pytest.mark.rule("D3")
def test_d3_a_known_card_that_is_played_is_no_longer_in_the_hand(rules: Rules) -> None:
    game = rules.position(["6/7! 6/9! 1/3", "1/8 4/8", "2/7 2/3"], "A")
    game.apply("play 6/7")
    assert (game.hand("A"), game.known("A")) == ("1/3 6/9", "6/9")


@pytest.mark.rule("D3")
def test_d3_what_was_never_shown_is_unseen_for_the_others(rules: Rules) -> None:
    game = rules.position(["6/7! 1/3", "8/1 4/8", "2/7! 3/2"], "A", {"B": "9/6"})
    assert game.unseen("A") == "1/8 2/3 4/8"
    assert game.unseen("B") == "1/3 2/3"
    assert game.unseen("C") == "1/3 1/8 4/8"
    game.apply("take B")
    assert game.unseen("B") == "1/3 2/3"
    assert game.unseen("C") == "1/3 1/8 4/8"


@pytest.mark.rule("D3")
def test_d3_discards_are_known(rules: Rules) -> None:
    game = rules.position(["6/7 1/3", "8/1 4/8", "2/7 3/2"], "C", {"A": "9/6"})
    game.apply("rotate")
    assert game.discards == "6/9"
    assert game.unseen("B") == "1/3 2/3 2/7 6/7"


@pytest.mark.rule("D3")
def test_d3_the_starter_is_known_to_hold_the_star_until_it_is_shown(rules: Rules) -> None:
    game = rules.position(["6/7 1/3", "5/1 4/8", "2/7 3/2"], "A")
    assert (game.star, game.known("B")) == ("B", "")
    assert "1/5" in game.unseen("A").split(), "its way up is not known"
    game.apply("rotate", "rotate", "rotate", "rotate", "rotate")
    assert game.star == "B"
    game = rules.position(["6/7 1/3", "5/1 4/8", "2/7 3/2"], "B")
    game.apply("play 5/1")
    assert game.star is None
    game.apply("take B")
    assert (game.star, game.known("C")) == (None, "1/5")


@pytest.mark.rule("D3")
def test_d3_at_the_start_only_the_place_of_the_star_is_known(rules: Rules) -> None:
    for players in (2, 3, 4, 5):
        game = rules.deal(players, seed=4)
        seats = "ABCDE"[:players]
        assert game.star is not None
        for seat in seats:
            assert game.known(seat) == ""
            others = parse_cards(" ".join(game.hand(other) for other in seats if other != seat))
            assert game.unseen(seat) == text_of(card.upright for card in others)


@pytest.mark.rule("D4")
def test_d4_copies_make_one_move(rules: Rules) -> None:
    game = rules.position(["7/3 7/3 7/8 2/4", "1/8", "2/7", "3/2", "5/9"], "A", {"C": "7/9 7/1"})
    assert sorted(game.moves()) == sorted(game.legal()), "no move is offered twice"
    assert game.legal() == {
        "play 2/4",
        "play 7/3",
        "play 7/8",
        "play 7/3 7/3 7/8",
        "add 7/3 to C",
        "add 7/8 to C",
        "take C",
        "rotate",
    }


@pytest.mark.rule("D4")
def test_d4_copies_that_lie_differently_are_different_moves(rules: Rules) -> None:
    game = rules.position(["7/3 3/7", "1/8", "2/7", "3/2", "5/9"], "A")
    assert sorted(game.moves()) == ["play 3/7", "play 7/3", "rotate"]


@pytest.mark.rule("D4")
def test_d4_the_known_copy_leaves_first(rules: Rules) -> None:
    for hand in ("7/3! 7/3 2/4", "7/3 7/3! 2/4"):
        game = rules.position([hand, "1/8", "2/7", "3/2", "5/9"], "A")
        game.apply("play 7/3")
        assert (game.hand("A"), game.known("A")) == ("2/4 7/3", "")
        game = rules.position([hand, "1/8", "2/7", "3/2", "5/9"], "A", {"C": "7/9"})
        game.apply("add 7/3 to C")
        assert (game.hand("A"), game.known("A")) == ("2/4 7/3", "")


@pytest.mark.rule("D4")
def test_d4_but_only_a_copy_that_lies_that_way_up_could_be_the_one(rules: Rules) -> None:
    game = rules.position(["3/7! 7/3 2/4", "1/8", "2/7", "3/2", "5/9"], "A")
    game.apply("play 7/3")
    assert (game.hand("A"), game.known("A")) == ("2/4 3/7", "3/7")


@pytest.mark.rule("D4")
def test_d4_with_two_players_copies_make_one_move(rules: Rules) -> None:
    game = rules.position(["2/4 2/4 7/1 1/7", "1/8 3/9"], "A1", {"B1": "2/5 2/6"})
    assert sorted(game.moves()) == sorted(game.legal()), "no move is offered twice"
    assert game.legal() == {"play 1/7", "play 2/4", "play 7/1", "add 2/4 to B1", "take B1", "rotate"}


@pytest.mark.rule("D4")
def test_d4_with_two_players_the_known_copy_leaves_first(rules: Rules) -> None:
    for hand in ("2/4! 2/4 7/1", "2/4 2/4! 7/1"):
        game = rules.position([hand, "1/8 3/9"], "A1")
        game.apply("play 2/4")
        assert (game.hand("A"), game.known("A")) == ("2/4 7/1", "")
    game = rules.position(["4/2! 2/4 7/1", "1/8 3/9"], "A1")
    game.apply("play 2/4")
    assert (game.hand("A"), game.known("A")) == ("4/2 7/1", "4/2"), "it lies the other way up"


@pytest.mark.rule("D5")
def test_d5_twenty_actions_a_player_without_a_discard_abandon_the_round(rules: Rules) -> None:
    for players in (2, 3, 4, 5):
        game = rules.deal(players, seed=1)
        game.apply(*["rotate"] * (20 * players - 1))
        assert (game.ending, game.stalled) == (None, 20 * players - 1)
        game.apply("rotate")
        assert (game.ending, game.turn, game.actions) == ("abandoned", None, 20 * players)
        assert (game.stalled, game.legal()) == (20 * players, set())


@pytest.mark.rule("D5")
def test_d5_one_plays_and_the_next_takes_it(rules: Rules) -> None:
    game = rules.position(["3/9 4/9", "6/8 7/9"], "A2", stall_limit=9)
    game.apply("play 3/9", "take A2", "rotate", "rotate")
    assert (game.hand("B"), game.stalled) == ("3/9 8/6 9/7", 4)
    game.apply("rotate", "play 3/9", "rotate", "take B1")
    assert (game.hand("A"), game.ending, game.stalled) == ("4/9 9/3", None, 8)
    game.apply("rotate")
    assert (game.ending, game.turn, game.discards) == ("abandoned", None, "")


@pytest.mark.rule("D5")
def test_d5_without_a_limit_nothing_is_counted(rules: Rules) -> None:
    game = rules.position(["5/8 2/7", "1/8", "2/3"], "A", stall_limit=0)
    game.apply(*["rotate"] * 100)
    assert (game.ending, game.stalled) == (None, 0)


@pytest.mark.rule("D5")
def test_d5_the_discard_that_opens_the_next_turn_counts(rules: Rules) -> None:
    game = rules.position(["5/8 2/7", "1/8", "2/3"], "B", {"A": "9/4"}, stalled=1, stall_limit=3)
    game.apply("rotate")
    assert (game.ending, game.stalled) == (None, 2)
    game.apply("rotate")
    assert (game.ending, game.stalled, game.discards, game.turn) == (None, 0, "4/9", "A")
    game.apply("rotate", "rotate")
    assert (game.ending, game.stalled) == (None, 2)
    game.apply("rotate")
    assert game.ending == "abandoned"


@pytest.mark.rule("D5")
def test_d5_a_discarded_set_of_who_is_out_counts(rules: Rules) -> None:
    hands = ["", "5/8 2/7", "1/8 3/4", "2/3 6/7"]
    game = rules.position(hands, "B", {"A": "4/9"}, finish="A", stalled=2, stall_limit=3)
    game.apply("play 5/8")
    assert (game.ending, game.stalled, game.discards) == (None, 0, "4/9"), "beaten: R18"
    game = rules.position(hands, "D", {"A": "4/9"}, finish="A", stalled=2, stall_limit=3)
    game.apply("rotate")
    assert (game.ending, game.stalled, game.turn) == (None, 0, "B"), "passed over: R17"


@pytest.mark.rule("D5")
def test_d5_a_beaten_set_that_goes_back_to_a_hand_is_no_discard(rules: Rules) -> None:
    game = rules.position(["5/8 2/7", "1/8 4/8", "2/3"], "A", {"C": "4/9"}, stalled=1, stall_limit=3)
    game.apply("play 5/8")
    assert (game.hand("C"), game.stalled) == ("2/3 9/4", 2)
    game.apply("rotate")
    assert (game.ending, game.table) == ("abandoned", {"A": "5/8"})


@pytest.mark.rule("D5")
def test_d5_an_action_that_ends_the_round_ends_it(rules: Rules) -> None:
    game = rules.position(["", "6/8", "2/3"], "B", finish="A", stalled=2, stall_limit=3)
    game.apply("play 6/8")
    assert (game.points, game.ending) == ((2, 1, 0), "out")
    game = rules.position(["5/8", "6/8", "2/3"], "A", score=(2, 0, 0), stalled=2, stall_limit=3)
    game.apply("play 5/8")
    assert (game.points, game.ending) == ((2, 0, 0), "match")
    game = rules.position(["5/4", "6/8"], "A1", stalled=2, stall_limit=3)
    game.apply("play 5/4")
    assert (game.points, game.ending) == ((1, 0), "out")


@pytest.mark.rule("D5")
def test_d5_points_already_scored_stay(rules: Rules) -> None:
    game = rules.position(["5/8", "6/8 2/7", "2/3"], "A", stalled=2, stall_limit=3)
    game.apply("play 5/8")
    assert (game.finish, game.points, game.ending) == ("A", (2, 0, 0), "abandoned")


@pytest.mark.rule("D5")
def test_d5_three_rounds_in_circles_end_the_match(rules: Rules) -> None:
    match = rules.match(4, seed=1, stall_limit=2)
    match.apply("rotate", "rotate", "rotate", "rotate", "rotate")
    assert match.result != "drawn"
    match.apply("rotate")
    assert (match.result, match.winner, match.score) == ("drawn", None, (0, 0, 0, 0))
