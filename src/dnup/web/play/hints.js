// Hints in games against bots: first the kind of move, then its value and size, then the cards with the chance to win.
// Each is counted, and the result tells how many there were.

import { active, parseCards } from '../game/notation.js';
import { button, number, seatName } from '../game/phrases.js';
import { lineWords, why } from '../review/explanations.js';
import { plain, readMore, t, tp, words } from '../shared/i18n.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../device/connection.js').DeviceConnection} DeviceConnection */
/** @typedef {import('../table/table-view.js').TableView} TableView */
/** @typedef {import('../game/notation.js').Choice} Choice */

/** Where the texts about moves are. */
const REVIEW_WORDS = new URL('../review/words/', import.meta.url);
/** The depth of the last hint, which names the move. */
const DEEPEST = 3;

export class Hints {
  #position = -1;
  #depth = 0;
  #busy = false;
  /** All that there is to say of the position. @type {(() => void) | null} */ #again = null;

  /** @param {DeviceConnection} connection @param {TableView} table @param {(text: string) => void} say */
  constructor(connection, table, say) {
    this.connection = connection;
    this.table = table;
    this.say = say;
  }

  /** A hint, or a further one about the same position. @param {Game} game */
  async more(game) {
    if (this.#busy || !game.moves.length) return;
    if (game.position !== this.#position) {
      this.#position = game.position;
      this.#depth = 0;
      this.#again = null;
    }
    if (this.#again) return this.#again(); // the same text once more, not counted as another hint
    this.#busy = true;
    const { selection } = this.table.state;
    this.table.advise(tp('hint.thinking'));
    try {
      const depth = Math.min(this.#depth + 1, DEEPEST);
      // Without an answer there is no hint, and the connection reports what is wrong.
      const hint = await this.connection.hint(game.position, depth).catch(() => null);
      if (hint?.line.length) await readMore(REVIEW_WORDS).catch(() => {});
      const choice = hint && game.moves.find(({ text }) => text === hint.move);
      if (!hint || !choice || this.table.state.game.position !== game.position) return this.table.advise(null);
      // A rotation has no value and no cards, so its first hint says all.
      this.#depth = choice.verb === 'rotate' ? DEEPEST : depth;
      // Cards that the player has selected meanwhile stay selected.
      this.#tell(game, choice, hint, this.table.state.selection === selection);
      if (this.#depth === DEEPEST) this.#again = () => this.#tell(game, choice, hint, true);
    } finally {
      this.#busy = false;
    }
  }

  /** @param {Game} game @param {Choice} choice @param {import('../device/hint.js').Hint} hint
   * @param {boolean} shows  whether the move may be put on the button */
  #tell(game, choice, { chance, error, why: reasons, line }, shows) {
    const percent = new Intl.NumberFormat(words.language, { maximumFractionDigits: 0 });
    const odds = t('hint.chance', {
      chance: percent.format(100 * chance),
      error: percent.format(Math.max(1, 200 * error)),
    });
    if (this.#depth < DEEPEST) {
      const told = this.#depth === 1 ? tp(`hint.kind.${choice.verb}`) : this.#size(game, choice);
      const parts = [...told, ' ', ...tp('hints.more')];
      this.table.advise(parts);
      this.say(plain(parts));
      return;
    }
    if (shows) this.table.demonstrate(choice);
    const { act } = button(words, game, choice);
    const told = line.length > 0 && words.has('review.did.rotate');
    const reason = told ? lineWords(words, game, line) : why(words, game, reasons, false);
    // The big button says the move already, if it shows it.
    const named = shows && reason.length ? [] : [...act, '. '];
    this.table.advise([...named, ...reason, ...(reason.length ? [' '] : []), odds]);
    this.say(plain([...act, '. ', ...reason, ' ', odds]));
  }

  /** @param {Game} game @param {Choice} choice */
  #size(game, { verb, cards, slot }) {
    const set = verb === 'take' ? parseCards(game.view?.table[slot ?? '']) : cards;
    return tp(`hint.size.${verb}`, {
      count: set.length,
      number: number(words, set.length),
      value: { values: [active(set[0])] },
      name: { bold: slot ? seatName(game, slot[0]) : '' },
    });
  }
}
