// The dialog with the settings: language, theme, sound, motion, order of the hand, notifications.
import { choices, openDialog, toggle } from '../shared/dialog.js';
import { h } from '../shared/dom.js';
import { LANGUAGES, switchTo, t, words } from '../shared/i18n.js';
import { play } from '../shared/sounds.js';
import { canBeDark, settings } from './settings.js';

const root = document.documentElement;
const MOTIONS = ['slow', 'normal', 'fast', 'none'];

/** @param {boolean} [again]  in another language: the keyboard focus stays where it was */
export function openSettings(again = false) {
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
  const note = h('p', { class: 'note', role: 'status', hidden: true }, t('menu.notify_denied'));
  const dialog = openDialog(
    t('settings.title'),
    h(
      'form',
      { class: 'sheet' },
      choices(t('bar.language'), 'language', Object.entries(LANGUAGES), words.language),
      canBeDark()
        ? choices(
            t('settings.theme'),
            'theme',
            ['auto', 'light', 'dark'].map((theme) => [theme, t(`settings.theme_${theme}`)]),
            localStorage.getItem('theme') ?? 'auto',
          )
        : null,
      h(
        'div',
        { class: 'row' },
        toggle(
          t('menu.sound'),
          settings.sound,
          (on) => {
            settings.sound = on;
            play('turn');
          },
          'sound',
        ),
        volume,
      ),
      'vibrate' in navigator
        ? toggle(
            t('settings.vibration'),
            settings.vibrates,
            (on) => {
              settings.vibrates = on;
              if (on) navigator.vibrate(40);
            },
            'vibration',
          )
        : null,
      choices(
        t('settings.motion'),
        'motion',
        MOTIONS.map((motion) => [motion, t(`settings.motion_${motion}`)]),
        settings.motion,
      ),
      choices(
        t('settings.order'),
        'order',
        [
          ['sorted', t('settings.order_sorted')],
          ['own', t('settings.order_own')],
        ],
        settings.sorts ? 'sorted' : 'own',
      ),
      toggle(
        t('menu.notify'),
        settings.notify,
        async (on) => {
          settings.notify =
            on && 'Notification' in globalThis && (await Notification.requestPermission()) === 'granted';
          note.hidden = !on || settings.notify;
        },
        'notify',
      ),
      note,
    ),
  );
  dialog.addEventListener('change', async (event) => {
    const { name, value } = /** @type {HTMLInputElement} */ (event.target);
    if (name === 'language') {
      await switchTo(/** @type {any} */ (value));
      dialog.close();
      openSettings(true);
      return;
    }
    if (name === 'theme') changeTheme(value);
    if (name === 'motion') settings.motion = /** @type {any} */ (value);
    if (name === 'order') settings.sorts = value === 'sorted';
    document.dispatchEvent(new CustomEvent('settings', { detail: name }));
  });
  if (again) /** @type {HTMLElement | null} */ (dialog.querySelector('input:checked'))?.focus();
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
