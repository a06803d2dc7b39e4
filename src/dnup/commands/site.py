"""`dnup site`: export the page as static files."""

from __future__ import annotations

import argparse
import dataclasses
import json
from pathlib import Path

from dnup.commands.options import add_json


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser(
        "site",
        help="export the page as static files for any web host",
        description="Export the whole page into a folder that any web host can serve, also in a subfolder. To try it: "
        "python -m http.server --directory FOLDER. Everything except playing with friends works, also offline, because "
        "the engine runs in the browser. See docs/site.md.",
    )
    parser.add_argument(
        "folder",
        metavar="FOLDER",
        help="a new or empty folder, or one with an earlier site, which is replaced",
    )
    parser.add_argument(
        "--with-docs",
        metavar="DOCS",
        help="also put the documentation into docs/; DOCS is the folder in which make site-docs has built it",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    from dnup.site.compressed import CODINGS
    from dnup.site.folder import write_site

    written = write_site(
        Path(options.folder), docs=None if options.with_docs is None else Path(options.with_docs)
    )
    if options.json:
        print(json.dumps({"folder": options.folder, **dataclasses.asdict(written), "codings": CODINGS}))
        return 0
    print(f"{options.folder}: {written.files} files, {written.bytes / 1e6:.1f} MB, version {written.version}")
    if "br" not in CODINGS:
        print("Compressed with gzip alone; with the package brotli installed, with brotli too.")
    print(f"Look at it: python -m http.server --directory {options.folder}")
    return 0
