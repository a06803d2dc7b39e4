// The daily deal of a date: what it is, one button; and once it is played, the card with what came of it.

import { deckOf, FIRST_DATE, LEVEL, PLAYERS } from '../device/daily.js';
import { canPlayHere, createLocal } from '../device/device.js';
import { openGames } from '../device/games.js';
import { ownName } from '../lobby/names.js';
import { refusalText } from '../refusals/refusals.js';
import { settings } from '../settings/settings.js';
import { fill, find, h, iconNode } from '../shared/dom.js';
import { t } from '../shared/i18n.js';
import { notice } from '../shared/notice.js';
import { startPage } from '../shared/shell.js';
import { at } from '../shared/urls.js';
import { band, comparison, days, pillars, sharing } from './card.js';
import { isDate, localDate, sum } from './daily-history.js';
import { begin, lookUp } from './day.js';
import { dateText, share } from './sharing.js';
import * as counting from './worker-client.js';

/** @typedef {import('./day.js').Day} Day */
/** @typedef {import('./day.js').Played} Played */

const card = find('main > article');
const opened = openGames();
/** Only what was asked for last is shown. */
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
    band(
      day.date,
      t(practice ? 'daily.kicker_practice' : 'daily.kicker'),
      `${comparison(made.points, made.par)} ${t('daily.same_cards')}`,
      made,
    ),
    h(
      'div',
      { class: 'body' },
      pillars(made.points, made.par),
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
    settings.knows = true; // who has played is not new here
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

await startPage();
// From now on the address counts: who asks for another day while this one is looked up gets that one.
addEventListener('hashchange', async () => {
  await show();
  find('h1').focus({ preventScroll: true });
});
document.addEventListener('language', show);
// A page from the back/forward cache shows the day as it is now, and after midnight the next one.
addEventListener('pageshow', ({ persisted }) => persisted && void show());
document.addEventListener('visibilitychange', () => today !== localDate() && void show());
await show();
