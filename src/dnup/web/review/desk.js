// The worker of a review, as the page asks it.

import { asker } from '../shared/worker.js';

/** @typedef {import('./replay.js').Outline} Outline */
/** @typedef {import('./replay.js').Shown} Shown */
/** @typedef {{players: string[], rounds: number}} Entry  a game in a file */

/** What is told of a review while it is being made. @type {(news: any) => void} */
let heard = () => {};

const ask = asker(
  () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
  (news) => heard(news),
);

/** @param {(news: any) => void} listener */
export const onNews = (listener) => {
  heard = listener;
};

/** The records of a table on this device, and where its person sits. @param {string} id
 * @returns {Promise<{lines: string[], seat: string | null} | null>} */
export const readDevice = (id) => ask({ what: 'device', data: id });
/** The games in a text. @param {string} text @returns {Promise<Entry[]>} */
export const readText = (text) => ask({ what: 'read', data: text });
/** Opens one of them. @param {number} number @returns {Promise<Outline>} */
export const openGame = (number) => ask({ what: 'open', data: number });
/** A stop as a seat saw it. @param {number} index @param {string | null} seat @returns {Promise<Shown>} */
export const showStop = (index, seat) => ask({ what: 'show', data: { index, seat } });
