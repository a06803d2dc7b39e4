"""`python -m dnup`: the command `dnup`, also where the folder of programs is not in the path."""

import sys

from dnup.cli import main

if __name__ == "__main__":
    sys.exit(main())
