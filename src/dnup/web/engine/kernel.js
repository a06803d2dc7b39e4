// Written by `make wasm` from the compiled packages of src/dnup, and never by hand: the functions of dnup.wasm,
// where everything is in their arrays, and the decks that come with dnup.

/** @typedef {import('./memory.js').Words} Words */
/** @typedef {import('./memory.js').Floats} Floats */
/** @typedef {import('./memory.js').Text} Text */
/** @typedef {import('./memory.js').Weights} Weights */
/** @typedef {ReturnType<typeof kernelOf>} Kernel */

/** The functions of the module. They trust their arguments as they do in Python.
 * @param {Record<string, any>} exports of the module */
export const kernelOf = (exports) => ({
  /** Write the words of a deck, given the lower and higher value of each card and a mask of the cards in play.
   * @type {(faces: Words, star: number, inPlay: bigint, words: Words) => void} */
  writeDeck: (faces, star, inPlay, words) => exports.write_deck(faces.at, faces.rows, star, inPlay, words.at, words.rows),

  /** The first fault of a deck: what it is, at which card (from FAULT_CARD on), and a number (from FAULT_NUMBER on).
   * @type {(faces: Words, stars: Words) => number} */
  findDeckFault: (faces, stars) => exports.find_deck_fault(faces.at, faces.rows, stars.at, stars.rows),

  /** The seed of the index-th independent stream of a seed: game 17 is the same on every core.
   * @type {(seed: bigint, index: number) => bigint} */
  split: (seed, index) => BigInt.asUintN(64, exports.split(seed, index)),

  /** A uniform number from 0 to limit - 1 (Lemire's method on 32 bits).
   * @type {(stream: Words, limit: number) => number} */
  below: (stream, limit) => exports.below(stream.at, stream.rows, limit),

  /** Pack the number of actions after which a round is abandoned (D2), and of those in a row without a discard (D5).
   * @type {(turnLimit: number, stallLimit: number, playedOn: number) => bigint} */
  makeLimits: (turnLimit, stallLimit, playedOn) => exports.make_limits(turnLimit, stallLimit, playedOn),

  /** Deal a round of a match at `score`.
   * @type {(deck: Words, state: Words, stream: Words, players: number, first: number, score: bigint, limits: bigint) => void} */
  newRound: (deck, state, stream, players, first, score, limits) => exports.new_round(deck.at, deck.rows, state.at, state.rows, stream.at, stream.rows, players, first, score, limits),

  /** Deal a round as `new_round` does, from CHANCE_WORDS words of random bits, which are used up.
   * @type {(deck: Words, state: Words, chance: Words, players: number, first: number, score: bigint, limits: bigint) => void} */
  drawRound: (deck, state, chance, players, first, score, limits) => exports.draw_round(deck.at, deck.rows, state.at, state.rows, chance.at, chance.rows, players, first, score, limits),

  /** Set up the round of these hands, with bars between them; 0 unless every card in play is dealt exactly once.
   * @type {(deck: Words, state: Words, text: Text, players: number, score: bigint, limits: bigint) => number} */
  readDeal: (deck, state, text, players, score, limits) => exports.read_deal(deck.at, deck.rows, state.at, state.rows, text.at, text.rows, players, score, limits),

  /** Deal a round, numbered from 0, of the match with this seed at `score` (R4).
   * @type {(deck: Words, state: Words, stream: Words, players: number, seed: bigint, number: number, score: bigint, limits: bigint) => void} */
  dealRound: (deck, state, stream, players, seed, number, score, limits) => exports.deal_round(deck.at, deck.rows, state.at, state.rows, stream.at, stream.rows, players, seed, number, score, limits),

  /** The holder of the star takes the first turn (R6), with two players for area 2 only (R24).
   * @type {(deck: Words, state: Words) => void} */
  start: (deck, state) => exports.start(deck.at, deck.rows, state.at, state.rows),

  /** Renumber the copies of a card by where they are, so that equal positions have equal words (D4).
   * @type {(deck: Words, state: Words) => void} */
  orderCopies: (deck, state) => exports.order_copies(deck.at, deck.rows, state.at, state.rows),

  /** The seat that the slot in turn belongs to.
   * @type {(state: Words) => number} */
  seatInTurn: (state) => exports.seat_in_turn(state.at, state.rows),

  /** The points a seat has made in this round (R17, R19, R27).
   * @type {(state: Words, seat: number) => number} */
  pointsOf: (state, seat) => exports.points_of(state.at, state.rows, seat),

  /** The seat that has won the match with what it made in this round, or -1.
   * @type {(state: Words) => number} */
  winnerOf: (state) => exports.winner_of(state.at, state.rows),

  /** The score of the match with the points of this round, a byte a seat.
   * @type {(state: Words) => bigint} */
  scoreAfter: (state) => exports.score_after(state.at, state.rows),

  /** The seat where dealing begins in a round, numbered from 0: A, then one further each round (R4).
   * @type {(players: number, number: number) => number} */
  dealtFirst: (players, number) => exports.dealt_first(players, number),

  /** The number of abandoned rounds in a row including this one, if there were `before` until then.
   * @type {(state: Words, before: number) => number} */
  abandonedInARow: (state, before) => exports.abandoned_in_a_row(state.at, state.rows, before),

  /** The result of the match after this round, with `abandoned` rounds in a row (R20, R27, D2).
   * @type {(state: Words, abandoned: number) => number} */
  resultOf: (state, abandoned) => exports.result_of(state.at, state.rows, abandoned),

  /** The number of legal moves, 0 when the round is over.
   * @type {(deck: Words, state: Words) => number} */
  countMoves: (deck, state) => exports.count_moves(deck.at, deck.rows, state.at, state.rows),

  /** The index-th legal move; the index must be below count_moves().
   * @type {(deck: Words, state: Words, index: number) => bigint} */
  nthMove: (deck, state, index) => exports.nth_move(deck.at, deck.rows, state.at, state.rows, index),

  /** Write all legal moves, in order, and return their number.
   * @type {(deck: Words, state: Words, moves: Words) => number} */
  listMoves: (deck, state, moves) => exports.list_moves(deck.at, deck.rows, state.at, state.rows, moves.at, moves.rows),

  /** LEGAL, or the code of the first rule that a move breaks; the move may be any number.
   * @type {(deck: Words, state: Words, move: bigint) => number} */
  checkMove: (deck, state, move) => exports.check_move(deck.at, deck.rows, state.at, state.rows, move),

  /** Make a legal move, renumber the copies of cards (D4), and return the history word.
   * @type {(deck: Words, state: Words, move: bigint) => bigint} */
  advance: (deck, state, move) => exports.advance(deck.at, deck.rows, state.at, state.rows, move),

  /** The history word of a legal move in a state.
   * @type {(deck: Words, state: Words, move: bigint) => bigint} */
  historyWord: (deck, state, move) => exports.history_word(deck.at, deck.rows, state.at, state.rows, move),

  /** Deal and play rounds from 0-0, and return the number of moves.
   * @type {(deck: Words, players: number, rounds: number, limits: bigint, stream: Words) => number} */
  randomRounds: (deck, players, rounds, limits, stream) => exports.random_rounds(deck.at, deck.rows, players, rounds, limits, stream.at, stream.rows),

  /** A move as in docs/notation.md.
   * @type {(deck: Words, players: number, turned: bigint, move: bigint, out: Text, at: number) => number} */
  putMove: (deck, players, turned, move, out, at) => exports.put_move(deck.at, deck.rows, players, turned, move, out.at, out.rows, at),

  /** Cards in ascending order: bits are, among cards that show the same value.
   * @type {(deck: Words, cards: bigint, turned: bigint, out: Text, at: number) => number} */
  putCards: (deck, cards, turned, out, at) => exports.put_cards(deck.at, deck.rows, cards, turned, out.at, out.rows, at),

  /** Read the move in a text from `start` to `end`; returns it, or a negative code of `check_move`.
   * @type {(deck: Words, state: Words, text: Text, start: number, end: number) => bigint} */
  readMove: (deck, state, text, start, end) => exports.read_move(deck.at, deck.rows, state.at, state.rows, text.at, text.rows, start, end),

  /** Make the move of a text and return it, or a negative code of `check_move`.
   * @type {(deck: Words, before: Words, text: Text, after: Words) => bigint} */
  makeWrittenMove: (deck, before, text, after) => exports.make_written_move(deck.at, deck.rows, before.at, before.rows, text.at, text.rows, after.at, after.rows),

  /** Make the moves of a text, one a line, up to the first that is illegal; returns the number of moves made.
   * @type {(deck: Words, state: Words, text: Text, history: Words) => number} */
  replayMoves: (deck, state, text, history) => exports.replay_moves(deck.at, deck.rows, state.at, state.rows, text.at, text.rows, history.at, history.rows),

  /** LEGAL, or the code for the move of a text, if this seat makes it.
   * @type {(deck: Words, state: Words, seat: number, text: Text) => number} */
  checkWrittenMove: (deck, state, seat, text) => exports.check_written_move(deck.at, deck.rows, state.at, state.rows, seat, text.at, text.rows),

  /** The slots, a bit each, with an opponent's set that shows this value, or any value if it is 0.
   * @type {(state: Words, value: number) => number} */
  opponentsSets: (state, value) => exports.opponents_sets(state.at, state.rows, value),

  /** Write the facts about the illegal move of a text, with its code from `legality`; returns the number of cards.
   * @type {(deck: Words, state: Words, text: Text, code: number, facts: Words) => number} */
  findFacts: (deck, state, text, code, facts) => exports.find_facts(deck.at, deck.rows, state.at, state.rows, text.at, text.rows, code, facts.at, facts.rows),

  /** Write a position or a view, from the slot in turn to the discards.
   * @type {(deck: Words, state: Words, out: Text, at: number) => number} */
  putPosition: (deck, state, out, at) => exports.put_position(deck.at, deck.rows, state.at, state.rows, out.at, out.rows, at),

  /** Read a position from a text; 0 if `put_position` would write it differently.
   * @type {(deck: Words, state: Words, text: Text, players: number) => number} */
  readPosition: (deck, state, text, players) => exports.read_position(deck.at, deck.rows, state.at, state.rows, text.at, text.rows, players),

  /** Write the view that a viewer (a seat plus one, or SPECTATOR) has of a state.
   * @type {(deck: Words, state: Words, viewer: number, view: Words) => void} */
  makeView: (deck, state, viewer, view) => exports.make_view(deck.at, deck.rows, state.at, state.rows, viewer, view.at, view.rows),

  /** Write a uniformly random state that agrees with the view.
   * @type {(deck: Words, view: Words, stream: Words, world: Words) => void} */
  sampleWorld: (deck, view, stream, world) => exports.sample_world(deck.at, deck.rows, view.at, view.rows, stream.at, stream.rows, world.at, world.rows),

  /** Write the views in the bit mask `wanted`, then the legal moves if the seat in turn is among them.
   * @type {(deck: Words, state: Words, memory: number, wanted: number, moves: Words, effects: Words, out: Text, starts: Words) => void} */
  writeViews: (deck, state, memory, wanted, moves, effects, out, starts) => exports.write_views(deck.at, deck.rows, state.at, state.rows, memory, wanted, moves.at, moves.rows, effects.at, effects.rows, out.at, out.rows, starts.at, starts.rows),

  /** All cards in play that a text names, in either orientation, with all copies of each.
   * @type {(deck: Words, text: Text) => bigint} */
  namedCards: (deck, text) => exports.named_cards(deck.at, deck.rows, text.at, text.rows),

  /** The cards that a table with this `memory` shows; a card with copies only if all of them are shown.
   * @type {(deck: Words, state: Words, memory: number) => bigint} */
  cardsInSight: (deck, state, memory) => exports.cards_in_sight(deck.at, deck.rows, state.at, state.rows, memory),

  /** Write the `moved` event of a move, which has this number.
   * @type {(deck: Words, before: Words, after: Words, move: bigint, number: number, by: number, moves: Words, effects: Words, out: Text, at: number) => number} */
  putMoved: (deck, before, after, move, number, by, moves, effects, out, at) => exports.put_moved(deck.at, deck.rows, before.at, before.rows, after.at, after.rows, move, number, by, moves.at, moves.rows, effects.at, effects.rows, out.at, out.rows, at),

  /** The number of scores: each seat has from no points up to one more than wins.
   * @type {(players: number) => number} */
  equityRows: (players) => exports.equity_rows(players),

  /** Fill the table by backward induction, for as many players as it has columns: rounds lead to later rows only.
   * @type {(table: Floats) => void} */
  writeEquity: (table) => exports.write_equity(table.at, table.rows, table.columns),

  /** Capacity of a tree for a number of iterations a move, if it is kept from move to move.
   * @type {(iterations: number) => number} */
  nodesFor: (iterations) => exports.nodes_for(iterations),

  /** The greedy choice among a random half of the moves.
   * @type {(deck: Words, view: Words, stream: Words, moves: Words) => number} */
  chooseEasily: (deck, view, stream, moves) => exports.choose_easily(deck.at, deck.rows, view.at, view.rows, stream.at, stream.rows, moves.at, moves.rows),

  /** The move with the highest heuristic value, after noise of up to `MEDIUM_NOISE` is added to each.
   * @type {(deck: Words, view: Words, stream: Words, moves: Words) => number} */
  chooseWithNoise: (deck, view, stream, moves) => exports.choose_with_noise(deck.at, deck.rows, view.at, view.rows, stream.at, stream.rows, moves.at, moves.rows),

  /** For each legal move of a view, write the number of actions in which it wins by force, 0 if no win was found.
   * @type {(deck: Words, view: Words, moves: Words, lengths: Words, longest: number, budget: number, thorough: number) => number} */
  findForcedWins: (deck, view, moves, lengths, longest, budget, thorough) => exports.find_forced_wins(deck.at, deck.rows, view.at, view.rows, moves.at, moves.rows, lengths.at, lengths.rows, longest, budget, thorough),

  /** For each legal move of a view, write the number of actions in which it wins by force, 0 if no win was found.
   * @type {(deck: Words, view: Words, moves: Words, lengths: Words) => number} */
  findProvenWins: (deck, view, moves, lengths) => exports.find_proven_wins(deck.at, deck.rows, view.at, view.rows, moves.at, moves.rows, lengths.at, lengths.rows),

  /** Give each move with the shortest win by force one visit with the value of the win; returns their number.
   * @type {(deck: Words, view: Words, equity: Floats, moves: Words, visits: Words, values: Floats) => number} */
  voteForForcedWins: (deck, view, equity, moves, visits, values) => exports.vote_for_forced_wins(deck.at, deck.rows, view.at, view.rows, equity.at, equity.rows, equity.columns, moves.at, moves.rows, visits.at, visits.rows, values.at, values.rows),

  /** Write the moves of a win by force that begins with a move and takes `length` actions; returns their number.
   * @type {(deck: Words, view: Words, move: bigint, length: number, budget: number, worlds: Words, line: Words) => number} */
  writeForcedLine: (deck, view, move, length, budget, worlds, line) => exports.write_forced_line(deck.at, deck.rows, view.at, view.rows, move, length, budget, worlds.at, worlds.rows, line.at, line.rows),

  /** Copy the subtree of a view's node to another tree, which is all zeros; returns the number of nodes.
   * @type {(view: Words, tree: Words, rates: Floats, used: number, newTree: Words, newRates: Floats) => number} */
  reroot: (view, tree, rates, used, newTree, newRates) => exports.reroot(view.at, view.rows, tree.at, tree.rows, rates.at, rates.rows, used, newTree.at, newTree.rows, newRates.at, newRates.rows),

  /** Grow a tree of `used` nodes, whose root is the view, by some iterations; returns its number of nodes.
   * @type {(deck: Words, view: Words, stream: Words, equity: Floats, pool: Words, tree: Words, rates: Floats, used: number, iterations: number) => number} */
  search: (deck, view, stream, equity, pool, tree, rates, used, iterations) => exports.search(deck.at, deck.rows, view.at, view.rows, stream.at, stream.rows, equity.at, equity.rows, equity.columns, pool.at, pool.rows, tree.at, tree.rows, rates.at, rates.rows, used, iterations),

  /** 
   * @type {(players: number) => number} */
  weightCount: (players) => exports.weight_count(players),

  /** Where the second layer begins: a row of weights for each of its cells, then the biases.
   * @type {(players: number) => number} */
  secondLayer: (players) => exports.second_layer(players),

  /** Grow a tree of `used` nodes, whose root is the view, by some iterations; returns its number of nodes.
   * @type {(deck: Words, view: Words, stream: Words, equity: Floats, weights: Weights, pool: Words, tree: Words, rates: Floats, used: number, iterations: number) => number} */
  guidedSearch: (deck, view, stream, equity, weights, pool, tree, rates, used, iterations) => exports.guided_search(deck.at, deck.rows, view.at, view.rows, stream.at, stream.rows, equity.at, equity.rows, equity.columns, weights.at, weights.rows, pool.at, pool.rows, tree.at, tree.rows, rates.at, rates.rows, used, iterations),

  /** Fill a pool with worlds drawn from the posterior of a view; returns their number.
   * @type {(deck: Words, view: Words, history: Words, count: number, coefficients: Words, stream: Words, pool: Words) => number} */
  samplePosterior: (deck, view, history, count, coefficients, stream, pool) => exports.sample_posterior(deck.at, deck.rows, view.at, view.rows, history.at, history.rows, count, coefficients.at, coefficients.rows, stream.at, stream.rows, pool.at, pool.rows),

  /** Write the shares of worlds in which a seat holds a card, a row a card.
   * @type {(deck: Words, view: Words, worlds: Words, chances: Floats) => void} */
  writeCardChances: (deck, view, worlds, chances) => exports.write_card_chances(deck.at, deck.rows, view.at, view.rows, worlds.at, worlds.rows, chances.at, chances.rows),

  /** Add a tree's visits of each legal move of a view to `visits`, and the sum of their values to `values`.
   * @type {(deck: Words, view: Words, tree: Words, rates: Floats, moves: Words, visits: Words, values: Floats) => void} */
  addRootStatistics: (deck, view, tree, rates, moves, visits, values) => exports.add_root_statistics(deck.at, deck.rows, view.at, view.rows, tree.at, tree.rows, rates.at, rates.rows, moves.at, moves.rows, visits.at, visits.rows, values.at, values.rows),

  /** The index of the most visited move; among equals the one with the highest value, then the first.
   * @type {(view: Words, moves: Words, visits: Words, values: Floats) => number} */
  mostVisited: (view, moves, visits, values) => exports.most_visited(view.at, view.rows, moves.at, moves.rows, visits.at, visits.rows, values.at, values.rows),

  /** The row of the equity table for the score including this round, up to the points that win the match (R20).
   * @type {(state: Words) => number} */
  scoreIndex: (state) => exports.score_index(state.at, state.rows),

  /** Make all legal moves of a view children of the root, in their order; returns the number of nodes in use.
   * @type {(deck: Words, view: Words, moves: Words, tree: Words) => number} */
  addRootMoves: (deck, view, moves, tree) => exports.add_root_moves(deck.at, deck.rows, view.at, view.rows, moves.at, moves.rows, tree.at, tree.rows),

  /** Write the true state as a world of a view, in which equal cards may be numbered differently (D4).
   * @type {(deck: Words, view: Words, state: Words, world: Words) => void} */
  trueWorld: (deck, view, state, world) => exports.true_world(deck.at, deck.rows, view.at, view.rows, state.at, state.rows, world.at, world.rows),

  /** Try all moves that are not pruned until there are `tries` in all, or, unless `thorough`, until convergence.
   * @type {(deck: Words, view: Words, stream: Words, equity: Floats, worlds: Words, tree: Words, rates: Floats, used: number, made: number, trials: Floats, tries: number, thorough: number) => number} */
  evaluateMoves: (deck, view, stream, equity, worlds, tree, rates, used, made, trials, tries, thorough) => exports.evaluate_moves(deck.at, deck.rows, view.at, view.rows, stream.at, stream.rows, equity.at, equity.rows, equity.columns, worlds.at, worlds.rows, tree.at, tree.rows, rates.at, rates.rows, used, made, trials.at, trials.rows, tries, thorough),

  /** Add to `trial` the value of a view under the baseline, and its advantage over the move made.
   * @type {(deck: Words, view: Words, stream: Words, equity: Floats, worlds: Words, made: bigint, trial: Floats, tries: number) => void} */
  compareWithBaseline: (deck, view, stream, equity, worlds, made, trial, tries) => exports.compare_with_baseline(deck.at, deck.rows, view.at, view.rows, stream.at, stream.rows, equity.at, equity.rows, equity.columns, worlds.at, worlds.rows, made, trial.at, trial.rows, tries),

  /** Add to `trial` the value of a view under the baseline, whichever seat is in turn; otherwise as above.
   * @type {(deck: Words, view: Words, stream: Words, equity: Floats, worlds: Words, trial: Floats, tries: number) => void} */
  evaluateHand: (deck, view, stream, equity, worlds, trial, tries) => exports.evaluate_hand(deck.at, deck.rows, view.at, view.rows, stream.at, stream.rows, equity.at, equity.rows, equity.columns, worlds.at, worlds.rows, trial.at, trial.rows, tries),

  /** Write the likelihood of a move in each style; returns the mask of cards whose orientations the rows stand for.
   * @type {(deck: Words, view: Words, made: bigint, again: number, coefficients: Words, stream: Words, equity: Floats, tree: Words, rates: Floats, iterations: number, likelihoods: Floats, first: number) => bigint} */
  estimateLikelihoods: (deck, view, made, again, coefficients, stream, equity, tree, rates, iterations, likelihoods, first) => exports.estimate_likelihoods(deck.at, deck.rows, view.at, view.rows, made, again, coefficients.at, coefficients.rows, stream.at, stream.rows, equity.at, equity.rows, equity.columns, tree.at, tree.rows, rates.at, rates.rows, iterations, likelihoods.at, likelihoods.rows, first),

  /** Write the mixture of styles that makes the moves of a seat likeliest; `made` has their rows of likelihoods.
   * @type {(made: Floats, shares: Floats, coefficients: Words, seat: number) => void} */
  fitStyle: (made, shares, coefficients, seat) => exports.fit_style(made.at, made.rows, shares.at, shares.rows, coefficients.at, coefficients.rows, seat),

  /** Fill a pool with worlds of a view of two players, sampled by their likelihood; returns their number.
   * @type {(deck: Words, view: Words, world: Words, moves: Words, secrets: Words, likelihoods: Floats, shares: Floats, stream: Words, pool: Words) => number} */
  sampleByStyle: (deck, view, world, moves, secrets, likelihoods, shares, stream, pool) => exports.sample_by_style(deck.at, deck.rows, view.at, view.rows, world.at, world.rows, moves.at, moves.rows, secrets.at, secrets.rows, likelihoods.at, likelihoods.rows, shares.at, shares.rows, stream.at, stream.rows, pool.at, pool.rows),

  /** The index in a history of the move that speaks most for `best` against `made`; -1 if none does.
   * @type {(deck: Words, view: Words, history: Words, coefficients: Words, stream: Words, equity: Floats, made: bigint, best: bigint) => number} */
  findKeyEvidence: (deck, view, history, coefficients, stream, equity, made, best) => exports.find_key_evidence(deck.at, deck.rows, view.at, view.rows, history.at, history.rows, coefficients.at, coefficients.rows, stream.at, stream.rows, equity.at, equity.rows, equity.columns, made, best),

  /** Write the value of every move of a view, a row each, and the grade of the move made.
   * @type {(deck: Words, view: Words, equity: Floats, trials: Floats, lengths: Words, made: number, values: Floats, grade: Floats) => void} */
  gradeMoves: (deck, view, equity, trials, lengths, made, values, grade) => exports.grade_moves(deck.at, deck.rows, view.at, view.rows, equity.at, equity.rows, equity.columns, trials.at, trials.rows, lengths.at, lengths.rows, made, values.at, values.rows, grade.at, grade.rows),

  /** Write why a legal move of a view is better than the one made, the strongest fact first; returns their number.
   * @type {(deck: Words, view: Words, made: bigint, best: bigint, forced: number, facts: Words) => number} */
  explain: (deck, view, made, best, forced, facts) => exports.explain(deck.at, deck.rows, view.at, view.rows, made, best, forced, facts.at, facts.rows),

  /** Write a legal move of a view and the moves that a search expects after it; returns their number.
   * @type {(deck: Words, view: Words, stream: Words, equity: Floats, move: bigint, tree: Words, rates: Floats, worlds: Words, line: Words) => number} */
  writePrincipalVariation: (deck, view, stream, equity, move, tree, rates, worlds, line) => exports.write_principal_variation(deck.at, deck.rows, view.at, view.rows, stream.at, stream.rows, equity.at, equity.rows, equity.columns, move, tree.at, tree.rows, rates.at, rates.rows, worlds.at, worlds.rows, line.at, line.rows),

  /** Add the baseline columns to a grade, from the trial of `compare_with_baseline`.
   * @type {(trial: Floats, players: number, grade: Floats) => void} */
  gradeAgainstBaseline: (trial, players, grade) => exports.grade_against_baseline(trial.at, trial.rows, players, grade.at, grade.rows),

  /** Write a seat's chance to win the match with its hand, from the trial of `evaluate_hand`.
   * @type {(trial: Floats, seat: number, value: Floats) => void} */
  writeHandValue: (trial, seat, value) => exports.write_hand_value(trial.at, trial.rows, seat, value.at, value.rows),

  /** Write a seat's chance to win the match after every move, as it could know it.
   * @type {(grades: Floats, handValues: Floats, seat: number, chances: Floats) => void} */
  followChances: (grades, handValues, seat, chances) => exports.follow_chances(grades.at, grades.rows, handValues.at, handValues.rows, handValues.columns, seat, chances.at, chances.rows),

  /** Write the luck account of a seat.
   * @type {(grades: Floats, handValues: Floats, handErrors: Floats, scoreValues: Floats, seat: number, account: Floats) => void} */
  writeLuckAccount: (grades, handValues, handErrors, scoreValues, seat, account) => exports.write_luck_account(grades.at, grades.rows, handValues.at, handValues.rows, handValues.columns, handErrors.at, handErrors.rows, handErrors.columns, scoreValues.at, scoreValues.rows, scoreValues.columns, seat, account.at, account.rows),

  /** Write the rating of a seat: how much of its chance to win the match it lost per decision.
   * @type {(grades: Floats, seat: number, players: number, rating: Floats) => void} */
  ratePlay: (grades, seat, players, rating) => exports.rate_play(grades.at, grades.rows, seat, players, rating.at, rating.rows),

  /** The seed of a bot's decision, from the number of the round, counted from 0, and of actions made in it.
   * @type {(day: bigint, number: number, seat: number, actions: number) => bigint} */
  decisionSeed: (day, number, seat, actions) => BigInt.asUintN(64, exports.decision_seed(day, number, seat, actions)),
});

/** A digest of the code that this was made of. */
export const source = 'ffaa44ee52f5';

export const layout = Object.freeze({
  MAX_CARDS: 56,
  MAX_VALUE: 15,
  MAX_SIZE: 12,
  MAX_PLAYERS: 5,
  HANDS: 0,
  SLOTS: 5,
  TURNED: 10,
  SHOWN: 11,
  DISCARDS: 12,
  PLAYERS: 13,
  TURN: 14,
  STARTER: 15,
  ACTIONS: 16,
  LIMITS: 17,
  FINISH: 18,
  SCORE: 19,
  ENDING: 20,
  VIEWER: 21,
  SIZES: 22,
  STALLED: 23,
  WORDS: 24,
  SPECTATOR: 6,
  OUT: 1,
  MATCH: 2,
  ABANDONED: 3,
  CARD_COUNT: 0,
  TOP_VALUE: 1,
  STAR: 2,
  IN_PLAY: 3,
  COPIED: 4,
  KIND_COUNT: 5,
  SPREAD: 6,
  LOWS: 8,
  HIGHS: 24,
  VALUES: 40,
  KINDS: 152,
  TWINS: 180,
  TALLIES: 192,
  DECK_WORDS: 304,
  CARDS: 0xffffffffffffffn,
  SLOT_SHIFT: 56,
  VERB_SHIFT: 59,
  PLAY: 0,
  ADD: 1,
  TAKE: 2,
  ROTATE: 3,
  VALUE_SHIFT: 56,
  STALL_SHIFT: 32,
  TURN_LIMIT_MASK: 4294967295,
  STALL_LIMIT_MASK: 268435455,
  PLAYED_ON: 0x4000000000000000n,
  FOR_SECOND: 0x2000000000000000n,
});

export const deckFaults = Object.freeze({
  SOUND: 0,
  BAD_VALUE: 1,
  EQUAL_VALUES: 2,
  MANY_OF_A_VALUE: 3,
  NO_STAR: 4,
  TWO_STARS: 5,
  STAR_COPY: 6,
  FAULT_CARD: 8,
  FAULT_NUMBER: 16,
});

export const limits = Object.freeze({
  TURN_LIMIT: 500,
  STALL_LIMIT_A_PLAYER: 20,
  HIGHEST: 1000000,
});

export const deal = Object.freeze({
  CHANCE_WORDS: 16,
  CHANCE_BITS: 32,
});

export const legality = Object.freeze({
  LEGAL: 0,
  ROUND_OVER: 1,
  EMPTY_SET: 2,
  NOT_IN_HAND: 3,
  MIXED_VALUES: 4,
  NOT_HIGHER: 5,
  NO_SUCH_SLOT: 6,
  OWN_SLOT: 7,
  NO_SET_THERE: 8,
  ADD_ONE_CARD: 9,
  OTHER_VALUE: 10,
  GROWN_NOT_HIGHER: 11,
  NOT_A_MOVE: 12,
  NOT_YOUR_TURN: 13,
});

export const illegality = Object.freeze({
  REASON: 0,
  RULE: 1,
  SLOT: 2,
  SIZE: 3,
  VALUE: 4,
  FACTS: 5,
  NO_SLOT_NAMED: 14,
  NO_AREA_NAMED: 15,
});

export const effects = Object.freeze({
  BEATEN: 0,
  HAND: 1,
  RETURNED: 2,
  GOES_OUT: 3,
  EFFECT_WORDS: 4,
});

export const match = Object.freeze({
  ROUNDS_TO_DRAW: 3,
  UNFINISHED: 0,
  WON: 1,
  TIED: 2,
});

export const messages = Object.freeze({
  BY_PERSON: 0,
  BY_BOT: 1,
  BY_STAND_IN: 2,
  EVERYONE: 0,
  SEAT: 1,
  MOVES: 6,
  PIECES: 7,
});

export const views = Object.freeze({
  REMEMBERS_TABLE: 0,
  REMEMBERS_DISCARDS: 1,
  REMEMBERS_ALL: 2,
});

export const levels = Object.freeze({
  HARD_ITERATIONS: 300,
  EARLIER_HARD_ITERATIONS: 100,
  NOISE_STEPS: 1024,
  EXPERT_MILLISECONDS: 400,
  MAX_NODES: 400000,
});

export const playStyles = Object.freeze({
  RANDOM: 0,
  MODEL: 1,
  VISIT_SHARE: 2,
  BEST: 3,
  STYLES: 4,
  MAX_EXACT: 9,
  SAMPLED_CARDS: 7,
  ROWS: 513,
  SEARCHES: 4,
  EM_STEPS: 24,
});

export const posterior = Object.freeze({
  POOL: 1024,
  LONGEST: 2048,
  DEALS: 128,
  DEALS_A_SECOND: 6400,
  MIN_DEALS: 64,
  MAX_DEALS: 1024,
  EXPERT_DEALS: 512,
  UNIFORM_PERIOD: 8,
  MAX_EXACT_CARDS: 13,
  ORIENTATIONS: 8,
  MIN_EFFECTIVE_DEALS: 16,
  MAX_EVIDENCE: 40,
  STALLED_LAPS: 3,
});

export const cardChances = Object.freeze({
  CHANCE_COLUMNS: 10,
});

export const tree = Object.freeze({
  KEY: 0,
  AVAILABLE: 1,
  VISITS: 2,
  FIRST: 3,
  COUNT: 4,
  POSITION_HASH: 5,
  NODE_WORDS: 6,
  MEAN: 0,
  INVERSE_ROOT: 1,
  RATES: 2,
  NOT_A_PLAY: 0x800000000000000n,
});

export const dailySeed = Object.freeze({
  PLAYERS: 4,
  SEAT: 0,
  ROUNDS: 3,
  FIRST_DAY: 739617,
  PRINTED_DAY: 739951,
  DECISIONS: 4294967296,
});

export const moveValues = Object.freeze({
  TRIED: 0,
  PRUNED: 1,
  VALUE: 2,
  VALUE_SQUARED: 7,
  ADVANTAGE: 12,
  ADVANTAGE_SQUARED: 17,
  ADVANTAGE_IN_HALF: 22,
  TRIAL_COLUMNS: 27,
  WORLDS_PER_STEP: 16,
  MIN_WORLDS: 128,
  MIN_WORLDS_AHEAD: 512,
  MIN_WORLDS_ALONE: 1536,
  KEPT_RIVALS: 3,
  NODES_PER_TRY: 4,
});

export const grading = Object.freeze({
  CHANCE: 0,
  ADVANTAGE: 1,
  ERROR: 2,
  FORCED_LENGTH: 3,
  VALUE_COLUMNS: 4,
  ROUND: 0,
  SEAT: 1,
  BEST: 2,
  LOSS: 3,
  LOSS_ERROR: 4,
  SPREAD: 5,
  MARK: 6,
  ONLY_MOVE: 7,
  TRIES: 8,
  BEFORE: 9,
  AFTER: 14,
  AFTER_ERROR: 19,
  BASELINE: 24,
  BASELINE_AFTER: 29,
  BASELINE_ERROR: 34,
  GRADE_COLUMNS: 39,
  FORCED: 0,
  BEST_MOVE: 1,
  FINE: 2,
  INACCURACY: 3,
  MISTAKE: 4,
  BLUNDER: 5,
  MARKS: 6,
  HAND_SEEDS: 1048576,
  OPEN_HAND_SEEDS: 2097152,
  BELIEF_SEEDS: 3145728,
  WORLD_SEEDS: 4194304,
  BASELINE_SEEDS: 5242880,
  STYLE_SEEDS: 6291456,
  TRIES_PER_ITERATION: 64,
  TRIES_PER_WORLD: 4,
  FAIR: 0,
  CARDS: 1,
  DECISIONS: 2,
  GIFTS: 3,
  LUCK: 4,
  RESULT: 5,
  CARDS_ERROR: 6,
  DECISIONS_ERROR: 7,
  GIFTS_ERROR: 8,
  LUCK_ERROR: 9,
  ACCOUNT_COLUMNS: 10,
  DECISION_COUNT: 0,
  LOST: 1,
  LOST_PER_DECISION: 2,
  LOST_ERROR: 3,
  LIKE_LEVEL: 4,
  MARK_COUNTS: 5,
  RATING_COLUMNS: 11,
  FEW_UNSEEN: 4,
  MANY_UNSEEN: 12,
});

export const explanations = Object.freeze({
  KEY: 0,
  COUNT: 1,
  VALUE: 2,
  SEAT: 3,
  COMING: 4,
  FACT: 5,
  WINS_MATCH: 1,
  GOES_OUT: 2,
  UNBEATABLE: 3,
  KNOWN_TO_BEAT: 4,
  SENDS_BACK: 5,
  ROTATES: 6,
  FITS: 7,
  BREAKS_UP: 8,
  LEAVES_SINGLES: 9,
  FEWER_TURNS: 10,
  KEEPS_HIGH: 11,
  NEARLY_OUT: 12,
  WINS_BY_FORCE: 13,
  BECOMES: 14,
  LETS_PLAY_OUT: 15,
  LETS_ADD_OUT: 16,
  MOST_FACTS: 16,
});

export const provenValues = Object.freeze({
  LONGEST: 12,
  BUDGET: 20000,
  OPEN_LONGEST: 20,
  OPEN_BUDGET: 100000,
  LINE_BUDGET: 30000,
});

export const principalVariation = Object.freeze({
  LINE_TRIES: 500,
  LINE_SEED: 1,
  LINE_NODES: 2001,
  FEWEST_FOLLOWING: 3,
  MAX_LINE: 6,
  MAX_SAMPLES: 10000,
});

/** The files of the networks, by the number of players and the fingerprint of the cards in play.
 * @type {Record<number, Record<string, string>>} */
export const networks = {
  2: {
    'df3bb3b5d246b776': 'printed-2.bin',
    'a3bfbf1808841ee3': 'balanced-2.bin',
  },
  3: {
    'a35bba89561acf67': 'printed-3.bin',
    '58333f6399e8c945': 'balanced-3.bin',
  },
  4: {
    '29b159f8f460be58': 'balanced-4.bin',
  },
  5: {
    '9a14f1d9f0a297a5': 'balanced-5.bin',
  },
};

/** The lower and the higher value of each card, which of them has the star, and by number of players
 * a mask of those in play.
 * @type {Record<string, {faces: number[], star: number, inPlay: Record<number, bigint>}>} */
export const decks = {
  printed: {
    faces: [1, 5, 1, 6, 1, 6, 1, 7, 1, 7, 1, 8, 1, 8, 1, 9, 1, 9, 1, 10, 2, 4, 2, 4, 2, 5, 2, 5, 2, 6, 2, 6, 2, 7, 2, 8, 2, 9, 2, 10, 3, 4, 3, 4, 3, 5, 3, 5, 3, 6, 3, 6, 3, 7, 3, 8, 3, 9, 3, 10, 4, 5, 4, 6, 4, 7, 4, 8, 4, 9, 5, 7, 5, 8, 5, 8, 6, 7, 6, 7],
    star: 0,
    inPlay: { 2: 0x5b9d5c7cbfn, 3: 0x5bdf5e7ebfn, 4: 0x5bdfffffffn, 5: 0xffffffffffn },
  },
  balanced: {
    faces: [1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1, 7, 1, 8, 1, 9, 1, 9, 2, 3, 2, 4, 2, 5, 2, 6, 2, 7, 2, 8, 2, 8, 2, 9, 3, 4, 3, 5, 3, 6, 3, 7, 3, 7, 3, 8, 3, 9, 4, 5, 4, 6, 4, 6, 4, 7, 4, 8, 4, 9, 5, 6, 5, 7, 5, 8, 5, 9, 6, 7, 6, 8, 6, 9, 7, 8, 7, 9, 8, 9],
    star: 3,
    inPlay: { 2: 0xe8218e3c78n, 3: 0xfdb18f3e7en, 4: 0xfffbdf7effn, 5: 0xffffffffffn },
  },
  pairs: {
    faces: [1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1, 7, 1, 8, 1, 9, 2, 3, 2, 4, 2, 5, 2, 6, 2, 7, 2, 8, 2, 9, 3, 4, 3, 5, 3, 6, 3, 7, 3, 8, 3, 9, 4, 5, 4, 6, 4, 7, 4, 8, 4, 9, 5, 6, 5, 7, 5, 8, 5, 9, 6, 7, 6, 8, 6, 9, 7, 8, 7, 9, 8, 9],
    star: 3,
    inPlay: { 2: 0xe82339e78n, 3: 0xfdb33df7en, 4: 0xfffffffffn, 5: 0xfffffffffn },
  },
};

/** By number of players, the coefficients of src/dnup/belief/move_model.py.
 * @type {Record<number, number[]>} */
export const moveModels = {
  2: [-2229, -1656, 1573, -398, 8998, -1243, -1017, -1262, -67, 646, -471, -912, -1323, -1039, 146, 144, 187, -612, 113, 531, 398, 770, 541, -528, -544, 332, 147, -430, 366, 623, 46, -57, -26, 7, 185, 98, 366, -72, 48, 4, 11, 418, -90, -158, 39, 261, -196, 340],
  3: [-2950, -3035, 1082, -285, 7297, -2307, -1411, -2286, 269, 1058, -431, -1354, -2685, -3297, 72, 77, 187, -969, 69, 766, 328, 593, 279, 0, -397, 701, 76, -218, 574, 1205, 121, 19, -151, 0, 0, 209, -175, -55, -440, -219, 14, 532, 31, -255, 64, 1189, -242, 205],
  4: [-2947, -2422, 583, -96, 7646, -2385, -1370, -2597, 344, 1075, -524, -1734, -2521, -2808, 41, 117, 181, -592, 24, 420, 105, 502, 613, 0, -330, 842, 354, -159, -283, 525, 94, -17, -119, 0, 0, 199, -601, 87, -152, -208, 17, 493, 94, -404, 48, 392, -461, -20],
  5: [-3001, -1811, 387, -541, 8119, -2346, -1298, -2469, 179, 1050, -938, -1937, -2483, -2461, 130, 204, 249, -378, 116, 119, -52, 549, 873, 0, -198, 1059, 482, -56, -347, 91, 87, 77, -238, 0, 0, 170, -540, 455, 35, -37, 17, 427, 63, -518, 66, 202, -505, -96],
};

/** Why a text is not a move: PROBLEMS of src/dnup/game/move.py. */
export const problems = Object.freeze({
  'no-verb': "a move begins with play, add, take or rotate",
  'not-a-seat': "a set is named by its seat, A to E, with two players by its area, like B1",
  'not-a-card': "a card is two different values from 1 to 15 with a slash, like 3/6",
  'cards-missing': "play and add need cards",
  'cards-named': "take and rotate name no cards",
  'two-cards': "one card is added at a time (R11)",
  'set-missing': "it does not say whose set",
  'ambiguous': "this could mean more than one move",
});

/** Why a move is illegal, by the REASON of its facts: REASONS of src/dnup/game/illegality.py.
 * @type {Record<number, {code: string, sentence: string, facts: string[]}>} */
export const reasons = {
  1: { code: 'round-over', sentence: "the round is over", facts: [] },
  13: { code: 'not-your-turn', sentence: "it is {turn}'s turn", facts: [] },
  2: { code: 'empty-set', sentence: "a set has at least one card", facts: [] },
  3: { code: 'not-in-hand', sentence: "{turn} does not hold {cards} that way up", facts: ["cards"] },
  4: { code: 'mixed-values', sentence: "all cards of a set show the same value", facts: ["cards"] },
  5: { code: 'not-higher', sentence: "{slot}'s set of {size} card{s} shows {shown}, and {value} is not higher", facts: ["slot", "cards", "size", "value"] },
  6: { code: 'no-such-slot', sentence: "there is no {slot} with {players} players, only {slots}", facts: ["slot"] },
  14: { code: 'no-such-slot', sentence: "{verb} needs to say whose set", facts: [] },
  15: { code: 'no-such-slot', sentence: "{slot} has two areas, so say {slot}1 or {slot}2", facts: ["slot"] },
  7: { code: 'own-set', sentence: "you {verb} only {to}opponents' sets", facts: ["slot", "cards"] },
  8: { code: 'no-set-there', sentence: "there is no set in front of {slot}", facts: ["slot"] },
  9: { code: 'add-one-card', sentence: "exactly one card is added", facts: ["slot", "cards"] },
  10: { code: 'other-value', sentence: "a card added to {slot}'s set must show {value}", facts: ["slot", "cards", "size", "value"] },
  11: { code: 'grown-not-higher', sentence: "the set would grow to {size}: {slot}'s set of {size} card{s} shows {shown}, and {value} is not higher", facts: ["slot", "cards", "size", "value"] },
  12: { code: 'not-a-move', sentence: "a turn is play, add, take or rotate", facts: [] },
};
