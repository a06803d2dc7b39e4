// The offer of a bot for a player who has been away for long.

import { seatOf } from '../game/notation.js';
import { seatName } from '../game/phrases.js';
import { seatInfo } from '../game/state.js';
import { fill, h, isNew } from '../shared/dom.js';
import { t, words } from '../shared/i18n.js';

/** @typedef {import('../game/state.js').Game} Game */

/** The seat that everyone waits for and a bot could play for; null if there is none, or this person has no say.
 * @param {Game} game */
export function offered(game) {
  const turn = game.view?.turn;
  if (!turn || (game.seat === null && !game.host)) return null;
  const seat = seatOf(turn);
  return seat !== game.seat && seatInfo(game, seat)?.stand_in_offered ? seat : null;
}

export class StandInOffer {
  /** @param {(seat: string) => void} call @param {(text: string) => void} say */
  constructor(call, say) {
    this.say = say;
    /** @type {string | null} */
    this.seat = null;
    this.element = h('button', {
      class: 'btn first stand-in',
      hidden: true,
      onclick: () => this.seat && call(this.seat),
    });
  }

  /** @param {Game} game */
  update(game) {
    this.seat = offered(game);
    this.element.hidden = this.seat === null;
    if (this.seat === null) {
      isNew(this.element, []); // forgotten, so that the next offer is announced
      return;
    }
    const name = seatName(game, this.seat);
    if (!isNew(this.element, [words.language, name])) return;
    const [act, until] = [t('act.stand_in'), t('act.stand_in_until', { name })];
    fill(this.element, h('span', { class: 'do' }, act), ' ', h('span', { class: 'so' }, until));
    this.say(`${t('act.wait_long', { name })} ${act} ${until}.`);
  }
}
