// What the moves of a view are worth, as in src/dnup/study/appraisal.py: all numbers are the engine's. One appraiser thinks about
// one view at a time; what comes out depends on the view, the move made, the seed and the number of tries alone. No DOM.

import { appraisal, belief, explaining, habits, judging, layout, levels, tree } from '../engine/kernel.js';

/** @typedef {import('../engine/engine.js').Engine} Engine */
/** @typedef {import('../engine/memory.js').Words} Words */
/** @typedef {import('../engine/memory.js').Floats} Floats */
/** The words of a view, of a state or of a world. @typedef {BigInt64Array} Position */
/** A move with the chance to win the match, how much more that is than with the move made, and the standard error of this.
 * @typedef {{move: string, chance: number, more: number, error: number}} Worth */
/** What there is to say of a view: its legal moves in their order, and the words of the judgment, see judging in kernel.js.
 * @typedef {{worths: Worth[], judgment: Float64Array, tries: number}} Appraisal */
/** A fact that speaks for a better move, or against the one made; its sentence is `study.why.KIND`.
 * @typedef {{kind: string, count: number, value: number, seat: string}} Reason */
/** The chance of a seat to win the match with its hand, and the standard error of that. @typedef {{chance: number, error: number}} HandWorth */

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const LONGEST_MOVE = 400;
/** By number, as the engine writes them. @type {Record<number, string>} */
const KINDS = {
  [explaining.WINS_MATCH]: 'wins_match',
  [explaining.GOES_OUT]: 'goes_out',
  [explaining.UNBEATABLE]: 'unbeatable',
  [explaining.KNOWN_TO_BEAT]: 'known_to_beat',
  [explaining.SENDS_BACK]: 'sends_back',
  [explaining.ROTATES]: 'rotates',
  [explaining.FITS]: 'fits',
  [explaining.BREAKS_UP]: 'breaks_up',
  [explaining.LEAVES_SINGLES]: 'leaves_singles',
  [explaining.FEWER_TURNS]: 'fewer_turns',
  [explaining.KEEPS_HIGH]: 'keeps_high',
  [explaining.NEARLY_OUT]: 'nearly_out',
  [explaining.LOOKS_AHEAD]: 'looks_ahead',
};

/** Memory that is not given back: so it is asked for seldom, and then for more than is needed.
 * @template {Words | Floats} T @param {T} block @param {number} rows @param {(rows: number) => T} make */
const atLeast = (block, rows, make) => (block.rows >= rows ? block : make(2 * rows));

export class Appraiser {
  #made = 0;
  #count = 0;
  #used = 0;
  #seat = 0;
  /** Worlds that may be; none stands for all that agree with the view. */
  #worlds;
  /** @type {string[]} */
  #texts = [];

  /** @param {Engine} engine @param {import('../engine/engine.js').DeckName} deck @param {number} players */
  constructor(engine, deck, players) {
    this.engine = engine;
    this.kernel = engine.kernel;
    this.players = players;
    this.deck = engine.deck(deck, players);
    this.stakes = engine.stakes(players);
    this.view = engine.words(layout.WORDS);
    this.state = engine.words(layout.WORDS);
    this.stream = engine.stream(0n);
    this.text = engine.text(LONGEST_MOVE);
    this.judgment = engine.floats(judging.JUDGMENT);
    this.trial = engine.floats(appraisal.TRIAL);
    this.worth = engine.floats(judging.MOVE_WORTH);
    this.facts = engine.words(explaining.MOST_FACTS, explaining.FACT);
    this.noWorlds = engine.words(0, layout.WORDS);
    this.#worlds = this.noWorlds;
    this.open = engine.words(1, layout.WORDS);
    this.pool = engine.words(belief.POOL, layout.WORDS);
    this.history = engine.words(0);
    this.habits = engine.words(habits[players].length);
    this.habits.items.set(habits[players].map(BigInt));
    this.nodes = engine.words(0, tree.NODE_WORDS);
    this.rates = engine.floats(0, tree.RATES);
    this.moves = engine.words(0);
    this.wanted = engine.words(0);
    this.trials = engine.floats(0, appraisal.TRIAL);
    this.worths = engine.floats(0, judging.MOVE_WORTH);
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

  /** What the score of a position is worth to every seat, with the points of its round. @param {Position} position */
  worthOf(position) {
    this.state.items.set(position);
    const row = this.kernel.scoreIndex(this.state) * this.players;
    return [...this.stakes.items.subarray(row, row + this.players)];
  }

  /** The seed of a part of a larger work. @param {bigint} seed @param {number} number */
  seedOf(seed, number) {
    return this.kernel.split(seed, number);
  }

  /** The one world that a view is of. @param {Position} view @param {Position} truth  the position itself */
  openWorld(view, truth) {
    this.view.items.set(view);
    this.state.items.set(truth);
    this.kernel.trueWorld(this.deck, this.view, this.state, this.open);
    return this.open;
  }

  /** Worlds that agree with a view, those more often that explain what was done; none if nothing is told.
   * @param {Position} view @param {bigint[]} told  what everyone has seen happen @param {bigint} seed
   * @param {Words} habits @param {number} deals  that are tried among more than two */
  imagine(view, told, seed, habits = this.habits, deals = belief.DEALS) {
    const { deck, pool } = this;
    this.view.items.set(view);
    this.stream.items[0] = seed;
    const count = this.kernel.believe(deck, this.view, this.#past(told), deals, habits, this.stream, pool);
    return count ? pool.first(count) : this.noWorlds;
  }

  /** Which of these moves speaks most for a better move than the one made, from 0 on; negative if none does.
   * @param {Position} view @param {bigint[]} told @param {bigint} seed @param {string} made @param {string} best */
  tellingMove(view, told, seed, made, best) {
    this.view.items.set(view);
    const [worse, better] = [this.numberOf(made), this.numberOf(best)];
    this.stream.items[0] = seed;
    return this.kernel.tellingMove(
      this.deck,
      this.view,
      this.#past(told),
      this.habits,
      this.stream,
      this.stakes,
      worse,
      better,
    );
  }

  /** @param {bigint[]} told */
  #past(told) {
    this.history = atLeast(this.history, told.length, (rows) => this.engine.words(rows));
    this.history.items.set(told);
    return this.history.first(told.length);
  }

  /** Think about the moves of a view from now on. Without a move made, others are measured by the first.
   * @param {Position} view of the seat in turn @param {string | null} made @param {bigint} seed
   * @param {Words} worlds  that may be; none stands for all that agree with the view */
  begin(view, made, seed, worlds = this.noWorlds) {
    const { engine, kernel, deck } = this;
    this.#start(view, seed);
    this.#worlds = worlds;
    const count = kernel.countMoves(deck, this.view);
    this.moves = atLeast(this.moves, count, (rows) => engine.words(rows));
    this.wanted = atLeast(this.wanted, count, (rows) => engine.words(rows));
    this.trials = atLeast(this.trials, count, (rows) => engine.floats(rows, appraisal.TRIAL));
    this.worths = atLeast(this.worths, count, (rows) => engine.floats(rows, judging.MOVE_WORTH));
    kernel.listMoves(deck, this.view, this.moves);
    this.#count = count;
    this.#seat = kernel.seatInTurn(this.view);
    this.#texts = [...this.moves.items.subarray(0, count)].map((move) => this.#write(move));
    this.#made = made === null ? 0 : this.#texts.indexOf(this.#tidy(made));
    if (this.#made < 0) throw new Error(`"${made}" is not a legal move of this view`);
    this.wanted.items.fill(1n, 0, count);
    this.trials.items.fill(0, 0, count * appraisal.TRIAL);
  }

  /** Try moves until they have been tried so often in all, or, unless thorough, nothing is left to find out.
   * @param {number} tries @param {boolean} thorough */
  think(tries, thorough = false) {
    const { kernel, deck, view } = this;
    const count = this.#count;
    this.#makeRoom(tries, count);
    if (!this.#used) this.#used = kernel.plantMoves(deck, view, this.moves.first(count), this.nodes);
    this.#used = kernel.appraiseMoves(
      deck,
      view,
      this.stream,
      this.stakes,
      this.#worlds,
      this.nodes,
      this.rates,
      this.#used,
      this.#made,
      this.trials.first(count),
      this.wanted.first(count),
      tries,
      Number(thorough),
    );
  }

  /** What there is to say by now. @returns {Appraisal} */
  appraisal() {
    const { kernel, judgment, worths, players } = this;
    const count = this.#count;
    kernel.judgeMoves(
      this.trials.first(count),
      this.wanted.first(count),
      this.#made,
      this.#seat,
      players,
      worths.first(count),
      judgment,
    );
    const rows = worths.items;
    const said = this.#texts.map((move, index) => {
      const [chance, more, error] = rows.subarray(index * judging.MOVE_WORTH, (index + 1) * judging.MOVE_WORTH);
      return { move, chance, more, error };
    });
    const words = judgment.items.slice();
    return { worths: said, judgment: words, tries: words[judging.TRIES] };
  }

  /** A move compared with usual play: the engine's sums, for `addUsual`. @param {Position} view @param {string} made
   * @param {bigint} seed @param {Words} worlds @param {number} tries */
  weigh(view, made, seed, worlds, tries) {
    const { kernel, trial } = this;
    this.view.items.set(view);
    const move = this.numberOf(made);
    this.stream.items[0] = seed;
    trial.items.fill(0);
    kernel.weighMove(this.deck, this.view, this.stream, this.stakes, worlds, move, trial, tries);
    return trial.items.slice();
  }

  /** A judgment with what the view and the move made are worth with usual play.
   * @param {Float64Array} judgment @param {Float64Array} weighed */
  addUsual(judgment, weighed) {
    this.trial.items.set(weighed);
    this.judgment.items.set(judgment);
    this.kernel.judgeUsual(this.trial, this.players, this.judgment);
    return this.judgment.items.slice();
  }

  /** What the hand of a view is worth to its seat, whoever is in turn, if everyone plays as usual.
   * @param {Position} view @param {bigint} seed @param {number} tries @returns {HandWorth} */
  appraiseHand(view, seed, tries) {
    const { kernel, trial } = this;
    this.view.items.set(view);
    this.stream.items[0] = seed;
    trial.items.fill(0);
    kernel.weighHand(this.deck, this.view, this.stream, this.stakes, this.noWorlds, trial, tries);
    kernel.judgeHand(trial, Number(view[layout.VIEWER]) - 1, this.worth);
    const { items } = this.worth;
    return { chance: items[judging.CHANCE], error: items[judging.ERROR] };
  }

  /** Why one move of a view is better than another, what says most first.
   * @param {Position} view @param {string} made @param {string} best @returns {Reason[]} */
  explain(view, made, best) {
    const { facts, kernel, deck } = this;
    this.view.items.set(view);
    const count = kernel.explain(deck, this.view, this.numberOf(made), this.numberOf(best), facts);
    return Array.from({ length: count }, (_, index) => {
      const [kind, number, value, seat] = [...facts.items.subarray(index * explaining.FACT)].map(Number);
      return { kind: KINDS[kind], count: number, value, seat: 'ABCDE'[seat] };
    });
  }

  /** @param {Position} view @param {bigint} seed */
  #start(view, seed) {
    this.view.items.set(view);
    this.stream.items[0] = seed;
    this.nodes.items.fill(0n, 0, this.#used * tree.NODE_WORDS);
    this.rates.items.fill(0, 0, this.#used * tree.RATES);
    this.#used = 0;
  }

  /** A tree with room for so many tries; what has grown stays. @param {number} tries @param {number} moves */
  #makeRoom(tries, moves) {
    const { STEP, NODES_A_TRY } = appraisal;
    const room = Math.min(levels.MAX_NODES, NODES_A_TRY * (tries + STEP * moves) + moves + 1);
    if (room <= this.nodes.rows) return;
    const [nodes, rates] = [this.nodes, this.rates];
    this.nodes = this.engine.words(room, tree.NODE_WORDS);
    this.rates = this.engine.floats(room, tree.RATES);
    this.nodes.items.set(nodes.items);
    this.rates.items.set(rates.items);
  }

  /** @param {bigint} move of the view */
  #write(move) {
    const turned = this.view.items[layout.TURNED];
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
