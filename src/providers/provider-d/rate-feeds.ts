/** The feeds of rates: what each office published last, asked for once between two publications. */
import { MATURITIES } from "../../capabilities/reference-rates.js";
import { ProviderError, UnreadableAnswer } from "../../contract/errors.js";
import { z } from "../../contract/schema.js";
import type { CachedPart } from "../../contract/upstream.js";
import { isDay, toNumber, toPositive } from "../../contract/values.js";
import { DAY_MS, DAY_SECONDS } from "../../lib/day.js";
import { isObject } from "../../lib/is-object.js";
import { parseJson } from "../../lib/parse-json.js";
import { createZoneClock } from "../../lib/zone-clock.js";
import type { ClientD, Feed } from "./client.js";

const rate = z.number().nullable();
const yieldCurve = z.object({ date: z.string() }).catchall(z.union([z.string(), rate]));
const fed = z.object({
  federalFunds: z.object({ date: z.string(), targetFrom: rate, targetTo: rate, effective: rate }).nullable(),
  sofr: z.object({ date: z.string(), rate }).nullable(),
});
const euro = z.object({ date: z.string(), rates: z.record(z.number()) });

/** A day's yields in percent, by maturity. */
export type Yields = { date: string } & Record<(typeof MATURITIES)[number], number | null>;

/** When an office publishes on workdays, in its own time. */
interface Hours {
  zone: string;
  hour: number;
}

/** Treasury prices are taken at about 15:30 and the yields are out by 18:00. */
const TREASURY: Hours = { zone: "America/New_York", hour: 18 };
/** SOFR is published at about 8:00 and the federal funds rate at about 9:00, each for the day before. */
const FED: Hours = { zone: "America/New_York", hour: 9.1 };
const ECB: Hours = { zone: "Europe/Berlin", hour: 16.25 };

/** Returns the yields of the newest day of this month, at the beginning of a month of the last one. */
export async function findYields(client: ClientD): Promise<Yields> {
  return remembered("yields", yieldCurve, TREASURY, client, async () => {
    const now = client.upstream.now();
    const months = [0, 1].map((back) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)));
    for (const month of months) {
      const name = month.toISOString().slice(0, 7).replace("-", "");
      const path = `resource-center/data-chart-center/interest-rates/pages/xml?data=daily_treasury_yield_curve&field_tdr_date_value_month=${name}`;
      const newest = parseYields(await textOf(client, "treasury", path));
      if (newest) return newest;
    }
    throw new ProviderError("provider-d", "bad_answer");
  }) as Promise<Yields>;
}

/** Returns the federal funds rate with its target range, and SOFR. */
export async function findFedRates(client: ClientD): Promise<z.output<typeof fed>> {
  return remembered("fed", fed, FED, client, async () => {
    const body = parseJson(await textOf(client, "nyfed", "api/rates/all/latest.json"));
    const rows = isObject(body) && Array.isArray(body["refRates"]) ? body["refRates"].filter(isObject) : [];
    const rowOf = (type: string) => rows.find((row) => row["type"] === type && isDay(String(row["effectiveDate"])));
    const [funds, sofr] = [rowOf("EFFR"), rowOf("SOFR")];
    if (!funds && !sofr) throw new UnreadableAnswer("provider-d");
    return {
      federalFunds: funds
        ? {
            date: String(funds["effectiveDate"]),
            targetFrom: toNumber(funds["targetRateFrom"]),
            targetTo: toNumber(funds["targetRateTo"]),
            effective: toNumber(funds["percentRate"]),
          }
        : null,
      sofr: sofr ? { date: String(sofr["effectiveDate"]), rate: toNumber(sofr["percentRate"]) } : null,
    };
  });
}

/** Returns the units of each currency for one euro. */
export async function findEuroRates(client: ClientD): Promise<z.output<typeof euro>> {
  return remembered("euro", euro, ECB, client, async () => {
    const text = await textOf(client, "ecb", "stats/eurofxref/eurofxref-daily.xml");
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

/** Returns the newest day of a month's feed; `undefined` for a month without a day. A day that comes twice counts last. */
function parseYields(text: string): Yields | undefined {
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
      return [{ date, ...Object.fromEntries(yieldsOfDay) } as Yields];
    });
  return days.reduce<Yields | undefined>(
    (newest, each) => (newest && newest.date > each.date ? newest : each),
    undefined,
  );
}

/** Returns the feed's name of a maturity: `BC_1_5MONTH` for `m1_5`. */
function toColumn(maturity: string): string {
  return `BC_${maturity.slice(1)}${maturity.startsWith("m") ? "MONTH" : "YEAR"}`;
}

/** Returns the text of a feed. XML may not declare a document type, because its entities could grow without limit. */
async function textOf(client: ClientD, feed: Feed, path: string): Promise<string> {
  const text = await client.feed(feed, path);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new ProviderError("provider-d", "bad_answer");
  return text;
}

/** Minutes between two requests for a publication that is late. */
const LATE_MS = 30 * 60_000;
/** A publication that is this late does not come that day, such as on a holiday. */
const GIVE_UP_MS = 3 * 60 * 60_000;

async function remembered<T extends object>(
  key: string,
  schema: z.ZodType<T>,
  hours: Hours,
  client: ClientD,
  fetch: () => Promise<T>,
): Promise<T> {
  const part: CachedPart<{ fetchedAt: number; value: T }> = {
    key: `rates ${key}`,
    keepSeconds: 7 * DAY_SECONDS,
    schema: z.object({ fetchedAt: z.number(), value: schema }) as unknown as z.ZodType<{ fetchedAt: number; value: T }>,
    isCurrent: ({ fetchedAt, value }) => isCurrentRate(fetchedAt, value, hours, client.upstream.now().getTime()),
  };
  const { value } = await client.upstream.remember(part, async () => ({
    fetchedAt: client.upstream.now().getTime(),
    value: await fetch(),
  }));
  return value;
}

/** Whether what was fetched at `at` is the last publication, or one that is late was asked for not long ago. */
function isCurrentRate(at: number, value: object, { zone, hour }: Hours, now: number): boolean {
  const clock = createZoneClock(zone)!;
  const local = now + clock.offset(Math.floor(now / 1000)) * 1000;
  let day = Math.floor((local - hour * 3_600_000) / DAY_MS) * DAY_MS;
  while ([0, 6].includes(new Date(day).getUTCDay())) day -= DAY_MS;
  const since = local - (day + hour * 3_600_000);
  if (now - at > since) return false;
  const isToday = !("date" in value) || value.date === new Date(day).toISOString().slice(0, 10);
  return isToday || since > GIVE_UP_MS || now - at < LATE_MS;
}
