// Brings the text of a move into the form that the engine reads. As `parse_move` of src/dnup/game/move.py.

/** @typedef {keyof typeof import('../engine/kernel.js').problems} Problem */
/** A move by its parts, `take` without cards, `play` without a slot.
 * @typedef {{verb: string, cards: string[], slot: string | null}} Parsed */

const MAX_VALUE = 15;

/** Cards compare by active value, then by inactive value. @param {string} card */
const rank = (card) => {
  const [active, inactive] = card.split('/').map(Number);
  return 16 * active + inactive;
};

/** @param {string} word */
function isCard(word) {
  const values = /^([1-9][0-9]?)\/([1-9][0-9]?)$/.exec(word)?.slice(1).map(Number) ?? [0, 0];
  return values[0] !== values[1] && Math.max(...values) <= MAX_VALUE;
}

/** The move that a text names, whatever the position, or what is wrong with the text. Cards may come in any order and
 * letters in any case; an add or a take may leave out the slot, or with two players its area.
 * @param {string} text @returns {Parsed | Problem} */
export function parseMove(text) {
  const words = text.trim().split(/\s+/);
  if (!/^(play|add|take|rotate)$/i.test(words[0])) return 'no-verb';
  const verb = words[0].toLowerCase();
  const cards = words.slice(1);
  let slot = null;
  if (verb === 'take' && cards.length) {
    slot = /** @type {string} */ (cards.pop());
  } else if (verb === 'add' && cards.length > 1 && cards[cards.length - 2].toLowerCase() === 'to') {
    [, slot] = cards.splice(-2);
  }
  if (slot !== null && !/^[A-E][12]?$/i.test(slot)) return 'not-a-seat';
  if (!cards.every(isCard)) return 'not-a-card';
  if (!cards.length && (verb === 'play' || verb === 'add')) return 'cards-missing';
  if (cards.length && (verb === 'take' || verb === 'rotate')) return 'cards-named';
  if (verb === 'add' && cards.length > 1) return 'two-cards';
  return { verb, cards: cards.sort((one, other) => rank(one) - rank(other)), slot: slot?.toUpperCase() ?? null };
}

/** The text of a move, as docs/notation.md has it. @param {Parsed} move */
export function formatMove({ verb, cards, slot }) {
  const words = [verb, ...cards];
  if (slot !== null) words.push(...(verb === 'add' ? ['to', slot] : [slot]));
  return words.join(' ');
}
