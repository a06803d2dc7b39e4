"""The daily game is the same natively and in WebAssembly: deals, what every bot does, par."""

import json
import subprocess

import pytest

import dnup
from dnup.search.daily_seed import ROUNDS, SEAT
from tests.engine.test_same import HERE, MODULE
from tests.need import need_program

DATES = ("2026-01-01", "2026-11-30", "2026-12-01", "2028-02-29")
MOST_MEMORY = 16 << 20


@pytest.mark.compiled
def test_the_same_in_node() -> None:
    twin = subprocess.run(
        [need_program("node"), str(HERE / "daily.mjs"), str(MODULE)],
        input="".join(f"{date}\n" for date in DATES),
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    for date, line in zip(DATES, twin.stdout.splitlines(), strict=True):
        other, daily = json.loads(line), dnup.Daily(date)
        assert other["deals"] == [list(match.rounds[0].deal) for match in daily.matches], date
        for level, moves in other["levels"].items():
            played = daily.play(level)
            assert moves == [list(match.rounds[0].moves) for match in played], (date, level)
            points = [match.score[SEAT] for match in played]
            assert other["results"][level] == {"points": points, "over": True}, (date, level)
        assert other["par"] == list(daily.par), date
        assert other["begun"] == {"points": [other["par"][0], 0], "over": False}
        # A record of it is three games of one round each.
        records = [dnup.parse_record(record) for record in other["records"]]
        assert [record.score[SEAT] for record in records] == other["par"], date
        assert len(records) == ROUNDS
        for record in records:
            dnup.verify(record)
        assert other["memory"] < MOST_MEMORY
