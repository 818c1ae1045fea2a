"""The line itself: what is begun for a request of which a part is missing, and what is known of its ends."""

import asyncio
import inspect
from types import SimpleNamespace

import uvicorn
from fastapi.routing import APIRoute
from uvicorn.server import ServerState

from hardtack.server.allowances import Allowances, Crowd
from hardtack.server.app import create_app
from hardtack.server.hosting import Limits, Proxies
from hardtack.server.wire import Wire

HALF = b"POST /half HTTP/1.1\r\nHost: here\r\nContent-Length: 3\r\n\r\n{"
WHOLE = b"GET /whole HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"


class Application:
    """Notes what it is asked, and answers once the whole of it is there."""

    def __init__(self):
        self.crowd = Crowd(Allowances(Limits(halves=1)), Proxies((), None))
        self.asked = []

    async def __call__(self, scope, receive, send):
        self.asked.append(scope)
        message = await receive()
        while message.get("more_body"):
            message = await receive()
        if message["type"] != "http.disconnect":
            await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
            await send({"type": "http.response.body", "body": b"ok"})


async def talk(scene):
    """Play a scene at a real socket; what the application was asked."""
    app = Application()
    config = uvicorn.Config(app, http=Wire, ws="none", lifespan="off", log_config=None, proxy_headers=False)
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(lambda: Wire(config, state, {}), "127.0.0.1", 0)
    async with server:
        place = server.sockets[0].getsockname()
        await scene(SimpleNamespace(port=place[1], open=lambda: asyncio.open_connection(*place)))
    return app.asked


def test_nothing_is_begun_for_a_half_request_too_many():
    async def scene(at):
        first, write_first = await at.open()
        write_first.write(HALF)
        await asyncio.sleep(0.1)
        second, write_second = await at.open()
        write_second.write(HALF)
        assert await asyncio.wait_for(second.read(), 20) == b"", "the line is closed without a word"
        write_first.write(b"1}")
        assert (await asyncio.wait_for(first.readline(), 20)).startswith(b"HTTP/1.1 200")
        third, write_third = await at.open()
        write_third.write(HALF + b"1}")  # all of it, in two pieces
        assert (await asyncio.wait_for(third.readline(), 20)).startswith(b"HTTP/1.1 200")
        for writer in (write_first, write_second, write_third):
            writer.close()

    assert [scope["path"] for scope in asyncio.run(talk(scene))] == ["/half", "/half"]


def test_both_ends_of_a_line_are_known():
    ends = []

    async def scene(at):
        reader, writer = await at.open()
        writer.write(WHOLE)
        assert b"200 OK" in await asyncio.wait_for(reader.read(), 20)
        ends.extend([writer.get_extra_info("sockname"), ("127.0.0.1", at.port)])
        writer.close()

    [scope] = asyncio.run(talk(scene))
    assert [scope["client"], scope["server"]] == ends
    assert scope["scheme"] == "http"


def test_no_thread_is_asked_to_read_a_header():
    """What every request has read is read in the event loop; a plain function would be sent to a thread each time."""

    def sent_away(dependant):
        for one in dependant.dependencies:
            yield from sent_away(one)
            if not inspect.iscoroutinefunction(one.call):
                yield one.call

    routes = [route for route in create_app().router.routes if isinstance(route, APIRoute)]
    assert len(routes) > 100
    assert not {call for route in routes for call in sent_away(route.dependant)}
