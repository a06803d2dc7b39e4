// What a game of the daily deal has come to, and par: asked of a worker, for a page has better things to do.

/** @typedef {{points: number[], over: boolean}} Result */
/** @typedef {import('../local/games.js').Kept} Kept */

/** @type {Worker | null} */
let worker = null;
/** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
const asked = new Map();
let last = 0;

/** @param {{date: string, rounds?: string[][]}} question */
function ask(question) {
  if (!worker) {
    worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data: { id, answer, error } }) => {
      if (error) asked.get(id)?.reject(new Error(error));
      else asked.get(id)?.resolve(answer);
      asked.delete(id);
    });
    worker.addEventListener('error', (event) => {
      for (const { reject } of asked.values()) reject(new Error(event.message || 'the engine does not start'));
      asked.clear();
    });
  }
  const id = ++last;
  return new Promise((resolve, reject) => {
    asked.set(id, { resolve, reject });
    worker?.postMessage({ id, ...question });
  });
}

/** The moves of each round that was dealt. @param {Kept[]} events */
export function movesOf(events) {
  /** @type {string[][]} */
  const rounds = [];
  for (const event of events) {
    if (event.type === 'round-dealt') rounds.push([]);
    else if (event.type === 'move-made') rounds[rounds.length - 1]?.push(event.move);
  }
  return rounds;
}

/** @param {string} date @param {Kept[]} events @returns {Promise<Result>} */
export const count = (date, events) => ask({ date, rounds: movesOf(events) });

/** @param {string} date @returns {Promise<number[]>} */
export const par = (date) => ask({ date });
