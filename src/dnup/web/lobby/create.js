// Create a table for friends, with a few options.

import { refusalText } from '../refusals/refusals.js';
import { settings } from '../settings/settings.js';
import { createTable, RefusedError } from '../shared/api.js';
import { DECKS } from '../shared/decks.js';
import { choices, openDialog, toggle } from '../shared/dialog.js';
import { h, iconNode } from '../shared/dom.js';
import { t } from '../shared/i18n.js';
import { findOwn, nameOwn, ownDecks } from '../shared/own-decks.js';
import { at } from '../shared/urls.js';
import { ownName } from './names.js';
import { deckText, MEMORIES, otherDecks, timeText } from './options.js';

const TIMES = [15, 30, 60, 300, 86_400];

/** @param {string} text @param {string} name @param {[string, string][]} choices */
const select = (text, name, choices) =>
  h(
    'label',
    { class: 'field' },
    text,
    h(
      'select',
      { name },
      choices.map(([value, label]) => h('option', { value }, label)),
    ),
  );

/** The decks that everyone has, the player's own, and those that this server adds, as soon as it has answered.
 * @param {string} chosen */
function deckChoice(chosen) {
  const own = ownDecks().map(({ title }) => nameOwn(title));
  const choice = select(
    t('lobby.deck'),
    'deck',
    [...DECKS, ...own].map((name) => [name, deckText(name)]),
  );
  const list = choice.querySelector('select');
  if (list && chosen) list.value = chosen;
  const add = (/** @type {[string, string][]} */ decks) =>
    list?.append(...decks.map(([value, title]) => h('option', { value }, title)));
  otherDecks().then(add, () => {});
  return choice;
}

/** @param {string} [deck]  one that was chosen already */
export function openCreate(deck = '') {
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const form = h(
    'form',
    { class: 'create' },
    h(
      'label',
      { class: 'field' },
      t('lobby.name'),
      h('input', {
        type: 'text',
        name: 'name',
        value: ownName(),
        required: true,
        maxlength: '24',
        autocomplete: 'nickname',
      }),
    ),
    choices(
      t('lobby.players'),
      'players',
      [2, 3, 4, 5].map((n) => [String(n), String(n)]),
      String(settings.friends),
    ),
    h(
      'details',
      { open: Boolean(deck) },
      h('summary', {}, t('lobby.more')),
      h(
        'div',
        { class: 'options' },
        choices(
          t('lobby.scoring'),
          'scoring',
          [
            ['letters', t('lobby.scoring_letters')],
            ['points', t('lobby.scoring_points')],
          ],
          'letters',
        ),
        select(
          t('lobby.time'),
          'seconds',
          [null, ...TIMES].map((n) => [String(n ?? ''), timeText(n)]),
        ),
        select(
          t('lobby.memory'),
          'memory',
          MEMORIES.map((memory) => [memory, t(`lobby.memory_${memory}`)]),
        ),
        deckChoice(deck),
        toggle(t('lobby.finish_round'), false, () => {}, 'finish'),
        toggle(t('lobby.public'), false, () => {}, 'public'),
      ),
    ),
    problem,
    h('button', { class: 'btn first big' }, iconNode('friends'), t('lobby.create')),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const text = (/** @type {string} */ name) => String(data.get(name) ?? '');
    settings.name = text('name').trim();
    settings.friends = Number(text('players'));
    const own = findOwn(text('deck'));
    try {
      const joined = await createTable({
        name: ownName(),
        ...(own ? { cards: own.cards } : {}),
        options: {
          players: settings.friends,
          deck: own?.title ?? text('deck'),
          scoring: /** @type {any} */ (text('scoring')),
          memory: /** @type {any} */ (text('memory')),
          seconds: text('seconds') ? Number(text('seconds')) : null,
          public: data.has('public'),
          finish_round: data.has('finish'),
        },
      });
      location.assign(at(`table/${joined.table.id}`));
    } catch (error) {
      problem.hidden = false;
      problem.textContent =
        error instanceof RefusedError ? `${t('errors.create')} ${await refusalText(error)}` : t('errors.offline');
    }
  });
  openDialog(t('lobby.title'), form);
}
