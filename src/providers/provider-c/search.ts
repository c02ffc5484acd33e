/** Symbol search by provider C; the interface has the same fields. */
import { symbol as symbolField } from "../../contract/fields.js";
import { isinOnly, MAX_MATCHES, search, type SearchMatch } from "../../capabilities/search.js";
import { ProviderError, UnreadableAnswer } from "../../contract/errors.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import { lenient, text, toNumber, toText } from "../../contract/values.js";
import { eachOnce } from "../../lib/each-once.js";
import { providerC } from "./provider.js";

/**
 * Matches with provider C's scores, best first, each once, at most ten.
 *
 * Hours are local and the time zone is the offset in force; both are C's own texts. An empty list is `no_data`: C knows
 * shares and funds only, while other providers also know indices, coins and currency pairs. An object without a list is
 * `bad_answer`.
 */
export const searchFromC = source(
  providerC,
  search,
  async ({ q }, client) => {
    const answer = await client.query({ function: "SYMBOL_SEARCH", keywords: q });
    if (answer === null || (Array.isArray(answer) && answer.length === 0))
      throw new ProviderError("provider-c", "no_data");
    const body = searchBody.safeParse(answer);
    if (!body.success) throw new UnreadableAnswer("provider-c");
    if (body.data.bestMatches.length === 0) throw new ProviderError("provider-c", "no_data");
    const matches = body.data.bestMatches
      .slice(0, MAX_ROWS)
      .map(toMatch)
      .filter((match) => match !== null);
    if (matches.length === 0) throw new ProviderError("provider-c", "bad_answer");
    const bestFirst = eachOnce(matches, ({ symbol }) => symbol).sort(
      (one, other) => Number(other.matchScore) - Number(one.matchScore),
    );
    return { data: { bestMatches: bestFirst.slice(0, MAX_MATCHES) } };
  },
  { cannot: isinOnly },
);

/** Limit of rows that are parsed; no recorded answer has as many. */
const MAX_ROWS = 50;

// z.array would visit every one of the million entries that a broken upstream can send.
const searchBody = z.object({ bestMatches: z.custom<unknown[]>(Array.isArray) });

const searchRow = z.object({
  "1. symbol": text,
  "2. name": text,
  "3. type": text,
  "4. region": text,
  "5. marketOpen": text,
  "6. marketClose": text,
  "7. timezone": text,
  "8. currency": text,
  "9. matchScore": lenient(toScore),
});

function toMatch(row: unknown): SearchMatch | null {
  const parsed = searchRow.safeParse(row);
  // Every symbol in a result must be valid as an input.
  const symbol = symbolField.safeParse(parsed.data?.["1. symbol"]);
  if (!parsed.success || !symbol.success) return null;
  return {
    symbol: symbol.data,
    name: parsed.data["2. name"],
    type: parsed.data["3. type"],
    region: parsed.data["4. region"],
    marketOpen: parsed.data["5. marketOpen"],
    marketClose: parsed.data["6. marketClose"],
    timezone: parsed.data["7. timezone"],
    currency: parsed.data["8. currency"],
    matchScore: parsed.data["9. matchScore"],
  };
}

/** Returns the score as provider C sends it, as text ("1.0000" stays unchanged); a number gets four decimals. */
function toScore(value: unknown): string | null {
  const score = toNumber(value);
  if (score === null) return null;
  return typeof value === "number" ? score.toFixed(4) : toText(value);
}
