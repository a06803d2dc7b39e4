"""The server as an ASGI application: routes, headers, pages."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dnup.server.messages.refusals import Refusal
from dnup.server.tables.hub import Hub
from dnup.server.talk import http
from dnup.server.talk.keys import renew_cookies
from dnup.server.talk.openapi import openapi, protocol_schema
from dnup.server.talk.socket import serve_socket

log = logging.getLogger(__name__)

WEB: Final = Path(__file__).parents[2] / "web"

PAGES: Final = {
    "/": "index.html",
    "/table/": "table.html",
    "/table/{table}": "table.html",
    "/learn": "learn.html",
    "/rules": "rules.html",
    "/manifest.webmanifest": "manifest.webmanifest",
    "/service-worker.js": "service-worker.js",
}
"""Addresses of our own, and the file of `web/` that is shown there."""

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class SecureHeaders:
    """Puts the headers that keep others out on every answer."""

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


class Doorkeeper:
    """Says that the server is full, when it is, to whoever asks for more than how it is doing."""

    def __init__(self, app: ASGIApp, hub: Hub) -> None:
        self._app = app
        self._hub = hub

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not self._hub.gate.is_full or scope["path"] in ("/health", "/metrics"):
            await self._app(scope, receive, send)
            return
        refusal = Refusal("full", "this server has no room for more people", "try again in a moment")
        self._hub.gate.count("full")
        response = http.reply(refusal.message(), refusal.status)
        response.headers["Connection"] = "close"
        await response(scope, receive, send)


def page(name: str) -> http.Endpoint:
    """An endpoint that shows a file of `web/`. Browsers ask each time whether it has changed."""

    async def show(request: Request) -> Response:
        response = FileResponse(WEB / name, headers={"Cache-Control": "private, no-cache"})
        await renew_cookies(http.hub_of(request), http.visitor_of(request), response)
        return response

    return show


class PageFiles(StaticFiles):
    """The files of the page, which a browser keeps but asks about."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "no-cache"
        return response


def build_app(hub: Hub) -> Starlette:
    """The application; whoever runs it opens the hub before and closes it afterwards."""
    pages = [Route(path, page(name)) for path, name in PAGES.items() if (WEB / name).is_file()]
    routes: list[BaseRoute] = [
        WebSocketRoute("/socket", serve_socket),
        Route("/api/tables", http.list_tables),
        Route("/api/tables", http.create_table, methods=["POST"]),
        Route("/api/games", http.list_games),
        Route("/api/decks", http.list_decks),
        Route("/api/tables/{table}", http.show_table),
        Route("/api/tables/{table}", http.delete_table, methods=["DELETE"]),
        Route("/api/tables/{table}/seats", http.take_seat, methods=["POST"]),
        Route("/api/tables/{table}/record", http.fetch_record),
        Route("/api/study", http.study_position, methods=["POST"]),
        Route("/table/{table}/qr.svg", http.show_qr_code),
        Route("/api/openapi.json", openapi),
        Route("/api/protocol.json", protocol_schema),
        Route("/seat/{table}/{token}", http.open_seat_link),
        Route("/health", http.health),
        Route("/metrics", http.metrics),
        *pages,
    ]
    if WEB.is_dir():
        routes.append(Mount("/web", PageFiles(directory=WEB)))
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(SecureHeaders),
            Middleware(Doorkeeper, hub),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        exception_handlers={HTTPException: _http_error, Exception: _server_error},
    )
    app.state.hub = hub
    return app


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # Starlette calls it for these
    if error.status_code == 405:
        refusal = Refusal("wrong-method", f"{request.method} is not for this address", "see docs/protocol.md")
    else:
        refusal = Refusal("unknown-page", "there is nothing at this address", "see docs/protocol.md")
    response = http.refused(request, refusal)
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


async def _server_error(request: Request, error: Exception) -> Response:
    http.hub_of(request).metrics.count("failures", "request")  # uvicorn logs it
    refusal = Refusal("server-error", "something went wrong here", "try again; the operator's log says more")
    response = http.reply(refusal.message(), refusal.status)
    response.headers.update(HEADERS)  # this answer comes from outside the middleware
    response.headers["Connection"] = "close"  # as uvicorn does: nothing else is to be sent on this one
    return response
