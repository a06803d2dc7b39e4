"""Credentials: a program sends the token of a seat, a browser one cookie for all its tables.

One cookie per table would add up until requests are too large. So a browser has one cookie, and its token at a table is
an HMAC of the table's id with it: a leaked token (in the link of a seat) reveals no other token, and the stored keys of
two tables do not show that they belong to the same browser.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from dnup.server.messages.refusals import Refusal
from dnup.server.runtime.settings import key_of
from dnup.server.store.store import StoreDown
from dnup.server.tables import decisions
from dnup.server.tables.hub import Hub
from dnup.server.tables.live_table import LiveTable
from dnup.server.tables.table import Table

COOKIE: Final = "dnup"
OLD_COOKIES: Final = "dnup-"
"""Prefix of the cookies of earlier versions, one for each table."""

COOKIE_AGE: Final = 400 * 86_400  # the longest that browsers allow
LONGEST_TOKEN: Final = 80

COOKIES_PER_RESPONSE: Final = 50
"""How many old cookies are moved with one response, so that its header stays below the 4 KB that proxies accept."""


def seat_token(browser: str, table: str) -> str:
    """The token of a browser at a table."""
    digest = hmac.digest(browser.encode(), table.encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:24]).decode()


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a request carries: the token of a program, or the cookie of a browser, and perhaps old cookies."""

    token: str
    browser: str
    old: Mapping[str, str]
    """By table."""
    address: str

    @classmethod
    def of(cls, connection: HTTPConnection, token: str = "") -> Credentials:
        """The credentials of a connection that sends this token."""
        cookies = connection.cookies
        old = {
            name.removeprefix(OLD_COOKIES): value[:LONGEST_TOKEN]
            for name, value in cookies.items()
            if name.startswith(OLD_COOKIES)
        }
        address = connection.client.host if connection.client else ""
        return cls(token[:LONGEST_TOKEN], cookies.get(COOKIE, "")[:LONGEST_TOKEN], old, address)

    def at(self, table: Table) -> tuple[str, str]:
        """The token at a table, and the key that it counts as there; both are empty without credentials."""
        if self.token:
            return self.token, owner(table, self.token)
        old = self.old.get(table.id, "")
        if table.knows(key := owner(table, old)):
            return old, key
        if not self.browser:
            return "", ""
        token = seat_token(self.browser, table.id)
        own = key_of(token)
        # The last opened link counts, even in a browser that has another seat at this table.
        shared = table.shared.get(own, "")
        return token, shared if table.knows(shared) else own

    def key_at(self, table: Table) -> str:
        """The same, without the token."""
        return self.at(table)[1]


def owner(table: Table, token: str) -> str:
    """The key that a token counts as at a table."""
    key = key_of(token) if token else ""
    return key if table.knows(key) else table.shared.get(key, key)


def set_cookie(hub: Hub, response: Response, browser: str) -> None:
    response.set_cookie(
        COOKIE, browser, max_age=COOKIE_AGE, httponly=True, samesite="lax", secure=hub.settings.secure
    )


def drop_old_cookie(response: Response, table: str) -> None:
    # As short as possible: there may be many.
    line = f"{OLD_COOKIES}{table}=; Max-Age=0; Path=/"
    response.raw_headers.append((b"set-cookie", line.encode("latin-1")))


async def renew_cookies(hub: Hub, credentials: Credentials, response: Response) -> None:
    """Renew the cookie with each page, and move seats of old cookies to it."""
    some = list(credentials.old.items())[:COOKIES_PER_RESPONSE]
    browser = credentials.browser or (hub.settings.sources.new_token() if some else "")
    if not browser:
        return
    set_cookie(hub, response, browser)
    moved = await asyncio.gather(*(_move(hub, credentials, browser, table, token) for table, token in some))
    for (table, _), done in zip(some, moved, strict=True):
        if done:
            drop_old_cookie(response, table)


async def share(hub: Hub, live: LiveTable, credentials: Credentials, browser: str, key: str) -> None:
    """Let a browser count as the owner of a key at a table."""
    own = key_of(seat_token(browser, live.table.id))
    new = decisions.share(live.table, key, own)
    if new and not hub.share_limit.take(credentials.address, hub.clock()):
        raise Refusal("too-fast", limit=f"{hub.settings.links_per_minute:g} links a minute")
    await live.act(lambda table: decisions.share(table, key, own))


async def _move(hub: Hub, credentials: Credentials, browser: str, table_id: str, token: str) -> bool:
    """Move a seat from an old cookie to the browser's; returns whether the old cookie can be deleted."""
    try:
        live = await hub.live_table(table_id)
        key = owner(live.table, token)
        if live.table.knows(key):
            await share(hub, live, credentials, browser, key)
    except Refusal as refusal:
        return refusal.code == "unknown-table"
    except StoreDown:
        return False
    except Exception as error:  # the page is shown nevertheless
        hub.tasks.failed("cookies", error, table_id)
        return False
    return True
