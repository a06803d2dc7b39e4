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
    """No other move was shown to be better."""
    FINE = "fine"
    """It cost less than an inaccuracy."""
    INACCURACY = "inaccuracy"
    """It cost little; docs/estimators.md has the limits of these three."""
    MISTAKE = "mistake"
    """It cost a good deal."""
    BLUNDER = "blunder"
    """It cost very much."""


class Verdict(Name):
    """Whether a move was wrong, and which knowledge shows it.

    >>> list(dnup.review.Verdict)
    [Verdict.RIGHT, Verdict.WRONG, Verdict.TOLD, Verdict.UNLUCKY]
    """

    RIGHT = "right"
    """Wrong by none of the three."""
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
    """The better move wins the match at once."""
    GOES_OUT = "goes_out"
    """The better move empties the hand."""
    UNBEATABLE = "unbeatable"
    """No cards that are still out beat the set of the better move."""
    KNOWN_TO_BEAT = "known_to_beat"
    """`seat` is known to hold cards that beat the move made."""
    SENDS_BACK = "sends_back"
    """The better move sends a set back to `seat`."""
    ROTATES = "rotates"
    """The rotated hand has `count` sets of two or more cards."""
    FITS = "fits"
    """The cards that the better move takes from `seat` go with the hand."""
    BREAKS_UP = "breaks_up"
    """The move made breaks up a set."""
    LEAVES_SINGLES = "leaves_singles"
    """The move made leaves `count` single cards."""
    FEWER_TURNS = "fewer_turns"
    """The hand needs `count` turns after the better move, `value` after the move made."""
    KEEPS_HIGH = "keeps_high"
    """The better move keeps a higher set for later."""
    NEARLY_OUT = "nearly_out"
    """`seat` has `count` cards left, and the better move gives it more."""
    WINS_BY_FORCE = "wins_by_force"
    """The better move wins the round, whatever the others hold and do."""
    BECOMES = "becomes"
    """All `count` cards that the better move takes from `seat` become a set of `value`."""
    LETS_PLAY_OUT = "lets_play_out"
    """The move made lets `seat` play its last cards, which are known."""
    LETS_ADD_OUT = "lets_add_out"
    """The move made lets `seat` add its last card, which is known."""
