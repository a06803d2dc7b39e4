"""Why a move was better: facts, and words for all of them."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

import dnup
from dnup.review.enums import ReasonKind
from dnup.review.explanations import KINDS, Reason, line_after, principal_variation, reasons
from dnup.review.texts import SENTENCES, why_text

DISCARDS = "1/6,1/7,1/8,1/9,2/4,2/4,2/5,2/5,2/6,2/9,2/10,3/4,3/5,3/6,3/7,3/8,3/9,4/6,4/7,4/8,5/7,5/8,6/7"
OUT_NEXT = f"printed A1 18/500,0/40 0,0 - B 7/1|5/1!,1/6 -|-|-|- {DISCARDS}"
LOCALES = Path(dnup.__file__).parent / "web" / "locales"


def why(hands: str, made: str, best: str, score: str = "0,0") -> list[Reason]:
    """In a game of two with an empty table, where all other cards are gone."""
    deck = dnup.load_deck("balanced")
    held = {
        frozenset(map(int, card.strip("!").split("/")))
        for hand in hands.split("|")
        for card in hand.split(",")
    }
    cards = [deck.cards[card] for card in deck.in_play(2)]
    rest = ",".join(f"{card.low}/{card.high}" for card in cards if {card.low, card.high} not in held)
    view = dnup.parse_position(f"balanced A1 18/500,0/40 {score} - B {hands} -|-|-|- {rest}").view("A")
    return list(reasons(view, dnup.parse_move(made), dnup.parse_move(best)))


def test_going_out_says_it_all() -> None:
    hands = "6/2,6/3|8/7,9/8!,1/5!"
    assert [one.kind for one in why(hands, "rotate", "play 6/2 6/3")] == ["goes_out"]
    assert [one.kind for one in why(hands, "rotate", "play 6/2 6/3", "1,1")] == ["wins_match"]


def test_a_set_that_is_taken_apart_and_what_is_left() -> None:
    told = why("6/2,6/3,3/9|8/7,9/8!,1/5!", "play 6/2", "play 6/2 6/3")
    assert Reason(ReasonKind.BREAKS_UP, 2, 6, "A") in told
    assert Reason(ReasonKind.LEAVES_SINGLES, 2, 0, "A") in told


def test_what_everyone_has_seen_beats_it_and_what_nothing_beats() -> None:
    told = why("6/2,9/7|8/9!,1/5!", "play 6/2", "play 9/7")
    assert told[:2] == [Reason(ReasonKind.UNBEATABLE, 1, 9, "A"), Reason(ReasonKind.KNOWN_TO_BEAT, 1, 8, "B")]


def told_of(position: str, made: str, best: str) -> list[Reason]:
    """In a game with the printed deck, where cards that are not named are gone."""
    fields = position.split()
    players = fields[2].count("|") + 1
    deck = dnup.load_deck("printed")
    named = Counter(
        frozenset(map(int, card.strip("!").split("/")))
        for field in fields[2:4]
        for cards in field.split("|")
        for card in cards.split(",")
        if card != "-"
    )
    rest = (
        Counter(frozenset((deck.cards[at].low, deck.cards[at].high)) for at in deck.in_play(players)) - named
    )
    gone = ",".join("/".join(map(str, sorted(card))) for card in rest.elements())
    turn, starter, hands, table = fields
    score = ",".join("0" * players)
    line = f"printed {turn} 18/500,0/{20 * players} {score} - {starter} {hands} {table} {gone}"
    view = dnup.parse_position(line).view(turn)
    return list(reasons(view, dnup.parse_move(made), dnup.parse_move(best)))


def test_a_set_goes_back_as_what_it_is_then() -> None:
    told = told_of("A B 7/1,8/2,8/3|1/5!,3/9|2/4 -|7/6|-", "rotate", "play 8/2")
    assert Reason(ReasonKind.SENDS_BACK, 1, 7, "B", (dnup.Card(6, 7),)) in told


def test_cards_that_all_become_one_value() -> None:
    told = told_of("A B 7/1,4/6|1/5!,3/9|2/10 -|-|2/4,2/4", "play 7/1", "take C")
    four = dnup.Card(4, 2)
    assert Reason(ReasonKind.BECOMES, 2, 4, "C", (four, four)) in told
    told = told_of("A B 7/1,5/8,4/6|1/5!,3/9|2/10 -|-|2/4,2/5", "play 7/1", "take C")
    assert Reason(ReasonKind.FITS, 2, 0, "C", (four, dnup.Card(5, 2))) in told


def test_the_move_made_lets_the_next_player_go_out() -> None:
    told = told_of("A B 7/1,7/3,4/6|5/1!,5/8!|2/4,3/9 -|-|-", "rotate", "play 7/1 7/3")
    assert told[0] == Reason(ReasonKind.LETS_PLAY_OUT, 2, 5, "B")
    told = told_of("A B 7/1,7/3,4/6|5/1!|2/4,3/9 -|-|5/7", "rotate", "play 7/1 7/3")
    assert told[0] == Reason(ReasonKind.LETS_ADD_OUT, 1, 5, "B")


def test_it_lets_nobody_go_out_who_can_after_the_better_move_too_or_whose_cards_are_unknown() -> None:
    for hand in ("5/1!,5/8!", "5/1!,5/8"):
        made, best = ("rotate", "play 7/1") if hand.endswith("!") else ("rotate", "play 7/1 7/3")
        told = told_of(f"A B 7/1,7/3,4/6|{hand}|2/4,3/9 -|-|-", made, best)
        assert ReasonKind.LETS_PLAY_OUT not in {one.kind for one in told}


def test_adding_a_card_of_a_set_breaks_it_up_as_playing_it_does() -> None:
    hands = "A B 5/7,5/8,7/3|1/5!,4/8|2/4,3/9 -|-|5/2"
    assert Reason(ReasonKind.BREAKS_UP, 2, 5, "A") in told_of(hands, "add 5/7 to C", "play 7/3")
    assert ReasonKind.BREAKS_UP not in {one.kind for one in told_of(hands, "add 5/7 to C", "add 5/8 to C")}


def test_a_high_set_is_not_kept_by_one_move_alone_if_there_are_two() -> None:
    told = told_of("A B 7/1,7/3,4/6|1/5!,5/8|2/4,3/9 -|-|-", "play 7/1", "play 4/6")
    assert ReasonKind.KEEPS_HIGH not in {one.kind for one in told}


def test_a_high_card_is_not_given_up_if_one_comes_back_from_the_own_area() -> None:
    position = dnup.parse_position(
        "balanced A2 26/500,6/40 1,0 - B 2/7!,3/6!,6/2!,7/8!|3/5,4/3!,6/8!,7/1,7/9! 1/6|-|1/5,1/8|- "
        "4/2,4/5,5/2,9/3,9/4,9/8"
    )
    told = reasons(position.view("A"), dnup.parse_move("play 6/2"), dnup.parse_move("play 2/7"))
    assert ReasonKind.KEEPS_HIGH not in [one.kind for one in told]


LINES = [dnup.Round.deal(players=players, seed=players) for players in (2, 3, 4, 5)]


@pytest.mark.compiled
@pytest.mark.parametrize("deal", LINES, ids=lambda deal: f"{deal.players} players")
def test_a_line_has_three_moves_more_or_one_of_each_player(deal: dnup.Round) -> None:
    """Each is legal in its own world, and what the seat knows follows from the moves before it."""
    view = deal.view(deal.turn)
    line = principal_variation(view, view.legal_moves[-1])
    assert len(line) == 1 + max(3, view.players)
    assert line == principal_variation(view, view.legal_moves[-1])
    assert line[0].position.view(view.seat).words.tolist() == view.words.tolist()
    for before, after in pairwise(line):
        assert before.move in before.position.legal_moves
        assert before.seat == str(before.position.turn)[0]
        assert before.after.view(view.seat).words.tolist() == after.position.view(view.seat).words.tolist()


@pytest.mark.compiled
def test_a_line_ends_when_the_seat_is_out() -> None:
    view = dnup.parse_position(OUT_NEXT).view("A")
    assert list(map(str, principal_variation(view, dnup.parse_move("play 7/1")))) == ["A play 7/1"]


def test_a_line_is_told_with_its_facts_or_alone() -> None:
    view = dnup.parse_position(OUT_NEXT).view("A")
    [step] = line_after(view, dnup.parse_move("play 7/1"), 0)
    assert why_text([], [step]) == "for example A play 7/1"
    fact = Reason(ReasonKind.GOES_OUT, 0, 0, "A")
    assert why_text([fact], [step]) == "goes out at once; for example A play 7/1"
    forced = Reason(ReasonKind.WINS_BY_FORCE, 1, 0, "A")
    assert why_text([forced], [step]).endswith("whatever the others hold and do: A play 7/1")


def test_what_holds_for_both_moves_is_no_reason() -> None:
    """B has two cards left whichever move is made, and both moves break up a set."""
    told = why("6/2,6/3,9/7,9/4|8/7!,1/5!", "play 6/2", "play 9/7")
    assert not {one.kind for one in told} & {ReasonKind.NEARLY_OUT, ReasonKind.BREAKS_UP}


@pytest.mark.parametrize("language", ["en", "it", "nb", "fi"])
def test_every_fact_has_words(language: str) -> None:
    texts = json.loads((LOCALES / f"{language}.json").read_text(encoding="utf-8"))
    kinds = {key.removesuffix("_you").removesuffix("_next") for key in texts["explanation"]}
    assert kinds == set(KINDS.values()) == set(ReasonKind) == set(SENTENCES)
    assert kinds <= set(texts["explanation"])


def test_what_speaks_against_the_move_made_says_so() -> None:
    facts = [Reason(ReasonKind.UNBEATABLE, 1, 9, "A"), Reason(ReasonKind.KNOWN_TO_BEAT, 1, 8, "B")]
    assert why_text(facts).endswith("; B is known to hold what beats the move made: the 8")


def test_the_terminal_says_what_matters_most() -> None:
    facts = [
        Reason(ReasonKind.UNBEATABLE, 2, 8, "A"),
        Reason(ReasonKind.LEAVES_SINGLES, 3, 0, "A"),
        Reason(ReasonKind.KEEPS_HIGH, 1, 9, "A"),
    ]
    assert why_text(facts) == (
        "the pair of 8s cannot be beaten by anything that is still out; the move made leaves 3 single cards"
    )
