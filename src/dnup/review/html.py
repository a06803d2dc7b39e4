"""A review as one HTML file that needs nothing else: no scripts, no fonts, nothing to fetch."""

from __future__ import annotations

import re
from html import escape
from typing import Final

from dnup.game.move import Move
from dnup.pictures.drawing import value_colors
from dnup.review.estimators import MoveValue
from dnup.review.graded_move import GradedMove
from dnup.review.html_charts import SIGNS, dashes, draw_chances, draw_luck_account
from dnup.review.match_review import Review
from dnup.review.texts import evidence_text, why_text

MAX_MOMENTS: Final = 12

STYLE: Final = """
:root {
  color-scheme: light dark;
  --page: #F3EFE5; --ink: #16241E; --quiet: #435249; --surface: #FFFDF7; --line: #16241e26;
  --accent: #0B6B4F; --warn: #9C3D10;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0C1311; --ink: #EEF1E8; --quiet: #A9B8AF; --surface: #18231F; --line: #eef1e833;
    --accent: #66E3B8; --warn: #FFB685;
  }
}
* { box-sizing: border-box }
body {
  margin: 0 auto; max-width: 980px; padding: 24px 16px 72px; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif;
}
h1 { font-size: 26px; margin: 0 }
h2 { font-size: 18px; margin: 32px 0 8px }
h3 { font-size: 16px; margin: 0 0 8px; display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: baseline }
section, article { background: var(--surface); border-radius: 16px; padding: 16px 20px; margin: 12px 0 }
.players { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); gap: 12px }
.players section { margin: 0 }
.moment { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 320px); gap: 12px 24px }
@media (max-width: 720px) { .moment { grid-template-columns: minmax(0, 1fr) } }
.cost, .drop-text { color: var(--warn); font-weight: 650 }
.found { color: var(--accent); font-weight: 650 }
.quiet { color: var(--quiet); font-size: 14px }
p { margin: 6px 0 }
svg { max-width: 100%; height: auto; display: block }
svg text { font-size: 12px; fill: var(--quiet) }
.scroll { overflow-x: auto }
.chart { min-width: 640px }
.account text { font-size: 14px }
.account .amount { font-size: 16px; font-weight: 650; fill: var(--ink) }
.grid { stroke: var(--line) }
.own { stroke: var(--accent); stroke-width: 3 }
.other { stroke: var(--ink); stroke-width: 1.2; opacity: .75 }
circle { fill: var(--surface); stroke-width: 2 }
circle.wrong { stroke: var(--warn) }
circle.found { stroke: var(--accent) }
.sign { font-weight: 700; fill: var(--ink) }
.whole { fill: var(--quiet) } .gain { fill: var(--accent) } .drop { fill: var(--warn) }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 0 0 8px; font-size: 14px }
.legend svg { display: inline; vertical-align: middle; margin-right: 6px }
.worth { display: grid; grid-template-columns: auto 1fr auto; gap: 6px 12px; align-items: center; margin: 4px 0 }
.bar { height: 12px; border-radius: 6px; background: var(--line); overflow: hidden }
.bar i { display: block; height: 100%; background: var(--accent) }
.bar.made i { background: var(--warn) }
.chip {
  display: inline-block; min-width: 1.5em; padding: 0 .3em; border-radius: 5px; text-align: center; font-weight: 700;
  line-height: 1.5; border: 1.5px solid #fffdf7; box-shadow: 0 0 0 1px var(--line);
}
.line {
  display: flex; gap: 12px; margin: 6px 0 0; padding: 0; list-style: none;
  overflow-x: auto; scroll-snap-type: x mandatory;
}
.line li { flex: 0 0 min(320px, 86%); scroll-snap-align: start }
.line svg { display: block; width: 100%; height: auto; margin-top: 4px }
details { margin-top: 8px; overflow-x: auto }
table { border-collapse: collapse; font-size: 13px }
td, th { padding: 2px 10px; text-align: right }
"""


def write_page(review: Review, seat: str | None = None) -> str:
    """The page, with the moments of all seats or of one."""
    about = seat or review.record.winner or review.seats[0]
    names = ", ".join(
        f"{at} {escape(name)}" for at, name in zip(review.seats, review.record.shown_players, strict=True)
    )
    moments = review.moments(seat)[:MAX_MOMENTS]
    articles = "".join(map(_moment, moments)) or "<p>No move cost enough to speak of.</p>"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>dnup · review</title><style>{STYLE}</style></head><body>
<h1>Review</h1><p>{names}. {_result(review)}</p>
<h2>Chances to win the match</h2>
<section>{_legend(review, about)}<div class="scroll">{draw_chances(review, about)}</div>{_table(review)}</section>
<h2>Luck and skill</h2><div class="players">{"".join(_player(review, at) for at in review.seats)}</div>
<h2>The moments that mattered</h2>{articles}
<p class="quiet">Judged by what each player could know, in up to {review.effort:,} tries a decision, seed {review.seed}.
Points are of 100; ± is two standard errors. In the pictures of luck and skill, play is measured by usual play.</p>
</body></html>
"""


def _result(review: Review) -> str:
    record = review.record
    if record.winner is None:
        return f"The match was {escape(record.result)}."
    name = record.shown_players[review.seats.index(record.winner)]
    return f"{record.winner} {escape(name)} won, {' : '.join(map(str, record.score))}."


def _legend(review: Review, about: str) -> str:
    parts = []
    for seat, name in zip(review.seats, review.record.shown_players, strict=True):
        kind = "own" if seat == about else "other"
        line = (
            f'<line class="{kind}" x2="34" y1="6" y2="6" stroke-dasharray="{dashes(review, seat, about)}"/>'
        )
        parts.append(f'<span><svg width="34" height="12">{line}</svg>{seat} {escape(name)}</span>')
    return f'<p class="legend">{"".join(parts)}</p>'


def _table(review: Review) -> str:
    """The chances at the end of every round, for readers who cannot see the chart."""
    ends = [
        index
        for index, one in enumerate(review.moves)
        if index + 1 == len(review.moves) or review.moves[index + 1].round_number != one.round_number
    ]
    head = "".join(f"<th>Round {number}</th>" for number in range(1, len(ends) + 1))
    rows = "".join(
        f"<tr><th>{seat}</th>{''.join(f'<td>{100 * review.chances(seat)[end]:.0f}</td>' for end in ends)}</tr>"
        for seat in review.seats
    )
    table = f"<table><tr><th></th>{head}</tr>{rows}</table>"
    return f'<details class="quiet"><summary>As a table</summary>{table}</details>'


def _player(review: Review, seat: str) -> str:
    account, rating = review.account(seat), review.rating(seat)
    name = escape(review.record.shown_players[review.seats.index(seat)])
    luck = account.cards + account.luck
    luck_error = (account.cards_error**2 + account.luck_error**2) ** 0.5
    return (
        f'<section><h3>{seat} {name} <span class="quiet">played like</span> '
        f'<span class="found">{rating.like}</span></h3>'
        f'<p class="quiet">{100 * rating.per_decision:.1f} ± {200 * rating.error:.1f} points lost a decision, '
        f"{rating.decisions} decisions. Play {_signed(account.decisions)} ± {200 * account.decisions_error:.0f}, "
        f"luck {_signed(luck)} ± {200 * luck_error:.0f}.</p>{draw_luck_account(account)}</section>"
    )


def _moment(one: GradedMove) -> str:
    place = f'<span class="quiet">round {one.round_number}, move {one.number}</span>'
    kind, sign, cost = "found", "!", "the only good move"
    grade = one.verdict_grade
    if grade.loss:
        kind, sign = "cost", SIGNS[grade.mark]
        cost = f"−{100 * grade.loss:.0f} ± {200 * grade.error:.0f}"
    head = (
        f'<span class="{kind}">{sign} {one.seat}</span> {_move(one.made)} {place} '
        f'<span class="{kind}">{cost}</span>'
    )
    why = f"<p>{escape(_sentence(why_text(one.why)))}</p>" if one.why else ""
    evidence = evidence_text(one)
    if evidence:
        better = f"Better was {_move(grade.best)}: " if grade is not one else ""
        why += f"<p>{better}{escape(evidence if better else _sentence(evidence).rstrip('.'))}.</p>"
    unlucky = (
        '<p class="quiet">With all cards open it did no harm.</p>'
        if one.loss and one.open_hand is not None and not one.open_hand.loss
        else ""
    )
    rows = "".join(_value(one, value) for value in _shown(one))
    return (
        f'<article id="r{one.round_number}m{one.number}"><h3>{head}</h3><div class="moment">{one.view.svg()}'
        f'<div><div class="worth">{rows}</div>{why}{unlucky}</div></div>{_line(one)}</article>'
    )


def _line(one: GradedMove) -> str:
    """The moves that can follow the best one, each a picture of the table after it."""
    steps = "".join(
        f"<li><b>{step.seat}</b> {_move(step.move)}{step.after.view(one.seat).svg()}</li>"
        for step in one.line
    )
    title = "How it wins" if one.forced else "What can follow"
    return f'<h4>{title}</h4><ol class="line">{steps}</ol>' if steps else ""


def _shown(one: GradedMove) -> list[MoveValue]:
    """The three best moves, and the one made."""
    return [value for rank, value in enumerate(one.values) if rank < 3 or value.move == one.made]


def _value(one: GradedMove, value: MoveValue) -> str:
    """A row for one move; its chance is that of the move made plus its advantage, so that the numbers add up."""
    made = next(other.chance for other in one.values if other.move == one.made)
    is_made = value.move == one.made
    points = min(max(round(100 * made) + round(100 * value.advantage), 0), 100)
    kind = "bar made" if is_made and one.loss else "bar"
    advantage = f"{_signed(value.advantage)} ± {200 * value.error:.0f}"
    beside = "" if is_made else f" <span class=quiet>{advantage}</span>"
    return (
        f'<span>{_move(value.move)}</span><span class="{kind}"><i style="width:{points}%"></i></span>'
        f"<span>{points} %{beside}</span>"
    )


def _move(move: Move) -> str:
    """The text of a move, the values of its cards as chips."""
    cards = "".join(_chip(card.active) for card in move.cards)
    slot = "" if move.slot is None else f" to {move.slot}" if move.verb == "add" else f" {move.slot}"
    return f'<span title="{move}">{move.verb} {cards}{slot}</span>'


def _chip(value: int) -> str:
    panel, ink = value_colors(value)
    return f'<b class="chip" style="background:{panel};color:{ink}">{value}</b>'


def _sentence(text: str) -> str:
    return re.sub(r"^\w", lambda found: found[0].upper(), text) + "."


def _signed(part: float, digits: int = 0) -> str:
    return f"{100 * part:+.{digits}f}".replace("-", "−")
