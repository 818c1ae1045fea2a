"""All that `hardtack play` loads sooner or later, for the process from which servers are forked (served.py)."""

import uvicorn.loops.auto  # noqa: F401

import hardtack.cli  # noqa: F401
from hardtack.server import create_app  # noqa: F401
from hardtack.server.library import Library
from hardtack.server.pictures import wanted_boards

wanted_boards(Library())  # every battle and its board
