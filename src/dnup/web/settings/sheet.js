// The dialog with the settings: language, theme, sound, motion, order of the hand, notifications.
import { choices, openDialog, toggle } from '../shared/dialog.js';
import { h } from '../shared/dom.js';
import { LANGUAGES, readMore, switchTo, t, words } from '../shared/i18n.js';
import { play } from '../shared/sounds.js';
import { installButton } from './install.js';
import { dress } from './look.js';
import { canBeDark, settings, TABLES } from './settings.js';

const root = document.documentElement;
const WORDS = new URL('./words/', import.meta.url);
const MOTIONS = ['slow', 'normal', 'fast', 'none'];
const LOOKS = ['table', 'cards', 'contrast'];

/** Opens the dialog. @param {boolean} [again]  in another language: the keyboard focus stays where it was */
export async function openSettings(again = false) {
  await readMore(WORDS);
  if (document.querySelector('dialog[open]')) return; // it was pressed twice, perhaps
  const dialog = openDialog(
    t('settings.title'),
    h(
      'form',
      { class: 'sheet' },
      choices(t('bar.language'), 'language', Object.entries(LANGUAGES), words.language),
      ...lookChoices(),
      soundRow(),
      vibrationSwitch(),
      ...tableChoices(),
      ...notificationSwitch(),
      tipsSwitch(),
      installButton(),
    ),
  );
  dialog.addEventListener('change', async (event) => {
    const { name, value } = /** @type {HTMLInputElement} */ (event.target);
    if (name === 'language') {
      await switchTo(/** @type {any} */ (value));
      dialog.close();
      await openSettings(true);
      return;
    }
    change(name, value);
    if (LOOKS.includes(name)) await dress();
    document.dispatchEvent(new CustomEvent('settings', { detail: name }));
  });
  if (again) /** @type {HTMLElement | null} */ (dialog.querySelector('input:checked'))?.focus();
}

/** Light or dark, the cloth of the table, the size of cards, the contrast. */
function lookChoices() {
  return [
    canBeDark()
      ? choices(
          t('sheet.theme'),
          'theme',
          ['auto', 'light', 'dark'].map((theme) => [theme, t(`sheet.theme_${theme}`)]),
          localStorage.getItem('theme') ?? 'auto',
        )
      : null,
    choices(
      t('sheet.table'),
      'table',
      TABLES.map((table) => [table, t(`sheet.table_${table}`)]),
      settings.table,
    ),
    choices(
      t('sheet.cards'),
      'cards',
      ['normal', 'large'].map((size) => [size, t(`sheet.cards_${size}`)]),
      settings.largeCards ? 'large' : 'normal',
    ),
    choices(
      t('sheet.contrast'),
      'contrast',
      ['normal', 'high'].map((contrast) => [contrast, t(`sheet.contrast_${contrast}`)]),
      settings.highContrast ? 'high' : 'normal',
    ),
  ];
}

/** Sound on and off, and its volume. */
function soundRow() {
  const volume = h('input', {
    type: 'range',
    min: '0.1',
    max: '1',
    step: '0.1',
    value: settings.volume,
    'aria-label': t('bar.volume'),
  });
  volume.addEventListener('change', () => {
    settings.volume = Number(volume.value);
    play('turn');
  });
  const sound = toggle(
    t('menu.sound'),
    settings.sound,
    (on) => {
      settings.sound = on;
      play('turn');
    },
    'sound',
  );
  return h('div', { class: 'row' }, sound, volume);
}

/** Vibration; null where the device has none. */
function vibrationSwitch() {
  if (!('vibrate' in navigator)) return null;
  return toggle(
    t('sheet.vibration'),
    settings.vibrates,
    (on) => {
      settings.vibrates = on;
      if (on) navigator.vibrate(40);
    },
    'vibration',
  );
}

/** The speed of motion, and the order of the hand. */
function tableChoices() {
  return [
    choices(
      t('sheet.motion'),
      'motion',
      MOTIONS.map((motion) => [motion, t(`sheet.motion_${motion}`)]),
      settings.motion,
    ),
    choices(
      t('sheet.order'),
      'order',
      [
        ['sorted', t('sheet.order_sorted')],
        ['own', t('sheet.order_own')],
      ],
      settings.sorts ? 'sorted' : 'own',
    ),
  ];
}

/** Notifications, and the sentence for a browser that denies them. */
function notificationSwitch() {
  const note = h('p', { class: 'note', role: 'status', hidden: true }, t('menu.notify_denied'));
  const notify = toggle(
    t('menu.notify'),
    settings.notify,
    async (on) => {
      settings.notify = on && 'Notification' in globalThis && (await Notification.requestPermission()) === 'granted';
      note.hidden = !on || settings.notify;
    },
    'notify',
  );
  return [notify, note];
}

/** Tips in games. Turned on again, all of them come again. */
function tipsSwitch() {
  return toggle(
    t('sheet.tips'),
    settings.tips,
    (on) => {
      settings.tips = on;
      if (on) settings.tipsSeen = new Set();
    },
    'tips',
  );
}

/** Stores a choice. @param {string} name @param {string} value */
function change(name, value) {
  if (name === 'theme') changeTheme(value);
  if (name === 'table') settings.table = /** @type {any} */ (value);
  if (name === 'cards') settings.largeCards = value === 'large';
  if (name === 'contrast') settings.highContrast = value === 'high';
  if (name === 'motion') settings.motion = /** @type {any} */ (value);
  if (name === 'order') settings.sorts = value === 'sorted';
}

/** @param {string} theme */
function changeTheme(theme) {
  if (theme === 'auto') {
    localStorage.removeItem('theme');
    delete root.dataset.theme;
  } else {
    localStorage.setItem('theme', theme);
    root.dataset.theme = theme;
  }
}
