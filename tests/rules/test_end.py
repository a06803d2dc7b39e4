"""The end of a round and of the game with three to five players: R17 to R21."""

import pytest

from tests.games import MatchGame, Rules

# One card each, so a round is over after a few turns.
THREE_CARDS = ["1/5*", "2/6", "3/7"]


def play_until_somebody_scores(match: MatchGame) -> None:
    """Everyone plays who can."""
    before = match.score
    while match.score == before:
        plays = sorted(text for text in match.legal() if text.startswith("play"))
        match.apply(plays[-1] if plays else "rotate")


@pytest.mark.rule("R17")
def test_r17_the_first_out_scores_two_and_takes_no_more_turns(rules: Rules) -> None:
    game = rules.position(["5/8", "1/8 2/7", "2/3 4/8"], "A")
    game.apply("play 5/8")
    assert (game.finish, game.points, game.ending) == ("A", (2, 0, 0), None)
    assert game.turn == "B"
    game.apply("rotate")
    assert game.turn == "C"
    game.apply("rotate")
    assert game.turn == "B", "A is passed over"


@pytest.mark.rule("R17")
def test_r17_by_adding_too(rules: Rules) -> None:
    game = rules.position(["5/8", "1/8 2/7", "2/3 4/8"], "A", {"C": "5/4"})
    game.apply("add 5/8 to C")
    assert (game.finish, game.points, game.ending, game.turn) == ("A", (2, 0, 0), None, "B")
    assert game.table == {"C": "5/4 5/8"}


@pytest.mark.rule("R17")
def test_r17_the_set_stays_until_the_next_turn_would_come(rules: Rules) -> None:
    game = rules.position(["5/8", "1/8 2/7", "2/3 4/8"], "A")
    game.apply("play 5/8")
    assert game.table == {"A": "5/8"}
    game.apply("rotate")
    assert game.table == {"A": "5/8"}
    game.apply("rotate")
    assert (game.table, game.discards) == ({}, "5/8")


@pytest.mark.rule("R18")
def test_r18_beaten_it_is_discarded(rules: Rules) -> None:
    game = rules.position(["", "6/8 2/7", "2/3 4/8"], "B", {"A": "5/8"}, finish="A")
    game.apply("play 6/8")
    assert (game.hand("A"), game.discards, game.table) == ("", "5/8", {"B": "6/8"})
    game = rules.position(["", "6/8 2/7", "2/3 4/8"], "B", {"A": "5/8 5/7", "C": "6/1"}, finish="A")
    game.apply("add 6/8 to C")
    assert (game.hand("A"), game.sizes) == ("", (0, 1, 2))
    assert game.discards == "1/6 5/7 5/8 6/8", "the turn passes to C, whose set is discarded too"


@pytest.mark.rule("R18")
def test_r18_it_can_be_taken(rules: Rules) -> None:
    game = rules.position(["", "6/8 2/7", "2/3 4/8"], "B", {"A": "5/8"}, finish="A")
    assert "take A" in game.legal()
    game.apply("take A")
    assert (game.hand("B"), game.table, game.finish) == ("2/7 6/8 8/5", {}, "A")


@pytest.mark.rule("R18")
def test_r18_it_can_be_added_to(rules: Rules) -> None:
    game = rules.position(["", "5/7 2/7", "2/3 4/8"], "B", {"A": "5/8"}, finish="A")
    assert "add 5/7 to A" in game.legal()
    game.apply("add 5/7 to A")
    assert game.table == {"A": "5/7 5/8"}
    game.apply("rotate")
    assert (game.turn, game.discards) == ("B", "5/7 5/8")


@pytest.mark.rule("R18")
def test_r18_it_conflicts_like_any_other_set(rules: Rules) -> None:
    game = rules.position(["", "4/8 2/7", "2/3 4/9"], "B", {"A": "5/8"}, finish="A")
    assert game.legal() == {"take A", "rotate"}


@pytest.mark.rule("R19")
def test_r19_the_second_out_scores_one_and_ends_the_round(rules: Rules) -> None:
    game = rules.position(["", "6/8", "2/3 4/8", "1/9"], "B", {"A": "5/8"}, finish="A")
    game.apply("play 6/8")
    assert (game.finish, game.points, game.ending) == ("AB", (2, 1, 0, 0), "out")
    assert (game.turn, game.legal()) == (None, set())
    assert game.table == {"B": "6/8"}


@pytest.mark.rule("R19")
def test_r19_by_adding_too(rules: Rules) -> None:
    game = rules.position(["", "5/7", "2/3 4/8"], "B", {"A": "5/8"}, finish="A")
    game.apply("add 5/7 to A")
    assert (game.finish, game.points, game.ending, game.turn) == ("AB", (2, 1, 0), "out", None)


@pytest.mark.rule("R19")
def test_r19_the_round_ends_the_same_way_when_that_point_wins_the_game(rules: Rules) -> None:
    game = rules.position(["", "6/8", "2/3 4/8"], "B", {"A": "5/8"}, finish="A", score=(1, 3, 0))
    game.apply("play 6/8")
    assert (game.points, game.ending) == ((2, 1, 0), "out")


@pytest.mark.rule("R20")
def test_r20_four_points_win_in_the_middle_of_a_round(rules: Rules) -> None:
    for before in (2, 3):
        game = rules.position(["5/8", "1/8 2/7", "2/3 4/8"], "A", score=(before, 3, 3))
        game.apply("play 5/8")
        assert (game.finish, game.points, game.ending) == ("A", (2, 0, 0), "match")
        assert (game.turn, game.legal()) == (None, set())


@pytest.mark.rule("R20")
def test_r20_three_points_do_not(rules: Rules) -> None:
    game = rules.position(["5/8", "1/8 2/7", "2/3 4/8"], "A", score=(1, 3, 3))
    game.apply("play 5/8")
    assert (game.ending, game.turn) == (None, "B")


@pytest.mark.rule("R20")
def test_r20_rounds_go_on_until_somebody_has_four_points(rules: Rules) -> None:
    for seed in range(5):
        match = rules.match(3, seed, THREE_CARDS)
        while match.result is None:
            assert max(match.score) < 4
            assert match.winner is None
            play_until_somebody_scores(match)
        assert match.result == "won"
        assert [seat for seat, points in zip("ABC", match.score, strict=True) if points >= 4] == [
            match.winner
        ]
        assert max(match.score) in {4, 5}


@pytest.mark.rule("R20")
def test_r20_by_an_option_the_round_is_played_on_to_see_who_comes_second(rules: Rules) -> None:
    hands = ["5/8", "1/8 2/7", "2/3 4/8"]
    game = rules.position(hands, "A", score=(2, 3, 3), finish_round=True)
    game.apply("play 5/8")
    assert (game.finish, game.points, game.ending, game.turn) == ("A", (2, 0, 0), None, "B")
    game.apply("rotate", "rotate", "play 8/1", "rotate", "play 7/2")
    assert (game.finish, game.points, game.ending, game.turn) == ("AB", (2, 1, 0), "out", None)


@pytest.mark.rule("R20")
def test_r20_a_round_that_is_played_on_changes_no_winner(rules: Rules) -> None:
    both = 0
    for seed in range(40):
        match = rules.match(3, seed, THREE_CARDS, finish_round=True)
        first, enough = "", [""]
        while match.result is None:
            assert match.winner is None
            play_until_somebody_scores(match)
            enough = [seat for seat, points in zip("ABC", match.score, strict=True) if points >= 4]
            first = first or "".join(enough)
        assert (match.result, match.winner) == ("won", first)
        both += len(enough) == 2
    assert both


@pytest.mark.rule("R21")
def test_r21_points_light_the_letters_of_the_word(rules: Rules) -> None:
    for players in (3, 4, 5):
        lit = [rules.letters(points, players) for points in range(6)]
        assert lit == ["", "d", "dn", "dnu", "dnup", "dnup+1"]


@pytest.mark.rule("R21")
def test_r21_with_two_players_a_won_round_lights_two_letters(rules: Rules) -> None:
    assert [rules.letters(won, 2) for won in range(3)] == ["", "dn", "dnup"]
