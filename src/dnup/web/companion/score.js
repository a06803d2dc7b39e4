// The score pad for the printed cards: who finished first, who second. It keeps itself, and the screen on.

import { loadEngine } from '../engine/load.js';
import { MAX_NAME } from '../game/names.js';
import { letters } from '../game/seats.js';
import { choices, openDialog, toggle } from '../shared/dialog.js';
import { drawing, fill, find, h, iconNode } from '../shared/dom.js';
import { logo } from '../shared/glyphs.js';
import { alsoRead, t, words } from '../shared/i18n.js';
import { disc } from '../shared/people.js';
import { startPage } from '../shared/shell.js';
import { signNode } from '../shared/signs.js';
import { boxCards, faceRow, faceSign, facesOut } from './faces.js';
import { anotherGame, FEWEST, keepPad, MOST, namesOf, readPad, withPlayers } from './pad.js';
import { Scoring } from './scoring.js';
import { keepScreenOn } from './wake-lock.js';

/** @typedef {import('./scoring.js').Standing} Standing */

const PRINTED = new URL('../decks/decks.json', import.meta.url);

alsoRead(new URL('./words/', import.meta.url));
const coming = loadEngine().catch(() => null);
const list = fetch(PRINTED).then((answer) => answer.json());
await startPage();
/** @type {{printed: string[]}} */
const { printed } = await list;
/** Undefined until the engine is there, null where it cannot run. @type {Scoring | null | undefined} */
let scoring;
let pad = readPad();
let full = false;
const askForScreen = keepScreenOn(() => pad.open);

/** @param {number} number */
const numbered = (number) => t('pad.player', { number });
const everyone = () => namesOf(pad.names, numbered);
/** The sign of a player: initials, or a number without a name. @param {number} i */
const signOf = (i) => disc(pad.names[i].trim() || String(i + 1));
const cardsOut = () => facesOut(boxCards(printed, pad.names.length));
/** @returns {Standing} */
const standing = () =>
  scoring?.standing(pad.names.length, pad.finishRound, pad.taps) ?? {
    rounds: [],
    points: pad.names.map(() => 0),
    winner: null,
    asks: null,
  };

/** Keeps what has changed, and shows it. @param {Partial<import('./pad.js').Pad>} changed */
function change(changed) {
  pad = { ...pad, ...changed };
  full = !keepPad(pad);
  show();
}

function show() {
  find('#setting').hidden = pad.open;
  find('#scores').hidden = !pad.open || !scoring;
  for (const note of document.querySelectorAll('.no-room')) /** @type {HTMLElement} */ (note).hidden = !full;
  if (scoring === null) {
    find('#problem').hidden = false;
    find('#problem').textContent = t('companion.no_engine');
    /** @type {HTMLButtonElement} */ (find('#begin')).disabled = true;
  }
  void askForScreen();
  if (!pad.open || scoring === null) showSetting();
  else if (scoring) showScores(standing());
}

/** Who plays. */
function showSetting() {
  find('#setting').hidden = false;
  find('#scores').hidden = true;
  const players = pad.names.length;
  const counts = Array.from({ length: MOST - FEWEST + 1 }, (_, i) => String(FEWEST + i));
  fill(
    find('#many'),
    choices(
      t('companion.players'),
      'players',
      counts.map((count) => [count, count]),
      String(players),
    ),
  );
  fill(
    find('#names'),
    ...pad.names.map((name, i) =>
      h(
        'label',
        {},
        signOf(i),
        h('span', { class: 'sr' }, t('pad.name_of', { number: i + 1 })),
        h('input', {
          value: name,
          placeholder: numbered(i + 1),
          maxlength: String(MAX_NAME),
          autocomplete: 'off',
          enterkeyhint: i + 1 < players ? 'next' : 'done',
          'data-name': i,
        }),
      ),
    ),
  );
  fill(
    find('#option'),
    players === 2
      ? null
      : toggle(t('pad.finish_round'), pad.finishRound, (on) => change({ finishRound: on }), 'finish'),
  );
  fill(find('#faces'), faceRow(cardsOut()), h('p', { class: 'note' }, cardsText()));
}

/** Which cards to use, in a sentence. */
function cardsText() {
  const out = cardsOut();
  const faces = words.list(out.map((symbol) => [t(`companion.with.${symbol}`)])).join('');
  return `${out.length ? t('companion.leave_out', { faces }) : t('companion.use_all')} ${t('companion.star_starts')}`;
}

/** @param {Standing} now */
function showScores(now) {
  const { winner, asks, rounds } = now;
  const over = asks === null;
  const names = everyone();
  const place = find('#scores');
  place.dataset.n = String(names.length);
  place.classList.toggle('won', over);
  const number = rounds.length + (asks === 'second' || over ? 0 : 1);
  find('#round').textContent = over
    ? t('pad.rounds_played', { count: rounds.length })
    : t('bar.round', { round: number });
  find('#ask').textContent =
    over && winner !== null ? t('pad.wins', { name: names[winner] }) : t(`pad.asks.${asks ?? 'first'}`);
  find('#deal-tip').hidden = over;
  find('#again').hidden = !over;
  showPlayers(names, now);
  showTip();
  showUndo(names, now);
}

/** The rows stay the same elements, so that letters light up and the focus stays.
 * @param {string[]} names @param {Standing} now */
function showPlayers(names, { points, winner, asks, rounds }) {
  const list = find('#players');
  if (list.childElementCount !== names.length || list.dataset.words !== words.language)
    fill(list, ...names.map((_, i) => playerRow(i)));
  list.dataset.words = words.language;
  const current = asks === 'second' ? rounds.at(-1) : null;
  const over = asks === null;
  for (const [i, row] of [...list.children].entries()) {
    const done = current?.first === i;
    const { lit, more } = letters(points[i], names.length);
    row.classList.toggle('done', done);
    row.classList.toggle('winner', over && winner === i);
    const status =
      over && winner === i
        ? t('pad.winner')
        : done
          ? t('pad.finished_first')
          : pad.won[i]
            ? t('pad.games_won', { count: pad.won[i] })
            : pad.star === i && !over
              ? t('pad.starts')
              : '';
    const button = /** @type {HTMLButtonElement} */ (find('.hit', row));
    button.disabled = over || done;
    find('.name', row).textContent = names[i];
    fill(find('.place', row), signOf(i));
    find('small', row).textContent = status;
    find('.lit', row).textContent = t('pad.letters', { count: Math.min(lit, 4) });
    find('.more', row).textContent = more ? `+${more}` : '';
    for (const [j, letter] of row.querySelectorAll('.letter').entries()) {
      letter.classList.toggle('lit', j < lit);
      letter.classList.toggle('unlit', j >= lit);
    }
    const star = find('.starts', row);
    star.setAttribute('aria-pressed', String(pad.star === i));
    star.setAttribute('aria-label', t('pad.has_star', { name: names[i] }));
    star.title = t('pad.has_star', { name: names[i] });
  }
}

/** @param {number} i */
const playerRow = (i) =>
  h(
    'li',
    {},
    h(
      'button',
      { class: 'starts', 'data-star': i, onclick: () => change({ star: pad.star === i ? null : i }) },
      signNode('star'),
    ),
    h(
      'button',
      { class: 'hit', 'data-player': i, onclick: () => tap(i) },
      h('span', { class: 'place' }),
      h('span', { class: 'who' }, h('b', { class: 'name' }), h('small', {})),
      h('span', { class: 'sr lit' }),
      h('span', { class: 'score', 'aria-hidden': 'true' }, drawing(logo(0)), h('b', { class: 'more' })),
    ),
  );

/** @param {number} i */
function tap(i) {
  const before = standing();
  const taps = [...pad.taps, i];
  const names = everyone();
  // The star of this round says nothing about the next one.
  const ended = before.asks !== 'first' || pad.names.length === 2;
  change({ taps, star: ended ? null : pad.star });
  const now = standing();
  const points = now.points[i] - before.points[i];
  const won = now.asks === null && now.winner !== null ? t('pad.wins', { name: names[now.winner] }) : '';
  const gained = letters(points, names.length).lit;
  find('#say').textContent = `${t('pad.gets', { name: names[i], count: gained })} ${won}`.trim();
}

/** The faces whose cards are left out, always in sight. */
function showTip() {
  const out = cardsOut();
  fill(
    find('#deal-tip'),
    h(
      'span',
      { class: 'pictures' },
      out.length ? out.map((symbol) => faceSign(symbol, true)) : faceSign('happy', false),
    ),
    h('span', {}, t(out.length ? 'pad.left_out' : 'pad.all_cards')),
  );
}

/** @param {string[]} names @param {Standing} now */
function showUndo(names, { rounds, asks }) {
  const button = /** @type {HTMLButtonElement} */ (find('#undo'));
  button.disabled = !pad.taps.length;
  const round = rounds.at(-1);
  const last = pad.taps.at(-1);
  const key = names.length === 2 ? 'round' : asks === 'second' || round?.second === null ? 'first' : 'second';
  fill(
    button,
    iconNode('back'),
    h(
      'span',
      {},
      t('pad.undo'),
      last === undefined ? null : h('small', {}, t(`pad.undoes.${key}`, { name: names[last] })),
    ),
  );
}

/** The rounds of this game, and the games of the evening. */
function openRounds() {
  const { rounds, points } = standing();
  const names = everyone();
  const head = h(
    'tr',
    {},
    h('td', {}),
    names.map((name) => h('th', { scope: 'col' }, name)),
  );
  const row = (/** @type {string} */ title, /** @type {(Node | string)[]} */ cells) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, title),
      cells.map((cell) => h('td', {}, cell)),
    );
  const gained = (/** @type {number} */ count) => {
    const { lit, more } = letters(count, names.length);
    return lit ? h('b', {}, `+${lit + more}`) : '·';
  };
  openDialog(
    t('pad.rounds'),
    rounds.length
      ? h(
          'table',
          { class: 'rounds' },
          h('thead', {}, head),
          h(
            'tbody',
            {},
            rounds.map((round, i) => row(String(i + 1), round.points.map(gained))),
            row(
              t('pad.sum'),
              points.map((count) => {
                const { lit, more } = letters(count, names.length);
                const label = t('pad.letters', { count: lit });
                return h(
                  'span',
                  { class: 'score', role: 'img', 'aria-label': label },
                  drawing(logo(lit)),
                  more ? h('small', {}, `+${more}`) : null,
                );
              }),
            ),
            pad.won.some(Boolean) ? row(t('pad.games'), pad.won.map(String)) : null,
          ),
        )
      : h('p', { class: 'note' }, t('pad.no_round')),
  );
}

/** Other players begin another game, so it is asked while one goes on. */
function askForPlayers() {
  const { asks, winner } = standing();
  if (asks === null) return change({ ...anotherGame(pad, winner), open: false });
  if (!pad.taps.length) return change({ open: false });
  const dialog = openDialog(
    t('pad.change_players'),
    h('p', { class: 'note' }, t('pad.change_note')),
    h(
      'div',
      { class: 'row' },
      h('button', { class: 'btn', onclick: () => dialog.close() }, t('pad.go_on')),
      h(
        'button',
        {
          class: 'btn first',
          'data-do': 'leave',
          onclick: () => {
            dialog.close();
            change({ open: false });
          },
        },
        t('pad.change'),
      ),
    ),
  );
}

find('#setting').addEventListener('change', (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  if (input.name !== 'players') return;
  change(withPlayers(pad, Number(input.value)));
  find(`#many input[value="${input.value}"]`).focus();
});
find('#names').addEventListener('input', (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  pad.names[Number(input.dataset.name)] = input.value;
  full = !keepPad(pad);
});
find('#names').addEventListener('change', () => {
  for (const [i, place] of [...document.querySelectorAll('#names .disc')].entries()) place.replaceWith(signOf(i));
});
find('#setting').addEventListener('submit', (event) => {
  event.preventDefault();
  change({ open: true });
  find('#ask').focus({ preventScroll: true });
});
find('#undo').addEventListener('click', () => {
  change({ taps: pad.taps.slice(0, -1) });
  find('#say').textContent = t('pad.undone');
});
find('#another').addEventListener('click', () => {
  change(anotherGame(pad, standing().winner));
  find('#ask').focus({ preventScroll: true });
});
find('#rounds').addEventListener('click', openRounds);
find('#people').addEventListener('click', askForPlayers);
find('#deal-tip').addEventListener('click', () =>
  openDialog(t('companion.which_cards'), faceRow(cardsOut()), h('p', { class: 'note' }, cardsText())),
);
show();
void coming.then((engine) => {
  scoring = engine && new Scoring(engine);
  // The form needs no engine, and somebody may be typing in it.
  if (pad.open || !scoring) show();
});
document.addEventListener('language', show);
// Another tab of this device has the same pad.
addEventListener('storage', () => {
  pad = readPad();
  show();
});
