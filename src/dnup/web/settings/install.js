// The button that installs the page as an app, where the browser offers that.

import { h, iconNode } from '../shared/dom.js';
import { readMore, t } from '../shared/i18n.js';
import { installer } from '../shared/register-service-worker.js';

const WORDS = new URL('./words/', import.meta.url);

/** A button; null where the browser offers nothing, or the page is installed. */
export function installButton() {
  if (!installer.offer) return null;
  const button = h(
    'button',
    {
      class: 'btn install',
      type: 'button',
      onclick: () => {
        void installer.offer?.prompt();
        installer.offer = null; // it can be asked once
        for (const one of document.querySelectorAll('.install')) one.remove();
      },
    },
    iconNode('device'),
    t('sheet.install'),
  );
  return button;
}

/** Puts the button on the first page. @param {Element} place */
export async function offerInstall(place) {
  await readMore(WORDS);
  const button = place.querySelector('.install') ? null : installButton();
  if (button) place.append(button);
}
