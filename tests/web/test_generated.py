"""What tools write for the page is up to date."""

from pathlib import Path

import pytest

from tools.page import light_css, message_types
from tools.page.demo.views import TARGET, demo


@pytest.mark.parametrize("path", message_types.files(), ids=lambda path: path.name)
def test_what_the_page_takes_from_the_server(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == message_types.files()[path], "run make docs"


def test_canned_views() -> None:
    assert TARGET.read_text(encoding="utf-8") == demo(), "run make docs"


def test_colors_of_old_browsers() -> None:
    """Every use of light-dark() has a plain color beside it."""
    text = light_css.TARGET.read_text(encoding="utf-8")
    assert text == light_css.light_css(), "run make docs"
    assert "light-dark(" not in text.partition("*/")[2]
