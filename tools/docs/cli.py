"""Write docs/cli.md from the command line's own parser, in a form that is the same on every Python."""

import argparse
import sys
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby

from tools import ROOT

PAGE = ROOT / "docs" / "cli.md"

HEAD = """\
# The command line

All commands and options. `make docs` writes this page from the texts of `--help`. A *game* is a whole match.
"""


def page(parser: argparse.ArgumentParser) -> str:
    """The whole page: a list of the commands, then a section for each of them."""
    sections = list(walk(parser))
    contents = [f"- [`{each.prog}`](#{anchor(each.prog)})" for each in sections]
    return "\n".join([HEAD, *contents, "", "\n".join(section(each) for each in sections)])


def walk(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The parser and all below it, in the order in which they were defined."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            seen: list[argparse.ArgumentParser] = []
            for below in action.choices.values():
                if not any(below is other for other in seen):  # an alias is no second command
                    seen.append(below)
                    yield from walk(below)


def section(parser: argparse.ArgumentParser) -> str:
    """One command: what it does, how it is called, what each argument means."""
    actions = [action for action in parser._actions if action.help != argparse.SUPPRESS]
    below = [action for action in actions if isinstance(action, argparse._SubParsersAction)]
    named = [action for action in actions if action.option_strings]
    placed = [action for action in actions if not action.option_strings and action not in below]
    lines = [f"## {parser.prog}", ""]
    if parser.description:
        lines += [paragraphs(parser.description, parser), ""]
    lines += ["```", usage(parser, named, placed, below), "```", ""]
    for action in below:
        lines += table("command", [(each.dest, meaning(each, parser)) for each in action._choices_actions])
    lines += table("argument", [(spelling(action), meaning(action, parser)) for action in placed])
    lines += table("option", [(spelling(action), meaning(action, parser)) for action in named])
    if parser.epilog:
        lines += [paragraphs(parser.epilog, parser), ""]
    return "\n".join(lines)


def usage(
    parser: argparse.ArgumentParser,
    named: list[argparse.Action],
    placed: list[argparse.Action],
    below: Sequence[argparse.Action],
) -> str:
    """One line in the manner of a man page: what must be given is spelled out, other options are not."""
    parts = [parser.prog]
    parts += [f"{action.option_strings[-1]} {value(action)}".strip() for action in named if action.required]
    parts += ["[options]"] if any(not action.required for action in named) else []
    parts += [value(action) for action in placed]
    parts += ["COMMAND" if action.required else "[COMMAND]" for action in below]
    return " ".join(parts)


def spelling(action: argparse.Action) -> str:
    """How an argument is written: `-p, --players N`."""
    return f"{', '.join(action.option_strings)} {value(action)}".strip()


def value(action: argparse.Action) -> str:
    """What stands for an argument's value, with its number: `FILE`, `[FILE ...]`, `2|3|4|5`."""
    if action.nargs == 0:
        return ""
    if action.metavar is not None:
        name = action.metavar if isinstance(action.metavar, str) else " ".join(action.metavar)
    elif action.choices is not None:
        name = "|".join(str(choice) for choice in action.choices)
    else:
        name = action.dest.upper()
    forms = {"?": f"[{name}]", "*": f"[{name} ...]", "+": f"{name} [{name} ...]"}
    if isinstance(action.nargs, int) and isinstance(action.metavar, str | None):
        return " ".join([name] * action.nargs)
    return forms.get(str(action.nargs), name)


def meaning(action: argparse.Action, parser: argparse.ArgumentParser) -> str:
    """The help text with %(default)s and its like filled in, as argparse does."""
    words = {name: item for name, item in vars(action).items() if item is not argparse.SUPPRESS}
    return (action.help or "") % {**words, "prog": parser.prog}


def paragraphs(text: str, parser: argparse.ArgumentParser) -> str:
    """A description or an epilog: plain lines are filled, indented ones (examples) become a block of code."""
    if "%(prog)" in text:
        text %= {"prog": parser.prog}
    blocks = []
    for kind, group in groupby(text.strip("\n").splitlines(), key=line_kind):
        lines = list(group)
        if kind == "code":
            blocks.append("\n".join(["```", *textwrap.dedent("\n".join(lines)).splitlines(), "```"]))
        elif kind == "text":
            blocks.append(" ".join(line.strip() for line in lines))
    return "\n\n".join(blocks)


def line_kind(line: str) -> str:
    """What a line of a description is by its look."""
    if not line.strip():
        return "blank"
    return "code" if line.startswith(" ") else "text"


def table(kind: str, rows: list[tuple[str, str]]) -> list[str]:
    """A Markdown table, or nothing when there is nothing to say."""
    if not rows:
        return []
    body = [f"| `{cell(left)}` | {cell(right)} |" for left, right in rows]
    return [f"| {kind} | meaning |", "|---|---|", *body, ""]


def cell(text: str) -> str:
    """Text that cannot break out of its place in a table."""
    return " ".join(text.split()).replace("|", "\\|")


def anchor(title: str) -> str:
    """The link target that a heading gets."""
    return title.lower().replace(" ", "-")


def main() -> int:
    """Write the page."""
    from dnup.cli import build_parser

    PAGE.write_text(page(build_parser()), encoding="utf-8")
    print("wrote docs/cli.md")
    return 0


if __name__ == "__main__":
    sys.exit(main())
