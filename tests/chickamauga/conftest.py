"""The tests of this battle share a kit with those of its series."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "musket"))
