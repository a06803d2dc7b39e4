"""The networks that come with dnup, one for each number of players, as `make champion` has made them."""

import functools
from pathlib import Path

import numpy as np

from dnup.kernel.layout import MAX_PLAYERS, Words
from dnup.thinking.network import knows_cards, second_layer, weight_count
from dnup.thinking.vectors import Weights

FOLDER = Path(__file__).parents[1] / "networks"


def network_players() -> tuple[int, ...]:
    """The numbers of players for which there is a network: those with which one has beaten the plain search."""
    return tuple(players for players in range(2, MAX_PLAYERS + 1) if network_file(players).exists())


def network_for(deck: Words, players: int) -> Weights | None:
    """The network for so many players, if there is one and it knows the cards of the deck."""
    if players not in network_players():
        return None
    weights = load_network(players)
    return weights if knows_cards(deck, weights, players) else None


@functools.cache
def load_network(players: int) -> Weights:
    """The weights for so many players."""
    weights = read_network(network_file(players).read_bytes(), players)
    weights.flags.writeable = False
    return weights


def network_file(players: int) -> Path:
    return FOLDER / f"{players}.bin"


def read_network(data: bytes, players: int) -> Weights:
    """A network from its file: the first layer in bytes, for there most of it is, and the rest in 16 bits."""
    first = second_layer(players)
    weights = np.concatenate([np.frombuffer(data[:first], np.int8), np.frombuffer(data[first:], "<i2")])
    if len(weights) != weight_count(players):
        raise ValueError(f"this is not a network for {players} players")
    return weights.astype(np.int16)


def write_network(weights: Weights, players: int) -> bytes:
    """The file of a network."""
    first = second_layer(players)
    return weights[:first].astype(np.int8).tobytes() + weights[first:].astype("<i2").tobytes()
