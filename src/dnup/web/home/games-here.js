// The games on this device, in *My games*: read, saved as records, deleted. They are read when the page is there.
import { Silent } from '../device/storage-errors.js';
import { settings } from '../settings/settings.js';
import { openDialog } from '../shared/dialog.js';
import { h, iconNode } from '../shared/dom.js';
import { saveText } from '../shared/download.js';
import { t } from '../shared/i18n.js';
import { standingsHere } from './games.js';

/** @typedef {import('./games.js').MyGame} MyGame */

const opened = async () => (await import('../device/games.js')).openGames();

/** All games on this device; throws an error with a sentence for the player if the browser does not answer.
 * @returns {Promise<MyGame[]>} */
export async function gamesHere() {
  const games = await opened();
  if (games.why === 'silent') throw new Silent(t('line.silent'));
  return (await games.list()).flatMap((listed) => standingsHere(listed, settings.name));
}

/** All games at a table go into one file, if a round has ended. @param {MyGame} game */
export async function saveGame({ id }) {
  const [games, { recordsOf }, { loadEngine }] = await Promise.all([
    opened(),
    import('../device/record.js'),
    import('../engine/load.js'),
  ]);
  try {
    const kept = await games.load(id);
    const records = kept ? recordsOf(await loadEngine(), kept.events, kept.about) : [];
    if (records.length) saveText(`dnup-${id}.jsonl`, records.map((line) => `${line}\n`).join(''));
  } catch (error) {
    if (/** @type {Error} */ (error).name !== 'Damaged') throw error;
    await saveDamaged(id);
  }
}

/** All that there is of a damaged game, as it is. @param {string} id */
async function saveDamaged(id) {
  const [games, { textOf }] = await Promise.all([opened(), import('../device/stored-game.js')]);
  saveText(`dnup-${id}-damaged.json`, textOf(await games.everything(id)));
}

/** What is said of a damaged game, and what can be done with it. @param {string} id @param {() => void} deleted */
export function damagedParts(id, deleted) {
  const ask = async () => {
    await askToDelete(t('lobby.damaged'), /** @type {MyGame} */ ({ id }));
    const there = await (await opened()).list();
    if (!there.some((game) => game.id === id)) deleted();
  };
  return [
    h('p', { class: 'note' }, t('lobby.damaged_note')),
    h(
      'div',
      { class: 'row' },
      h(
        'button',
        { class: 'btn', 'data-do': 'save', onclick: () => saveDamaged(id) },
        iconNode('save'),
        t('lobby.damaged_save'),
      ),
      h('button', { class: 'btn', 'data-do': 'bin', onclick: ask }, iconNode('bin'), t('games.delete')),
    ),
  ];
}

/** Asks before a game is deleted, because nothing of it is left then; resolves after the decision.
 * @param {string} against @param {MyGame} game @returns {Promise<unknown>} */
export function askToDelete(against, { id }) {
  const dialog = openDialog(
    t('games.delete_question'),
    h('p', {}, h('b', {}, against)),
    h('p', { class: 'note' }, t('games.delete_note')),
    h(
      'div',
      { class: 'row' },
      h('button', { class: 'btn', onclick: () => dialog.close() }, t('games.delete_no')),
      h('button', { class: 'btn first', 'data-do': 'delete', onclick: remove }, iconNode('bin'), t('games.delete_yes')),
    ),
  );
  async function remove() {
    await (await opened()).remove(id);
    dialog.close();
  }
  return new Promise((decided) => dialog.addEventListener('close', decided));
}
