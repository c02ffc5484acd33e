/** Revenue by product, region or segment as records of statements, from a company's newest annual or quarterly report. */
import type { SegmentsType, StatementRecord } from "../../../capabilities/companies/financials.js";
import { filingFacts } from "../../../capabilities/filings/filing-facts.js";
import { say, the } from "../../../contract/sentence.js";
import { toCurrencyCode } from "../../../contract/values.js";
import type { OfficialClient } from "../../official/client.js";
import { chooseReport, toFiscalYear } from "../documents/chosen-filing.js";
import { notCovered } from "../documents/filed-document.js";
import { toFilingUrl } from "../links.js";
import { formsOn, toAskedCut, toCutNotes, toPlace } from "./cut-answer.js";
import { findCut } from "./cut-of-filing.js";

const BY = { revenue_by_product: "product", revenue_by_region: "region", revenue_by_segment: "segment" } as const;

interface Asked {
  symbol: string;
  statement_type: SegmentsType;
  period: "annual" | "quarter";
  asOf: string | undefined;
  /** Whether each part has its place in the filing. */
  withPlaces: boolean;
}

/**
 * Returns the periods of the newest report, newest first: three years, or a quarter and that of the year before.
 *
 * @throws {ProviderError} `not_covered` where the report has no revenue on this axis.
 */
export async function answerSegments(
  { symbol, statement_type: type, period, asOf, withPlaces }: Asked,
  client: OfficialClient,
) {
  const chosen = await chooseReport({ symbol, as_of: asOf }, formsOn(period), client);
  const answer = await findCut(chosen, toAskedCut(BY[type], undefined, period, chosen.form), client);
  if (!("cuts" in answer)) throw notCovered(`has no revenue by ${BY[type]} in the company's newest report`);
  const { cuts, labels } = answer;
  const labelOf = new Map(labels);
  const { accession, form, filed } = chosen;
  const data = cuts.map(({ end, unit, rows }): StatementRecord => {
    const parts = rows.filter(({ kind }) => kind !== "total");
    return {
      date: end,
      symbol,
      reportedCurrency: toCurrencyCode(unit),
      filingDate: filed,
      fiscalYear: period === "annual" ? String(toFiscalYear(end)) : null,
      period: period === "annual" ? "FY" : null,
      accessionNumber: accession,
      form,
      filingUrl: toFilingUrl(chosen.cik, accession),
      segments: parts.map((row) => ({
        name: labelOf.get(row.member) ?? row.member,
        revenue: row.value,
        ...(withPlaces && { url: toPlace(chosen, row) }),
      })),
    };
  });
  return {
    data: { symbol, statement_type: type, period, data },
    fetchedAt: chosen.fetchedAt,
    notes: [
      say`The parts are those of the newest report; ${the.tool(filingFacts.tool.name)} with by has those of any report, with links.`,
      ...toCutNotes(cuts),
    ],
  };
}
