/** Financial statements by provider D: as filed with the SEC, also as known on a past day. */
import {
  financials,
  INCOME_FIELDS,
  isSegmentsType,
  toAccountsCurrency,
  type StatementRecord,
  type StatementType,
} from "../../../capabilities/companies/financials.js";
import { ProviderError } from "../../../contract/errors.js";
import { source } from "../../../contract/provider.js";
import { newestFirst } from "../../../lib/newest-first.js";
import { ACROSS_RESTATEMENT } from "../../../market/statements/statement-books.js";
import { findCik } from "../companies.js";
import { findFacts } from "../books/company-facts.js";
import type { FactCell, Term } from "./cells.js";
import type { FactBook } from "../books/fact-book.js";
import { reachFirstDay, toFirstDayClause, XBRL_SINCE } from "../first-day.js";
import { toFilingUrl } from "../links.js";
import { officialSources } from "../../official/provider.js";
import { toStatementNotes } from "./statement-notes.js";
import { addAcross } from "./row-vintages.js";
import { isFinancialFiler, toFiledRows, type FiledRow, type Wanted } from "./statement-rows.js";
import { findSubmissionsIfAny, isForeignFiler, type Submissions } from "../submissions.js";

/**
 * The statements as filed, newest first, with the fields that our tags fill; `null` where nothing is filed. With `as_of`
 * only from filings up to that day; with `provenance` each record names the filing of each figure.
 *
 * @throws {ProviderError} `no_data` for a symbol that the SEC does not list, `no_figures` for a company without figures in
 * XBRL, `no_quarters` for a company of another country, `not_covered` where its figures have no such statement, or none
 * that was public on the day.
 */
export const financialsFromSec = source(
  officialSources,
  financials,
  async ({ symbol, statement_type, period, as_of: asOf, provenance }, client) => {
    if (isSegmentsType(statement_type)) {
      // Loaded on first use, because it reads documents.
      const { answerSegments } = await import("../segments/segment-records.js");
      return answerSegments({ symbol, statement_type, period, asOf, withPlaces: provenance === true }, client);
    }
    const cik = await findCik(symbol, client);
    const submissions = await findSubmissionsIfAny(cik, client);
    const { book, fetchedAt } = await findFacts(cik, submissions, client);
    const wanted: Wanted = {
      statement: statement_type,
      length: period,
      asOf,
      isFinancial: isFinancialFiler(submissions.industry, book),
    };
    const filed = toFiledRows(book, wanted);
    const { rows } = filed;
    if (rows.length === 0) throw whyNone(cik, book, wanted, submissions);
    const rowsOf = (statement: StatementType) =>
      statement === statement_type ? rows : toFiledRows(book, { ...wanted, statement }).rows;
    addAcross(rows, rowsOf, period === "quarter");
    const first = statement_type === "income" ? INCOME_FIELDS : [];
    const data = rows.map((row) => toRecord(symbol, cik, row, first, provenance === true));
    return {
      data: { symbol, statement_type, period, data },
      accounts: toAccountsCurrency(data),
      fetchedAt,
      notes: toStatementNotes(cik, filed, wanted, book, submissions),
    };
  },
  { setting: "contact", dated: true, official: true },
);

const NAMES = { annual: "whole year", quarter: "quarter" } as const;

/** Returns why figures that a company files in XBRL have no such statement: only what the filings show. */
function whyNone(cik: string, book: FactBook, wanted: Wanted, submissions: Submissions): ProviderError {
  const { length, asOf } = wanted;
  const other = length === "annual" ? "quarter" : "annual";
  const has = (changed: Partial<Wanted>) => toFiledRows(book, { ...wanted, ...changed }).rows.length > 0;
  const filed = newestFirst(book.filings, ({ filed: day }) => day);
  const first = filed.at(-1)!.filed;
  const isEarly = asOf !== undefined && (asOf < first || has({ asOf: undefined }));
  const hasOther = !isEarly && has({ length: other });
  if (hasOther && other === "annual" && isForeignFiler(filed.map(({ form }) => form))) {
    return new ProviderError("provider-d", "no_quarters");
  }
  const why = isEarly
    ? `has no ${NAMES[length]} in XBRL that was public by ${asOf}; the first filing with figures is of ${first}`
    : hasOther
      ? `has a ${NAMES[other]} of the company in XBRL and no ${NAMES[length]}`
      : "has figures of the company in XBRL and none of this statement";
  const begins = reachFirstDay(first, submissions) ? toFirstDayClause(cik, submissions, XBRL_SINCE) : undefined;
  return new ProviderError("provider-d", "not_covered", { says: begins === undefined ? why : `${why}; ${begins}` });
}

/** Converts a period to a record, with these fields `first`; the report that stated the period first is its filing. */
function toRecord(
  symbol: string,
  cik: string,
  row: FiledRow,
  first: readonly string[],
  withProvenance: boolean,
): StatementRecord {
  const { period, currency, cells } = row;
  const { accession, form, filed } = period.filing;
  const record: StatementRecord = { date: period.end, symbol };
  for (const field of first) record[field] = null;
  const derived = period.isCounted ? ["fiscalYear"] : [];
  const figures: [string, FactCell][] = [];
  for (const field of Object.keys(cells)) {
    const cell = cells[field];
    record[field] = cell?.value ?? null;
    if (!cell) continue;
    figures.push([field, cell]);
    if (cell.derived) derived.push(field);
  }
  Object.assign(record, {
    reportedCurrency: currency,
    cik,
    filingDate: filed,
    acceptedDate: null,
    fiscalYear: period.fiscalYear === null ? null : String(period.fiscalYear),
    period: period.length === "year" ? "FY" : period.place === 0 ? null : `Q${period.place}`,
    accessionNumber: accession,
    form,
    filingUrl: toFilingUrl(cik, accession),
    derived,
  });
  const { across } = row.vintage;
  if (across.length > 0) record[ACROSS_RESTATEMENT] = across;
  if (withProvenance) record["provenance"] = figures.map(([field, cell]) => toProvenance(cik, field, cell));
  return record;
}

/** Returns a tag of a formula: `- CostOfRevenue`. */
function toTermWords([sign, tag]: Term, at: number): string {
  return `${sign < 0 ? "- " : at > 0 ? "+ " : ""}${tag.replace("ifrs:", "")}`;
}

function toProvenance(cik: string, field: string, { terms, filing, derived, original }: FactCell) {
  const { accession, form, filed } = filing;
  const first = original === undefined ? null : { value: original.value, filed: original.filing.filed };
  return {
    field,
    tag: terms.map(toTermWords).join(" "),
    derived,
    accession,
    form,
    filed,
    url: toFilingUrl(cik, accession),
    first,
  };
}
