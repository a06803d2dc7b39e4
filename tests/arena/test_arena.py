"""The arena: fair line-ups, the same deals for all, results that follow from the seed, honest intervals."""

from __future__ import annotations

import io
import itertools
import json
import math
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from dnup.arena import ResultsError, Settings, run
from dnup.arena.game import GameResult, GameRunner
from dnup.arena.lineups import Fixture, fixtures, seatings_per_deal, whole_deals
from dnup.arena.output import show
from dnup.arena.times import MoveTimes
from dnup.cli import main
from dnup.extras import MissingExtra
from dnup.records.record import parse_record
from dnup.records.verify import verify
from tests.bots.test_external_bots import wait_until_gone
from tests.need import need_module
from tests.random_play import PLAYERS, SMALL, scaled

PATIENCE = 180  # seconds: a machine may be busy, and a first start compiles


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test works in its own empty folder."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True, scope="module")
def _openskill() -> None:
    need_module("openskill")


def first_games(bots: int, players: int, games: int, seed: int = 0) -> list[Fixture]:
    return list(itertools.islice(fixtures(bots, players, seed), games))


##### Who sits where #####


@pytest.mark.parametrize("bots", range(1, 8))
@pytest.mark.parametrize("players", PLAYERS)
def test_each_bot_has_each_seat_equally_often(bots: int, players: int) -> None:
    size = seatings_per_deal(bots, players)
    deals = 12 * bots
    games = first_games(bots, players, deals * size)
    assert [fixture.game for fixture in games] == list(range(deals * size))
    assert [fixture.deal for fixture in games] == [game // size for game in range(deals * size)]
    seats = Counter((seat, bot) for fixture in games for seat, bot in enumerate(fixture.bots))
    appearances = [sum(seats[seat, bot] for seat in range(players)) for bot in range(bots)]
    assert max(appearances) - min(appearances) <= players, "one turn round the table at most"
    for bot in range(bots):
        assert {seats[seat, bot] for seat in range(players)} == {appearances[bot] // players}


@pytest.mark.parametrize("players", PLAYERS)
def test_as_many_bots_as_seats_take_all_seatings(players: int) -> None:
    assert seatings_per_deal(players, players) == math.factorial(players)
    games = first_games(players, players, math.factorial(players))
    assert {fixture.bots for fixture in games} == set(itertools.permutations(range(players)))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_two_bots_take_turns_against_the_rest(players: int) -> None:
    assert seatings_per_deal(2, players) == 2 * players
    games = first_games(2, players, 2 * players)
    for bot in (0, 1):
        alone = [fixture.bots.index(bot) for fixture in games if fixture.bots.count(bot) == 1]
        assert sorted(alone) == list(range(players))


@pytest.mark.parametrize("bots, players", [(3, 2), (5, 3), (6, 4), (7, 5)])
def test_drawn_by_lot_nobody_plays_itself_while_others_wait(bots: int, players: int) -> None:
    games = first_games(bots, players, 40 * players, seed=3)
    assert all(len(set(fixture.bots)) == players for fixture in games)
    pairs = Counter(frozenset(pair) for game in games for pair in itertools.combinations(game.bots, 2))
    assert len(pairs) == math.comb(bots, 2), "everybody meets everybody"
    assert games != first_games(bots, players, 40 * players, seed=4)


def test_three_bots_fill_four_seats() -> None:
    for fixture in first_games(3, 4, 40):
        assert sorted(Counter(fixture.bots).values()) == [1, 1, 2]


def test_one_bot_may_always_be_the_one_alone() -> None:
    seatings = [fixture.bots for fixture in itertools.islice(fixtures(2, 3, 0, alone=True), 6)]
    assert seatings == 2 * [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    assert whole_deals(4, 2, 3, alone=True) == 6
    with pytest.raises(ValueError, match="two bots, not 3"):
        Settings.of(["random"] * 3, 3, alone=True)


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert whole_deals(500, 3, 3) == 504
    assert whole_deals(1, 5, 5) == 120
    assert whole_deals(7, 1, 4) == 7
    with pytest.raises(ValueError, match="from 1 on"):
        whole_deals(0, 2, 2)


##### The same deals for all #####


@pytest.mark.parametrize("rounds", [False, True])
def test_all_games_of_a_deal_have_the_same_cards(rounds: bool) -> None:
    settings = Settings.of(["greedy", "random"], 3, single_rounds=rounds, seed=5)
    table = GameRunner(settings, recording=True)
    records = [parse_record(table.play(fixture)[1]) for fixture in first_games(2, 3, 12)]
    for deal in (0, 1):
        played = records[6 * deal : 6 * deal + 6]
        for number in range(min(len(record.rounds) for record in played)):
            assert len({record.rounds[number].deal for record in played}) == 1
        assert len({record.rounds[0].moves for record in played}) > 1
    assert records[0].rounds[0].deal != records[6].rounds[0].deal


def test_one_bot_alone_against_itself_gives_each_seat_what_the_deal_gives() -> None:
    """Greedy does not draw on chance: with the seats exchanged, all is exchanged, and luck cancels to nothing."""
    report = run(Settings.of(["greedy", "greedy"], 2, single_rounds=True), scaled(40), workers=1)
    assert [bot.name for bot in report.bots] in (["greedy", "greedy (2)"], ["greedy (2)", "greedy"])
    assert [bot.won and bot.won.mean for bot in report.bots] == [0.5, 0.5]


##### The seed alone #####


def without_times(results: Iterable[GameResult]) -> list[dict[str, Any]]:
    return [{key: value for key, value in result.to_json().items() if key != "times"} for result in results]


def read_results(name: str) -> list[dict[str, Any]]:
    """A results file without the times, which are never the same."""
    lines = [json.loads(line) for line in Path(name).read_text().splitlines()]
    return [{key: value for key, value in line.items() if key != "times"} for line in lines]


def test_workers_do_not_matter() -> None:
    settings = Settings.of(["greedy", "random", "random"], 3, seed=7)
    for workers in (1, 2):
        run(settings, 12, workers=workers, results=f"{workers}.jsonl", records=f"{workers}-games.jsonl")
    assert read_results("1.jsonl") == read_results("2.jsonl")
    assert Path("1-games.jsonl").read_bytes() == Path("2-games.jsonl").read_bytes()


@pytest.mark.compiled
def test_a_search_by_iterations_plays_the_same_again() -> None:
    settings = Settings.of(["search:20", "greedy"], 2, seed=7)
    table = GameRunner(settings)
    once, again = ([table.play(fixture)[0] for fixture in first_games(2, 2, 4)] for _ in range(2))
    assert without_times(once) == without_times(again)


def test_seeds_matter() -> None:
    one, two = (
        run(Settings.of(["random", "random"], 2, seed=seed), 8, workers=1, results=f"{seed}")
        for seed in (1, 2)
    )
    assert one.games == two.games == 8
    assert read_results("1")[1:] != read_results("2")[1:]


def test_a_longer_arena_begins_like_a_shorter_one() -> None:
    settings = Settings.of(["greedy", "random", "random", "random"], 3)
    run(settings, 6, workers=1, results="few")
    run(settings, 12, workers=1, results="many")
    assert read_results("many")[:7] == read_results("few")


##### Files #####


def test_results_and_records_tell_the_same() -> None:
    settings = Settings.of(["greedy", "random"], 2, seed=3, turn_limit=100)
    report = run(settings, 6, workers=1, results="results.jsonl", records="games.jsonl")
    header, *results = [json.loads(line) for line in Path("results.jsonl").read_text().splitlines()]
    assert header == {"format": "dnup-arena", "version": 1, "dnup": header["dnup"], **settings.to_json()}
    for line, text in zip(results, Path("games.jsonl").read_text().splitlines(), strict=True):
        record = parse_record(text)
        verify(record)
        assert list(record.players) == [settings.bots[bot] for bot in line["bots"]]
        assert list(record.score) == line["points"]
        assert (record.winner, record.result) == (line["winner"], line["result"])
        assert len(record.rounds) == line["rounds"]
        assert record.extra == {"arena": {"seed": 3, "game": line["game"], "deal": line["deal"]}}
        assert sum(MoveTimes.from_json(times).moves for times in line["times"]) == sum(
            len(played.moves) for played in record.rounds
        )
        assert GameResult.from_json(line).to_json() == line
    assert report.rounds == sum(line["rounds"] for line in results)


def test_every_field_is_documented() -> None:
    report = run(Settings.of(["greedy", "random"], 2), 2, workers=1, results="results.jsonl")
    page = (Path(__file__).parents[2] / "docs" / "arena.md").read_text(encoding="utf-8")
    line = json.loads(Path("results.jsonl").read_text().splitlines()[1])
    assert first_cells(page, "Each further line is a game.") == list(line)
    assert first_cells(page, "under `ranking`") == list(report.bots[0].to_json())


def first_cells(page: str, before: str) -> list[str]:
    """The first column of the next table, without its code marks."""
    rows = page[page.index(before) :].partition("|---")[2].partition("\n\n")[0].splitlines()[1:]
    return [row.split("|")[1].strip().strip("`") for row in rows]


def test_rounds_are_records_of_one_round() -> None:
    run(
        Settings.of(["greedy", "random"], 3, single_rounds=True),
        6,
        workers=1,
        results="r.jsonl",
        records="g.jsonl",
    )
    for line, text in zip(read_results("r.jsonl")[1:], Path("g.jsonl").read_text().splitlines(), strict=True):
        record = parse_record(text)
        verify(record)
        assert len(record.rounds) == 1
        assert (record.result, record.winner) == ("unfinished", None)
        assert line["winner"] == record.rounds[0].finish[0]
        assert line["result"] == record.rounds[0].ending
        assert sum(line["first_out"]) == 1


def test_abandoned_rounds_and_drawn_matches_are_counted() -> None:
    settings = Settings.of(["random", "random"], 2, turn_limit=3)
    report = run(settings, 2, workers=1)
    assert (report.drawn, report.abandoned, report.rounds) == (2, 6, 6)
    assert [bot.wins for bot in report.bots] == [0, 0]
    assert report.bots[0].head_to_head is None
    shown = io.StringIO()
    show(Console(file=shown, width=80), report)
    assert "2 matches were drawn." in shown.getvalue()
    rounds = run(replace(settings, single_rounds=True), 2, workers=1)
    assert (rounds.drawn, rounds.abandoned, rounds.rounds) == (0, 2, 2)


def test_many_bots_fit_a_narrow_terminal() -> None:
    names = ["greedy", "random", "easy", "medium"]
    report = run(Settings.of(names, 2, single_rounds=True), 24, workers=1)
    shown = io.StringIO()
    show(Console(file=shown, width=80), report)
    lines = shown.getvalue().splitlines()
    assert all(len(line) <= 80 and "…" not in line for line in lines)
    against = lines[next(number for number, line in enumerate(lines) if line.startswith("won against")) + 2 :]
    assert sorted(line.split()[0] for line in against[:4]) == sorted(names)


def test_rounds_in_circles_are_abandoned() -> None:
    report = run(Settings.of(["random", "random"], 2, single_rounds=True, stall_limit=2), 6, workers=1)
    assert report.abandoned > 0


def test_results_of_before_circles_ended_go_on_without_that() -> None:
    settings = Settings.of(["random", "random"], 2, stall_limit=0)
    run(settings, 2, workers=1, results="old")
    Path("old").write_text(Path("old").read_text().replace('"stall_limit":0,', ""))
    assert "stall_limit" not in Path("old").read_text()
    with pytest.raises(ResultsError, match="stall_limit is 0 there and 40 here"):
        run(replace(settings, stall_limit=40), 4, workers=1, results="old", resume=True)
    assert run(settings, 4, workers=1, results="old", resume=True).rounds > 2


def test_resuming_gives_what_was_interrupted() -> None:
    settings = Settings.of(["greedy", "random", "random"], 3, seed=2)
    run(settings, 12, workers=1, results="whole", records="whole-games")
    for lines, cut in ((1, 0), (2, 0), (5, 0), (5, 40), (13, 0)):
        text = Path("whole").read_bytes().splitlines(keepends=True)
        Path("part").write_bytes(b"".join(text[:lines]) + (text[lines][:cut] if cut else b""))
        games = Path("whole-games").read_bytes().splitlines(keepends=True)
        extra = (
            games[lines - 1][:100] if lines <= len(games) else b""
        )  # its record is written before a result
        Path("part-games").write_bytes(b"".join(games[: lines - 1]) + extra)
        report = run(settings, 12, workers=1, results="part", records="part-games", resume=True)
        assert report.games == 12
        assert read_results("part") == read_results("whole")
        assert Path("part-games").read_bytes() == Path("whole-games").read_bytes()


def test_only_the_same_arena_can_be_resumed() -> None:
    settings = Settings.of(["greedy", "random"], 2, seed=2)
    run(settings, 2, workers=1, results="results.jsonl", records="games.jsonl")
    kept = Path("results.jsonl").read_bytes()
    for other, name in (
        (replace(settings, seed=3), "seed is 2 there and 3 here"),
        (replace(settings, bots=("random", "greedy")), "bots is"),
        (replace(settings, single_rounds=True), "play is 'games' there and 'rounds' here"),
        (replace(settings, deck=SMALL), "deck is 'printed' there"),
        (replace(settings, move_seconds=2.0), "move_seconds"),
    ):
        with pytest.raises(ResultsError, match=re.escape(name)):
            run(other, 2, results="results.jsonl", resume=True)
    with pytest.raises(ResultsError, match="is not empty; go on with --resume"):
        run(settings, 2, results="results.jsonl")
    assert Path("results.jsonl").read_bytes() == kept
    with pytest.raises(
        ValueError, match=r"games\.jsonl is not empty, and what is in it is kept: name another file"
    ):
        run(settings, 2, records="games.jsonl")
    Path("other.jsonl").write_text('{"somebody": "else"}\n' * 3)
    with pytest.raises(ResultsError, match="line 3: the record of game 2 should be here"):
        run(settings, 2, results="results.jsonl", records="other.jsonl", resume=True)
    assert Path("other.jsonl").read_text() == '{"somebody": "else"}\n' * 3
    with pytest.raises(ResultsError, match="is needed"):
        run(settings, 2, resume=True)
    Path("games.jsonl").write_text("")
    with pytest.raises(ResultsError, match="0 records, but 2 games"):
        run(settings, 2, results="results.jsonl", records="games.jsonl", resume=True)
    with pytest.raises(FileNotFoundError):
        run(settings, 2, results="nowhere.jsonl", resume=True)


@pytest.mark.parametrize(
    "text, reason",
    [
        ("", "line 1: this is not a JSON object"),
        ("[]\n", "line 1: this is not a JSON object"),
        ('{"format":"dnup-record"}\n', "is not a file of results"),
        ('{HEADER}\n{"game":0}\n', "line 2: this is not the result of a game"),
        ("{HEADER}\nnoise\n", "line 2: this is not a JSON object"),
        ("{HEADER}\n{RESULT 1}\n", "line 2: game 0 should be here"),
    ],
)
def test_a_file_of_something_else_is_refused(text: str, reason: str) -> None:
    settings = Settings.of(["random", "random"], 2)
    run(settings, 2, workers=1, results="good")
    header, _, second = Path("good").read_text().splitlines()
    text = text.replace("{HEADER}", header).replace("{RESULT 1}", second)
    Path("bad").write_text(text)
    with pytest.raises(ResultsError, match=re.escape(reason)):
        run(settings, 2, results="bad", resume=True)
    assert Path("bad").read_text() == text


##### Ctrl-C #####


@contextmanager
def arena(*words: str) -> Iterator[subprocess.Popen[str]]:
    """An arena in a separate process group that listens to Ctrl-C."""
    listen = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    script = f"{listen}; import sys; from dnup.cli import main; sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", script, "arena", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def wait_for(process: subprocess.Popen[str], name: str, lines: int) -> None:
    """Wait until a file has this number of lines."""
    deadline = time.monotonic() + PATIENCE
    while not Path(name).exists() or len(Path(name).read_bytes().splitlines()) < lines:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_leaves_a_file_to_go_on_with(workers: str) -> None:
    settings = Settings.of(["greedy", "random"], 2, seed=4)
    words = [
        "greedy",
        "random",
        "--players",
        "2",
        "--seed",
        "4",
        "--record",
        "games.jsonl",
        "--workers",
        workers,
    ]
    with arena(*words, "--games", "1_000_000", "--out", "part.jsonl") as process:
        wait_for(process, "part.jsonl", 4)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: workers get it too
        output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert output == ""
    done = len(Path("part.jsonl").read_bytes().splitlines()) - 1
    sentence = (
        f"dnup: stopped after {done:,} of 1,000,000; go on with the same options and --resume part.jsonl"
    )
    assert [line for line in errors.splitlines() if "compiling" not in line] == [sentence]
    assert Path("part.jsonl").read_bytes().endswith(b"\n")
    games = done + 5
    run(settings, games, workers=1, results="part.jsonl", records="games.jsonl", resume=True)
    run(settings, games, workers=1, results="whole.jsonl", records="whole-games.jsonl")
    assert read_results("part.jsonl") == read_results("whole.jsonl")
    assert Path("games.jsonl").read_bytes() == Path("whole-games.jsonl").read_bytes()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_does_not_wait_for_a_long_move(workers: str) -> None:
    """Here a move takes longer than anyone waits; and bots end with their arena."""
    lines = [
        "import json, os, sys, time",
        'open("pids", "a").write(f"{os.getpid()}\\n")',
        "for number, line in enumerate(sys.stdin):",
        "    if number:",
        '        open("thinking", "a").write("a long move\\n")',
        "        time.sleep(1000)",
        '    print(json.dumps({"move": json.loads(line)["legal_moves"][-1]}), flush=True)',
    ]
    Path("slow.py").write_text("\n".join(lines))
    slow = f"cmd:{shlex.quote(sys.executable)} -I -S slow.py"
    with arena(
        slow, "--players", "2", "--games", "50", "--move-time", "3000s", "--workers", workers
    ) as process:
        wait_for(process, "thinking", int(workers))
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)  # people press it twice
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, errors
    assert errors.splitlines()[-1] == "dnup: stopped; with --out FILE the games played so far would be kept"
    assert "Traceback" not in errors
    for pid in Path("pids").read_text().split():
        wait_until_gone(int(pid))


##### The command #####


def test_the_command_shows_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    words = "arena greedy random --players 3 --games 7 --workers 1 --plot ratings.svg --record games.jsonl"
    assert main([*words.split(), "--out", "results.jsonl"]) == 0
    shown = capsys.readouterr()
    assert "12 matches instead of 7, so that every deal has all its seatings" in shown.err
    assert shown.out.startswith(
        "12 matches of 3 players\n2 deals, each with 6 seatings; deck printed, seed 0\n"
    )
    for word in ("greedy", "random", "rating", "won alone", "points a round", "time a move", "longest"):
        assert word in shown.out
    assert all(len(line) <= 80 for line in shown.out.splitlines())
    ET.parse("ratings.svg")
    assert main(["verify", "games.jsonl"]) == 0
    assert main([*words.replace("7", "13").split(), "--resume", "results.jsonl", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["games"] == 18


@pytest.mark.parametrize(
    "words, reason",
    [
        ("greedy nobody --players 2 --games 1", "'nobody' is not a bot"),
        ("greedy --players 2 --games 1 --rounds 1", "not allowed with"),
        ("greedy --players 2 --games 0", "from 1 on"),
        ("greedy --players 6 --games 1", "number of players"),
        (
            "greedy --players 2 --games 1 --move-time 3",
            "is not a time for a move; write one like 500ms or 2s",
        ),
        ("greedy --players 2 --games 1 --move-time 0s", "is not a time for a move"),
        ("greedy --players 2 --games 1 --seed -1", "a seed is"),
        ("greedy --players 2 --games 1 --out -", "so a file needs a name"),
        ("greedy --players 2 --games 1 --out a --resume b", "not allowed with"),
        ("greedy --players 2 --games 1 --resume nowhere.jsonl", "nowhere.jsonl cannot be used"),
        ("greedy --players 2 --games 1 --workers 1000", "number of workers"),
        ("greedy --players 2 --games 1 --deck nowhere", "nowhere"),
    ],
)
def test_bad_options_are_explained(words: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *words.split()]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert reason in shown.err
    assert not list(Path().iterdir())


def test_two_bots_are_enough(capsys: pytest.CaptureFixture[str]) -> None:
    """What is played then is said, in the help text and when it is played."""
    assert main(["arena", "greedy", "random", "--workers", "1"]) == 0
    shown = capsys.readouterr()
    assert "200 rounds of 2 players; --rounds, --games and --players say otherwise\n" in shown.err
    assert shown.out.startswith("200 rounds of 2 players\n")
    assert main(["arena", "--help"]) == 0
    helped = " ".join(capsys.readouterr().out.split())
    assert "2, 3, 4 or 5 (default: 2)" in helped
    assert "instead of matches (default: 200)" in helped


def test_without_openskill_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert main(["arena", "greedy", "--players", "2", "--games", "1", "--out", "results.jsonl"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("dnup: the arena's rating needs openskill: ")
    assert said.endswith('python -m pip install "openskill>=6"\n')
    with pytest.raises(MissingExtra, match="openskill"):
        run(Settings.of(["greedy"], 2), 1, results="results.jsonl")
    assert not Path("results.jsonl").exists()


def test_the_old_name_of_single_rounds_warns() -> None:
    with pytest.warns(DeprecationWarning, match="single_rounds"):
        settings = Settings.of(["random"], 2, rounds=True)
    assert settings == Settings.of(["random"], 2, single_rounds=True)
    with pytest.warns(DeprecationWarning, match=r"Settings\.rounds is now Settings\.single_rounds"):
        assert settings.rounds is True
