"""The closed sets of names in a review: marks, verdicts and kinds of reasons. A member equals its text."""

from __future__ import annotations

from dnup.game.enums import Name


class Mark(Name):
    """The grade of a move, by what it cost. The order is that of the kernel's numbers.

    >>> dnup.review.Mark.BLUNDER == "blunder"
    True
    """

    FORCED = "forced"
    """There was nothing to decide."""
    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


class Verdict(Name):
    """Whether a move was wrong, and which knowledge shows it.

    >>> list(dnup.review.Verdict)
    [Verdict.RIGHT, Verdict.WRONG, Verdict.TOLD, Verdict.UNLUCKY]
    """

    RIGHT = "right"
    WRONG = "wrong"
    """Wrong by what the player had seen."""
    TOLD = "told"
    """Wrong only by what the others' moves reveal about their hands."""
    UNLUCKY = "unlucky"
    """Wrong only with all cards open."""


class ReasonKind(Name):
    """What a `Reason` says about the better move, or about the move made.

    >>> dnup.review.ReasonKind("goes_out")
    ReasonKind.GOES_OUT
    """

    WINS_MATCH = "wins_match"
    GOES_OUT = "goes_out"
    UNBEATABLE = "unbeatable"
    KNOWN_TO_BEAT = "known_to_beat"
    SENDS_BACK = "sends_back"
    ROTATES = "rotates"
    FITS = "fits"
    BREAKS_UP = "breaks_up"
    LEAVES_SINGLES = "leaves_singles"
    FEWER_TURNS = "fewer_turns"
    KEEPS_HIGH = "keeps_high"
    NEARLY_OUT = "nearly_out"
    LOOKS_AHEAD = "looks_ahead"
    WINS_BY_FORCE = "wins_by_force"
