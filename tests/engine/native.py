"""The native half of the proof: plays tasks with the compiled kernel and says what came of them, as digests.

tests/engine/twin.mjs is the other half, and does the same step by step.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

import dnup
from dnup.belief.posterior import sample_posterior
from dnup.bots import get
from dnup.bots.believed_worlds import move_model
from dnup.bots.budget import Budget
from dnup.bots.champion import ChampionBot
from dnup.bots.search import SearchBot, Tree
from dnup.cards.deck import Deck, load_deck
from dnup.cards.packed import pack_deck
from dnup.game.limits import pack_limits
from dnup.kernel import layout as at
from dnup.kernel.deal import new_round, start
from dnup.kernel.effects import EFFECT_WORDS, advance
from dnup.kernel.legality import check_move
from dnup.kernel.match import score_after
from dnup.kernel.move_reader import make_written_move, read_move, replay_moves
from dnup.kernel.moves import count_moves, list_moves, nth_move
from dnup.kernel.notation import put_cards, put_move
from dnup.kernel.playout import random_rounds
from dnup.kernel.rng import below, new_stream, split
from dnup.kernel.turn import points_of, winner_of
from dnup.kernel.views import make_view, order_copies
from dnup.kernel.worlds import sample_world
from dnup.search.forced_wins import find_forced_wins, write_forced_line
from dnup.search.levels import MAX_NODES, choose_easily, choose_with_noise
from dnup.search.match_equity import match_equity
from dnup.search.root_statistics import most_visited
from dnup.wire import messages

Task = dict[str, Any]
ROOM = 1 << 15
ROUND = 500
"""No round has more moves."""
POOL = 16
"""The number of believed worlds."""
LONGEST_PROOF, PROOF_BUDGET = 8, 300
"""The limits of proofs of forced wins: the longest in actions, and the number of positions."""


class Log:
    """What happened, digested."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def memory(self, words: Any) -> None:
        self._hash.update(words.tobytes())

    def numbers(self, *numbers: int) -> None:
        self._hash.update(np.array(numbers, np.int64).tobytes())

    def text(self, text: bytes) -> None:
        self._hash.update(text)

    def digest(self) -> str:
        return self._hash.hexdigest()


def deck_of(task: Task) -> Deck:
    """One that comes with dnup, or the one that the task brings."""
    return load_deck(task["deck"]) if "cards" not in task else Deck.of(task["cards"], task["deck"])


class Table:
    """A table to play a task at."""

    def __init__(self, task: Task) -> None:
        self.players = task["players"]
        self.cards = deck_of(task)
        self.deck = pack_deck(self.cards, self.players).words
        self.limits = pack_limits(self.players)
        self.stream = new_stream(task["seed"])
        self.state = np.zeros(at.WORDS, np.int64)
        self.moves = np.zeros(ROOM, np.int64)
        self.text = np.zeros(256 * ROOM, np.uint8)
        self.log = Log()

    def deal(self, first: int) -> None:
        new_round(self.deck, self.state, self.stream, self.players, first, 0, self.limits)
        order_copies(self.deck, self.state)

    def make(self, position: dnup.Round, view: dnup.View, number: int) -> dnup.Round:
        """Make a move of a view, by its text."""
        move = view.decode_move(int(number))
        self.tell(move)
        return position.apply(move)

    def tell(self, move: dnup.Move) -> None:
        self.log.text(str(move).encode())
        self.log.numbers(1)  # it was legal


def _round(table: Table, task: Task) -> None:
    """A round of random moves with all that there is to see, to be told and to ask about."""
    deck, state, stream, moves, log = table.deck, table.state, table.stream, table.moves, table.log
    players = table.players
    after, view, world = (np.zeros(at.WORDS, np.int64) for _ in range(3))
    effects, starts = np.zeros((ROOM, EFFECT_WORDS), np.int64), np.zeros(messages.PIECES + 1, np.int64)
    everyone = (1 << (players + 1)) - 1
    table.deal(task["seed"] % players)
    dealt, lines = state.copy(), []
    history, coefficients = np.zeros(ROUND, np.int64), move_model(players)
    pool = np.zeros((POOL, at.WORDS), np.int64)
    for seat in range(players):
        end = put_cards(deck, state[at.HANDS + seat], state[at.TURNED], table.text, 0)
        log.memory(table.text[:end])
    choices, line = np.zeros(ROOM, np.int64), np.zeros(POOL, np.int64)
    number = 0
    while True:
        count = count_moves(deck, state)
        log.numbers(count, list_moves(deck, state, moves), winner_of(state), score_after(state))
        log.memory(state)
        log.memory(moves[:count])
        for viewer in (*range(1, players + 1), at.SPECTATOR):
            make_view(deck, state, viewer, view)
            sample_world(deck, view, stream, world)
            log.memory(view)
            log.memory(world)
        make_view(deck, state, number % players + 1, view)
        if number % 4 == 0:
            found = sample_posterior(deck, view, history[:number], 2, coefficients, stream, pool)
            log.numbers(found)
            log.memory(pool[:found])
        messages.write_views(deck, state, number % 3, everyone, moves, effects, table.text, starts)
        log.memory(starts)
        log.memory(table.text[: starts[messages.PIECES]])
        if not count:
            break
        make_view(deck, state, at.seat_in_turn(state) + 1, view)
        legal, lengths = choices[: list_moves(deck, view, choices)], np.zeros(ROOM, np.int64)[:count]
        log.numbers(find_forced_wins(deck, view, legal, lengths, LONGEST_PROOF, PROOF_BUDGET, 1))
        log.memory(lengths)
        for index in np.flatnonzero(lengths)[:1]:
            about = int(legal[index]), int(lengths[index]), PROOF_BUDGET
            length = write_forced_line(deck, view, *about, pool, line)
            log.numbers(length)
            log.memory(line[:length])
        move = nth_move(deck, state, below(stream, count))
        sight = choose_with_noise(deck, state, stream, moves[:count])
        log.numbers(move, sight, choose_easily(deck, state, stream, moves[:count]))
        for other in (move, move ^ 1, move ^ 1 << 57, move ^ 1 << 60):
            log.numbers(check_move(deck, state, other))
        text = bytes(table.text[: put_move(deck, players, state[at.TURNED], move, table.text, 0)])
        log.text(text)
        lines.append(text)
        log.numbers(read_move(deck, state, text, 0, len(text) - 1))
        log.numbers(make_written_move(deck, state, text, after))
        told = (number, number % 3, moves, effects, table.text, 0)
        log.text(bytes(table.text[: messages.put_moved(deck, state, after, move, *told)]))
        history[number] = advance(deck, state, move)
        log.memory(after)
        number += 1
    log.numbers(*(points_of(state, seat) for seat in range(players)))
    start(deck, dealt)
    log.memory(history[:number])
    log.numbers(replay_moves(deck, dealt, b"\n".join(lines), history))
    log.memory(dealt)
    log.memory(history[:number])


def _random(table: Table, task: Task) -> None:
    """Random rounds at full speed."""
    moves = random_rounds(table.deck, table.players, task["rounds"], table.limits, table.stream)
    table.log.numbers(moves)
    table.log.memory(table.stream)


def _search(table: Table, task: Task) -> None:
    """A tree that grows in slices, decides, and is planted again when it is that seat's turn again.

    The first time it is planted again it thinks in some worlds alone.
    """
    deck, state, log = table.deck, table.state, table.log
    # A budget in seconds has the largest tree; how far it grows is said here.
    budget = Budget(seconds=0)
    bot = (ChampionBot if "network" in task else SearchBot)(budget)
    tree = Tree(int(split(np.uint64(task["seed"]), task.get("core", 0))), budget, 1, bot)
    assert len(tree._nodes) == MAX_NODES
    log.memory(deck)
    log.memory(match_equity(table.players))
    table.deal(0)
    for _ in range(task["ahead"]):
        count = count_moves(deck, state)
        if count:
            advance(deck, state, nth_move(deck, state, below(table.stream, count)))
    position = dnup.Round(table.cards, state)
    seat = position.turn
    turn = 0
    while turn < 3 and position.turn is not None:
        view = position.view(position.turn)
        moves = np.array(view.legal_moves.numbers(), np.int64)
        if position.turn != seat:
            position = table.make(
                position, view, moves[choose_with_noise(deck, view.words, table.stream, moves)]
            )
            continue
        turn += 1
        tree.reroot(view)
        log.numbers(tree._used)
        if turn == 2:
            pool = np.zeros((POOL, at.WORDS), np.int64)
            for row in pool:
                sample_world(deck, view.words, tree._stream, row)
            tree._grow = bot.search(view, tree._stream, pool)
        for _ in range(4):
            tree.grow(task["iterations"] // 4)
        log.numbers(tree._used)
        log.memory(tree._nodes[: tree._used])
        log.memory(tree._rates[: tree._used])
        visits, worth = np.zeros(len(moves), np.int64), np.zeros(len(moves), np.float64)
        tree.vote(view, moves, visits, worth)
        log.memory(visits)
        log.memory(worth)
        position = table.make(position, view, moves[most_visited(view.words, moves, visits, worth)])
    log.memory(tree._stream)


def _match(table: Table, task: Task) -> None:
    """A whole match between bots."""
    match = dnup.Match.new(table.players, task["seed"], deck=table.cards)
    bots = {
        seat: get(name, seed=number)
        for number, (seat, name) in enumerate(zip(match.round.seats, task["bots"], strict=True))
    }
    rounds = 1
    while match.round.turn is not None:
        position = match.round
        move = bots[match.round.turn].choose(position.view(position.turn)).move
        match = match.apply(move)
        table.tell(move)
        if len(match.rounds) > rounds or match.over:  # the next one is dealt already
            table.log.memory(position.apply(move).words)
            rounds += 1
    table.log.numbers(sum(points << 8 * seat for seat, points in enumerate(match.score)))


_KINDS = {"round": _round, "random": _random, "search": _search, "match": _match}


def answer(task: Task) -> str:
    """The digest of what comes of a task."""
    table = Table(task)
    _KINDS[task["kind"]](table, task)
    return table.log.digest()
