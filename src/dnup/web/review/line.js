// The line of a better move: its moves as pictures that can be looked at one by one, or played through on the table.

import { h, iconNode, nodes } from '../shared/dom.js';
import { t, words } from '../shared/i18n.js';
import { stepWords } from './explanations.js';

/** @typedef {import('../game/state.js').Game} Game */
/** @typedef {import('../analysis/estimators.js').LineMove} LineMove */

/** How long a move is looked at while a line runs by itself, in milliseconds. */
const PAUSE = 1100;

/** @typedef {object} LineState
 * @property {Game} game  the table before the line
 * @property {LineMove[]} line
 * @property {boolean} wins  whether it wins by force
 * @property {number | null} step  the move whose table is shown: 2; null if the table is that before the line
 * @property {boolean} playing */

/** The moves of a line, each a button that shows the table after it.
 * @param {LineState} state @param {{show: (step: number | null) => void, play: () => void}} does */
export function lineStrip({ game, line, wins, step, playing }, does) {
  const label = t(wins ? 'review.line_wins' : 'review.line');
  const play = t(playing ? 'review.pause' : 'review.play');
  return h(
    'section',
    { class: 'line', 'aria-label': label },
    h(
      'div',
      { class: 'headrow' },
      h('p', { class: 't' }, label),
      h(
        'button',
        { class: 'tool play-line', 'data-key': 'play-line', 'aria-label': play, title: play, onclick: does.play },
        iconNode(playing ? 'pause' : 'play'),
      ),
    ),
    h(
      'ol',
      { class: 'steps' },
      line.map((one, index) =>
        h(
          'li',
          {},
          h(
            'button',
            {
              'data-key': `step${index}`,
              'aria-pressed': String(step === index),
              onclick: () => does.show(step === index ? null : index),
            },
            nodes(stepWords(words, game, one)),
          ),
        ),
      ),
    ),
  );
}

/** Lines that run by themselves: a page has one at a time. */
export class LinePlayer {
  /** Counts up, so that a line that was stopped does not go on. */ #run = 0;
  playing = false;

  stop() {
    this.#run++;
    this.playing = false;
  }

  /** Shows the moves one after the other, from the one after `step` on, or from the first.
   * @param {number} length @param {number | null} step @param {(step: number) => Promise<unknown>} show
   * @param {() => void} changed */
  async play(length, step, show, changed) {
    const run = ++this.#run;
    this.playing = true;
    for (let next = step === null || step === length - 1 ? 0 : step + 1; next < length; next++) {
      await show(next);
      if (run !== this.#run) return;
      if (next < length - 1) await new Promise((done) => setTimeout(done, PAUSE));
      if (run !== this.#run) return;
    }
    this.playing = false;
    changed();
  }
}
