/** The reference rates of the European Central Bank. */
import { referenceRates } from "../../capabilities/economy/reference-rates.js";
import { ProviderError, UnreadableAnswer } from "../../contract/errors.js";
import type { z } from "../../contract/schema.js";
import { isDay, toNumber, toPositive } from "../../contract/values.js";
import { newestFirst } from "../../lib/newest-first.js";
import { clockOf } from "../../lib/zone-clock.js";
import type { OfficialClient } from "../official/client.js";
import { createLineReader } from "../official/line-reader.js";
import { remembered } from "../official/publication.js";

const euroRates = referenceRates.output.shape.euro.unwrap();
export type Euro = z.output<typeof euroRates>;

const ECB = { key: "euro", schema: euroRates, clock: clockOf("Europe/Berlin"), hour: 16.25 };

/** Returns the units of each currency for one euro. */
export function findEuroRates(client: OfficialClient) {
  return remembered(ECB, client, async () => {
    const text = await client.feed("ecb", "stats/eurofxref/eurofxref-daily.xml");
    const [, date = ""] = /<Cube\s+time=["'](\d{4}-\d{2}-\d{2})["']/.exec(text) ?? [];
    const rows = [...text.matchAll(/<Cube\s+currency=["']([A-Z]{3})["']\s+rate=["']([\d.]{1,20})["']/g)];
    const rates = rows.flatMap(([, currency = "", sent]) => {
      const value = toPositive(toNumber(sent));
      return value === null ? [] : [[currency, value] as const];
    });
    if (!isDay(date) || rates.length === 0) throw new ProviderError("provider-d", "bad_answer");
    return { date, rates: Object.fromEntries(rates) };
  });
}

/** Limit of the lines of days; those of a currency since 1999 have 400,000 characters. */
const MAX_LINES = 4 * 1024 * 1024;

/** Days within which the ECB publishes at least once; its longest pause is that of Easter. */
export const PAUSE_DAYS = 10;

/**
 * Returns the ECB's rates of the days in a range, newest first, units of each currency for one euro: of all currencies, or
 * of some. The ECB's list may have a row of a coming day, which is left out.
 */
export async function fetchEuroRates(
  client: OfficialClient,
  from: string,
  to: string,
  currencies: readonly string[] = [],
): Promise<Euro[]> {
  const path = `service/data/EXR/D.${currencies.join("+")}.EUR.SP00.A?startPeriod=${from}&endPeriod=${to}&detail=dataonly&format=csvdata`;
  // A body of 8 MB with other lines alone took 5 seconds.
  const { text } = (await client.file("ecbData", path, () => createLineReader(["EXR."], MAX_LINES)))!;
  const [head = "", ...lines] = text.split("\n");
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
