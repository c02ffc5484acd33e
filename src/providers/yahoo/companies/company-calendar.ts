/** The coming reports and ex-dividend days of named companies, by Yahoo: one call for each. */
import { say, the } from "../../../contract/sentence.js";
import {
  marketCalendar,
  toCalendarQuestion,
  type CalendarItem,
} from "../../../capabilities/economy/market-calendar.js";
import { MarketDataError } from "../../../contract/errors.js";
import { source } from "../../../contract/provider.js";
import { z } from "../../../contract/schema.js";
import { oldestFirst } from "../../../lib/newest-first.js";
import type { YahooClient } from "../calls/client.js";
import { readModule, unknownSymbol } from "../calls/envelopes.js";
import { toDates, toDayIn } from "./earnings-days.js";
import { yahooProvider } from "../provider.js";
import { flag, list, part, rawPositive, toUtcDay } from "../calls/values.js";

const calendarEvents = z.object({
  earnings: part(z.object({ earningsDate: list, isEarningsDateEstimate: flag })),
  exDividendDate: rawPositive,
});

/**
 * The rows of the range, first day first; with `kind` dividends only ex-dividend days. A report of which only a window is
 * known is on its first day. A symbol that B does not know is named in a note.
 *
 * @throws {MarketDataError} `not_found` if B knows none of them, and the failure of any other call.
 */
export const companyCalendarFromYahoo = source(
  yahooProvider,
  marketCalendar,
  async (input, client) => {
    const { kind, from, to, symbols = [] } = toCalendarQuestion(input);
    const found = await Promise.all(symbols.map((symbol) => findEvents(symbol, client)));
    const unknown = symbols.filter((_symbol, at) => found[at] === undefined);
    if (unknown.length === symbols.length) throw unknownSymbol(...symbols);
    const wanted = found.flatMap((rows = []) => rows.filter(({ event }) => kind === "company" || event !== REPORT));
    const all = oldestFirst(
      wanted.filter(({ date }) => date >= from && date <= to),
      ({ date }) => date,
    );
    return {
      data: { kind, from, to, total: all.length, items: all.slice(input.offset) },
      notes: [
        say`${the.source("provider-b")} has the next report and the latest announced ex-dividend day of each company; later ones are not announced.`,
        ...(unknown.length > 0 ? [say`${the.source("provider-b")} does not know ${unknown.join(", ")}.`] : []),
      ],
    };
  },
  { cannot: ({ kind, symbols }) => (kind === "company" || (kind === "dividends" && symbols) ? [] : ["kind"]) },
);

const REPORT = "earnings report";

/** Returns the events of one company; `undefined` for an unknown symbol. */
async function findEvents(symbol: string, client: YahooClient): Promise<CalendarItem[] | undefined> {
  try {
    const { price, modules } = await client.summary(symbol, ["calendarEvents"]);
    const events = readModule(calendarEvents, modules["calendarEvents"]);
    const dates = toDates(events?.earnings ?? null, null, toDayIn(price.exchange));
    const exDate = toUtcDay(events?.exDividendDate ?? null);
    const facts = { symbol, name: price.longName ?? price.shortName };
    return [
      ...(dates ? [{ date: dates.from, ...facts, event: REPORT, estimated: dates.estimated }] : []),
      ...(exDate ? [{ date: exDate, ...facts, event: "ex-dividend", estimated: false }] : []),
    ];
  } catch (error) {
    if (error instanceof MarketDataError && error.kind === "not_found") return undefined;
    throw error;
  }
}
