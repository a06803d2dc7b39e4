"""The six worked examples of docs/rules.md."""

from itertools import combinations

import pytest

from tests.games import Rules


@pytest.mark.rule("R7")
def test_example_1_four_threes_have_value_3_and_size_4(rules: Rules) -> None:
    game = rules.position(["3/4 3/5 3/6 3/9 1/8", "2/4 2/5 2/6 2/7 4/1 4/5 4/8 4/9", "1/3"], "A")
    game.apply("play 3/4 3/5 3/6 3/9")
    assert game.table == {"A": "3/4 3/5 3/6 3/9"}
    legal = game.legal()
    assert "play 2/4 2/5 2/6 2/7" not in legal, "as large, and lower"
    assert "play 4/1 4/5 4/8 4/9" in legal, "as large, and higher"
    assert {"play 2/4", "play 2/4 2/5", "play 2/4 2/5 2/6"} <= legal, "of another size"


@pytest.mark.rule("R10")
def test_example_2_a_single_7_and_three_6s_on_the_table(rules: Rules) -> None:
    groups = {1: "1/3 1/4 1/5 1/7 1/8", 6: "6/7 6/8 6/9", 7: "7/9", 8: "8/4 8/5 8/9"}
    game = rules.position([" ".join(groups.values()), "2/9", "2/3"], "A", {"B": "7/8", "C": "6/1 6/2 6/3"})
    expected = set()
    for value, cards in groups.items():
        for size in range(1, 6):
            if (size == 1 and value <= 7) or (size == 3 and value <= 6):
                continue
            expected |= {"play " + " ".join(chosen) for chosen in combinations(cards.split(), size)}
    assert {text for text in game.legal() if text.startswith("play")} == expected
    assert {"play 8/4", "play 8/4 8/5 8/9", "play 1/3 1/4", "play 1/3 1/4 1/5 1/7 1/8"} <= expected


@pytest.mark.rule("R11")
def test_example_3_adding_a_3_is_illegal_beside_two_5s(rules: Rules) -> None:
    game = rules.position(["3/6 1/8", "2/9", "2/3"], "A", {"B": "3/4", "C": "5/7 5/8"})
    assert "add 3/6 to B" not in game.legal()


@pytest.mark.rule("R11")
def test_example_4_adding_a_5_sends_two_3s_home(rules: Rules) -> None:
    game = rules.position(["5/8 1/8", "2/9", "2/3"], "A", {"B": "3/4 3/6", "C": "5/2"})
    assert "add 5/8 to C" in game.legal()
    game.apply("add 5/8 to C")
    assert game.table == {"C": "5/2 5/8"}
    assert game.hand("B") == "2/9 4/3 6/3"


@pytest.mark.rule("R12")
@pytest.mark.rule("R15")
def test_example_5_taking_three_2s_turns_them(rules: Rules) -> None:
    game = rules.position(["1/8", "4/9", "3/6"], "A", {"B": "2/5 2/7 2/9"})
    game.apply("take B")
    assert game.hand("A") == "1/8 5/2 7/2 9/2"


@pytest.mark.rule("R13")
def test_example_6_rotating_a_hand_swaps_every_value(rules: Rules) -> None:
    game = rules.position(["1/8 4/9 6/3 7/2", "2/9", "2/3"], "A")
    game.apply("rotate")
    assert game.hand("A") == "2/7 3/6 8/1 9/4"
