// What every page does first: the sprite, the theme, the language, the small tools of the bar.
import { drawing, fill, h, iconNode } from './dom.js';
import { installSprite, logo } from './glyphs.js';
import { LANGUAGES, start, switchTo, t, words } from './i18n.js';
import { settings } from './settings.js';

const root = document.documentElement;

/** @returns {'light' | 'dark'} */
export const theme = () => {
  const kept = root.dataset.theme ?? '';
  return kept === 'light' || kept === 'dark' ? kept : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
};

export function toggleTheme() {
  root.dataset.theme = theme() === 'dark' ? 'light' : 'dark';
  localStorage.setItem('theme', root.dataset.theme);
}

/** Draws what the markup leaves to us: data-logo and data-icon. @param {ParentNode} [scope] */
export function decorate(scope = document) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (scope.querySelectorAll('[data-logo]'))) fill(element, drawing(logo()));
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (scope.querySelectorAll('[data-icon]'))) {
    if (!element.querySelector('svg')) element.prepend(iconNode(/** @type {any} */ (element.dataset.icon)));
  }
}

/** Starts a page: once this is done, words are there and everything is drawn. */
export async function startPage() {
  const wanted = new URLSearchParams(location.search).get('theme') ?? localStorage.getItem('theme');
  if (wanted) root.dataset.theme = wanted;
  root.dataset.motion = settings.motion;
  installSprite();
  decorate();
  await start();
  for (const button of document.querySelectorAll('[data-theme-toggle]')) button.addEventListener('click', toggleTheme);
  for (const place of document.querySelectorAll('[data-languages]')) place.replaceChildren(languageChoice());
  // Nothing moves while the page is being built.
  requestAnimationFrame(() => requestAnimationFrame(() => root.classList.add('ready')));
  if ('serviceWorker' in navigator && location.protocol.startsWith('http')) navigator.serviceWorker.register('/service-worker.js').catch(() => {});
}

/** Buttons for the languages. */
function languageChoice() {
  const group = h('div', { class: 'lang', role: 'group', 'aria-label': t('bar.language') });
  for (const [code, name] of Object.entries(LANGUAGES)) {
    group.append(h('button', {
      lang: code, 'aria-pressed': String(code === words.language),
      onclick: async () => {
        await switchTo(/** @type {any} */ (code));
        for (const other of group.children) other.setAttribute('aria-pressed', String(other.getAttribute('lang') === code));
        group.setAttribute('aria-label', t('bar.language'));
      },
    }, name));
  }
  return group;
}
