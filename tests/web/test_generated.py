"""What tools write for the page is up to date."""

from importlib.resources import files

from tools.web_demo.views import TARGET, demo
from tools.web_types import message_types

WEB = files("dnup") / "web"


def test_message_types() -> None:
    assert (WEB / "messages.d.ts").read_text(encoding="utf-8") == message_types(), "run make docs"


def test_canned_views() -> None:
    assert TARGET.read_text(encoding="utf-8") == demo(), "run make docs"
