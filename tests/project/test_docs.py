"""What the documentation shows is true: code runs, JSON is valid, tables are complete; links are in test_links."""

from __future__ import annotations

import ast
import builtins
import doctest
import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dnup import View, parse_card, parse_move
from dnup.cli import build_parser
from dnup.game.illegality import REASONS
from dnup.records.record import parse_record
from dnup.records.verify import verify
from dnup.rl import Encoding
from dnup.rl.parquet import simulate_to_parquet
from tests.rl.test_parquet import MOVES, ROUNDS
from tests.schemas import RECORD, RECORD_SCHEMA, VIEW, VIEW_SCHEMA
from tools.setup import smoke_readme

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


class Fence(NamedTuple):
    """A block of code on a page, with its first line's number."""

    language: str
    line: int
    text: str


def fences(page: Path, *languages: str) -> Iterator[Fence]:
    text = page.read_text(encoding="utf-8")
    for match in re.finditer(r"^```([^\n]*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if match[1].strip() in languages:
            yield Fence(match[1].strip(), text.count("\n", 0, match.start()) + 1, match[2])


def named(pages: list[Path]) -> dict[str, Any]:
    return {"argvalues": pages, "ids": [str(page.relative_to(ROOT)) for page in pages]}


@pytest.mark.parametrize(
    "page",
    **named([page for page in PAGES if page.name != "api.md" and list(fences(page, "python", "pycon"))]),
)
def test_code_on_a_page_runs_from_top_to_bottom(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A block marked `python` is run, a `pycon` one must answer as shown; `python no-run` is left alone.

    The sections of api.md stand for themselves: see test_api_docs.
    """
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.REPORT_NDIFF)
    for fence in fences(page, "python", "pycon"):
        if fence.language == "python":
            exec(compile("\n" * fence.line + fence.text, page, "exec"), names)  # noqa: S102
        else:
            test = doctest.DocTestParser().get_doctest(fence.text, names, page.name, str(page), fence.line)
            runner.run(test, out=said.append, clear_globs=False)
            names = test.globs
    assert not said, "".join(said)


@pytest.mark.parametrize("page", **named([page for page in PAGES if list(fences(page, "python", "pycon"))]))
def test_examples_hide_no_builtin(page: Path) -> None:
    """Who tries one example after the other in one session can still call `round`."""
    for fence in fences(page, "python", "pycon"):
        code = fence.text
        if fence.language == "pycon":
            code = "".join(example.source for example in doctest.DocTestParser().get_examples(code))
        stored = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)]
        hidden = {node.id for node in stored if isinstance(node.ctx, ast.Store)} & set(dir(builtins))
        assert hidden <= {"_"}, f"{page.name}, line {fence.line}"


@pytest.mark.parametrize("page", **named([page for page in PAGES if list(fences(page, "json"))]))
def test_json_on_a_page_is_valid(page: Path) -> None:
    for fence in fences(page, "json"):
        data = json.loads(fence.text if fence.text.lstrip()[0] in "{[" else f"{{{fence.text}}}")
        match data.get("format"):
            case "dnup-view":
                VIEW.validate(data)
                assert View.from_json(data).to_json() == data
            case "dnup-record":
                RECORD.validate(data)
                record = parse_record(json.dumps(data))
                assert record.to_json() == data
                verify(record)


def first_cells(page: str, heading: str) -> list[str]:
    """The first column of the first table below a heading, without its code marks."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    below = text[text.index(heading) :]
    table = re.search(r"^\|[^\n]*\n\|[-:|]+\n((?:\|[^\n]*\n)+)", below, re.MULTILINE)
    assert table is not None
    return [row.split("|")[1].strip().strip("`") for row in table[1].splitlines()]


def test_every_field_is_documented() -> None:
    assert first_cells("view.md", "## As JSON") == list(VIEW_SCHEMA["properties"])
    assert first_cells("records.md", "## Fields") == list(RECORD_SCHEMA["properties"])
    rounds = RECORD_SCHEMA["$defs"]["round"]["properties"]
    assert first_cells("records.md", "A round has these:") == list(rounds)


def test_what_a_researcher_reads_is_documented() -> None:
    assert first_cells("rl.md", "## What an agent sees") == list(Encoding(2).slices)
    columns = [first_cells("rl.md", f"`{table}` has a row for every") for table in ("moves", "rounds")]
    assert columns == [MOVES, ROUNDS]


def test_every_reason_is_documented() -> None:
    codes = {reason.code for reason in REASONS.values()}
    assert sorted(first_cells("notation.md", "`why` has a `code`")) == sorted(codes)


def test_every_card_and_move_that_the_notation_shows_is_one() -> None:
    text = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    shown = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL))
    moves = [code for code in shown if code.split()[0] in ("play", "add", "take", "rotate")]
    cards = [code for code in shown if re.fullmatch(r"\d+/\d+", code) and not code.endswith("/500")]
    assert len(moves) >= 6
    assert len(cards) >= 2
    for code in moves:
        assert str(parse_move(code)) == code
    for code in cards:
        assert str(parse_card(code)) == code


def test_data_of_several_seeds_are_joined_round_by_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The example of rl.md, in a folder with two seeds and another number of players."""
    monkeypatch.chdir(tmp_path)
    simulate_to_parquet("data", players=3, games=20, seed=1)
    (example,) = [fence for fence in fences(ROOT / "docs" / "rl.md", "python") if "polars" in fence.text]
    names: dict[str, Any] = {}
    exec(example.text, names)  # noqa: S102
    openings = names["moves"].collect().height
    assert names["opening"].collect().height == openings > 2000


def test_a_client_comes_back_as_the_page_does() -> None:
    line = (ROOT / "src" / "dnup" / "web" / "play" / "connection.js").read_text(encoding="utf-8")
    (first,), (longest,) = re.findall(r"FIRST = (\d+)", line), re.findall(r"LONGEST = (\d+)", line)
    assert "* (0.5 + chance / 2)" in line
    page = " ".join((ROOT / "docs" / "protocol.md").read_text(encoding="utf-8").split())
    assert (
        f"try again after {int(first) / 1000:g} seconds, then after twice as long each time up to "
        f"{int(longest) / 1000:g}, each time multiplied by a random number from 0.5 to 1,"
    ) in page


@pytest.mark.parametrize(
    "page", **named([page for page in PAGES if page.name != "cli.md" and list(fences(page, ""))])
)
def test_every_command_on_a_page_is_one(page: Path) -> None:
    """`make smoke` runs those of the README; the others are read as the command line reads them."""
    for fence in fences(page, ""):
        for line in re.findall(r"^(?:\$ )?dnup(?: .*)?$", fence.text, re.MULTILINE):
            words = shlex.split(re.sub(r"\s+#\s.*", "", line.removeprefix("$ ")))[1:]
            build_parser().parse_args(words or ["serve"])
            for name in re.findall(r"\bexamples/\S+\b", line):
                assert (ROOT / name).is_file(), name


def test_the_commands_of_the_readme_are_found_and_those_that_share_a_file_follow_each_other() -> None:
    block = "a x.jsonl  # yes\ndnup\nb c # d\nv x.jsonl\ndnup serve\n"
    page = f"```\nmake play\n```\nno\n```python\nno\n```\n```\n{block}```\n"
    lines = smoke_readme.commands(page)
    assert lines == ["make play", "a x.jsonl", "dnup", "b c", "v x.jsonl", "dnup serve"]
    assert smoke_readme.in_lanes(lines) == [
        ["make play"], ["a x.jsonl", "v x.jsonl"], ["dnup", "dnup serve"], ["b c"]
    ]  # fmt: skip
    shown = smoke_readme.commands(smoke_readme.README.read_text(encoding="utf-8"))
    assert {"make play", "dnup", "dnup arena greedy search:1000"} <= set(shown)


def test_there_is_one_recipe_for_a_backup() -> None:
    pages = [page.name for page in PAGES if re.search(r"sqlite3 \S+ \"", page.read_text(encoding="utf-8"))]
    assert pages == ["deploy.md"]


def test_what_to_install_has_extras_that_there_are() -> None:
    """The package from an index, or the one of a clone."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    shown = 0
    for page in [*PAGES, *(ROOT / "examples").rglob("*.py"), *(ROOT / "src").rglob("*.py")]:
        for target, names in re.findall(
            r"pip install [\"'](\w+|\.)\[([^]]*)\]", page.read_text(encoding="utf-8")
        ):
            if "…" in names:  # a sentence about it
                continue
            shown += 1
            assert target in ("dnup", "."), page
            assert set(names.split(",")) <= set(extras), page
    assert shown >= 7
