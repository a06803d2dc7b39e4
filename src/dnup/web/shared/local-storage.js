// Read and write local storage, which may contain anything.

/** What stands under a key, read as JSON; null if there is nothing, or no JSON.
 * @param {Storage} storage @param {string} key @returns {any} */
export function readStored(storage, key) {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
