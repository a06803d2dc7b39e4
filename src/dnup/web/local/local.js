// Stand-in until the local table is merged.
export const canPlayHere = typeof WebAssembly === 'object' && 'Worker' in globalThis;
/** @param {any} _options @returns {Promise<string>} */
export async function createLocal(_options) {
  throw new Error('not yet');
}
