// Prints what the page draws cards with, as JSON: for tools/page/card_art.py.
let sprite = '';
globalThis.document = /** @type {any} */ ({
  getElementById: () => null,
  body: {
    insertAdjacentHTML: (/** @type {string} */ _, /** @type {string} */ html) => {
      sprite = html;
    },
  },
});
const { cardBack, cardFace } = await import('../../src/dnup/web/shared/cards.js');
const { installSprite, LETTERS } = await import('../../src/dnup/web/shared/glyphs.js');

installSprite();
const values = Array.from({ length: 15 }, (_, i) => i + 1);
console.log(
  JSON.stringify({
    sprite,
    letters: LETTERS,
    faces: Object.fromEntries(values.map((v) => [v, cardFace({ active: v, inactive: v })])),
    star: cardFace({ active: 1, inactive: 5, star: true }),
    symbols: Object.fromEntries(
      /** @type {const} */ (['sad', 'neutral', 'happy']).map((symbol) => [
        symbol,
        cardFace({ active: 1, inactive: 5, symbol }),
      ]),
    ),
    back: cardBack(),
    smallBack: cardBack(true),
  }),
);
