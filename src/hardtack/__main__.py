"""`python -m hardtack` is the command line."""

from __future__ import annotations

import sys

from hardtack.cli import main

if __name__ == "__main__":
    sys.exit(main())
