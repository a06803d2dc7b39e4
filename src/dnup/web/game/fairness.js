// The proof that no card was changed: what the server promised before the round is the fingerprint of what it shows after it.

/** What the fingerprint is taken of: the salt and every hand as dealt.
 * @param {{salt: string, deal: string[]}} result */
export const promised = ({ salt, deal }) => [salt, ...deal].join('|');

/** SHA-256 of a text, in hexadecimal. @param {string} text */
export async function fingerprint(text) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether a result keeps the promise that came with its deal. Null where the browser cannot compute it
 * (a page that is neither on https nor on this machine).
 * @param {{salt: string, deal: string[], commitment: string}} result @param {string | null} commitment */
export async function verify(result, commitment) {
  if (!globalThis.crypto?.subtle) return null;
  return (commitment === null || commitment === result.commitment) && await fingerprint(promised(result)) === result.commitment;
}
