// The time left in a turn, as a bar along the upper edge of the table.
import { h } from '../shared/dom.js';

/** From how many milliseconds on the time is short. */
const SHORT = 10_000;

/** How the bar runs out from now on: its keyframes, and for how many milliseconds.
 * @param {{seconds: number, until: number}} clock @param {number} now */
export function runningOut({ seconds, until }, now) {
  const left = Math.max(until - now, 0);
  const share = Math.min(left / (seconds * 1000), 1);
  const background = left > SHORT ? 'var(--accent)' : 'var(--warn)';
  const frames = [
    { transform: `scaleX(${share})`, background },
    { background, offset: left > SHORT ? 1 - SHORT / left : 0 },
    { transform: 'scaleX(0)', background: 'var(--warn)' },
  ];
  return { frames, left };
}

export class ClockView {
  constructor() {
    this.bar = h('i');
    this.element = h('div', { class: 'clock', hidden: true, 'aria-hidden': 'true' }, this.bar);
    /** @type {{seconds: number, until: number} | null} */
    this.clock = null;
    /** @type {Animation | null} */
    this.running = null;
  }

  /** @param {{seconds: number, until: number} | null} clock */
  update(clock) {
    if (clock === this.clock) return;
    this.clock = clock;
    this.element.hidden = !clock;
    this.running?.cancel();
    if (!clock) return;
    const { frames, left } = runningOut(clock, Date.now());
    this.running = this.bar.animate(frames, { duration: left, fill: 'forwards' });
  }
}
