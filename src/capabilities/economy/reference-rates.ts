/** Official interest rates and exchange rates: of the last day that each office has published, a past day, or a range. */
import { say, the } from "../../contract/sentence.js";
import { always, date, percent, figure, inPoints, record, signed } from "../../contract/field.js";
import { defineCapability } from "../../contract/capability.js";
import { day, timestamp } from "../../contract/fields.js";
import { describe, object, z } from "../../contract/schema.js";
import { toSixDigits } from "../../contract/values.js";
import { DAY_SECONDS } from "../../lib/day.js";
import { newestFirst } from "../../lib/newest-first.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import { futureRule, latestDayBy, spanRule } from "../../market/sessions/exchange-day.js";
import { marketErrors } from "../shapes.js";

/** The maturities of the yield curve, in months (`m`) and years (`y`). */
export const MATURITIES = [
  "m1",
  "m1_5",
  "m2",
  "m3",
  "m4",
  "m6",
  "y1",
  "y2",
  "y3",
  "y5",
  "y7",
  "y10",
  "y20",
  "y30",
] as const;

/** The parts of an answer, each from one office. */
export const RATE_PARTS = ["yields", "federalFunds", "sofr", "euro"] as const;

/** Returns a maturity in words: `1.5 months` of `m1_5`. */
export function toMaturity(name: string): string {
  const count = name.slice(1).replace("_", ".");
  return `${count} ${name.startsWith("m") ? "month" : "year"}${count === "1" ? "" : "s"}`;
}

const curve = Object.fromEntries(
  MATURITIES.map((maturity) => [maturity, percent("par yield", toMaturity(maturity))]),
) as Record<(typeof MATURITIES)[number], ReturnType<typeof percent>>;
const slopes = {
  s2s10: inPoints(signed(percent("points; y10 − y2", "Slope 2 to 10 years"))),
  m3y10: inPoints(signed(percent("points; y10 − m3", "Slope 3 months to 10 years"))),
};

const yields = z.object({ date: always(date("of the yields")), ...curve, ...slopes });

/** The currencies of which days have a column, with the column's name. */
const PAIRS = { USD: "eurUsd", JPY: "eurJpy", GBP: "eurGbp", CHF: "eurChf", CNY: "eurCny" } as const;

const rateDay = object("Rates of one day", {
  date: always(date("of the rates")),
  ...curve,
  ...slopes,
  targetFrom: percent("lower end of the target range of federal funds"),
  targetTo: percent("upper end of it"),
  effective: percent("effective federal funds rate"),
  sofr: percent("secured overnight rate"),
  ...(Object.fromEntries(
    Object.entries(PAIRS).map(([code, name]) => [name, figure(`${code} for one euro, ECB`)]),
  ) as Record<(typeof PAIRS)[keyof typeof PAIRS], ReturnType<typeof figure>>),
});

export type RateDay = z.output<typeof rateDay>;

/** Columns of a range that most readers need. */
const USUAL = ["date", "m3", "y2", "y10", "y30", "s2s10", "m3y10", "effective", "sofr", "eurUsd"];
/** The most days between both ends of a range: two feeds of the Treasury. */
const MAX_DAYS = 366;
/** The first day with Treasury yields of all maturities. */
const FIRST_DAY = "1990-01-02";

const ofNewYork = <Shape extends z.ZodRawShape>(rates: Shape) =>
  describe(z.object({ date: always(date("of the rate")), ...rates }).nullable(), ["New York Fed", "percent"]);

export const referenceRates = defineCapability({
  name: "reference-rates",
  title: "Reference rates",
  route: "/api/v1/market/reference-rates",
  tool: {
    name: "get_reference_rates",
    alsoCalled: ["yield", "rate", "treasury", "bonds", "fed"],
    set: "market",
    description: "US Treasury yield curve, slopes, federal funds, SOFR, ECB exchange rates.",
    hidden: ["from", "to"],
    aliases: { day: "date", as_of: "date" },
    unlisted: ["days"],
    rows: {
      list: "days",
      key: ["date"],
      format: "csv",
      limit: { shown: 25, max: 400 },
      usualFields: () => USUAL,
    },
  },
  input: z.object({
    date: day.optional().describe("Rates at or before"),
    from: day.optional().describe("First day of a range, in place of date"),
    to: day.optional().describe("Last day of it, default today; at most 366 days after from"),
  }),
  output: z.object({
    yields: describe(yields.nullable(), ["US Treasury, par yields", "percent"]),
    federalFunds: ofNewYork({
      targetFrom: percent("lower end of the target range"),
      targetTo: percent("upper end of the target range"),
      effective: percent("effective rate"),
    }),
    sofr: ofNewYork({ rate: percent("secured overnight rate") }),
    euro: z
      .object({
        date: always(date("of the rates")),
        rates: record("1 euro =", always(figure("units of the currency for one euro")), "By currency, for one euro"),
      })
      .nullable()
      .describe("ECB, reference exchange rates"),
    days: z
      .array(rateDay)
      .optional()
      .describe("Of a range, newest first; null where an office has no rate of that day"),
    missing: z.array(z.enum(RATE_PARTS)).describe("Parts that could not be had"),
    timestamp,
  }),
  rule: ({ date: asked, from, to }) => {
    // The days of most of these rates end in New York.
    const future = futureRule({ date: asked, from, to }, latestDayBy(NEW_YORK));
    if (future !== undefined) return future;
    const early = Object.entries({ date: asked, from }).find(([, each]) => each !== undefined && each < FIRST_DAY);
    if (early) return `Invalid "${early[0]}": got ${early[1]}. Allowed: days from ${FIRST_DAY} on.`;
    if (asked !== undefined && (from ?? to) !== undefined) return '"date" is not possible with "from" or "to".';
    if (from === undefined) return to === undefined ? undefined : '"to" needs "from"; for one day use "date".';
    return spanRule(from, to ?? latestDayBy(NEW_YORK), MAX_DAYS);
  },
  viewNotes: (_shown, { date: asked, from, to }) => [
    ...(asked === undefined ? [] : [say`Each rate is the last one of or before ${asked}.`]),
    ...(from === undefined
      ? []
      : [say`${the.field("days")} are those from ${from} to ${to ?? "today"}; the single rates are the last of them.`]),
  ],
  view: (body) => body,
  freshness: { ttlSeconds: 30 * 60, staleSeconds: 7 * DAY_SECONDS },
  currency: null,
  publishers: { "provider-d": "US Treasury, New York Fed and ECB" },
  errors: marketErrors,
});

/** Returns the slopes of a curve in percentage points; `null` where a maturity is missing. */
export function toSlopes({ m3, y2, y10 }: { m3: number | null; y2: number | null; y10: number | null }) {
  const minus = (short: number | null) => (y10 === null || short === null ? null : toSixDigits(y10 - short));
  return { s2s10: minus(y2), m3y10: minus(m3) };
}

type Body = z.output<typeof referenceRates.output>;
type Part<Name extends keyof Body> = readonly NonNullable<Body[Name]>[];

/** Returns the rates of all days that an office has, newest first. */
export function toRateDays(lists: {
  yields: Part<"yields">;
  federalFunds: Part<"federalFunds">;
  sofr: Part<"sofr">;
  euro: Part<"euro">;
}): RateDay[] {
  const byDay = (rows: readonly { date: string }[]) => new Map(rows.map((row) => [row.date, row]));
  const [curves, funds] = [byDay(lists.yields), byDay(lists.federalFunds)];
  const sofr = new Map(lists.sofr.map((each) => [each.date, each.rate]));
  const euro = new Map(lists.euro.map((each) => [each.date, each.rates]));
  const none = Object.fromEntries(Object.keys(rateDay.shape).map((name) => [name, null]));
  const all = new Set([...curves.keys(), ...funds.keys(), ...sofr.keys(), ...euro.keys()]);
  return newestFirst([...all], (each) => each).map((each) => {
    const rates = euro.get(each);
    const pairs = Object.entries(PAIRS).map(([code, name]) => [name, rates?.[code] ?? null]);
    const own = { ...curves.get(each), ...funds.get(each), sofr: sofr.get(each) ?? null, ...Object.fromEntries(pairs) };
    return { ...none, ...own, date: each } as RateDay;
  });
}
