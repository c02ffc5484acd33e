/** Provider B's calls about the whole market: its summary, its calendars, and what it relates to a symbol. */
import { z } from "../../contract/schema.js";
import { text } from "../../contract/values.js";
import type { Send } from "./call.js";
import {
  badAnswer,
  entries,
  noData,
  parse,
  parseEnvelope,
  screenBody,
  summaryOfMarketBody,
  toResult,
} from "./envelopes.js";
import { toRows, type QuoteRow } from "./quote-row.js";
import { toSymbolB } from "./symbol.js";
import { list, rawCount } from "./values.js";

/** A row of a calendar by the ids of its columns. */
export type CalendarRow = Readonly<Record<string, unknown>>;

export interface MarketCalls {
  /** Returns B's own list of indices, futures, currencies and coins; needs no session. */
  marketSummary(): Promise<QuoteRow[]>;
  /** Returns the symbols that B relates to one, best first; needs no session. */
  related(symbol: string): Promise<unknown[]>;
  /** Returns one page of a calendar, at most 100 rows, and the number of rows on all pages. */
  calendar(body: Readonly<Record<string, unknown>>): Promise<{ total: number; rows: CalendarRow[] }>;
}

/** B lists about fifteen securities. */
const MAX_SUMMARY = 50;
/** The most rows of a page of a calendar. */
export const CALENDAR_PAGE = 100;

/** Creates the calls from the client's `send`. */
export function createMarketCalls(send: Send): MarketCalls {
  return {
    async marketSummary() {
      const params = { market: "US", lang: "en-US", formatted: "false" };
      const { found, body } = await send({ path: "/v6/finance/quote/marketSummary", params, open: true });
      if (!found) throw noData();
      return toRows(toResult(parseEnvelope(summaryOfMarketBody, body).marketSummaryResponse), MAX_SUMMARY);
    },

    async related(symbol) {
      const path = `/v6/finance/recommendationsbysymbol/${encodeURIComponent(toSymbolB(symbol))}`;
      const { found, body } = await send({ path, params: {}, open: true });
      if (!found) throw noData();
      const [result] = toResult(parseEnvelope(screenBody, body).finance);
      if (result === undefined) throw noData();
      const { recommendedSymbols } = parse(relatedResult, result);
      return recommendedSymbols
        .slice(0, MAX_SUMMARY)
        .flatMap((each) => relatedSymbol.safeParse(each).data?.symbol ?? []);
    },

    async calendar(asked) {
      const params = { lang: "en-US", region: "US" };
      const { found, body } = await send({ path: "/v1/finance/visualization", params, body: asked });
      if (!found) throw noData();
      const [result] = toResult(parseEnvelope(screenBody, body).finance);
      if (result === undefined) throw noData();
      const { total, documents } = parse(calendarResult, result);
      const [{ columns, rows }] = documents;
      if (total === null) throw badAnswer();
      // Read by id: two columns of a calendar have the same label.
      const ids = columns.map((column) => columnShape.safeParse(column).data?.id ?? null);
      const read = rows.slice(0, CALENDAR_PAGE).flatMap((row): CalendarRow[] => {
        if (!Array.isArray(row) || row.length !== ids.length) return [];
        return [Object.fromEntries(ids.flatMap((id, at) => (id === null ? [] : [[id, row[at] as unknown]])))];
      });
      if (rows.length > 0 && read.length === 0) throw badAnswer();
      return { total, rows: read };
    },
  };
}

const relatedSymbol = z.object({ symbol: text });
const relatedResult = z.object({ recommendedSymbols: entries });
const columnShape = z.object({ id: text });
const calendarResult = z.object({
  total: rawCount,
  documents: z.tuple([z.object({ columns: entries, rows: list })]).rest(z.unknown()),
});
