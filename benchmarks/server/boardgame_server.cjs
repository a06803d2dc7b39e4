// boardgame.io's server with a card game of 52 cards for two: hands hidden by playerView, its default store in memory.
const { Server, Origins } = require('boardgame.io/server');

const HAND = 26;

const deal = (random) => {
  const cards = random.Shuffle([...Array(2 * HAND).keys()]);
  return { hands: { 0: cards.slice(0, HAND), 1: cards.slice(HAND) }, pile: [] };
};

const game = {
  name: 'cards',
  setup: ({ random }) => deal(random),
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: Object.fromEntries(
      Object.entries(G.hands).map(([player, hand]) => [player, player === playerID ? hand : hand.length]),
    ),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID, random }, index) => {
      G.pile.push(G.hands[playerID].splice(index, 1)[0]);
      if (G.hands[0].length + G.hands[1].length === 0) Object.assign(G, deal(random));
    },
  },
};

Server({ games: [game], origins: [Origins.LOCALHOST] }).run({ port: Number(process.argv[2]) });
