"""`dnup serve`, and what it is told, with one page more: /demo. `/demo?view=4&theme=dark` is one of its views."""

import sys
from pathlib import Path

from dnup.cli import main
from dnup.server.talk.app import PAGES

HERE = Path(__file__).parent

if __name__ == "__main__":
    # Whole paths, for these files are not among those of the page.
    PAGES["/demo"] = str(HERE / "demo.html")
    PAGES.update({f"/demo/{name}": str(HERE / name) for name in ("demo.js", "demo.json")})
    sys.exit(main(["serve", *sys.argv[1:]]))
