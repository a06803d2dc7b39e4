"""The ten values have colors that everyone can tell apart, and the terminal has the same."""

from dnup.terminal.palette import Palette
from tools.page.colors import SIGHTS, STYLE, contrast, difference, pairs, read_colors

SHEET = STYLE.read_text(encoding="utf-8")


def test_the_formula_is_ciede2000() -> None:
    """Two pairs of the published test data (Sharma, Wu and Dalal 2005)."""
    assert round(difference((50, 2.6772, -79.7751), (50, 0, -82.7485)), 4) == 2.0425
    assert round(difference((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619)), 4) == 2.0373


def test_every_two_values_are_told_apart() -> None:
    """Also by those who see no red, no green or no blue."""
    colors = read_colors(SHEET)
    assert list(colors) == list(range(1, 11))
    for sight in SIGHTS:
        distance, one, other = pairs(colors, sight)[0]
        assert distance >= (20 if sight == "normal" else 12.5), (sight, one, other, distance)


def test_ten_is_no_nearer_to_any_value_than_others_are() -> None:
    for sight in SIGHTS:
        nearest = next(pair for pair in pairs(read_colors(SHEET), sight) if 10 in pair[1:])
        assert nearest[0] >= (24 if sight == "normal" else 13.5), (sight, nearest)


def test_numerals_stand_out_from_their_color() -> None:
    for ground, ink in (("c", "on"), ("off", "deep")):
        inks = read_colors(SHEET, ink)
        for value, color in read_colors(SHEET, ground).items():
            assert contrast(color, inks[value]) >= 4.5, (value, ground)


def test_the_terminal_has_the_colors_of_the_page() -> None:
    tokens = {token: read_colors(SHEET, token) for token in ("c", "on", "off", "deep")}
    palette = Palette("rich")
    for value in range(1, 11):
        full = f"bold {tokens['on'][value]} on {tokens['c'][value]}"
        pale = f"{tokens['deep'][value]} on {tokens['off'][value]}"
        assert (palette.active(value), palette.inactive(value)) == (full, pale)
