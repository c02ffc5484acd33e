/** The prices of several securities at once. */
import {
  always,
  atTimes,
  money,
  multiple,
  percent,
  perShare,
  price,
  ratio,
  shares,
  signed,
  time,
  words,
} from "../contract/field.js";
import { defineCapability, type DataOf } from "../contract/capability.js";
import type { RequestedColumns } from "../contract/rows-spec.js";
import { enrichment } from "../contract/enrichment.js";
import { toTitle, type ProviderLabel } from "../contract/provider-id.js";
import { object, z } from "../contract/schema.js";
import { convert, convertedPrice, toConversionNotes, withConverted } from "../market/converted-price.js";
import { toCurrencyNotes, toEarningsNotes } from "../market/currency-note.js";
import { OVER_24_HOURS, SINCE_MIDNIGHT } from "./crypto.js";
import { extendedHours } from "./extended-hours.js";
import { notes, rowCurrency, rowMarketCapCurrency, source, listedSymbols, timestamp } from "../contract/fields.js";
import { contradictions } from "../market/consistency.js";
import { PRICE_RULES } from "../market/price-consistency.js";
import { didYouMean, similarWellKnown } from "../market/known-symbols.js";
import { LIVE_QUOTE, marketErrors } from "./shapes.js";
import { followsUsSession } from "../market/symbol.js";
import { SAME_UNIT_FACTOR, timesApart } from "../market/times-apart.js";

/** As many as provider B's call takes, and more rows than a model should read. */
const MAX_QUOTES = 50;
const MAX_QUOTES_OF_TOOL = 20;

/** Columns that rows have on request; rows of provider B have them in any case. */
const requested = {
  pe: atTimes(multiple("price / earnings, TTM, as sent by B")).optional(),
  eps: perShare("major", "earnings, TTM").optional(),
  dividendYield: ratio("a year; B's percentage / 100").optional(),
  avgVolume: shares("a day, 3 months").optional(),
};
const REQUESTED = Object.keys(requested);

const row = object("Listing currency, in `currency`", {
  symbol: z.string().describe("Symbol as asked"),
  name: words("Company, fund or index"),
  price: always(price("last trade")),
  change: signed(price("since previous close")),
  changesPercentage: signed(percent("since previous close")),
  dayLow: price(),
  dayHigh: price(),
  yearLow: price("52 weeks"),
  yearHigh: price("52 weeks"),
  volume: shares("today; coins: money in `currency`"),
  marketCap: money("major", "in `marketCapCurrency`"),
  exchange: words("Exchange as the source names it"),
  currency: rowCurrency,
  marketCapCurrency: rowMarketCapCurrency,
  as_of: time("UTC; of the price"),
  market: words("Outside the US: whether its market traded when fetched, e.g. closed"),
  source: z.string().describe("Who gave this row, such as PROVIDER_A"),
  // Absent where no row has such a price: at most times that is so, and each row would have eight nulls.
  ...z.object(extendedHours).partial().shape,
  ...requested,
  ...convertedPrice,
});

const failed = z.object({
  symbol: z.string().describe("Symbol as asked"),
  error: z.string().describe("Why there is no quote"),
  source: z.string().describe("Who was asked last"),
});

export type QuotedRow = z.output<typeof row>;

const onRequest: RequestedColumns = {
  names: REQUESTED,
  also(names, rows) {
    const lacking = rows.filter((quoted) => !REQUESTED.some((name) => name in quoted)).map(({ symbol }) => symbol);
    return lacking.length === 0 ? [] : [{ columns: names, input: { symbols: lacking }, ofColumns: true }];
  },
  toColumns({ rows, further }) {
    const others = new Map(further.flatMap((each) => each.rows).map((other) => [other["symbol"], other]));
    return { rows: rows.map((quoted) => ({ ...others.get(quoted["symbol"]), ...quoted })) };
  },
  notesOn: (names, rows) => (names.includes("eps") ? toEarningsNotes(rows as QuotedRow[]) : []),
};

export const quotes = defineCapability({
  name: "quotes",
  title: "Quotes of several symbols",
  route: "/api/v1/quotes",
  tool: {
    name: "get_quotes",
    set: "core",
    extras: { symbols: listedSymbols(1, MAX_QUOTES_OF_TOOL).describe(`1 to ${MAX_QUOTES_OF_TOOL}`) },
    description: `Current prices of up to ${MAX_QUOTES_OF_TOOL} securities in one cheap call, also of one: price, change, ranges, market cap, pre-market and after-hours prices. PE, EPS, yield on request.`,
    rows: {
      list: "quotes",
      failed: "errors",
      repeats: true,
      noun: "quotes",
      key: ["symbol", "name"],
      unlisted: true,
      onRequest,
      rare: [...Object.keys(extendedHours), ...Object.keys(convertedPrice)],
      sparse: Object.keys(extendedHours),
      needs: Object.fromEntries(Object.keys(convertedPrice).map((name) => [name, "convert"])),
    },
  },
  input: z.object({ symbols: listedSymbols(1, MAX_QUOTES), convert }),
  output: z.object({
    quotes: z.array(row).describe("As asked"),
    errors: z.array(failed).describe("Symbols without a quote"),
    notes,
    timestamp,
    source,
  }),
  freshness: LIVE_QUOTE,
  // A symbol that is unknown now may be listed soon, so an answer with one has a short TTL even while the market is
  // closed.
  ttlSecondsOf: (body) => ((body as { errors: unknown[] }).errors.length > 0 ? LIVE_QUOTE.ttlSeconds : undefined),
  symbolsIn: (body) => body.quotes.map(({ symbol }) => symbol),
  timesIn: (body) => (body as { quotes: QuotedRow[] }).quotes.map((quoted) => quoted.as_of),
  errors: marketErrors,
  cacheKey: ({ symbols: asked, convert: to }) => [asked.toSorted().join(), ...(to ? [`in ${to}`] : [])].join(" "),
  view(body, input) {
    const rows = inOrder(body.quotes, input.symbols);
    const shown = withHours(rows);
    return {
      ...body,
      quotes: input.convert ? shown.map(withConverted) : shown,
      errors: inOrder(body.errors, input.symbols),
      notes: [
        ...rows.flatMap((quoted) => contradictions(PRICE_RULES.quotePrice, quoted)),
        ...toCurrencyNotes(rows),
        ...(rows.some(isChangedCoin("PROVIDER_A", "CRYPTO")) ? [SINCE_MIDNIGHT] : []),
        ...(rows.some(isChangedCoin("PROVIDER_B", "CCC")) ? [OVER_24_HOURS] : []),
        ...(input.convert ? toConversionNotes(rows, input.convert) : []),
      ],
    };
  },
});

/** Whether a row is a coin with a change, which each provider counts from another time; `market` is its name for coins. */
function isChangedCoin(by: ProviderLabel, market: string) {
  return ({ source: from, exchange, change }: QuotedRow) => from === by && exchange === market && change !== null;
}

/** Returns the parameter that only provider B can apply: its quote call has rates as well. */
export function onlyWithRates({ convert: to }: { convert?: string | undefined }): string[] {
  return to === undefined ? [] : ["convert"];
}

/** Returns the answer of one source: a row for each known symbol, an error for each unknown one. */
export function toQuotes(
  asked: readonly string[],
  rows: ReadonlyMap<string, QuotedRow>,
  by: ProviderLabel,
): { quotes: QuotedRow[]; errors: z.output<typeof failed>[]; notes: string[] } {
  return {
    quotes: asked.flatMap((symbol) => {
      const known = rows.get(symbol);
      // The state of the US market follows from our calendar and would be the same in most rows.
      return known ? [{ ...known, market: followsUsSession(symbol) ? null : known.market }] : [];
    }),
    errors: asked
      .filter((symbol) => !rows.has(symbol))
      .map((symbol) => ({
        symbol,
        error: `No quote for ${symbol}: not known to ${toTitle(by)}. ${didYouMean(similarWellKnown(symbol)) ?? "A search by name finds symbols."}`,
        source: by,
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
 * Returns the symbols that provider A does not know, and those of its rows without a currency. The level of an index is
 * in points and needs none.
 */
function openIn(data: DataOf<typeof quotes>): { unknown: string[]; withoutCurrency: string[] } {
  const fromA = <Row extends { symbol: string; source: string }>(rows: readonly Row[]) =>
    rows.filter(({ source: by }) => by === "PROVIDER_A");
  const toSymbols = (rows: readonly { symbol: string }[]) => rows.map(({ symbol }) => symbol);
  return {
    unknown: toSymbols(fromA(data.errors)),
    withoutCurrency: toSymbols(fromA(data.quotes).filter(({ currency }) => currency === null)).filter(
      (symbol) => !symbol.startsWith("^"),
    ),
  };
}

/**
 * Enrichment of provider A's answer with quotes of the symbols that it does not know and with the currency of rows
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
