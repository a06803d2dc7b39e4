// A worker that thinks for bots: it gets a view, and answers with what a tree makes of its moves.

import { Mind } from './mind.js';

/** @type {Mind | null} */
let mind = null;
/** The question that is thought about; a later one, or none, stops it. */
let asked = 0;

self.addEventListener('message', async ({ data }) => {
  if ('module' in data) mind = new Mind(data.module, data.deck, data.players);
  if ('network' in data) mind?.learn(data.network);
  asked = data.number ?? 0;
  if (!mind || !data.question) return;
  const votes = await mind.think(data.question, () => asked !== data.number);
  if (votes) self.postMessage({ number: data.number, ...votes });
});
