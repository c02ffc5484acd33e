/** Days and times of a company's announcements, from Yahoo's calendar, with the closes around them from its chart. */
import { findDefects } from "../../../market/prices/price-defects.js";
import { z } from "../../../contract/schema.js";
import type { Upstream } from "../../../contract/upstream.js";
import { asWord } from "../../../contract/values.js";
import { DAY_MS, DAY_SECONDS, daysBefore } from "../../../lib/day.js";
import { eachOnce } from "../../../lib/each-once.js";
import { NEW_YORK } from "../../../lib/zone-clock.js";
import { closesAround, report, type Report, type ReportedWhen } from "../../../market/statements/earnings-reactions.js";
import { usMarketDay } from "../../../market/sessions/us-market-hours.js";
import { readCandles } from "../calls/candles.js";
import { CALENDAR_PAGE, type CalendarRow, type YahooClient } from "../calls/client.js";
import { comparable, toYahooSymbol } from "../calls/symbol.js";

/** Eight quarters and the time until the oldest of them was reported. */
const DAYS = 830;
/** B's words for the time of day; with any other the time of the row counts. */
const WHEN = new Map<unknown, ReportedWhen | null>([
  ["AMC", "after close"],
  ["BMO", "before open"],
  ["TNS", null],
]);

/**
 * Returns the past reports of a US company, newest first, cached for a day. It makes two calls at the same time: for the
 * calendar of one company, and for its daily bars.
 */
export function findReports(symbol: string, client: YahooClient, upstream: Upstream): Promise<Report[]> {
  const part = { key: `reports ${symbol}`, keepSeconds: DAY_SECONDS, schema: z.array(report) };
  return upstream.remember(part, async () => {
    const now = upstream.now().getTime();
    const [{ rows }, chart] = await Promise.all([
      client.calendar(toQuery(symbol, new Date(now).toISOString().slice(0, 10))),
      client.candles(symbol, "1d", DAYS),
    ]);
    const { bars, splits, currency, lastBarComplete } = await readCandles(chart, { intraday: false, now });
    const complete = lastBarComplete === false ? bars.slice(1) : bars;
    const defects = findDefects(complete, { splits, currency });
    const reports = rows.flatMap((row): Report[] => {
      const found = toReport(row, symbol, now);
      return found ? [{ ...found, ...closesAround(found.day, found.when, complete, defects) }] : [];
    });
    return eachOnce(reports, ({ day }) => day);
  });
}

function toQuery(symbol: string, today: string) {
  const condition = (operator: string, field: string, value: string) => ({ operator, operands: [field, value] });
  const operands = [
    condition("GTE", "startdatetime", daysBefore(today, DAYS)),
    condition("LTE", "startdatetime", daysBefore(today, -1)),
    condition("EQ", "region", "us"),
    condition("EQ", "ticker", toYahooSymbol(symbol)),
  ];
  return {
    sortType: "DESC",
    entityIdType: "sp_earnings",
    sortField: "startdatetime",
    includeFields: ["ticker", "startdatetime", "startdatetimetype"],
    size: CALENDAR_PAGE,
    offset: 0,
    query: { operator: "AND", operands },
  };
}

/** Returns a past report of the company; B may send rows of other companies. */
function toReport(row: CalendarRow, symbol: string, now: number): Pick<Report, "day" | "when"> | undefined {
  const at = Date.parse(asWord(row["startdatetime"]));
  const isOther = comparable(asWord(row["ticker"])) !== comparable(toYahooSymbol(symbol));
  if (Number.isNaN(at) || at > now || isOther) return undefined;
  const day = NEW_YORK.day(at / 1000);
  const type = row["startdatetimetype"];
  return { day, when: WHEN.has(type) ? WHEN.get(type)! : whenOf(day, at) };
}

/** Returns the time of day by the hours of the US market; `null` for midnight, which stands for no time. */
export function whenOf(day: string, at: number): ReportedWhen | null {
  if (at % DAY_MS === 0 || NEW_YORK.time(at / 1000).includes("T00:00:00")) return null;
  const { opens, closes } = usMarketDay(day);
  if (opens === null || at < Date.parse(opens)) return "before open";
  return at < Date.parse(closes!) ? "during session" : "after close";
}
