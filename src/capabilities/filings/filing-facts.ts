/** Any figure that a company has filed in XBRL, by its tag: each value of each period, with its filing. */
import { defineCapability } from "../../contract/capability.js";
import { always, count, date, figure, label, words, year } from "../../contract/field.js";
import { allowing, officialInput, timestamp } from "../../contract/fields.js";
import { shownWhen } from "../../contract/rows-spec.js";
import { object, z } from "../../contract/schema.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import { ownValue } from "../../lib/own-value.js";
import { cutInput, cutOutput, cutRule, USUAL_PART } from "./filing-cut.js";
import { futureRule, latestDay, latestDayBy } from "../../market/sessions/exchange-day.js";
import { REFERENCE, symbolErrors } from "../shapes.js";
import { askedFiler, FILER_ALIASES, filerSymbol } from "./asked-filer.js";

const CONCEPT_ALLOWED =
  "a tag such as NetIncomeLoss or us-gaap:NetIncomeLoss, its label, or a usual word such as revenue, of at most 200 letters, digits, blanks and , . : ' ( ) & / -";

const PERIOD_ALLOWED = "annual or quarter; without symbol a year or quarter of the calendar, such as 2025 or 2025Q3";
const UNIT_ALLOWED = "a unit as filed, such as USD, USD/shares, shares or pure";
/** The most rows of a ranking of all companies. */
export const MAX_RANKED = 1_000;

/** Usual words for both lengths of periods. */
const LENGTHS: Readonly<Record<string, string>> = {
  annually: "annual",
  yearly: "annual",
  year: "annual",
  fy: "annual",
  quarterly: "quarter",
};

/** Returns a length of periods, or a period of the calendar (`2025`, `2025Q3`), as the schema has it. */
function toPeriod(value: unknown): unknown {
  if (typeof value !== "string" && typeof value !== "number") return value;
  const text = String(value).trim();
  const [, calendarYear, quarter = ""] = /^(?:CY)?(20\d{2})(?:[ -]?(Q[1-4]))?$/i.exec(text) ?? [];
  if (calendarYear !== undefined) return calendarYear + quarter.toUpperCase();
  return ownValue(LENGTHS, text.toLowerCase()) ?? text.toLowerCase();
}

const isCalendar = (period: string | undefined): period is string => period !== undefined && period.startsWith("20");

const fact = object("One value", {
  start: date("first; null for a balance"),
  end: always(date("last")),
  value: figure(["as filed, in `unit`", "null for a slip of scale"]),
  unit: z.string().describe("e.g. USD, shares, USD/shares, pure"),
  restated: z.boolean().describe("The newest report states another value"),
  form: z.string().describe("First filing that states it"),
  filed: always(date("of it")),
  accession: z.string().describe("Its number"),
  fiscalYear: year("of the filing"),
  fiscalPeriod: label("of the filing"),
  url: z.string().describe("Its page"),
});

const concept = object("One tag", {
  concept: z.string().describe("Tag"),
  label: words("As its taxonomy names it"),
  unit: z.string().describe("Unit"),
  facts: count("of facts; null with as_of"),
  newest: date("of the newest end; null with as_of"),
});

const ranked = object("The value of one filer", {
  cik: z.string().describe("Its number at the SEC"),
  name: words("As the SEC names it"),
  symbol: words("By the SEC's list"),
  value: always(figure(["as filed, in `unit`"])),
  start: date("first; null for a balance"),
  end: always(date("last")),
  doubtful: z.boolean().describe("1,000 times the next value, or above such a one: probably a slip of scale"),
  accession: z.string().describe("Filing that states it"),
  url: z.string().describe("Its page"),
});

/** Columns of a value that most readers need. */
const USUAL = ["start", "end", "value", "unit", "restated", "form", "filed", "accession"];
const USUAL_RANKED = ["name", "symbol", "cik", "value", "start", "end", "url"];

/** Returns the columns of an answer that most readers need; doubtful values say so. */
function usualFields({ facts, companies, rows }: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  if (rows !== undefined) return USUAL_PART;
  if (!Array.isArray(companies)) return facts === undefined ? undefined : USUAL;
  const isDoubtful = (companies as readonly { doubtful: boolean }[]).some(({ doubtful }) => doubtful);
  return isDoubtful ? [...USUAL_RANKED, "doubtful"] : USUAL_RANKED;
}

export const filingFacts = defineCapability({
  name: "filing-facts",
  title: "Filed facts",
  route: "/api/v1/stock/{symbol}/filing-facts",
  marketRoute: "/api/v1/market/filing-facts",
  tool: {
    name: "get_filing_facts",
    set: "facts",
    description:
      "Any figure a company reported to the SEC, by XBRL tag: by period and vintage, or parts by product, segment, region. Without symbol: all companies ranked.",
    rows: {
      list: "facts",
      otherLists: {
        concepts: {},
        companies: { key: ["name", "symbol", "cik"], limit: { shown: 20, max: 100 } },
        rows: {},
      },
      noun: "values",
      key: ["end"],
      format: "csv",
      limit: { shown: 15, max: 2000 },
      total: "total",
      columns: shownWhen(["fiscalYear", "fiscalPeriod", "url", "axis"], "rarely"),
      usualFields,
    },
    hidden: ["unit", "form", "fiscal_year", "accession"],
    unlisted: ["companies", "period", "unit", "total", "form", "reported", "filed", "accession", "url", "otherPeriods"],
    aliases: { ...FILER_ALIASES, tag: "concept", metric: "concept", q: "concept", query: "concept" },
    untrusted: ["filer", "label", "facts[].unit", "concepts", "companies[].name", "rows"],
  },
  input: z.object({
    symbol: askedFiler.optional(),
    concept: z
      .string(allowing(CONCEPT_ALLOWED))
      .regex(/^(?=.*[A-Za-z])[A-Za-z0-9 ,.:'()&/-]{1,200}$/, CONCEPT_ALLOWED)
      .transform((text) => text.trim())
      .optional()
      .describe("Tag, its label, or a usual word; none: list of tags"),
    period: z
      .preprocess(
        toPeriod,
        z.string(allowing(PERIOD_ALLOWED)).regex(/^(?:annual|quarter|20\d{2}(?:Q[1-4])?)$/, PERIOD_ALLOWED),
      )
      .optional()
      .describe("annual, quarter; without symbol 2025 or 2025Q3"),
    unit: z
      .string(allowing(UNIT_ALLOWED))
      .regex(/^[A-Za-z]{2,20}(?:(?:\/|-per-)[A-Za-z]{2,20})?$/, UNIT_ALLOWED)
      .transform((text) => text.replace("-per-", "/"))
      .optional()
      .describe("Without symbol, default USD"),
    as_of: officialInput.as_of,
    ...cutInput,
  }),
  output: z.object({
    symbol: filerSymbol.optional(),
    filer: words("Company as the SEC names it").optional(),
    cik: words("Its number at the SEC").optional(),
    concept: words("Tag of `facts`"),
    label: words("As its taxonomy names it"),
    period: label("Of companies, such as 2025Q3").optional(),
    unit: words("Of companies").optional(),
    facts: z.array(fact).optional().describe("Newest period first; a value repeated by later filings once"),
    concepts: z.array(concept).optional().describe("Tags to choose from, in place of facts: no single one is meant"),
    companies: z
      .array(ranked)
      .optional()
      .describe(`Without symbol: filers that use the tag, largest value first, at most ${MAX_RANKED}`),
    total: always(count("filers that use the tag")).optional(),
    ...cutOutput,
    timestamp,
  }),
  freshness: REFERENCE,
  currency: null,
  errors: { ...symbolErrors("fetch filed facts", "no_coverage"), unavailableMarket: 503 },
  rule({ symbol: asked, concept: text, period, unit, as_of, by, form, fiscal_year, accession, ...view }) {
    if (asked !== undefined) {
      if (isCalendar(period)) return `Invalid "period": got ${period}. Allowed with "symbol": annual, quarter.`;
      if (unit !== undefined) return `"unit" is not possible with "symbol": each value has its own.`;
      return futureRule({ as_of }, latestDay(asked)) ?? cutRule({ by, form, fiscal_year, accession });
    }
    if (text === undefined) return `Missing "symbol", or "concept" and "period" for all companies.`;
    if (!isCalendar(period)) {
      const problem = period === undefined ? `Missing "period"` : `Invalid "period": got ${period}`;
      return `${problem}. Allowed without "symbol": a year or quarter of the calendar, such as 2025 or 2025Q3.`;
    }
    if (as_of !== undefined)
      return `"as_of" needs "symbol": values of all companies are those filed last, without a day.`;
    const ofOne = Object.entries({ by, form, fiscal_year, accession }).find(([, each]) => each !== undefined);
    if (ofOne) return `"${ofOne[0]}" needs "symbol": it is about one company's filing.`;
    const { limit = 0 } = view as { limit?: number };
    if (limit > MAX_RANKED) return `Invalid "limit": got ${limit}. Allowed: a whole number from 1 to ${MAX_RANKED}.`;
    return firstDayOf(period) > latestDayBy(NEW_YORK)
      ? `Invalid "period": got ${period}, which is in the future. Allowed: periods that have begun.`
      : undefined;
  },
});

/** Returns the first day of a year or quarter of the calendar. */
function firstDayOf(period: string): string {
  const quarter = Number(period[5] ?? 1);
  return `${period.slice(0, 4)}-${String(quarter * 3 - 2).padStart(2, "0")}-01`;
}
