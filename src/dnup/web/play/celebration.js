// The moment a round ends, before its result: the winner's letters light up one by one, and a won game turns the word
// upside down in lights. It takes less than two seconds, and a press ends it.

import { settings } from '../settings/settings.js';
import { drawing, h, nodes } from '../shared/dom.js';
import { LETTERS } from '../shared/glyphs.js';
import { play } from '../shared/sounds.js';
import { lengthOf, TIMES } from './moment.js';

/** @typedef {import('./moment.js').Kind} Kind */
/** @typedef {import('./moment.js').Moment} Moment */

/** How a phone vibrates: milliseconds on, off, on. @type {Partial<Record<Kind, number[]>>} */
const VIBRATION = { 'game-won': [40, 60, 40, 60, 120], 'round-won': [40] };

/** The word with lights in its letters. @param {Moment} moment */
const word = ({ before }) =>
  drawing(
    `<svg class="logo" viewBox="-20 -20 316 180">${Object.values(LETTERS)
      .map(
        (d, i) =>
          `<path class="letter unlit" d="${d}"/><g class="${i < before ? 'on' : ''}"><path class="letter" d="${d}"/><path class="bulbs" d="${d}"/></g>`,
      )
      .join('')}</svg>`,
  );

/** Shows a moment. It is over by itself, when a key or the screen is pressed, or when its signal says so.
 * @param {Moment} moment @param {import('../shared/i18n.js').Part[]} headline @param {AbortSignal} signal
 * @returns {Promise<void>} */
export async function celebrate(moment, headline, signal) {
  const { kind, before, lit, points } = moment;
  play(kind);
  const vibration = VIBRATION[kind];
  if (vibration && settings.vibrates) navigator.vibrate?.(vibration);
  if (settings.motion === 'none' || signal.aborted) return;
  const pace = settings.motion === 'fast' ? 0.6 : 1;
  const shown = points === null ? h('div', { class: 'word' }, word(moment)) : h('b', { class: 'gained' }, `+${points}`);
  const element = h('div', { class: `moment ${kind}`, 'aria-hidden': 'true' }, h('p', {}, nodes(headline)), shown);
  document.body.append(element);
  const over = new AbortController();
  const end = () => over.abort();
  signal.addEventListener('abort', end);
  for (const press of ['pointerdown', 'keydown']) addEventListener(press, end, { capture: true, signal: over.signal });
  const fresh = [...shown.querySelectorAll('g')].slice(before, lit);
  for (const [i, letter] of fresh.entries())
    setTimeout(() => letter.classList.add('on'), (TIMES.begin + i * TIMES.letter) * pace);
  if (kind === 'game-won')
    setTimeout(() => shown.classList.add('turned'), (TIMES.begin + fresh.length * TIMES.letter) * pace);
  await new Promise((done) => {
    over.signal.addEventListener('abort', done);
    setTimeout(done, lengthOf(moment) * pace);
  });
  end();
  signal.removeEventListener('abort', end);
  element.remove();
}
