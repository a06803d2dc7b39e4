// The numbers of the statistics, as in src/dnup/review/statistics.py; tests/data/statistics.json holds cases that both
// pass. Games are summaries of reviews: no rule and no estimate of a move is here. No DOM.

/** @typedef {ReturnType<import('../analysis/reviewer.js').Reviewer['review']>} Review */
/** How often there was a decision of a kind, and what it cost. @typedef {{count: number, lost: number}} Cost */
/** What a review says about one player, in chances to win: decisions and what they cost, by kind, and how much of the
 * result was luck.
 * @typedef {{version: 1, effort: number, decisions: number, lost: number, kinds: Record<string, Cost>, fair: number, play:
 *   number, luck: number}} Summary */
/** A reviewed game of one player. @typedef {{players: number, won: boolean, review: Summary}} Game */

/** The kinds of decisions. A decision may be of several kinds. */
export const KINDS = /** @type {const} */ (['rotate', 'take', 'add', 'hold_back', 'memory', 'reading', 'endgame']);
/** In the endgame a hand has at most this many cards. */
const ENDGAME_CARDS = 4;
/** Two facts of a review that only a player who remembers the cards can know. */
const REMEMBERED = ['known_to_beat', 'unbeatable'];
/** 95 of 100 results are within this many standard errors. */
export const WIDE = 1.96;
/** The mean runs over this many games, and with fewer nothing is said. */
export const WINDOW = 10;
export const LEVELS = /** @type {const} */ (['expert', 'hard', 'medium', 'easy']);
/** Loss per decision of these levels, with two players and with more: LEVEL_LOSSES of src/dnup/analysis/grading.py. */
export const LEVEL_LOSSES = [
  [0.0006, 0.01, 0.022, 0.037],
  [0.0001, 0.002, 0.011, 0.024],
];

/** @param {string} move */
const verb = (move) => move.split(' ')[0];
/** How many cards a move plays as a set. @param {string} move */
const size = (move) => (verb(move) === 'play' ? move.split(' ').length - 1 : 0);

/** What kinds of decision a graded move was. @param {Review['moves'][number]} one @param {number} cards  in the hand */
export function kindsOf({ made, best, moves, verdict, why }, cards) {
  const verbs = [verb(made), verb(best)];
  const largest = Math.max(...moves.map(({ move }) => size(move)));
  const is = {
    rotate: verbs.includes('rotate'),
    take: verbs.includes('take'),
    add: verbs.includes('add'),
    hold_back: size(best) > 0 && size(best) < largest,
    memory: why.some(({ kind }) => REMEMBERED.includes(kind)),
    reading: verdict === 'told',
    endgame: cards <= ENDGAME_CARDS,
  };
  return KINDS.filter((kind) => is[kind]);
}

/** What a review says about a seat. @param {Review} review @param {number} seat  its number
 * @param {(round: number, move: number) => number} handSize  of the mover @returns {Summary} */
export function summarize(review, seat, handSize) {
  const { decisions, lost } = review.ratings[seat];
  const account = review.accounts[seat];
  /** @type {Record<string, Cost>} */
  const kinds = Object.fromEntries(KINDS.map((kind) => [kind, { count: 0, lost: 0 }]));
  for (const one of review.moves) {
    if (one.seat !== account.seat || one.mark === 'forced') continue;
    for (const kind of kindsOf(one, handSize(one.round, one.move))) {
      kinds[kind].count += 1;
      kinds[kind].lost += kind === 'reading' ? (one.believed?.loss ?? 0) : one.loss;
    }
  }
  return {
    version: 1,
    effort: review.effort,
    decisions,
    lost,
    kinds,
    fair: account.fair,
    play: account.decisions + account.gifts,
    luck: account.cards + account.luck,
  };
}

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

/** How often somebody wins, with the interval in which the true rate is 95 times of 100 (Wilson score interval).
 * @param {number} won @param {number} played */
export function winRate(won, played) {
  if (!played) return { won, played, rate: 0, low: 0, high: 1 };
  const rate = won / played;
  const squared = WIDE * WIDE;
  const middle = (rate + squared / (2 * played)) / (1 + squared / played);
  const half =
    (WIDE / (1 + squared / played)) * Math.sqrt((rate * (1 - rate)) / played + squared / (4 * played * played));
  return { won, played, rate, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Loss per decision over these games with its standard error, as the games differ (a ratio estimate); one game has no
 * error.
 * @param {Game[]} games @returns {{games: number, decisions: number, mean: number, error: number | null}} */
export function lossPerDecision(games) {
  const decisions = sum(games.map(({ review }) => review.decisions));
  const mean = decisions ? sum(games.map(({ review }) => review.lost)) / decisions : 0;
  const squares = sum(games.map(({ review }) => (review.lost - mean * review.decisions) ** 2));
  const n = games.length;
  const error = n > 1 && decisions ? Math.sqrt((squares * n) / (n - 1)) / decisions : null;
  return { games: n, decisions, mean, error };
}

/** The mean up to each game, over the last ten. @param {Game[]} games  oldest first */
export const trend = (games) => games.map((_, i) => lossPerDecision(games.slice(Math.max(0, i + 1 - WINDOW), i + 1)));

/** Whether the last ten games are better than the first ten by more than chance explains; null if there are too few.
 * @param {Game[]} games  oldest first */
export function improvement(games) {
  if (games.length < 2 * WINDOW) return null;
  const first = lossPerDecision(games.slice(0, WINDOW));
  const last = lossPerDecision(games.slice(-WINDOW));
  const error = Math.hypot(first.error ?? 0, last.error ?? 0);
  return { first, last, sure: Math.abs(first.mean - last.mean) > 2 * error };
}

/** What every level loses per decision with these numbers of players, as often as they were played.
 * @param {Game[]} games @returns {Record<string, number>} */
export function levelLosses(games) {
  const pairs = sum(games.map(({ players, review }) => (players === 2 ? review.decisions : 0)));
  const all = sum(games.map(({ review }) => review.decisions));
  const share = all ? pairs / all : 0;
  return Object.fromEntries(
    LEVELS.map((level, i) => [level, share * LEVEL_LOSSES[0][i] + (1 - share) * LEVEL_LOSSES[1][i]]),
  );
}

/** What each kind of decision costs in a game, with its standard error; the costliest first.
 * @param {Pick<Game, 'review'>[]} games */
export function costs(games) {
  const n = games.length;
  return KINDS.map((kind) => {
    const lost = games.map(({ review }) => review.kinds[kind]?.lost ?? 0);
    const mean = n ? sum(lost) / n : 0;
    const squares = sum(lost.map((one) => (one - mean) ** 2));
    return {
      kind,
      count: sum(games.map(({ review }) => review.kinds[kind]?.count ?? 0)),
      mean,
      error: n > 1 ? Math.sqrt(squares / (n - 1) / n) : null,
    };
  }).sort((a, b) => b.mean - a.mean || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

/** Luck added up game by game, in wins, and how far chance alone may take it: 95 of 100 players are within. Luck has mean
 * zero in every game, so its squares add up to the variance of the sum.
 * @param {Game[]} games  oldest first */
export function luck(games) {
  const walk = games.map((_, i) => sum(games.slice(0, i + 1).map(({ review }) => review.luck)));
  const range = games.map((_, i) => WIDE * Math.sqrt(sum(games.slice(0, i + 1).map(({ review }) => review.luck ** 2))));
  return {
    walk,
    range,
    fair: sum(games.map(({ review }) => review.fair)),
    play: sum(games.map(({ review }) => review.play)),
    luck: walk.at(-1) ?? 0,
    won: games.filter(({ won }) => won).length,
  };
}

/** How many games in a row have been won by now, and at most. @param {boolean[]} won  oldest first */
export function winsInARow(won) {
  let now = 0;
  let longest = 0;
  for (const one of won) {
    now = one ? now + 1 : 0;
    longest = Math.max(longest, now);
  }
  return { now, longest };
}
