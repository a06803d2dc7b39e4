// Estimates of what moves and hands are worth, as in src/dnup/review/estimators.py: all numbers are the engine's. An
// estimator has one view at a time. A result depends only on the view, the move made, the seed and the number of tries.
// No DOM.

import {
  explanations,
  grading,
  layout,
  levels,
  moveModels,
  moveValues,
  posterior,
  principalVariation,
  provenValues,
  tree,
} from '../engine/kernel.js';
import { SEATS } from '../game/seats.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */
/** @typedef {import('../engine/memory.js').Words} Words */
/** @typedef {import('../engine/memory.js').Floats} Floats */
/** The words of a view, of a state or of a world. @typedef {BigInt64Array} Position */
/** A move with the chance to win the match, its advantage over the move made (`more`), the standard error of the
 * advantage, and the number of actions in which it wins by force, 0 if no proof was found.
 * @typedef {{move: string, chance: number, more: number, error: number, forced?: number}} MoveValue */
/** A move of a line: how a win by force goes, or what can follow a move. `takes` are the cards that a take takes,
 * `position` is a position before the move that agrees with the view, without its deck.
 * @typedef {{seat: string, move: string, takes: string, position: string}} LineMove */
/** The values of all legal moves in their order, and the grade of the move made, with the columns of `grading` in
 * kernel.js.
 * @typedef {{values: MoveValue[], grade: Float64Array, tries: number}} MoveValues */
/** A fact that speaks for a better move, or against the one made; its sentence is `explanation.KIND`. `cards` come from
 * the table into a hand, as they are there.
 * @typedef {{kind: string, count: number, value: number, seat: string, cards: string}} Reason */
/** The chance of a seat to win the match with its hand, and the standard error of that.
 * @typedef {{chance: number, error: number}} HandValue */

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const LONGEST_MOVE = 400;
const LONGEST_POSITION = 1000;
/** The number of worlds in which moves are measured by one that somebody tries: the standard error of their difference is
 * about a point. */
const MEASURED_WORLDS = 3000;
/** By number, as the engine writes them. @type {Record<number, string>} */
const KINDS = {
  [explanations.WINS_MATCH]: 'wins_match',
  [explanations.GOES_OUT]: 'goes_out',
  [explanations.UNBEATABLE]: 'unbeatable',
  [explanations.KNOWN_TO_BEAT]: 'known_to_beat',
  [explanations.SENDS_BACK]: 'sends_back',
  [explanations.ROTATES]: 'rotates',
  [explanations.FITS]: 'fits',
  [explanations.BREAKS_UP]: 'breaks_up',
  [explanations.LEAVES_SINGLES]: 'leaves_singles',
  [explanations.FEWER_TURNS]: 'fewer_turns',
  [explanations.KEEPS_HIGH]: 'keeps_high',
  [explanations.NEARLY_OUT]: 'nearly_out',
  [explanations.WINS_BY_FORCE]: 'wins_by_force',
  [explanations.BECOMES]: 'becomes',
  [explanations.LETS_PLAY_OUT]: 'lets_play_out',
  [explanations.LETS_ADD_OUT]: 'lets_add_out',
};

/** A block with at least this many rows. The engine's memory is never freed, so a new block is twice as large as
 * needed.
 * @template {Words | Floats} T @param {T} block @param {number} rows @param {(rows: number) => T} make */
const atLeast = (block, rows, make) => (block.rows >= rows ? block : make(2 * rows));

export class Estimator {
  #made = 0;
  #count = 0;
  #used = 0;
  /** The worlds to sample from; without rows, all that agree with the view. */
  #worlds;
  /** @type {string[]} */
  #texts = [];

  /** @param {Engine} engine @param {import('../engine/engine.js').DeckName} deck @param {number} players */
  constructor(engine, deck, players) {
    this.engine = engine;
    this.kernel = engine.kernel;
    this.players = players;
    this.deck = engine.deck(deck, players);
    this.equity = engine.equity(players);
    this.view = engine.words(layout.WORDS);
    this.state = engine.words(layout.WORDS);
    this.stream = engine.stream(0n);
    this.text = engine.text(LONGEST_POSITION);
    this.grade = engine.floats(grading.GRADE_COLUMNS);
    this.trial = engine.floats(moveValues.TRIAL_COLUMNS);
    this.hand = engine.floats(grading.VALUE_COLUMNS);
    this.facts = engine.words(explanations.MOST_FACTS, explanations.FACT);
    this.noWorlds = engine.words(0, layout.WORDS);
    this.#worlds = this.noWorlds;
    this.open = engine.words(1, layout.WORDS);
    this.pool = engine.words(posterior.POOL, layout.WORDS);
    this.history = engine.words(0);
    this.coefficients = engine.words(moveModels[players].length);
    this.coefficients.items.set(moveModels[players].map(BigInt));
    this.nodes = engine.words(0, tree.NODE_WORDS);
    this.rates = engine.floats(0, tree.RATES);
    this.moves = engine.words(0);
    this.lengths = engine.words(0);
    const longest = Math.max(provenValues.OPEN_LONGEST, principalVariation.MAX_LINE);
    this.line = engine.words(longest);
    this.lineWorlds = engine.words(longest, layout.WORDS);
    this.trials = engine.floats(0, moveValues.TRIAL_COLUMNS);
    this.values = engine.floats(0, grading.VALUE_COLUMNS);
  }

  /** What a seat knows of a position. @param {Position} position @param {number} seat @returns {Position} */
  viewOf(position, seat) {
    this.state.items.set(position);
    this.kernel.makeView(this.deck, this.state, seat + 1, this.view);
    return this.view.items.slice();
  }

  /** Which seat is in turn. @param {Position} position */
  turnOf(position) {
    this.state.items.set(position);
    return this.kernel.seatInTurn(this.state);
  }

  /** Every seat's chance to win the match at the score of a position, the points of its round included.
   * @param {Position} position */
  scoreValue(position) {
    this.state.items.set(position);
    const row = this.kernel.scoreIndex(this.state) * this.players;
    return [...this.equity.items.subarray(row, row + this.players)];
  }

  /** The seed of a part of a larger work. @param {bigint} seed @param {number} number */
  seedOf(seed, number) {
    return this.kernel.split(seed, number);
  }

  /** The one world that a view is of. @param {Position} view @param {Position} truth  the position itself */
  trueWorld(view, truth) {
    this.view.items.set(view);
    this.state.items.set(truth);
    this.kernel.trueWorld(this.deck, this.view, this.state, this.open);
    return this.open;
  }

  /** Belief-weighted worlds of a view, sampled by the likelihood of what was done; none if that carries no information.
   * @param {Position} view @param {bigint[]} history  what everyone has seen happen @param {bigint} seed
   * @param {Words} coefficients @param {number} deals  to sample with more than two players */
  sampleWorlds(view, history, seed, coefficients = this.coefficients, deals = posterior.DEALS) {
    const { deck, pool } = this;
    this.view.items.set(view);
    this.stream.items[0] = seed;
    const count = this.kernel.samplePosterior(
      deck,
      this.view,
      this.#past(history),
      deals,
      coefficients,
      this.stream,
      pool,
    );
    return count ? pool.first(count) : this.noWorlds;
  }

  /** The index of the past move that speaks most for `best` against `made`; negative if none does.
   * @param {Position} view @param {bigint[]} history @param {bigint} seed @param {string} made @param {string} best */
  keyEvidence(view, history, seed, made, best) {
    this.view.items.set(view);
    const [worse, better] = [this.numberOf(made), this.numberOf(best)];
    this.stream.items[0] = seed;
    return this.kernel.findKeyEvidence(
      this.deck,
      this.view,
      this.#past(history),
      this.coefficients,
      this.stream,
      this.equity,
      worse,
      better,
    );
  }

  /** @param {bigint[]} history */
  #past(history) {
    this.history = atLeast(this.history, history.length, (rows) => this.engine.words(rows));
    this.history.items.set(history);
    return this.history.first(history.length);
  }

  /** Start with the moves of a view. Without a move made, advantages are over the first.
   * @param {Position} view of the seat in turn @param {string | null} made @param {bigint} seed
   * @param {Words} worlds  to sample from; without rows, all that agree with the view
   * @param {string[] | null} among  only these moves, the one made among them; otherwise all */
  begin(view, made, seed, worlds = this.noWorlds, among = null) {
    const { engine, kernel, deck } = this;
    this.#start(view, seed);
    this.#worlds = worlds;
    const count = kernel.countMoves(deck, this.view);
    this.moves = atLeast(this.moves, count, (rows) => engine.words(rows));
    this.trials = atLeast(this.trials, count, (rows) => engine.floats(rows, moveValues.TRIAL_COLUMNS));
    this.values = atLeast(this.values, count, (rows) => engine.floats(rows, grading.VALUE_COLUMNS));
    kernel.listMoves(deck, this.view, this.moves);
    if (among) this.moves.items.set(among.map((move) => this.numberOf(move)));
    this.#count = among?.length ?? count;
    this.#findWins(this.#count);
    this.#texts = [...this.moves.items.subarray(0, this.#count)].map((move) => this.#write(move));
    this.#made = made === null ? 0 : this.#texts.indexOf(this.#tidy(made));
    if (this.#made < 0) throw new Error(`"${made}" is not a legal move of this view`);
    this.trials.items.fill(0, 0, this.#count * moveValues.TRIAL_COLUMNS);
  }

  /** What other moves of a view are worth measured by one that somebody tries: these moves alone, each in the same
   * worlds and as often. Where all moves are tried, one far behind the best is tried too seldom to know by how much.
   * @param {Position} view @param {string} tried @param {string[]} others @param {bigint} seed @returns {MoveValue[]} */
  measure(view, tried, others, seed) {
    const among = [...new Set([tried, ...others])];
    this.begin(view, tried, seed, this.noWorlds, among);
    this.think(among.length * MEASURED_WORLDS, true);
    return this.moveValues().values;
  }

  /** Of each move listed, the number of actions in which it wins by force. @param {number} count */
  #findWins(count) {
    this.lengths = atLeast(this.lengths, count, (rows) => this.engine.words(rows));
    this.lengths.items.fill(0n, 0, count);
    const [moves, lengths] = [this.moves.first(count), this.lengths.first(count)];
    if (count > 1) this.kernel.findProvenWins(this.deck, this.view, moves, lengths);
  }

  /** Try moves until they have had `tries` in all, or, unless `thorough`, until the values have converged.
   * @param {number} tries @param {boolean} thorough */
  think(tries, thorough = false) {
    const { kernel, deck, view } = this;
    const count = this.#count;
    this.#reserve(tries, count);
    if (!this.#used) this.#used = kernel.addRootMoves(deck, view, this.moves.first(count), this.nodes);
    this.#used = kernel.evaluateMoves(
      deck,
      view,
      this.stream,
      this.equity,
      this.#worlds,
      this.nodes,
      this.rates,
      this.#used,
      this.#made,
      this.trials.first(count),
      tries,
      Number(thorough),
    );
  }

  /** The values so far. @returns {MoveValues} */
  moveValues() {
    const { kernel, deck, view, grade, values } = this;
    const count = this.#count;
    const [trials, lengths] = [this.trials.first(count), this.lengths.first(count)];
    kernel.gradeMoves(deck, view, this.equity, trials, lengths, this.#made, values.first(count), grade);
    const rows = values.items;
    const list = this.#texts.map((move, index) => {
      const row = rows.subarray(index * grading.VALUE_COLUMNS, (index + 1) * grading.VALUE_COLUMNS);
      const [chance, more, error, forced] = row;
      return { move, chance, more, error, forced };
    });
    const words = grade.items.slice();
    return { values: list, grade: words, tries: words[grading.TRIES] };
  }

  /** A move compared with the baseline policy: the engine's sums, for `addBaseline`.
   * @param {Position} view @param {string} made @param {bigint} seed @param {Words} worlds @param {number} tries */
  compareWithBaseline(view, made, seed, worlds, tries) {
    const { kernel, trial } = this;
    this.view.items.set(view);
    const move = this.numberOf(made);
    this.stream.items[0] = seed;
    trial.items.fill(0);
    kernel.compareWithBaseline(this.deck, this.view, this.stream, this.equity, worlds, move, trial, tries);
    return trial.items.slice();
  }

  /** A grade with its baseline columns.
   * @param {Float64Array} grade @param {Float64Array} comparison */
  addBaseline(grade, comparison) {
    this.trial.items.set(comparison);
    this.grade.items.set(grade);
    this.kernel.gradeAgainstBaseline(this.trial, this.players, this.grade);
    return this.grade.items.slice();
  }

  /** The chance of a view's seat to win the match if everyone plays the baseline policy.
   * @param {Position} view @param {bigint} seed @param {number} tries @returns {HandValue} */
  handValue(view, seed, tries) {
    const { kernel, trial } = this;
    this.view.items.set(view);
    this.stream.items[0] = seed;
    trial.items.fill(0);
    kernel.evaluateHand(this.deck, this.view, this.stream, this.equity, this.noWorlds, trial, tries);
    kernel.writeHandValue(trial, Number(view[layout.VIEWER]) - 1, this.hand);
    const { items } = this.hand;
    return { chance: items[grading.CHANCE], error: items[grading.ERROR] };
  }

  /** Why one move of a view is better than another, the strongest fact first; none if no fact tells them apart.
   * @param {Position} view @param {string} made @param {string} best
   * @param {number} forced  the number of actions in which it wins by force, if the other does not @returns {Reason[]} */
  explain(view, made, best, forced) {
    const { facts, kernel, deck } = this;
    this.view.items.set(view);
    const count = kernel.explain(deck, this.view, this.numberOf(made), this.numberOf(best), forced, facts);
    const turned = ~this.view.items[layout.TURNED];
    return Array.from({ length: count }, (_, index) => {
      const fact = facts.items.subarray(index * explanations.FACT, (index + 1) * explanations.FACT);
      const [kind, number, value, seat] = [...fact].map(Number);
      const cards = this.cardsText(fact[explanations.COMING], turned);
      return { kind: KINDS[kind], count: number, value, seat: SEATS[seat], cards };
    });
  }

  /** The moves of a win by force that begins with a move and takes `length` actions at most; none if that is 0.
   * @param {Position} view @param {string} move @param {number} length @returns {LineMove[]} */
  forcedLine(view, move, length) {
    if (!length) return [];
    const { kernel, deck, line, lineWorlds } = this;
    this.view.items.set(view);
    const budget = provenValues.LINE_BUDGET;
    return this.#lineMoves(
      kernel.writeForcedLine(deck, this.view, this.numberOf(move), length, budget, lineWorlds, line),
    );
  }

  /** A legal move and what a search expects to follow: three moves, or with more players one of each.
   * @param {Position} view @param {string} move @returns {LineMove[]} */
  principalVariation(view, move) {
    const { kernel, deck, stream, equity, line, lineWorlds } = this;
    this.#start(view, BigInt(principalVariation.LINE_SEED));
    this.#grow(principalVariation.LINE_NODES);
    const number = this.numberOf(move);
    this.#used = principalVariation.LINE_NODES; // of which the next search finds nothing
    return this.#lineMoves(
      kernel.writePrincipalVariation(deck, this.view, stream, equity, number, this.nodes, this.rates, lineWorlds, line),
    );
  }

  /** How a move wins by force in `forced` actions; if that is 0, what can follow it.
   * @param {Position} view @param {string} move @param {number} forced */
  lineAfter(view, move, forced) {
    const line = this.forcedLine(view, move, forced);
    return line.length ? line : this.principalVariation(view, move);
  }

  /** The moves that the engine has written, with the worlds before them. @param {number} count @returns {LineMove[]} */
  #lineMoves(count) {
    const { kernel, deck, line, lineWorlds } = this;
    return [...line.items.slice(0, count)].map((one, index) => {
      const world = lineWorlds.items.slice(index * layout.WORDS, (index + 1) * layout.WORDS);
      const seat = SEATS[this.turnOf(world)];
      const text = this.#write(one, world[layout.TURNED]);
      const slot = text.startsWith('take ') ? Number((one >> BigInt(layout.SLOT_SHIFT)) & 7n) : -1;
      const set = slot < 0 ? 0n : world[layout.SLOTS + slot] & layout.CARDS;
      const takes = this.cardsText(set, world[layout.TURNED]);
      this.state.items.set(world);
      const end = kernel.putPosition(deck, this.state, this.text, 0);
      return { seat, move: text, takes, position: decoder.decode(this.text.items.slice(0, end)) };
    });
  }

  /** Cards as text. @param {bigint} cards @param {bigint} turned */
  cardsText(cards, turned) {
    const end = this.kernel.putCards(this.deck, cards, turned, this.text, 0);
    return decoder.decode(this.text.items.slice(0, end));
  }

  /** @param {Position} view @param {bigint} seed */
  #start(view, seed) {
    this.view.items.set(view);
    this.stream.items[0] = seed;
    this.nodes.items.fill(0n, 0, this.#used * tree.NODE_WORDS);
    this.rates.items.fill(0, 0, this.#used * tree.RATES);
    this.#used = 0;
  }

  /** Make the tree large enough for this many tries in all; nodes in use are kept.
   * @param {number} tries @param {number} moves */
  #reserve(tries, moves) {
    const { WORLDS_PER_STEP, NODES_PER_TRY } = moveValues;
    this.#grow(Math.min(levels.MAX_NODES, NODES_PER_TRY * (tries + WORLDS_PER_STEP * moves) + moves + 1));
  }

  /** @param {number} size  the number of nodes that the tree has at least */
  #grow(size) {
    if (size <= this.nodes.rows) return;
    const [nodes, rates] = [this.nodes, this.rates];
    this.nodes = this.engine.words(size, tree.NODE_WORDS);
    this.rates = this.engine.floats(size, tree.RATES);
    this.nodes.items.set(nodes.items);
    this.rates.items.set(rates.items);
  }

  /** @param {bigint} move of the view @param {bigint} [turned]  of another world */
  #write(move, turned = this.view.items[layout.TURNED]) {
    const end = this.kernel.putMove(this.deck, this.players, turned, move, this.text, 0);
    return decoder.decode(this.text.items.slice(0, end));
  }

  /** The move of the view that is written so, negative if there is none. @param {string} said */
  numberOf(said) {
    const bytes = encoder.encode(said.slice(0, LONGEST_MOVE));
    this.text.items.set(bytes);
    return this.kernel.readMove(this.deck, this.view, this.text.first(bytes.length), 0, bytes.length);
  }

  /** A move as the view would write it. @param {string} said */
  #tidy(said) {
    const move = this.numberOf(said);
    return move < 0n ? said : this.#write(move);
  }
}
