/** Full-text search over documents filed with the SEC. */
import { forCallers, say, the } from "../../contract/sentence.js";
import { defineCapability } from "../../contract/capability.js";
import { always, count, date, words } from "../../contract/field.js";
import { allowing, day, limit, source, timestamp } from "../../contract/fields.js";
import { object, z } from "../../contract/schema.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import { futureRule, latestDayBy } from "../../market/sessions/exchange-day.js";
import { askedFiler, FILER_ALIASES } from "./asked-filer.js";
import { secFilings } from "./sec-filings.js";
import { marketErrors, SLOW } from "../shapes.js";

/** The most documents in an answer: a page of EDGAR's search. */
const MAX_RESULTS = 100;
/** EDGAR's search counts no further. */
const MAX_COUNTED = 10_000;
/** The first day of the filings that EDGAR's search has. */
export const FIRST_SEARCHED_DAY = "2001-01-01";

const MAX_QUERY = 200;
const QUERY_ALLOWED = `words or "phrases" of 1 to ${MAX_QUERY} characters with closed quotes, no control characters`;
const FROM_ALLOWED = "a day from 2001 on, because EDGAR's search has no older filings";

/** A search in plain characters; curly quotes are those of a phrase. */
export const fullTextQuery = z
  .string(allowing(QUERY_ALLOWED))
  .max(MAX_QUERY, QUERY_ALLOWED)
  // It also runs after `max` has failed, and must not read a text of megabytes.
  .refine((text) => text.length > MAX_QUERY || !/[\p{C}\p{Zl}\p{Zp}]/u.test(text), QUERY_ALLOWED)
  .transform((text) =>
    text
      .normalize("NFKC")
      .replace(/[“”„«»]/g, '"')
      .trim()
      .replace(/\s+/g, " "),
  )
  .refine((text) => /[\p{L}\p{N}]/u.test(text) && text.length <= MAX_QUERY, QUERY_ALLOWED)
  .refine((text) => text.split('"').length % 2 === 1, QUERY_ALLOWED);

const result = object("One document", {
  title: z.string().describe("Form, and what the document is in it"),
  company: words("Third-party text; the filer"),
  symbol: words("Its symbol, where EDGAR states one"),
  form: z.string().describe("Form, such as 8-K; /A is an amendment"),
  filed: always(date("of filing")),
  period: date("period end or day of the event"),
  accession: z.string().describe("Number of the filing"),
  document: z.string().describe("Kind of document: an exhibit such as EX-99.1, or the form itself"),
  url: z.string().describe("The document at sec.gov"),
});

export type FoundDocument = z.output<typeof result>;

export const filingSearch = defineCapability({
  name: "search-filings",
  title: "Search in filings",
  route: "/api/v1/filings/search",
  tool: {
    name: "search_filings",
    set: "filings",
    description: "Full-text search in SEC filings and exhibits since 2001: companies that mention a phrase.",
    aliases: { ...FILER_ALIASES, start_date: "from", end_date: "to" },
    rows: {
      list: "results",
      noun: "documents",
      key: ["accession", "url"],
      format: "csv",
      limit: { shown: 10, max: MAX_RESULTS },
      usualFields: () => ["title", "company", "symbol", "filed", "period", "accession", "url"],
      total: "total",
    },
    leading: ["symbol"],
    untrusted: ["filer", "results[].company"],
    unlisted: ["filer", "cik"],
  },
  input: z.object({
    q: fullTextQuery.describe('All words; "a phrase", -without, OR'),
    symbol: askedFiler.optional(),
    form: secFilings.input.shape.form,
    from: day
      .refine((value) => value >= FIRST_SEARCHED_DAY, FROM_ALLOWED)
      .optional()
      .describe("First day, YYYY-MM-DD"),
    to: day.optional().describe("Last day"),
    limit: limit(MAX_RESULTS, 10, "Documents"),
  }),
  output: z.object({
    results: z.array(result).describe("Best match first"),
    total: always(count(`documents that match; ${MAX_COUNTED} means that many or more`)),
    since: always(date("first day searched")),
    filer: words("With symbol: its filer as the SEC names it").optional(),
    cik: words("With symbol: its number at the SEC").optional(),
    timestamp,
    source,
  }),
  freshness: SLOW,
  currency: null,
  errors: marketErrors,
  rule: ({ from, to }) =>
    futureRule({ from, to }, lastFiledDay()) ??
    (to !== undefined && to < (from ?? FIRST_SEARCHED_DAY)
      ? `Invalid "to": got ${to}, which is before ${from === undefined ? FIRST_SEARCHED_DAY : '"from"'}.`
      : undefined),
  viewParameters: ["limit"],
  view: (body, input) => ({ ...body, results: body.results.slice(0, input.limit) }),
  viewNotes: ({ results, total }) => [
    ...(results.length > 0
      ? [say`${forCallers`${the.tool("get_filing_text")} reads a document: give it the url of the row.`}`]
      : [say`No match: all words must be in one document; fewer words match more.`]),
    ...(total >= MAX_COUNTED
      ? [say`At least ${MAX_COUNTED} documents match; a phrase in quotes, symbol, form or from narrows the search.`]
      : []),
  ],
});

/** Returns the last day on which a filing can have been filed; its days end in New York. */
export function lastFiledDay(): string {
  return latestDayBy(NEW_YORK);
}
