// A complete bot: it plays as many cards as it can.

import { createInterface } from 'node:readline';

/** How much it likes a move, like `play 3/4 3/6`, `add 5/2 to B`, `take C` or `rotate`. */
function appeal(move) {
  const [verb, ...cards] = move.split(' ');
  if (verb === 'play') return 2 + cards.length;
  return { add: 2, rotate: 1, take: 0 }[verb];
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  const best = question.legal_moves.reduce((a, b) => (appeal(b) > appeal(a) ? b : a));
  console.log(JSON.stringify({ move: best }));
}
