/** A text in an address: raw deflate and base64url, a game's record behind `/r#` and a level's file behind
 * `/l#`. Browsers send no server the part behind `#`, so such a link works on servers that do not know each
 * other. */

/** The most letters of a text that servers accept. */
export const MAX_LETTERS = 1024 * 1024;

/** Packs a text.
 * @param {string} text */
export async function pack(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = '';
  for (const byte of bytes) {
    binary += String.fromCharCode(byte);
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Unpacks a text.
 * @param {string} packed
 * @param {string} damaged the message of the error where that is not possible
 * @returns {Promise<string>} */
export function unpackOr(packed, damaged) {
  return unpack(packed).catch(() => {
    throw new Error(damaged);
  });
}

/** Unpacks a text.
 * @param {string} packed
 * @throws when it is damaged, or longer than servers accept */
export async function unpack(packed) {
  const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length > MAX_LETTERS) {
      await reader.cancel();
      throw new RangeError('the text is too long');
    }
  }
  return text + decoder.decode();
}
