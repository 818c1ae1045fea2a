"""The list of how to add a battle is walked with the toy battle."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
