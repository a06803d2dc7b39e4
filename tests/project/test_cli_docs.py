import argparse

from dnup.cli import build_parser
from tools.docs import cli as cli_docs


def test_the_page_says_what_the_command_line_does() -> None:
    written = cli_docs.PAGE.read_text(encoding="utf-8") if cli_docs.PAGE.exists() else ""
    assert written == cli_docs.page(build_parser()), "docs/cli.md is out of date: run `make docs`"


def test_every_argument_and_command_says_what_it_is_for() -> None:
    for parser in cli_docs.walk(build_parser()):
        assert parser.description, f"{parser.prog} has no description"
        for action in parser._actions:
            if not isinstance(action, argparse._SubParsersAction):
                assert action.help, f"{cli_docs.spelling(action)} of {parser.prog} has no help text"


def test_a_small_parser_becomes_a_page() -> None:
    parser = argparse.ArgumentParser(prog="tea", description="Make tea.\n\nExamples:\n  tea brew green\n")
    commands = parser.add_subparsers(dest="command", required=True)
    brew = commands.add_parser("brew", aliases=["make"], help="brew a pot", description="Brew with %(prog)s.")
    brew.add_argument("leaf", nargs="+", metavar="LEAF", help="which leaves")
    brew.add_argument("--minutes", "-m", type=int, default=3, help="how long (default: %(default)s)")
    brew.add_argument("--cup", choices=["small", "large"], required=True, help="small | large")
    brew.add_argument("--secret", help=argparse.SUPPRESS)
    page = cli_docs.page(parser)
    assert [each.prog for each in cli_docs.walk(parser)] == ["tea", "tea brew"]
    for line in (
        "- [`tea brew`](#tea-brew)",
        "tea [options] COMMAND",
        "| `brew` | brew a pot |",
        "Make tea.\n\nExamples:\n\n```\ntea brew green\n```",
        "Brew with tea brew.",
        "tea brew --cup small|large [options] LEAF [LEAF ...]",
        "| `LEAF [LEAF ...]` | which leaves |",
        "| `--minutes, -m MINUTES` | how long (default: 3) |",
        "| `--cup small\\|large` | small \\| large |",
        "| `-h, --help` | show this help message and exit |",
    ):
        assert f"\n{line}\n" in page
    assert "secret" not in page
