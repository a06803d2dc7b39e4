"""Write kernel.js, the binding: functions, types and constants, from the module's entries and the kernel's numbers."""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Iterator
from types import ModuleType

from dnup.analysis import explanations, grading, move_values, play_styles, principal_variation, proven_values
from dnup.belief import card_chances, posterior
from dnup.bots.believed_worlds import move_models
from dnup.cards.deck import deck_names, load_deck
from dnup.game import limits
from dnup.game.illegality import REASONS
from dnup.game.move import PROBLEMS
from dnup.kernel import deal, deck_faults, effects, illegality, layout, legality, match
from dnup.kernel.layout import MAX_PLAYERS
from dnup.network.files import file_fingerprint, network_file, network_players
from dnup.search import daily_seed, levels, tree
from dnup.wire import messages, views
from tools.wasm.entries import ENTRIES, SEED, Array, Entry
from tools.wasm.source import source_digest

NUMBERS: tuple[ModuleType, ...] = (
    layout,
    deck_faults,
    limits,
    deal,
    legality,
    illegality,
    effects,
    match,
    messages,
    views,
    levels,
    play_styles,
    posterior,
    card_chances,
    tree,
    daily_seed,
    move_values,
    grading,
    explanations,
    proven_values,
    principal_variation,
)
"""The modules whose constants JavaScript gets; of those about matches only what is not statistics."""

FLOW = ("ROUNDS_TO_DRAW", "UNFINISHED", "WON", "TIED")

EXACT = 1 << 53
"""From here on a number has to be a BigInt."""

HEADER = """
// Written by `make wasm` from the compiled packages of src/dnup, and never by hand: the functions of dnup.wasm,
// where everything is in their arrays, and the decks that come with dnup.

/** @typedef {import('./memory.js').Words} Words */
/** @typedef {import('./memory.js').Floats} Floats */
/** @typedef {import('./memory.js').Text} Text */
/** @typedef {import('./memory.js').Weights} Weights */
/** @typedef {ReturnType<typeof kernelOf>} Kernel */

/** The functions of the module. They trust their arguments as they do in Python.
 * @param {Record<string, any>} exports of the module */
export const kernelOf = (exports) => ({
"""


def binding() -> str:
    """The text of kernel.js."""
    parts = [HEADER.lstrip("\n"), "\n".join(map(_function, ENTRIES)), "});\n"]
    parts.append(
        f"\n/** A digest of the code that this was made of. */\nexport const source = '{source_digest()}';\n"
    )
    parts += map(_numbers, NUMBERS)
    parts.append(_networks())
    parts.append(_decks())
    parts.append(_move_models())
    parts.append(_sentences())
    return "".join(parts)


def _function(entry: Entry) -> str:
    names = [_camel(name) for name in entry.names]
    summary = (inspect.getdoc(entry.function) or "").split("\n\n")[0].replace("\n", " ")
    types = ", ".join(f"{name}: {kind.script}" for name, kind in zip(names, entry.kinds, strict=True))
    kind = f"({types}) => {entry.result.script if entry.result else 'void'}"
    given = ", ".join(
        part
        for name, kind in zip(names, entry.kinds, strict=True)
        for part in (_spread(name, kind) if isinstance(kind, Array) else [name])
    )
    call = f"exports.{entry.name}({given})"
    if entry.result is SEED:
        call = f"BigInt.asUintN(64, {call})"
    return f"  /** {summary}\n   * @type {{{kind}}} */\n  {_camel(entry.name)}: ({', '.join(names)}) => {call},\n"


def _spread(name: str, kind: Array) -> list[str]:
    return [f"{name}.at", f"{name}.rows", *([f"{name}.columns"] if kind.columns == 0 else [])]


def _numbers(module: ModuleType) -> str:
    """The constants that a module defines, as an object of its name."""
    name = _camel(module.__name__.rpartition(".")[2])
    constants = [(name, value) for name, value in _constants(module) if module is not match or name in FLOW]
    lines = [f"  {constant}: {_script(value)}," for constant, value in constants]
    return "\n".join([f"\nexport const {name} = Object.freeze({{", *lines, "});\n"])


def _constants(module: ModuleType) -> Iterator[tuple[str, int]]:
    for statement in ast.parse(inspect.getsource(module)).body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        targets = [statement.target] if isinstance(statement, ast.AnnAssign) else targets
        for target in targets:
            for name in target.elts if isinstance(target, ast.Tuple) else [target]:
                if isinstance(name, ast.Name) and re.fullmatch("[A-Z][A-Z0-9_]*", name.id):
                    value = getattr(module, name.id)
                    if isinstance(value, int):
                        yield name.id, value


def _networks() -> str:
    lines = [
        "\n/** The files of the networks, by the number of players and the fingerprint of the cards in play.",
        " * @type {Record<number, Record<string, string>>} */",
        "export const networks = {",
    ]
    for players in range(2, MAX_PLAYERS + 1):
        files = [network_file(name, players) for name in deck_names() if players in network_players(name)]
        lines += [f"  {players}: {{"]
        lines += [f"    '{file_fingerprint(file.read_bytes())}': '{file.name}'," for file in files]
        lines += ["  },"]
    return "\n".join([*lines, "};\n"])


def _decks() -> str:
    lines = [
        "\n/** The lower and the higher value of each card, which of them has the star, and by number of players",
        " * a mask of those in play.",
        " * @type {Record<string, {faces: number[], star: number, inPlay: Record<number, bigint>}>} */",
        "export const decks = {",
    ]
    for name in deck_names():
        deck = load_deck(name)
        faces = ", ".join(f"{card.low}, {card.high}" for card in deck.cards)
        masks = {players: sum(1 << card for card in deck.in_play(players)) for players in deck.players}
        in_play = ", ".join(f"{players}: {mask:#x}n" for players, mask in masks.items())
        lines += [
            f"  {name}: {{",
            f"    faces: [{faces}],",
            f"    star: {deck.star},",
            f"    inPlay: {{ {in_play} }},",
            "  },",
        ]
    return "\n".join([*lines, "};\n"])


def _move_models() -> str:
    lines = [
        "\n/** By number of players, the coefficients of src/dnup/belief/move_model.py.",
        " * @type {Record<number, number[]>} */",
        "export const moveModels = {",
    ]
    lines += [f"  {players}: {row}," for players, row in move_models().items()]
    return "\n".join([*lines, "};\n"])


def _sentences() -> str:
    """The English sentences about texts that are not moves and about illegal moves, which the server sends too."""
    problems = [f"  '{problem}': {json.dumps(sentence)}," for problem, sentence in PROBLEMS.items()]
    reasons = [
        f"  {number}: {{ code: '{reason.code}', sentence: {json.dumps(reason.sentence)}, "
        f"facts: {json.dumps(reason.facts)} }},"
        for number, reason in REASONS.items()
    ]
    return "\n".join(
        [
            "\n/** Why a text is not a move: PROBLEMS of src/dnup/game/move.py. */",
            "export const problems = Object.freeze({",
            *problems,
            "});",
            "\n/** Why a move is illegal, by the REASON of its facts: REASONS of src/dnup/game/illegality.py.",
            " * @type {Record<number, {code: string, sentence: string, facts: string[]}>} */",
            "export const reasons = {",
            *reasons,
            "};\n",
        ]
    )


def _camel(name: str) -> str:
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def _script(value: int) -> str:
    return str(value) if abs(value) < EXACT else f"{value:#x}n"
