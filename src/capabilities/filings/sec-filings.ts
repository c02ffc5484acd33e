/** Filings of a company with the SEC, newest first. */
import { say } from "../../contract/sentence.js";
import { defineCapability, type InputOf } from "../../contract/capability.js";
import { always, count, date, inRemarks, words } from "../../contract/field.js";
import { allowing, limit, officialInput, timestamp, source } from "../../contract/fields.js";
import { quoted } from "../../contract/input.js";
import { object, z } from "../../contract/schema.js";
import { futureRule, latestDay } from "../../market/sessions/exchange-day.js";
import { symbolErrors } from "../shapes.js";
import { askedFiler, FILER_ALIASES, filerSymbol } from "./asked-filer.js";
import { DAY_SECONDS } from "../../lib/day.js";

/** The most filings in an answer. */
const MAX_FILINGS = 100;

const FORM_ALLOWED = "a form such as 10-K, 10-Q, 8-K, 20-F, DEF 14A or 4";

const filing = object("One filing", {
  date: always(date("of filing")),
  form: z.string().describe("Form, such as 10-K; /A is an amendment"),
  title: words("What the form is"),
  items: z.array(z.string()).nullable().describe("Subjects of an 8-K, else []; null where unknown"),
  url: z.string().describe("Page of the filing"),
  reportDate: date("period end or day of the event"),
  documents: z
    .array(z.object({ name: z.string().describe("Kind"), url: z.string().describe("https address") }))
    .describe("Main documents"),
});

export type FilingRow = z.output<typeof filing>;

export const secFilings = defineCapability({
  name: "sec-filings",
  title: "SEC filings",
  route: "/api/v1/stock/{symbol}/filings",
  tool: {
    name: "get_sec_filings",
    alsoCalled: ["10-k"],
    set: "filings",
    description: "SEC filings (10-K, 8-K, proxy statement), newest first: form, day, 8-K subjects.",
    aliases: FILER_ALIASES,
    rows: {
      list: "filings",
      usualFields: () => ["date", "form", "title", "items", "url"],
    },
    untrusted: ["filer", "filings"],
  },
  input: z.object({
    symbol: askedFiler,
    form: z
      .string(allowing(FORM_ALLOWED))
      .regex(/^[A-Za-z0-9][A-Za-z0-9 /-]{0,19}$/, FORM_ALLOWED)
      .transform((form) => form.toUpperCase())
      .optional()
      .describe("e.g. 10-K"),
    limit: limit(MAX_FILINGS, 20, "Filings"),
    as_of: officialInput.as_of,
  }),
  output: z.object({
    symbol: filerSymbol,
    filer: words("Company as the SEC names it"),
    cik: words("Its number at the SEC"),
    filings: z.array(filing).describe("Newest first"),
    total: inRemarks("always", always(count("matching filings found; more may be older than `since`", "Filings"))),
    since: date("first day searched"),
    timestamp,
    source,
  }),
  hintFor: (parameter) =>
    /^(?:q|query|search|text|keywords?|phrase)$/i.test(parameter)
      ? { tool: "search_filings", why: "finds filings by their text" }
      : undefined,
  freshness: { ttlSeconds: 60 * 60, staleSeconds: DAY_SECONDS },
  currency: null,
  errors: symbolErrors("fetch filings", "no_coverage"),
  rule: ({ symbol: asked, as_of }) => futureRule({ as_of }, latestDay(asked)),
});

/** Returns the subjects of a filing from a source that sends none: unknown for an 8-K, and other forms have none. */
export function itemsNotSent(form: string): [] | null {
  return /^8-K/i.test(form) ? null : [];
}

/** Returns the list of an answer and how many rows match, from all rows of a source that match the input. */
export function toShownFilings(rows: readonly FilingRow[], { limit: shown }: InputOf<typeof secFilings>) {
  return { filings: rows.slice(0, shown), total: rows.length };
}

/**
 * Returns the part of an answer with the rows of a list that match the form, or amend it, and were filed by the past day,
 * and its notes; `since` is the first day of the list.
 */
export function toSearched(rows: readonly FilingRow[], input: InputOf<typeof secFilings>, since: string) {
  const { form, as_of } = input;
  const known = rows.filter((row) => as_of === undefined || row.date <= as_of);
  const matching = known.filter((row) => hasForm(row.form, form));
  const forms = known.map((row) => row.form);
  return { found: { ...toShownFilings(matching, input), since }, notes: toFormNotes(matching, forms, form) };
}

/**
 * Whether a form is the one asked for, however that is written (`form 10k` is 10-K, `13D` is SC 13D and SCHEDULE 13D,
 * `10-K transition` is 10-KT), or amends it; a 10-K is also one for a changed fiscal year.
 */
export function hasForm(name: string, asked: string | undefined): boolean {
  if (asked === undefined) return true;
  const [own, wanted] = [toPlainForm(name), toPlainForm(asked)];
  return own === wanted || (IN_TRANSITION.has(wanted) && own === `${wanted}T`);
}

/** Forms that are filed as a transition report (10-KT) where a company changes its fiscal year. */
const IN_TRANSITION = new Set(["10K", "10Q"]);

function toPlainForm(name: string): string {
  return name
    .toUpperCase()
    .replace(/\/A$/, "")
    .replace(/[^A-Z\d]/g, "")
    .replace(/^FORM/, "")
    .replace(/^(10[KQ])TRANSITION(?:REPORT)?$/, "$1T")
    .replace(/^SC(?:H(?:ED(?:ULE)?)?)?(?=13|14|TO)/, "");
}

/** The forms that a note can name; the names of any others are a source's text. */
const NAMED_FORMS = ["10-K", "10-Q", "8-K", "20-F", "40-F", "6-K", "DEF 14A", "4", "3", "144", "S-1", "S-3", "SC 13G"];
/** Returns a sentence with forms that a list has, if none of its filings has the one asked for. */
export function toFormNotes(matching: readonly unknown[], forms: readonly string[], asked: string | undefined) {
  if (asked === undefined || matching.length > 0 || forms.length === 0) return [];
  const listed = new Set(forms.map((form) => form.replace(/\/A$/, "")));
  const named = NAMED_FORMS.filter((form) => listed.has(form));
  const others = listed.size > named.length ? ["others"] : [];
  return [
    say`No form ${quoted(asked)} among these filings; forms here: ${[...named, ...others].join(", ")}.`,
    ...(toPlainForm(asked).startsWith("13F")
      ? [say`Form 13F-HR is filed by investors, about the shares that they hold.`]
      : []),
  ];
}
