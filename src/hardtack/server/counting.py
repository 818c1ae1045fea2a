"""What the metrics of a server look up when somebody wants to know."""

from __future__ import annotations

import time
from collections.abc import Mapping

from fastapi import FastAPI

from hardtack.server.bot_runner import BotRunner
from hardtack.server.game_service import GameService
from hardtack.server.metrics import Metrics, resident_bytes


def count_all(metrics: Metrics, app: FastAPI, runner: BotRunner) -> None:
    """Every number of the parts of a server; `app` has them in its state."""
    state = app.state
    service: GameService = state.service

    def refused() -> Mapping[str, float]:
        return {} if state.allowances is None else dict(state.allowances.refused)

    def waiting() -> Mapping[str, float]:
        return {"moves": service.writer.waiting, "bots": runner.waiting, "long_work": state.desk.waiting}

    metrics.ask("hardtack_open_streams", "gauge", "Live updates that are open.", lambda: state.doorway.streams)
    metrics.ask("hardtack_games_in_memory", "gauge", "Games kept in memory.", lambda: service.in_memory)
    metrics.ask("hardtack_changes_total", "counter", "Actions stored, and actions taken back.", lambda: service.changes)
    metrics.ask_each("hardtack_waiting", "gauge", "What waits for its turn.", "queue", waiting)
    metrics.ask_each("hardtack_refused_total", "counter", "Requests beyond a client's limits.", "code", refused)
    metrics.ask_each(
        "hardtack_bot_faults_total", "counter", "Bots that gave no answer, by kind.", "kind", metrics.faults.copy
    )
    metrics.ask(
        "hardtack_database_errors_total", "counter", "Times the database failed.", lambda: service.store.troubles
    )
    metrics.ask("hardtack_ready", "gauge", "0 when the server is about to stop.", lambda: not state.health.leaving)
    metrics.ask("process_resident_memory_bytes", "gauge", "Memory of the process.", resident_bytes)
    metrics.ask("process_cpu_seconds_total", "counter", "Processor time of the process.", time.process_time)
    metrics.ask("process_start_time_seconds", "gauge", "When the process began.", lambda: metrics.begun)
