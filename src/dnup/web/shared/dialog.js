// A modal dialog with a title and a button to close it.
import { h, iconNode } from './dom.js';
import { t } from './i18n.js';

/** @param {string} title @param {...(Node | string | null)} children @returns {HTMLDialogElement} */
export function openDialog(title, ...children) {
  const heading = h('h2', { id: 'dialog-title', tabindex: '-1' }, title);
  const dialog = h(
    'dialog',
    { 'aria-labelledby': 'dialog-title' },
    h(
      'div',
      { class: 'inner' },
      h(
        'header',
        {},
        heading,
        h(
          'button',
          { class: 'tool', 'aria-label': t('bar.close'), title: t('bar.close'), onclick: () => dialog.close() },
          iconNode('close'),
        ),
      ),
      children,
    ),
  );
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  heading.focus({ preventScroll: true });
  return dialog;
}

/** A group of radio buttons that look like one row of choices.
 * @param {string} legend @param {string} name
 * @param {[string, string][]} choices  value and text
 * @param {string} chosen */
export const choices = (legend, name, choices, chosen) =>
  h(
    'fieldset',
    { class: 'choices' },
    h('legend', {}, legend),
    choices.map(([value, text]) =>
      h('label', {}, h('input', { type: 'radio', name, value, checked: value === chosen }), text),
    ),
  );

/** A switch. @param {string} text @param {boolean} on @param {(on: boolean) => void} change @param {string} [name] */
export const toggle = (text, on, change, name = '') => {
  const input = h('input', { type: 'checkbox', role: 'switch', checked: on, name: name || null });
  input.addEventListener('change', () => change(input.checked));
  return h('label', { class: 'switch' }, input, h('i'), text);
};
