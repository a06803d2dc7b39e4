"""A deal that follows from a secret and from what people threw in, and records that prove it."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from dnup import Record, RecordError, Round, load_deck
from dnup.cards.packed import pack_deck
from dnup.game.match import Match
from dnup.records.record import parse_record
from dnup.records.shuffle import METHOD, Contribution, promise, shuffled_hands
from dnup.records.verify import verify
from tests.schemas import RECORD

GOLDEN = Path(__file__).parents[1] / "data" / "shuffles.json"
BITS = ("11" * 32, "22" * 32)


def hands_of(secret: str, people: list[Contribution], deck: str, players: int, first: int) -> tuple[str, ...]:
    packed = pack_deck(load_deck(deck), players)
    return shuffled_hands(secret, people, packed.cards(packed.in_play, 0), players, first)


def test_deals_stay_what_they_are() -> None:
    """The file was computed once; the page's own code deals the same from it (tests/web/fairness.test.mjs)."""
    for one in json.loads(GOLDEN.read_text()):
        people = [Contribution(**person) for person in one["people"]]
        assert hands_of(one["secret"], people, one["deck"], one["players"], one["first"]) == tuple(
            one["hands"]
        )


def test_every_word_of_it_matters() -> None:
    people = [Contribution(seat, promise(bits), bits) for seat, bits in zip("AC", BITS, strict=True)]
    nothing = [people[0], Contribution("C", promise(BITS[1]))]
    deals = {
        hands_of("5e", people, "balanced", 3, 0),
        hands_of("5f", people, "balanced", 3, 0),
        hands_of("5e", people[::-1], "balanced", 3, 0),
        hands_of("5e", people[:1], "balanced", 3, 0),
        hands_of("5e", nothing, "balanced", 3, 0),
    }
    assert len(deals) == 5
    assert hands_of("5e", people, "balanced", 3, 0) == hands_of("5e", people, "balanced", 3, 0)


def test_every_card_is_as_likely_anywhere_and_either_way_up() -> None:
    deals, first_hand, turned = 600, 0, 0
    for number in range(deals):
        one = Round.from_deal(hands_of(str(number), [], "pairs", 4, number % 4), deck="pairs")
        turned += sum(card.active > card.inactive for hand in one.hands for card in hand)
        first_hand += any({card.active, card.inactive} == {1, 2} for card in one.hands[0])
    cards = 36 * deals
    assert abs(turned - cards / 2) < 5 * (cards / 4) ** 0.5
    assert abs(first_hand - deals / 4) < 5 * (deals * 3 / 16) ** 0.5


def played(**changes: Any) -> dict[str, Any]:
    """The record of a short game that two of three people shuffled, with changes to its second round's shuffle."""
    match: Match | None = None
    rng = random.Random(7)
    rounds = []
    for number in range(2):
        secret = f"{number:064x}"
        people = [Contribution(seat, promise(bits), bits) for seat, bits in zip("AC", BITS, strict=True)]
        hands = hands_of(secret, people, "balanced", 3, number)
        match = Match.from_deal(hands, deck="balanced") if match is None else match.deal(hands)
        while not match.round.over:
            match = match.apply(rng.choice(match.round.legal_moves))
        rounds.append(
            {
                "method": METHOD,
                "secret": secret,
                "commitment": promise(secret),
                "people": [
                    {"seat": one.seat, "commitment": one.commitment, "bits": one.bits} for one in people
                ],
            }
        )
    assert match is not None
    assert match.result == "unfinished"
    data = Record.of(match, ["Ada", "Bea", "Cem"]).to_json()
    for round_, shuffle in zip(data["rounds"], rounds, strict=True):
        round_["shuffle"] = shuffle
    data["rounds"][1]["shuffle"] |= changes
    return data


def person(number: int, **changes: Any) -> dict[str, Any]:
    return {"seat": "AC"[number], "commitment": promise(BITS[number]), "bits": BITS[number]} | changes


def test_what_people_threw_in_is_checked() -> None:
    data = played()
    RECORD.validate(data)
    verify(parse_record(json.dumps(data)))
    other = promise("0" * 64)
    late = {"seat": "B", "commitment": other, "bits": "0" * 64}
    for changes, complaint in (
        # A server that has dealt many times and shows the secret of the deal it liked.
        ({"secret": "0" * 64}, "round 2: shuffle: commitment is .*, but the secret makes? it"),
        ({"secret": "0" * 64, "commitment": other}, "round 2: shuffle: the deal is .*, but secret and bits"),
        # One that drops what was thrown in, says that nothing was, or puts other bits in its place.
        ({"people": [person(0)]}, "round 2: shuffle: the deal is"),
        ({"people": [person(0), person(1, bits=None)]}, "round 2: shuffle: the deal is"),
        (
            {"people": [person(0), person(1, bits="33" * 32)]},
            "the bits of C are not those that were promised",
        ),
        # One that adds its own contribution.
        ({"people": [person(0), late, person(1)]}, "round 2: shuffle: the deal is"),
        # And what is no shuffle at all.
        ({"method": "another"}, "has the method 'dnup-shuffle-1'"),
        ({"secret": 5}, "commitment and secret are two texts"),
        ({"people": []}, "people is a list of those who took part"),
        ({"people": [person(0, seat="D")]}, "there is no seat 'D'"),
        ({"people": [person(0, bits=3)]}, "has a seat, a commitment and bits or null"),
        ({"people": ["A"]}, "has a seat, a commitment and bits or null"),
    ):
        with pytest.raises(RecordError, match=complaint):
            verify(parse_record(json.dumps(played(**changes))))
    for nonsense in (7, ["A"], "shuffled"):
        data = played()
        data["rounds"][0]["shuffle"] = nonsense
        assert not RECORD.is_valid(data)
        with pytest.raises(RecordError, match="round 1: shuffle has the method"):
            verify(parse_record(json.dumps(data)))
