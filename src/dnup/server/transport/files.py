"""Serves the files of the page over HTTP: compressed and cacheable."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from dnup.server.transport import http
from dnup.server.transport.credentials import renew_cookies
from dnup.site import File, Site, press
from dnup.site.compressed import choose

FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
ASK_AGAIN_ALONE: Final = "private, no-cache"
"""Cache-Control of responses that may set a cookie."""


class Files:
    """All files of the page, in memory: no path is ever built from a request."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._pressed: dict[tuple[str, str], asyncio.Future[bytes]] = {}

    async def show_file(self, request: Request) -> Response:
        file = self.site.files.get(request.scope["path"].removeprefix("/"))
        if file is None:
            raise HTTPException(404)
        return await self._answer(request, file, FOR_EVER if file.lasting else ASK_AGAIN)

    def show_page(self, address: str) -> http.Endpoint:
        """An endpoint for a page. Browsers revalidate it each time."""
        file = self.site.page(address)

        async def show(request: Request) -> Response:
            response = await self._answer(request, file, ASK_AGAIN_ALONE)
            await renew_cookies(http.hub_of(request), http.credentials_of(request), response)
            return response

        return show

    async def _answer(self, request: Request, file: File, caching: str) -> Response:
        coding = choose(request.headers.get("accept-encoding")) if file.shrinks else None
        headers = {"Cache-Control": caching, "ETag": file.tag}
        if file.shrinks:
            headers["Vary"] = "Accept-Encoding"
        if _has_it(request.headers.get("if-none-match"), headers["ETag"]):
            return Response(status_code=304, headers=headers)
        if coding is None:
            return Response(file.data, headers=headers, media_type=file.kind)
        headers["Content-Encoding"] = coding
        return Response(await self._press(file, coding), headers=headers, media_type=file.kind)

    async def _press(self, file: File, coding: str) -> bytes:
        """A compressed file: compressed once, in a thread, at the first request."""
        key = file.tag, coding
        if key not in self._pressed:
            loop = asyncio.get_running_loop()
            self._pressed[key] = loop.run_in_executor(None, press, file.data, coding)
        try:
            return await asyncio.shield(self._pressed[key])  # a cancelled request does not cancel the others
        except Exception:  # for example no memory: the next request tries again
            self._pressed.pop(key, None)
            raise


def _has_it(header: str | None, tag: str) -> bool:
    """Whether the client has the file, by `If-None-Match`."""
    tags = [part.strip().removeprefix("W/") for part in (header or "").split(",")]
    return "*" in tags or tag.removeprefix("W/") in tags
