"""The server as an ASGI application: routes, headers, pages."""

from __future__ import annotations

import logging
from typing import Final

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from dnup.server.messages.refusals import Refusal
from dnup.server.tables.hub import Hub
from dnup.server.transport import http
from dnup.server.transport.files import Files
from dnup.server.transport.openapi import openapi, protocol_schema
from dnup.server.transport.websocket import serve_socket
from dnup.site.files import POLICY, read_site

log = logging.getLogger(__name__)

HEADERS: Final = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class SecureHeaders:
    """Adds security headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self._app(scope, receive, with_headers)


class HostCheck:
    """Refuses requests that were meant for another host, or for two."""

    def __init__(self, app: ASGIApp, hub: Hub) -> None:
        self._app = app
        self._hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = self._refusal([value for name, value in scope["headers"] if name == b"host"])
        if refusal is None:
            await self._app(scope, receive, send)
            return
        self._hub.metrics.count("refusals", refusal.code)
        answer = http.reply(refusal.message(), refusal.status)
        await (WebSocketClose(1008, refusal.code) if scope["type"] == "websocket" else answer)(
            scope, receive, send
        )

    def _refusal(self, values: list[bytes]) -> Refusal | None:
        """What is wrong with the `Host` headers. No browser leaves it out; a program may."""
        if len(values) > 1:
            return Refusal("bad-message", problem="it has two Host headers")
        hosts = self._hub.settings.hosts
        if not values or hosts is None or hosts.knows(values[0].decode("latin-1")):
            return None
        return Refusal("wrong-host")


class CapacityCheck:
    """Refuses requests while the server is full, except for health and metrics."""

    def __init__(self, app: ASGIApp, hub: Hub) -> None:
        self._app = app
        self._hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (
            scope["type"] != "http"
            or not self._hub.connection_limits.is_full
            or scope["path"] in ("/health", "/metrics")
        ):
            await self._app(scope, receive, send)
            return
        refusal = Refusal("full")
        self._hub.connection_limits.count("full")
        response = http.reply(refusal.message(), refusal.status)
        response.headers["Connection"] = "close"
        await response(scope, receive, send)


def build_app(hub: Hub) -> Starlette:
    """The ASGI application. The caller opens the hub before and closes it afterwards."""
    files = Files(read_site())
    api = [
        Route("/tables", http.list_tables),
        Route("/tables", http.create_table, methods=["POST"]),
        Route("/games", http.list_games),
        Route("/decks", http.list_decks),
        Route("/tables/{table}", http.show_table),
        Route("/tables/{table}", http.delete_table, methods=["DELETE"]),
        Route("/tables/{table}/seats", http.take_seat, methods=["POST"]),
        Route("/tables/{table}/record", http.fetch_record),
        Route("/inspect", http.inspect_position, methods=["POST"]),
        Route("/study", http.inspect_position, methods=["POST"]),  # its name until 0.2
        Route("/openapi.json", openapi),
        Route("/protocol.json", protocol_schema),
    ]
    app = Starlette(
        routes=[
            WebSocketRoute("/socket", serve_socket),
            Mount("/api", routes=api, middleware=[Middleware(GZipMiddleware, minimum_size=1000)]),
            Route("/table/{table}/qr.svg", http.show_qr_code),
            Route("/seat/{table}/{token}", http.open_seat_link),
            Route("/seat/{table}/{token}", http.switch_seat, methods=["POST"]),
            Route("/health", http.health),
            Route("/metrics", http.metrics),
            *(Route(f"/{address}", files.show_page(address)) for address in files.site.pages),
            Route("/table/{table}", files.show_page("table/")),
            Route("/game/{table}", files.show_page("review/")),
            Route("/static/{path:path}", files.show_file),
            *(
                Route(f"/{path}", files.show_file)
                for path, file in files.site.files.items()
                if not file.lasting
            ),
        ],
        middleware=[Middleware(SecureHeaders), Middleware(HostCheck, hub), Middleware(CapacityCheck, hub)],
        exception_handlers={HTTPException: _http_error, Exception: _server_error},
    )
    app.state.hub = hub
    app.state.site = files.site
    return app


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # Starlette calls it for these
    if error.status_code == 405:
        refusal = Refusal("wrong-method", method=request.method)
    else:
        refusal = Refusal("unknown-page")
    response = http.refused(request, refusal)
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


async def _server_error(request: Request, error: Exception) -> Response:
    http.hub_of(request).metrics.count("failures", "request")  # uvicorn logs it
    refusal = Refusal("server-error")
    response = http.reply(refusal.message(), refusal.status)
    response.headers.update(HEADERS)  # this answer comes from outside the middleware
    response.headers["Connection"] = "close"  # as uvicorn does: nothing else is to be sent on this one
    return response
