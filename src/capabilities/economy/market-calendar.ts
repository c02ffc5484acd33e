/** Calendars of the market: earnings announcements, economic releases, IPOs, splits. */
import { say } from "../../contract/sentence.js";
import { daysBefore } from "../../lib/day.js";
import { defineCapability } from "../../contract/capability.js";
import {
  always,
  codes,
  count,
  date,
  earningsPerShare,
  figure,
  label,
  list,
  money,
  percent,
  perShare,
  shares,
  signed,
  time,
  words,
} from "../../contract/field.js";
import { choice, currencyCode, day, decimal, limit, symbols, timestamp, wholeNumber } from "../../contract/fields.js";
import { describe, object, z } from "../../contract/schema.js";
import { usDate } from "../../market/sessions/us-market-hours.js";
import { countryCode } from "../../market/symbols/countries.js";

import { marketErrors, SLOW } from "../shapes.js";

const CALENDAR_KINDS = ["earnings", "economic", "ipos", "splits", "company", "dividends"] as const;
const KIND_WORDS = {
  earnings: "earnings announcements",
  economic: "economic releases",
  ipos: "IPOs",
  splits: "splits",
  company: "dates of companies",
  dividends: "ex-dividend days",
};
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

/** The most rows of one answer. */
export const MAX_CALENDAR = 100;
/** The smallest market cap of the companies whose earnings are listed by default: those that many people know. */
const WELL_KNOWN_CAP = 10_000_000_000;
const DEFAULT_DAYS = 7;
const MAX_DAYS = 31;
/** The most days of the events of named companies, which have at most two rows each. */
const MAX_COMPANY_DAYS = 92;
/** The most companies of one answer: each takes a call. */
const MAX_COMPANIES = 10;
const MAX_OFFSET = 10_000;

const item = object("Fields depend on kind", {
  date: always(date("in New York; economic: in UTC")),
  time: time("economic: of the release").optional(),
  when: label("earnings: before open, after close or null").optional(),
  symbol: label("Symbol").optional(),
  name: words("Company").optional(),
  marketCap: money("usd").optional(),
  epsEstimate: earningsPerShare(undefined, ["A share", "analysts' mean, currency not stated"]).optional(),
  epsActual: earningsPerShare(undefined, ["A share", "null before the announcement"]).optional(),
  surprisePercent: signed(percent("of the estimate", "Surprise")).optional(),
  event: words("economic: what is published; company: earnings report or ex-dividend").optional(),
  estimated: describe(z.boolean().nullable().optional(), ["company: not confirmed", "null when not known"]),
  amount: perShare(undefined, "dividends: as paid, currency not stated").optional(),
  payDate: date("dividends: day of payment").optional(),
  country: label("ISO-2").optional(),
  period: label("Which month or quarter").optional(),
  actual: figure(["In `unit`", "null before the release"]).optional(),
  estimate: figure("In `unit`", "Expected").optional(),
  previous: figure(["In `unit`", "period before"]).optional(),
  unit: label("%, K, M, B, T or null").optional(),
  exchange: label("Exchange").optional(),
  priceFrom: perShare(undefined, ["In `currency`", "expected"], "From").optional(),
  priceTo: perShare(undefined, ["In `currency`", "expected"], "To").optional(),
  price: perShare(undefined, ["In `currency`", "final"]).optional(),
  currency: currencyCode("ISO 4217").optional(),
  shares: shares("offered").optional(),
  status: label("ipos: such as Expected, Priced").optional(),
  numerator: count("new shares", "New shares").optional(),
  denominator: count("old shares", "Old shares").optional(),
});

const input = z.object({
  kind: choice(CALENDAR_KINDS).default("earnings").describe("What is listed"),
  from: day.optional().describe("First day; default today"),
  to: day.optional().describe("Last day; default 7 later, at most 31; company: 92"),
  country: countryCode("US, DE or JP").optional().describe("economic: ISO-2, default US"),
  market_cap_min: decimal(0, "USD").optional().describe("earnings: USD"),
  symbols: symbols(1, 20).optional().describe("Only these"),
  limit: limit(MAX_CALENDAR, 20, "Rows"),
  offset: wholeNumber(0, MAX_OFFSET).default(0).describe("Rows to leave out at the start"),
});

type CalendarInput = z.output<typeof input>;

export type CalendarItem = z.output<typeof item>;

export const marketCalendar = defineCapability({
  name: "market-calendar",
  title: "Market calendar",
  route: "/api/v1/market/calendar/{kind}",
  tool: {
    name: "get_market_calendar",
    set: "market",
    summary: "Who reports earnings this week or later",
    description:
      "Who reports earnings this week or later (from 10 bn USD), upcoming economic releases, IPOs, stock splits, dividends. company: reports and ex-dividend days of my symbols.",
    rows: { list: "items", total: "total" },
    hidden: ["offset"],
    leading: ["date", "symbol", "name", "price", "time", "when", "event"],
    picture: "agenda",
  },
  resource: {
    path: "calendar/{kind}",
    description: "Coming earnings of large companies, US economic releases, IPOs or splits.",
    variables: { kind: { parameter: "kind", words: CALENDAR_KINDS } },
  },
  input,
  output: z.object({
    kind: codes(KIND_WORDS, z.enum(CALENDAR_KINDS).describe("Calendar returned"), "Calendar"),
    from: z.string().describe("First day"),
    to: z.string().describe("Last day"),
    total: always(count("rows in the range", "Events")),
    items: list("Events", item, "First day first"),
    timestamp,
  }),
  hintFor: (_parameter, value) =>
    typeof value === "string" && /^(?:market )?(?:holidays?|hours)$/i.test(value)
      ? { tool: "get_service_status", why: "has the days without trading" }
      : undefined,
  freshness: SLOW,
  currency: null,
  errors: marketErrors,
  viewParameters: ["limit"],
  view: (body, { limit: shown }) => ({ ...body, items: body.items.slice(0, shown) }),
  cacheKey: (asked) => JSON.stringify({ ...toCalendarQuestion(asked), offset: asked.offset }),
  // An empty list would otherwise say that nothing is published, or that the companies never report.
  viewNotes({ kind, from, to, total }, { country = "US", symbols: only }) {
    if (total > 0 || (kind !== "economic" && !only)) return [];
    const days = `from ${from} to ${to}`;
    return kind === "economic"
      ? [say`The source lists no economic release of ${country} ${days}; it may not cover every country.`]
      : [say`The source lists nothing of ${only!.join(", ")} ${days}, the only days searched.`];
  },
  rule: calendarRule,
});

/** A question with its defaults; a filter that does not concern its kind is undefined. */
export type CalendarQuestion = ReturnType<typeof toCalendarQuestion>;

/** Returns the question with the present day in New York, its default range and filters. */
export function toCalendarQuestion(asked: CalendarInput) {
  const { kind, country, market_cap_min: cap, symbols: only } = asked;
  const today = usDate(new Date());
  const from = asked.from ?? (asked.to !== undefined && asked.to < today ? daysBefore(asked.to, DEFAULT_DAYS) : today);
  const marketCapMin = kind === "earnings" ? (cap ?? (only ? undefined : WELL_KNOWN_CAP)) : undefined;
  return {
    kind,
    from,
    to: asked.to ?? daysBefore(from, kind === "company" ? -MAX_COMPANY_DAYS : -DEFAULT_DAYS),
    country: kind === "economic" ? (country ?? "US") : undefined,
    marketCapMin,
    symbols: only?.toSorted(),
  };
}

function calendarRule(asked: CalendarInput): string | undefined {
  const { kind, country, market_cap_min: cap, symbols: only } = asked;
  if (country !== undefined && kind !== "economic") return misplaced("country", kind, "economic");
  if (cap !== undefined && kind !== "earnings") return misplaced("market_cap_min", kind, "earnings");
  if (only !== undefined && kind === "economic")
    return misplaced("symbols", kind, "earnings, ipos, splits, company or dividends");
  const { from, to } = toCalendarQuestion(asked);
  if (from > to) return `Invalid "from": got ${from}, which is after ${to}. Allowed: a "from" that is not after "to".`;
  const most = kind === "company" ? MAX_COMPANY_DAYS : MAX_DAYS;
  if (to > daysBefore(from, -most)) {
    return `Invalid "to": ${from} to ${to} is too long. Allowed: at most ${most} days, up to ${daysBefore(from, -most)}.`;
  }
  if (kind === "company" && only === undefined)
    return 'Invalid "kind": company needs "symbols". Allowed: one to ten symbols beside it.';
  if ((kind === "company" || kind === "dividends") && (only?.length ?? 0) > MAX_COMPANIES)
    return `Invalid "symbols": got ${only!.length}. Allowed: at most ${MAX_COMPANIES} with this kind, because each takes a call.`;
  return undefined;
}

function misplaced(name: string, kind: CalendarKind, allowed: string): string {
  return `"${name}" was given with kind ${kind}. Allowed: with kind ${allowed}.`;
}
