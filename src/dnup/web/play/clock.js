// The thinking time of the turn as a number in the bar. Its last ten seconds are seen and, in one's own turn, heard.
import { fill, iconNode } from '../shared/dom.js';
import { t, words } from '../shared/i18n.js';
import { play } from '../shared/sounds.js';

const SHORT = 10;
const LOOK = 200;

/** "24", "1:05", "23 hr". @param {number} seconds */
export function timeLeft(seconds) {
  if (seconds >= 3600)
    return new Intl.NumberFormat(words.language, { style: 'unit', unit: 'hour' }).format(Math.floor(seconds / 3600));
  return seconds >= 60 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` : String(seconds);
}

export class TurnClock {
  /** @param {HTMLElement} place @param {() => void} warn  said once, when ten seconds are left of one's own turn */
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
    const left = Math.max(Math.ceil((this.until - Date.now()) / 1000), 0);
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
