// What players show each other: drawn signs instead of the system's emoji, and phrases in the language of each reader.

import { drawing, h } from '../shared/dom.js';
import { t } from '../shared/i18n.js';

/** @typedef {import('../messages.d.ts').React['emoji']} Reaction */

const FACE = '<circle cx="12" cy="12" r="9"/>';
const EYES = '<path d="M8.8 9.2V10.4M15.2 9.2V10.4"/>';

/** The signs, in a box of 24 x 24, and what they are called in the locale.
 * @type {Partial<Record<Reaction, {name: string, sign: string}>>} */
const SIGNS = {
  '👏': {
    name: 'clap',
    sign: '<path d="M6.2 13.4 11 8.2A1.5 1.5 0 0 1 13.2 10.2L15 8.2A1.5 1.5 0 0 1 17.2 10.2L18 9.4A1.5 1.5 0 0 1 20 11.4L15.2 17.4A5.2 5.2 0 0 1 6.6 18.4Z"/><path d="M5.4 6.4 4 4.6M9.2 4.6 9 2.6M12.8 5 14 3.2"/>',
  },
  '😂': {
    name: 'laugh',
    sign: `${FACE}<path d="M7.4 10.2Q9 8 10.6 10.2M13.4 10.2Q15 8 16.6 10.2"/><path d="M7.6 13.4H16.4A4.4 4.4 0 0 1 7.6 13.4Z" fill="currentColor"/>`,
  },
  '😮': { name: 'wow', sign: `${FACE}${EYES}<ellipse cx="12" cy="15.4" rx="2.1" ry="2.5" fill="currentColor"/>` },
  '🤔': {
    name: 'think',
    sign: `${FACE}<path d="M8.8 9.8V10.8M15.2 9.8V10.8M13.6 6.8 17 7.8M9 15.8 14.6 14.4"/><path d="M5 21.4 8.6 17.6"/>`,
  },
  '😭': {
    name: 'cry',
    sign: `${FACE}<path d="M7 9.8H10.4M13.6 9.8H17M8.6 12.4V17.2M15.4 12.4V17.2M10.2 16.6Q12 14.8 13.8 16.6"/>`,
  },
  '🎉': {
    name: 'party',
    sign: '<path d="M4 20 8.4 8.6 15.4 15.6Z"/><path d="M12 8C12 5.6 13.4 4.4 13.2 2.8M16 12C18.4 12 19.6 10.6 21.2 10.8M14.4 9.6 17.4 6.6"/><path d="M18.6 3.4V3.6M8.4 3.6V3.8M20.4 15.6V15.8" stroke-width="2.8"/>',
  },
  '👋': {
    name: 'wave',
    sign: '<path d="M8 14.4 5.6 9.8A1.4 1.4 0 0 1 8 8.4L10 11.6 7.6 6.6A1.4 1.4 0 0 1 10 5.4L12.6 10.4 11 5.4A1.4 1.4 0 0 1 13.6 4.6L15.4 9.8 15.2 6.4A1.4 1.4 0 0 1 18 6.2L18.6 13.4A6 6 0 0 1 8 14.4Z"/><path d="M3.4 15.4A9 9 0 0 0 7 19.6M19.6 3A7 7 0 0 1 21.4 6"/>',
  },
  '🙃': {
    name: 'upside_down',
    sign: `<g transform="rotate(180 12 12)">${FACE}${EYES}<path d="M8 14.4A4.8 4.8 0 0 0 16 14.4"/></g>`,
  },
};

const REACTIONS = /** @type {Reaction[]} */ (Object.keys(SIGNS));
const PHRASES = /** @type {const} */ (['hello', 'nice', 'oops', 'thanks', 'wait', 'good-game']);

/** A reaction in words. @param {Reaction} reaction */
export const reactionText = (reaction) => t(`react.${SIGNS[reaction]?.name ?? reaction.replaceAll('-', '_')}`);

/** A reaction as it is shown. @param {Reaction} reaction @returns {Element} */
export function reactionNode(reaction) {
  const sign = SIGNS[reaction]?.sign;
  if (!sign) return h('span', { class: 'phrase' }, reactionText(reaction));
  return drawing(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${sign}</svg>`);
}

/** Opens a strip over the bar, not over the table: a press shows something to everyone and closes it.
 * @param {HTMLElement} opener  the button that the focus returns to @param {(reaction: Reaction) => void} react */
export function openReactions(opener, react) {
  const over = new AbortController();
  const close = () => {
    over.abort();
    strip.remove();
    opener.setAttribute('aria-expanded', 'false');
  };
  const button = (/** @type {Reaction} */ reaction, /** @type {string | null} */ label) =>
    h(
      'button',
      {
        'data-reaction': reaction,
        'aria-label': label,
        title: label,
        onclick: () => {
          close();
          opener.focus();
          react(reaction);
        },
      },
      reactionNode(reaction),
    );
  const strip = h(
    'div',
    { class: 'reactions', role: 'region', 'aria-label': t('menu.react') },
    h('div', {}, ...REACTIONS.map((one) => button(one, reactionText(one)))),
    h('div', {}, ...PHRASES.map((one) => button(one, null))),
  );
  document.body.append(strip);
  opener.setAttribute('aria-expanded', 'true');
  strip.querySelector('button')?.focus();
  const { signal } = over;
  addEventListener(
    'pointerdown',
    ({ target }) => {
      if (!(target instanceof Node && (strip.contains(target) || opener.contains(target)))) close();
    },
    { capture: true, signal },
  );
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') {
        close();
        opener.focus();
      }
      // Keys of the table are not for those who choose here.
      if (strip.contains(/** @type {Node} */ (event.target)) && event.key !== 'Tab') event.stopImmediatePropagation();
    },
    { capture: true, signal },
  );
}
