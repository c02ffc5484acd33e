/** The companies of the simulated market that file with the simulated SEC, and their filings. */
import { DAY_MS } from "../../lib/day.js";
import {
  filedAt,
  fiscalOf,
  fiscalYearEnd,
  newestQuarter,
  quarterEnd,
  type Quarter,
  type ReportingDays,
} from "../companies/accounts.js";
import { toKey } from "../market/random.js";
import type { Security } from "../market/security.js";
import { dateOf, type World } from "../companies/world.js";
import { newestFirst } from "../../lib/newest-first.js";

/** A company that files; `cik` is its number. */
export interface Filer extends ReportingDays {
  cik: number;
  security: Security;
  /** Whether it is a foreign company, which files once a year. */
  isForeign: boolean;
}

/** A filing, with the last quarter of its figures. */
export interface SimulatedFiling {
  accession: string;
  form: string;
  filed: string;
  reported: string;
  items: string;
  document: string;
  /** The last quarter that its documents are about. */
  about: Quarter;
  /** The last quarter of its figures; `undefined` for a filing without figures. */
  quarter?: Quarter;
}

const US_EXCHANGES: ReadonlySet<string> = new Set(["NASDAQ", "NYSE", "AMEX"]);
const FIRST_CIK = 1_000_001;
/** Filers that have their real number, because examples name it. */
const NUMBERS: Readonly<Record<string, number>> = { "BRK-B": 1_067_983 };
/** Quarters of which filings exist: eleven years. */
const QUARTERS = 44;
/** Days from the end of a year to the amended annual report that restates it. */
const RESTATED_AFTER = 200;
/** Days from the annual report to the proxy statement, and from that to the meeting. */
const PROXY_AFTER = 30;
const MEETING_AFTER = 40;

/** Returns all companies with a listing in the US. */
export function filersOf({ market, books }: World): Filer[] {
  return market.stocks
    .filter(({ exchange }) => US_EXCHANGES.has(exchange))
    .map((security, index) => {
      const { delayDays, yearEnd } = books.economics(security);
      const cik = NUMBERS[security.symbol] ?? FIRST_CIK + index;
      return { cik, security, isForeign: security.reporting !== "USD", delayDays, yearEnd };
    });
}

/** Returns the invented CUSIP of a security: nine digits, the same in the reports of funds and of managers. */
export function cusipOf({ symbol }: Security): string {
  return String(100_000_000 + (toKey(`cusip ${symbol}`, 0) % 899_999_999));
}

/** Returns the last quarter of the year that the company restated: the one before the newest. */
export function restatedQuarter(at: number, company: ReportingDays): Quarter {
  return fiscalYearEnd(newestQuarter(at, company), company) - 4;
}

/** Returns a company's filings up to a moment, newest first. */
export function filingsOf(filer: Filer, at: number): SimulatedFiling[] {
  const { cik, isForeign, security } = filer;
  const newest = newestQuarter(at, filer);
  const isYoung = security.traits.has("too young for a valuation");
  const quarters = Array.from({ length: isYoung ? 4 : QUARTERS }, (_, back) => newest - back);
  const accession = (quarter: Quarter, place: number) =>
    `${String(cik).padStart(10, "0")}-${quarterEnd(quarter + 1).slice(2, 4)}-${String((quarter % 100_000) * 10 + place).padStart(6, "0")}`;
  const filings = quarters.flatMap((quarter): SimulatedFiling[] => {
    const isYear = fiscalOf(quarter, filer).number === 4;
    const [filed, reported] = [dateOf(filedAt(quarter, filer)), quarterEnd(quarter)];
    const name = `sim-${reported.replaceAll("-", "")}`;
    const announced = dateOf(filedAt(quarter, filer) - DAY_MS);
    const of = { reported, items: "", quarter, about: quarter };
    const report = { ...of, accession: accession(quarter, 1), filed, document: `${name}.htm` };
    if (isForeign) return isYear ? [{ ...report, form: "20-F" }] : [];
    const proxyFiled = dateOf(filedAt(quarter, filer) + PROXY_AFTER * DAY_MS);
    const amended = dateOf(Date.parse(reported) + RESTATED_AFTER * DAY_MS);
    return [
      { ...report, form: isYear ? "10-K" : "10-Q" },
      {
        accession: accession(quarter, 0),
        form: "8-K",
        filed: announced,
        reported: announced,
        items: "2.02,9.01",
        document: `${name}-results.htm`,
        about: quarter,
      },
      ...(isYear && proxyFiled <= dateOf(at)
        ? [
            {
              accession: accession(quarter, 3),
              form: "DEF 14A",
              filed: proxyFiled,
              reported: dateOf(Date.parse(proxyFiled) + MEETING_AFTER * DAY_MS),
              items: "",
              document: `${name}-proxy.htm`,
              about: quarter,
            },
          ]
        : []),
      ...(quarter === restatedQuarter(at, filer) && amended <= dateOf(at)
        ? [{ ...of, accession: accession(quarter, 2), form: "10-K/A", filed: amended, document: `${name}-amended.htm` }]
        : []),
    ];
  });
  return newestFirst(filings, ({ filed }) => filed);
}

/** Returns the columns of filings as the SEC sends them. */
export function toLists(filings: readonly Omit<SimulatedFiling, "about">[]) {
  return {
    recent: {
      accessionNumber: filings.map(({ accession }) => accession),
      filingDate: filings.map(({ filed }) => filed),
      reportDate: filings.map(({ reported }) => reported),
      form: filings.map(({ form }) => form),
      items: filings.map(({ items }) => items),
      isXBRL: filings.map(({ quarter }) => (quarter === undefined ? 0 : 1)),
      primaryDocument: filings.map(({ document }) => document),
    },
    files: [],
  };
}
