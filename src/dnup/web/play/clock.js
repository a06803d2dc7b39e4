// The time left in a turn, as a number in the bar. The last ten seconds stand out, and in the player's own turn they
// are heard.
import { fill, iconNode } from '../shared/dom.js';
import { t } from '../shared/i18n.js';
import { play } from '../shared/sounds.js';
import { secondsLeft, timeLeft } from './time-left.js';

/** From how many seconds on the time is short. */
const SHORT = 10;
/** How often the clock is looked at, in milliseconds. */
const LOOK = 200;

export class TurnClock {
  /** @param {HTMLElement} place
   * @param {() => void} warn  called once, when ten seconds are left of the player's turn */
  constructor(place, warn) {
    this.place = place;
    this.warn = warn;
    this.until = 0;
    this.mine = false;
    this.shown = -1;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** @param {{until: number} | null} clock @param {boolean} mine  whether it is this player's time */
  update(clock, mine) {
    const until = clock?.until ?? 0;
    this.place.hidden = !clock;
    if (until === this.until && mine === this.mine) return;
    this.until = until;
    this.mine = mine;
    this.shown = -1;
    clearInterval(this.timer);
    if (!clock) return;
    this.timer = setInterval(() => this.#look(), LOOK);
    this.#look();
  }

  #look() {
    const left = secondsLeft(this.until, Date.now());
    const before = this.shown;
    if (left === before) return;
    this.shown = left;
    const time = timeLeft(left);
    const short = left <= SHORT;
    fill(this.place, iconNode('wait'), time);
    this.place.setAttribute('aria-label', t('clock.left', { time }));
    this.place.classList.toggle('short', short);
    this.place.classList.toggle('mine', this.mine);
    if (!short || !this.mine || before < 0) return;
    if (left > 0) play('tick');
    if (before > SHORT) this.warn();
  }
}
