"""What a number means stays as it is, or its version grows: golden digests of what agents see and do."""

from __future__ import annotations

import pytest

from dnup.cards.deck import load_deck
from dnup.rl import Encoding, encoding
from tools.docs import encodings


@pytest.mark.parametrize("players", encodings.PLAYERS)
@pytest.mark.parametrize("deck", encodings.DECKS)
def test_digests_of_this_version_are_as_they_were(deck: str, players: int) -> None:
    """If this fails on purpose, let the version grow and run `python -m tools.docs.encodings`."""
    kept = encodings.kept()
    case = f"{deck} {players} {load_deck(deck).fingerprint(players)}"
    for kind, digest in encodings.digests(deck, players).items():
        assert kept[kind][encodings.version_of(kind)][case] == digest, f"{kind} of {case}"


def test_there_are_digests_for_the_versions_of_this_dnup() -> None:
    kept = encodings.kept()
    assert kept.keys() == {"observations", "masks", "meanings"}
    assert str(encoding.OBSERVATION_VERSION) in kept["observations"]
    for kind in ("masks", "meanings"):
        assert str(encoding.ACTIONS_VERSION) in kept[kind]
    for versions in kept.values():
        for cases in versions.values():
            assert len(cases) == len(encodings.DECKS) * len(encodings.PLAYERS)


def test_a_change_without_a_new_version_is_not_written() -> None:
    before: encodings.Digests = {"masks": {"1": {"printed 2 x": "a", "pairs 2 y": "b"}}}
    assert encodings.changes(before, {"masks": {"1": {"printed 2 x": "c", "pairs 2 y": "b"}}}) == [
        "masks of version 1, printed 2 x"
    ]
    assert not encodings.changes(before, {"masks": {"2": {"printed 2 x": "c"}}}), (
        "a new version may be different"
    )
    assert not encodings.changes(before, {"masks": {"1": {"another 2 z": "c"}}}), "and so may a new deck"


def test_the_table_of_sizes_is_up_to_date() -> None:
    text = encodings.PAGE.read_text(encoding="utf-8")
    assert "<!-- sizes: written by make docs -->" in text
    assert encodings.page(text) == text, "run python -m tools.docs.encodings"


@pytest.mark.parametrize("deck", encodings.DECKS)
def test_a_digest_notices_a_change(deck: str, monkeypatch: pytest.MonkeyPatch) -> None:
    meanings = Encoding(2, deck=deck).meanings
    before = encodings.digests(deck, 2)
    monkeypatch.setattr(Encoding, "meanings", (meanings[1], meanings[0], *meanings[2:]))
    changed = encodings.digests(deck, 2)
    assert changed["meanings"] != before["meanings"]
    assert changed["observations"] == before["observations"]
