/** The prices of several securities at once. */
import { type Sentence, the, say } from "../../contract/sentence.js";
import { defineCapability, type DataOf } from "../../contract/capability.js";
import { isIndex } from "../../contract/currency.js";
import { isLongAgo } from "../../contract/envelope.js";
import { enrichment } from "../../contract/enrichment.js";
import { toLabel, type ProviderId, type ProviderLabel } from "../../contract/provider-id.js";
import { heldSymbols } from "../../contract/holdings.js";
import { shownWhen } from "../../contract/rows-spec.js";
import { sentence, z } from "../../contract/schema.js";
import { toUnitNotes } from "../../market/prices/contract-units.js";
import {
  atEuroRates,
  convert,
  convertedPrice,
  toConversionNotes,
  withConverted,
} from "../../market/prices/converted-price.js";
import { toCurrencyNotes } from "../../market/prices/currency-note.js";
import { HELD_NEEDS, heldColumns, heldTotals, withHoldings } from "../../market/holdings/holdings.js";
import { OVER_24_HOURS, SINCE_MIDNIGHT } from "./crypto.js";
import { extendedHours } from "./extended-hours.js";
import { onRequest, quotedRow, requested, type FurtherColumn, type QuotedRow } from "./quotes-columns.js";
import { notes, rowSource, SEARCH_ADVICE, source, timestamp } from "../../contract/fields.js";
import { oldPriceNotes } from "../../market/prices/old-prices.js";
import { priceDoubts } from "../../market/prices/price-consistency.js";
import { toMistakenNotes } from "../../market/symbols/mistaken-symbols.js";
import { didYouMean, similarWellKnown } from "../../market/symbols/known-symbols.js";
import { LIVE_QUOTE, marketErrors, pastPrices, toMissingNotes } from "../shapes.js";
import { followsUsSession } from "../../market/symbols/symbol.js";
import { SAME_UNIT_FACTOR, timesApart } from "../../market/statements/times-apart.js";
import { isObject } from "../../lib/is-object.js";
import { usMarketSession } from "../../market/sessions/us-market-hours.js";

/** As many as Yahoo's call takes, and more rows than a model should read. */
const MAX_QUOTES = 50;
const MAX_QUOTES_OF_TOOL = 20;

const failed = z.object({
  symbol: z.string().describe("Symbol as asked"),
  error: sentence.describe("Why there is no quote"),
  source: rowSource("Who was asked last"),
});

/** A question; a further one asks a column of a source that has it with a call of its own. */
export interface QuotesInput {
  symbols: string[];
  convert?: string | undefined;
  column?: FurtherColumn;
}

export const quotes = defineCapability({
  name: "quotes",
  title: "Quotes of several symbols",
  route: "/api/v1/quotes",
  tool: {
    name: "get_quotes",
    set: "core",
    aliases: { input: "symbols", query: "symbols", code: "symbols" },
    extras: {
      symbols: heldSymbols(1, MAX_QUOTES_OF_TOOL).describe("e.g. AAPL; held, at cost: AAPL*10@150.5"),
    },
    description: `Current share prices of several stocks (up to ${MAX_QUOTES_OF_TOOL}), exchange rate (EUR USD), coins; value and gain of a portfolio; bid, ask, pre-market, after hours, ranges, market cap. On request PE, EPS, yield, beta, sector. Read note first.`,
    unlisted: ["totals"],
    rows: {
      list: "quotes",
      failed: "errors",
      key: ["symbol", "name"],
      columns: {
        ...shownWhen(Object.keys(requested), "on request"),
        ...shownWhen(Object.keys(extendedHours), "with a value"),
        ...shownWhen(Object.keys(convertedPrice), { with: "convert" }),
        ...shownWhen(Object.keys(heldColumns), { with: HELD_NEEDS }),
      },
      onRequest,
      present: ({ held, input }) => (held ? withHoldings(held, input) : {}),
    },
  },
  input: z.object({
    symbols: heldSymbols(1, MAX_QUOTES).describe(
      `1 to ${MAX_QUOTES} symbols, each with or without a holding: AAPL*10@150.5 is 10 shares at a cost of 150.5 each`,
    ),
    convert,
  }),
  output: z.object({
    quotes: z.array(quotedRow).describe("As asked"),
    errors: z.array(failed).describe("Symbols without a quote"),
    totals: heldTotals,
    notes,
    timestamp,
    source,
  }),
  hintFor: (parameter, value) =>
    /^(?:portfolio|holdings?|positions?|shares|quantity)$/i.test(parameter) || [value].flat().some(isObject)
      ? { tool: "get_quotes", why: "takes 10 shares at a cost of 150.5", given: { symbols: "AAPL*10@150.5" } }
      : pastPrices(parameter),
  freshness: LIVE_QUOTE,
  publishers: { "provider-d": "ECB" },
  // A symbol that is unknown now may be listed soon, so an answer with one has a short TTL even while the market is
  // closed.
  ttlSecondsOf: (body) => ((body as { errors: unknown[] }).errors.length > 0 ? LIVE_QUOTE.ttlSeconds : undefined),
  firstNotes: ({ quotes: rows, errors }) => toMissingNotes(rows, errors),
  symbolsIn: (body) => body.quotes.map(({ symbol }) => symbol),
  timesIn: (body) => (body as { quotes: QuotedRow[] }).quotes.map((quoted) => quoted.as_of),
  errors: marketErrors,
  cacheKey: ({ symbols: asked, convert: to, column }: QuotesInput) =>
    [asked.toSorted().join(), ...(to ? [`in ${to}`] : []), ...(column ? [`with ${column}`] : [])].join(" "),
  view(body, { symbols, convert: to }) {
    const rows = inOrder(body.quotes, symbols).map(withMarket);
    const withRates = to === undefined ? rows : rows.map((quoted) => withConverted(quoted, to));
    return {
      ...body,
      quotes: withHours(withRates),
      errors: inOrder(body.errors, symbols),
      notes: [
        ...toMistakenNotes(rows.map(({ symbol }) => symbol)),
        ...rows.flatMap(oldPriceNotes),
        ...rows.flatMap(priceDoubts),
        ...toCurrencyNotes(rows),
        ...toUnitNotes(rows),
        ...(rows.some(isChangedCoin("PROVIDER_A", "CRYPTO")) ? [SINCE_MIDNIGHT] : []),
        ...(rows.some(isChangedCoin("PROVIDER_B", "CCC")) ? [OVER_24_HOURS] : []),
        ...(to === undefined ? [] : toConversionNotes(withRates, to)),
      ],
    };
  },
});

/** Returns the row with the present state of the US market if its security trades there, without one for an old price. */
function withMarket(quoted: QuotedRow): QuotedRow {
  if (isLongAgo(quoted.as_of)) return { ...quoted, market: null };
  if (!followsUsSession(quoted.symbol)) return quoted;
  const session = usMarketSession(new Date());
  return { ...quoted, market: session === "regular" ? "open" : session };
}

/** Whether a row is a coin with a change, which each provider counts from another time; `market` is its name for coins. */
function isChangedCoin(by: ProviderLabel, market: string) {
  return ({ source: from, exchange, change }: QuotedRow) => from === by && exchange === market && change !== null;
}

/** Returns the parameter that only Yahoo's quote call can apply, because it has rates as well. */
export function onlyWithRates({ convert: to }: { convert?: string | undefined }): string[] {
  return to === undefined ? [] : ["convert"];
}

/** Returns the answer of one source: a row for each known symbol, an error for each unknown one. */
export function toQuotes(
  asked: readonly string[],
  rows: ReadonlyMap<string, QuotedRow>,
  by: ProviderId,
): { quotes: QuotedRow[]; errors: z.output<typeof failed>[]; notes: Sentence[] } {
  return {
    quotes: asked.flatMap((symbol) => {
      const known = rows.get(symbol);
      // The state of the US market follows from our calendar, and `view` adds that of the present.
      const row = known && { ...known, market: followsUsSession(symbol) ? null : known.market };
      return row ? [isIndex(symbol) ? { ...row, currency: null, marketCapCurrency: null } : row] : [];
    }),
    errors: asked
      .filter((symbol) => !rows.has(symbol))
      .map((symbol) => ({
        symbol,
        error: say`No quote for ${symbol}: not known to ${the.source(by)}. ${didYouMean(similarWellKnown(symbol)) ?? SEARCH_ADVICE}`,
        source: toLabel(by),
      })),
    // `view` writes the notes, because enrichment may still add rows.
    notes: [],
  };
}

/** Returns the row; if it has no currency, with that of another source's row, provided that both have the same unit. */
function withCurrency(quoted: QuotedRow, other: QuotedRow | undefined): QuotedRow {
  if (quoted.currency !== null || !other) return quoted;
  if (timesApart(quoted.price, other.price) > SAME_UNIT_FACTOR) return quoted;
  return { ...quoted, currency: other.currency, marketCapCurrency: other.marketCapCurrency };
}

/**
 * Returns the symbols that FMP does not know, and those of its rows without a currency. The level of an index is
 * in points and needs none.
 */
function openIn(data: DataOf<typeof quotes>): { unknown: string[]; withoutCurrency: string[] } {
  const fromFmp = <Row extends { symbol: string; source: string }>(rows: readonly Row[]) =>
    rows.filter(({ source: by }) => by === "PROVIDER_A");
  const toSymbols = (rows: readonly { symbol: string }[]) => rows.map(({ symbol }) => symbol);
  return {
    unknown: toSymbols(fromFmp(data.errors)),
    withoutCurrency: toSymbols(fromFmp(data.quotes).filter(({ currency }) => currency === null)).filter(
      (symbol) => !isIndex(symbol),
    ),
  };
}

/**
 * Enrichment of FMP's answer with quotes of the symbols that it does not know and with the currency of rows
 * without one, in one call.
 */
export const otherQuotes = enrichment(quotes, {
  name: "other-quotes",
  fields: ["quotes", "currency"],
  lacking(data) {
    const { unknown, withoutCurrency } = openIn(data);
    return [...(unknown.length > 0 ? ["quotes"] : []), ...(withoutCurrency.length > 0 ? ["currency"] : [])];
  },
  ask(data) {
    const { unknown, withoutCurrency } = openIn(data);
    const open = [...unknown, ...withoutCurrency];
    return open.length > 0 ? open : null;
  },
  apply(data, found: DataOf<typeof quotes>) {
    const known = new Set(data.quotes.map(({ symbol }) => symbol));
    const others = new Map(found.quotes.map((quoted) => [quoted.symbol, quoted]));
    const added = found.quotes.filter(({ symbol }) => !known.has(symbol));
    const completed = data.quotes.map((quoted) => withCurrency(quoted, others.get(quoted.symbol)));
    const isChanged = added.length > 0 || completed.some((quoted, index) => quoted !== data.quotes[index]);
    return {
      data: {
        quotes: [...completed, ...added],
        errors: found.errors.filter(({ symbol }) => !known.has(symbol)),
        notes: [],
      },
      fields: isChanged ? ["quotes"] : [],
    };
  },
});

/**
 * Enrichment of rows without a rate, where Yahoo is not the source or has none: the price at the European Central
 * Bank's rate of the day.
 */
export const convertedQuotes = enrichment(quotes, {
  name: "converted-quotes",
  supplies: ["convert"],
  ...atEuroRates<DataOf<typeof quotes>, QuotedRow>(
    (data) => data.quotes,
    (data, rows) => ({ ...data, quotes: rows }),
  ),
});

/** Returns the rows with those prices outside the regular session that at least one row has. */
function withHours(rows: readonly QuotedRow[]): QuotedRow[] {
  const names = Object.keys(extendedHours) as (keyof typeof extendedHours)[];
  const kinds = (["preMarket", "postMarket"] as const).filter((kind) =>
    rows.some((quoted) => (quoted[`${kind}Price`] ?? null) !== null),
  );
  const shown = names.filter((name) => kinds.some((kind) => name.startsWith(kind)));
  return rows.map((quoted) => {
    const others = Object.entries(quoted).filter(([name]) => !(name in extendedHours));
    const hours = shown.map((name) => [name, quoted[name] ?? null]);
    return Object.fromEntries([...others, ...hours]) as QuotedRow;
  });
}

function inOrder<Row extends { symbol: string }>(rows: readonly Row[], asked: readonly string[]): Row[] {
  return asked.flatMap((symbol) => rows.filter((found) => found.symbol === symbol));
}
