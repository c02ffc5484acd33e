/** The publications that an office makes at one hour of each workday, each kept until the next one. */
import { z } from "../../contract/schema.js";
import type { CachedPart } from "../../contract/upstream.js";
import { DAY_SECONDS } from "../../lib/day.js";
import type { ZoneClock } from "../../lib/zone-clock.js";
import type { OfficialClient } from "./client.js";
import { lastWorkdayAt } from "./workdays.js";

/** Rates of an office, and when it publishes them on workdays, in its own time. */
export interface Publication<T> {
  key: string;
  schema: z.ZodType<T>;
  clock: ZoneClock;
  hour: number;
}

/** Minutes between two requests for a publication that is late. */
const LATE_MS = 30 * 60_000;
/** A publication that is this late does not come that day, such as on a holiday. */
const GIVE_UP_MS = 3 * 60 * 60_000;

/** Returns the last publication, and when it was fetched, in milliseconds since the epoch. */
export async function remembered<T extends object>(
  { key, schema, clock, hour }: Publication<T>,
  client: OfficialClient,
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
