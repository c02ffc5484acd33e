/**
 * A caller's holding of a security, written behind its symbol: `AAPL*10@150.5` is 10 shares at a cost of 150.5 each.
 *
 * The amounts are separated from the symbols before there is a question, so that no cache key, upstream or log has them.
 */
import { allowing, MAX_LISTED_TEXT, toListedSymbol } from "./fields.js";
import { z } from "./schema.js";

export interface Holding {
  /** Above 0. */
  shares: number;
  /** Of one share, in the unit of the price; `null` if the caller does not state it. */
  cost: number | null;
}

export const HOLDING_FORM = "AAPL*10@150.5 (10 shares at a cost of 150.5 each; the cost may be left out)";

const ALLOWED = `a holding such as ${HOLDING_FORM}`;
const THOUSANDS = `a number that is not also one of thousands: 1000 or 1.0000 for 1.000; or ${ALLOWED}`;

/** More digits than a double can tell apart are no amount. */
const NUMBER = String.raw`\d{1,15}(?:\.\d{1,15})?`;
const HOLDING = new RegExp(String.raw`^([^*@]+)\* ?(${NUMBER}) ?(?:@ ?(${NUMBER}))?$`);

/** Three zeros behind up to three digits: a thousand where people write `1.000`. Other decimals are those of a part of a share. */
const PERHAPS_THOUSANDS = /[*@] ?[1-9]\d{0,2}\.000(?!\d)/;

/** Returns the holding of an item with its symbol; `undefined` for an item that is no holding, or a malformed one. */
function parseHolding(item: string): (Holding & { symbol: string }) | undefined {
  const [, symbol, shares, cost] = item.length > MAX_LISTED_TEXT ? [] : (HOLDING.exec(item.trim()) ?? []);
  if (symbol === undefined || !(Number(shares) > 0)) return undefined;
  return { symbol, shares: Number(shares), cost: cost === undefined ? null : Number(cost) };
}

/** Several symbols as in `listedSymbols`, each with or without a holding; a malformed one is refused with an example. */
export function heldSymbols(min: number, max: number) {
  const allowed = `${min} to ${max} symbols, such as AAPL,MSFT`;
  const item = z.string(allowing(allowed)).transform((text, context) => {
    if (!/\*|@ ?\d/.test(text)) return toListedSymbol(text);
    const holding = parseHolding(text);
    const hasTwoMeanings = holding && PERHAPS_THOUSANDS.test(text);
    if (holding && !hasTwoMeanings)
      return `${toListedSymbol(holding.symbol)}*${text.slice(text.indexOf("*") + 1).replaceAll(" ", "")}`;
    context.addIssue({ code: z.ZodIssueCode.custom, message: hasTwoMeanings ? THOUSANDS : `a symbol, or ${ALLOWED}` });
    return z.NEVER;
  });
  const { _def } = z
    .array(item.describe("Ticker"), allowing(allowed))
    .min(min, allowed)
    .max(max, allowed)
    .describe(`${min} to ${max} symbols`);
  return new z.ZodArray({ ..._def, takesHoldings: true } as typeof _def);
}

/** Whether a parameter `symbols` was made by `heldSymbols`. */
export const takesHoldings = ({ symbols }: z.ZodRawShape): boolean =>
  symbols !== undefined && "takesHoldings" in (symbols as z.ZodTypeAny)._def;

/** Returns the symbols without holdings, and the holding of each; `held` is `undefined` if no item has one. */
export function separateHoldings(items: readonly string[]): {
  symbols: string[];
  held?: readonly (Holding | undefined)[];
} {
  const parsed = items.map(parseHolding);
  const symbols = items.map((item, at) => parsed[at]?.symbol ?? item);
  return parsed.some((each) => each !== undefined) ? { symbols, held: parsed } : { symbols };
}
