"""`python -m hardtack.server`: the same as `hardtack play`."""

import sys

from hardtack.server.running import serve

if __name__ == "__main__":
    sys.exit(serve())
