"""How a record is held against the rules: it replays to the same text, the same last position, the same outcome."""

from __future__ import annotations

from pathlib import Path

from hardtack.battles import find_battle
from hardtack.referee.journal import Journal
from hardtack.referee.record import final_position, read_record, replay, write_record

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.hardtack"))


def check_record(text: str) -> Journal:
    """Replay a finished game, action by action and die by die; whatever differs is an error."""
    record = read_record(text)
    journal = replay(record, find_battle)
    headers = {name: value for name, value in record.headers.items() if name not in ("scenario", "rules")}
    assert write_record(journal, headers) == text
    outcome = journal.state.outcome
    assert outcome is not None, "a record here is of a finished game"
    assert record.result == f"{outcome.winner} {outcome.level} {outcome.clause}"
    assert record.headers["final"] == final_position(journal.state)
    return journal
