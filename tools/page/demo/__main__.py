"""`dnup serve`, and what it is told, with one page more: /demo. `/demo?view=4&theme=dark` is one of its views."""

import sys
from pathlib import Path

from dnup.cli import main
from dnup.site.files import SOURCES

HERE = Path(__file__).parent

if __name__ == "__main__":
    SOURCES["demo/"] = HERE
    sys.exit(main(["serve", *sys.argv[1:]]))
