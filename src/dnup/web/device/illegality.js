// Why a move is not legal: the engine's facts with a code and an English sentence. As src/dnup/game/illegality.py.

import { illegality as at, reasons } from '../engine/kernel.js';

/** @typedef {import('./move-parser.js').Parsed} Parsed */

/** Cards are named in at most this many characters of a sentence. */
const LONGEST = 60;

/** The `why` of a protocol message.
 * @param {number[]} facts  that `find_facts` of the engine has written, its cards included @param {Parsed} move
 * @param {string} turn  the seat in turn @param {string[]} slots  of the table, by number */
export function explain(facts, move, turn, slots) {
  const { code, sentence, facts: names } = reasons[facts[at.REASON]];
  const cards = facts.slice(at.FACTS).map((rank) => `${rank >> 4}/${rank & 15}`);
  const slot = facts[at.SLOT] < 0 ? move.slot : slots[facts[at.SLOT]];
  const named = cards.join(' ');
  const size = facts[at.SIZE];
  const value = facts[at.VALUE];
  /** @type {Record<string, string | number | null>} */
  const gaps = {
    turn,
    verb: move.verb,
    to: move.verb === 'add' ? 'to ' : '',
    slot,
    cards: named.length > LONGEST ? `'${named.slice(0, LONGEST)}'…` : named,
    shown: cards.length ? cards[0].split('/')[0] : '',
    size,
    s: size > 1 ? 's' : '',
    value,
    players: new Set(slots.map(([seat]) => seat)).size,
    slots: slots.join(', '),
  };
  const rule = `${facts[at.RULE] < 0 ? 'D' : 'R'}${Math.abs(facts[at.RULE])}`;
  /** @type {Record<string, string | number>} */
  const why = { code, rule, sentence: sentence.replace(/\{(\w+)\}/g, (_, gap) => String(gaps[gap])) };
  /** @type {Record<string, string | number | null>} */
  const known = { slot, cards: named, size, value };
  for (const fact of names) {
    const worth = known[fact];
    if (worth !== null && worth !== '') why[fact] = worth;
  }
  return why;
}
