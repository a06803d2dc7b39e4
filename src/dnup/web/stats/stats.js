// *My play*: how the player is doing, from the games finished in this browser. What is not reviewed yet is reviewed in the
// background; with few games it says that it is too early to tell.

import { localDate, readDiary, streaks } from '../daily/daily-history.js';
import { canPlayHere } from '../device/device.js';
import { openGames } from '../device/games.js';
import { shownName } from '../game/names.js';
import { SEATS } from '../game/seats.js';
import { deckText } from '../lobby/options.js';
import { readProgress } from '../puzzles/puzzle-store.js';
import { bars, decimal } from '../review/luck.js';
import { openDialog } from '../shared/dialog.js';
import { fill, find, h, iconNode } from '../shared/dom.js';
import { saveText } from '../shared/download.js';
import { alsoRead, dateLocale, t } from '../shared/i18n.js';
import { startPage } from '../shared/shell.js';
import { at } from '../shared/urls.js';
import { Background, readGames } from './background.js';
import { drawLuck, drawTrend, FEWEST } from './charts.js';
import {
  costs,
  improvement,
  LEVELS,
  levelLosses,
  lossPerDecision,
  luck,
  WINDOW,
  winRate,
  winsInARow,
} from './numbers.js';
import { allGames, chooseSeat, deleteAll, exported, imported, keepReview, MOST_CHARACTERS, mergeIn } from './store.js';

/** @typedef {import('./store.js').Entry} Entry */
/** An entry with what its record says. `level` is that of all bots, `mixed` or `people`.
 * @typedef {Entry & {players: number, deck: string, level: string, won: boolean, hints: number, takeBacks: number, review:
 *   import('./numbers.js').Summary | null}} Played */

/** The themes of puzzles, by kind of decision. @type {Record<string, string>} */
const THEMES = { hold_back: 'hold back a set', reading: 'inference' };
/** With fewer decisions of a kind nothing is said about it. */
const FEWEST_OF_A_KIND = 20;
const NAMES = { players: 'stats.players', level: 'stats.level', deck: 'stats.deck' };

alsoRead(new URL('./words/', import.meta.url));
alsoRead(new URL('../review/words/', import.meta.url));
await startPage();

/** @type {Played[]} */
let all = [];
/** @type {Record<'players' | 'level' | 'deck', string>} */
const filter = { players: '', level: '', deck: '' };
let problem = '';
/** The key of the game that the trend tells about; null for the newest one. @type {string | null} */
let picked = null;

const background = new Background({
  next: () => [...all].reverse().find((one) => one.seat && !one.review && !background.failed.has(one.key)) ?? null,
  reviewed: async (entry, review) => {
    await keepReview(entry.key, entry.seat ?? '', review);
    await read();
  },
  changed: () => showProgress(),
});

/** What the record of an entry says; nothing if it cannot be read. @param {Entry} entry @returns {Played[]} */
function playedOf(entry) {
  try {
    const { players, deck, bots = [], winner, hints = 0, take_backs = 0 } = JSON.parse(entry.record);
    const levels = new Set(
      SEATS.slice(0, players.length)
        .split('')
        .filter((seat) => seat !== entry.seat)
        .map((seat) => (bots.includes(seat) ? players[SEATS.indexOf(seat)] : 'people')),
    );
    const [level] = levels.has('people') ? ['people'] : levels.size > 1 ? ['mixed'] : levels;
    return [
      {
        ...entry,
        players: players.length,
        deck: typeof deck === 'string' ? deck : t('stats.own_deck'),
        level: String(level),
        won: entry.seat !== null && winner === entry.seat,
        hints,
        takeBacks: take_backs,
      },
    ];
  } catch {
    return [];
  }
}

async function read() {
  all = (await allGames()).flatMap(playedOf);
  show();
}

/** The games of the player that are looked at now. */
const chosen = () =>
  all.filter(
    (one) =>
      one.seat !== null
      && (!filter.players || String(one.players) === filter.players)
      && (!filter.level || one.level === filter.level)
      && (!filter.deck || one.deck === filter.deck),
  );

/** Those that say something about how well the player decides: reviewed, and without hints. @param {Played[]} games */
const rated = (games) =>
  /** @type {(Played & {review: import('./numbers.js').Summary})[]} */ (
    games.filter(({ review, hints }) => review && !hints)
  );

/** Chances in points of 100. @param {number} chance @param {number} [digits] */
const points = (chance, digits = 1) => decimal(100 * chance, digits);
/** @param {number | null} error */
const plusMinus = (error) => (error === null ? '' : `±\u00a0${points(2 * error)}`);

function show() {
  const games = chosen();
  const main = find('#page');
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.id;
  const opened = [...main.querySelectorAll('details[open]')].map(({ id }) => id);
  main.classList.toggle('empty', !all.length);
  fill(
    main,
    problem ? h('p', { class: 'problem wide', role: 'alert' }, problem) : null,
    h('section', { class: 'block wide progress', id: 'progress', hidden: true }),
    ...(all.length ? [whose(), filters(), ...blocks(games)] : [nothing()]),
  );
  showProgress();
  draw();
  for (const id of opened) document.getElementById(id)?.setAttribute('open', '');
  if (focused) document.getElementById(focused)?.focus();
}

/** @param {Played[]} games */
function blocks(games) {
  const reviewed = rated(games);
  return [hero(games, reviewed), kinds(reviewed), wins(games), luckBlock(reviewed), inARow(games), list(games), fine()];
}

function draw() {
  const reviewed = rated(chosen());
  const trend = document.querySelector('#trend');
  if (trend) drawTrend(/** @type {SVGElement} */ (trend), reviewed, pickedOf(reviewed));
  const walk = document.querySelector('#luck');
  if (walk) drawLuck(/** @type {SVGElement} */ (walk), reviewed);
}

/** An empty chart, drawn once it is on the page. @param {string} id @param {string} label */
function chart(id, label) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.id = id;
  svg.setAttribute('class', `chart ${id}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  return svg;
}

/** @param {string} title @param {string} kind @param {...(Node | null)} parts */
const block = (title, kind, ...parts) => h('section', { class: `block ${kind}` }, h('h2', {}, title), ...parts);

/** @param {Played[]} games @param {ReturnType<typeof rated>} reviewed */
function hero(games, reviewed) {
  const { decisions, mean, error } = lossPerDecision(reviewed.slice(-WINDOW));
  const total = lossPerDecision(reviewed).decisions;
  const enough = reviewed.length >= WINDOW;
  const better = improvement(reviewed);
  const gaps = { lost: points(mean), error: plusMinus(error) };
  return h(
    'section',
    { class: 'block hero' },
    h(
      'p',
      { class: 'kicker' },
      `${t('stats.games', { count: games.length })} · ${t('stats.decisions', { count: total })}`,
    ),
    h('h1', {}, !reviewed.length ? t('stats.not_yet') : enough ? between(mean, reviewed) : t('stats.too_early')),
    h(
      'p',
      { class: 'note' },
      !decisions
        ? t('stats.none_reviewed')
        : enough
          ? `${t('stats.lost_last', gaps)} ${better ? improved(better) : ''}`
          : t('stats.lost_so_far', { ...gaps, count: WINDOW - reviewed.length }),
    ),
    h(
      'div',
      { class: 'trend-of' },
      chart('trend', t('stats.trend_label', { count: reviewed.length, lost: gaps.lost })),
      reviewed.length ? picker(reviewed) : null,
    ),
    reviewed.length ? h('p', { class: 'picked-game', id: 'picked' }, pickedNodes(reviewed)) : null,
    h('p', { class: 'note legend' }, t('stats.legend')),
  );
}

/** The number of the game that the trend tells about. @param {Played[]} games */
function pickedOf(games) {
  const found = games.findIndex(({ key }) => key === picked);
  return found < 0 ? games.length - 1 : found;
}

/** A slider over the trend, from game to game. @param {Played[]} games */
function picker(games) {
  const input = h('input', {
    type: 'range',
    id: 'pick',
    min: '0',
    max: String(Math.max(games.length, FEWEST) - 1),
    value: String(pickedOf(games)),
    'aria-label': t('stats.pick'),
    'aria-valuetext': factsOf(games[pickedOf(games)]),
  });
  input.addEventListener('input', () => {
    const number = Math.min(Number(input.value), games.length - 1);
    input.value = String(number);
    picked = games[number].key;
    input.setAttribute('aria-valuetext', factsOf(games[number]));
    fill(find('#picked'), ...pickedNodes(games));
    draw();
  });
  return input;
}

/** The game that the trend tells about, with its review. @param {Played[]} games */
function pickedNodes(games) {
  const one = games[pickedOf(games)];
  return [h('span', {}, factsOf(one)), reviewLink(one, '')];
}

/** When a game was played, and what its decisions cost. @param {Played} game */
function factsOf({ at: when, review }) {
  const date = new Intl.DateTimeFormat(dateLocale(), { day: 'numeric', month: 'short' }).format(when);
  if (!review?.decisions) return date;
  const lost = t('stats.lost_each', { lost: points(review.lost / review.decisions) });
  return [date, lost, t('stats.decisions', { count: review.decisions })].join(' · ');
}

/** A game of this device can be gone through again. @param {Played} game @param {string} kind */
function reviewLink({ key, table }, kind) {
  const [id, number] = key.split('#');
  return table ? h('a', { class: kind || null, href: at(`review/?game=${id}&n=${number}`) }, t('home.review')) : null;
}

/** Which levels the player is between. @param {number} mean @param {ReturnType<typeof rated>} games */
function between(mean, games) {
  const losses = levelLosses(games);
  const weaker = LEVELS.findIndex((level) => losses[level] >= mean);
  if (weaker < 0) return t('stats.like', { level: t('levels.easy').toLocaleLowerCase() });
  if (weaker === 0) return t('stats.like', { level: t('levels.expert').toLocaleLowerCase() });
  const [one, other] = [LEVELS[weaker], LEVELS[weaker - 1]].map((level) => t(`levels.${level}`).toLocaleLowerCase());
  return t('stats.between', { one, other });
}

/** @param {NonNullable<ReturnType<typeof improvement>>} better */
function improved({ first, last, sure }) {
  const gaps = { lost: points(first.mean) };
  if (last.mean > first.mean) return t(sure ? 'stats.worse' : 'stats.same', gaps);
  return t(sure ? 'stats.better' : 'stats.same', gaps);
}

/** @param {ReturnType<typeof rated>} games */
function kinds(games) {
  const all = costs(games);
  const most = Math.max(0.001, ...all.map(({ mean, error }) => mean + 2 * (error ?? 0)));
  const enough = games.length >= WINDOW;
  return block(
    t('stats.kinds'),
    'kinds',
    h('p', { class: 'note' }, t(enough ? 'stats.kinds_note' : 'stats.kinds_few')),
    h(
      'ol',
      {},
      all.map(({ kind, count, mean, error }) => {
        const known = enough && count >= FEWEST_OF_A_KIND && error !== null;
        const bar = h(
          'span',
          { class: known ? 'bar-of' : 'bar-of unknown', 'aria-hidden': 'true' },
          h('i'),
          known ? h('u') : null,
        );
        bar.style.setProperty('--v', String(known ? mean / most : 1));
        bar.style.setProperty('--lo', String(Math.max(0, mean - 2 * (error ?? 0)) / most));
        bar.style.setProperty('--hi', String((mean + 2 * (error ?? 0)) / most));
        const theme = THEMES[kind] ?? kind;
        return h(
          'li',
          {},
          h(
            'a',
            { href: at(`puzzles/?theme=${encodeURIComponent(theme)}`), 'data-kind': kind },
            h(
              'span',
              { class: 'named' },
              h('b', {}, t(`stats.kind.${kind}`)),
              h('small', {}, known ? `${points(mean)} ${plusMinus(error)}` : t('stats.of_kind', { count })),
            ),
            bar,
            iconNode('next'),
          ),
        );
      }),
    ),
  );
}

/** @param {Played[]} games */
function wins(games) {
  const levels = [...LEVELS].reverse();
  const rows = [...levels, 'mixed', 'people'].filter((level) => games.some((one) => one.level === level));
  const counts = [2, 3, 4, 5].filter((count) => games.some(({ players }) => players === count));
  const all = winRate(games.filter(({ won }) => won).length, games.length);
  const percent = (/** @type {number} */ rate) => decimal(rate, 0, 'auto', 'percent');
  return block(
    t('stats.won', { won: all.won, count: all.played }),
    'wins',
    h(
      'p',
      { class: 'note' },
      games.length ? t('stats.interval', { low: percent(all.low), high: percent(all.high) }) : '',
    ),
    h(
      'table',
      {},
      h('caption', { class: 'sr' }, t('stats.wins_table')),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, t('stats.players')),
          counts.map((count) => h('th', { scope: 'col' }, String(count))),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map((level) =>
          h(
            'tr',
            {},
            h(
              'th',
              { scope: 'row' },
              levelName(level),
              LEVELS.includes(/** @type {any} */ (level)) ? bars(level) : null,
            ),
            counts.map((count) => {
              const of = games.filter((one) => one.level === level && one.players === count);
              if (!of.length) return h('td', {}, h('span', { 'aria-hidden': 'true' }, '·'));
              const { won, played, rate, low, high } = winRate(of.filter((one) => one.won).length, of.length);
              const meter = h('span', { class: 'rate-of', 'aria-hidden': 'true' }, h('i'), h('u'), h('s'));
              meter.style.setProperty('--v', String(rate));
              meter.style.setProperty('--lo', String(low));
              meter.style.setProperty('--hi', String(high));
              meter.style.setProperty('--fair', String(1 / count));
              return h(
                'td',
                {},
                meter,
                h('span', {}, t('stats.won_of', { won, count: played })),
                h('span', { class: 'sr' }, t('stats.interval', { low: percent(low), high: percent(high) })),
              );
            }),
          ),
        ),
      ),
    ),
    h('p', { class: 'note' }, t('stats.wins_legend')),
  );
}

/** @param {string} level */
const levelName = (level) =>
  t(LEVELS.includes(/** @type {any} */ (level)) ? `levels.${level}` : `stats.against.${level}`);

/** @param {ReturnType<typeof rated>} games */
function luckBlock(games) {
  const { fair, play, luck: lucky, won, range } = luck(games);
  const most = range.at(-1) ?? 0;
  const signed = (/** @type {number} */ number) => decimal(number, 1, 'exceptZero');
  const key = !games.length ? 'few' : Math.abs(lucky) <= most ? 'usual' : lucky > 0 ? 'good' : 'bad';
  const term = (/** @type {string} */ text, /** @type {string} */ name, kind = '') =>
    h('span', { class: kind || null }, h('b', {}, text), t(`stats.sum.${name}`));
  return block(
    t('stats.luck'),
    'luck-block',
    h('p', { class: 'note' }, t(`stats.luck_${key}`, { luck: signed(lucky), range: `±\u00a0${decimal(most, 1)}` })),
    chart('luck', t('stats.luck_label', { luck: signed(lucky), range: `±\u00a0${decimal(most, 1)}` })),
    h(
      'p',
      { class: 'sum' },
      term(decimal(fair, 1), 'fair'),
      term(signed(play), 'play', play < 0 ? 'down' : 'up'),
      term(signed(lucky), 'luck', lucky < 0 ? 'down' : 'up'),
      term(`= ${won}`, 'won'),
    ),
  );
}

/** @param {Played[]} games */
function inARow(games) {
  const days = streaks(readDiary(), localDate());
  const won = winsInARow(games.map((one) => one.won));
  const count = (/** @type {'hints' | 'takeBacks'} */ of) => games.reduce((all, one) => all + one[of], 0);
  const item = (/** @type {number} */ number, /** @type {string} */ what, small = '') =>
    h(
      'li',
      {},
      h('b', {}, String(number)),
      h('span', {}, t(`stats.row.${what}`, { count: number })),
      h('small', {}, small),
    );
  return block(
    t('stats.in_a_row'),
    'rows',
    h(
      'ul',
      {},
      item(won.now, 'games', t('stats.best', { count: won.longest })),
      item(days.now, 'days', t('stats.best', { count: days.longest })),
      item(readProgress().row, 'puzzles'),
      item(count('hints'), 'hints'),
      item(count('takeBacks'), 'take_backs'),
    ),
  );
}

/** Every game, the newest first. @param {Played[]} games */
function list(games) {
  const date = new Intl.DateTimeFormat(dateLocale(), { day: 'numeric', month: 'short', year: 'numeric' });
  const item = (/** @type {Played} */ game) => {
    const { at: when, players, level, won, review, hints } = game;
    const facts = [
      t('stats.players_of', { count: players }),
      levelName(level),
      t(won ? 'stats.was_won' : 'stats.was_lost'),
      review?.decisions ? t('stats.lost_each', { lost: points(review.lost / review.decisions) }) : '',
      hints ? t('stats.with_hints', { count: hints }) : '',
    ];
    return h(
      'li',
      {},
      h('span', {}, h('b', {}, date.format(when)), h('small', {}, facts.filter(Boolean).join(' · '))),
      reviewLink(game, 'btn quiet'),
    );
  };
  return h(
    'details',
    { class: 'block wide games', id: 'games' },
    h('summary', {}, t('stats.all_games', { count: games.length })),
    h('ul', {}, [...games].reverse().map(item)),
  );
}

const fine = () => h('p', { class: 'note wide fine' }, t('stats.fine'));

function nothing() {
  return h(
    'section',
    { class: 'block wide none' },
    h('h1', {}, t('stats.heading')),
    h('p', { class: 'note' }, t('stats.empty')),
    chart('trend', t('stats.empty')),
    h('a', { class: 'btn first big', href: at('') }, iconNode('play'), t('stats.play')),
    h('button', { class: 'btn quiet', onclick: openKeep }, t('stats.elsewhere')),
  );
}

/** Games of several people count only if one says which seat was theirs. */
function whose() {
  const open = all.filter(({ seat, people }) => seat === null && Object.keys(people).length > 1);
  if (!open.length) return null;
  const date = new Intl.DateTimeFormat(dateLocale(), { day: 'numeric', month: 'short' });
  return h(
    'details',
    { class: 'block wide whose', id: 'whose' },
    h('summary', {}, t('stats.whose', { count: open.length })),
    h('p', { class: 'note' }, t('stats.whose_note')),
    open.map(({ key, at: when, people }) =>
      h(
        'label',
        { class: 'field' },
        date.format(when),
        h(
          'select',
          { 'data-whose': key, onchange: (/** @type {Event} */ event) => void mine(key, event) },
          h('option', { value: '' }, t('stats.nobodys')),
          Object.entries(people).map(([seat, name]) => h('option', { value: seat }, shownName(name))),
        ),
      ),
    ),
  );
}

/** @param {string} key @param {Event} event */
async function mine(key, event) {
  const seat = /** @type {HTMLSelectElement} */ (event.target).value;
  await chooseSeat(key, seat || null);
  await read();
  background.look();
}

/** What is looked at: some of the games. */
function filters() {
  const list = (/** @type {keyof typeof filter} */ name, /** @type {(value: string) => string} */ text) => {
    const values = [...new Set(all.filter(({ seat }) => seat).map((one) => String(one[name])))].sort();
    if (values.length < 2 && !filter[name]) return null;
    return h(
      'label',
      { class: 'field' },
      t(NAMES[name]),
      h(
        'select',
        {
          id: `filter-${name}`,
          onchange: (/** @type {Event} */ event) => {
            filter[name] = /** @type {HTMLSelectElement} */ (event.target).value;
            show();
          },
        },
        h('option', { value: '' }, t('stats.all')),
        values.map((value) => h('option', { value, selected: value === filter[name] }, text(value))),
      ),
    );
  };
  return h(
    'div',
    { class: 'filters wide' },
    list('players', (value) => value),
    list('level', levelName),
    list('deck', deckText),
  );
}

function showProgress() {
  const place = document.querySelector('#progress');
  if (!(place instanceof HTMLElement)) return;
  const left = all.filter((one) => one.seat && !one.review && !background.failed.has(one.key)).length;
  place.hidden = !left || !canPlayHere;
  if (place.hidden) return;
  const { state, part, wanted } = background;
  const text = t(`stats.background.${state === 'works' ? 'works' : wanted ? 'waits' : 'stopped'}`, { count: left });
  const percent = decimal(part, 0, 'auto', 'percent');
  if (!place.firstChild)
    fill(
      place,
      h('p', { role: 'status' }),
      h('span', { class: 'percent', 'aria-hidden': 'true' }),
      h('button', {
        class: 'btn',
        id: 'pause',
        onclick: () => {
          background.wanted = !background.wanted;
        },
      }),
    );
  const status = find('p', place);
  if (status.textContent !== text) status.textContent = text;
  find('.percent', place).textContent = state === 'works' ? percent : '';
  find('#pause', place).textContent = t(wanted ? 'stats.background.stop' : 'stats.background.go_on');
}

/** Saved as a file, added from one, deleted. */
function openKeep() {
  const input = h('input', { type: 'file', accept: '.jsonl', id: 'games-file', hidden: true });
  const said = h('p', { role: 'status', class: 'note' });
  const save = h('button', {
    class: 'btn',
    id: 'save-games',
    onclick: () => saveText(`dnup-${localDate()}.jsonl`, exported(all.map(entryOf))),
  });
  const remove = h(
    'button',
    {
      class: 'btn quiet',
      id: 'delete-games',
      onclick: () => {
        dialog.close();
        askToDelete();
      },
    },
    iconNode('bin'),
    t('stats.keep.delete'),
  );
  const update = () => {
    const count = all.length;
    save.hidden = remove.hidden = !count;
    fill(save, iconNode('save'), t('stats.keep.save', { count }));
  };
  update();
  const add = h(
    'button',
    { class: 'btn', id: 'add-games', onclick: () => input.click() },
    iconNode('device'),
    t('stats.keep.add'),
  );
  const dialog = openDialog(
    t('stats.keep.title'),
    h('p', { class: 'note' }, t('stats.keep.note')),
    h('div', { class: 'keeping' }, save, add, input, remove),
    said,
  );
  input.addEventListener('change', async () => {
    const [file] = input.files ?? [];
    input.value = '';
    if (!file) return;
    said.textContent = await addFile(file);
    update();
  });
}

/** Only what an entry has is saved. @param {Played} one @returns {Entry} */
const entryOf = ({ key, table, at, seat, people, record, review }) => ({
  key,
  table,
  at,
  seat,
  people,
  record,
  review,
});

/** @param {File} file */
async function addFile(file) {
  try {
    if (file.size > 4 * MOST_CHARACTERS) throw new Error('too large');
    const entries = imported(await file.text());
    const { readRecord } = await import('../review/record.js');
    for (const { record } of entries) readRecord(JSON.parse(record));
    const added = await mergeIn(entries);
    await read();
    background.look();
    return t('stats.keep.added', { count: added });
  } catch (error) {
    const full = /** @type {Error} */ (error).name === 'QuotaExceededError';
    return t(full ? 'errors.no_room' : 'stats.keep.bad_file');
  }
}

function askToDelete() {
  const dialog = openDialog(
    t('stats.keep.question', { count: all.length }),
    h('p', { class: 'note' }, t('stats.keep.question_note')),
    h(
      'div',
      { class: 'row' },
      h('button', { class: 'btn', onclick: () => dialog.close() }, t('games.delete_no')),
      h('button', { class: 'btn first', id: 'delete-now', onclick: remove }, iconNode('bin'), t('games.delete_yes')),
    ),
  );
  async function remove() {
    const games = await openGames();
    // A table at which a game goes on stays: its game would be lost.
    for (const { id, about, summary } of await games.list())
      if (summary?.phase === 'over' && !about.daily) await games.remove(id);
    await deleteAll(new Set((await games.list()).map(({ id }) => id)));
    dialog.close();
    await read();
  }
}

find('#keep').addEventListener('click', openKeep);
document.addEventListener('language', show);
addEventListener('resize', draw);
try {
  await read();
  await readGames();
  await read();
  background.look();
} catch {
  problem = t('stats.no_store');
  show();
}
