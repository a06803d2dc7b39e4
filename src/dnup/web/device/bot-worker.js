// A worker that searches for bots: it gets a view, and answers with the visits and values of its moves.

import { serve } from '../shared/worker-rpc.js';
import { SearchTree } from './search-tree.js';

/** @type {SearchTree} */
let tree;

serve({
  start: ({ module, deck, players }) => {
    tree = new SearchTree(module, deck, players);
  },
  learn: (network) => tree.learn(network),
  think: (question, { signal }) => tree.think(question, () => signal.aborted),
});
