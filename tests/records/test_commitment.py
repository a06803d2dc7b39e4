"""What a server promised about a deal before the first move, and that a record keeps it: docs/records.md."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from dnup import Record, RecordError
from dnup.records.commitment import commitment
from dnup.records.record import parse_record
from dnup.records.verify import verify
from tests.random_play import random_match
from tests.schemas import RECORD


def promised(**changes: Any) -> dict[str, Any]:
    """A record as a server writes it, with changes to its last round."""
    data: dict[str, Any] = Record.of(random_match(3, 1), ["Ada", "Bea", "Cem"]).to_json()
    for number, played in enumerate(data["rounds"]):
        played["salt"] = f"{number:064x}"
        played["commitment"] = commitment(played["salt"], played["deal"])
    data["rounds"][-1] |= changes
    return data


def test_a_commitment_is_a_hash_that_anyone_can_make() -> None:
    by_hand = hashlib.sha256(b"5a17|1/5 3/4|2/6").hexdigest()
    assert commitment("5a17", ["1/5 3/4", "2/6"]) == by_hand


def test_what_a_server_promised_is_checked() -> None:
    data = promised()
    RECORD.validate(data)
    verify(parse_record(json.dumps(data)))
    last = data["rounds"][-1]
    one, other, *rest = last["deal"]
    turned = " ".join([one.split()[0], *one.split()[1:-1], "/".join(reversed(one.split()[-1].split("/")))])
    assert turned != one
    for changes, complaint in (
        ({"salt": "0" * 63 + "9"}, "commitment is .*, but salt and deal make it"),
        ({"commitment": "0" * 64}, "commitment is .*, but salt and deal make it"),
        ({"salt": None}, "commitment and salt are two texts, or neither is there"),
        ({"commitment": None}, "commitment and salt are two texts, or neither is there"),
        ({"commitment": 7}, "commitment and salt are two texts, or neither is there"),
        ({"deal": [other, one, *rest]}, "round"),
        ({"deal": [turned, other, *rest]}, "commitment is .*, but salt and deal make it"),
    ):
        with pytest.raises(RecordError, match=complaint):
            verify(parse_record(json.dumps(promised(**changes))))
    for field in ("salt", "commitment"):
        data = promised()
        del data["rounds"][-1][field]
        assert not RECORD.is_valid(data)
        with pytest.raises(
            RecordError, match=f"round {len(data['rounds'])}: commitment and salt are two texts"
        ):
            verify(parse_record(json.dumps(data)))
