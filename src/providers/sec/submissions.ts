/** A company's filings with the SEC: the newest thousand, and older ones in pages. */
import { say, type Sentence } from "../../contract/sentence.js";
import { DAY_SECONDS } from "../../lib/day.js";
import { ProviderError } from "../../contract/errors.js";
import { z } from "../../contract/schema.js";
import type { CachedPart } from "../../contract/upstream.js";
import { asWord, isDay, toText } from "../../contract/values.js";
import { isObject } from "../../lib/is-object.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import { newestFirst } from "../../lib/newest-first.js";
import { ACCESSION } from "./accession.js";
import type { OfficialClient } from "../official/client.js";
import { lastWorkdayAt } from "../official/workdays.js";
import { fetchData, ifThere } from "./calls.js";

/** One filing. Days are `YYYY-MM-DD`. */
export interface Filing {
  /** The SEC's number of the filing, with dashes. */
  accession: string;
  form: string;
  /** The day of the filing by the SEC's rules; a filing of the late evening counts for the next business day. */
  filed: string;
  /** The end of the period, or the day of the event; empty if there is none. */
  reported: string;
  /** The numbers of the items of an 8-K, with commas; `null` where they are not known. */
  items: string | null;
  /** The path of the main document below the filing's folder; may be empty. */
  document: string;
}

const submissions = z.object({
  fetchedAt: z.number(),
  name: z.string(),
  /** The SEC's code of the industry, four digits. */
  industry: z.string(),
  formerNames: z.array(z.object({ name: z.string(), until: z.string() })),
  /** The first of its symbols; missing for a filer without one, and in older entries. */
  symbol: z.string().optional(),
  /** Further pages of older filings. */
  pages: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
  /** A line for each filing, newest first. */
  lines: z.string(),
});

/** A filer and its filings, as the SEC knows them. */
export type Submissions = z.output<typeof submissions>;

/** Stands for the list of filings of a filer that has none. */
export const NO_LIST: Submissions = { fetchedAt: 0, name: "", industry: "", formerNames: [], pages: [], lines: "" };

const WEEK = 7 * DAY_SECONDS;
/** Seconds for which a list of filings is current while the SEC accepts filings. */
const FRESH_SECONDS = 10 * 60;
/** Limits of an answer's lists; the newest thousand filings, or those of a year, are at most some thousands. */
const MAX_ROWS = 5_000;
const MAX_PAGES = 100;
const MAX_NAMES = 20;
const MAX_SYMBOL = 24;

/**
 * Returns a filer and its filings, at most ten minutes old while the SEC accepts filings.
 *
 * @throws {ProviderError} `no_data` when the SEC has no such filer.
 */
export function findSubmissions(cik: string, client: OfficialClient): Promise<Submissions> {
  const part: CachedPart<Submissions> = {
    key: `submissions ${cik}`,
    keepSeconds: WEEK,
    schema: submissions,
    isCurrent: ({ fetchedAt }) => isCurrentList(fetchedAt, client.upstream.now().getTime()),
  };
  return client.upstream.remember(part, async () => {
    const fetchedAt = client.upstream.now().getTime();
    return { ...toSubmissions(await fetchData(client, `submissions/CIK${cik}.json`)), fetchedAt };
  });
}

/** Returns a filer and its filings, without filings where the SEC has no list of them: it may still have its figures. */
export const findSubmissionsIfAny = (cik: string, client: OfficialClient): Promise<Submissions> =>
  ifThere(findSubmissions(cik, client), NO_LIST);

/** The most pages of older filings that one question fetches. */
const MAX_FETCHED_PAGES = 3;

/**
 * Returns the filings that match, up to the day `until`, newest first, and the first day that was searched. Pages of older
 * ones are read until there are `count`; a note says so if the company has older filings and fewer were found.
 */
export async function searchFilings(
  { lines, pages }: Submissions,
  { matches, count, until }: { matches(filing: Filing): boolean; count: number; until: string | undefined },
  client: OfficialClient,
): Promise<{ filings: Filing[]; since: string | null; isAll: boolean; notes: Sentence[] }> {
  const isWanted = (filing: Filing) => (until === undefined || filing.filed <= until) && matches(filing);
  const recent = toFilings(lines);
  const filings = recent.filter(isWanted);
  const older = newestFirst(pages, ({ to }) => to);
  let since = recent.at(-1)?.filed ?? null;
  let fetched = 0;
  for (const page of older) {
    if (filings.length >= count || fetched === MAX_FETCHED_PAGES) break;
    // A page of which all filings are later than the last day need not be read.
    if (until === undefined || page.from <= until) {
      fetched++;
      filings.push(...(await findPage(page.name, client)).filter(isWanted));
    }
    since = page.from;
  }
  const isAll = filings.length >= count || since === (older.at(-1)?.from ?? since);
  return { filings, since, isAll, notes: isAll ? [] : [say`Searched the filings since ${since} only.`] };
}

/**
 * Returns the filings of a page of older ones, newest first; a page changes only when filings move to it.
 *
 * @throws {ProviderError} `no_data` when the SEC has no such page.
 */
async function findPage(name: string, client: OfficialClient): Promise<Filing[]> {
  const part: CachedPart<string> = { key: `filings ${name}`, keepSeconds: WEEK, schema: z.string() };
  return toFilings(
    await client.upstream.remember(part, async () => toLines(await fetchData(client, `submissions/${name}`))),
  );
}

/** Returns the filings of a list's lines, newest first. */
function toFilings(lines: string): Filing[] {
  return lines === "" ? [] : lines.split("\n").map(toFiling);
}

/** Returns the day of the oldest filing; `undefined` without filings. */
export function oldestFiled({ lines, pages }: Submissions): string | undefined {
  const oldest = lines === "" ? [] : [toFiling(lines.slice(lines.lastIndexOf("\n") + 1)).filed];
  return [...oldest, ...pages.map(({ from }) => from)].toSorted()[0];
}

/** Reports of companies of the US, and of other countries. */
const REPORT = /^(?:10-[KQ]|20-F|40-F|6-K)/;

/** Whether the newest report of these forms, newest first, is one of a company of another country. */
export function isForeignFiler(forms: readonly string[]): boolean {
  return /^(?:20-F|40-F|6-K)/.test(forms.find((form) => REPORT.test(form)) ?? "");
}

/** Returns the forms of a filer's newest thousand filings, newest first. */
export function formsOf({ lines }: Submissions): string[] {
  return toFilings(lines).map(({ form }) => form);
}

/** Returns the newest filing that matches, of the newest thousand. */
export function newestWhere({ lines }: Submissions, matches: (filing: Filing) => boolean): Filing | undefined {
  return toFilings(lines).find(matches);
}

const WITH_FIGURES = /^(?:10-K|10-Q|20-F|40-F)/;

/** Returns the newest filing that contains accounts in XBRL. */
export function newestWithFigures({ lines }: Submissions, asOf?: string): Filing | undefined {
  for (const line of lines.split("\n")) {
    // Most of a thousand have none, and need not be read.
    const filing = line.endsWith("\t1") ? toFiling(line) : undefined;
    if (filing && WITH_FIGURES.test(filing.form) && (asOf === undefined || filing.filed <= asOf)) return filing;
  }
  return undefined;
}

function toFiling(line: string): Filing {
  const [accession = "", form = "", filed = "", reported = "", items = "", document = ""] = line.split("\t");
  return { accession, form, filed, reported, items: items === UNREAD ? null : items, document };
}

function toSubmissions(body: Record<string, unknown>): Omit<Submissions, "fetchedAt"> {
  const { name, sic, formerNames, tickers, filings } = body;
  const symbol = Array.isArray(tickers) ? toText(tickers[0], MAX_SYMBOL) : null;
  const recent = isObject(filings) ? filings["recent"] : undefined;
  if (!isObject(filings) || !isObject(recent)) throw new ProviderError("provider-d", "bad_answer");
  return {
    name: toText(name) ?? "",
    industry: /^\d{4}$/.exec(toText(sic) ?? "")?.[0] ?? "",
    formerNames: listOf(formerNames, MAX_NAMES).flatMap((former) => {
      const [was, until] = [toText(former["name"]), toText(former["to"])?.slice(0, 10) ?? ""];
      return was !== null && isDay(until) ? [{ name: was, until }] : [];
    }),
    ...(symbol !== null && /^[A-Z0-9][A-Z0-9.-]*$/.test(symbol) ? { symbol } : {}),
    pages: listOf(filings["files"], MAX_PAGES).flatMap(({ name: file, filingFrom: from, filingTo: to }) => {
      const isPage = typeof file === "string" && /^CIK\d{10}-submissions-\d{3}\.json$/.test(file);
      return isPage && typeof from === "string" && typeof to === "string" && isDay(from) && isDay(to)
        ? [{ name: file, from, to }]
        : [];
    }),
    lines: toLines(recent),
  };
}

/** Stands for items that are not sent, or are no list of numbers: those of form EFFECT have a time. */
const UNREAD = "?";

/**
 * The columns of a line, each with the values that it may have, and what stands for any other value; without that, a row with
 * another value is left out.
 */
const COLUMNS: readonly (readonly [name: string, allowed: RegExp, otherwise?: string])[] = [
  ["accessionNumber", ACCESSION],
  ["form", /^[\w /-]{1,20}$/],
  ["filingDate", /^\d{4}-\d{2}-\d{2}$/],
  ["reportDate", /^\d{4}-\d{2}-\d{2}$/, ""],
  ["items", /^[\w., ]{0,200}$/, UNREAD],
  // A path without `.` and `..`, which would lead out of the filing's folder.
  ["primaryDocument", /^(?!(?:.*\/)?\.{1,2}(?:\/|$))[\w./() ,-]{0,200}$/],
  ["isXBRL", /^[01]$/, ""],
];

/** Converts the parallel columns of an answer to lines, newest filing first. */
function toLines(columns: Record<string, unknown>): string {
  const lists = COLUMNS.map(([name]) => columns[name]);
  const [accessions] = lists;
  if (!Array.isArray(accessions)) throw new ProviderError("provider-d", "bad_answer");
  const lines = accessions.slice(0, MAX_ROWS).flatMap((_accession, index) => {
    const cells = COLUMNS.map(([, allowed, otherwise], column) => {
      const list = lists[column];
      const cell = Array.isArray(list) ? (list[index] as unknown) : undefined;
      const text = asWord(cell ?? otherwise ?? "");
      return allowed.test(text) ? text : otherwise;
    });
    return cells.every((cell) => cell !== undefined) ? [cells] : [];
  });
  // The answer is newest first, except where a filing was accepted in the late evening.
  return newestFirst(lines, ([, , filed]) => filed!)
    .map((cells) => cells.join("\t"))
    .join("\n");
}

function listOf(value: unknown, max: number): Record<string, unknown>[] {
  return Array.isArray(value) ? value.slice(0, max).filter(isObject) : [];
}

/** Hours of the New York day in which the SEC accepts filings, Monday to Friday. */
const OPENS = 6;
const CLOSES = 22;

/** Whether a list that was fetched at `at` can have no newer filing at `now`, or only one of the last ten minutes. */
function isCurrentList(at: number, now: number): boolean {
  if (now - at < FRESH_SECONDS * 1000) return true;
  const [opened, closed] = [OPENS, CLOSES].map((hour) => lastWorkdayAt(hour, NEW_YORK, now).since);
  const isOpen = opened! < closed!;
  return !isOpen && now - at <= closed!;
}
