/** The report of a fund that a question means, with its holdings, and the overlap with that of another fund. */
import { eachInSlices, nextTurnIfLong } from "../../../lib/next-turn.js";
import { ProviderError } from "../../../contract/errors.js";
import { toSixDigits } from "../../../contract/values.js";
import type { FundHolding } from "../../../capabilities/companies/fund.js";
import {
  MAX_SHARED,
  NO_REPORT,
  type AskedReport,
  type NoReport,
  type WholeFund,
} from "../../../capabilities/companies/whole-fund.js";
import type { OfficialClient } from "../../official/client.js";
import { symbolsOf } from "../cusips/symbols.js";
import { toFilingUrl } from "../links.js";
import type { FundReport } from "../text/fund-report.js";
import { findReports, isMoneyMarketFund, type FundFiling } from "./fund-filings.js";
import { findFund, type FundSeries } from "./fund-series.js";
import { compareReports, findReport, listHoldings, type Refused } from "./report-document.js";

/** A fund without a report that can be shown. */
export class NoFundReportFound extends ProviderError {
  readonly why: NoReport;

  constructor(why: NoReport) {
    super("provider-d", why === "unknown" ? "no_data" : "not_covered", { says: NO_REPORT[why] });
    this.why = why;
  }
}

/** The newest report of a fund, and its filing. */
interface Found {
  fund: FundSeries;
  filing: FundFiling;
  report: FundReport;
  /** The day of the newest report that cannot be read, of those that are looked at. */
  unread: string | undefined;
}

/**
 * Returns the newest report of a fund by the day, with the largest of its holdings or all.
 *
 * @throws {NoFundReportFound} for a fund without a report that can be read.
 * @throws {MarketDataError} `invalid_input` for a name or number of several funds.
 */
export async function findWholeFund(asked: AskedReport, client: OfficialClient): Promise<WholeFund> {
  const { symbol, with: second, as_of: asOf, count } = asked;
  const [own, other] = await Promise.all([
    findNewest(symbol, asOf, client),
    second === undefined ? undefined : findOther(second, asOf, client),
  ]);
  const [rows, compared] = await Promise.all([
    listHoldings(own.report, count, client),
    other && "report" in other ? compareReports(own.report, other.report, MAX_SHARED, client) : undefined,
  ]);
  const cusips = [...rows, ...(compared?.shared ?? [])].flatMap(({ cusip }) => cusip ?? []);
  const symbols = await symbolsOf([...new Set(cusips)], client);
  const symbolOf = (cusip: string | undefined) => (cusip === undefined ? null : (symbols?.get(cusip) ?? null));
  const lacking = symbols ? [] : ["holdings.symbol", ...(compared ? ["overlap.shared.symbol"] : [])];
  const { facts } = own.report;
  const holdings: FundHolding[] = [];
  await eachInSlices(rows, (row) => {
    holdings.push({
      symbol: symbolOf(row.cusip),
      name: row.name ?? null,
      weight: row.percent === undefined ? null : toSixDigits(row.percent / 100),
      title: row.title ?? null,
      cusip: row.cusip ?? null,
      isin: row.isin ?? null,
      balance: row.balance ?? null,
      unit: row.unit ?? null,
      currency: row.currency ?? null,
      value: row.value ?? null,
      percent: row.percent ?? null,
      side: row.side ?? null,
      kind: row.kind ?? null,
      country: row.country ?? null,
      notional: row.notional ?? null,
      notionalCurrency: row.notionalCurrency ?? null,
    });
  });
  await nextTurnIfLong({ holdings });
  return {
    report: toReport(own),
    holdings,
    rows: facts.holdings,
    isFinal: facts.isFinal,
    derivatives: facts.derivatives,
    shorts: facts.shorts,
    unread: own.unread,
    isOneOfFiler: own.fund.series === null && facts.series !== null,
    missing: [...(other && "isMissing" in other && other.isMissing ? ["overlap"] : []), ...lacking],
    ...(compared &&
      other &&
      "report" in other && {
        overlap: {
          name: nameOf(other.report),
          weight: compared.weight,
          count: compared.sharedCount,
          reportDate: facts.reportDate,
          otherReportDate: other.report.facts.reportDate,
          otherUnread: other.unread,
          shared: compared.shared.map(({ name = null, cusip, ...weights }) => ({
            symbol: symbolOf(cusip),
            name,
            ...weights,
          })),
        },
      }),
    ...(other && "none" in other && { noOverlap: other.none }),
  };
}

/** The name of the fund; one that is its registrant's only fund may have none but the registrant's. */
export const nameOf = ({ facts: { fund, registrant } }: FundReport): string | null => fund ?? registrant;

function toReport({ fund: { cik, series }, filing: { accession, filed }, report }: Found): WholeFund["report"] {
  const { reportDate, total, netAssets } = report.facts;
  return {
    fund: nameOf(report),
    cik,
    series: series ?? report.facts.series,
    reportDate,
    filed,
    total,
    netAssets,
    accession,
    url: toFilingUrl(cik, accession),
  };
}

/** The other fund of a comparison; the first one's holdings are shown without it, too. */
async function findOther(symbol: string, asOf: string | undefined, client: OfficialClient) {
  try {
    return await findNewest(symbol, asOf, client);
  } catch (error) {
    // A report that took too long is tried again in some minutes.
    if (error instanceof NoFundReportFound) return { none: error.why, isMissing: error.why === "overrun" };
    if (error instanceof ProviderError) return { isMissing: true };
    throw error;
  }
}

/** Reports of other funds of the registrant that are looked at before it is given up. */
const MAX_OTHERS = 4;

/** Returns the report of the newest day; of two reports of one day the amendment, which is filed later. */
async function findNewest(symbol: string, asOf: string | undefined, client: OfficialClient): Promise<Found> {
  const fund = await findKnown(symbol, client);
  const filings = await findReports(fund, asOf, client);
  if (filings.length === 0) throw new NoFundReportFound(await whyNone(fund, asOf, client));
  let newest: Omit<Found, "unread"> | undefined;
  let refused: Refused | undefined;
  let unread: string | undefined;
  let others = 0;
  for (const filing of filings) {
    const report = await findReport(fund, filing.accession, client);
    if (report === undefined && ++others === MAX_OTHERS) break;
    if (report === undefined) continue;
    if ("refused" in report) {
      refused ??= report.refused;
      unread ??= filing.filed;
    } else if (!newest || (report.facts.reportDate ?? "") > (newest.report.facts.reportDate ?? ""))
      newest = { fund, filing, report };
    // An amendment may be one of an older report than the newest.
    if (!filing.isAmendment) break;
  }
  if (newest) return { ...newest, unread };
  throw new NoFundReportFound(refused ?? "other");
}

async function findKnown(symbol: string, client: OfficialClient): Promise<FundSeries> {
  try {
    return await findFund(symbol, client);
  } catch (error) {
    if (error instanceof ProviderError && error.reason === "no_data") throw new NoFundReportFound("unknown");
    throw error;
  }
}

async function whyNone(fund: FundSeries, asOf: string | undefined, client: OfficialClient): Promise<NoReport> {
  if (await isMoneyMarketFund(fund, client)) return "money market";
  return asOf === undefined ? "none" : "none by then";
}
