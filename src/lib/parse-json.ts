/** Parses JSON from outside this program. */

const BYTE_ORDER_MARK = 0xfeff;

/** Returns the value of a JSON text, which may begin with a byte order mark; `undefined` when the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}
