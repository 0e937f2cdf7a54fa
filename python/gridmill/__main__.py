"""The command `gridmill`, also `python -m gridmill`: the program."""

import sys

from gridmill._gridmill import main as _run


def main() -> None:
    """Runs the program on the arguments of this process."""
    sys.exit(_run(["gridmill", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
