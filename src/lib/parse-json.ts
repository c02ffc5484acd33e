/** Parses JSON from outside this program. */

/** Returns the value of a JSON text; `undefined` when the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
