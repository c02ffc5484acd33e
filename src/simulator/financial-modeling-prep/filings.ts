/** FMP's list of filings with the SEC: the reports of companies with a listing in the US. */
import { filedAt, fiscalOf, newestQuarter } from "../companies/accounts.js";
import { dateOf, type RowsOf, type World } from "../companies/world.js";

const QUARTERS = 12;
const FOLDER = "https://www.sec.gov/Archives/edgar/data/1000001";

export function createFilingRows({ market, books }: World): Record<string, RowsOf> {
  return {
    "sec-filings-search/symbol": (query, at) => {
      const security = market.find(query.get("symbol") ?? "");
      if (security?.kind !== "stock" || security.currency !== "USD") return [];
      const company = books.economics(security);
      const newest = newestQuarter(at, company);
      const [from, to] = [query.get("from") ?? "", query.get("to") ?? "9"];
      return Array.from({ length: QUARTERS }, (_, back) => newest - back)
        .map((quarter) => ({ quarter, date: dateOf(filedAt(quarter, company)) }))
        .filter(({ date }) => date >= from && date <= to)
        .map(({ quarter, date }) => {
          const accession = `000100000126${String(quarter % 1_000_000).padStart(6, "0")}`;
          return {
            symbol: security.symbol,
            cik: "0001000001",
            filingDate: `${date} 00:00:00`,
            acceptedDate: `${date} 17:00:00`,
            formType: fiscalOf(quarter, company).number === 4 ? "10-K" : "10-Q",
            link: `${FOLDER}/${accession}/${accession}-index.htm`,
            finalLink: `${FOLDER}/${accession}/report.htm`,
          };
        });
    },
  };
}
