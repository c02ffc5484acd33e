/** Internal details that answers must not reveal. */

/** Stack traces, paths, libraries, parser messages, HTML instead of JSON. */
const INTERNALS =
  /<html|<!doctype|\bat \S+ \(|\.[cm]?[jt]s:\d|node_modules|node:internal|\/dist\/|\bzod|ZodError|"issues"|find-my-way|undici|keyv|lmdb|libsql|sqlite|prom-client|\bpino|ajv|\w*(?:Syntax|Type|Range|Reference|URI|HTTP|Parse)Error|Unexpected (?:token|end)|ECONN|ENOTFOUND|heap|FATAL/i;

/** Returns the part of a text that reveals internals; `undefined` when there is none. */
export function internalsIn(text: string): string | undefined {
  return INTERNALS.exec(text)?.[0];
}
