// What every page does first: icons, theme, language, the buttons of the bar.

import { canBeDark, settings } from '../settings/settings.js';
import { drawing, fill, h, iconNode } from './dom.js';
import { installSprite, logo } from './glyphs.js';
import { start } from './i18n.js';
import { keepPage } from './register-service-worker.js';

const root = document.documentElement;

/** The settings are no part of the first load. */
export const openSettings = async () => {
  const sheet = await import('../settings/sheet.js');
  await sheet.openSettings();
};

/** Draws what the markup leaves to us: data-logo and data-icon. @param {ParentNode} [scope] */
function decorate(scope = document) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (scope.querySelectorAll('[data-logo]')))
    fill(element, drawing(logo()));
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (scope.querySelectorAll('[data-icon]'))) {
    if (!element.querySelector('svg')) element.prepend(iconNode(/** @type {any} */ (element.dataset.icon)));
  }
}

/** Starts a page: once this is done, words are there and everything is drawn. */
export async function startPage() {
  const wanted = new URLSearchParams(location.search).get('theme') ?? localStorage.getItem('theme');
  if (wanted) root.dataset.theme = wanted;
  if (!canBeDark())
    document.head.append(h('link', { rel: 'stylesheet', href: new URL('light.css', import.meta.url).href }));
  root.dataset.motion = settings.motion;
  installSprite();
  decorate();
  await Promise.all([start(), settings.look && import('../settings/look.js').then(({ dress }) => dress())]);
  for (const button of document.querySelectorAll('[data-settings]'))
    button.addEventListener('click', () => void openSettings());
  // Nothing moves while the page is being built.
  requestAnimationFrame(() => requestAnimationFrame(() => root.classList.add('ready')));
  keepPage();
}
