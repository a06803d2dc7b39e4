// What a browser keeps for a page can be anything.

/** What stands under a key, read as JSON; null if there is nothing, or no JSON. @param {Storage} storage @param {string} key @returns {any} */
export function readStored(storage, key) {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
