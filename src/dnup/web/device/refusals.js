// Refusals of a table on this device: the same message, byte for byte, as server/messages/refusals.py makes.

import { REFUSAL_TEXTS } from './refusal-texts.js';

/** @typedef {keyof typeof REFUSAL_TEXTS} Code */
/** @typedef {Record<string, string | number>} Facts */

/** Puts facts into the gaps of a sentence: `seat {seat} is taken`. @param {string} text @param {Facts} facts */
const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => String(facts[name]));

/** A request is refused. */
export class Refusal extends Error {
  /** @param {Code} code
   * @param {Facts} facts  those in the gaps of the code's sentences
   * @param {string} why  JSON, for a move */
  constructor(code, facts = {}, why = 'null') {
    const [sentence, expected] = REFUSAL_TEXTS[code];
    super(fill(sentence, facts));
    this.code = code;
    this.expected = fill(expected, facts);
    this.facts = facts;
    this.why = why;
  }

  /** The message as JSON. @param {number | null} ref  the number of the request, if it had one */
  write(ref = null) {
    const { code, message: sentence, expected, facts } = this;
    return `${JSON.stringify({ type: 'refused', code, sentence, expected, facts, ref }).slice(0, -1)},"why":${this.why}}`;
  }
}
