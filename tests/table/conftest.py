"""The table is proved on the toy battle: it has moves, dice and one secret."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
