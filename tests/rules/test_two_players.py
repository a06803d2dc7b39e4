"""The game for two: R22 to R27."""

import pytest

from tests.games import Rules

ONE_CARD_EACH = ["1/5*", "2/6"]


@pytest.mark.rule("R22")
def test_r22_one_set_in_each_of_two_areas(rules: Rules) -> None:
    game = rules.position(["5/4 3/6 3/9 1/7", "1/8 2/7"], "A1")
    game.apply("play 5/4", "play 3/6 3/9")
    assert game.table == {"A1": "5/4", "A2": "3/6 3/9"}


@pytest.mark.rule("R22")
def test_r22_area_2_is_to_the_left_of_area_1(rules: Rules) -> None:
    game = rules.position(["5/4 1/7", "1/8 2/7"], "A1")
    turns = []
    for _ in range(5):
        turns.append(game.turn)
        game.apply("rotate")
    assert turns == ["A1", "A2", "B1", "B2", "A1"], "clockwise is to the left"


@pytest.mark.rule("R23")
def test_r23_two_turns_in_a_row_first_for_area_1(rules: Rules) -> None:
    game = rules.position(["5/4 1/7", "1/8 2/7"], "B2")
    game.apply("rotate")
    assert game.turn == "A1"
    game.apply("rotate")
    assert game.turn == "A2"
    game.apply("rotate")
    assert game.turn == "B1"


@pytest.mark.rule("R23")
def test_r23_each_turn_discards_the_set_in_its_own_area_only(rules: Rules) -> None:
    game = rules.position(["1/7", "1/8 2/7"], "B2", {"A1": "5/4", "A2": "3/6 3/9", "B1": "6/8 6/1 6/2"})
    game.apply("rotate")
    assert (game.turn, game.discards) == ("A1", "4/5")
    assert game.table == {"A2": "3/6 3/9", "B1": "6/1 6/2 6/8"}
    game.apply("rotate")
    assert (game.turn, game.discards) == ("A2", "3/6 3/9 4/5")
    assert game.table == {"B1": "6/1 6/2 6/8"}


@pytest.mark.rule("R23")
def test_r23_a_played_set_goes_into_the_area_of_the_turn(rules: Rules) -> None:
    game = rules.position(["5/4 1/7", "1/8 2/7"], "A2")
    game.apply("play 5/4")
    assert game.table == {"A2": "5/4"}


@pytest.mark.rule("R24")
def test_r24_the_starter_begins_with_one_turn_for_area_2(rules: Rules) -> None:
    starters = set()
    for seed in range(10):
        game = rules.deal(2, seed)
        starter = game.star
        other = "B" if starter == "A" else "A"
        assert game.turn == f"{starter}2"
        game.apply("rotate")
        assert game.turn == f"{other}1"
        starters.add(starter)
    assert starters == {"A", "B"}


@pytest.mark.rule("R25")
def test_r25_the_own_set_in_the_other_area_conflicts_too(rules: Rules) -> None:
    game = rules.position(["5/2 3/4 1/7", "1/8 2/7"], "A2", {"A1": "4/5"})
    assert game.legal() == {"play 5/2", "rotate"}, "3 and 1 are lower than one's own 4"
    game.apply("play 5/2")
    assert game.table == {"A2": "5/2"}
    assert game.hand("A") == "1/7 3/4 5/4", "the 4 came back, turned"


@pytest.mark.rule("R25")
def test_r25_adding_can_beat_ones_own_set(rules: Rules) -> None:
    game = rules.position(["6/8 1/7", "1/8 2/7"], "A1", {"A2": "4/5 4/9", "B1": "6/1"})
    game.apply("add 6/8 to B1")
    assert game.hand("A") == "1/7 5/4 9/4"
    assert game.table == {"B1": "6/1 6/8"}
    game = rules.position(["3/6 1/7", "1/8 2/7"], "A1", {"A2": "4/5 4/9", "B1": "3/9"})
    assert "add 3/6 to B1" not in game.legal()


@pytest.mark.rule("R26")
def test_r26_add_and_take_only_the_opponents_sets_in_either_area(rules: Rules) -> None:
    table = {"A2": "3/4 3/9 3/5", "B1": "4/5", "B2": "6/1 6/2"}
    game = rules.position(["3/6 6/8 4/9 4/2", "1/8 2/7"], "A1", table)
    moves = {text for text in game.legal() if not text.startswith("play")}
    assert moves == {"add 6/8 to B2", "take B1", "take B2", "rotate"}
    table = {"A2": "3/4 3/9", "B1": "4/5", "B2": "6/1 6/2 6/8"}
    game = rules.position(["3/6 4/9 1/7", "1/8 2/7"], "A1", table)
    moves = {text for text in game.legal() if not text.startswith("play")}
    assert moves == {"add 4/9 to B1", "take B1", "take B2", "rotate"}


@pytest.mark.rule("R26")
def test_r26_one_takes_from_either_area(rules: Rules) -> None:
    game = rules.position(["1/7", "1/8 2/7"], "A1", {"B1": "4/5", "B2": "6/1 6/2"})
    game.apply("take B2")
    assert (game.hand("A"), game.table) == ("1/6 1/7 2/6", {"B1": "4/5"})
    game.apply("take B1")
    assert (game.hand("A"), game.table) == ("1/6 1/7 2/6 5/4", {})


@pytest.mark.rule("R27")
def test_r27_whoever_empties_the_hand_wins_the_round_at_once(rules: Rules) -> None:
    game = rules.position(["1/8 2/7", "5/4"], "B1")
    game.apply("play 5/4")
    assert (game.finish, game.points, game.ending) == ("B", (0, 1), "out")
    assert (game.turn, game.legal()) == (None, set())
    game = rules.position(["5/4", "1/8 2/7"], "A1", {"B2": "5/2"})
    game.apply("add 5/4 to B2")
    assert (game.finish, game.points, game.ending, game.turn) == ("A", (1, 0), "out", None)


@pytest.mark.rule("R27")
def test_r27_two_won_rounds_win_the_game(rules: Rules) -> None:
    lengths = set()
    for seed in range(10):
        match = rules.match(2, seed, ONE_CARD_EACH)
        won: list[str] = []
        while match.result is None:
            assert match.turn is not None
            starter = match.turn[0]
            won.append(starter)
            match.apply(*[text for text in match.legal() if text.startswith("play")])
            assert match.score == (won.count("A"), won.count("B"))
        assert (match.result, match.winner) == ("won", won[-1])
        assert won.count(won[-1]) == 2
        lengths.add(len(won))
    assert lengths == {2, 3}
