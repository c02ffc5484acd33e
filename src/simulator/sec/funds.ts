/** The funds of the simulated market that report to the simulated SEC, and their reports of holdings on Form N-PORT. */
import { classOf, figuresOf, membersOf, partsOf } from "../companies/funds.js";
import { dateOf, type World } from "../companies/world.js";
import { familyOf } from "../market/funds.js";
import { perDollar } from "../market/currencies.js";
import { minorUnitFactor } from "../market/prices.js";
import { round, toKey, uniform } from "../market/random.js";
import { isFund, type Security } from "../market/security.js";
import { DAY_MS } from "../../lib/day.js";
import { cusipOf, toLists } from "./filers.js";
import { escaped } from "./markup.js";

/** A fund that is known to the SEC; unit trusts and trusts of commodities have no series. */
interface FundFiler {
  cik: number;
  series: string | null;
  security: Security;
  reports: "NPORT-P" | "N-MFP3" | null;
}

/** A report of a fund on its holdings. */
interface Report {
  accession: string;
  form: string;
  filed: string;
  /** The day of the holdings. */
  reported: string;
}

const US_EXCHANGES: ReadonlySet<string> = new Set(["NASDAQ", "NYSE", "AMEX", "FUNDS"]);
const FIRST_CIK = 1_500_001;
const FIRST_SERIES = 2_001;
/** Unit trusts stand in the list of companies. */
const UNIT_TRUSTS: ReadonlySet<string> = new Set(["SPY", "QQQ"]);
/** Reports of which filings exist: three years. */
const QUARTERS = 12;
/** Days from the end of a quarter to the report. */
const FILED_AFTER = 58;
const BONDS = 60;

/** Returns the funds that are listed in the US; those of one manager are series of one registrant. */
export function fundFilersOf({ market }: World): FundFiler[] {
  const funds = market.all.filter((each) => isFund(each) && US_EXCHANGES.has(each.exchange));
  const families = [...new Set(funds.map(familyOf))];
  return funds.map((security, index): FundFiler => {
    const { good, category } = classOf(security);
    const isAlone = good !== undefined || UNIT_TRUSTS.has(security.symbol);
    const reports = good !== undefined ? null : category.startsWith("Money Market") ? "N-MFP3" : "NPORT-P";
    return {
      cik: FIRST_CIK + (isAlone ? families.length + index : families.indexOf(familyOf(security))),
      series: isAlone ? null : `S${String(FIRST_SERIES + index).padStart(9, "0")}`,
      security,
      reports,
    };
  });
}

/** Returns the SEC's list of funds. */
export function fundList(filers: readonly FundFiler[]) {
  const data = filers.flatMap(({ cik, series, security }) =>
    series === null ? [] : [[cik, series, series.replace("S", "C"), security.symbol]],
  );
  return { fields: ["cik", "seriesId", "classId", "symbol"], data };
}

/** Returns a fund's reports up to a moment, newest first. */
function reportsOf({ cik, series, reports }: FundFiler, at: number): Report[] {
  if (reports === null) return [];
  const now = new Date(at);
  const month = Math.floor(now.getUTCMonth() / 3) * 3;
  return Array.from({ length: QUARTERS }, (_, back) => {
    const end = Date.UTC(now.getUTCFullYear(), month - 3 * back, 0);
    const filed = dateOf(end + FILED_AFTER * DAY_MS);
    const number = Number(series?.slice(1) ?? 0) % 10_000;
    return {
      accession: `${String(cik).padStart(10, "0")}-${filed.slice(2, 4)}-${String(number).padStart(4, "0")}${String(new Date(end).getUTCMonth() + 1).padStart(2, "0")}`,
      form: reports,
      filed,
      reported: dateOf(end),
    };
  }).filter(({ filed }) => filed <= dateOf(at));
}

/** Returns the list of a series' filings of a form, as the SEC's page of filings sends it. */
export function filingsFeed(filer: FundFiler, form: string, at: number): string {
  const entries = reportsOf(filer, at)
    .filter((report) => report.form.startsWith(form))
    .map(
      ({ accession, filed, form: type }) =>
        `<entry><category term="${type}"/><content type="text/xml"><accession-number>${accession}</accession-number><filing-date>${filed}</filing-date><filing-type>${type}</filing-type></content></entry>`,
    );
  return `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<feed xmlns="http://www.w3.org/2005/Atom"><company-info><cik>${String(filer.cik).padStart(10, "0")}</cik></company-info>${entries.join("\n")}</feed>`;
}

/** Returns the columns of the filings of a registrant without series. */
export function fundSubmissions(filer: FundFiler, at: number) {
  const reports = reportsOf(filer, at);
  return {
    cik: String(filer.cik).padStart(10, "0"),
    sic: "",
    name: filer.security.name.toUpperCase(),
    formerNames: [],
    filings: toLists(
      reports.map((report) => ({ ...report, items: "", document: "xslFormNPORT-P_X01/primary_doc.xml" })),
    ),
  };
}

/** Returns a report's document; `undefined` if the fund has not filed it. */
export function reportDocument(world: World, filer: FundFiler, accession: string, at: number): string | undefined {
  const report = reportsOf(filer, at).find((each) => each.accession === accession);
  if (report === undefined || report.form !== "NPORT-P") return undefined;
  const { security, cik, series } = filer;
  const day = Date.parse(report.reported) + DAY_MS - 1;
  const { assets } = figuresOf(world.market, security, day);
  const netAssets = round(assets, 2);
  const holdings = [...sharesOf(world, security, netAssets, day), ...othersOf(security, netAssets)];
  return `<?xml version="1.0" encoding="UTF-8"?><edgarSubmission xmlns="http://www.sec.gov/edgar/nport"><headerData><submissionType>NPORT-P</submissionType></headerData>
<formData><genInfo><regName>${escaped(familyOf(security))} Trust</regName><regCik>${String(cik).padStart(10, "0")}</regCik><seriesName>${series === null ? "N/A" : escaped(security.name)}</seriesName><seriesId>${series ?? "N/A"}</seriesId><repPdEnd>${report.reported}</repPdEnd><repPdDate>${report.reported}</repPdDate><isFinalFiling>N</isFinalFiling></genInfo>
<fundInfo><totAssets>${round(netAssets * 1.01, 2)}</totAssets><totLiabs>${round(netAssets * 0.01, 2)}</totLiabs><netAssets>${netAssets}</netAssets></fundInfo>
<invstOrSecs>${holdings.join("\n")}</invstOrSecs></formData></edgarSubmission>`;
}

interface Held {
  name: string;
  title?: string;
  cusip?: string;
  balance: number;
  units: string;
  currency?: string;
  rate?: number;
  weight: number;
  side?: string;
  kind: string;
  country?: string;
  more?: string;
}

function holdingOf(netAssets: number, held: Held): string {
  const { name, title = name, cusip, balance, units, currency = "USD", rate, weight, side = "Long", kind } = held;
  const isin = cusip === undefined ? '<other otherDesc="Internal" value="1"/>' : `<isin value="US${cusip}0"/>`;
  const money =
    rate === undefined
      ? `<curCd>${currency}</curCd>`
      : `<currencyConditional curCd="${currency}" exchangeRt="${rate}"/>`;
  return `<invstOrSec><name>${escaped(name)}</name><lei>N/A</lei><title>${escaped(title)}</title><cusip>${cusip ?? "000000000"}</cusip><identifiers>${isin}</identifiers><balance>${balance}</balance><units>${units}</units>${money}<valUSD>${round(netAssets * weight, 2)}</valUSD><pctVal>${round(weight * 100, 8)}</pctVal><payoffProfile>${side}</payoffProfile><assetCat>${kind}</assetCat><issuerCat>CORP</issuerCat><invCountry>${held.country ?? "US"}</invCountry>${held.more ?? ""}</invstOrSec>`;
}

function sharesOf({ market }: World, security: Security, netAssets: number, day: number): string[] {
  return membersOf(market, security, day).map(({ company, weight }) => {
    const currency = company.currency === "GBp" ? "GBP" : company.currency;
    const rate = perDollar(company.currency);
    const price = market.closeOn(company, Math.floor(day / DAY_MS)) / minorUnitFactor(company) / rate;
    return holdingOf(netAssets, {
      name: company.name,
      cusip: cusipOf(company),
      balance: Math.round((netAssets * weight) / price),
      units: "NS",
      currency,
      ...(currency === "USD" ? {} : { rate }),
      weight,
      kind: "EC",
      country: company.country,
    });
  });
}

/** Returns the bonds, derivatives and cash of a fund. */
function othersOf(security: Security, netAssets: number): string[] {
  const { bonds, other, cash } = partsOf(security);
  const { category } = classOf(security);
  const key = toKey(`bonds of ${category}`, 0);
  const weights = Array.from({ length: BONDS }, (_, place) => 1 / (place + 12));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const debts = weights.map((weight, place): Held => {
    const year = 2030 + (place % 25);
    const part = round((weight / sum) * (bonds + other), 7);
    return {
      name: "Simulated Treasury",
      title: `Simulated bond of ${year}, ${place + 1}`,
      cusip: String(900_000_000 + (toKey(`bond ${category} ${place}`, 0) % 99_999_999)),
      balance: Math.round(netAssets * part * (0.95 + 0.1 * uniform(key, place))),
      units: "PA",
      weight: part,
      kind: "DBT",
    };
  });
  const future = `<derivativeInfo><futrDeriv derivCat="FUT"><payOffProf>Short</payOffProf><notionalAmt>-${round(netAssets * 0.03, 2)}</notionalAmt><curCd>USD</curCd></futrDeriv></derivativeInfo>`;
  const swap = `<derivativeInfo><swapDeriv derivCat="SWP"><notionalAmt>${round(netAssets * 0.02, 2)}</notionalAmt><curCd>USD</curCd></swapDeriv></derivativeInfo>`;
  const isOfBonds = bonds > 0.5 && category === "Intermediate Core Bond";
  const contracts: Held[] = [
    { name: "Simulated future", balance: -120, units: "NC", weight: 0.0004, side: "N/A", kind: "DIR", more: future },
    { name: "Simulated swap", balance: 1, units: "OU", weight: -0.0006, side: "N/A", kind: "DCR", more: swap },
    {
      name: "Simulated mortgages, sold to be announced",
      cusip: "90000000T",
      balance: -Math.round(netAssets * 0.01),
      units: "PA",
      weight: -0.0102,
      side: "Short",
      kind: "ABS-MBS",
    },
  ];
  const all = [
    ...(bonds + other > 0 ? debts : []),
    ...(isOfBonds ? contracts : []),
    { name: "Simulated cash fund", balance: Math.round(netAssets * cash), units: "NS", weight: cash, kind: "STIV" },
  ];
  return all.map((held) => holdingOf(netAssets, held));
}
