// The page without a game: a list of this browser's games, and a place for a file.

import { against, hasEnded, reviewOf, status } from '../home/game-words.js';
import { inOrder, myGames } from '../home/games.js';
import { gamesHere } from '../home/games-here.js';
import { refusalText } from '../refusals/refusals.js';
import { RefusedError } from '../shared/api.js';
import { h, iconNode } from '../shared/dom.js';
import { t } from '../shared/i18n.js';

const MOST = 30;

/** What is wrong, in a sentence: records that cannot be read come with its key in the locale. @param {any} error
 * @returns {Promise<string>} */
export async function sentence(error) {
  if (error instanceof RefusedError) return refusalText(error);
  return error.key ? t(error.key, { round: 0, move: 0, ...error.where }) : t('errors.offline');
}

/** A button for the player's own file. @param {(file: File) => void} take */
function fileButton(take) {
  const input = h('input', { type: 'file', accept: '.jsonl,.json,application/x-ndjson', class: 'sr', id: 'file' });
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) take(file);
    input.value = '';
  });
  return h('label', { class: 'btn file' }, input, iconNode('save'), t('review.choose_file'));
}

/** Takes files that are dropped anywhere on the page. @param {(file: File) => void} take */
export function takeDrops(take) {
  const root = document.documentElement;
  addEventListener('dragover', (event) => {
    if (![...(event.dataTransfer?.types ?? [])].includes('Files')) return;
    event.preventDefault();
    root.classList.add('dropping');
  });
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) root.classList.remove('dropping');
  });
  addEventListener('drop', (event) => {
    root.classList.remove('dropping');
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    take(file);
  });
}

/** @param {string} problem @param {(file: File) => void} take */
export async function entrance(problem, take) {
  const here = await gamesHere().catch((/** @type {Error} */ error) => {
    if (error.name === 'Silent') problem ||= error.message;
    return [];
  });
  const games = inOrder([...here, ...myGames()]).filter(hasEnded);
  return h(
    'div',
    { class: 'entrance' },
    problem ? h('p', { class: 'problem', role: 'alert' }, problem) : null,
    h('h2', {}, t('review.which')),
    h('p', { class: 'note' }, t('review.which_note')),
    games.length
      ? h(
          'ul',
          { class: 'games' },
          games
            .slice(0, MOST)
            .map((game) =>
              h(
                'li',
                {},
                h('span', {}, h('b', {}, against(game)), h('small', {}, status(game))),
                h('a', { class: 'btn', href: reviewOf(game) }, t('review.open')),
              ),
            ),
        )
      : null,
    h('div', { class: 'drop' }, h('p', {}, t('review.drop')), fileButton(take)),
  );
}
