"""A turn: R8 to R16."""

import random

import pytest

from tests.games import Rules


@pytest.mark.rule("R8")
def test_r8_the_turn_begins_with_the_discard_of_the_own_set(rules: Rules) -> None:
    game = rules.position(["2/7", "1/8", "4/5"], "C", {"A": "5/7 5/8", "B": "3/6"})
    game.apply("rotate")
    assert game.turn == "A"
    assert game.table == {"B": "3/6"}, "the position shows the table after the discard"
    assert game.discards == "5/7 5/8"
    assert game.hand("A") == "2/7"


@pytest.mark.rule("R8")
def test_r8_discards_never_come_back(rules: Rules) -> None:
    game = rules.position(["9/8 9/7", "1/8 1/7", "4/5 4/9"], "A")
    game.apply("play 9/8", "rotate", "rotate", "rotate", "rotate", "rotate", "rotate")
    assert game.discards == "8/9"
    assert (game.hand("A"), game.hand("B"), game.hand("C")) == ("9/7", "1/7 1/8", "4/5 4/9")


@pytest.mark.rule("R9")
def test_r9_one_of_play_add_take_rotate(rules: Rules) -> None:
    game = rules.position(["5/8 6/7", "1/8", "2/7"], "A", {"B": "5/4", "C": "9/8 9/7"})
    assert game.legal() == {"play 6/7", "take B", "take C", "rotate"}
    game = rules.position(["9/6 8/4", "1/8", "2/7"], "A", {"B": "9/8"})
    assert game.legal() == {"add 9/6 to B", "take B", "rotate"}


@pytest.mark.rule("R9")
def test_r9_exactly_one_action_then_the_next_player(rules: Rules) -> None:
    game = rules.position(["5/8 6/7", "1/8 4/8", "2/7 2/3"], "A")
    game.apply("rotate")
    assert game.turn == "B"
    game.apply("play 4/8")
    assert game.turn == "C"
    game.apply("take B")
    assert (game.turn, game.actions) == ("A", 13)


@pytest.mark.rule("R9")
def test_r9_rotate_is_always_possible(rules: Rules) -> None:
    chance = random.Random(9)
    for players in (2, 3, 4, 5):
        game = rules.deal(players, seed=9)
        while game.turn is not None:
            assert "rotate" in game.legal()
            assert "pass" not in game.legal()
            game.apply(chance.choice(sorted(game.legal())))


@pytest.mark.rule("R10")
def test_r10_a_set_of_the_same_size_must_be_strictly_higher(rules: Rules) -> None:
    game = rules.position(["4/1 5/8 6/7", "1/8", "2/7"], "A", {"B": "5/4"})
    plays = {text for text in game.legal() if text.startswith("play")}
    assert plays == {"play 6/7"}, "4 is lower and 5 is equal"


@pytest.mark.rule("R10")
def test_r10_a_set_of_another_size_does_not_matter(rules: Rules) -> None:
    game = rules.position(["1/4 1/3 2/7", "1/8", "4/5"], "A", {"B": "9/8"})
    plays = {text for text in game.legal() if text.startswith("play")}
    assert plays == {"play 1/3 1/4"}
    game.apply("play 1/3 1/4")
    assert game.table == {"A": "1/3 1/4"}, "B's set was discarded as its turn began"
    assert game.discards == "8/9"


@pytest.mark.rule("R10")
def test_r10_not_all_cards_of_a_value_need_be_played(rules: Rules) -> None:
    game = rules.position(["5/8 5/7 5/4", "1/8", "2/7"], "A")
    assert game.legal() == {
        "play 5/4",
        "play 5/7",
        "play 5/8",
        "play 5/4 5/7",
        "play 5/4 5/8",
        "play 5/7 5/8",
        "play 5/4 5/7 5/8",
        "rotate",
    }
    game.apply("play 5/4 5/8")
    assert (game.table, game.hand("A")) == ({"A": "5/4 5/8"}, "5/7")


@pytest.mark.rule("R10")
def test_r10_the_lower_set_is_beaten(rules: Rules) -> None:
    game = rules.position(["6/7 1/3", "1/8", "2/7"], "A", {"C": "5/4"})
    game.apply("play 6/7")
    assert game.table == {"A": "6/7"}


@pytest.mark.rule("R11")
def test_r11_add_one_card_of_the_same_value(rules: Rules) -> None:
    game = rules.position(["5/8 5/7 4/1", "1/8", "2/7"], "A", {"C": "5/4"})
    adds = {text for text in game.legal() if text.startswith("add")}
    assert adds == {"add 5/7 to C", "add 5/8 to C"}


@pytest.mark.rule("R11")
def test_r11_the_grown_set_belongs_to_the_opponent(rules: Rules) -> None:
    game = rules.position(["5/8 4/1", "1/8", "2/7"], "A", {"C": "5/4"})
    game.apply("add 5/8 to C")
    assert (game.hand("A"), game.table) == ("4/1", {"C": "5/4 5/8"})
    game.apply("rotate")
    assert (game.turn, game.discards) == ("C", "4/5 5/8")


@pytest.mark.rule("R11")
def test_r11_the_grown_set_must_beat_another_of_its_new_size(rules: Rules) -> None:
    lower = rules.position(["3/6 1/4", "1/8", "2/7"], "A", {"B": "3/4", "C": "5/7 5/8"})
    assert "add 3/6 to B" not in lower.legal()
    equal = rules.position(["5/6 1/4", "1/8", "2/7", "4/6"], "A", {"B": "5/4", "C": "5/7 5/8"})
    assert "add 5/6 to B" not in equal.legal()
    assert "add 5/6 to C" in equal.legal()


@pytest.mark.rule("R11")
def test_r11_a_beaten_set_leaves_the_table(rules: Rules) -> None:
    game = rules.position(["6/9 1/4", "1/8", "2/7"], "A", {"B": "5/7 5/8", "C": "6/1"})
    game.apply("add 6/9 to C")
    assert game.table == {"C": "6/1 6/9"}


@pytest.mark.rule("R12")
def test_r12_take_a_whole_set_of_any_opponent(rules: Rules) -> None:
    game = rules.position(["4/1", "1/8", "2/7", "3/9"], "A", {"B": "7/8 7/9", "D": "6/1 6/8 6/9"})
    assert {"take B", "take D"} <= game.legal()
    assert "take C" not in game.legal()
    game.apply("take D")
    assert game.hand("A") == "1/6 4/1 8/6 9/6"
    assert (game.hand("D"), game.discards) == ("3/9", "7/8 7/9")
    assert game.table == {}


@pytest.mark.rule("R13")
def test_r13_rotate_turns_the_whole_hand_and_nothing_else(rules: Rules) -> None:
    game = rules.position(["5/8 4/1 6/7", "1/8", "2/7"], "A", {"C": "9/6"})
    game.apply("rotate")
    assert (game.hand("A"), game.hand("B"), game.hand("C")) == ("1/4 7/6 8/5", "1/8", "2/7")
    assert game.table == {"C": "9/6"}


@pytest.mark.rule("R14")
def test_r14_a_beaten_set_goes_back_to_its_owner(rules: Rules) -> None:
    game = rules.position(["6/7 1/3", "1/8", "2/7"], "A", {"C": "5/4"})
    game.apply("play 6/7")
    assert (game.hand("A"), game.hand("B"), game.hand("C")) == ("1/3", "1/8", "2/7 4/5")


@pytest.mark.rule("R14")
def test_r14_not_to_whoever_added_to_it(rules: Rules) -> None:
    game = rules.position(["6/7 6/1 1/3", "1/8", "5/8 2/7"], "C", {"B": "5/4"})
    game.apply("add 5/8 to B", "play 6/1 6/7")
    assert (game.hand("A"), game.hand("B"), game.hand("C")) == ("1/3", "1/8 4/5 8/5", "2/7")


@pytest.mark.rule("R15")
def test_r15_a_taken_card_is_turned(rules: Rules) -> None:
    game = rules.position(["4/1", "1/8", "2/7"], "A", {"B": "3/6"})
    game.apply("take B")
    assert game.hand("A") == "4/1 6/3"


@pytest.mark.rule("R15")
def test_r15_a_beaten_card_is_turned(rules: Rules) -> None:
    game = rules.position(["6/7 1/3", "1/8", "2/7"], "A", {"C": "5/4"})
    game.apply("play 6/7")
    assert game.hand("C") == "2/7 4/5"
    game = rules.position(["6/9 1/4", "1/8", "2/7"], "A", {"B": "5/7 5/8", "C": "6/1"})
    game.apply("add 6/9 to C")
    assert game.hand("B") == "1/8 7/5 8/5"


@pytest.mark.rule("R16")
def test_r16_no_two_sets_of_the_same_size(rules: Rules) -> None:
    chance = random.Random(16)
    for players in (2, 3, 4, 5):
        game = rules.deal(players, seed=16)
        while game.turn is not None:
            sizes = [len(cards.split()) for cards in game.table.values()]
            assert len(sizes) == len(set(sizes))
            game.apply(chance.choice(sorted(game.legal())))
