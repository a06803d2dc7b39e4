"""The networks: their features, their predictions, and that integers give the same result on every machine."""

from __future__ import annotations

import numpy as np
import pytest

import dnup
from dnup import Deck, Round
from dnup.arena import Settings, run
from dnup.cards.packed import pack_deck
from dnup.kernel import layout as at
from dnup.network import features, inference
from dnup.network.files import (
    file_fingerprint,
    load_network,
    network_file,
    network_for,
    network_players,
    read_network,
    write_network,
)
from dnup.network.simd import NARROW, WIDTH
from dnup.search.match_equity import match_equity, score_index, write_ending_values
from tests.random_play import scaled

PLAYERS = network_players("balanced")


def positions(players: int, rounds: int, deck: str = "balanced") -> list[Round]:
    """All positions of random rounds but their ends."""
    found = []
    for seed in range(rounds):
        position = Round.deal(players=players, seed=seed, deck=deck)
        chance = np.random.default_rng(seed)
        while not position.over:
            found.append(position)
            position = position.apply(position.legal_moves[int(chance.integers(len(position.legal_moves)))])
    return found


def facts_of(position: Round) -> list[int]:
    facts = np.empty(features.MAX_FEATURES, np.int64)
    count = features.list_features(position.deck_words, position.words, facts)
    return [int(fact) for fact in facts[:count]]


def foreseen(position: Round) -> list[float]:
    """The chances of the endings."""
    chances = np.full(inference.MAX_ENDINGS, np.nan)
    inference.predict_endings(
        position.deck_words,
        position.words,
        load_network("balanced", position.players),
        np.empty(features.MAX_FEATURES, np.int64),
        np.empty(WIDTH + NARROW, np.int16),
        np.empty(inference.MAX_ENDINGS, np.int64),
        chances,
    )
    return [float(chance) for chance in chances[: inference.ending_count(position.players)]]


@pytest.mark.parametrize("deck", ["printed", "balanced"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_card_outside_the_discards_is_one_fact_or_more(players: int, deck: str) -> None:
    for position in positions(players, scaled(4), deck):
        facts = facts_of(position)
        words = position.words
        assert all(0 <= fact < features.feature_count(players) for fact in facts)
        assert len(facts) < features.MAX_FEATURES
        there = sum(int(words[at.HANDS + seat]).bit_count() for seat in range(players))
        lying = sum((int(words[at.SLOTS + slot]) & at.CARDS).bit_count() for slot in range(5))
        seats = players * features.SEAT_FEATURES
        in_hands = [fact for fact in facts if fact < seats and fact % features.SEAT_FEATURES < features.SIDES]
        on_table = [
            fact for fact in facts if seats <= fact < features.feature_count(players) - features.STALLS
        ]
        cards = [fact for fact in on_table if (fact - seats) % features.PLACE_FEATURES < features.SIDES]
        assert (len(in_hands), len(cards)) == (there, lying)


def test_faces_are_numbered_from_first_to_last() -> None:
    pairs = [f"{low}/{high}" for low in range(1, 11) for high in range(low + 1, 11)]
    deck = pack_deck(Deck.of([f"{pair}*" if pair == "1/5" else pair for pair in pairs]), 4).words
    cards = [card for card in range(at.MAX_CARDS) if deck[at.IN_PLAY] >> card & 1]
    assert [features.face_of(deck, card) for card in cards] == list(range(features.SIDES // 2))


def test_the_facts_have_room_for_the_largest_hand_of_two_players() -> None:
    deck = dnup.load_deck("printed")
    words = Round.deal(players=2, seed=1, deck=deck).words.copy()
    words[at.HANDS] |= words[at.HANDS + 1]
    words[at.HANDS + 1] = 0
    facts = np.empty(features.MAX_FEATURES, np.int64)
    count = features.list_features(pack_deck(deck, 2).words, words, facts)
    sizes = features.SIDES + 2 * features.SHARES
    seat = 0 if int(at.seat_in_turn(words)) == 0 else features.SEAT_FEATURES
    assert seat + sizes + 26 - 1 in facts[:count].tolist()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_another_seat_that_sees_the_same_has_the_same_facts(players: int) -> None:
    """What counts is who sits where, counted from the seat in turn, not their letters."""
    position = Round.deal(players=players, seed=3)
    words = position.words.copy()
    turned = words.copy()
    for seat in range(players):
        turned[at.HANDS + (seat + 1) % players] = words[at.HANDS + seat]
    turned[at.TURN] = (words[at.TURN] + (2 if players == 2 else 1)) % (4 if players == 2 else players)
    ours, theirs = (np.empty(features.MAX_FEATURES, np.int64) for _ in range(2))
    deck = position.deck_words
    count = features.list_features(deck, words, ours)
    assert count == features.list_features(deck, turned, theirs)
    assert ours[:count].tolist() == theirs[:count].tolist()


@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_foreseen_is_what_the_weights_say(players: int) -> None:
    """The same in plain NumPy, layer by layer, from the description in docs/champion.md."""
    weights = load_network("balanced", players).astype(np.int64)
    second, third, powers = (
        layer(players) for layer in (inference.second_layer, inference.third_layer, inference.power_table)
    )
    endings = inference.ending_count(players)
    for position in positions(players, scaled(2)):
        rows = weights[:second].reshape(-1, WIDTH)
        cells = np.clip(rows[facts_of(position)].sum(0) + rows[-1], 0, inference.TOP)
        block = weights[second:third]
        inner = block[: NARROW * WIDTH].reshape(NARROW, WIDTH) @ cells + block[NARROW * WIDTH :]
        inner = np.clip(inner >> inference.SECOND_SHIFT, 0, inference.TOP)
        block = weights[third:powers]
        outer = block[: endings * NARROW].reshape(endings, NARROW) @ inner + block[endings * NARROW :]
        first = inference.first_out(position.words)
        possible = np.array([bool(inference.is_open(players, first, ending)) for ending in range(endings)])
        steps = np.minimum((outer[possible].max() - outer) >> inference.POWER_SHIFT, inference.POWERS - 1)
        raised = np.where(possible, weights[powers + np.maximum(steps, 0)], 0)
        assert foreseen(position) == (raised / raised.sum()).tolist()


@pytest.mark.parametrize("players", PLAYERS)
def test_whoever_is_out_stays_first(players: int) -> None:
    for position in positions(players, scaled(4)):
        chances = foreseen(position)
        assert sum(chances) == pytest.approx(1)
        if not position.finish:
            assert min(chances) > 0
            continue
        rows = {
            inference.ending_row(position.words, ending) for ending, chance in enumerate(chances) if chance
        }
        assert {row // players for row in rows} == {"ABCDE".index(position.finish[0])}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_worths_are_those_of_the_scores_a_round_leads_to(players: int) -> None:
    equity = match_equity(players)
    worths = np.empty((26, 5), np.float64)
    for seed in range(scaled(20)):
        position = Round.deal(players=players, seed=seed, score=tuple([seed % 2] + [0] * (players - 1)))
        write_ending_values(position.words, equity, worths)
        chance = np.random.default_rng(seed)
        while not position.over:
            position = position.apply(position.legal_moves[int(chance.integers(len(position.legal_moves)))])
        if position.ending == "abandoned" and not position.finish:
            row = players * players
        else:
            first, *second = ("ABCDE".index(seat) for seat in position.finish)
            row = first * players + (second or [first])[0]
        assert worths[row, :players].tolist() == equity[score_index(position.words)].tolist()


@pytest.mark.parametrize("players", PLAYERS)
def test_a_network_is_its_file(players: int) -> None:
    data = network_file("balanced", players).read_bytes()
    assert write_network(read_network(data, players), players) == data
    assert len(data) <= 120_000
    assert file_fingerprint(data) == dnup.load_deck("balanced").fingerprint(players)
    with pytest.raises(ValueError, match="not a network"):
        read_network(data[:-2], players)


def test_a_network_knows_the_cards_it_has_learnt_with() -> None:
    for players in PLAYERS:
        for name in ("balanced", "pairs"):
            found = network_for(dnup.load_deck(name).fingerprint(players), players)
            # With five players `balanced` has four copies that `pairs` lacks.
            knows = name == "balanced" or (name == "pairs" and players < 5)
            assert (found is not None) == knows, (name, players)
    without_a_copy = Deck.of(dnup.load_deck("balanced").texts(5)[:-1], "short")
    assert network_for(without_a_copy.fingerprint(5), 5) is None
    strange = Deck.of(["1/5*", "2/4", "3/6", "1/7", "2/8", "3/9", "4/8", "5/9"], "strange")
    assert network_for(strange.fingerprint(2), 2) is None
    high = Deck.of(["1/5*", "2/14", "3/6", "1/7", "2/8", "3/9", "4/8", "5/9"], "high")
    assert network_for(high.fingerprint(2), 2) is None


def test_without_a_network_the_champion_searches_plainly() -> None:
    deck = Deck.of(["1/5*", "2/4", "3/6", "1/7", "2/8", "3/9", "4/8", "5/9"], "strange")
    position = Round.deal(players=2, seed=1, deck=deck)
    view = position.view(position.turn)
    plain, champion = (dnup.bots.get(f"{kind}:200", seed=5).choose(view) for kind in ("search", "champion"))
    assert plain == champion
    assert dnup.bots.get("instinct").choose(view).move in view.legal_moves


@pytest.mark.compiled
@pytest.mark.parametrize("bot", ["champion:300", "instinct"])
def test_a_network_is_asked_for_the_right_seat(bot: str) -> None:
    """`make strength` says how strong they are; here, that they are not asked about somebody else's chances."""
    settings = Settings.of([bot, "greedy"], 2, single_rounds=True, seed=1, alone=True)
    best = run(settings, 60, workers=1).bots[0]
    assert best.won is not None
    assert best.won.low is not None
    assert best.won.low > 1 / 2
