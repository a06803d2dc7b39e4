// Texts in the player's language: buttons, the log, explanations, announcements. No DOM: sentences are lists of parts.

import { botName, shownName } from './names.js';
import { active, areaOf, inactive, isStar, parseCards, parseMove, seatOf } from './notation.js';
import { letters, SEATS } from './seats.js';
import { asOf, isMine, seatInfo, total } from './state.js';

/** @typedef {import('../shared/i18n.js').Part} Part */
/** @typedef {import('../shared/i18n.js').Words} Words */
/** @typedef {import('./state.js').Game} Game */
/** @typedef {import('./notation.js').Choice} Choice */
/** @typedef {import('../messages.d.ts').Why} Why */
/** @typedef {import('../messages.d.ts').Event} Event */
/** @typedef {import('../messages.d.ts').Moved} Moved */

/** @param {string[]} cards */
const values = (cards) => ({ values: cards.map(active) });
/** How cards lay before they were turned. @param {string[]} cards */
const valuesBefore = (cards) => ({ values: cards.map(inactive) });

/** @param {Game} game @param {string} seat */
export function seatName(game, seat) {
  const name = seatInfo(game, seat)?.name;
  return name ? shownName(name) : botName(seat, game.people);
}

/** "You" for the viewer, the name for everyone else. Where a device goes round it is always the name: it says whose cards
 * these are. @param {Words} words @param {Game} game @param {string} seat */
export const calledName = (words, game, seat) =>
  isMine(game, seat) && !game.oneDevice ? words.text('seat.you') : seatName(game, seat);

/** "3, turned 6": how a card is read aloud. @param {Words} words @param {string} card */
export const cardLabel = (words, card) =>
  words.text(isStar(card) ? 'card.star' : 'card.label', { active: active(card), inactive: inactive(card) });

/** The values of cards, read aloud. @param {string[]} cards */
export const spokenCards = (cards) => cards.map(active).join(' ');

/** The table in words, for screen readers. @param {Words} words @param {Game} game */
export function spokenTable(words, game) {
  const sets = Object.entries(game.view?.table ?? {}).map(([slot, cards]) =>
    words.text('say.set', {
      owner: seatOf(slot) === game.seat ? words.text('seat.you') : seatName(game, seatOf(slot)),
      cards: spokenCards(parseCards(cards)),
    }),
  );
  return sets.length ? words.text('say.table', { sets: sets.join('; ') }) : words.text('say.table_empty');
}

/** A button: what it does, and what that brings about.
 * @param {Words} words @param {Game} game @param {Choice} choice @returns {{act: Part[], so: Part[]}} */
export function button(words, game, choice) {
  const { effects } = choice;
  const returns = parseCards(effects.returns);
  /** @type {Part[]} */
  let so = [];
  if (effects.out) so = words.parts('effect.out', { count: choice.cards.length });
  else if (choice.verb === 'take') so = words.parts('effect.take', { count: returns.length, values: values(returns) });
  else if (effects.beats) so = beats(words, game, effects.beats, returns);
  return { act: act(words, game, choice), so };
}

/** @param {Words} words @param {Game} game @param {string} slot @param {string[]} returns @returns {Part[]} */
function beats(words, game, slot, returns) {
  const owner = seatOf(slot);
  const name = { bold: seatName(game, owner) };
  if (!returns.length) return words.parts('effect.discards', { name });
  return words.parts(isMine(game, owner) ? 'effect.beats_own' : 'effect.beats', {
    count: returns.length,
    name,
    cards: valuesBefore(returns),
    values: values(returns),
  });
}

/** @param {Words} words @param {Game} game @param {Choice} choice @returns {Part[]} */
function act(words, game, choice) {
  if (choice.verb === 'rotate') return words.parts('act.rotate');
  if (choice.verb === 'play') {
    const area = game.view?.turn ? areaOf(game.view.turn) : null;
    const count = choice.cards.length;
    const params = { count, number: number(words, count), value: values(choice.cards.slice(0, 1)) };
    const play = words.parts('act.play', params);
    return area ? words.parts('act.in_area', { act: play, area }) : play;
  }
  const slot = choice.slot ?? '';
  const name = { bold: seatName(game, seatOf(slot)) };
  const cards = values(parseCards(game.view?.table[slot]));
  return words.parts(`act.${choice.verb}`, { name, cards, card: values(choice.cards), count: cards.values.length });
}

/** A number of cards as a word: "two". @param {Words} words @param {number} count */
export function number(words, count) {
  const list = /** @type {string[]} */ (words.entry('numbers'));
  return list[count] ?? String(count);
}

/** Codes of sentences that the page made itself, in its own language. */
const OWN_SENTENCES = new Set(['refused', 'tried']);

/** Why a move is not legal, in one line; the facts come with the reason.
 * @param {Words} words @param {Game} game @param {Why} why @returns {Part[]} */
export function explanation(words, game, why) {
  const owner = why.slot ? seatOf(why.slot) : '';
  const own = isMine(game, owner) && words.has(`why.${why.code}_own`);
  const key = `why.${why.code}${own ? '_own' : ''}`;
  if (!words.has(key)) return OWN_SENTENCES.has(why.code) ? [why.sentence] : words.parts('why.other');
  return words.parts(key, {
    count: why.size ?? 0,
    number: number(words, why.size ?? 0),
    name: { bold: owner ? seatName(game, owner) : '' },
    cards: values(parseCards(why.cards)),
    value: { values: [why.value ?? 0] },
  });
}

/** An event with what was discarded after it, in one line; null if it is not worth one.
 * @param {Words} words @param {Game} game @param {Event} event @returns {Part[] | null} */
export function eventLine(words, game, event) {
  const line = logLine(words, game, event);
  return line && [line, ...discardLines(words, game, event)].flatMap((parts, i) => (i ? [' ', ...parts] : parts));
}

/** An event as a line of the log, with the names of its time; null if it is not worth one.
 * @param {Words} words @param {Game} now @param {Event} event @returns {Part[] | null} */
export function logLine(words, now, event) {
  const game = asOf(now, event.number);
  if (event.type === 'moved') return movedLine(words, game, event);
  if (event.type === 'dealt') {
    const missing = new Set((event.shuffle?.people ?? []).filter(({ bits }) => !bits).map(({ seat }) => seat));
    return [
      ...words.parts('log.dealt', { round: event.round }),
      ' ',
      ...personal(words, game, 'log.starts', event.starter),
      ...[...missing].flatMap((seat) => [' ', ...personal(words, game, 'log.nothing_thrown', seat)]),
    ];
  }
  return personal(
    words,
    game,
    `log.${event.type}`,
    event.seat,
    event.type === 'renamed' ? { now: { bold: shownName(event.name) } } : {},
  );
}

/** A sentence about someone; the one about oneself has `_you` in its key.
 * @param {Words} words @param {Game} game @param {string} key @param {string} seat
 * @param {import('../shared/i18n.js').Params} [params] @returns {Part[]} */
export function personal(words, game, key, seat, params = {}) {
  if (isMine(game, seat) && words.has(`${key}_you`)) return words.parts(`${key}_you`, params);
  return words.parts(key, { name: { bold: seatName(game, seat) }, ...params });
}

/** @param {Words} words @param {Game} game @param {Moved} event @returns {Part[]} */
function movedLine(words, game, event) {
  const { seat, effects } = event;
  const parts = deed(words, game, event);
  if (event.by === 'stand-in')
    parts.push(' ', ...words.parts(game.table?.options.seconds ? 'log.stand_in' : 'log.stand_in_called'));
  const returns = parseCards(effects?.returns);
  if (effects?.beats) {
    const owner = seatOf(effects.beats);
    parts.push(
      ' ',
      ...(returns.length
        ? personal(words, game, 'log.back', owner, { cards: valuesBefore(returns), values: values(returns) })
        : personal(words, game, 'log.lost', owner)),
    );
  }
  if (effects?.out) parts.push(' ', ...personal(words, game, 'log.out', seat));
  return parts;
}

/** What was discarded after a move, as the next turn began (R8): a sentence for each set, with its owner.
 * @param {Words} words @param {Game} now @param {Event} event @returns {Part[][]} */
export function discardLines(words, now, event) {
  if (event.type !== 'moved') return [];
  const { discarded = [], gone = '' } = event;
  const sets = gone ? gone.split('|').map(parseCards) : [];
  const game = asOf(now, event.number);
  return discarded.map((slot, i) => {
    const owner = seatOf(slot);
    const cards = sets[i];
    if (!cards) return personal(words, game, 'log.left_hidden', owner);
    const size = { count: cards.length, number: number(words, cards.length) };
    return personal(words, game, 'log.left', owner, { ...size, value: { values: [active(cards[0])] } });
  });
}

/** @param {Words} words @param {Game} game @param {Moved} event @returns {Part[]} */
function deed(words, game, event) {
  const { seat, verb } = event;
  if (verb === 'rotate') return personal(words, game, 'log.rotate', seat);
  if (!event.move) return personal(words, game, `log.${verb}_hidden`, seat);
  const move = parseMove(event.move);
  const returns = parseCards(event.effects?.returns);
  if (verb === 'play') return personal(words, game, 'log.play', seat, { cards: values(move.cards) });
  const owner = seatOf(move.slot ?? '');
  const mine = isMine(game, owner);
  const params = {
    owner: { bold: seatName(game, owner) },
    cards: verb === 'add' ? values(move.cards) : valuesBefore(returns),
    values: values(returns),
  };
  return personal(words, game, `log.${verb}${mine ? '_yours' : ''}`, seat, params);
}

/** Players are warned from this many actions before a round is abandoned. */
const WARNED = 10;

/** The warning before a round that goes in circles is abandoned (D5); empty while there is time.
 * @param {Words} words @param {Game} game @returns {Part[]} */
export function circling(words, { view }) {
  const left = view ? view.stall_limit - view.stalled : 0;
  return view?.turn && view.stalled && left > 0 && left <= WARNED ? words.parts('act.circles', { count: left }) : [];
}

/** What someone is doing, for their plate.
 * @param {Words} words @param {Game} game @param {string} seat
 * @returns {{text: string, kind: 'turn' | 'away' | 'out' | 'bot' | 'person'}} */
export function status(words, game, seat) {
  const info = seatInfo(game, seat);
  const view = game.view;
  const place = view?.finish.indexOf(seat) ?? -1;
  if (info?.stand_in) return { text: words.text('seat.stand_in'), kind: 'away' };
  if (info?.kind === 'person' && !info.here && !isMine(game, seat))
    return { text: words.text('seat.away'), kind: 'away' };
  if (view?.turn && seatOf(view.turn) === seat) {
    const their = game.replayed ? 'seat.in_turn' : 'seat.turn';
    return { text: words.text(isMine(game, seat) ? 'seat.your_turn' : their), kind: 'turn' };
  }
  if (place >= 0) return { text: words.text('seat.out'), kind: 'out' };
  if (info?.kind === 'bot') return { text: words.text(`level.${info.level ?? 'medium'}`), kind: 'bot' };
  if (isMine(game, seat) && view)
    return { text: words.text('seat.cards', { count: view.sizes[SEATS.indexOf(seat)] }), kind: 'person' };
  return { text: words.text('seat.person'), kind: 'person' };
}

/** A plate read aloud: name, what they do, cards, score.
 * @param {Words} words @param {Game} game @param {string} seat */
export function plateLabel(words, game, seat) {
  const view = game.view;
  const index = SEATS.indexOf(seat);
  const name = calledName(words, game, seat);
  if (!view) return name;
  const cards = words.text('seat.cards', { count: view.sizes[index] });
  return [name, status(words, game, seat).text, cards, scoreText(words, game, index)].join(', ');
}

/** @param {Words} words @param {Game} game @param {number} index */
export function scoreText(words, game, index) {
  return scoreOf(words, game, game.view ? total(game.view, index) : 0);
}

/** Points as this table shows them. @param {Words} words @param {Game} game @param {number} points */
export function scoreOf(words, game, points) {
  if (game.table?.options.scoring === 'points') return words.text('score.points', { count: points });
  const { lit, more } = letters(points, game.view?.players ?? 3);
  return words.text('score.letters', { count: lit + more });
}

/** Whose turn it is, in words. @param {Words} words @param {Game} game @returns {Part[]} */
export function turnLine(words, game) {
  const turn = game.view?.turn;
  if (!turn) return words.parts('turn.over');
  const area = areaOf(turn);
  const line = personal(words, game, 'turn.now', seatOf(turn));
  return area ? words.parts('turn.in_area', { turn: line, area }) : line;
}
