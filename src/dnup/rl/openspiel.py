"""dnup for OpenSpiel: `import dnup.rl.openspiel`, then `pyspiel.load_game("dnup(players=3)")`.

Chance deals card by card from seat A on, each way up equally likely. A player's information state is the dealt hand and
every move since: everything it has seen. As a tensor it is the current observation and every move since the deal, which
is equivalent. An observation is the player's view; as a tensor it also has the last moves, if the game has a `history`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from dnup.cards.card import Card, format_hand
from dnup.cards.deck import DEFAULT_DECK, load_deck
from dnup.extras import need
from dnup.game.enums import Verb
from dnup.game.limits import TURN_LIMIT, check_stall_limit, check_turn_limit
from dnup.game.round import Round
from dnup.game.seats import SEATS
from dnup.kernel.layout import Words
from dnup.rl.compiled.observation import PAST_WORDS
from dnup.rl.encoding import MAX_HISTORY, Encoding
from dnup.rl.rewards import check_rewards, reward_range, rewards_of

need("pyspiel", "rl", "dnup.rl.openspiel", package="open_spiel")

import pyspiel  # noqa: E402

DEFAULTS: Final = {
    "players": 2,
    "deck": DEFAULT_DECK,
    "history": 0,
    "turn_limit": TURN_LIMIT,
    "stall_limit": -1,
    "rewards": "win",
    "zero_sum": False,
}
"""The parameters of the game; `deck` is a name or a file; a stall limit of -1 is the default (D5)."""


def _game_type(*, zero_sum: bool = False, remembering: bool = True) -> Any:
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name="dnup",
        long_name="dnup, a round",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=remembering,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class Game(pyspiel.Game):
    """A round of dnup."""

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        options = {**DEFAULTS, **(parameters or {})}
        deck = load_deck(options["deck"])
        self.encoding = Encoding(options["players"], deck=deck, history=options["history"])
        self.turn_limit = check_turn_limit(options["turn_limit"])
        self.memory = None
        """The encoding with all moves of a round, for information states; None if that could be too long."""
        if self.turn_limit <= MAX_HISTORY:
            self.memory = Encoding(options["players"], deck=deck, history=self.turn_limit)
        stall_limit = None if options["stall_limit"] == -1 else options["stall_limit"]
        self.stall_limit = check_stall_limit(stall_limit, options["players"])
        self.rewarded = check_rewards(options["rewards"])
        self.zero_sum = bool(options["zero_sum"])
        players = self.encoding.players
        lowest, highest = reward_range(players, self.rewarded, self.zero_sum)
        balanced = self.zero_sum or (players == 2 and options["rewards"] == "win")
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.action_count,
            max_chance_outcomes=2 * len(self.encoding.kinds),
            num_players=players,
            min_utility=lowest,
            max_utility=highest,
            utility_sum=0.0 if balanced else None,
            max_game_length=self.turn_limit,
        )
        kind = _game_type(zero_sum=balanced, remembering=self.memory is not None)
        super().__init__(kind, info, dict(parameters or {}))

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer | None:
        if parameters:
            raise ValueError(f"an observation has no parameters, so not {parameters}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None  # no partial observations, and no perfect information
        return Observer(self.memory if kind.perfect_recall else self.encoding, kind.perfect_recall)

    def max_chance_nodes_in_history(self) -> int:
        return len(self.encoding.deck.in_play(self.encoding.players))


@dataclass(frozen=True, slots=True)
class Story:
    """The history of a state: dealt hands, the round once all cards are dealt, its moves, and rotations by seat.

    `past` are the moves as an encoding stores them, the latest first.
    """

    hands: tuple[tuple[Card, ...], ...]
    rotations: tuple[int, ...]
    round: Round | None = None
    moves: tuple[str, ...] = ()
    past: Words = field(default_factory=lambda: np.empty((0, PAST_WORDS), np.int64), compare=False)

    def __deepcopy__(self, _memo: object) -> Story:
        return self  # it never changes, and OpenSpiel copies states all the time

    def another_deal(self, viewer: str, star: Card, rng: random.Random) -> list[list[Card]]:
        """A random deal that is indistinguishable from the true one for a seat (D3), all equally likely.

        A card that was never shown has always been in the hand it was dealt to, and was turned with every rotation.
        """
        if self.round is None:
            raise ValueError("while cards are dealt there is no deal to resample")
        deal: list[list[Card]] = []
        hidden_counts: list[int] = []
        pool: list[Card] = []
        seats = zip(self.round.seats, self.round.hands, self.round.known, strict=True)
        for number, (seat, hand, known) in enumerate(seats):
            hidden = Counter[Card]() if seat == viewer else Counter(hand) - Counter(known)
            if self.rotations[number] % 2:
                hidden = Counter({card.turned: count for card, count in hidden.items()})
            deal.append(list((Counter(self.hands[number]) - hidden).elements()))
            hidden_counts.append(hidden.total())
            pool += hidden.elements()
        rng.shuffle(pool)
        for card in [card for card in pool if star in (card, card.turned)]:  # everyone knows who was dealt it
            pool.remove(card)
            pool.insert(sum(hidden_counts[: SEATS.index(self.round.starter)]), card)
        for fresh, count in zip(deal, hidden_counts, strict=True):
            fresh += [rng.choice((card, card.turned)) for card in pool[:count]]
            del pool[:count]
        return deal


class State(pyspiel.State):
    """Cards being dealt, and then a round."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.encoding = game.encoding
        players = game.encoding.players
        self.story = Story(hands=((),) * players, rotations=(0,) * players)

    @property
    def round(self) -> Round | None:
        return self.story.round

    def current_player(self) -> int:
        if self.story.round is None:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self.story.round.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else SEATS.index(turn)

    def is_terminal(self) -> bool:
        return self.story.round is not None and self.story.round.over

    def _legal_actions(self, player: int) -> list[int]:
        if self.story.round is None or player != self.current_player():
            return []
        actions: list[int] = np.flatnonzero(self.encoding.mask(self.story.round)).tolist()
        return actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The chance outcomes: every card that is left, either way up."""
        left = self._left()
        chances = [(kind, left[card] / (2 * left.total())) for kind, card in enumerate(self.encoding.kinds)]
        return [(2 * kind + side, chance) for kind, chance in chances if chance for side in (0, 1)]

    def _apply_action(self, action: int) -> None:
        story = self.story
        if story.round is None:
            self._deal(self._face(action))
            return
        move = self.encoding.move_of(story.round, action)
        rotations = list(story.rotations)
        rotations[self.current_player()] += move.verb is Verb.ROTATE
        latest = np.empty((1, PAST_WORDS), np.int64)
        after = self.encoding.apply(story.round, action, latest)
        self.story = Story(
            story.hands,
            tuple(rotations),
            after,
            (*story.moves, str(move)),
            np.concatenate([latest, story.past]),
        )

    def _deal(self, card: Card) -> None:
        hands = list(self.story.hands)
        seat = sum(map(len, hands)) % len(hands)
        hands[seat] = (*hands[seat], card)
        self.story = replace(self.story, hands=tuple(hands))
        if not self._left():
            game = self.get_game()
            position = Round.from_deal(
                hands,
                deck=self.encoding.deck,
                first="A",
                turn_limit=game.turn_limit,
                stall_limit=game.stall_limit,
            )
            self.story = replace(self.story, round=position)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {self._face(action)}"
        if self.story.round is not None and action in self._legal_actions(player):
            return str(self.encoding.move_of(self.story.round, action))
        return f"{self.encoding.meanings[action].verb} {action}"

    def returns(self) -> list[float]:
        if self.story.round is None or not self.story.round.over:
            return [0.0] * self.encoding.players
        game = self.get_game()
        return list(rewards_of(self.story.round, game.rewarded, game.zero_sum))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state with the same information state for a player; unseen cards are dealt again."""
        star = self.encoding.deck.cards[self.encoding.deck.star].card
        deal = self.story.another_deal(SEATS[player], star, random.Random(sampler()))
        state: State = self.get_game().new_initial_state()
        for place in range(sum(map(len, deal))):
            state.apply_action(self.number_of(deal[place % len(deal)][place // len(deal)]))
        history = self.history()
        for action in history[len(history) - len(self.story.moves) :]:
            state.apply_action(action)
        return state

    def _face(self, action: int) -> Card:
        kind = self.encoding.kinds[action // 2]
        return kind.turned if action % 2 else kind

    def number_of(self, face: Card) -> int:
        """The chance outcome of a card one way up, which is also the index of its face in an observation."""
        kind = min(face, face.turned)
        return 2 * self.encoding.kinds.index(kind) + (face != kind)

    def _left(self) -> Counter[Card]:
        """The cards that are not dealt yet."""
        encoding = self.encoding
        left = Counter(encoding.deck.cards[card].card for card in encoding.deck.in_play(encoding.players))
        left.subtract(min(card, card.turned) for hand in self.story.hands for card in hand)
        return +left

    def __str__(self) -> str:
        return " | ".join(map(format_hand, self.story.hands)) if self.round is None else str(self.round)


class Observer:
    """OpenSpiel's observer: the view of a player, or with perfect recall its information state."""

    def __init__(self, encoding: Encoding | None, perfect_recall: bool) -> None:
        self._encoding = encoding
        self._perfect_recall = perfect_recall
        self.tensor = None
        self.dict = {}
        if encoding is not None:
            self.tensor = np.zeros(encoding.observation_size, np.float32)
            self.dict = {name: self.tensor[part] for name, part in encoding.slices.items()}

    def set_from(self, state: State, player: int) -> None:
        if self._encoding is None or self.tensor is None:
            return
        if state.round is None:
            self.tensor.fill(0)
            for face in state.story.hands[player]:
                self.dict["hand"][state.number_of(face)] += 1
        else:
            self.tensor[:] = self._encoding.observe(state.round, SEATS[player], state.story.past)

    def string_from(self, state: State, player: int) -> str:
        seat = SEATS[player]
        dealt = format_hand(state.story.hands[player])
        if state.round is None:
            return f"{seat} is dealt {dealt}"
        if not self._perfect_recall:
            return f"{seat} sees {state.round.view(seat)}"
        return f"{seat} was dealt {dealt}; {'; '.join((f'{state.round.starter} starts', *state.story.moves))}"


pyspiel.register_game(_game_type(), Game)
