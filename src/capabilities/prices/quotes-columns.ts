/** The columns of several quotes. */
import { forCallers, say, type Sentence, the } from "../../contract/sentence.js";
import {
  always,
  atTimes,
  count,
  figure,
  inRemarks,
  money,
  multiple,
  percent,
  perShare,
  price,
  ratio,
  shares,
  signed,
  words,
} from "../../contract/field.js";
import { asOf, rowCurrency, rowMarketCapCurrency, rowSource } from "../../contract/fields.js";
import type { AskedColumns, RequestedColumns } from "../../contract/rows-spec.js";
import { object, z } from "../../contract/schema.js";
import { joinWithAnd } from "../../lib/join-words.js";
import { toContractUnit } from "../../market/prices/contract-units.js";
import { convertedPrice } from "../../market/prices/converted-price.js";
import { toEarningsNotes } from "../../market/prices/currency-note.js";
import { heldColumns } from "../../market/holdings/holdings.js";
import { extendedHours } from "./extended-hours.js";

/** Columns on request that rows of Yahoo have in any case. */
const ofQuote = {
  pe: atTimes(multiple("price / earnings, TTM, as sent by B")).optional(),
  eps: perShare("major", "earnings, TTM").optional(),
  dividendYield: ratio("a year; B's percentage / 100").optional(),
  avgVolume: shares("a day, 3 months").optional(),
  bid: atTimes(price("highest, from B, at an unknown time; null while none is quoted")).optional(),
  ask: atTimes(price("lowest, from B, at an unknown time; null while none is quoted")).optional(),
  bidSize: atTimes(count("as sent by B: shares, lots of 100 or contracts, B does not say which")).optional(),
  askSize: atTimes(count("as bidSize")).optional(),
  spreadPercent: atTimes(percent("(ask - bid) / mean of both * 100; null if ask < bid", "Spread")).optional(),
};
/** Columns that Yahoo has in another call than the quotes. */
const further = {
  beta: figure("5 years monthly; slope against the market, from B").optional(),
  sector: words("of a company, from B").optional(),
};
/** Columns on request. */
export const requested = {
  ...ofQuote,
  ...further,
  contractUnit: words("of a future: what its price is for, such as troy ounce; null if not known").optional(),
};

export type FurtherColumn = keyof typeof further;

const OF_QUOTE = Object.keys(ofQuote);
/** A sector takes a call a symbol. */
const MAX_SECTORS = 10;

export const quotedRow = object("Listing currency, in `currency`", {
  symbol: z.string().describe("Symbol as asked"),
  name: words("Company, fund or index"),
  price: always(price("last trade")),
  change: signed(price("since previous close")),
  changesPercentage: signed(percent("since previous close", "Change %")),
  dayLow: price(),
  dayHigh: price(),
  yearLow: price("52 weeks"),
  yearHigh: price("52 weeks"),
  volume: shares("today; coins: money in `currency`"),
  marketCap: money("major", "in `marketCapCurrency`"),
  exchange: words("Exchange as the source names it"),
  currency: rowCurrency,
  marketCapCurrency: rowMarketCapCurrency,
  as_of: asOf("UTC; of the price"),
  market: inRemarks("once", words("State of its market, e.g. closed; outside the US when fetched")),
  source: rowSource("Who gave this row, such as PROVIDER_A"),
  // Absent where no row has such a price: at most times that is so, and each row would have eight nulls.
  ...z.object(extendedHours).partial().shape,
  ...requested,
  ...convertedPrice,
  ...heldColumns,
});

export type QuotedRow = z.output<typeof quotedRow>;

const BID_NOTE = say`bid and ask come from ${the.source("provider-b")}, which does not state their time; outside the session they may be old and far apart.`;

export const onRequest: RequestedColumns = {
  also(names, rows) {
    const symbolsOf = (some: typeof rows) => [...new Set(some.map(({ symbol }) => symbol as string))];
    const ofYahoo = names.filter((name) => OF_QUOTE.includes(name) || name in extendedHours);
    const lacking = symbolsOf(rows.filter((quoted) => !OF_QUOTE.some((name) => name in quoted)));
    const symbols = { beta: symbolsOf(rows), sector: symbolsOf(rows).slice(0, MAX_SECTORS) };
    const columns = (["beta", "sector"] as const).filter((name) => names.includes(name) && rows.length > 0);
    return [
      ...(ofYahoo.length > 0 && lacking.length > 0
        ? [{ columns: ofYahoo, input: { symbols: lacking }, ofColumns: true }]
        : []),
      ...columns.map((column) => ({ columns: [column], input: { symbols: symbols[column], column }, ofColumns: true })),
    ];
  },
  toColumns({ names, rows, further: answers }) {
    const bySymbol = (column?: FurtherColumn) => {
      const found = answers.filter(({ input }) => input["column"] === column).flatMap((each) => each.rows);
      return new Map(found.map((other) => [other["symbol"], other]));
    };
    const [others, betas, sectors] = [bySymbol(), bySymbol("beta"), bySymbol("sector")];
    const completed = rows.map((quoted) => ({
      ...others.get(quoted["symbol"]),
      ...(quoted as QuotedRow),
      beta: betas.get(quoted["symbol"])?.["beta"],
      sector: sectors.get(quoted["symbol"])?.["sector"],
      contractUnit: toContractUnit(quoted as QuotedRow),
    }));
    return {
      rows: completed,
      notes: [
        ...(names.includes("sector") ? toSectorNotes(rows, answers) : []),
        ...(names.includes("eps") ? toEarningsNotes(completed) : []),
        ...(names.some((name) => /^(?:bid|ask|spread)/.test(name)) ? [BID_NOTE] : []),
      ],
    };
  },
};

/** Returns sentences on rows without a sector because it was not asked for, or had no answer. */
function toSectorNotes(rows: AskedColumns["rows"], answers: AskedColumns["further"]): Sentence[] {
  const symbols = [...new Set(rows.map(({ symbol }) => String(symbol)))];
  const answer = answers.find(({ input }) => input["column"] === "sector");
  const known = new Set(answer?.rows.map(({ symbol }) => String(symbol)));
  const lacking = symbols.slice(0, MAX_SECTORS).filter((symbol) => answer && !known.has(symbol));
  return [
    ...(lacking.length > 0 ? [say`The sector of ${joinWithAnd(lacking)} had no answer this time.`] : []),
    ...(symbols.length > MAX_SECTORS
      ? [
          say`sector is asked for the first ${MAX_SECTORS} symbols only${forCallers`; ask for the others in a further call`}.`,
        ]
      : []),
  ];
}
