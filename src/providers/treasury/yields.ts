/** The par yields of the US Treasury. */
import { treasuryYields } from "../../capabilities/prices/market-summary.js";
import { termYield } from "../../capabilities/prices/options-chain.js";
import { MATURITIES, referenceRates, toSlopes } from "../../capabilities/economy/reference-rates.js";
import { enricher } from "../../contract/enrichment.js";
import { ProviderError } from "../../contract/errors.js";
import type { z } from "../../contract/schema.js";
import { isDay, toNumber, toPositive } from "../../contract/values.js";
import { eachOnce } from "../../lib/each-once.js";
import { newestFirst } from "../../lib/newest-first.js";
import { nearestYield, yearsUntil } from "../../market/options/option-greeks.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import type { OfficialClient } from "../official/client.js";
import { officialSources } from "../official/provider.js";
import { remembered, type Publication } from "../official/publication.js";

const yieldCurve = referenceRates.output.shape.yields.unwrap();

/** A day's yields in percent, by maturity, and the slopes in percentage points. */
export type Yields = z.output<typeof yieldCurve>;

/** Treasury prices are taken at about 15:30 and the yields are out by 18:00. */
const TREASURY: Publication<Yields> = { key: "yields", schema: yieldCurve, clock: NEW_YORK, hour: 18 };

/** @throws {ProviderError} `bad_answer` when a maturity is missing: the yields of an answer are all of one source. */
export const yieldsFromTreasury = enricher(officialSources, treasuryYields, async (_asked, client) => {
  const { date, m3, y2, y5, y10, y30 } = (await findYields(client)).value;
  if ([m3, y2, y5, y10, y30].includes(null)) throw new ProviderError("provider-d", "bad_answer");
  return { facts: { m3, y2, y5, y10, y30, date } };
});

/** The newest yield of the maturity nearest to an option's term. */
export const termYieldFromTreasury = enricher(officialSources, termYield, async (expiration, client) => {
  const { date, ...curve } = (await findYields(client)).value;
  const nearest = nearestYield(curve, yearsUntil(expiration, client.upstream.now().getTime()));
  if (nearest === null) throw new ProviderError("provider-d", "bad_answer");
  return { facts: { ...nearest, date } };
});

/** Returns the yields of the newest day of this month, at the beginning of a month of the last one. */
export function findYields(client: OfficialClient) {
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

/** Returns the yields of the days of a month (`2026-08`) or a year (`2026`), newest first; none for one without a day. */
export async function fetchYields(client: OfficialClient, span: string): Promise<Yields[]> {
  const name =
    span.length === 4 ? `field_tdr_date_value=${span}` : `field_tdr_date_value_month=${span.replace("-", "")}`;
  const path = `resource-center/data-chart-center/interest-rates/pages/xml?data=daily_treasury_yield_curve&${name}`;
  return parseYields(await client.feed("treasury", path));
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
