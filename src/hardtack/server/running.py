"""Serving from the command line: one process, one store, the page opened when it is ready."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import time
import webbrowser
from contextlib import suppress
from types import FrameType
from typing import Any

import uvicorn

from hardtack.server import logs, memory
from hardtack.server.app import create_app
from hardtack.server.config import Config, chosen_database, home_folder
from hardtack.server.hosting import ANYWHERE, AT_HOME, ON_THE_NETWORK, Bound, Hosting, address_of, is_loopback, links_to
from hardtack.server.library import Library
from hardtack.server.logs import log
from hardtack.server.post.settings import read_settings
from hardtack.server.store import StoreUnusable, open_store
from hardtack.server.wire import Wire

GOODBYE_SECONDS = 0.5  # for answers under way when the server is told to stop
SWITCH_SECONDS = 0.0005  # a thread at work lets another go on after so long; the event loop waits for that many times
LAST_SECONDS = 0.9  # and for everything else: then the process ends, whatever it is at


class Server(uvicorn.Server):
    """Stops at once when it is told to: what it has answered is on disk, so there is nothing to lose.

    With seconds to drain it first says that it is not ready any more, and goes on serving until nobody is sent here.
    Told twice, it stops at once.
    """

    drain = 0.0  # seconds
    _draining = False

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        health = getattr(self.config.app.state, "health", None)  # type: ignore[union-attr]  # a FastAPI application
        if self.drain and health is not None and not self._draining:
            self._draining = health.leaving = True
            later = threading.Timer(self.drain, self._stop, (sig, frame))
            later.daemon = True
            later.start()
        else:
            self._stop(sig, frame)

    def _stop(self, sig: int, frame: FrameType | None) -> None:
        app: Any = self.config.app
        for busy in ("broadcaster", "desk"):  # those who watch, and those who wait for something long
            if hasattr(app.state, busy):
                getattr(app.state, busy).close()
        last = threading.Timer(LAST_SECONDS, os._exit, (0,))
        last.daemon = True
        last.start()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more requests, drop half-sent ones, let answers under way be finished if that is soon done."""
        for listener in self.servers:
            listener.close()
        for listening in sockets or []:
            listening.close()
        for connection in list(self.server_state.connections):
            cycle = getattr(connection, "cycle", None)
            if cycle is None or cycle.response_complete or cycle.more_body:
                connection.transport.abort()
            else:
                connection.shutdown()
        waiting = [task for task in self.server_state.tasks if not task.done()]
        if waiting:
            await asyncio.wait(waiting, timeout=GOODBYE_SECONDS)
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        await self.lifespan.shutdown()


def serve(
    host: str = "127.0.0.1", port: int = 8000, database: str | None = None, open_browser: bool = True,
    scenario: str | None = None, library: Library | None = None, hosting: Hosting | None = None, page: str = "",
) -> int:  # fmt: skip
    """Serve until interrupted; returns the exit status. Port 0 takes any free one; the address is printed."""
    place = chosen_database(database)
    if hosting is None:
        hosting = AT_HOME if is_loopback(host) else ON_THE_NETWORK
    logs.set_up(hosting.log)
    try:
        listener = _listen(host, port)
    except OSError as error:
        print(f"hardtack: cannot listen on {host}:{port}: {error.strerror or error}", file=sys.stderr)
        return 1
    bound = Bound(host, listener.getsockname()[1])
    config = Config(
        place, library or Library(), picture_folder=home_folder() / "pictures", bound=bound, hosting=hosting,
        post=read_settings(os.environ, hosting.public),
    )  # fmt: skip
    try:
        store = open_store(config.database)
    except StoreUnusable as error:
        print(f"hardtack: the games cannot be kept where you want them: {error}", file=sys.stderr)
        return 1
    reached = hosting.public or address_of("127.0.0.1" if host in ANYWHERE else host, bound.port)
    address = f"{reached}/{page}"
    if scenario:
        address += f"?scenario={scenario}"
    app = create_app(config, store)
    server = Server(
        uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            http=Wire,
            ws="none",
            timeout_keep_alive=30,
            server_header=False,
            proxy_headers=False,  # whose word counts is said by --proxy and by nothing else: see `hosting`
            log_config=None,
        )
    )
    server.drain = hosting.drain
    sys.setswitchinterval(SWITCH_SECONDS)
    memory.spare_what_lasts()
    memory.Sweeper(lambda: getattr(getattr(app.state, "service", None), "let_go", 0)).start()
    announcing = (server, address, open_browser, bound, hosting)
    threading.Thread(target=_announce, args=announcing, daemon=True).start()
    with suppress(KeyboardInterrupt):  # the usual way to stop
        server.run(sockets=[listener])
    return 0 if server.started else 1


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # the protocol is named: only then are answers sent at once instead of being held back for more
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((host, port))
    return listener


def _announce(server: uvicorn.Server, address: str, open_browser: bool, bound: Bound, hosting: Hosting) -> None:
    while not server.started:
        if server.should_exit:
            return
        time.sleep(0.02)
    if hosting.log == "json":
        log.info("ready at %s, listening on %s", address, address_of(*bound))
        return
    print(f"Hardtack is ready: {address}", flush=True)
    if bound.host in ANYWHERE and hosting.public is None:
        for other in links_to(bound):
            print(f"For others on your network: {other}/", flush=True)
    if open_browser:
        webbrowser.open(address)
