"""The floor is proved on the toy battle's board and counters."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
