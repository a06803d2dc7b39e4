// Written by `make wasm` from the compiled rooms of src/dnup, and never by hand: the functions of dnup.wasm,
// where everything is in their arrays, and the decks that come with dnup.

/** @typedef {import('./memory.js').Words} Words */
/** @typedef {import('./memory.js').Floats} Floats */
/** @typedef {import('./memory.js').Text} Text */
/** @typedef {import('./memory.js').Weights} Weights */
/** @typedef {ReturnType<typeof kernelOf>} Kernel */

/** The functions of the module. They trust their arguments as they do in Python.
 * @param {Record<string, any>} door what the module exports */
export const kernelOf = (door) => ({
  /** Write the words of a deck: of each card the lower and the higher value, and a mask of those in play.
   * @type {(faces: Words, star: number, inPlay: bigint, words: Words) => void} */
  writeDeck: (faces, star, inPlay, words) => door.write_deck(faces.at, faces.rows, star, inPlay, words.at, words.rows),

  /** The first fault of a deck: what it is, at which card (from FAULT_CARD on), and a number (from FAULT_NUMBER on).
   * @type {(faces: Words, stars: Words) => number} */
  findDeckFault: (faces, stars) => door.find_deck_fault(faces.at, faces.rows, stars.at, stars.rows),

  /** The seed of the index-th independent stream of a seed: game 17 is the same whoever plays it.
   * @type {(seed: bigint, index: number) => bigint} */
  split: (seed, index) => BigInt.asUintN(64, door.split(seed, index)),

  /** A number from 0 to limit - 1, each exactly as likely (Lemire's method on 32 bits).
   * @type {(stream: Words, limit: number) => number} */
  below: (stream, limit) => door.below(stream.at, stream.rows, limit),

  /** After how many actions a round is abandoned (D2), and how many in a row without a discard (D5), 0 for never.
   * @type {(turnLimit: number, stallLimit: number, playedOn: number) => bigint} */
  makeLimits: (turnLimit, stallLimit, playedOn) => door.make_limits(turnLimit, stallLimit, playedOn),

  /** Make a state the freshly dealt round of a match that stands at `score`.
   * @type {(deck: Words, state: Words, stream: Words, players: number, first: number, score: bigint, limits: bigint) => void} */
  newRound: (deck, state, stream, players, first, score, limits) => door.new_round(deck.at, deck.rows, state.at, state.rows, stream.at, stream.rows, players, first, score, limits),

  /** Make a state a round as `new_round` does, dealt by CHANCE_WORDS words of random bits, which are used up.
   * @type {(deck: Words, state: Words, chance: Words, players: number, first: number, score: bigint, limits: bigint) => void} */
  drawRound: (deck, state, chance, players, first, score, limits) => door.draw_round(deck.at, deck.rows, state.at, state.rows, chance.at, chance.rows, players, first, score, limits),

  /** Make a state the round of these hands, with bars between them; 0 if not all in play were dealt, once each.
   * @type {(deck: Words, state: Words, text: Text, players: number, score: bigint, limits: bigint) => number} */
  readDeal: (deck, state, text, players, score, limits) => door.read_deal(deck.at, deck.rows, state.at, state.rows, text.at, text.rows, players, score, limits),

  /** Deal the round of a number, counted from 0, of the match with a seed that stands at `score` (R4).
   * @type {(deck: Words, state: Words, stream: Words, players: number, seed: bigint, number: number, score: bigint, limits: bigint) => void} */
  dealRound: (deck, state, stream, players, seed, number, score, limits) => door.deal_round(deck.at, deck.rows, state.at, state.rows, stream.at, stream.rows, players, seed, number, score, limits),

  /** The holder of the star takes the first turn (R6), with two players for area 2 only (R24).
   * @type {(deck: Words, state: Words) => void} */
  start: (deck, state) => door.start(deck.at, deck.rows, state.at, state.rows),

  /** Number the copies of a card by where they are, so that equal positions are equal words (D4).
   * @type {(deck: Words, state: Words) => void} */
  orderCopies: (deck, state) => door.order_copies(deck.at, deck.rows, state.at, state.rows),

  /** The seat that the slot in turn belongs to.
   * @type {(state: Words) => number} */
  seatInTurn: (state) => door.seat_in_turn(state.at, state.rows),

  /** The points a seat has made in this round (R17, R19, R27).
   * @type {(state: Words, seat: number) => number} */
  pointsOf: (state, seat) => door.points_of(state.at, state.rows, seat),

  /** The seat that has won the match with what it made in this round, or -1.
   * @type {(state: Words) => number} */
  winnerOf: (state) => door.winner_of(state.at, state.rows),

  /** The score of the match with the points of this round, a byte a seat.
   * @type {(state: Words) => bigint} */
  scoreAfter: (state) => door.score_after(state.at, state.rows),

  /** The seat where dealing the round of a number, counted from 0, begins: A, then one further each time (R4).
   * @type {(players: number, number: number) => number} */
  dealtFirst: (players, number) => door.dealt_first(players, number),

  /** How many rounds in a row were abandoned with this one, if `before` were until then.
   * @type {(state: Words, before: number) => number} */
  abandonedInARow: (state, before) => door.abandoned_in_a_row(state.at, state.rows, before),

  /** How the match stands with this round, if so many in a row were abandoned with it (R20, R27, D2).
   * @type {(state: Words, abandoned: number) => number} */
  resultOf: (state, abandoned) => door.result_of(state.at, state.rows, abandoned),

  /** How many legal moves there are, 0 when the round is over.
   * @type {(deck: Words, state: Words) => number} */
  countMoves: (deck, state) => door.count_moves(deck.at, deck.rows, state.at, state.rows),

  /** The index-th legal move; the index must be below count_moves().
   * @type {(deck: Words, state: Words, index: number) => bigint} */
  nthMove: (deck, state, index) => door.nth_move(deck.at, deck.rows, state.at, state.rows, index),

  /** Write all legal moves, in order, and return their number.
   * @type {(deck: Words, state: Words, moves: Words) => number} */
  listMoves: (deck, state, moves) => door.list_moves(deck.at, deck.rows, state.at, state.rows, moves.at, moves.rows),

  /** LEGAL, or the first reason why a move is not: any number may be asked about.
   * @type {(deck: Words, state: Words, move: bigint) => number} */
  judge: (deck, state, move) => door.judge(deck.at, deck.rows, state.at, state.rows, move),

  /** Make a legal move, number the copies of cards anew (D4), and return what everyone has seen of it.
   * @type {(deck: Words, state: Words, move: bigint) => bigint} */
  advance: (deck, state, move) => door.advance(deck.at, deck.rows, state.at, state.rows, move),

  /** The word of a move that is about to be made.
   * @type {(deck: Words, state: Words, move: bigint) => bigint} */
  tellMove: (deck, state, move) => door.tell_move(deck.at, deck.rows, state.at, state.rows, move),

  /** Deal and play so many rounds from 0-0, and return how many moves that took.
   * @type {(deck: Words, players: number, rounds: number, limits: bigint, stream: Words) => number} */
  randomRounds: (deck, players, rounds, limits, stream) => door.random_rounds(deck.at, deck.rows, players, rounds, limits, stream.at, stream.rows),

  /** A move as in docs/notation.md.
   * @type {(deck: Words, players: number, turned: bigint, move: bigint, out: Text, at: number) => number} */
  putMove: (deck, players, turned, move, out, at) => door.put_move(deck.at, deck.rows, players, turned, move, out.at, out.rows, at),

  /** Cards in ascending order: bits are, among cards that show the same value.
   * @type {(deck: Words, cards: bigint, turned: bigint, out: Text, at: number) => number} */
  putCards: (deck, cards, turned, out, at) => door.put_cards(deck.at, deck.rows, cards, turned, out.at, out.rows, at),

  /** The move that stands in a text from `start` to `end`, or a code as from `judge`, negative.
   * @type {(deck: Words, state: Words, text: Text, start: number, end: number) => bigint} */
  readMove: (deck, state, text, start, end) => door.read_move(deck.at, deck.rows, state.at, state.rows, text.at, text.rows, start, end),

  /** Make the move that a text names, and return it; or a code as from `judge`, negative.
   * @type {(deck: Words, before: Words, text: Text, after: Words) => bigint} */
  makeWrittenMove: (deck, before, text, after) => door.make_written_move(deck.at, deck.rows, before.at, before.rows, text.at, text.rows, after.at, after.rows),

  /** Make the moves of a text, one a line, up to the first that is not legal; returns how many were made.
   * @type {(deck: Words, state: Words, text: Text, history: Words) => number} */
  replayMoves: (deck, state, text, history) => door.replay_moves(deck.at, deck.rows, state.at, state.rows, text.at, text.rows, history.at, history.rows),

  /** LEGAL, or why the move that a text names is not, if it is this seat that would make it.
   * @type {(deck: Words, state: Words, seat: number, text: Text) => number} */
  judgeWritten: (deck, state, seat, text) => door.judge_written(deck.at, deck.rows, state.at, state.rows, seat, text.at, text.rows),

  /** Write the move that these words mean, whatever the position, and return where it ends; or a problem, negative.
   * @type {(text: Text, out: Text) => number} */
  tidyMove: (text, out) => door.tidy_move(text.at, text.rows, out.at, out.rows),

  /** Write a tidy text with the set that it means, and return where it ends; or a problem, negative.
   * @type {(state: Words, text: Text, out: Text) => number} */
  completeMove: (state, text, out) => door.complete_move(state.at, state.rows, text.at, text.rows, out.at, out.rows),

  /** Write what is wrong with a text that is no move, as from `tidying`.
   * @type {(problem: number, out: Text) => number} */
  writeProblem: (problem, out) => door.write_problem(problem, out.at, out.rows),

  /** Write the reason behind a code of `judge`, for the move that a tidy text names; returns where it ends.
   * @type {(deck: Words, state: Words, text: Text, code: number, out: Text) => number} */
  writeWhy: (deck, state, text, code, out) => door.write_why(deck.at, deck.rows, state.at, state.rows, text.at, text.rows, code, out.at, out.rows),

  /** A position, or what a view knows of one, from the slot in turn to the discards.
   * @type {(deck: Words, state: Words, out: Text, at: number) => number} */
  putPosition: (deck, state, out, at) => door.put_position(deck.at, deck.rows, state.at, state.rows, out.at, out.rows, at),

  /** Make a state the position of a text; 0 if `put_position` would not write it so.
   * @type {(deck: Words, state: Words, text: Text, players: number) => number} */
  readPosition: (deck, state, text, players) => door.read_position(deck.at, deck.rows, state.at, state.rows, text.at, text.rows, players),

  /** Write what a viewer (a seat plus one, or SPECTATOR) knows of a state.
   * @type {(deck: Words, state: Words, viewer: number, view: Words) => void} */
  makeView: (deck, state, viewer, view) => door.make_view(deck.at, deck.rows, state.at, state.rows, viewer, view.at, view.rows),

  /** Write a state that looks like the view to its viewer, each as likely as any other.
   * @type {(deck: Words, view: Words, stream: Words, world: Words) => void} */
  sampleWorld: (deck, view, stream, world) => door.sample_world(deck.at, deck.rows, view.at, view.rows, stream.at, stream.rows, world.at, world.rows),

  /** Write the wanted views (a bit each) one behind the other, then the moves if the seat in turn is among them.
   * @type {(deck: Words, state: Words, memory: number, wanted: number, moves: Words, effects: Words, out: Text, starts: Words) => void} */
  writeViews: (deck, state, memory, wanted, moves, effects, out, starts) => door.write_views(deck.at, deck.rows, state.at, state.rows, memory, wanted, moves.at, moves.rows, effects.at, effects.rows, out.at, out.rows, starts.at, starts.rows),

  /** All cards in play that a text names anywhere, whichever way up, and with each its copies.
   * @type {(deck: Words, text: Text) => bigint} */
  namedCards: (deck, text) => door.named_cards(deck.at, deck.rows, text.at, text.rows),

  /** The cards that a table of this memory shows; those with copies only if it shows all of them.
   * @type {(deck: Words, state: Words, memory: number) => bigint} */
  cardsInSight: (deck, state, memory) => door.cards_in_sight(deck.at, deck.rows, state.at, state.rows, memory),

  /** What everyone is told of a move that has become event `number`.
   * @type {(deck: Words, before: Words, after: Words, move: bigint, number: number, by: number, moves: Words, effects: Words, out: Text, at: number) => number} */
  putMoved: (deck, before, after, move, number, by, moves, effects, out, at) => door.put_moved(deck.at, deck.rows, before.at, before.rows, after.at, after.rows, move, number, by, moves.at, moves.rows, effects.at, effects.rows, out.at, out.rows, at),

  /** How many scores there are for so many players: each seat has from no points up to one too many.
   * @type {(players: number) => number} */
  stakesRows: (players) => door.stakes_rows(players),

  /** Fill the stakes of as many players as the table has columns, backwards: a round leads to later rows only.
   * @type {(table: Floats) => void} */
  writeStakes: (table) => door.write_stakes(table.at, table.rows, table.columns),

  /** How large a tree is made that grows by so many iterations a move, and is kept from move to move.
   * @type {(iterations: number) => number} */
  nodesFor: (iterations) => door.nodes_for(iterations),

  /** What a greedy player would do who overlooks half of what could be done.
   * @type {(deck: Words, view: Words, stream: Words, moves: Words) => number} */
  chooseEasily: (deck, view, stream, moves) => door.choose_easily(deck.at, deck.rows, view.at, view.rows, stream.at, stream.rows, moves.at, moves.rows),

  /** The move with the highest rating at first sight, after noise of up to `MEDIUM_NOISE` is added to each.
   * @type {(deck: Words, view: Words, stream: Words, moves: Words) => number} */
  chooseWithNoise: (deck, view, stream, moves) => door.choose_with_noise(deck.at, deck.rows, view.at, view.rows, stream.at, stream.rows, moves.at, moves.rows),

  /** Make the node of a view the root of another tree, which is all zeros; returns the number of its nodes.
   * @type {(view: Words, tree: Words, rates: Floats, used: number, newTree: Words, newRates: Floats) => number} */
  plant: (view, tree, rates, used, newTree, newRates) => door.plant(view.at, view.rows, tree.at, tree.rows, rates.at, rates.rows, used, newTree.at, newTree.rows, newRates.at, newRates.rows),

  /** Grow a tree of `used` nodes, node 0 being the view, by so many iterations; returns how many it then has.
   * @type {(deck: Words, view: Words, stream: Words, stakes: Floats, pool: Words, tree: Words, rates: Floats, used: number, iterations: number) => number} */
  search: (deck, view, stream, stakes, pool, tree, rates, used, iterations) => door.search(deck.at, deck.rows, view.at, view.rows, stream.at, stream.rows, stakes.at, stakes.rows, stakes.columns, pool.at, pool.rows, tree.at, tree.rows, rates.at, rates.rows, used, iterations),

  /** 
   * @type {(players: number) => number} */
  weightCount: (players) => door.weight_count(players),

  /** Where the second layer begins: for each of its cells a row, then what to add to each.
   * @type {(players: number) => number} */
  secondLayer: (players) => door.second_layer(players),

  /** Grow a tree of `used` nodes, node 0 being the view, by so many iterations; returns how many it then has.
   * @type {(deck: Words, view: Words, stream: Words, stakes: Floats, weights: Weights, pool: Words, tree: Words, rates: Floats, used: number, iterations: number) => number} */
  think: (deck, view, stream, stakes, weights, pool, tree, rates, used, iterations) => door.think(deck.at, deck.rows, view.at, view.rows, stream.at, stream.rows, stakes.at, stakes.rows, stakes.columns, weights.at, weights.rows, pool.at, pool.rows, tree.at, tree.rows, rates.at, rates.rows, used, iterations),

  /** Fill a pool with worlds that agree with a view, the likelier ones more often; returns how many there are.
   * @type {(deck: Words, view: Words, history: Words, count: number, habits: Words, stream: Words, pool: Words) => number} */
  believe: (deck, view, history, count, habits, stream, pool) => door.believe(deck.at, deck.rows, view.at, view.rows, history.at, history.rows, count, habits.at, habits.rows, stream.at, stream.rows, pool.at, pool.rows),

  /** Add for each legal move of a view how often a tree has tried it, and what that was worth in all.
   * @type {(deck: Words, view: Words, tree: Words, rates: Floats, moves: Words, visits: Words, worth: Floats) => void} */
  addVotes: (deck, view, tree, rates, moves, visits, worth) => door.add_votes(deck.at, deck.rows, view.at, view.rows, tree.at, tree.rows, rates.at, rates.rows, moves.at, moves.rows, visits.at, visits.rows, worth.at, worth.rows),

  /** The index of the most visited move; of equal ones the one worth most, then the first.
   * @type {(view: Words, moves: Words, visits: Words, worth: Floats) => number} */
  mostVotes: (view, moves, visits, worth) => door.most_votes(view.at, view.rows, moves.at, moves.rows, visits.at, visits.rows, worth.at, worth.rows),

  /** The row of the stakes for the score with the points of this round, up to those that win the match (R20).
   * @type {(state: Words) => number} */
  scoreIndex: (state) => door.score_index(state.at, state.rows),

  /** Make all legal moves of a view the children of its root, in their order; returns how many nodes there are.
   * @type {(deck: Words, view: Words, moves: Words, tree: Words) => number} */
  plantMoves: (deck, view, moves, tree) => door.plant_moves(deck.at, deck.rows, view.at, view.rows, moves.at, moves.rows, tree.at, tree.rows),

  /** Write the state that a view is of as a world of that view, which numbers copies of a card in its own way (D4).
   * @type {(deck: Words, view: Words, state: Words, world: Words) => void} */
  trueWorld: (deck, view, state, world) => door.true_world(deck.at, deck.rows, view.at, view.rows, state.at, state.rows, world.at, world.rows),

  /** Try the wanted moves of a planted tree until there are so many tries in all, or nothing is left to find out.
   * @type {(deck: Words, view: Words, stream: Words, stakes: Floats, worlds: Words, tree: Words, rates: Floats, used: number, made: number, trials: Floats, wanted: Words, tries: number, thorough: number) => number} */
  appraiseMoves: (deck, view, stream, stakes, worlds, tree, rates, used, made, trials, wanted, tries, thorough) => door.appraise_moves(deck.at, deck.rows, view.at, view.rows, stream.at, stream.rows, stakes.at, stakes.rows, stakes.columns, worlds.at, worlds.rows, tree.at, tree.rows, rates.at, rates.rows, used, made, trials.at, trials.rows, wanted.at, wanted.rows, tries, thorough),

  /** Find out what a view is worth with usual play, and how much more that is than with the move made.
   * @type {(deck: Words, view: Words, stream: Words, stakes: Floats, worlds: Words, made: bigint, trial: Floats, tries: number) => void} */
  weighMove: (deck, view, stream, stakes, worlds, made, trial, tries) => door.weigh_move(deck.at, deck.rows, view.at, view.rows, stream.at, stream.rows, stakes.at, stakes.rows, stakes.columns, worlds.at, worlds.rows, made, trial.at, trial.rows, tries),

  /** The same for a view, whoever is in turn, without a move.
   * @type {(deck: Words, view: Words, stream: Words, stakes: Floats, worlds: Words, trial: Floats, tries: number) => void} */
  weighHand: (deck, view, stream, stakes, worlds, trial, tries) => door.weigh_hand(deck.at, deck.rows, view.at, view.rows, stream.at, stream.rows, stakes.at, stakes.rows, stakes.columns, worlds.at, worlds.rows, trial.at, trial.rows, tries),

  /** Write how likely a move is in each manner; returns the cards whose ways up the rows of `chances` stand for.
   * @type {(deck: Words, view: Words, made: bigint, again: number, habits: Words, stream: Words, stakes: Floats, tree: Words, rates: Floats, iterations: number, chances: Floats, first: number) => bigint} */
  lookAtManners: (deck, view, made, again, habits, stream, stakes, tree, rates, iterations, chances, first) => door.look_at_manners(deck.at, deck.rows, view.at, view.rows, made, again, habits.at, habits.rows, stream.at, stream.rows, stakes.at, stakes.rows, stakes.columns, tree.at, tree.rows, rates.at, rates.rows, iterations, chances.at, chances.rows, first),

  /** In which mixture of manners somebody plays: the likeliest one, given the chances of all moves made.
   * @type {(made: Floats, shares: Floats, habits: Words, seat: number) => void} */
  fitManners: (made, shares, habits, seat) => door.fit_manners(made.at, made.rows, shares.at, shares.rows, habits.at, habits.rows, seat),

  /** Fill a pool with worlds that agree with a view of two, the likelier ones more often; returns how many there are.
   * @type {(deck: Words, view: Words, world: Words, moves: Words, secrets: Words, chances: Floats, shares: Floats, stream: Words, pool: Words) => number} */
  believeManners: (deck, view, world, moves, secrets, chances, shares, stream, pool) => door.believe_manners(deck.at, deck.rows, view.at, view.rows, world.at, world.rows, moves.at, moves.rows, secrets.at, secrets.rows, chances.at, chances.rows, shares.at, shares.rows, stream.at, stream.rows, pool.at, pool.rows),

  /** Which move of a history speaks most for one move of a view against the one made; -1 if none does.
   * @type {(deck: Words, view: Words, history: Words, habits: Words, stream: Words, stakes: Floats, made: bigint, best: bigint) => number} */
  tellingMove: (deck, view, history, habits, stream, stakes, made, best) => door.telling_move(deck.at, deck.rows, view.at, view.rows, history.at, history.rows, habits.at, habits.rows, stream.at, stream.rows, stakes.at, stakes.rows, stakes.columns, made, best),

  /** Write what every move is worth, a row each, and what there is to say of the one made; see JUDGMENT.
   * @type {(trials: Floats, wanted: Words, made: number, seat: number, players: number, worths: Floats, judgment: Floats) => void} */
  judgeMoves: (trials, wanted, made, seat, players, worths, judgment) => door.judge_moves(trials.at, trials.rows, wanted.at, wanted.rows, made, seat, players, worths.at, worths.rows, judgment.at, judgment.rows),

  /** Write why a legal move of a view is better than the one made, what says most first; returns how many facts.
   * @type {(deck: Words, view: Words, made: bigint, best: bigint, facts: Words) => number} */
  explain: (deck, view, made, best, facts) => door.explain(deck.at, deck.rows, view.at, view.rows, made, best, facts.at, facts.rows),

  /** Add to a judgment what the view and the move made are worth with usual play.
   * @type {(trial: Floats, players: number, judgment: Floats) => void} */
  judgeUsual: (trial, players, judgment) => door.judge_usual(trial.at, trial.rows, players, judgment.at, judgment.rows),

  /** Write the chance of a seat to win the match with a hand that was tried, and the standard error of that.
   * @type {(trial: Floats, seat: number, worth: Floats) => void} */
  judgeHand: (trial, seat, worth) => door.judge_hand(trial.at, trial.rows, seat, worth.at, worth.rows),

  /** The chance of a seat to win the match after every move, as it could know it.
   * @type {(judgments: Floats, openings: Floats, seat: number, line: Floats) => void} */
  followChances: (judgments, openings, seat, line) => door.follow_chances(judgments.at, judgments.rows, openings.at, openings.rows, openings.columns, seat, line.at, line.rows),

  /** What was luck for a seat, and what was not; see ACCOUNT.
   * @type {(judgments: Floats, openings: Floats, doubts: Floats, worth: Floats, seat: number, account: Floats) => void} */
  accountFor: (judgments, openings, doubts, worth, seat, account) => door.account_for(judgments.at, judgments.rows, openings.at, openings.rows, openings.columns, doubts.at, doubts.rows, doubts.columns, worth.at, worth.rows, worth.columns, seat, account.at, account.rows),

  /** How well a seat played: the chance to win the match that it lost, a decision; see RATING.
   * @type {(judgments: Floats, seat: number, players: number, rating: Floats) => void} */
  ratePlay: (judgments, seat, players, rating) => door.rate_play(judgments.at, judgments.rows, seat, players, rating.at, rating.rows),

  /** The seed of a bot's decision in the round of a number, counted from 0, after so many actions in it.
   * @type {(day: bigint, number: number, seat: number, actions: number) => bigint} */
  decisionSeed: (day, number, seat, actions) => BigInt.asUintN(64, door.decision_seed(day, number, seat, actions)),
});

/** A digest of the code that this was made of. */
export const source = '52f3acee8a25';

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

export const deck_faults = Object.freeze({
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

export const judge = Object.freeze({
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

export const manners = Object.freeze({
  BY_CHANCE: 0,
  BY_HABIT: 1,
  BY_SEARCH: 2,
  BY_BEST: 3,
  MANNERS: 4,
  MOST_CARDS: 9,
  SOME_CARDS: 7,
  WAYS_UP: 512,
  ROWS: 513,
  SEARCHES: 4,
  LOOKS: 24,
});

export const belief = Object.freeze({
  POOL: 1024,
  LONGEST: 2048,
  DEALS: 128,
  DEALS_A_SECOND: 6400,
  FEWEST_DEALS: 64,
  MOST_DEALS: 1024,
  EXPERT_DEALS: 512,
  UNIFORM: 8,
  EXACT: 13,
  WAYS: 8,
  TELLING: 16,
  REMEMBERED: 40,
  CIRCLE: 3,
});

export const tree = Object.freeze({
  KEY: 0,
  AVAILABLE: 1,
  VISITS: 2,
  FIRST: 3,
  COUNT: 4,
  MARK: 5,
  NODE_WORDS: 6,
  MEAN: 0,
  DOUBT: 1,
  RATES: 2,
  NOT_A_PLAY: 0x800000000000000n,
});

export const daily = Object.freeze({
  PLAYERS: 4,
  SEAT: 0,
  ROUNDS: 3,
  FIRST_DAY: 739617,
  PRINTED_DAY: 739951,
  DECISIONS: 4294967296,
});

export const appraisal = Object.freeze({
  TRIED: 0,
  WORTH: 1,
  WORTH_SQUARED: 6,
  MORE: 11,
  MORE_SQUARED: 16,
  MORE_IN_HALF: 21,
  TRIAL: 26,
  STEP: 16,
  FEWEST: 128,
  NODES_A_TRY: 4,
});

export const judging = Object.freeze({
  CHANCE: 0,
  MORE: 1,
  ERROR: 2,
  MOVE_WORTH: 3,
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
  USUAL: 24,
  USUAL_AFTER: 29,
  USUAL_ERROR: 34,
  JUDGMENT: 39,
  FORCED: 0,
  FINEST: 1,
  FINE: 2,
  INACCURACY: 3,
  MISTAKE: 4,
  BLUNDER: 5,
  MARKS: 6,
  OPENINGS: 1048576,
  OPENED: 2097152,
  BELIEVED: 3145728,
  IMAGINED: 4194304,
  WEIGHED: 5242880,
  MANNERED: 6291456,
  TRIES_A_LOOK: 64,
  WORLDS_A_TRY: 4,
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
  ACCOUNT: 10,
  DECIDED: 0,
  LOST: 1,
  LOST_EACH: 2,
  LOST_ERROR: 3,
  LIKE: 4,
  MARKED: 5,
  RATING: 11,
});

export const explaining = Object.freeze({
  KEY: 0,
  COUNT: 1,
  VALUE: 2,
  SEAT: 3,
  FACT: 4,
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
  LOOKS_AHEAD: 13,
  MOST_FACTS: 13,
});

/** The files of the networks, by the fingerprint of the cards in play that each has learnt with.
 * @type {Record<string, string>} */
export const networks = {
  'a3bfbf1808841ee3': 'balanced-2.bin',
  '58333f6399e8c945': 'balanced-3.bin',
  '29b159f8f460be58': 'balanced-4.bin',
  '9a14f1d9f0a297a5': 'balanced-5.bin',
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

/** By number of players how much counts what src/dnup/thinking/habits.py looks at, to judge beliefs by.
 * @type {Record<number, number[]>} */
export const habits = {
  2: [-1542, -370, 2020, -141, 9425, -1206, -449, -877, 42, 570, -1060, -690, 719, 1639, 180, 151, 79, -271, -159, 807, 1010, 734, -76, -707, -365, -334, 276, -221, 626, 542, 42, 44, -123, -548, -1146, 227, 626, 601, 270, 276, 12, 87, -29, -212, 74, -79, -211, 402],
  3: [-2633, -1866, 1337, -753, 6970, -2537, -1751, -2130, 363, 1147, -361, -1884, -2349, -2967, 60, 104, 81, -418, -34, 760, 595, 888, 2, 0, -179, 840, 0, -150, 364, 1251, 78, 114, -270, 0, 0, 226, 14, 186, -319, -250, 10, 667, 55, -279, 72, 399, 1, 89],
  4: [-3525, -2658, -57, -668, 7622, -2728, -1541, -2397, 323, 1332, -594, -2351, -2794, -2954, 76, 154, 128, -14, -250, 500, 183, 597, 651, 0, -144, 1121, 351, 28, 199, 370, 119, -31, -224, 0, 0, 172, -1373, -352, -123, -63, 12, 597, 122, -246, 61, -70, -68, -77],
  5: [-3896, -1639, 233, -118, 7759, -2824, -1469, -2582, 122, 1385, -931, -2735, -3255, -3140, 174, 216, 205, 312, -277, -45, 45, 895, 699, 0, 43, 1393, 542, -23, 207, 129, 0, 107, -536, 0, 0, 200, -499, 416, 93, -79, 12, 524, 167, -330, 84, -229, -24, -374],
};
