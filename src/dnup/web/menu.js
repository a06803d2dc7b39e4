// The menu of the table, and the reactions.
import { choices, openDialog, toggle } from './dialog.js';
import { h, iconNode } from './dom.js';
import { LANGUAGES, switchTo, t, words } from './i18n.js';
import { KEYS } from './keys.js';
import { settings } from './settings.js';
import { toggleTheme } from './shell.js';
import { play } from './sounds.js';

/** @typedef {import('./game/state.js').Game} Game */
/** @typedef {import('./messages.d.ts').React['emoji']} Emoji */

/** @type {Emoji[]} */
const EMOJI = ['👏', '😂', '😮', '🤔', '😭', '🎉', '👋', '🙃'];

/** @param {Game} game @param {{lobby: () => void, leave: () => void, aid: () => void}} does */
export function openMenu(game, does) {
  const volume = h('input', { type: 'range', min: '0.1', max: '1', step: '0.1', value: settings.volume, 'aria-label': t('bar.volume') });
  volume.addEventListener('change', () => {
    settings.volume = Number(volume.value);
    play('turn');
  });
  const and = (/** @type {() => void} */ act) => () => {
    dialog.close();
    act();
  };
  const seated = game.seat !== null && game.table?.phase !== 'open';
  const dialog = openDialog(t('menu.title'),
    h('div', { class: 'row' }, toggle(t('menu.sound'), settings.sound, (on) => {
      settings.sound = on;
      play('turn');
    }), volume),
    motionChoice(),
    toggle(t('menu.notify'), settings.notify, (on) => void askToNotify(on)),
    h('p', { class: 'note', id: 'notify-note', hidden: true }, t('menu.notify_denied')),
    h('div', { class: 'row' },
      h('button', { class: 'btn', onclick: toggleTheme }, iconNode('theme'), t('bar.theme')),
      h('button', { class: 'btn', onclick: and(does.lobby) }, iconNode('friends'), t('menu.link')),
      h('button', { class: 'btn', onclick: and(does.aid) }, iconNode('help'), t('bar.help')),
      h('a', { class: 'btn', href: '/rules', target: '_blank' }, iconNode('learn'), t('menu.rules'))),
    h('div', { class: 'lang', role: 'group', 'aria-label': t('bar.language') }, Object.entries(LANGUAGES).map(([code, name]) => h('button', {
      lang: code, 'aria-pressed': String(code === words.language), onclick: and(() => void switchTo(/** @type {any} */ (code))),
    }, name))),
    h('details', { class: 'keys' }, h('summary', {}, t('keys.title')), h('dl', {}, KEYS.flatMap(([keys, text]) => [
      h('dt', {}, keys.flatMap((key, i) => [i ? ' – ' : '', h('kbd', {}, key)])), h('dd', {}, t(`keys.${text}`))]))),
    seated ? h('button', { class: 'btn quiet', onclick: and(() => askToLeave(does.leave)) }, iconNode('leave'), t('lobby.leave_seat')) : null);
}

/** How fast cards move. */
function motionChoice() {
  const group = choices(t('motion.title'), 'motion', ['slow', 'normal', 'fast', 'none'].map((speed) => [speed, t(`motion.${speed}`)]), settings.motion);
  group.addEventListener('change', ({ target }) => { settings.motion = /** @type {any} */ (target).value; });
  return group;
}

/** @param {boolean} on */
async function askToNotify(on) {
  settings.notify = on && 'Notification' in globalThis && await Notification.requestPermission() === 'granted';
  const note = document.getElementById('notify-note');
  if (note) note.hidden = !on || settings.notify;
}

/** @param {() => void} leave */
function askToLeave(leave) {
  const dialog = openDialog(t('lobby.leave_question'), h('p', { class: 'note' }, t('lobby.away_is_fine')), h('div', { class: 'row' },
    h('button', { class: 'btn', onclick: () => dialog.close() }, t('lobby.leave_no')),
    h('button', { class: 'btn first', onclick: () => { dialog.close(); leave(); } }, t('lobby.leave_yes'))));
}

/** @param {(emoji: Emoji) => void} react */
export function openReactions(react) {
  const dialog = openDialog(t('menu.react'), h('div', { class: 'emoji' }, EMOJI.map((emoji) => h('button', {
    onclick: () => {
      dialog.close();
      react(emoji);
    },
  }, emoji))));
}
