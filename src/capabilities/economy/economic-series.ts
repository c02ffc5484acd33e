/** Economic series of statistical offices: prices, jobs, wages, output and income of the US, the euro area and countries. */
import { defineCapability, type InputOf } from "../../contract/capability.js";
import { always, count, date, figure, label, percent, signed, startOf, unitIn, words } from "../../contract/field.js";
import { enrichment, findingsOf } from "../../contract/enrichment.js";
import { allowing, day, timestamp } from "../../contract/fields.js";
import { on, say, the } from "../../contract/sentence.js";
import { describe, type Description, object, z } from "../../contract/schema.js";
import { DAY_SECONDS } from "../../lib/day.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import { toAbsence } from "../../market/economy/absent-series.js";
import { WEIGHTS_OF } from "../../market/economy/cpi-components.js";
import {
  CPI_PARTS,
  DEFAULT_NAMES,
  findSeries,
  idsOf,
  SERIES_NAMES,
  toRelease,
  toSeriesName,
} from "../../market/economy/economic-series.js";
import { futureRule, latestDayBy } from "../../market/sessions/exchange-day.js";
import { marketErrors, SLOW_PART_SECONDS } from "../shapes.js";

/** The most ids of one call of the BLS without a key; the names of price indices stand for two ids each. */
const MAX_IDS = 25;
/** Parts of the CPI that a refusal names, which has no room for all of them. */
const PARTS_SHOWN = 6;
const SERIES_ALLOWED = `one or more of ${SERIES_NAMES.filter((name) => !CPI_PARTS.includes(name)).join(", ")}, a part of the CPI (${CPI_PARTS.slice(0, PARTS_SHOWN).join(", ")} …), with the letters of a state (ca) or country (de), or ids of the BLS such as LNS14000000; at most ${MAX_IDS}, each once`;
/** The names in the list of tools, which has no place for all of them; the refusal of another name has more. */
const SERIES_LISTED =
  "cpi, core_cpi, ppi, rent (CPI parts), unemployment_rate(_ca), payrolls, average_hourly_earnings, job_openings, productivity, (real_)gdp, (core_)pce_prices, industrial_production, euro_inflation, euro_gdp, gdp_(growth_)de, FRED or BLS ids; default: BLS names";
/** The values of an answer that a question without a limit shows. */
const ROWS_SHOWN = 24;
/** The first day of the oldest series. */
const FIRST_DAY = "1913-01-01";

const oneSeries = z
  .string(allowing(SERIES_ALLOWED))
  .max(64, SERIES_ALLOWED)
  .transform((text, context) => {
    const name = toSeriesName(text);
    if (name !== undefined) return name;
    const absence = toAbsence(text);
    const message = absence === undefined ? SERIES_ALLOWED : `${SERIES_ALLOWED}. ${absence}`;
    context.addIssue({ code: z.ZodIssueCode.custom, message });
    return z.NEVER;
  });

const series = object("A series that was asked for", {
  name: always(label("Plain name, or id")),
  office: always(label("Who publishes it, and terms that ask to be named")),
  id: always(label("At the office, of value and change")),
  yearId: label("Series of yearChange, without seasonal adjustment; null: id", "Id of change on year"),
  title: words("What it measures; null for a further id"),
  unit: label("Of value; null for a further id"),
  seasonallyAdjusted: describe(z.boolean().nullable(), ["value and change", "null if the office does not say"]),
  frequency: label("monthly, quarterly, half-yearly or yearly; null: several, or no values"),
  weightPercent: percent(`share of the US consumer price index in ${WEIGHTS_OF}`, "Weight in the CPI"),
  changes: z
    .enum(["percent", "difference", "none"])
    .describe("Of both changes; difference: in the unit, percentage points of a percentage; none: both are null"),
  footnotes: z
    .array(z.object({ date: always(date("of the value")), text: always(words("of the office")) }))
    .describe("Newest, without that of preliminary values"),
  latestRelease: date("of the newest values, or of the file with them; null where the office does not say"),
  nextRelease: date("of a new value within 31 days, by the market calendar"),
});

const changeOf = (note: Description, name?: string) =>
  unitIn("series.changes", signed(figure(note, name)), "series.unit");

const value = object("Newest first", {
  series: always(label("Its name; only beside others")),
  date: startOf("period", always(date("first day of the month, quarter, half year or year"))),
  period: always(label("M01 to M12, Q01 to Q04, S01 and S02, A01")),
  value: unitIn("series.unit", figure(["in the unit", "null if not collected"])),
  change: changeOf("on the period before: value / before - 1 in percent, or value - before"),
  yearChange: changeOf(["on the same period a year before, of yearId", "null in the oldest year"], "Change on year"),
  growthPercent: signed(
    percent("on the quarter before at an annual rate, as published; real_gdp only", "Growth, annual rate"),
  ),
  preliminary: describe(z.boolean().nullable(), ["as the office marks it", "null if it marks none"]),
});

export type EconomicValue = z.output<typeof value>;

const output = z.object({
  series: z.array(series).describe("In the order of the question"),
  values: z.array(value).describe("Newest first"),
  total_values: always(count("values in the range", "Values")),
  missing: z.array(z.string()).describe("Asked series without a value in the range, or that could not be had"),
  timestamp,
});

export const economicSeries = defineCapability({
  name: "economic-series",
  title: "Economic series",
  route: "/api/v1/market/economy",
  tool: {
    name: "get_economic_series",
    command: "economy",
    set: "market",
    summary: "US CPI inflation, unemployment rate, jobs, wages, GDP",
    description:
      "US CPI inflation, unemployment rate, jobs, wages, GDP; euro inflation; GDP by country. No retail sales.",
    leading: ["date", "name", "title", "unit", "office"],
    picture: "series",
    untrusted: ["series[].footnotes[].text"],
    rows: {
      list: "values",
      key: ["date", "series"],
      format: "csv",
      limit: { shown: ROWS_SHOWN, max: 6_000 },
      sharedBy: "series",
      usualFields: usualColumns,
      total: "total_values",
    },
  },
  input: z.object({
    series: z
      .array(oneSeries.describe("Name or id"), allowing(SERIES_ALLOWED))
      .min(1, SERIES_ALLOWED)
      .max(MAX_IDS, SERIES_ALLOWED)
      .optional()
      .describe(SERIES_LISTED),
    from: day.optional().describe("Default: ten years"),
    to: day.optional().describe("Last day"),
  }),
  output,
  freshness: { ttlSeconds: 30 * 60, staleSeconds: 7 * DAY_SECONDS },
  currency: null,
  publishers: { "provider-d": "statistical offices" },
  errors: marketErrors,
  view: (body, input) => (isOverview(input) ? toNewest(body) : body),
  rule: ({ series: names = DEFAULT_NAMES, from, to }) => {
    const known = names.map(findSeries);
    if (new Set(known.map(({ name }) => name)).size < names.length) {
      return `Invalid "series": one of them is asked for twice. Allowed: ${SERIES_ALLOWED}.`;
    }
    if (known.filter(({ office }) => office === "bls").flatMap(idsOf).length > MAX_IDS) {
      return `Invalid "series": these stand for more than ${MAX_IDS} ids of the BLS. Allowed: ${SERIES_ALLOWED}.`;
    }
    const early = Object.entries({ from, to }).find(([, each]) => each !== undefined && each < FIRST_DAY);
    if (early) return `Invalid "${early[0]}": got ${early[1]}. Allowed: days from ${FIRST_DAY} on.`;
    if (from !== undefined && to !== undefined && from > to) {
      return `Invalid "from": got ${from}, which is after ${to}. Allowed: a "from" that is not after "to".`;
    }
    // The BLS is in the same zone as New York.
    return futureRule({ from, to }, latestDayBy(NEW_YORK));
  },
});

type ReleaseDays = Readonly<Record<string, string>>;

/** Whether the question names neither series nor days: it is about the newest value of each. */
const isOverview = ({ series: names, from, to }: { series?: unknown; from?: unknown; to?: unknown }) =>
  names === undefined && from === undefined && to === undefined;

/** Returns the answer with the newest known value of each series, in their order. */
function toNewest<Body extends z.output<typeof output>>(body: Body): Body {
  const known = body.values.filter((each) => each.value !== null);
  const values = body.series.flatMap(({ name }) => known.find((each) => each.series === name) ?? []);
  return { ...body, values, total_values: values.length };
}

const toAsked = ({ series: names = DEFAULT_NAMES }: InputOf<typeof economicSeries>) =>
  names.some((name) => toRelease(findSeries(name).name) !== undefined) ? "releases" : null;

/** Enrichment with the next release of series of the US with plain names, of which a market calendar knows the days. */
export const releaseDays = enrichment(economicSeries, {
  name: "release-days",
  keep: { seconds: SLOW_PART_SECONDS, schema: findingsOf<ReleaseDays>(z.record(z.string())) },
  fields: ["nextRelease"],
  ask: (_data, input) => toAsked(input),
  askEarly: toAsked,
  apply(data, days: ReleaseDays) {
    const dated = data.series.map((each) => ({ ...each, nextRelease: days[toRelease(each.name) ?? ""] ?? null }));
    const fields = dated.some(({ nextRelease }) => nextRelease !== null) ? ["nextRelease"] : [];
    const note = say`Only ${the.field("nextRelease")} is from ${the.source("provider-b")}.`;
    return { data: { ...data, series: dated }, fields, notes: fields.length > 0 ? [on.origin(note)] : [] };
  },
});

/** Returns the columns shown by default: those that tell the values of this answer apart. */
function usualColumns(body: Readonly<Record<string, unknown>>): string[] {
  const rows = body["values"] as readonly Partial<EconomicValue>[];
  const all = body["series"] as readonly unknown[] | undefined;
  return [
    ...(all && all.length > 1 ? ["series"] : []),
    "date",
    ...(rows.some(({ period }) => period?.startsWith("M") === false) ? ["period"] : []),
    "value",
    "change",
    "yearChange",
    ...(rows.some(({ growthPercent }) => growthPercent != null) ? ["growthPercent"] : []),
    ...(rows.some(({ preliminary }) => preliminary) ? ["preliminary"] : []),
  ];
}
