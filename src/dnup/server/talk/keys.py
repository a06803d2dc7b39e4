"""Whose seat it is: a program shows a seat's token, a browser one key of its own for all its tables.

A cookie for each table would add up until no request gets through. So a browser has one cookie, and its token at a
table follows from that and the table's id: whoever gets one of them, by a seat's link, learns nothing of the others,
and what is kept of two tables does not show that the same browser was there.
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
from dnup.server.store.store import StoreDown
from dnup.server.tables import decisions
from dnup.server.tables.hub import Hub
from dnup.server.tables.room import Room
from dnup.server.tables.table import Table
from dnup.server.upkeep.settings import key_of

COOKIE: Final = "dnup"
OLD_COOKIES: Final = "dnup-"
"""Browsers had a cookie for each table once, named so and after the table."""

COOKIE_AGE: Final = 400 * 86_400  # as long as browsers keep one
LONGEST_TOKEN: Final = 80

AT_ONCE: Final = 50
"""So many old cookies are moved with one answer: a browser that has as many as it can is let in after that, and the
answer's head stays below the 4 KB that proxies take."""


def seat_token(browser: str, table: str) -> str:
    """A browser's token at a table."""
    digest = hmac.digest(browser.encode(), table.encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:24]).decode()


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever asks for something: a program with a token, or a browser with its key, and perhaps old cookies."""

    token: str
    browser: str
    old: Mapping[str, str]
    """By table."""
    address: str

    @classmethod
    def of(cls, connection: HTTPConnection, token: str = "") -> Visitor:
        """Who is at the other end, and shows this token."""
        cookies = connection.cookies
        old = {
            name.removeprefix(OLD_COOKIES): value[:LONGEST_TOKEN]
            for name, value in cookies.items()
            if name.startswith(OLD_COOKIES)
        }
        address = connection.client.host if connection.client else ""
        return cls(token[:LONGEST_TOKEN], cookies.get(COOKIE, "")[:LONGEST_TOKEN], old, address)

    def at(self, table: Table) -> tuple[str, str]:
        """This visitor's token at a table, and the key that it counts as there; both are empty for who has none."""
        if self.token:
            return self.token, owner(table, self.token)
        old = self.old.get(table.id, "")
        if table.knows(key := owner(table, old)):
            return old, key
        if not self.browser:
            return "", ""
        token = seat_token(self.browser, table.id)
        own = key_of(token)
        # The link that was opened last counts, even in the browser of someone else at this table.
        shared = table.shared.get(own, "")
        return token, shared if table.knows(shared) else own

    def key_at(self, table: Table) -> str:
        """The same, without the token."""
        return self.at(table)[1]


def owner(table: Table, token: str) -> str:
    """The key that a token, or the link with it, stands for at a table."""
    key = key_of(token) if token else ""
    return key if table.knows(key) else table.shared.get(key, key)


def set_cookie(hub: Hub, response: Response, browser: str) -> None:
    response.set_cookie(
        COOKIE, browser, max_age=COOKIE_AGE, httponly=True, samesite="lax", secure=hub.settings.secure
    )


def drop_old_cookie(response: Response, table: str) -> None:
    # Written as short as can be: there may be many.
    line = f"{OLD_COOKIES}{table}=; Max-Age=0; Path=/"
    response.raw_headers.append((b"set-cookie", line.encode("latin-1")))


async def renew_cookies(hub: Hub, visitor: Visitor, response: Response) -> None:
    """With a page, a browser's key is kept for longer, and seats of old cookies become the key's."""
    some = list(visitor.old.items())[:AT_ONCE]
    browser = visitor.browser or (hub.settings.sources.new_token() if some else "")
    if not browser:
        return
    set_cookie(hub, response, browser)
    moved = await asyncio.gather(*(_move(hub, visitor, browser, table, token) for table, token in some))
    for (table, _), done in zip(some, moved, strict=True):
        if done:
            drop_old_cookie(response, table)


async def share(hub: Hub, room: Room, visitor: Visitor, browser: str, key: str) -> None:
    """Let a visitor's browser count as whoever has a key at a table."""
    own = key_of(seat_token(browser, room.table.id))
    new = decisions.share(room.table, key, own)
    if new and not hub.share_limit.take(visitor.address, hub.clock()):
        raise Refusal("too-fast", "too many links were opened from one place", "try again in a minute")
    await room.act(lambda table: decisions.share(table, key, own))


async def _move(hub: Hub, visitor: Visitor, browser: str, table_id: str, token: str) -> bool:
    """Whether the cookie of a table is no longer needed: its seat is the browser's now, or there is none."""
    try:
        room = await hub.room(table_id)
        key = owner(room.table, token)
        if room.table.knows(key):
            await share(hub, room, visitor, browser, key)
    except Refusal as refusal:
        return refusal.code == "unknown-table"
    except StoreDown:
        return False
    except Exception as error:  # a page is shown all the same
        hub.tasks.failed("cookies", error, table_id)
        return False
    return True
