"""What there is to say of a move once all were tried, and of a match once all its moves were judged.

Sums are made in one order, and there is nothing in them but what every machine does alike: so a review in a browser has
the numbers of one made natively, to the last bit.
"""

import numpy as np

from dnup.kernel.jit import jit
from dnup.kernel.layout import MAX_PLAYERS, Words
from dnup.thinking import appraisal
from dnup.thinking.appraisal import (
    SURE,
    TRIED,
    WORTH,
    WORTH_SQUARED,
    best_in_half,
    best_wanted,
    error_of,
    error_of_more,
    mean_of,
    more_in_half,
    more_than_made,
    tries_of,
)
from dnup.thinking.stakes import Stakes
from dnup.thinking.tree import Rates

# What is said of each legal move: the chance to win the match with it, how much more than with the move made that is,
# and the standard error of this.
CHANCE = 0
MORE = 1
ERROR = 2
MOVE_WORTH = 3

# What is said of a move made: where and by whom, which number the best one has, what it cost and how sure that is, how
# far the best and the worst are apart, a mark, whether it was the one good move, in how many tries that was found out;
# by seat the chance to win the match with the best move and with the move made, as who moved could know it, and the
# standard error of the latter; and by seat what the view and the move made are worth if everyone goes on as usual
# (`dnup.thinking.usual`), and the standard error of their difference.
ROUND = 0
SEAT = 1
BEST = 2
LOSS = 3
LOSS_ERROR = 4
SPREAD = 5
MARK = 6
ONLY_MOVE = 7
TRIES = 8
BEFORE = 9
AFTER = BEFORE + MAX_PLAYERS
AFTER_ERROR = AFTER + MAX_PLAYERS
USUAL = AFTER_ERROR + MAX_PLAYERS
USUAL_AFTER = USUAL + MAX_PLAYERS
USUAL_ERROR = USUAL_AFTER + MAX_PLAYERS
JUDGMENT = USUAL_ERROR + MAX_PLAYERS

# Marks. Where there was nothing to decide, a move is forced.
FORCED, FINEST, FINE, INACCURACY, MISTAKE, BLUNDER = 0, 1, 2, 3, 4, 5
MARKS = 6

OPENINGS = 1 << 20
"""Moves draw on the streams of a review's seed in their order, and hands on those from here on."""

OPENED = 1 << 21
"""And from here on the same moves with all cards open."""

BELIEVED = 3 << 20
"""From here on the same moves to who reads what others did."""

IMAGINED = 1 << 22
"""From here on the worlds that such a reader thinks of."""

WEIGHED = 5 << 20
"""And from here on moves compared with usual play."""

MANNERED = 6 << 20
"""And from here on how likely moves are of whom."""

TRIES_A_LOOK = 64
"""For so many tries of a decision, each search for how likely a move is gets one iteration."""

WORLDS_A_TRY = 4
"""For so many tries of a decision it is compared with usual play in one world."""

NO_DECISION = 0.01
"""Where all moves are within a point of each other, there was nothing to decide."""

# Of the account of a seat: where its chance came from and went to, and then the standard errors of the four parts.
FAIR = 0
CARDS = 1
DECISIONS = 2
GIFTS = 3
LUCK = 4
RESULT = 5
CARDS_ERROR = 6
DECISIONS_ERROR = 7
GIFTS_ERROR = 8
LUCK_ERROR = 9
ACCOUNT = 10

# Of the rating of a seat: how many real decisions it had, what it lost in all and a decision, the standard error of
# that, which of our levels loses about as much, and how often it got each mark.
DECIDED = 0
LOST = 1
LOST_EACH = 2
LOST_ERROR = 3
LIKE = 4
MARKED = 5
RATING = MARKED + MARKS

HELD_TRUE = 0.87
"""Among more than two, so much of what moves are worth in believed worlds is true; see docs/study.md."""

LOSSES = np.array([[0.001, 0.018, 0.028, 0.048, 0.060], [0.0005, 0.010, 0.019, 0.028, 0.0305]])
"""What expert, hard, medium, easy and random lose a decision, with two players and with more; see docs/study.md."""


@jit
def mark_limit(players: int, mark: int) -> float:
    """What a move must cost to get a mark; with more than two players there is less to lose."""
    return (0.05 if players == 2 else 0.04) * (mark - FINE)


@jit
def honest_more(trials: Rates, wanted: Words, mover: int, seat: int) -> float:
    """How much more than with the move made a seat has with the best one: chosen in one half, measured in the other."""
    one = best_in_half(trials, wanted, mover, 0)
    other = best_in_half(trials, wanted, mover, 1)
    return (more_in_half(trials, one, seat, 1) + more_in_half(trials, other, seat, 0)) / 2.0


@jit
def judge_moves(
    trials: Rates, wanted: Words, made: int, seat: int, players: int, worths: Rates, judgment: Rates
) -> None:
    """Write what every move is worth, a row each, and what there is to say of the one made; see JUDGMENT."""
    base = mean_of(trials[made, WORTH + seat], trials[made, TRIED])
    highest = 0.0
    lowest = 0.0
    nearest = -1.0  # of all others, as good as it may be
    for index in range(len(trials)):
        more = more_than_made(trials, index, seat)
        error = error_of_more(trials, index, seat)
        worths[index, CHANCE] = min(1.0, max(0.0, base + more))
        worths[index, MORE] = more
        worths[index, ERROR] = error
        highest = max(highest, more)
        lowest = min(lowest, more)
        if index != made:
            nearest = max(nearest, more + SURE * error)
    best = best_wanted(trials, wanted, seat)
    error = error_of_more(trials, best, seat)
    loss = honest_more(trials, wanted, seat, seat)
    if best == made or loss <= SURE * error:  # as good
        loss = 0.0
    mark = FORCED
    if len(trials) > 1 and highest - lowest > NO_DECISION:
        mark = FINE if loss > 0.0 else FINEST
        for higher in range(INACCURACY, MARKS):
            if loss >= mark_limit(players, higher):
                mark = higher
    judgment[SEAT] = seat
    judgment[BEST] = best if loss > 0.0 else made
    judgment[LOSS] = loss
    judgment[LOSS_ERROR] = error
    judgment[SPREAD] = highest - lowest
    judgment[MARK] = mark
    judgment[ONLY_MOVE] = mark == FINEST and nearest < -mark_limit(players, MISTAKE)
    judgment[TRIES] = tries_of(trials)
    for other in range(players):
        tried = trials[made, TRIED]
        total = trials[made, WORTH + other]
        judgment[AFTER + other] = mean_of(total, tried)
        more = honest_more(trials, wanted, seat, other) if loss > 0.0 else 0.0
        judgment[BEFORE + other] = judgment[AFTER + other] + more
        judgment[AFTER_ERROR + other] = error_of(total, trials[made, WORTH_SQUARED + other], tried)


@jit
def judge_usual(trial: Rates, players: int, judgment: Rates) -> None:
    """Add to a judgment what the view and the move made are worth with usual play."""
    tried = trial[TRIED]
    for seat in range(players):
        more = trial[appraisal.MORE + seat]
        judgment[USUAL + seat] = mean_of(trial[WORTH + seat], tried)
        judgment[USUAL_AFTER + seat] = judgment[USUAL + seat] - mean_of(more, tried)
        judgment[USUAL_ERROR + seat] = error_of(more, trial[appraisal.MORE_SQUARED + seat], tried)


@jit
def judge_hand(trial: Rates, seat: int, worth: Rates) -> None:
    """Write the chance of a seat to win the match with a hand that was tried, and the standard error of that."""
    total = trial[WORTH + seat]
    worth[CHANCE] = mean_of(total, trial[TRIED])
    worth[MORE] = 0.0
    worth[ERROR] = error_of(total, trial[WORTH_SQUARED + seat], trial[TRIED])


@jit
def follow_chances(judgments: Rates, openings: Stakes, seat: int, line: Rates) -> None:
    """The chance of a seat to win the match after every move, as it could know it."""
    at = -1
    chance = 0.0
    for index in range(len(judgments)):
        if int(judgments[index, ROUND]) != at:
            at = int(judgments[index, ROUND])
            chance = openings[at, seat]
        if int(judgments[index, SEAT]) == seat:
            chance = judgments[index, AFTER + seat]
        line[index] = chance


@jit
def account_for(
    judgments: Rates, openings: Stakes, doubts: Stakes, worth: Stakes, seat: int, account: Rates
) -> None:
    """What was luck for a seat, and what was not; see ACCOUNT.

    Rounds have a row each: of `openings`, what every seat's hand was worth to it when it was dealt, of `doubts` the
    standard errors of that, and of `worth`, which has one more, what the score was worth to every seat before it.
    """
    for index in range(ACCOUNT):
        account[index] = 0.0
    rounds = len(openings)
    move = 0
    for number in range(rounds):
        now = openings[number, seat]
        given = 0.0
        account[CARDS] += now - worth[number, seat]
        account[CARDS_ERROR] += doubts[number, seat] * doubts[number, seat]
        while move < len(judgments) and int(judgments[move, ROUND]) == number:
            before = judgments[move, USUAL + seat]
            after = judgments[move, USUAL_AFTER + seat]
            error = judgments[move, USUAL_ERROR + seat]
            if int(judgments[move, SEAT]) == seat:
                account[LUCK] += before - now - given
                account[GIFTS] += given
                account[DECISIONS] += after - before
                account[DECISIONS_ERROR] += error * error
                now = after
                given = 0.0
            else:
                given += after - before
                account[GIFTS_ERROR] += error * error
            move += 1
        account[LUCK] += worth[number + 1, seat] - now - given
        account[GIFTS] += given
    if openings.shape[1] > 2:
        account[LUCK] += (1.0 - HELD_TRUE) * (account[DECISIONS] + account[GIFTS])
        for part in (DECISIONS, GIFTS):
            account[part] *= HELD_TRUE
        for part in (DECISIONS_ERROR, GIFTS_ERROR):
            account[part] *= HELD_TRUE * HELD_TRUE
    account[FAIR] = worth[0, seat]
    account[RESULT] = worth[rounds, seat]
    account[LUCK_ERROR] = account[CARDS_ERROR] + account[DECISIONS_ERROR] + account[GIFTS_ERROR]
    for index in range(CARDS_ERROR, ACCOUNT):
        account[index] = np.sqrt(account[index])


@jit
def rate_play(judgments: Rates, seat: int, players: int, rating: Rates) -> None:
    """How well a seat played: the chance to win the match that it lost, a decision; see RATING."""
    for index in range(RATING):
        rating[index] = 0.0
    squares = 0.0
    for index in range(len(judgments)):
        mark = int(judgments[index, MARK])
        if int(judgments[index, SEAT]) == seat and mark != FORCED:
            loss = judgments[index, LOSS]
            rating[DECIDED] += 1.0
            rating[LOST] += loss
            squares += loss * loss
            rating[MARKED + mark] += 1.0
    rating[LOST_EACH] = mean_of(rating[LOST], rating[DECIDED])
    rating[LOST_ERROR] = error_of(rating[LOST], squares, rating[DECIDED])
    row = 0 if players == 2 else 1
    for level in range(1, LOSSES.shape[1]):
        like = int(rating[LIKE])
        if abs(LOSSES[row, level] - rating[LOST_EACH]) < abs(LOSSES[row, like] - rating[LOST_EACH]):
            rating[LIKE] = level
