// The state of a day in this browser: its game that counts, and the last practice game. No DOM. The first game that was
// started on the day itself counts; when it has ended, the daily history has its result.
import { localDate, readDiary, write } from './daily-history.js';

/** @typedef {import('./daily-history.js').Entry} Entry */
/** @typedef {import('./worker-client.js').Result} Result */
/** @typedef {import('../device/games.js').Games} Games */
/** A game, and how far it has come. @typedef {{game: string, result: Result}} Played */
/** @typedef {object} Day
 * @property {string} date
 * @property {'new' | 'begun' | 'done' | 'gone' | 'past'} record  `gone` is begun and deleted, `past` can no longer be begun
 * @property {Played | null} played  the game for the record, if it is still there
 * @property {import('./daily-history.js').Made | null} made  what it came to, once it has ended
 * @property {Played | null} practice  the last game for practice
 * @property {boolean} kept  whether the diary could be written */

/** @param {string} date @param {string} today @param {Games} games
 * @param {{count: typeof import('./worker-client.js').count, par: typeof import('./worker-client.js').par}} counting
 * @returns {Promise<Day>} */
export async function lookUp(date, today, games, { count, par }) {
  const all = (await games.list())
    .filter(({ about }) => about?.daily === date && typeof about.created === 'string')
    .sort((one, other) => one.about.created.localeCompare(other.about.created));
  const look = async (/** @type {string} */ id) => {
    try {
      const kept = await games.load(id);
      return kept && { game: id, result: await count(date, kept.events) };
    } catch (error) {
      if (!isDamaged(error)) throw error;
      return null; // a damaged game counts as deleted
    }
  };
  const begun = all.find(({ about }) => localDate(new Date(about.created)) === date);
  let entry = readDiary()[date] ?? (begun ? { game: begun.id } : null);
  const played = entry && (await look(entry.game));
  let kept = true;
  if (entry && !entry.points && played?.result.over) {
    entry = { game: entry.game, points: played.result.points, par: await par(date) };
    kept = note(date, entry);
  }
  const last = all.filter(({ id }) => id !== entry?.game).pop();
  return {
    date,
    record: entry?.points ? 'done' : entry ? (played ? 'begun' : 'gone') : date === today ? 'new' : 'past',
    played,
    made:
      entry?.points && entry.par
        ? { points: entry.points, par: entry.par, ...(entry.field ? { field: entry.field } : {}) }
        : null,
    practice: last ? await look(last.id) : null,
    kept,
  };
}

/** Whether a game could not be read, as opposed to anything that may be better later. @param {any} error */
const isDamaged = (error) => error.name === 'Damaged';

/** A game is for the record from now on. @param {string} date @param {string} game */
export const begin = (date, game) => note(date, { game });

/** Notes what bots made of a day that is done. @param {string} date @param {import('./daily-history.js').Field} field */
export function noteField(date, field) {
  const entry = readDiary()[date];
  if (entry?.points) note(date, { ...entry, field });
}

/** Stores an entry; false if storage is full. @param {string} date @param {Entry} entry */
function note(date, entry) {
  try {
    write(date, entry);
    return true;
  } catch {
    return false;
  }
}
