/** What no caller may ever see. */

/** Stack traces, paths, libraries, parsers' own words, pages in place of JSON. */
const INTERNALS =
  /<html|<!doctype|\bat \S+ \(|\.[cm]?[jt]s:\d|node_modules|node:internal|\/dist\/|\bzod|ZodError|"issues"|find-my-way|undici|keyv|lmdb|libsql|sqlite|prom-client|\bpino|ajv|\w*(?:Syntax|Type|Range|Reference|URI|HTTP|Parse)Error|Unexpected (?:token|end)|ECONN|ENOTFOUND|heap|FATAL/i;

/** The part of a text that shows how we are built; `undefined` when there is none. */
export function internalsIn(text: string): string | undefined {
  return INTERNALS.exec(text)?.[0];
}
