"""Grades of moves, luck accounts and ratings, from the values of moves.

Sums are made in one fixed order with operations that are exact by IEEE 754, so that a review in the browser has the
same numbers as a native one, to the last bit.
"""

import numpy as np

from dnup.analysis import move_values
from dnup.analysis.move_values import (
    MIN_WORLDS_ALONE,
    SIGNIFICANT,
    TRIED,
    VALUE,
    VALUE_SQUARED,
    advantage_error,
    advantage_in_half,
    advantage_of,
    best_in_half,
    best_move,
    mean_of,
    standard_error,
    total_tries,
)
from dnup.analysis.proven_values import settle_trials, write_won_round
from dnup.kernel.history import unseen_cards
from dnup.kernel.jit import jit, jit_apart, jit_with_memory, popcount
from dnup.kernel.layout import MAX_PLAYERS, PLAYERS, Words, seat_in_turn
from dnup.search.match_equity import Equity
from dnup.search.tree import Rates

# The columns of a move's value.
CHANCE = 0  # the mover's chance to win the match with the move
ADVANTAGE = 1  # that chance minus that of the move made
ERROR = 2  # the standard error of the advantage
FORCED_LENGTH = 3  # the number of actions in which the move wins by force, 0 if it is not known to
VALUE_COLUMNS = 4

# The columns of a grade, the row of a move made. From BEFORE on, a name stands for one column for each seat.
ROUND = 0  # the index of the round
SEAT = 1  # of the mover
BEST = 2  # the index of the best legal move
LOSS = 3  # the value of the best move minus that of the move made; 0 if that is not significant
LOSS_ERROR = 4  # its standard error, the error of the model included, see MODEL_ERRORS
SPREAD = 5  # the value of the best move minus that of the worst
MARK = 6
ONLY_MOVE = 7  # 1 if the move made was the only good one
TRIES = 8
BEFORE = 9  # the chance to win the match with the best move, as the mover could know it
AFTER = BEFORE + MAX_PLAYERS  # the same with the move made
AFTER_ERROR = AFTER + MAX_PLAYERS  # its standard error
BASELINE = (
    AFTER_ERROR + MAX_PLAYERS
)  # the chance if all go on with the baseline policy, see `dnup.analysis.baseline`
BASELINE_AFTER = BASELINE + MAX_PLAYERS  # the same after the move made
BASELINE_ERROR = BASELINE_AFTER + MAX_PLAYERS  # the standard error of their difference
GRADE_COLUMNS = BASELINE_ERROR + MAX_PLAYERS

# Marks. A move is forced if there was nothing to decide.
FORCED, BEST_MOVE, FINE, INACCURACY, MISTAKE, BLUNDER = 0, 1, 2, 3, 4, 5
MARKS = 6

# Every estimate of a review has its own random stream, split from the review's seed by a number: moves by their index,
# everything else by an index that is added to one of these.
HAND_SEEDS = 1 << 20  # values of the hands dealt
OPEN_HAND_SEEDS = 1 << 21  # values of moves with all hands open
BELIEF_SEEDS = 3 << 20  # values of moves in belief-weighted worlds
WORLD_SEEDS = 1 << 22  # sampling of belief-weighted worlds
BASELINE_SEEDS = 5 << 20  # comparisons with the baseline policy
STYLE_SEEDS = 6 << 20  # likelihoods of moves in each play style

TRIES_PER_ITERATION = 64
"""Searches for the likelihood of a move get one iteration for this many tries of a decision: about as much time."""

TRIES_PER_WORLD = 4
"""A move is compared with the baseline in one world for this many tries of a decision."""

MIN_SPREAD = 0.01
"""If all moves are within a point of each other, there was nothing to decide."""

# The columns of a luck account, see `dnup.review.luck`, with the standard errors of its four parts.
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
ACCOUNT_COLUMNS = 10

# The columns of a rating.
DECISION_COUNT = 0  # moves that were not forced
LOST = 1  # the sum of their losses
LOST_PER_DECISION = 2
LOST_ERROR = 3  # the standard error of the loss per decision
LIKE_LEVEL = 4  # the level of bot that loses about as much, a column of LEVEL_LOSSES
MARK_COUNTS = 5  # the number of moves with each mark
RATING_COLUMNS = MARK_COUNTS + MARKS

MODEL_ERRORS = np.array([[0.12, 0.08, 0.05], [0.08, 0.05, 0.05]])
"""By number of players (two, more) and of unseen cards (below FEW_UNSEEN, below MANY_UNSEEN, more): the standard error
that a loss has besides that of chance, because people play on otherwise than the search. Measured, see
docs/lab/review.md."""

FEW_UNSEEN = 4
MANY_UNSEEN = 12

ADVANTAGE_SHRINKAGE = 0.09
"""Estimated advantages are shrunk towards 0: by half at this size, less if they are larger. A small advantage is mostly
an error of the search, and the best of many moves is often the one whose error is largest. Measured, as above."""

BELIEF_SHRINKAGE = 0.87
"""With more than two players, own and others' play in belief-weighted worlds are scaled by this; fitted, see
docs/estimators.md. The rest counts as luck."""

LEVEL_LOSSES = np.array([[0.0006, 0.010, 0.022, 0.037, 0.052], [0.0001, 0.002, 0.011, 0.024, 0.026]])
"""Loss per decision of expert, hard, medium, easy and random, with two players and with more (docs/lab/review.md)."""


@jit
def mark_limit(players: int, mark: int) -> float:
    """The loss from which a move gets a mark; with more than two players there is less to lose."""
    return (0.05 if players == 2 else 0.04) * (mark - FINE)


@jit_apart
def split_sample_advantage(trials: Rates, mover: int, seat: int) -> float:
    """The advantage of the mover's best move to a seat: the move is chosen in one half, measured in the other."""
    first = best_in_half(trials, mover, 0)
    second = best_in_half(trials, mover, 1)
    return (advantage_in_half(trials, first, seat, 1) + advantage_in_half(trials, second, seat, 0)) / 2.0


@jit_apart
def model_error(deck: Words, view: Words) -> float:
    """The standard error of a loss besides that of chance."""
    unseen = popcount(unseen_cards(deck, view))
    column = 0 if unseen < FEW_UNSEEN else 1 if unseen < MANY_UNSEEN else 2
    return MODEL_ERRORS[0 if view[PLAYERS] == 2 else 1, column]


@jit
def shrink(advantage: float) -> float:
    """An estimated advantage of a move, shrunk towards 0."""
    square = advantage * advantage
    return advantage * square / (square + ADVANTAGE_SHRINKAGE * ADVANTAGE_SHRINKAGE)


@jit
def with_model_error(error: float, doubt: float) -> float:
    return np.sqrt(error * error + doubt * doubt)


@jit_with_memory
def grade_moves(
    deck: Words,
    view: Words,
    equity: Equity,
    trials: Rates,
    lengths: Words,
    made: int,
    values: Rates,
    grade: Rates,
) -> None:
    """Write the value of every move of a view, a row each, and the grade of the move made.

    `lengths` says which moves win by force, see `forced_wins.find_forced_wins`.
    """
    settled = np.empty((len(trials), move_values.TRIAL_COLUMNS), np.float64)
    won = np.empty(MAX_PLAYERS, np.float64)
    write_won_round(view, equity, won)
    settle_trials(trials, lengths, made, view[PLAYERS], won, settled)
    grade_settled(deck, view, settled, lengths, made, values, grade)


@jit_apart
def grade_settled(
    deck: Words, view: Words, trials: Rates, lengths: Words, made: int, values: Rates, grade: Rates
) -> None:
    """`grade_moves` for trials in which wins by force have their value."""
    players = view[PLAYERS]
    seat = seat_in_turn(view)
    doubt = model_error(deck, view)
    base = mean_of(trials[made, VALUE + seat], trials[made, TRIED])
    highest = 0.0
    lowest = 0.0
    best_other = -1.0  # the upper bound of the best move but the one made
    for index in range(len(trials)):
        advantage = advantage_of(trials, index, seat)
        if not (lengths[index] or lengths[made]):
            advantage = shrink(advantage)
        error = advantage_error(trials, index, seat)
        values[index, CHANCE] = min(1.0, max(0.0, base + advantage))
        values[index, ADVANTAGE] = advantage
        values[index, ERROR] = error
        values[index, FORCED_LENGTH] = lengths[index]
        highest = max(highest, advantage)
        lowest = min(lowest, advantage)
        if index != made:
            best_other = max(best_other, advantage + SIGNIFICANT * with_model_error(error, doubt))
    best = best_move(trials, seat)
    error = advantage_error(trials, best, seat)
    gain = split_sample_advantage(trials, seat, seat)
    loss = gain if lengths[best] or lengths[made] else shrink(gain)
    if best == made or gain <= SIGNIFICANT * error:
        loss = 0.0
    error = with_model_error(error, doubt)
    mark = FORCED
    if len(trials) > 1 and highest - lowest > MIN_SPREAD:
        mark = FINE if loss > 0.0 else BEST_MOVE
        for higher in range(INACCURACY, MARKS):
            if loss >= mark_limit(players, higher) and loss > SIGNIFICANT * error:
                mark = higher
    grade[SEAT] = seat
    grade[BEST] = best if loss > 0.0 else made
    grade[LOSS] = loss
    grade[LOSS_ERROR] = error
    grade[SPREAD] = highest - lowest
    grade[MARK] = mark
    alone = mark == BEST_MOVE and trials[made, TRIED] >= MIN_WORLDS_ALONE
    grade[ONLY_MOVE] = alone and best_other < -mark_limit(players, INACCURACY)
    grade[TRIES] = total_tries(trials)
    for other in range(players):
        tried = trials[made, TRIED]
        total = trials[made, VALUE + other]
        grade[AFTER + other] = mean_of(total, tried)
        grade[BEFORE + other] = grade[AFTER + other]
        if loss > 0.0:
            grade[BEFORE + other] += split_sample_advantage(trials, seat, other) * (loss / gain)
        grade[AFTER_ERROR + other] = standard_error(total, trials[made, VALUE_SQUARED + other], tried)


@jit
def grade_against_baseline(trial: Rates, players: int, grade: Rates) -> None:
    """Add the baseline columns to a grade, from the trial of `compare_with_baseline`."""
    tried = trial[TRIED]
    for seat in range(players):
        total = trial[move_values.ADVANTAGE + seat]
        squares = trial[move_values.ADVANTAGE_SQUARED + seat]
        grade[BASELINE + seat] = mean_of(trial[VALUE + seat], tried)
        grade[BASELINE_AFTER + seat] = grade[BASELINE + seat] - mean_of(total, tried)
        grade[BASELINE_ERROR + seat] = standard_error(total, squares, tried)


@jit
def write_hand_value(trial: Rates, seat: int, value: Rates) -> None:
    """Write a seat's chance to win the match with its hand, from the trial of `evaluate_hand`."""
    total = trial[VALUE + seat]
    value[CHANCE] = mean_of(total, trial[TRIED])
    value[ADVANTAGE] = 0.0
    value[FORCED_LENGTH] = 0.0
    value[ERROR] = standard_error(total, trial[VALUE_SQUARED + seat], trial[TRIED])


@jit
def follow_chances(grades: Rates, hand_values: Equity, seat: int, chances: Rates) -> None:
    """Write a seat's chance to win the match after every move, as it could know it."""
    at = -1
    chance = 0.0
    for index in range(len(grades)):
        if int(grades[index, ROUND]) != at:
            at = int(grades[index, ROUND])
            chance = hand_values[at, seat]
        if int(grades[index, SEAT]) == seat:
            chance = grades[index, AFTER + seat]
        chances[index] = chance


@jit
def count_against_table(grades: Rates, players: int, seat: int, account: Rates) -> None:
    """Count own and others' play against the level of the table instead of the baseline policy.

    The level is the mean of what the players of the match gained by their own moves. It goes from own to others' play,
    so the sum stays, and among equal players both are 0 on average.
    """
    level = 0.0
    variance = 0.0
    for move in range(len(grades)):
        mover = int(grades[move, SEAT])
        level += (grades[move, BASELINE_AFTER + mover] - grades[move, BASELINE + mover]) / players
        error = grades[move, BASELINE_ERROR + mover] / players
        variance += error * error
    account[DECISIONS] -= level
    account[GIFTS] += level
    # Of the own moves, one part in `players` is in the level itself.
    account[DECISIONS_ERROR] += variance - 2.0 * account[DECISIONS_ERROR] / players
    account[GIFTS_ERROR] += variance


@jit
def write_luck_account(
    grades: Rates, hand_values: Equity, hand_errors: Equity, score_values: Equity, seat: int, account: Rates
) -> None:
    """Write the luck account of a seat.

    A row of `hand_values` has every seat's chance to win the match with its hand when a round was dealt, a row of
    `hand_errors` the standard errors. A row of `score_values` has the chances at the score before a round; its last
    row is the result of the match.
    """
    for index in range(ACCOUNT_COLUMNS):
        account[index] = 0.0
    rounds = len(hand_values)
    move = 0
    for number in range(rounds):
        now = hand_values[number, seat]
        given = 0.0
        account[CARDS] += now - score_values[number, seat]
        account[CARDS_ERROR] += hand_errors[number, seat] * hand_errors[number, seat]
        while move < len(grades) and int(grades[move, ROUND]) == number:
            before = grades[move, BASELINE + seat]
            after = grades[move, BASELINE_AFTER + seat]
            error = grades[move, BASELINE_ERROR + seat]
            if int(grades[move, SEAT]) == seat:
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
        account[LUCK] += score_values[number + 1, seat] - now - given
        account[GIFTS] += given
    account[LUCK_ERROR] = account[DECISIONS_ERROR] + account[GIFTS_ERROR]
    count_against_table(grades, hand_values.shape[1], seat, account)
    if hand_values.shape[1] > 2:
        account[LUCK] += (1.0 - BELIEF_SHRINKAGE) * (account[DECISIONS] + account[GIFTS])
        for part in (DECISIONS, GIFTS):
            account[part] *= BELIEF_SHRINKAGE
        for part in (DECISIONS_ERROR, GIFTS_ERROR, LUCK_ERROR):
            account[part] *= BELIEF_SHRINKAGE * BELIEF_SHRINKAGE
    account[LUCK_ERROR] += account[CARDS_ERROR]
    account[FAIR] = score_values[0, seat]
    account[RESULT] = score_values[rounds, seat]
    for index in range(CARDS_ERROR, ACCOUNT_COLUMNS):  # from variances to standard errors
        account[index] = np.sqrt(account[index])


@jit
def rate_play(grades: Rates, seat: int, players: int, rating: Rates) -> None:
    """Write the rating of a seat: how much of its chance to win the match it lost per decision."""
    for index in range(RATING_COLUMNS):
        rating[index] = 0.0
    squares = 0.0
    for index in range(len(grades)):
        mark = int(grades[index, MARK])
        if int(grades[index, SEAT]) == seat and mark != FORCED:
            loss = grades[index, LOSS]
            rating[DECISION_COUNT] += 1.0
            rating[LOST] += loss
            squares += loss * loss
            rating[MARK_COUNTS + mark] += 1.0
    lost = mean_of(rating[LOST], rating[DECISION_COUNT])
    rating[LOST_PER_DECISION] = lost
    rating[LOST_ERROR] = standard_error(rating[LOST], squares, rating[DECISION_COUNT])
    row = 0 if players == 2 else 1
    for level in range(1, LEVEL_LOSSES.shape[1]):
        nearest = int(rating[LIKE_LEVEL])
        if abs(LEVEL_LOSSES[row, level] - lost) < abs(LEVEL_LOSSES[row, nearest] - lost):
            rating[LIKE_LEVEL] = level
