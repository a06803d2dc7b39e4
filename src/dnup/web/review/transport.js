// The controls to move through a game: a bar with a section per round, and buttons.

import { fill, h, iconNode } from '../shared/dom.js';
import { t } from '../shared/i18n.js';
import { placeOf } from './address.js';

/** @typedef {import('./replay.js').Outline} Outline */
/** @typedef {{stop: number, kind: string}} Pin  a moment that mattered */

export class Transport {
  /** @param {{go: (stop: number) => void, play: () => void}} does */
  constructor(does) {
    this.does = does;
    /** @type {Outline | null} */
    this.outline = null;
    this.at = 0;
    this.knob = h('span', { class: 'knob' });
    this.pins = h('span', { class: 'pins' });
    this.line = h('div', { class: 'scrub', role: 'slider', tabindex: '0', 'aria-valuemin': '0' });
    this.chapters = h('div', { class: 'chapters' });
    this.where = h('span', { class: 'at' });
    this.playing = this.#tool('play', 'review.play', () => does.play());
    this.playing.classList.add('play-it');
    this.keys = h(
      'div',
      { class: 'player' },
      this.#tool('first', 'review.first', () => does.go(0)),
      this.#tool('prev', 'review.back', () => does.go(this.at - 1)),
      this.playing,
      this.#tool('next', 'review.forward', () => does.go(this.at + 1)),
      this.#tool('final', 'review.last', () => does.go(this.#last)),
      this.where,
    );
    this.element = h('section', { class: 'sheet transport' }, this.line, this.chapters, this.keys);
    this.line.addEventListener('pointerdown', (event) => this.#drag(event));
  }

  get #last() {
    return (this.outline?.events.length ?? 1) - 1;
  }

  /** @param {Parameters<typeof iconNode>[0]} icon @param {string} text @param {() => void} act */
  #tool(icon, text, act) {
    return h('button', { class: 'tool', 'data-do': icon, 'data-t-label': text, onclick: act }, iconNode(icon));
  }

  /** Another game, or another language. @param {Outline} outline */
  open(outline) {
    this.outline = outline;
    const { rounds } = outline;
    const columns = rounds.map(({ moves }) => `${Math.max(moves, 1)}fr`).join(' ');
    for (const row of [this.line, this.chapters]) row.style.gridTemplateColumns = columns;
    fill(this.line, ...rounds.map(() => h('span', { class: 'chap' }, h('i'))), this.pins, this.knob);
    fill(
      this.chapters,
      ...rounds.map(({ first }, i) =>
        h('button', { onclick: () => this.does.go(first) }, t('bar.round', { round: i + 1 })),
      ),
    );
    this.line.setAttribute('aria-label', t('review.move'));
    this.line.setAttribute('aria-valuemax', String(this.#last));
    this.element.setAttribute('aria-label', t('review.transport'));
  }

  /** Marks moments on the line. @param {Pin[]} pins */
  pin(pins) {
    fill(
      this.pins,
      ...pins.map(({ stop, kind }) => {
        const pin = h('i', { class: `pin ${kind}` });
        pin.style.left = `${100 * this.#share(stop)}%`;
        return pin;
      }),
    );
  }

  /** @param {number} at @param {boolean} playing */
  update(at, playing) {
    const { outline } = this;
    if (!outline) return;
    this.at = at;
    const { round, move } = placeOf(outline.rounds, at);
    const { moves } = outline.rounds[round - 1];
    this.knob.style.left = `${100 * this.#share(at)}%`;
    for (const [i, chapter] of [...this.line.querySelectorAll('.chap > i')].entries()) {
      const done = i + 1 < round ? 1 : i + 1 > round ? 0 : moves ? move / moves : 1;
      /** @type {HTMLElement} */ (chapter).style.width = `${100 * done}%`;
    }
    for (const [i, button] of [...this.chapters.children].entries())
      if (i + 1 === round) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    this.line.setAttribute('aria-valuenow', String(at));
    const text = t('review.at', { round, move, count: moves });
    this.line.setAttribute('aria-valuetext', text);
    fill(this.where, h('b', {}, t('review.move_number', { move })), ` ${t('review.of', { count: moves })}`);
    fill(this.playing, iconNode(playing ? 'pause' : 'play'));
    const label = t(playing ? 'review.pause' : 'review.play');
    this.playing.dataset.tLabel = playing ? 'review.pause' : 'review.play';
    this.playing.setAttribute('aria-label', label);
    this.playing.title = label;
  }

  /** How far along the line a stop is; the end of a round and the next deal are at one place. @param {number} stop */
  #share(stop) {
    const rounds = this.outline?.rounds ?? [];
    const lengths = rounds.map(({ moves }) => Math.max(moves, 1));
    const { round, move } = placeOf(rounds, stop);
    const before = lengths.slice(0, round - 1).reduce((sum, length) => sum + length, 0);
    return (before + move) / lengths.reduce((sum, length) => sum + length, 0);
  }

  /** The stop at a place of the line. @param {number} x */
  #stopAt(x) {
    const box = this.line.getBoundingClientRect();
    const share = (x - box.left) / box.width;
    let best = 0;
    for (let stop = 0; stop <= this.#last; stop++)
      if (Math.abs(this.#share(stop) - share) < Math.abs(this.#share(best) - share)) best = stop;
    return best;
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.line.focus({ preventScroll: true });
    this.line.setPointerCapture(event.pointerId);
    const move = (/** @type {PointerEvent} */ { clientX }) => this.does.go(this.#stopAt(clientX));
    move(event);
    this.line.addEventListener('pointermove', move);
    const end = () => this.line.removeEventListener('pointermove', move);
    this.line.addEventListener('lostpointercapture', end, { once: true });
  }
}
