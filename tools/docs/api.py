"""Write docs/api.md from the signatures and docstrings of the package, without running it: python -m tools.docs.api."""

from __future__ import annotations

import importlib
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import griffe

from tools import ROOT

PAGE: Final = ROOT / "docs" / "api.md"
LINE: Final = 100

HEAD: Final = """\
# Python

Everything that the package gives to programs, made by `make docs` from its signatures and docstrings. A test fails
when it is out of date, when a name is missing, or when an example does not answer as shown.

Numbers may be NumPy's. Without a seed, a fresh one is drawn. Every error is a `ValueError` that says what was wrong and
what would be right.

## In ten lines

Read records and walk through them:

```pycon
>>> import dnup
>>> with open("games.jsonl", "w") as file:
...     print(dnup.play_match(["greedy", "random", "medium"], seed=7), file=file)
>>> for record in dnup.read_records("games.jsonl"):
...     for position in record.positions():
...         if position.move and position.move.verb == "add":
...             print(position.round_number, position.turn, position.move, *position.view("A").hand)
...             break
...     print(record.players, record.winner, record.match().score)
1 C add 9/1 to B 1/5
('greedy', 'random', 'medium') A (5, 0, 3)

```

Play a match of your own bot:

```pycon
>>> class Hasty:
...     def choose(self, view):  # all that its seat may know
...         return max(view.legal_moves, key=lambda move: len(move.cards))
>>> record = dnup.play_match([Hasty, "greedy", "random"], seed=1)
>>> record.players, record.winner
(('Hasty', 'greedy', 'random'), 'A')

```

Show a table in a notebook: [`Round`](#round), [`View`](#view), [`Card`](#card) and [`Deck`](#deck) draw themselves.

```pycon
>>> position = dnup.Round.deal(players=3, seed=4)
>>> position  # with all hands; in a terminal it is a text
parse_position('printed ...')
>>> picture = position.svg("A")  # as seat A sees it, to keep in a file

```

![A table of four as seat A sees it, with the cards that A knows of](pictures/table.svg)

Sample worlds that agree with what a seat knows, and play them out:

```pycon
>>> view = position.view("A")
>>> worlds = [view.sample(seed) for seed in range(100)]
>>> all(world.view("A") == view for world in worlds)
True
>>> sum(world.playout(seed=1).finish[:1] == ("A",) for world in worlds)  # A is out first in this number of 100
33

```
"""


@dataclass(frozen=True)
class Group:
    """A part of the page: some names of a module, all of them if none are listed."""

    title: str
    module: str
    names: tuple[str, ...] = ()


GROUPS: Final = (
    Group(
        "A round",
        "dnup",
        ("Round", "View", "LegalMoves", "Move", "Verb", "PastMove", "Effects", "Ending", "Board"),
    ),
    Group("A match", "dnup", ("Match", "Result", "PlayedRound", "play_match", "Daily", "letters")),
    Group(
        "Records",
        "dnup",
        ("Record", "RecordedPosition", "read_records", "read_lines", "parse_record", "verify"),
    ),
    Group("Cards and decks", "dnup", ("Card", "Deck", "load_deck", "deck_names")),
    Group(
        "Texts",
        "dnup",
        (
            "parse_move",
            "format_move",
            "parse_position",
            "format_position",
            "parse_card",
            "format_card",
            "parse_hand",
            "format_hand",
        ),
    ),
    Group("Compiling", "dnup", ("warm_up", "__version__")),
    Group(
        "Errors",
        "dnup",
        (
            "MoveError",
            "InvalidMoveError",
            "IllegalMoveError",
            "AmbiguousMoveError",
            "Why",
            "WhyCode",
            "CardError",
            "DeckError",
            "PositionError",
            "ViewError",
            "RecordError",
        ),
    ),
    Group(
        "Bots",
        "dnup.bots",
        (
            "get",
            "bot_names",
            "BotLike",
            "Bot",
            "Chooser",
            "Decision",
            "Estimate",
            "beliefs",
            "Guess",
            "forced_wins",
            "ForcedWin",
            "BotError",
            "NoNetworkWarning",
        ),
    ),
    Group("Analysis", "dnup", ("analyse", "MoveAnalysis", "Budget")),
    Group(
        "Reviews",
        "dnup.review",
        (
            "review",
            "Review",
            "Reviewer",
            "GradedMove",
            "Grade",
            "BeliefGrade",
            "Mark",
            "Verdict",
            "Reason",
            "ReasonKind",
            "reasons",
            "Rating",
            "LuckAccount",
            "MoveValues",
            "MoveValue",
            "BaselineComparison",
            "HandValue",
            "puzzles",
            "puzzle_of",
            "Puzzle",
            "GameSummary",
            "Statistics",
            "summarize",
            "win_rate",
            "line_after",
            "forced_line",
            "principal_variation",
            "LineMove",
            "moment_details",
            "MomentDetails",
            "ExampleWorld",
        ),
    ),
    Group("The arena", "dnup.arena", ("run", "Settings", "Report", "BotReport", "ResultsError")),
    Group("The benchmark", "dnup.benchmark"),
    Group("Research", "dnup.rl"),
)


class Reference:
    """The package as it is written, and its public names."""

    def __init__(self) -> None:
        self.package = griffe.load("dnup", search_paths=[str(ROOT / "src")], resolve_aliases=True)
        self.groups = [(group, group.names or self.exports(group.module)) for group in GROUPS]
        self.headings = {
            name if group.module == "dnup" else f"{group.module}.{name}": self.heading(group.module, name)
            for group, names in self.groups
            for name in names
        }
        self.anchors = anchors(self.headings.values())

    def exports(self, module: str) -> tuple[str, ...]:
        """What a module says is public, without the modules below it."""
        found = importlib.import_module(module)
        names: list[str] = found.__all__
        return tuple(name for name in names if f"{module}.{name}" not in {group.module for group in GROUPS})

    def find(self, module: str, name: str) -> griffe.Object:
        """What a public name stands for."""
        found = self.package[f"{module}.{name}".removeprefix("dnup.")]
        found = found.final_target if isinstance(found, griffe.Alias) else found
        if isinstance(found, griffe.Module):  # a module of the same name lies beside it
            found = found[name]
            found = found.final_target if isinstance(found, griffe.Alias) else found
        assert isinstance(found, griffe.Object)
        return found

    def heading(self, module: str, name: str) -> str:
        return name if module == "dnup" else f"{module.removeprefix('dnup.')}.{name}"

    def page(self) -> str:
        parts = [HEAD, "## Contents\n", "| | |", "|---|---|"]
        for group, names in self.groups:
            links = [self.link(self.heading(group.module, name)) for name in names]
            parts.append(f"| [{group.title}](#{anchor(group.title)}) | {' · '.join(links)} |")
        for group, names in self.groups:
            parts.append(f"\n## {group.title}")
            if group.module != "dnup":
                docstring = importlib.import_module(group.module).__doc__ or ""
                parts.append(f"\n`import {group.module}`. {self.prose(docstring)}")
            parts += [self.section(group.module, name) for name in names]
        return "\n".join(parts) + "\n"

    def link(self, heading: str) -> str:
        return f"[`{heading}`](#{self.anchors[heading]})"

    def section(self, module: str, name: str) -> str:
        thing = self.find(module, name)
        lines = [f"\n### {self.heading(module, name)}\n"]
        if isinstance(thing, griffe.Function):
            lines += ["```py", signature(name, thing), "```", ""]
        elif isinstance(thing, griffe.Class):
            lines += ["```py", class_line(name, thing), "```", ""]
        lines.append(self.prose(thing.docstring.value if thing.docstring else ""))
        if isinstance(thing, griffe.Class):
            lines += self.members(name, thing)
        return "\n".join(lines).rstrip("\n")

    def members(self, name: str, thing: griffe.Class) -> Iterator[str]:
        """The fields, properties and methods of a class that are its own, and whose others are."""
        own = {key: member for key, member in thing.members.items() if not key.startswith("_")}
        if is_enum(thing):
            yield "\n| member | text | what it means |\n|---|---|---|"
            for key, member in own.items():
                words = self.prose(member.docstring.value) if member.docstring else ""
                text = str(member.value).strip("'\"") if isinstance(member, griffe.Attribute) else ""
                yield f"| `{key}` | `{text}` | {words} |"
            return
        described = {key: member for key, member in own.items() if member.docstring}
        for base in thing.bases:
            if str(base) in self.headings:
                yield f"\nIt has all that a {self.link(str(base))} has."
        values = {key: member for key, member in described.items() if isinstance(member, griffe.Attribute)}
        if values:
            yield "\n| value | type | what it is |\n|---|---|---|"
            for key, member in values.items():
                assert member.docstring is not None
                kind = str(member.annotation or "").replace("|", "\\|")
                words = self.prose(member.docstring.value).replace("\n\n", " ").replace("\n", " ")
                yield f"| `{key}` | `{kind}` | {words} |"
        for key, method in described.items():
            if isinstance(method, griffe.Function) and method.docstring is not None:
                called = signature(f"{name}.{key}" if "classmethod" in method.labels else key, method)
                said = self.prose(method.docstring.value)
                if "\n" in called:
                    yield textwrap.indent(f"\n```py\n{called}\n```\n\n{said}", "  ").replace("  ", "- ", 1)
                else:
                    yield textwrap.indent(f"\n**`{called}`** {said}", "  ").replace("  ", "- ", 1)

    def prose(self, docstring: str) -> str:
        """A docstring as Markdown: examples are blocks that run, names are links."""
        blocks = []
        for block in re.split(r"\n\s*\n", textwrap.dedent(docstring).strip()):
            if block.lstrip().startswith(">>>"):
                blocks.append(f"```pycon\n{textwrap.dedent(block)}\n\n```")
            else:
                words = re.sub(r"\bdocs/(\w+\.md)", r"[docs/\1](\1)", " ".join(block.split()))
                blocks.append(re.sub(r"`([\w.]+)`", self._linked, words))
        return "\n\n".join(blocks)

    def _linked(self, code: re.Match[str]) -> str:
        """A name as a link, where there is just one that it can be: `Round.deal` is told about with `Round`."""
        for name in (code[1], code[1].rpartition(".")[0]):
            found = [
                heading
                for known, heading in self.headings.items()
                if name and (name == known or known.endswith(f".{name}"))
            ]
            if len(found) == 1:
                return f"[`{code[1]}`](#{self.anchors[found[0]]})"
        return code[0]


def anchor(title: str) -> str:
    """The link target that a heading gets."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def anchors(titles: Iterable[str]) -> dict[str, str]:
    """The link targets of these headings: `review.Review` is the second `reviewreview`, so it gets a number."""
    found: dict[str, str] = {}
    for title in titles:
        before = [one for one in found if anchor(one) == anchor(title)]
        found[title] = f"{anchor(title)}-{len(before)}" if before else anchor(title)
    return found


def is_enum(thing: griffe.Class) -> bool:
    """Whether a class is one of the enums, which share the base `Name`."""
    return [str(base) for base in thing.bases] == ["Name"]


def class_line(name: str, thing: griffe.Class) -> str:
    """How an object of a class is made, or what an error is one of."""
    bases = ["StrEnum"] if is_enum(thing) else [str(base) for base in thing.bases]
    if any(base.endswith("Error") for base in bases):
        return f"class {name}({', '.join(bases)})"
    if "NamedTuple" in bases:
        fields = [f"{key}: {member.annotation}" for key, member in thing.attributes.items()]
        return wrapped(f"class {name}", fields, "")
    if "dataclass" in thing.labels or (not bases and name != "Board"):
        return wrapped(f"class {name}", list(parameters(thing.parameters, thing)), "")
    return f"class {name}" + (f"({', '.join(bases)})" if bases else "")


def signature(name: str, function: griffe.Function) -> str:
    """How a function is called, and what it returns."""
    return wrapped(name, list(parameters(function.parameters, function)), f" -> {function.returns}")


def wrapped(name: str, parts: list[str], returns: str) -> str:
    line = f"{name}({', '.join(parts)}){returns}"
    if len(line) <= LINE:
        return line
    body = "".join(f"    {part},\n" for part in parts)
    return f"{name}(\n{body}){returns}"


def parameters(found: griffe.Parameters, of: griffe.Object) -> Iterator[str]:
    starred = False
    for parameter in found:
        if parameter.name in ("self", "cls"):
            continue
        if parameter.kind is griffe.ParameterKind.keyword_only and not starred:
            starred = True
            yield "*"
        stars = {griffe.ParameterKind.var_positional: "*", griffe.ParameterKind.var_keyword: "**"}
        kind = f": {parameter.annotation}" if parameter.annotation else ""
        prefix = stars.get(parameter.kind, "") if parameter.kind is not None else ""
        default = "" if parameter.default is None or prefix else f" = {value(str(parameter.default), of)}"
        starred = starred or prefix == "*"
        yield f"{prefix}{parameter.name}{kind}{default}"


def value(default: str, of: griffe.Object) -> str:
    """A default as a reader wants it: a constant by what it is, what a factory makes without the factory."""
    if re.fullmatch(r"[A-Z_]+", default):
        module: Any = importlib.import_module(of.module.path)
        found = getattr(module, default)
        # The path of a file depends on where the package is installed.
        return default if isinstance(found, Path) else repr(found)
    factory = re.fullmatch(r"\(lambda: (.+)\)\(\)", default)
    return factory[1] if factory is not None else {"dict()": "{}"}.get(default, default)


def main() -> int:
    """Write the page."""
    PAGE.write_text(Reference().page(), encoding="utf-8")
    print("wrote docs/api.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
