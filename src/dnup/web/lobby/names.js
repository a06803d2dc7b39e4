// Names for people who have not given one.

import { firstOf, MAX_NAME, showsSomething, visible } from '../game/names.js';
import { settings } from '../settings/settings.js';
import { words } from '../shared/i18n.js';

/** The name that was given here, or one made up for good. */
export function ownName() {
  const names = /** @type {string[]} */ (words.entry('names'));
  if (!showsSomething(visible(settings.name))) settings.name = names[Math.floor(Math.random() * names.length)];
  return firstOf(visible(settings.name), MAX_NAME);
}
