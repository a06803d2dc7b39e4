"""Why a move was better: facts, and words for all of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import dnup
from dnup.review.enums import ReasonKind
from dnup.review.explanations import KINDS, Reason, reasons
from dnup.review.texts import SENTENCES, why_text

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
        Reason(ReasonKind.LOOKS_AHEAD, 0, 0, "A"),
    ]
    assert why_text(facts) == (
        "the pair of 8s cannot be beaten by anything that is still out; the move made leaves 3 single cards"
    )
