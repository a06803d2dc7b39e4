// The thinking time of the turn, as a bar that runs out along the upper edge of the table.
import { h } from '../shared/dom.js';

const SHORT = 10_000;

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
    const left = Math.max(clock.until - Date.now(), 0);
    const share = Math.min(left / (clock.seconds * 1000), 1);
    const warns = left > SHORT ? SHORT / left : 1;
    this.running = this.bar.animate(
      [
        { transform: `scaleX(${share})`, background: left > SHORT ? 'var(--accent)' : 'var(--warn)' },
        { background: left > SHORT ? 'var(--accent)' : 'var(--warn)', offset: 1 - warns },
        { transform: 'scaleX(0)', background: 'var(--warn)' },
      ],
      { duration: left, fill: 'forwards' },
    );
  }
}
