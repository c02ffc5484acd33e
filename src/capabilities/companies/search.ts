/** Finds symbols by name. */
import { say, type Sentence } from "../../contract/sentence.js";
import { words } from "../../contract/field.js";
import { defineCapability } from "../../contract/capability.js";
import { z } from "../../contract/schema.js";
import { allowing, currencyCode, OTHER_SCRIPT } from "../../contract/fields.js";
import { fromNotation } from "../../contract/symbols/symbol-spellings.js";
import { isIsin } from "../../market/symbols/isin.js";
import { REFERENCE, briefIfEmpty, marketErrors } from "../shapes.js";

export const MAX_MATCHES = 10;
const QUERY_ALLOWED = "1 to 100 characters, no control characters";

const match = z.object({
  symbol: z.string().describe("Usable in every other tool"),
  name: words("Name"),
  type: words("Equity, ETF, Mutual Fund, Index, Cryptocurrency, Forex, Commodity"),
  region: words("Region"),
  marketOpen: words("HH:MM local"),
  marketClose: words("HH:MM local"),
  timezone: words("UTC offset"),
  currency: currencyCode("Trading currency; GBX is pence; B: coins only"),
  matchScore: words("0.0000 to 1.0000"),
});

/** A match with this score fits a search also if its name is written differently. */
const GOOD_SCORE = 0.75;

/** Returns a sentence that no match fits the search; none if one does. */
export function toFitNotes(q: string, matches: readonly SearchMatch[]): Sentence[] {
  if (matches.length === 0 || isIsin(q) || matches.some((each) => fits(q, each))) return [];
  return [
    say`No match has all words of the search or a score of ${GOOD_SCORE}: these may be other companies. Fewer words, or the symbol, find more.`,
  ];
}

/** Whether a match fits the whole search: by its symbol, by all words in its name, or by its score. */
function fits(q: string, { symbol, name, matchScore }: SearchMatch): boolean {
  const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const bare = (text: string) => plain(text).replace(/[^a-z0-9]/g, "");
  if (Number(matchScore) >= GOOD_SCORE || bare(symbol) === bare(q)) return true;
  const inName = plain(name ?? "").split(/[^\p{L}\p{N}]+/u);
  const wanted = plain(q)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  return wanted.length > 0 && wanted.every((word) => inName.some((each) => each.startsWith(word)));
}

/** Returns the parameter if it is an ISIN, which only Yahoo's search finds. */
export function isinOnly({ q }: { q: string }): string[] {
  return isIsin(q) ? ["q"] : [];
}

export type SearchMatch = z.output<typeof match>;

export const search = defineCapability({
  name: "search",
  title: "Symbol search",
  route: "/api/v1/search",
  tool: {
    name: "search_symbols",
    set: "core",
    aliases: { name: "q", company: "q", company_name: "q", text: "q" },
    description: "Find ticker symbols by company name, part of it, or ISIN; best first.",
    rows: {
      list: "bestMatches",
      noun: "matches",
      limit: { shown: MAX_MATCHES, max: MAX_MATCHES },
    },
    untrusted: ["bestMatches[].name"],
  },
  input: z.object({
    q: z
      .string(allowing(QUERY_ALLOWED))
      .max(1000, QUERY_ALLOWED)
      // This check precedes trimming, which treats line ends as blanks. It also runs after `max` has failed, and must not
      // read a text of megabytes.
      // oxlint-disable-next-line no-control-regex
      .refine((value) => value.length > 1000 || !/[\u0000-\u001f\u007f]/.test(value), QUERY_ALLOWED)
      // The sources are asked for exactly this text, and it is the cache key: were only the key normalised, an answer to
      // a spelling that no source understands would be served to everybody who asks for the plain word.
      .transform((value) => fromNotation(value.normalize("NFKC").trim().replace(/\s+/g, " ")).toLowerCase())
      .refine((value) => value !== "" && [...value].length <= 100, QUERY_ALLOWED)
      .describe("Name, symbol, ISIN"),
  }),
  output: z.object({ bestMatches: z.array(match).describe("Best first") }),
  freshness: REFERENCE,
  currency: null,
  errors: marketErrors,
  // Topics are asked for, too: "emerging markets etf".
  firstNotes({ bestMatches }, { q }) {
    if (bestMatches?.length !== 0) return [];
    const advice = OTHER_SCRIPT.test(q) ? "write the name in Latin letters" : "fewer words of the name match more";
    return [say`No match: names, symbols and ISINs are searched, not topics; ${advice}.`];
  },
  ttlSecondsOf: briefIfEmpty("bestMatches"),
  whenEmpty: () => ({ bestMatches: [] }),
});
