"""The command line as its users meet it: real processes, good and bad input, terminals, pipes and Ctrl-C."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

import dnup
from dnup import cli
from dnup.cli import build_parser, main
from dnup.kernel.jit import COMPILED
from dnup.random_games.simulate import simulate
from tests.random_play import scaled
from tools.docs.cli import walk

COMMANDS = [parser.prog.split()[1:] for parser in walk(build_parser())]
DNUP = [sys.executable, "-m", "dnup.cli"]
PATIENCE = 180  # seconds: a machine may be busy, and a first start compiles

Run = Callable[..., subprocess.CompletedProcess[str]]


def environment(**changes: str) -> dict[str, str]:
    return {**os.environ, **changes}


@pytest.fixture(autouse=True)
def _neutral_ground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test works in its own empty folder, and nothing from outside changes how output looks."""
    monkeypatch.chdir(tmp_path)
    for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "TERM", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)


def run(*arguments: str, given: str = "", **changes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*DNUP, *arguments],
        input=given,
        env=environment(**changes),
        check=False,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=PATIENCE,
    )


@pytest.fixture
def here(capfd: pytest.CaptureFixture[str]) -> Run:
    """The same without a process, where that makes no difference: it saves the time of many starts."""

    def run_here(*arguments: str) -> subprocess.CompletedProcess[str]:
        code = main(arguments)
        return subprocess.CompletedProcess(arguments, code, *capfd.readouterr())

    return run_here


def complaint(done: subprocess.CompletedProcess[str], code: int = 2) -> str:
    """The one sentence that a failed command has to say."""
    lines = said(done)
    assert done.returncode == code, done.stderr
    assert done.stdout == ""
    assert len(lines) == 1, done.stderr
    assert "Traceback" not in lines[0]
    return lines[0]


def said(done: subprocess.CompletedProcess[str]) -> list[str]:
    """The error stream by lines, but for the notice that this start compiles."""
    return [line for line in done.stderr.splitlines() if "dnup: compiling" not in line]


def files() -> list[str]:
    return sorted(path.name for path in Path().iterdir())


##### Help #####


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_command_helps(command: list[str], here: Run) -> None:
    done = here(*command, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"usage: {' '.join(['dnup', *command])} ")
    (parser,) = [parser for parser in walk(build_parser()) if parser.prog.split()[1:] == command]
    assert str(parser.description)[:40] in done.stdout


def test_help_lists_every_command(here: Run) -> None:
    done = here("--help")
    assert (done.returncode, done.stderr) == (0, "")
    for command in cli.COMMANDS:
        assert f"\n    {command.__name__.rpartition('.')[2]} " in done.stdout


@pytest.mark.parametrize(
    "program",
    [[Path(sysconfig.get_path("scripts")) / "dnup"], [sys.executable, "-m", "dnup"]],
    ids=["dnup", "python -m dnup"],
)
def test_the_installed_command_says_its_version(program: list[str | Path]) -> None:
    output = subprocess.check_output([*program, "--version"], text=True, timeout=PATIENCE)
    assert output == f"dnup {dnup.__version__}\n"


##### Bad input #####

SIMULATE = "simulate --players 3 --games 5 --record out.jsonl"

BAD_DECK = 'name = "bad"\ncards = ["1/2", "3/4"]\n'
BAD_LINES = [
    ("shuffle", "argument COMMAND: invalid choice: 'shuffle'"),
    (f"{SIMULATE} --colour", "unrecognized arguments: --colour; see dnup --help"),
    ("simulate --games 5", "the following arguments are required: --players; see dnup simulate --help"),
    ("deck", "the following arguments are required: COMMAND; see dnup deck --help"),
    ("verify", "the following arguments are required: FILE; see dnup verify --help"),
    (f"{SIMULATE} --players 1", "'1' is not a number of players; write 2, 3, 4 or 5"),
    (f"{SIMULATE} --players 6", "'6' is not a number of players; write 2, 3, 4 or 5"),
    (f"{SIMULATE} --players x", "'x' is not a number of players; write 2, 3, 4 or 5"),
    (f"{SIMULATE} --games 0", "'0' is not a whole number from 1 on"),
    (f"{SIMULATE} --games -1", "'-1' is not a whole number from 1 on"),
    (f"{SIMULATE} --games x", "'x' is not a whole number"),
    (f"{SIMULATE} --games {'9' * 5000}", "…"),
    (f"{SIMULATE} --seed -1", "a seed is a whole number from 0 to 2**64 - 1, not -1"),
    (f"{SIMULATE} --seed {2**64}", f"a seed is a whole number from 0 to 2**64 - 1, not {2**64}"),
    (f"{SIMULATE} --seed x", "'x' is not a whole number"),
    (f"{SIMULATE} --turn-limit 0", "'0' is not a whole number from 1 on"),
    (f"{SIMULATE} --turn-limit 1000001", "a turn limit is a whole number from 1 to 1000000, not 1000001"),
    (f"{SIMULATE} --stall-limit many", "'many' is not a whole number"),
    (f"{SIMULATE} --stall-limit 1000001", "a stall limit is a whole number from 1 to 1000000, or 0 for none"),
    (f"{SIMULATE} --workers 0", "'0' is not a whole number from 1 on"),
    (f"{SIMULATE} --workers 100000", "the number of workers is a whole number from 1 to "),
    (f"{SIMULATE} --deck standrad", "there is no deck called 'standrad'"),
    (f"{SIMULATE} --deck missing.toml", "missing.toml"),
    (f"{SIMULATE} --deck bad.toml", "bad.toml: no card carries ★"),
    ("simulate --players 3 --games 5 --record missing/out.jsonl", "missing/out.jsonl cannot be used: "),
    ("simulate --players 3 --games 5 --record .", ". cannot be used: "),
    (
        "simulate --players 3 --games 5 --record bad.toml",
        "bad.toml is not empty, and what is in it is kept: ",
    ),
    ("verify missing.jsonl", "missing.jsonl cannot be used: "),
    ("verify .", ". cannot be used: "),
    ("deck show --players 7", "'7' is not a number of players; write 2, 3, 4 or 5"),
    ("deck check bad.toml", "bad.toml: no card carries ★"),
    ("play --players 6", "'6' is not a number of players; write 2, 3, 4 or 5"),
    ("play --seed -1 --record out.jsonl", "a seed is a whole number from 0 to 2**64 - 1, not -1"),
    ("play --deck bad.toml --record out.jsonl", "bad.toml: no card carries ★"),
    ("bench --seconds 0", "'0' is not a number of seconds"),
    ("bench --deck bad.toml", "bad.toml: no card carries ★"),
]


@pytest.mark.parametrize("line, sentence", BAD_LINES, ids=lambda text: text[-40:])
def test_bad_input_gets_a_sentence_and_touches_no_file(line: str, sentence: str, here: Run) -> None:
    Path("bad.toml").write_text(BAD_DECK, encoding="utf-8")
    error = complaint(here(*line.split()))
    assert error.startswith("dnup: ")
    assert sentence in error
    assert len(error) < 500
    assert files() == ["bad.toml"]
    assert Path("bad.toml").read_text(encoding="utf-8") == BAD_DECK


@pytest.mark.parametrize("number", [0, 7, 12, 21, 22, 25])
def test_bad_input_ends_a_process_in_good_order(number: int) -> None:
    line, sentence = BAD_LINES[number]
    Path("bad.toml").write_text(BAD_DECK, encoding="utf-8")
    error = complaint(run(*line.split()))
    assert error.startswith("dnup: ")
    assert sentence in error
    assert files() == ["bad.toml"]


def test_bad_input_leaves_an_older_file_as_it_was() -> None:
    Path("out.jsonl").write_text("precious\n", encoding="utf-8")
    assert main([*SIMULATE.split(), "--seed", "x"]) == 2
    assert main([*SIMULATE.split(), "--seed", "-1"]) == 2
    assert Path("out.jsonl").read_text(encoding="utf-8") == "precious\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full is a thing of Linux")
def test_a_full_disk_is_said() -> None:
    done = run("simulate", "--players", "2", "--games", "1", "--record", "/dev/full")
    assert complaint(done) == "dnup: No space left on device"
    with Path("/dev/full").open("w") as full:
        process = subprocess.Popen([*DNUP, "deck", "show"], stdout=full, stderr=subprocess.PIPE, text=True)
        _, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (2, "dnup: No space left on device\n")


##### Records #####


@pytest.fixture(scope="session")
def lines() -> list[str]:
    """The records of a few games, a line each."""
    out: list[str] = []
    simulate(3, 4, 1, record=out.append, workers=1)
    return "".join(out).splitlines(keepends=True)


def test_games_are_recorded_and_verified(lines: list[str]) -> None:
    done = run("simulate", "--players", "3", "--games", "4", "--seed", "1", "--record", "games.jsonl")
    assert (done.returncode, said(done)) == (0, [])
    assert "4 random matches of 3 players" in done.stdout
    assert Path("games.jsonl").read_text(encoding="utf-8") == "".join(lines)
    done = run("verify", "games.jsonl")
    assert (done.returncode, said(done)) == (0, [])
    assert done.stdout == "games.jsonl: 4 games verified, every move of them legal\n"


def test_standard_output_gets_records_alone(lines: list[str]) -> None:
    done = run("simulate", "--players", "3", "--games", "4", "--seed", "1", "--record", "-")
    assert done.returncode == 0
    assert done.stdout == "".join(lines)
    assert "4 random matches of 3 players" in done.stderr
    done = run("simulate", "--players", "3", "--games", "4", "--seed", "1", "--record", "-", "--json")
    assert done.stdout == "".join(lines)
    assert json.loads(said(done)[-1])["games"] == 4
    done = run("verify", "-", given=done.stdout)
    assert (done.returncode, said(done)) == (0, [])
    assert done.stdout == "standard input: 4 games verified, every move of them legal\n"


def spoilt(line: str, move: int) -> str:
    """A record in which a move of round 1, counted from 1, takes a set that does not lie there."""
    record = json.loads(line)
    record["rounds"][0]["moves"][move - 1] = "take E"
    return json.dumps(record) + "\n"


def test_a_wrong_move_is_found_where_it_is(lines: list[str]) -> None:
    wrong = [lines[0], spoilt(lines[1], 5), *lines[2:]]
    Path("games.jsonl").write_text("".join(wrong), encoding="utf-8")
    done = run("verify", "games.jsonl")
    (error,) = said(done)
    assert done.returncode == 1
    assert error.startswith("games.jsonl, line 2: round 1, move 5: 'take E' is not legal: ")
    assert done.stdout == "games.jsonl: 3 games verified, 1 wrong\n"


def test_a_cut_off_line_is_said(lines: list[str], here: Run) -> None:
    Path("games.jsonl").write_text("".join(lines)[:-50], encoding="utf-8")
    done = here("verify", "games.jsonl")
    (error,) = said(done)
    assert done.returncode == 1
    assert error.startswith("games.jsonl, line 4: this last line was cut off")
    assert done.stdout == "games.jsonl: 3 games verified, 1 wrong\n"


@pytest.mark.parametrize("content", [b"", b"\n\n"], ids=["empty", "blank"])
def test_no_games_are_no_error(content: bytes, here: Run) -> None:
    Path("games.jsonl").write_bytes(content)
    done = here("verify", "games.jsonl")
    assert (done.returncode, said(done)) == (0, [])
    assert done.stdout == "games.jsonl: no games, so nothing to verify\n"


def test_other_files_are_no_records(lines: list[str]) -> None:
    Path("noise").write_bytes(bytes(range(256)) * 8 + b"\n\xff\n{}\n[]\n" + lines[0].encode())
    done = run("verify", "noise")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert all(line.startswith("noise, line ") for line in said(done))
    assert done.stdout.startswith("noise: 1 game verified, ")


def test_many_errors_are_counted(here: Run) -> None:
    Path("games.jsonl").write_text("{}\n" * 1000, encoding="utf-8")
    done = here("verify", "games.jsonl")
    assert done.returncode == 1
    assert len(said(done)) == 21
    assert said(done)[-1] == "and 980 more; --json lists them all"
    report = json.loads(here("verify", "games.jsonl", "--json").stdout)
    assert [error["line"] for error in report["errors"]] == list(range(1, 1001))


##### JSON #####


def test_every_command_speaks_json(lines: list[str], here: Run) -> None:
    Path("games.jsonl").write_text(lines[0] + spoilt(lines[1], 1), encoding="utf-8")
    Path("bad.toml").write_text("cards = []\n", encoding="utf-8")
    summary = answer(here, "simulate", "--players", "2", "--games", "3", "--seed", "5")
    assert (summary["games"], summary["seed"], summary["deck"]) == (3, 5, "printed")
    assert sum(summary["won"]) + summary["drawn"] == 3
    report = answer(here, "verify", "games.jsonl", code=1)
    assert (report["file"], report["verified"], len(report["errors"])) == ("games.jsonl", 1, 1)
    assert report["errors"][0]["line"] == 2
    assert report["errors"][0]["error"].startswith("round 1, move 1: 'take E' is not legal: ")
    assert answer(here, "deck", "show", "--players", "3")["players"] == [3]
    assert answer(here, "deck", "check", "bad.toml", code=2)["ok"] is False


@pytest.mark.compiled
def test_bench_speaks_json() -> None:
    report = answer(run, "bench", "--seconds", "0.1", "--players", "3")
    assert {rate["players"] for rate in report["playouts"]} == {3}
    assert all(rate["moves_per_second"] > 1000 and rate["cores"] >= 1 for rate in report["playouts"])


def answer(how: Run, *arguments: str, code: int = 0) -> dict[str, Any]:
    done = how(*arguments, "--json")
    assert (done.returncode, said(done)) == (code, [])
    data = json.loads(done.stdout)
    assert isinstance(data, dict)
    return data


##### Pipes and Ctrl-C #####


@pytest.mark.parametrize(
    "line",
    ["simulate --players 2 --games 100000 --record -", "simulate --help", "deck show"],
    ids=["records", "help", "deck"],
)
def test_a_reader_who_has_seen_enough_is_no_error(line: str) -> None:
    command = [*DNUP, *line.split()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        if "--record" in line:
            assert process.stdout.readline().startswith('{"format":"dnup-record"')
        process.stdout.close()
        errors = process.stderr.read().splitlines()
        assert process.wait(PATIENCE) in (0, 141)  # argparse does not mind
    assert [line for line in errors if "dnup: compiling" not in line] == []


GAMES = 30_000


@contextmanager
def recording(name: str) -> Iterator[subprocess.Popen[str]]:
    """A long simulation that has begun to write, in a separate process group that listens to Ctrl-C."""
    listen = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    script = f"{listen}; import sys; from dnup.cli import main; sys.exit(main())"
    command = f"simulate --players 4 --games {GAMES} --workers 2 --record {name}"
    with subprocess.Popen(
        [sys.executable, "-c", script, *command.split()],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            deadline = time.monotonic() + PATIENCE
            while not Path(name).exists() or not Path(name).stat().st_size:
                assert process.poll() is None, process.communicate()
                assert time.monotonic() < deadline
                time.sleep(0.05)
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def test_ctrl_c_ends_a_simulation_and_leaves_whole_lines() -> None:
    with recording("games.jsonl") as process:
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: workers get it too
        output, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert errors.splitlines()[-1:] == ["dnup: stopped"]
    assert len([line for line in errors.splitlines() if "compiling" not in line]) == 1
    assert output == ""
    content = Path("games.jsonl").read_bytes()
    assert content.count(b"\n") < GAMES, "it has not waited for all games"
    assert content.endswith(b"\n")
    assert all(json.loads(line)["result"] == "won" for line in content.splitlines()[-3:])


def test_workers_end_with_a_killed_parent() -> None:
    with recording("games.jsonl") as process:
        process.kill()
        process.communicate(timeout=PATIENCE)  # they hold the error stream open as long as they live
    assert process.returncode == -signal.SIGKILL


##### Terminals and locales #####


def on_terminal(*arguments: str, **changes: str) -> Iterator[str]:
    """What a command writes to the error stream of a terminal, as it comes; it must succeed."""
    master, slave = pty.openpty()
    looks = {"TERM": "xterm", "COLUMNS": "80", **changes}
    with subprocess.Popen(
        [*DNUP, *arguments], env=environment(**looks), stdout=subprocess.DEVNULL, stderr=slave
    ) as process:
        os.close(slave)
        try:
            while data := os.read(master, 10_000):
                yield data.decode()
        except OSError:  # the other end was closed
            pass
        finally:
            os.close(master)
        assert process.wait(PATIENCE) == 0


def test_a_bar_shows_progress_on_a_terminal() -> None:
    games = "30_000" if COMPILED else "100"
    screen = "".join(on_terminal("simulate", "--players", "4", "--games", games))
    assert re.search(r"playing.*\d+%", screen)
    assert screen.rstrip("\r\n").endswith("\x1b[2K")  # and it goes away


@pytest.mark.compiled
def test_only_the_first_start_compiles(tmp_path: Path) -> None:
    changes = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "LOCALAPPDATA": str(tmp_path / "cache")}
    command = ("simulate", "--players", "2", "--games", "1")
    screens, seconds = [], []
    for _ in range(2):
        before = os.times()
        screens.append("".join(without_numba_folder(*command, **changes)))
        after = os.times()
        seconds.append(after.children_user - before.children_user)
    assert "compiling for this machine, once" in screens[0]
    assert "compiling" not in screens[1]
    assert seconds[1] < seconds[0] / 2


@pytest.mark.compiled
def test_it_runs_where_nothing_can_be_kept(tmp_path: Path) -> None:
    """Root may write everywhere, but nobody below a file."""
    (tmp_path / "file").touch()
    nowhere = str(tmp_path / "file" / "below")
    changes = {"XDG_CACHE_HOME": nowhere, "LOCALAPPDATA": nowhere, "HOME": nowhere}
    screen = "".join(without_numba_folder("simulate", "--players", "2", "--games", "1", **changes))
    assert "at every start" in screen.replace("\r\n", " ")
    assert not list(Path(dnup.__file__).parent.rglob("*.nbc"))


def without_numba_folder(*arguments: str, **changes: str) -> Iterator[str]:
    """On a terminal, with the cache where these changes say."""
    return on_terminal(*arguments, NUMBA_CACHE_DIR="", DNUP_QUIET="", **changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "ascii", "NO_COLOR": "1", "TERM": "dumb"},
    ],
    ids=["C", "ascii"],
)
def test_a_poor_terminal_gets_what_it_can_show(changes: dict[str, str], lines: list[str]) -> None:
    done = run("deck", "show", **changes)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1/5" in done.stdout
    done = run("simulate", "--players", "3", "--games", "4", "--seed", "1", "--record", "-", **changes)
    assert done.returncode == 0
    assert done.stdout == "".join(lines)
    Path("bad.toml").write_text("cards = []\n", encoding="utf-8")
    assert "no card carries " in complaint(run("deck", "check", "bad.toml", **changes))


def test_colors_can_be_turned_off() -> None:
    colored = run("deck", "show", FORCE_COLOR="1", TERM="xterm-256color").stdout
    plain = run("deck", "show", FORCE_COLOR="1", NO_COLOR="1", TERM="xterm-256color").stdout
    assert re.search(r"\x1b\[[0-9;]*[34]8;", colored)
    assert not re.search(r"\x1b\[[0-9;]*[34]8;", plain)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_summary_fits_the_terminal(width: int, here: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    done = here(*f"simulate --players 5 --games {scaled(1000)} --turn-limit 100".split())
    assert max(map(len, done.stdout.splitlines())) <= 60
    assert "drawn" in done.stdout or not COMPILED
    for word in ("matches won", "points a round", "abandoned", "moves a second"):
        assert word in done.stdout


def test_closed_streams_are_no_error() -> None:
    for closed in (0, 1, 2):
        done = subprocess.run(
            ["/bin/sh", "-c", f'"$@" {closed}>&-', "sh", *DNUP, "deck", "show"],
            check=False,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert (done.returncode, done.stderr) == (0, "")
