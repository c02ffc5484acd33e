/** The feeds of the US Treasury, the New York Fed and the ECB, read into rates by day. */
import { MATURITIES, referenceRates, toSlopes } from "../../capabilities/reference-rates.js";
import { ProviderError, UnreadableAnswer } from "../../contract/errors.js";
import type { z } from "../../contract/schema.js";
import { isDay, toNumber, toPositive } from "../../contract/values.js";
import { eachOnce } from "../../lib/each-once.js";
import { isObject } from "../../lib/is-object.js";
import { newestFirst } from "../../lib/newest-first.js";
import { parseJson } from "../../lib/parse-json.js";
import type { ClientD, Feed } from "./client.js";

const { shape } = referenceRates.output;
export const yieldCurve = shape.yields.unwrap();

/** A day's yields in percent, by maturity, and the slopes in percentage points. */
export type Yields = z.output<typeof yieldCurve>;
export type Fed = NonNullable<z.output<typeof shape.federalFunds>>;
export type Sofr = NonNullable<z.output<typeof shape.sofr>>;
export type Euro = NonNullable<z.output<typeof shape.euro>>;

/** Returns the yields of the days of a month (`2026-08`) or a year (`2026`), newest first; none for one without a day. */
export async function fetchYields(client: ClientD, span: string): Promise<Yields[]> {
  const name =
    span.length === 4 ? `field_tdr_date_value=${span}` : `field_tdr_date_value_month=${span.replace("-", "")}`;
  const path = `resource-center/data-chart-center/interest-rates/pages/xml?data=daily_treasury_yield_curve&${name}`;
  return parseYields(await textOf(client, "treasury", path));
}

/** Returns the New York Fed's rates of a path, newest first. */
export async function fetchFedRates(client: ClientD, path: string): Promise<{ federalFunds: Fed[]; sofr: Sofr[] }> {
  const body = parseJson(await textOf(client, "nyfed", path));
  if (!isObject(body) || !Array.isArray(body["refRates"])) throw new UnreadableAnswer("provider-d");
  const rows = body["refRates"].filter(isObject);
  const of = (type: string) => {
    const own = rows.filter((row) => row["type"] === type && isDay(String(row["effectiveDate"])));
    return newestFirst(own, (row) => String(row["effectiveDate"]));
  };
  return {
    federalFunds: of("EFFR").map((row) => ({
      date: String(row["effectiveDate"]),
      targetFrom: toNumber(row["targetRateFrom"]),
      targetTo: toNumber(row["targetRateTo"]),
      effective: toNumber(row["percentRate"]),
    })),
    sofr: of("SOFR").map((row) => ({ date: String(row["effectiveDate"]), rate: toNumber(row["percentRate"]) })),
  };
}

/**
 * Returns the ECB's rates of the days in a range, newest first, units of each currency for one euro. The ECB's list may
 * have a row of a coming day, which is left out.
 */
export async function fetchEuroRates(client: ClientD, from: string, to: string): Promise<Euro[]> {
  const path = `service/data/EXR/D..EUR.SP00.A?startPeriod=${from}&endPeriod=${to}&detail=dataonly&format=csvdata`;
  const [head = "", ...lines] = (await textOf(client, "ecbData", path)).split(/\r?\n/);
  const columns = head.split(",");
  const [day, currency, value] = ["TIME_PERIOD", "CURRENCY", "OBS_VALUE"].map((name) => columns.indexOf(name));
  if (day === -1 || currency === -1 || value === -1) throw new UnreadableAnswer("provider-d");
  const byDay = new Map<string, Record<string, number>>();
  for (const line of lines) {
    const cells = line.split(",");
    const [date, code, rate] = [cells[day!] ?? "", cells[currency!] ?? "", toPositive(toNumber(cells[value!]))];
    if (!isDay(date) || date > to || !/^[A-Z]{3}$/.test(code) || rate === null) continue;
    const rates = byDay.get(date) ?? {};
    byDay.set(date, rates);
    rates[code] = rate;
  }
  return newestFirst(
    [...byDay].map(([date, rates]) => ({ date, rates })),
    ({ date }) => date,
  );
}

/** Returns the days of a feed, newest first. A day that comes twice counts last. */
function parseYields(text: string): Yields[] {
  const days = text
    .split("<m:properties>")
    .slice(1)
    .flatMap((entry): Yields[] => {
      const cells = new Map(
        [...entry.matchAll(/<d:(NEW_DATE|BC_[A-Z0-9_]{1,20})\b[^<>]{0,200}>([^<]{0,40})</g)].map(([, name, value]) => [
          name,
          value,
        ]),
      );
      const date = cells.get("NEW_DATE")?.slice(0, 10) ?? "";
      if (!isDay(date)) return [];
      const yieldsOfDay = MATURITIES.map((maturity) => {
        const value = toNumber(cells.get(toColumn(maturity)));
        // Where there was no such bond, 0.00 stands for a long maturity; a short one has had a yield of zero.
        return [maturity, maturity === "y20" || maturity === "y30" ? toPositive(value) : value];
      });
      const curve = Object.fromEntries(yieldsOfDay) as Omit<Yields, "date" | "s2s10" | "m3y10">;
      return [{ date, ...curve, ...toSlopes(curve) }];
    });
  return newestFirst(
    eachOnce(days.toReversed(), ({ date }) => date),
    ({ date }) => date,
  );
}

/** Returns the feed's name of a maturity: `BC_1_5MONTH` for `m1_5`. */
function toColumn(maturity: string): string {
  return `BC_${maturity.slice(1)}${maturity.startsWith("m") ? "MONTH" : "YEAR"}`;
}

/** Returns the text of a feed. XML may not declare a document type, because its entities could grow without limit. */
export async function textOf(client: ClientD, feed: Feed, path: string): Promise<string> {
  const text = await client.feed(feed, path);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new ProviderError("provider-d", "bad_answer");
  return text;
}
