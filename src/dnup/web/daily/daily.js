// The daily game of a date: what it is, one button; and once it is played, the card with what came of it.

import { deckOf, FIRST_DATE, LEVEL, PLAYERS } from '../device/daily.js';
import { canPlayHere, createLocal } from '../device/device.js';
import { openGames } from '../device/games.js';
import { ownName } from '../lobby/names.js';
import { refusalText } from '../refusals/refusals.js';
import { settings } from '../settings/settings.js';
import { fill, find, h, iconNode } from '../shared/dom.js';
import { alsoRead, t } from '../shared/i18n.js';
import { notice } from '../shared/notice.js';
import { startPage } from '../shared/shell.js';
import { at } from '../shared/urls.js';
import { band, days, fieldChart, pillars, sharing, verdictText } from './card.js';
import { isDate, localDate, sum, widened } from './daily-history.js';
import { begin, lookUp, noteField } from './day.js';
import { dateText, share } from './sharing.js';
import * as counting from './worker-client.js';

/** @typedef {import('./day.js').Day} Day */
/** @typedef {import('./day.js').Played} Played */

const card = find('main > article');
const opened = openGames();
/** Counts what was asked for: only the answer to the last question is shown. */
let asked = 0;
let today = localDate();

/** The date in the address, or today. */
const wanted = () => location.hash.slice(1) || localDate();

async function show() {
  const turn = ++asked;
  const date = wanted();
  today = localDate();
  const problem = whyNot(date);
  if (problem) {
    fill(card, band(isDate(date) ? date : today, t('daily.title'), problem), other(date));
    return;
  }
  try {
    const parts = await look(date);
    if (turn === asked) fill(card, ...parts);
  } catch {
    if (turn === asked) fill(card, band(date, t('daily.title'), t('errors.offline')));
  }
}

/** What is shown of a day. @param {string} date */
async function look(date) {
  const day = await lookUp(date, today, await opened, counting);
  if (!day.kept) notice(t('daily.not_kept'));
  if (day.made) return result(day, day.made);
  if (!onlyPractice(day) || !day.practice?.result.over) return invitation(day);
  return result(day, { points: day.practice.result.points, par: await counting.par(date) });
}

/** Whether nothing counts any more on this day. @param {Day} day */
const onlyPractice = ({ record }) => record === 'past' || record === 'gone';

/** Why there is nothing to play. @param {string} date */
function whyNot(date) {
  if (!isDate(date) || date < FIRST_DATE)
    return t('daily.no_date', { date: dateText(FIRST_DATE, { day: 'numeric', month: 'long', year: 'numeric' }) });
  if (date > today) return t('daily.future');
  return canPlayHere ? '' : t('daily.not_here');
}

/** A link to today's deal, on the page of another date. @param {string} date */
const other = (date) =>
  date === today
    ? null
    : h('div', { class: 'body' }, h('a', { class: 'btn first big', href: at('daily/') }, t('daily.today')));

/** Before it is played to its end. @param {Day} day */
function invitation(day) {
  const practice = onlyPractice(day);
  const game = practice ? day.practice : day.played;
  const text = { past: 'daily.past', gone: 'daily.gone' }[/** @type {string} */ (day.record)];
  return [
    band(day.date, t('daily.kicker'), t('daily.same_cards')),
    h(
      'div',
      { class: 'body' },
      h('p', {}, t('daily.about', { level: t(`levels.${LEVEL}`) })),
      h('p', { class: 'note' }, t(text ?? 'daily.once')),
      h(
        'button',
        { class: 'btn first big', id: 'play', onclick: press(() => play(day.date, game, practice)) },
        iconNode('play'),
        label(game, practice),
      ),
      days(day.date, today),
    ),
  ];
}

/** Points, rounds, days, the line to share. @param {Day} day @param {import('./daily-history.js').Made} made */
function result(day, made) {
  const practice = !day.made;
  const again = day.practice?.result.over ? null : day.practice;
  const note =
    !practice && day.practice?.result.over
      ? h('p', { class: 'note' }, t('daily.last_practice', { count: sum(day.practice.result.points) }))
      : null;
  return [
    band(day.date, t(practice ? 'daily.kicker_practice' : 'daily.kicker'), verdictText(made), made),
    h(
      'div',
      { class: 'body' },
      pillars(made),
      made.field ? fieldChart(made.field, sum(made.points)) : bots(day, made),
      reviews(day),
      days(day.date, today),
      practice ? null : sharing(day.date, made, hand),
      h(
        'div',
        { class: 'after' },
        h(
          'button',
          { class: 'btn', id: 'practice', onclick: press(() => play(day.date, again, true)) },
          iconNode('turn'),
          t(again ? 'daily.go_on_practice' : 'daily.again'),
        ),
        note,
      ),
    ),
  ];
}

/** How many bots play the day in the person's seat, and how many at a time. */
const [BOTS, AT_ONCE] = [100, 5];

/** Lets bots play the day, shows how far they are, and then the result with what they made.
 * @param {Day} day @param {import('./daily-history.js').Made} made */
function bots(day, made) {
  const bar = h('progress', { max: BOTS, value: 0, 'aria-labelledby': 'bots' });
  const text = h('span', { id: 'bots' }, t('field.playing', { count: 0, all: BOTS }));
  const turn = asked;
  const play = async () => {
    let field = /** @type {import('./daily-history.js').Field} */ ({ totals: [], rounds: [] });
    for (let count = 0; count < BOTS; count += AT_ONCE) {
      field = widened(field, await counting.others(day.date, count, AT_ONCE));
      if (turn !== asked) return; // another day is looked at
      bar.value = count + AT_ONCE;
      text.textContent = t('field.playing', { count: count + AT_ONCE, all: BOTS });
    }
    if (day.made) noteField(day.date, field);
    const focused = document.activeElement?.id;
    fill(card, ...result(day, { ...made, field }));
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  };
  void play().catch(() => bar.closest('section')?.remove()); // without them the result is as it was: par
  return h('section', { class: 'field-progress' }, text, bar);
}

/** The way to the review of each round, as long as the game is on this device. @param {Day} day */
function reviews({ played, practice, made }) {
  const game = made ? played : practice;
  if (!game?.result.over) return null;
  return h(
    'nav',
    { class: 'reviews', 'aria-label': t('home.review') },
    game.result.points.map((_, i) =>
      h(
        'a',
        { class: 'btn', href: at(`review/?game=${game.game}&n=${i + 1}`) },
        iconNode('eye'),
        t('field.review', { round: t('bar.round', { round: i + 1 }) }),
      ),
    ),
  );
}

/** @param {Played | null} game @param {boolean} practice */
function label(game, practice) {
  if (game) return `${t('games.go_on')}: ${t('bar.round', { round: game.result.points.length })}`;
  return t(practice ? 'daily.practise' : 'home.play');
}

/** A button is pressed once; if nothing comes of it, it says why. @param {() => Promise<void>} work */
const press =
  (work) =>
  async (/** @type {{currentTarget: HTMLButtonElement}} */ { currentTarget: button }) => {
    button.disabled = true;
    try {
      await work();
    } catch (error) {
      button.disabled = false;
      const { name } = /** @type {Error} */ (error);
      notice(name === 'Full' ? t('errors.no_room') : await refusalText({ code: 'not-saved' }));
    }
  };

/** Go on with a game, or begin one. @param {string} date @param {Played | null} game @param {boolean} practice */
async function play(date, game, practice) {
  let id = game?.game;
  if (!id && !practice) {
    // Another tab may have begun it by now.
    const day = await lookUp(date, localDate(), await opened, counting);
    if (day.record !== 'new') return day.played ? location.assign(at(`table/#${day.played.game}`)) : show();
  }
  if (!id) {
    id = await createLocal({
      name: ownName(),
      players: PLAYERS,
      levels: [LEVEL],
      deck: deckOf(date),
      scoring: 'points',
      daily: { date },
    });
    if (!practice) begin(date, id);
    settings.knows = true; // a person who plays is no newcomer
  }
  location.assign(at(`table/#${id}`));
}

/** @param {string} text */
async function hand(text) {
  try {
    if (await share(text)) find('#share span').textContent = t('daily.copied');
  } catch {
    getSelection()?.selectAllChildren(find('.sharing output')); // there to be copied by hand
  }
}

alsoRead(new URL('./words/', import.meta.url));
await startPage();
// From now on the address counts: a day that is asked for while this one is loading replaces it.
addEventListener('hashchange', async () => {
  await show();
  find('h1').focus({ preventScroll: true });
});
document.addEventListener('language', show);
// A page from the back/forward cache shows the day as it is now, and after midnight the next one.
addEventListener('pageshow', ({ persisted }) => persisted && void show());
document.addEventListener('visibilitychange', () => today !== localDate() && void show());
await show();
