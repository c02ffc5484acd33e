/** The form in which each office answers about economic series, and how its answers are kept. */
import { z } from "../../contract/schema.js";
import type { Sentence } from "../../contract/sentence.js";
import { DAY_MS, DAY_SECONDS } from "../../lib/day.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import type { OfficialClient } from "./client.js";
import { isBeforeRelease, type ReleaseTimes } from "./workdays.js";

/** A value of a period such as `M12`, `Q04` or `A01`; `footnote` is a note other than that it is preliminary. */
export interface SeriesPoint {
  year: number;
  period: string;
  value: number | null;
  /** `null` of an office that marks none. */
  preliminary: boolean | null;
  footnote: string | null;
}

/** The days of a question, both included; without `from` those that an office gives by default. */
export interface SeriesDays {
  from: string | undefined;
  to: string;
  today: string;
}

/** An office's answer. */
export interface OfficeAnswer {
  /** Milliseconds since the epoch. */
  fetchedAt: number;
  /** The values by id, newest first; none of an id that the office does not know. */
  points: Readonly<Record<string, readonly SeriesPoint[]>>;
  /** The day of the release of the newest values by id, where the office says it. */
  released?: Readonly<Record<string, string | null>>;
  /** The units by id, where the office says them. */
  units?: Readonly<Record<string, string | null>>;
  /** The ids of series whose values or units are missing from files that should have them. */
  lacking?: readonly string[];
  /** The first day of the answer. */
  start: string;
  notes?: readonly Sentence[];
}

/** Years of an answer to a question without a first day. */
const USUAL_YEARS = 10;

/** Returns the first day of a question, or that of the usual years. */
const startOfDays = ({ from, to }: SeriesDays) => from ?? `${Number(to.slice(0, 4)) - USUAL_YEARS + 1}-01-01`;

/**
 * A value as it is kept: the year with the period, such as `2026M07`; the value; 1 if the office marks it as preliminary, 0 if not, `null` if
 * it marks none.
 */
const keptPoint = z.tuple([z.string(), z.number().nullable(), z.number().nullable()]);
export type KeptPoint = z.output<typeof keptPoint>;

const published = z.object({
  points: z.record(z.array(keptPoint)),
  released: z.string().nullable(),
  lastModified: z.string().optional(),
});

/** The content of a file or an answer of an office: values by id, and the day of its release. */
export type Published = z.output<typeof published>;

const kept = published.extend({ fetchedAt: z.number() });

/** Days for which what has releases is kept after it was fetched, to ask whether it has changed. */
const KEEP_DAYS = 30;

/**
 * Returns what an office has published, each id's values newest first, kept until its next possible release or for so many
 * days. `fetch` gets the value before and may return `null` for one that has not changed.
 */
export function rememberPublished(
  client: OfficialClient,
  key: string,
  until: ReleaseTimes | { days: number },
  fetch: (old: Published | undefined) => Promise<Published | null>,
): Promise<Published & { fetchedAt: number }> {
  const now = () => client.upstream.now().getTime();
  return client.upstream.remember(
    {
      key: `series ${key}`,
      keepSeconds: ("days" in until ? 2 * until.days : KEEP_DAYS) * DAY_SECONDS,
      schema: kept,
      isCurrent: ({ fetchedAt }) =>
        "days" in until ? now() - fetchedAt < until.days * DAY_MS : isBeforeRelease(fetchedAt, now(), until),
    },
    async (old) => {
      const fetchedAt = now();
      const found = await fetch(old);
      if (found === null) return { ...old!, fetchedAt };
      const points = Object.entries(found.points).map(([id, each]) => [id, newestPoints(each)] as const);
      return { ...found, points: Object.fromEntries(points), fetchedAt };
    },
  );
}

/** Returns the answer made of what an office has published, each part for its ids. */
export function toOfficeAnswer(
  parts: readonly (Published & { fetchedAt: number })[],
  days: SeriesDays,
): Required<Omit<OfficeAnswer, "notes" | "units" | "lacking">> {
  const points = parts.flatMap((part) => Object.entries(part.points));
  return {
    fetchedAt: Math.min(...parts.map(({ fetchedAt }) => fetchedAt)),
    points: Object.fromEntries(points.map(([id, rows]) => [id, rows.map(toPoint)])),
    released: Object.fromEntries(
      parts.flatMap((part) => Object.keys(part.points).map((id) => [id, part.released] as const)),
    ),
    start: startOfDays(days),
  };
}

const toPoint = ([at, value, preliminary]: KeptPoint): SeriesPoint => ({
  year: Number(at.slice(0, 4)),
  period: at.slice(4),
  value,
  preliminary: preliminary === null ? null : preliminary === 1,
  footnote: null,
});

/** Returns values with the newest first, of several of one period the first one. */
function newestPoints(points: readonly KeptPoint[]): KeptPoint[] {
  const byPeriod = new Map<string, KeptPoint>();
  for (const point of points) if (!byPeriod.has(point[0])) byPeriod.set(point[0], point);
  return [...byPeriod.values()].toSorted(([one], [other]) => (one < other ? 1 : -1));
}

/**
 * Returns the year and the code of a period as offices write it: `2026`, `2026Q2`, `2026-Q2`, `2026M07` or `2026-07`;
 * `undefined` for anything else.
 */
export function toPeriod(text: string): string | undefined {
  const [, year, quarter, month] = /^(\d{4})(?:-?Q([1-4])|-?M?(0[1-9]|1[0-2]))?$/.exec(text) ?? [];
  if (year === undefined || Number(year) < 1900 || Number(year) > 2100) return undefined;
  return year + (quarter ? `Q0${quarter}` : month ? `M${month}` : "A01");
}

/** Returns the day in New York of a file's `Last-Modified`, which is the moment of its release; `null` if it is unreadable. */
export function toReleaseDay(lastModified: string | undefined): string | null {
  const at = Date.parse(lastModified ?? "");
  return Number.isNaN(at) ? null : NEW_YORK.day(Math.floor(at / 1000));
}
