/** Reads a fund's report of its holdings, Form N-PORT, as it is filed: 600 to 1,600 bytes of XML for each holding. */
import { isDay, toCurrencyCode, toNumber, toSixDigits, toText } from "../../../contract/values.js";
import { packText, unpackText } from "./packed-text.js";
import { addExactly } from "../../../lib/add-exactly.js";
import { DocumentTooLarge } from "./raw-blocks.js";
import { childAt, readXml, textAt, type XmlElement } from "./xml-records.js";
import { ownValue } from "../../../lib/own-value.js";

/** One holding as filed; what it does not state is absent. */
export interface FiledHolding {
  name?: string;
  title?: string;
  cusip?: string;
  isin?: string;
  balance?: number;
  unit?: string;
  currency?: string;
  /** In dollars, whatever the currency; negative for a short position. */
  value?: number;
  /** Percent of the net assets, signed. */
  percent?: number;
  side?: "long" | "short";
  kind?: string;
  country?: string;
  /** The exposure of a future or swap; `value` is its gain or loss so far. */
  notional?: number;
  notionalCurrency?: string;
}

/** The facts around the holdings, and those that follow from all of them. */
interface ReportFacts {
  registrant: string | null;
  fund: string | null;
  series: string | null;
  /** The day of the holdings: `repPdDate`; `repPdEnd` is the end of the fund's fiscal year. */
  reportDate: string | null;
  isFinal: boolean;
  netAssets: number | null;
  holdings: number;
  /** Sum of the values as they are written. */
  total: number | null;
  derivatives: number;
  shorts: number;
}

/** A report: its facts, and its holdings, largest value first, as compressed lines of JSON in base64. */
export interface FundReport {
  facts: ReportFacts;
  rows: string;
}

/** How much of two funds is the same. */
export interface FiledOverlap {
  /** Σ min(weight) of the securities that both hold, six significant digits. */
  weight: number | null;
  sharedCount: number;
  /** Largest common part first. */
  shared: { name?: string; cusip?: string; weight: number; otherWeight: number }[];
}

/** The document is no report of a fund's holdings. */
export class NoFundReport extends Error {}

/** Limit of the compressed holdings; 15,000 of them take 500,000 characters. */
export const MAX_ROWS_TEXT = 3_000_000;
/** Limit of the lines of the holdings. */
const MAX_ROWS_BYTES = 64_000_000;

/**
 * Returns the report in the pieces of a document.
 *
 * @throws {NoFundReport} for a document of another kind.
 * @throws {NoXml} for one that is no XML.
 * @throws {DocumentTooLarge} for one that is nested too deeply, or whose holdings are too many.
 */
export function readFundReport(pieces: Iterable<Uint8Array>): FundReport {
  const rows: FiledHolding[] = [];
  const root = readXml(pieces, "invstOrSec", (element) => void rows.push(toHolding(element)));
  const form = childAt(root, "formData");
  const general = childAt(form, "genInfo");
  if (root.name !== "edgarSubmission" || !general) throw new NoFundReport();
  const values = rows.flatMap(({ value }) => value ?? []);
  const reportDate = textAt(general, "repPdDate");
  const facts: ReportFacts = {
    registrant: toText(textAt(general, "regName")),
    // A fund that is its registrant's only one may have no name of its own.
    fund: toText(textAt(general, "seriesName")),
    series: /^S\d{9}$/.exec(textAt(general, "seriesId"))?.[0] ?? null,
    reportDate: isDay(reportDate) ? reportDate : null,
    isFinal: textAt(general, "isFinalFiling") === "Y",
    netAssets: toNumber(textAt(form, "fundInfo", "netAssets")),
    holdings: rows.length,
    total: values.length === 0 ? null : values.reduce(addExactly, 0),
    derivatives: rows.filter(({ kind }) => isDerivative(kind)).length,
    shorts: rows.filter(({ side, kind }) => side === "short" && !isDerivative(kind)).length,
  };
  rows.sort((one, other) => (other.value ?? -Infinity) - (one.value ?? -Infinity));
  const text = packText(rows.map((row) => JSON.stringify(row)).join("\n"), MAX_ROWS_BYTES);
  if (text.length > MAX_ROWS_TEXT) throw new DocumentTooLarge();
  return { facts, rows: text };
}

/** Holdings of one piece: all of a report with 51 MB at once took 314 ms of the thread that answers callers. */
const PIECE = 1_000;

/** Returns the JSON of the first `count` holdings of a report, or of all, in pieces. */
export function listHoldings(rows: string, count: number | undefined): string[] {
  const lines = toLines(rows).slice(0, count);
  return Array.from({ length: Math.ceil(lines.length / PIECE) }, (_, at) =>
    toJson(lines.slice(at * PIECE, (at + 1) * PIECE)),
  );
}

function toLines(rows: string): string[] {
  const text = unpackText(rows, MAX_ROWS_BYTES);
  return text === "" ? [] : text.split("\n");
}

const toJson = (lines: readonly string[]): string => `[${lines.join(",")}]`;

/**
 * Returns the overlap of two reports, with its first `count` securities: Σ min(weight) of what both hold, with percent / 100
 * as the weight of a security, over all rows of it. Only long positions count, and no derivatives, whose value is not what
 * they stand for.
 */
export function compareHoldings(own: string, other: string, count: number): FiledOverlap {
  const lists = [own, other].map((rows) => JSON.parse(toJson(toLines(rows))) as FiledHolding[]);
  const isins = new Map(
    lists
      .flat()
      .flatMap(({ cusip, isin = "" }) => (cusip !== undefined && isAbroad(isin) ? [[cusip, isin] as const] : [])),
  );
  const [one, two] = lists.map((rows) => bySecurity(rows, isins)) as [
    ReturnType<typeof bySecurity>,
    ReturnType<typeof bySecurity>,
  ];
  if (one.size === 0 || two.size === 0) return { weight: null, sharedCount: 0, shared: [] };
  const shared = [...one].flatMap(([key, { row, percent }]) => {
    const found = two.get(key);
    if (found === undefined) return [];
    const { name, cusip } = row;
    return [
      {
        ...(name !== undefined && { name }),
        ...(cusip !== undefined && { cusip }),
        percent,
        otherPercent: found.percent,
      },
    ];
  });
  const least = (each: (typeof shared)[number]) => Math.min(each.percent, each.otherPercent);
  const sum = shared.reduce((total, each) => total + least(each), 0);
  return {
    weight: toWeight(sum),
    sharedCount: shared.length,
    shared: shared
      .toSorted((each, next) => least(next) - least(each))
      .slice(0, count)
      .map(({ percent, otherPercent, ...security }) => ({
        ...security,
        weight: toWeight(percent),
        otherWeight: toWeight(otherPercent),
      })),
  };
}

const toWeight = (percent: number): number => toSixDigits(percent / 100) ?? 0;

/** Whether an ISIN is that of a security abroad: one of the US or Canada contains the CUSIP. */
const isAbroad = (isin: string): boolean => /^(?!US|CA)./.test(isin);

/**
 * Returns the securities that are held long, by CUSIP, and those abroad by ISIN: some funds state no CUSIP of them, and others
 * no ISIN, which stands in `isins` by CUSIP where a report has both.
 */
function bySecurity(
  rows: readonly FiledHolding[],
  isins: ReadonlyMap<string, string>,
): Map<string, { row: FiledHolding; percent: number }> {
  const found = new Map<string, { row: FiledHolding; percent: number }>();
  for (const row of rows) {
    const { side, kind, percent, cusip, isin } = row;
    const known = isin ?? isins.get(cusip ?? "");
    const key = known !== undefined && isAbroad(known) ? known : (cusip ?? known?.slice(2, 11));
    if (key === undefined || percent === undefined || side !== "long" || isDerivative(kind)) continue;
    const same = found.get(key);
    if (same) same.percent += percent;
    else found.set(key, { row, percent });
  }
  return found;
}

/** The kinds of assets by their codes. */
const KINDS: Readonly<Record<string, string>> = {
  EC: "common stock",
  EP: "preferred stock",
  DBT: "debt",
  "ABS-MBS": "mortgage-backed security",
  "ABS-APCP": "asset-backed commercial paper",
  "ABS-CBDO": "collateralized debt obligation",
  "ABS-O": "asset-backed security",
  LON: "loan",
  RA: "repurchase agreement",
  STIV: "cash vehicle",
  SN: "structured note",
  RE: "real estate",
  COMM: "commodity",
  DE: "equity derivative",
  DIR: "interest rate derivative",
  DFE: "currency derivative",
  DCR: "credit derivative",
  DCO: "commodity derivative",
  DO: "other derivative",
  OTHER: "other",
};

const isDerivative = (kind: string | undefined): boolean => kind?.endsWith("derivative") === true;

/** The units of balances by their codes. */
const UNITS: Readonly<Record<string, string>> = { NS: "shares", PA: "principal", NC: "contracts", OU: "other" };

const DERIVATIVES = new Set(["fwdDeriv", "futrDeriv", "swapDeriv", "optionSwaptionWarrantDeriv", "othDeriv"]);

function toHolding(element: XmlElement): FiledHolding {
  const conditional = childAt(element, "currencyConditional")?.attributes["curCd"];
  const category = textAt(element, "assetCat") || childAt(element, "assetConditional")?.attributes["assetCat"];
  const derivative = childAt(element, "derivativeInfo")?.children.find(({ name }) => DERIVATIVES.has(name));
  const notional = toNumber(textAt(derivative, "notionalAmt"));
  const holding = {
    name: toText(textAt(element, "name")),
    title: toText(textAt(element, "title")),
    cusip: toCusip(textAt(element, "cusip")),
    isin: toIsin(childAt(element, "identifiers", "isin")?.attributes["value"]),
    balance: toNumber(textAt(element, "balance")),
    unit: ownValue(UNITS, textAt(element, "units")),
    currency: toCurrency(textAt(element, "curCd") || conditional),
    value: toNumber(textAt(element, "valUSD")),
    percent: toNumber(textAt(element, "pctVal")),
    side: toSide(textAt(element, "payoffProfile")) ?? toSide(textAt(derivative, "payOffProf")),
    kind: ownValue(KINDS, category ?? ""),
    country: toCountry(textAt(element, "invCountry")),
    notional,
    notionalCurrency: notional === null ? null : toCurrency(textAt(derivative, "curCd")),
  };
  return Object.fromEntries(Object.entries(holding).filter(([, value]) => value !== null && value !== undefined));
}

/** Returns a CUSIP; filers write zeros or letters X for none. */
function toCusip(text: string): string | null {
  const cusip = text.toUpperCase();
  return /^[0-9A-Z*@#]{9}$/.test(cusip) && !/^(?:0+|X+)$/.test(cusip) ? cusip : null;
}

const toIsin = (text = ""): string | null => (/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text) && !/^X+/.test(text) ? text : null);
const toSide = (text: string) => (text === "Long" ? "long" : text === "Short" ? "short" : null);
const toCountry = (text: string): string | null => (/^(?!XX)[A-Z]{2}$/.test(text) ? text : null);
const toCurrency = (text = ""): string | null => (/^[A-Z]{3}$/.test(text) ? toCurrencyCode(text) : null);
