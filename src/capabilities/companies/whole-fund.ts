/** All holdings of a fund, from its report to the SEC: they take the place of the largest ones that a vendor sends. */
import { enrichment, type Applied } from "../../contract/enrichment.js";
import { say, the, type Sentence } from "../../contract/sentence.js";
import type { DataOf, InputOf } from "../../contract/capability.js";
import { fund, heldCount, type FundHolding, type Report } from "./fund.js";

type Overlap = NonNullable<DataOf<typeof fund>["overlap"]>;

/** Why all holdings of a fund are not known; the sentence continues "SEC EDGAR (provider D) …". */
export const NO_REPORT = {
  "not configured": "is not configured (set PROVIDER_D_CONTACT)",
  unknown: "does not list it: it has funds and trusts of the US only",
  "money market": "has it as a money market fund, which reports on Form N-MFP and not on N-PORT",
  none: "has no Form N-PORT of it: trusts of commodities or coins and funds of other countries file none",
  "none by then": "has no Form N-PORT of it that was public on that day",
  other: "has no Form N-PORT of this fund among the newest ones of its registrant",
  "too large": "has a Form N-PORT of it that is too long or too deeply nested to be read",
  damaged: "has a Form N-PORT of it whose markup cannot be read",
  overrun: "has a Form N-PORT of it that takes too long to read",
} as const;
export type NoReport = keyof typeof NO_REPORT;

/** A fund's report: some or all of its holdings, and how much of another fund's is the same. */
export interface WholeFund {
  report: Report;
  holdings: FundHolding[];
  /** Rows of the report. */
  rows: number;
  isFinal: boolean;
  derivatives: number;
  shorts: number;
  /** The day of a report that cannot be read, and may be newer or correct this one. */
  unread?: string | undefined;
  /** Whether it is the newest report of a filer who has funds without symbols. */
  isOneOfFiler?: boolean;
  /** The names of fields that could not be fetched. */
  missing: readonly string[];
  overlap?: Pick<Overlap, "weight" | "shared" | "reportDate" | "otherReportDate"> & {
    name: string | null;
    count: number;
    otherUnread?: string | undefined;
  };
  /** Why the other fund's holdings are not known. */
  noOverlap?: NoReport;
}

type FoundFund = WholeFund | { none: NoReport };

/** Returns the question about the report of a fund. */
export const toAskedReport = (input: InputOf<typeof fund>) => ({
  symbol: input.symbol,
  with: input.with,
  as_of: input.as_of,
  count: heldCount(input),
});
export type AskedReport = ReturnType<typeof toAskedReport>;

/** Enrichment with all holdings of a fund, and the exact overlap with another one, where a parameter asks for them. */
export const wholeFund = enrichment(fund, {
  name: "whole-fund",
  ofParameter: true,
  isAwaited: true,
  fields: ["holdings", "report"],
  ask: (data, input) => (input.holdings === undefined || data.report !== undefined ? null : toAskedReport(input)),
  apply(data, found: FoundFund): Applied<typeof fund> {
    if ("none" in found) return { data, fields: [], notes: [toNoReportNote(found.none)] };
    const { report, holdings, rows } = found;
    const overlap = data.overlap && { ...data.overlap, ...toExact(found) };
    return {
      data: {
        ...data,
        holdings,
        holdings_total: rows,
        report,
        ...(overlap && { overlap }),
      },
      fields: ["holdings", "report", ...(found.overlap ? ["overlap"] : [])],
      computed: ["total"],
      notes: toReportNotes(found, data.overlap?.with),
    };
  },
});

/** Returns the figures of an overlap that both reports give; none where only one is known. */
export function toExact({ overlap }: WholeFund): Partial<Overlap> {
  if (!overlap) return {};
  const { weight, shared, reportDate, otherReportDate } = overlap;
  return { weight, atLeast: false, reportDate, otherReportDate, shared };
}

/** The largest parts that two funds share, which an answer lists. */
export const MAX_SHARED = 20;

/** Returns what readers of a report must know: its day, and what its values do not say. */
export function toReportNotes(found: WholeFund, other: string | undefined): Sentence[] {
  const { report, holdings, rows, isFinal, derivatives, shorts, unread, isOneOfFiler, overlap, noOverlap } = found;
  const { reportDate, filed } = report;
  return [
    say`The holdings are those of ${reportDate ?? the.absent}, public since ${filed}; the fund may hold others now.`,
    ...(isOneOfFiler === true
      ? [
          say`The SEC's list of funds does not have this one: it is that of the filer's newest report, and the filer may have others.`,
        ]
      : []),
    ...(unread === undefined ? [] : [say`A report of ${unread} cannot be read, and may have other holdings.`]),
    ...(holdings.some(({ currency }) => (currency ?? "USD") !== "USD")
      ? [say`${the.field("value")} is in USD, whatever ${the.field("currency")} says.`]
      : []),
    ...(isFinal ? [say`This is the final report of the fund.`] : []),
    ...(derivatives > 0
      ? [
          say`${the.field("value")} of a derivative is its gain or loss so far, and ${the.field("notional")} its exposure: ${derivatives} of ${rows} rows are derivatives.`,
        ]
      : []),
    ...(shorts > 0 ? [say`Short positions have negative values: ${shorts} of ${rows} rows.`] : []),
    ...(overlap
      ? [
          say`The overlap is that of all securities which both hold long (${overlap.count}), by CUSIP or ISIN, without derivatives; reports of ${overlap.reportDate ?? the.absent} and ${overlap.otherReportDate ?? the.absent}.`,
        ]
      : []),
    ...(overlap?.otherUnread !== undefined && other !== undefined
      ? [say`A report of ${other} of ${overlap.otherUnread} cannot be read, and may have other holdings.`]
      : []),
    ...(noOverlap !== undefined && other !== undefined
      ? [say`All holdings of ${other} are not known: ${the.source("provider-d")} ${NO_REPORT[noOverlap]}.`]
      : []),
  ];
}

function toNoReportNote(why: NoReport): Sentence {
  return say`All holdings are not known, but at most the ten largest: ${the.source("provider-d")} ${NO_REPORT[why]}.`;
}
