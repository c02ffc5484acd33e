/** The filing and document that a question about a filing's text names. */
import { forCallers, type Sentence, say, the } from "../../../contract/sentence.js";
import { toFilingAddress } from "../../../capabilities/filings/filing-address.js";
import { filingText } from "../../../capabilities/filings/filing-text.js";
import { managerHoldings } from "../../../capabilities/filings/manager-holdings.js";
import { hasForm } from "../../../capabilities/filings/sec-filings.js";
import type { InputOf } from "../../../contract/capability.js";
import { type Hint, ProviderError } from "../../../contract/errors.js";
import { invalidInput, quoted } from "../../../contract/input.js";
import { joinUpTo } from "../../../lib/join-words.js";
import { findFiler, formerNameNotes } from "../filers.js";
import type { OfficialClient } from "../../official/client.js";
import { isReadable } from "./filed-document.js";
import { findIndex, type FilingIndex } from "./filing-index.js";
import { findSubmissions, newestWhere, searchFilings, type Filing } from "../submissions.js";
import { daysBetween } from "../../../lib/day.js";

type Input = InputOf<typeof filingText>;

/** A filing, and the path of one document in it. */
export interface ChosenDocument extends Pick<FilingIndex, "company" | "form" | "filed" | "reported"> {
  cik: string;
  accession: string;
  path: string;
  /** The exhibit's type, such as EX-99.1; `null` for the main document, and for one named by its address. */
  exhibit: string | null;
  /** The section of the document that is asked for, unless the document itself is that section. */
  section: string | undefined;
  notes: Sentence[];
  fetchedAt?: number;
}

/** Annual reports, also those of the forms before 2009; the newest is read if no form is asked for. */
const ANNUAL = ["10-K", "10-K405", "10-KSB", "10-KT", "20-F", "40-F"];

/**
 * Returns the document that a question names: by its address, in a filing, or in a company's newest filing of a form.
 *
 * @throws {ProviderError} `no_data` for an unknown symbol, `not_covered` for a company without such a filing.
 * @throws {MarketDataError} `invalid_input` for a filing or exhibit that does not exist.
 */
export async function chooseDocument(input: Input, client: OfficialClient): Promise<ChosenDocument> {
  const exhibit = toExhibit(input);
  const chosen = await chooseFiling(input, exhibit, client);
  if (exhibit === null) return chosen;
  const { documents } = await findIndex(chosen.cik, chosen.accession, client);
  const found = exhibitOf(documents, exhibit);
  if (!found) {
    const isOfAnnual = input.form === undefined && input.accession === undefined && input.url === undefined;
    throw invalidInput(
      `No exhibit ${quoted(input.section)} in filing ${chosen.accession}. Exhibits: ${exhibitsIn(documents) || "none"}.`,
      isOfAnnual && /^99\b/.test(exhibit) ? RELEASE : undefined,
    );
  }
  return { ...chosen, path: found.path, exhibit: found.type, section: undefined };
}

/** Where the exhibit 99.1 is that people mean: without a form, the newest annual report is read. */
const RELEASE: Hint = {
  tool: filingText.tool.name,
  why: "has the press release of earnings",
  given: { form: "8-K", section: "99.1" },
};
/** Where the table of a manager is read, which is a document of its own. */
const POSITIONS = say`This is the cover of a manager's report${forCallers`; ${the.tool(managerHoldings.tool.name)} reads its positions`}.`;
/** Exhibits that an error names. */
const MAX_LISTED = 30;

/** Returns the types of a filing's exhibits with commas between them; empty without exhibits. */
export function exhibitsIn(documents: FilingIndex["documents"]): string {
  const types = documents.map(({ type }) => type).filter((type) => /^EX-[\d.]+[A-Z]?$/.test(type));
  return joinUpTo([...new Set(types)], MAX_LISTED);
}

/** The exhibit that `section` names, such as `99.1`; `null` where it names an item: those of an 8-K have two decimals. */
function toExhibit({ section, form = "" }: Input): string | null {
  const [, prefix, number] = /^(EX(?:HIBIT)?[ .-]*)?(\d{1,3}(?:\.\d{1,3}[A-Z]?)?)$/i.exec(section?.trim() ?? "") ?? [];
  if (number === undefined) return null;
  if (prefix !== undefined) return number.toUpperCase();
  return number.includes(".") && (!/^[1-9]\.\d\d$/.test(number) || /^(?:10-|20-F|40-F|6-K)/.test(form)) ? number : null;
}

/** The exhibit with this number; one that is alone may have none behind the point. */
function exhibitOf(documents: FilingIndex["documents"], number: string) {
  const [whole = "", part] = number.split(".");
  const ofType = (type: string) => documents.filter((each) => each.type.toUpperCase() === `EX-${type}`);
  const [exact] = ofType(number);
  if (exact) return exact;
  const alike = ofType(part === undefined ? `${whole}.1` : whole);
  return part === undefined || part === "1" || part === "01" ? alike[0] : undefined;
}

async function chooseFiling(input: Input, exhibit: string | null, client: OfficialClient): Promise<ChosenDocument> {
  const { symbol, accession, url } = input;
  if (url !== undefined) {
    const { cik, accession: own, document } = toFilingAddress(url)!;
    return { ...ofIndex(cik, own, document, await findIndexOf(cik, own, client)), section: input.section };
  }
  if (accession === undefined) return newestOf(input, exhibit, client);
  return filingOf({ symbol, accession, section: input.section }, client);
}

/** A question that names a report: by its number, or by its company, form and year. */
export type AskedReport = Pick<Input, "form" | "fiscal_year" | "accession"> & {
  symbol: string;
  as_of?: string | undefined;
};

/**
 * Returns the main document of the report that is named, or of the newest one of the `usual` forms that was public on the day.
 *
 * @throws {ProviderError} `no_data` for an unknown symbol, `not_covered` for a company without such a report.
 * @throws {MarketDataError} `invalid_input` for a filing that does not exist.
 */
export function chooseReport(
  { as_of: asOf, ...asked }: AskedReport,
  usual: readonly string[],
  client: OfficialClient,
): Promise<ChosenDocument> {
  const { accession, symbol } = asked;
  if (accession !== undefined) return filingOf({ symbol, accession }, client);
  return newestOf(asked, null, client, { usual, asOf });
}

async function filingOf(
  { symbol, accession, section }: { symbol: string | undefined; accession: string; section?: string | undefined },
  client: OfficialClient,
): Promise<ChosenDocument> {
  // A filing has the number of its sender, which is the company itself or an agent.
  const filer = symbol === undefined ? undefined : await findFiler(symbol, client);
  const cik = filer?.cik ?? accession.slice(0, 10);
  const document = ofIndex(cik, accession, null, await findIndexOf(cik, accession, client));
  return { ...document, notes: [...(filer?.notes ?? []), ...document.notes], section };
}

async function findIndexOf(cik: string, accession: string, client: OfficialClient): Promise<FilingIndex> {
  try {
    return await findIndex(cik, accession, client);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.reason !== "no_data") throw error;
    throw invalidInput(
      `No filing ${accession} in the folder of company ${Number(cik)}. If an agent sent it, add the symbol of its company, or give its url.`,
    );
  }
}

function ofIndex(
  cik: string,
  accession: string,
  document: string | null,
  index: FilingIndex,
): Omit<ChosenDocument, "section"> {
  const { company, form, filed, reported, documents } = index;
  const own = documents.find(({ type }) => type === form) ?? documents.find(({ path }) => isReadable(path));
  // An old filing is one text.
  const named = document ?? own?.path ?? `${accession}.txt`;
  const page = documents.find((each) => each.path.endsWith(`/${named}`) && isReadable(each.path));
  const path = isReadable(named) ? named : (page?.path ?? named);
  const type = documents.find((each) => each.path === path)?.type ?? "";
  const exhibit = /^EX-[\d.]+[A-Z]?$/.test(type) ? type : null;
  return { company, form, filed, reported, cik, accession, path, exhibit, notes: toAmendedNotes(form, []) };
}

/** The newest filing of a form; of an earnings release, the newest 8-K about results. */
async function newestOf(
  input: Partial<Pick<Input, "symbol" | "form" | "section" | "fiscal_year">>,
  exhibit: string | null,
  client: OfficialClient,
  { usual = ANNUAL, asOf }: { usual?: readonly string[]; asOf?: string | undefined } = {},
): Promise<ChosenDocument> {
  const { symbol = "", form, section, fiscal_year } = input;
  const filer = await findFiler(symbol, client);
  const { cik } = filer;
  const submissions = await findSubmissions(cik, client);
  const subject = subjectOf(exhibit, section);
  const amendments: Filing[] = [];
  const transitions: Filing[] = [];
  const yearEnd = newestWhere(submissions, isAnnual)?.reported;
  const isOfYear = (filing: Filing) => fiscal_year === undefined || fiscalYearOf(filing, yearEnd) === fiscal_year;
  const matches = (filing: Filing) => {
    if (!isOfForm(filing.form, form, usual) || !isOfYear(filing)) return false;
    const isAmendment = filing.form.endsWith("/A");
    if (form?.endsWith("/A") && !isAmendment) return false;
    if (isAmendment && !form?.endsWith("/A")) {
      amendments.push(filing);
      return false;
    }
    // Of a year that has both, the report on the whole year is meant.
    if (fiscal_year !== undefined && form !== undefined && hasForm("10-K", form) && hasForm(filing.form, "10-KT")) {
      transitions.push(filing);
      return false;
    }
    const isCurrentReport = filing.form.startsWith("8-K");
    return !isCurrentReport || subject === null || (filing.items ?? "").split(",").includes(subject);
  };
  // Pages of older filings that are all later are not read.
  const ofYear = fiscal_year === undefined ? [] : [`${fiscal_year + LATEST_YEARS}-12-31`];
  const until = [...ofYear, ...(asOf === undefined ? [] : [asOf])].toSorted()[0];
  const { filings } = await searchFilings(submissions, { matches, count: 1, until }, client);
  // Holders amend a schedule of years ago, which this list may not have.
  const newest = filings[0] ?? transitions[0] ?? amendments[0];
  if (!newest) {
    const about = subject !== null && form?.startsWith("8-K") ? ` with item ${subject}` : "";
    const wanted = form === undefined ? (usual === ANNUAL ? "annual report" : "such report") : `form ${quoted(form)}`;
    throw new ProviderError("provider-d", "not_covered", {
      says: `knows the company and has no ${wanted}${about} of ${fiscal_year === undefined ? "it" : `its fiscal year ${fiscal_year}`}`,
    });
  }
  const { accession, filed, reported, document } = newest;
  const later = amendments.filter((each) => each.reported === reported && each.filed >= filed);
  return {
    company: submissions.name === "" ? null : submissions.name,
    form: newest.form,
    filed,
    reported,
    cik,
    accession,
    path: document === "" ? `${accession}.txt` : document,
    exhibit: null,
    section,
    notes: [
      ...filer.notes,
      ...formerNameNotes(symbol, submissions),
      ...toAmendedNotes(newest.form, later),
      ...(newest.form.startsWith("13F") ? [POSITIONS] : []),
      ...(fiscal_year === undefined ? [] : toYearNotes(newest)),
    ],
    fetchedAt: submissions.fetchedAt,
  };
}

/** The item of an 8-K that a question is about: exhibits 99 of results, or the item itself; `null` for any. */
function subjectOf(exhibit: string | null, section: string | undefined): string | null {
  if (exhibit !== null) return /^99(?:\.|$)/.test(exhibit) ? "2.02" : null;
  return /^(?:item )?([1-9]\.\d\d)$/i.exec(section?.trim() ?? "")?.[1] ?? null;
}

/** Reports on a year are filed within so many years after its number. */
const LATEST_YEARS = 2;
/** Years of 52 or 53 weeks end up to this day of January with the number of the year before. */
const LAST_OF_WEEKS = "01-07";
/** Days by which the ends of two such years differ. */
const SAME_END_DAYS = 10;

const isAnnual = ({ form, reported }: Filing): boolean => reported !== "" && isOfForm(form, undefined);

/**
 * The number of the fiscal year that a filing is about: that of the year in which it ends. The year of a quarter or an event
 * ends on the day of the newest annual report's.
 */
function fiscalYearOf(filing: Filing, yearEnd = "12-31"): number | undefined {
  const { reported } = filing;
  if (reported === "") return undefined;
  if (isAnnual(filing)) return toFiscalYear(reported);
  const end = `${reported.slice(0, 4)}-${yearEnd.slice(-5)}`;
  const isPast = daysBetween(end, reported) > SAME_END_DAYS;
  return toFiscalYear(end) + (isPast ? 1 : 0);
}

/** Returns the number of the fiscal year that ends on a day. */
export function toFiscalYear(end: string): number {
  return Number(end.slice(0, 4)) - (end.slice(5) <= LAST_OF_WEEKS ? 1 : 0);
}

/** Retailers give a year that ends in January or February the number of the year before. */
function toYearNotes(filing: Filing): Sentence[] {
  const isEarly = isAnnual(filing) && /-0[12]-/.test(filing.reported) && filing.reported.slice(5) > LAST_OF_WEEKS;
  return isEarly
    ? [
        say`A fiscal year has the number of the year in which it ends; some companies call one that ended on ${filing.reported} ${Number(filing.reported.slice(0, 4)) - 1}.`,
      ]
    : [];
}

function isOfForm(name: string, asked: string | undefined, usual: readonly string[] = ANNUAL): boolean {
  return asked === undefined
    ? usual.some((form) => hasForm(name, form))
    : hasForm(name, asked) || (hasForm("10-K", asked) && hasForm(name, "10-K405"));
}

function toAmendedNotes(form: string, amendments: readonly Filing[]): Sentence[] {
  if (form.endsWith("/A")) return [say`This filing amends an earlier one, and may have the changed parts only.`];
  return amendments.map(({ accession, filed }) => say`It was amended on ${filed} by the filing ${accession}.`);
}
