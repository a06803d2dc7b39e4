"""The networks that come with dnup, one for each deck and number of players; `make champion` trains them."""

import functools
from pathlib import Path

import numpy as np

from dnup.kernel.layout import MAX_PLAYERS
from dnup.network.inference import (
    FINGERPRINT_BITS,
    FINGERPRINT_PARTS,
    second_layer,
    weight_count,
)
from dnup.network.simd import Weights

FOLDER = Path(__file__).parents[1] / "networks"


def network_players(deck: str) -> tuple[int, ...]:
    """The numbers of players for which a deck has a network: those where a network beats the plain search."""
    return tuple(players for players in range(2, MAX_PLAYERS + 1) if network_file(deck, players).exists())


def network_for(fingerprint: str, players: int) -> Weights | None:
    """The network that was trained with exactly the cards of this fingerprint, if there is one."""
    return _networks(players).get(fingerprint)


@functools.cache
def load_network(deck: str, players: int) -> Weights:
    """The weights for a deck and a number of players."""
    weights = read_network(network_file(deck, players).read_bytes(), players)
    weights.flags.writeable = False
    return weights


def network_file(deck: str, players: int) -> Path:
    """The path of the network of a deck, by the deck's name."""
    return FOLDER / f"{deck}-{players}.bin"


@functools.cache
def _networks(players: int) -> dict[str, Weights]:
    """All networks for a number of players, by the fingerprint of the cards that each was trained with."""
    suffix = f"-{players}.bin"
    files = sorted(FOLDER.glob(f"*{suffix}"))
    return {
        file_fingerprint(file.read_bytes()): load_network(file.name.removesuffix(suffix), players)
        for file in files
    }


def read_network(data: bytes, players: int) -> Weights:
    """Read a network file: the first layer in 8 bits a weight, as it is the largest, the rest in 16 bits."""
    first = second_layer(players)
    if len(data) != first + 2 * (weight_count(players) - first):
        raise ValueError(f"this is not a network for {players} players")
    weights = np.concatenate([np.frombuffer(data[:first], np.int8), np.frombuffer(data[first:], "<i2")])
    return weights.astype(np.int16)


def file_fingerprint(data: bytes) -> str:
    """The fingerprint of the cards that a network was trained with, as `Deck.fingerprint`; the end of its file."""
    parts = np.frombuffer(data, "<i2", FINGERPRINT_PARTS, len(data) - 2 * FINGERPRINT_PARTS)
    return f"{sum(part << FINGERPRINT_BITS * number for number, part in enumerate(parts.tolist())):016x}"


def write_network(weights: Weights, players: int) -> bytes:
    """The file of a network."""
    first = second_layer(players)
    return weights[:first].astype(np.int8).tobytes() + weights[first:].astype("<i2").tobytes()
