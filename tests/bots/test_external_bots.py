"""Programs as bots: the good ones play, and whatever the bad ones do, a move comes out and a fault is counted."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dnup import Match, View
from dnup.arena import Settings, run
from dnup.bots import external, get
from dnup.bots.external import FAULTS, MAX_RESTARTS, ExternalBot
from tests.need import need_module, need_program

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "bots"
START = """
import json, os, subprocess, sys, time
open("pids", "a").write(f"{os.getpid()}\\n")
def answer(move):
    print(json.dumps({"move": move}), flush=True)
"""


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every test works in its own empty folder, and leaves no process behind."""
    monkeypatch.chdir(tmp_path)
    yield
    pids = tmp_path / "pids"
    for pid in pids.read_text().split() if pids.exists() else []:
        wait_until_gone(int(pid))


def wait_until_gone(pid: int) -> None:
    """What was killed is gone in a moment; one that only waits to be buried by its parent is gone, too."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return
        except (ProcessLookupError, FileNotFoundError):
            return
        time.sleep(0.02)
    raise AssertionError(f"process {pid} is still running")


def command(source: str) -> str:
    """A program that writes down who it is, then does this for each line `question`, as number `turn`."""
    body = "\n    ".join(source.strip().splitlines())
    loop = f"for turn, question in enumerate(map(json.loads, sys.stdin)):\n    {body}\n"
    Path("bot.py").write_text(START + loop)
    return f"{shlex.quote(sys.executable)} -I -S bot.py"


def play(bot: ExternalBot, moves: int = 12, seed: int = 1) -> list[str]:
    """The moves of a bot that plays all seats of a match."""
    match = Match.new(2, seed)
    chosen = []
    try:
        for _ in range(moves):
            view = match.round.view(match.round.turn)
            move = bot.choose(view).move
            assert move in view.legal_moves
            chosen.append(str(move))
            match = match.apply(move)
    finally:
        bot.close()
    return chosen


##### Programs that play #####


def test_a_program_chooses_a_move() -> None:
    bot = get("cmd:" + command('answer(question["legal_moves"][1])'), seed=5)
    assert isinstance(bot, ExternalBot)
    view = Match.new(3, 1).round.view(Match.new(3, 1).round.turn)
    decision = bot.choose(view)
    bot.close()
    assert decision.move == view.legal_moves[1]
    assert [estimate.move for estimate in decision.estimates] == list(view.legal_moves)
    assert not bot.faults


def test_what_a_program_is_told() -> None:
    source = 'open("told", "a").write(json.dumps(question) + "\\n"); answer(question["legal_moves"][0])'
    bot = ExternalBot(command(source), seed=2**64 - 1, time_limit=2.5)
    play(bot, 3)
    told = [json.loads(line) for line in Path("told").read_text().splitlines()]
    view = Match.new(2, 1).round.view(Match.new(2, 1).round.turn)
    assert told[0]["view"] == view.to_json()
    assert View.from_json(told[0]["view"]) == view
    assert told[0]["legal_moves"] == [str(move) for move in view.legal_moves]
    for line in told:
        assert list(line) == ["type", "version", "view", "legal_moves", "time_left", "seed"]
        assert (line["type"], line["version"], line["time_left"]) == ("choose", 1, 2.5)
        assert line["seed"] == told[0]["seed"] < 2**53


EXAMPLE_PROGRAMS = {"simple.py": sys.executable, "simple.mjs": "node"}


@pytest.mark.parametrize("name", EXAMPLE_PROGRAMS)
def test_an_example_plays_without_a_fault(name: str) -> None:
    need_module("openskill")
    program = f"{need_program(EXAMPLE_PROGRAMS[name])} {shlex.quote(str(EXAMPLES / name))}"
    report = run(
        Settings.of(["random", f"cmd:{program}"], 2, single_rounds=True, move_seconds=30), 4, workers=1
    )
    best = report.bots[0]
    assert best.name == f"cmd:{program}"
    assert best.times.moves > 20
    assert not best.faults


@pytest.mark.parametrize("name", EXAMPLE_PROGRAMS)
def test_the_page_shows_the_examples(name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert f"\n{text}```" in (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 20


def test_both_examples_choose_alike() -> None:
    chosen = []
    for name, program in EXAMPLE_PROGRAMS.items():
        bot = ExternalBot(f"{need_program(program)} {shlex.quote(str(EXAMPLES / name))}", time_limit=30)
        chosen.append(play(bot, 40))
        assert not bot.faults
    assert chosen[0] == chosen[1]


##### Programs that do not #####

FINE = 'answer(question["legal_moves"][0])'
ONCE = {  # what it does instead of answering the third question, and what that is called
    "exits": ("sys.exit(3)", "crashed"),
    "is killed": ("os.kill(os.getpid(), 9)", "crashed"),
    "closes its output": ("os.close(1); time.sleep(1000)", "crashed"),
    "hangs": ("time.sleep(1000)", "timeout"),
    "answers too late": ("time.sleep(3.7); " + FINE, "timeout"),
    "writes without end": ('print("x" * 100_000_000, flush=True)', "flood"),
    "writes a long line": ("answer('play ' + 100_000 * '1/2 ')", "flood"),
    "is not JSON": ('print("rotate", flush=True)', "nonsense"),
    "is an empty line": ("print(flush=True)", "nonsense"),
    "is no object": ('print("[1]", flush=True)', "nonsense"),
    "is a number": ('print("5", flush=True)', "nonsense"),
    "has no move": ('print("{}", flush=True)', "nonsense"),
    "is a move that is no text": ("answer(7)", "nonsense"),
    "is a move that is null": ("answer(None)", "nonsense"),
    "is a text that is no move": ('answer("castle kingside")', "nonsense"),
    "is not UTF-8": (r'sys.stdout.buffer.write(b"{\"move\": \"\xff\"}\n"); sys.stdout.flush()', "nonsense"),
    "is nested too deep": ('print("[" * 60_000, flush=True)', "nonsense"),
    "is a huge number": ('print("9" * 60_000, flush=True)', "nonsense"),
    "is not legal": ('answer("play 1/2 1/3 1/4 1/5 1/6")', "illegal"),
    "is legal for nobody": ('answer("take A1")', "illegal"),
}


@pytest.mark.parametrize("what", ONCE)
def test_a_fault_is_counted_and_play_goes_on(what: str) -> None:
    source, kind = ONCE[what]
    # It happens once: a program that is restarted sees from the file that it has happened.
    lines = [
        'if turn == 2 and not os.path.exists("done"):',
        '    open("done", "w").close()',
        f"    {source}",
        f"else: {FINE}",
    ]
    bot = ExternalBot(command("\n".join(lines)), seed=3, time_limit=3 if kind == "timeout" else 20)
    chosen = play(bot)
    assert bot.faults == {kind: 1}
    assert kind in FAULTS
    quiet = ExternalBot(command(FINE), seed=3, time_limit=20)
    assert play(quiet, 2) == chosen[:2]


def test_every_fault_is_documented() -> None:
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([a-z ]+)` \|", page[page.index("| fault |") :], re.MULTILINE) == list(FAULTS)


def test_the_move_made_for_a_program_follows_from_the_seed() -> None:
    def chosen(seed: int) -> list[str]:
        return play(ExternalBot(command('answer("what?")'), seed, time_limit=20))

    assert chosen(1) == chosen(1)
    assert chosen(1) != chosen(2)


def test_one_that_answers_twice_is_found_out() -> None:
    bot = ExternalBot(command(f"{FINE}; {FINE}; time.sleep(0.05)"), time_limit=20)
    match = Match.new(2, 1)
    for _ in range(3):
        match = match.apply(bot.choose(match.round.view(match.round.turn)).move)
        time.sleep(0.2)
    bot.close()
    assert bot.faults["flood"] >= 1


def test_one_that_writes_lines_without_end_is_heard_no_more() -> None:
    lines = [
        'if turn == 2 and not os.path.exists("done"):',
        '    open("done", "w").close()',
        '    while True: print("spam")',
        FINE,
    ]
    bot = ExternalBot(command("\n".join(lines)), time_limit=20)
    play(bot)
    assert bot.faults == {"nonsense": 1, "flood": 1}, "the first line is an answer, the rest is a flood"


def test_one_that_always_crashes_is_given_up() -> None:
    bot = ExternalBot(command('print("it was\\na bug", file=sys.stderr); sys.exit(1)'), time_limit=20)
    play(bot, 10)
    assert bot.faults == {"crashed": 1 + MAX_RESTARTS, "given up": 10 - 1 - MAX_RESTARTS}
    assert bot.last_words == "it was\na bug"


def test_one_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "START_SECONDS", 0.1)
    bot = ExternalBot(command("time.sleep(1000)"), time_limit=0.05)
    play(bot, 8)
    assert bot.faults == {"timeout": 1 + MAX_RESTARTS, "given up": 7 - MAX_RESTARTS}


@pytest.mark.parametrize("program", ["no-such-program --fast", "/", "./plain.txt"])
def test_one_that_cannot_be_started_is_given_up(program: str) -> None:
    Path("plain.txt").write_text("not a program\n")
    bot = ExternalBot(program)
    play(bot, 8)
    assert bot.faults == {"not started": 1 + MAX_RESTARTS, "given up": 7 - MAX_RESTARTS}
    assert program.split(maxsplit=1)[0] in bot.last_words


def test_much_on_the_error_stream_does_not_matter() -> None:
    bot = ExternalBot(command(f'sys.stderr.write("noise\\n" * 200_000 + "the end"); {FINE}'), time_limit=20)
    play(bot, 3)
    assert not bot.faults
    assert bot.last_words.endswith("noise\nthe end")
    assert len(bot.last_words) <= external.MAX_WORDS


def test_one_that_does_not_read_does_not_block() -> None:
    bot = ExternalBot(f"{shlex.quote(sys.executable)} -I -S -c 'import time; time.sleep(1000)'")
    program = external._Program(bot._arguments)
    with pytest.raises(external._Fault, match="timeout"):
        program.ask(b"x" * 10_000_000, 0.2)
    program.end()


def test_what_a_program_has_started_ends_with_it() -> None:
    child = "[sys.executable, '-I', '-S', '-c', 'import time; time.sleep(1000)']"
    source = f"child = subprocess.Popen({child}); open('pids', 'a').write(f'{{child.pid}}\\n'); {FINE}"
    bot = ExternalBot(command(source), time_limit=20)
    play(bot, 2)
    assert not bot.faults
    assert len(Path("pids").read_text().split()) == 3


def test_one_that_does_not_leave_is_ended() -> None:
    Path("bot.py").write_text(f"{START}\nanswer(json.loads(input())['legal_moves'][0])\ntime.sleep(1000)\n")
    bot = ExternalBot(f"{shlex.quote(sys.executable)} -I -S bot.py", time_limit=20)
    play(bot, 1)
    assert not bot.faults


def test_closing_is_always_possible() -> None:
    bot = ExternalBot(command(FINE), time_limit=20)
    bot.close()
    play(bot, 2)
    bot.close()
    play(bot, 2)
    assert not bot.faults


@pytest.mark.parametrize("text, reason", [("cmd:'", "no closing quotation"), ("cmd:''", "")])
def test_a_command_that_is_none_is_refused(text: str, reason: str) -> None:
    if reason:
        with pytest.raises(ValueError, match=re.escape(reason)):
            get(text)
    else:
        bot = get(text)  # a program without a name: nobody can start that
        assert isinstance(bot, ExternalBot)
        play(bot, 2)
        assert bot.faults == {"not started": 2}


@pytest.mark.parametrize("workers", [1, 2])
def test_bad_programs_do_not_stop_an_arena(workers: int) -> None:
    need_module("openskill")
    crashing = command("sys.exit(1) if turn else answer(question['legal_moves'][0])")
    bots = ["greedy", f"cmd:{crashing}", "cmd:no-such-program"]
    report = run(Settings.of(bots, 3, single_rounds=True, turn_limit=60, move_seconds=20), 6, workers=workers)
    assert report.games == 6
    by_name = {bot.name: bot for bot in report.bots}
    assert not by_name["greedy"].faults
    assert set(by_name[bots[1]].faults) <= {"crashed", "given up"}
    assert by_name[bots[1]].faults["crashed"] > 6
    assert set(by_name[bots[2]].faults) == {"not started", "given up"}
    assert by_name[bots[2]].faults.total() == by_name[bots[2]].times.moves
    assert "no-such-program" in by_name[bots[2]].last_words
    data = json.loads(json.dumps(report.to_json()))
    assert {entry["bot"]: entry["faults"] for entry in data["ranking"]}["greedy"] == {}
