/** Reference rates by provider D: what the US Treasury, the New York Fed and the ECB published. */
import { treasuryYields } from "../../capabilities/market-summary.js";
import { RATE_PARTS, referenceRates } from "../../capabilities/reference-rates.js";
import { enricher } from "../../contract/enrichment.js";
import { ProviderError, UnreadableAnswer } from "../../contract/errors.js";
import { source } from "../../contract/provider.js";
import { z } from "../../contract/schema.js";
import type { CachedPart } from "../../contract/upstream.js";
import { isDay, toNumber, toPositive } from "../../contract/values.js";
import { DAY_SECONDS } from "../../lib/day.js";
import { clockOf, NEW_YORK, type ZoneClock } from "../../lib/zone-clock.js";
import type { ClientD } from "./client.js";
import { fetchRange, type Rates } from "./past-rates.js";
import { fetchFedRates, fetchYields, textOf, yieldCurve, type Yields } from "./rate-feeds.js";
import { providerD } from "./provider.js";
import { lastWorkdayAt } from "./workdays.js";

const NOTES = [
  "Yields: US Treasury, par yields of the day, semi-annual. Federal funds and SOFR: Federal Reserve Bank of New York. Euro: reference rates of the European Central Bank, units of the currency for one euro, not meant for transactions.",
];

/**
 * The newest rates of each office, those of a past day, or those of a range; `null` for a part that could not be had,
 * which `missing` names.
 *
 * @throws {ProviderError} the first failure when no office answers.
 */
export const referenceRatesFromD = source(providerD, referenceRates, async ({ date, from, to }, client) => {
  const today = NEW_YORK.day(Math.floor(client.upstream.now().getTime() / 1000));
  if (from !== undefined) return toAnswer(await fetchRange(client, from, to ?? today));
  return toAnswer(date === undefined ? await findNewest(client) : await fetchRange(client, undefined, date));
});

/** Returns the newest rates of each office, of which each was fetched at its own time. */
async function findNewest(client: ClientD): Promise<Rates> {
  const found = [findYields(client), findFedRates(client), findEuroRates(client)] as const;
  const [curve, fed, euro] = await Promise.allSettled(found);
  if (curve.status === "rejected" && fed.status === "rejected" && euro.status === "rejected") throw curve.reason;
  const times = [curve, fed, euro].flatMap((each) => (each.status === "fulfilled" ? [each.value.fetchedAt] : []));
  return {
    yields: curve.status === "fulfilled" ? curve.value.value : null,
    ...(fed.status === "fulfilled" ? fed.value.value : { federalFunds: null, sofr: null }),
    euro: euro.status === "fulfilled" ? euro.value.value : null,
    fetchedAt: Math.min(...times),
  };
}

function toAnswer({ fetchedAt, ...parts }: Rates) {
  const missing = RATE_PARTS.filter((part) => parts[part] === null);
  return { data: { ...parts, missing }, missing, notes: NOTES, fetchedAt };
}

/** @throws {ProviderError} `bad_answer` when a maturity is missing: the yields of an answer are all of one source. */
export const treasuryYieldsFromD = enricher(providerD, treasuryYields, async (_asked, client) => {
  const { date, m3, y2, y5, y10, y30 } = (await findYields(client)).value;
  if ([m3, y2, y5, y10, y30].includes(null)) throw new ProviderError("provider-d", "bad_answer");
  return { facts: { m3, y2, y5, y10, y30, date } };
});

/** Rates of an office, and when it publishes them on workdays, in its own time. */
interface Publication<T> {
  key: string;
  schema: z.ZodType<T>;
  clock: ZoneClock;
  hour: number;
}

const { shape } = referenceRates.output;

/** Treasury prices are taken at about 15:30 and the yields are out by 18:00. */
const TREASURY: Publication<Yields> = { key: "yields", schema: yieldCurve, clock: NEW_YORK, hour: 18 };
/** SOFR is published at about 8:00 and the federal funds rate at about 9:00, each for the day before. */
const FED = {
  key: "fed",
  schema: referenceRates.output.pick({ federalFunds: true, sofr: true }),
  clock: NEW_YORK,
  hour: 9.1,
};
const ECB = { key: "euro", schema: shape.euro.unwrap(), clock: clockOf("Europe/Berlin"), hour: 16.25 };

/** Returns the yields of the newest day of this month, at the beginning of a month of the last one. */
function findYields(client: ClientD) {
  return remembered(TREASURY, client, async () => {
    const now = client.upstream.now();
    const months = [0, 1].map((back) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)));
    for (const month of months) {
      const [newest] = await fetchYields(client, month.toISOString().slice(0, 7));
      if (newest) return newest;
    }
    throw new ProviderError("provider-d", "bad_answer");
  });
}

/** Returns the federal funds rate with its target range, and SOFR. */
function findFedRates(client: ClientD) {
  return remembered(FED, client, async () => {
    const { federalFunds, sofr } = await fetchFedRates(client, "api/rates/all/latest.json");
    if (federalFunds.length + sofr.length === 0) throw new UnreadableAnswer("provider-d");
    return { federalFunds: federalFunds[0] ?? null, sofr: sofr[0] ?? null };
  });
}

/** Returns the units of each currency for one euro. */
export function findEuroRates(client: ClientD) {
  return remembered(ECB, client, async () => {
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

/** Minutes between two requests for a publication that is late. */
const LATE_MS = 30 * 60_000;
/** A publication that is this late does not come that day, such as on a holiday. */
const GIVE_UP_MS = 3 * 60 * 60_000;

/** Returns the last publication, and when it was fetched, in milliseconds since the epoch. */
async function remembered<T extends object>(
  { key, schema, clock, hour }: Publication<T>,
  client: ClientD,
  fetch: () => Promise<T>,
): Promise<{ fetchedAt: number; value: T }> {
  const part: CachedPart<{ fetchedAt: number; value: T }> = {
    key: `rates ${key}`,
    keepSeconds: 7 * DAY_SECONDS,
    schema: z.object({ fetchedAt: z.number(), value: schema }) as unknown as z.ZodType<{ fetchedAt: number; value: T }>,
    // Whether the value is the last publication, or one that is late was asked for not long ago.
    isCurrent({ fetchedAt, value }) {
      const now = client.upstream.now().getTime();
      const { day, since } = lastWorkdayAt(hour, clock, now);
      if (now - fetchedAt > since) return false;
      const isToday = !("date" in value) || value.date === day;
      return isToday || since > GIVE_UP_MS || now - fetchedAt < LATE_MS;
    },
  };
  return client.upstream.remember(part, async () => ({
    fetchedAt: client.upstream.now().getTime(),
    value: await fetch(),
  }));
}
