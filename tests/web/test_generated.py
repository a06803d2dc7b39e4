"""What tools write for the page is up to date."""

from importlib.resources import files

from tools import light_css
from tools.web_demo.views import TARGET, demo
from tools.web_types import message_types

WEB = files("dnup") / "web"


def test_message_types() -> None:
    assert (WEB / "messages.d.ts").read_text(encoding="utf-8") == message_types(), "run make docs"


def test_canned_views() -> None:
    assert TARGET.read_text(encoding="utf-8") == demo(), "run make docs"


def test_colors_of_old_browsers() -> None:
    """Every use of light-dark() has a plain color beside it."""
    text = light_css.TARGET.read_text(encoding="utf-8")
    assert text == light_css.light_css(), "run make docs"
    assert "light-dark(" not in text.partition("*/")[2]
