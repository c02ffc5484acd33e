/** Yahoo's module of filings with the SEC: the reports of companies with a listing in the US. */
import { DAY_SECONDS } from "../../lib/day.js";
import { filedAt, fiscalOf, newestQuarter, quarterEnd } from "../companies/accounts.js";
import type { Security } from "../market/security.js";
import { dateOf, type World } from "../companies/world.js";

/** Three years. */
const QUARTERS = 12;
const CIK = "0001000001";

/** Returns the module; companies outside the US and funds have none. */
export function secFilings({ books }: World, security: Security, at: number) {
  if (security.kind !== "stock" || security.currency !== "USD") return undefined;
  const company = books.economics(security);
  const newest = newestQuarter(at, company);
  const filings = Array.from({ length: QUARTERS }, (_, back) => newest - back).map((quarter) => {
    const filed = filedAt(quarter, company);
    const type = fiscalOf(quarter, company).number === 4 ? "10-K" : "10-Q";
    const accession = `${CIK}-${dateOf(filed).slice(2, 4)}-${String(quarter % 1_000_000).padStart(6, "0")}`;
    return {
      date: dateOf(filed),
      epochDate: Math.floor(filed / 1000),
      type,
      title: "Periodic Financial Reports",
      edgarUrl: `https://finance.yahoo.com/sec-filing/${security.symbol}/${accession}_${Number(CIK)}`,
      exhibits: [{ type, url: `https://www.example.com/sim-${quarterEnd(quarter).replaceAll("-", "")}.htm` }],
      maxAge: 1,
    };
  });
  return { filings, maxAge: DAY_SECONDS };
}
