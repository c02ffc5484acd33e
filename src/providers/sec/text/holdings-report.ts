/**
 * The report of a manager's holdings (form 13F), from the text of the whole submission: its cover, and the rows of its table
 * added up by security. Worst input: 32 MiB with rows of distinct securities; positions and texts have limits.
 */
import { z } from "../../../contract/schema.js";
import { toCount, toNumber, toText } from "../../../contract/values.js";
import { NoDocument } from "./document-reader.js";
import { DocumentTooLarge } from "./raw-blocks.js";
import { childAt, NoXml, readXml, textAt, type XmlElement } from "./xml-records.js";
import { addExactly } from "../../../lib/add-exactly.js";
import { ownValue } from "../../../lib/own-value.js";

/** The largest managers have some 15,000, most of them options. */
const MAX_POSITIONS = 30_000;
/** Limit of a report's JSON in bytes; the largest have 2 MB. */
export const MAX_JSON_BYTES = 16 * 1024 * 1024;
const MAX_NAME = 100;
/** Names of other managers that are kept of each list. */
const MAX_MANAGERS = 20;
/** Characters of a document that are read at a time. */
const PIECE_BYTES = 64 * 1024;

const managers = z.object({ count: z.number(), names: z.array(z.string()) });

/** The schema of a report's contents, for the store. Values are in the unit of the filing, which the table does not say. */
export const holdingsReport = z.object({
  /** Whether the submission has a table in XML; those before 2013 have text. */
  hasTable: z.boolean(),
  isNotice: z.boolean(),
  /** The effect of an amendment on the report before it; `null` where its cover does not say so. */
  amends: z.enum(["restatement", "new holdings"]).nullable(),
  /** Whether positions are left out by permission of the SEC. */
  isConfidential: z.boolean(),
  /** Managers whose holdings are in this report. */
  included: managers,
  /** Managers who report holdings of this one elsewhere. */
  reportedBy: managers,
  coverRows: z.number().nullable(),
  coverValue: z.number().nullable(),
  rows: z.number(),
  /** Sum of the rows whose value can be read. */
  value: z.number(),
  /** Rows of shares that are no option: all, and those with less than one unit of value a share. */
  priced: z.number(),
  below: z.number(),
  /** Rows of shares: all, and those whose number of shares is the value. */
  counted: z.number(),
  equal: z.number(),
  /** A line for each position: CUSIP, put or call, SH or PRN, issuer, class, value, amount, with tabs between them. */
  lines: z.string(),
});

export type HoldingsReport = z.output<typeof holdingsReport>;

/** All rows of one security, put or call, and shares or principal. */
export interface Position {
  /** Nine characters; `null` for what is no CUSIP. */
  cusip: string | null;
  putCall: "put" | "call" | null;
  /** Whether the amount is one of shares, or the principal of a bond; `null` where the row does not say so. */
  kind: "SH" | "PRN" | null;
  /** Issuer and class of the largest row. */
  name: string | null;
  class: string | null;
  /** `null` where a row has none that can be read. */
  value: number | null;
  amount: number | null;
}

/** Returns the positions of a report. */
export function positionsOf({ lines }: HoldingsReport): Position[] {
  return lines === ""
    ? []
    : lines.split("\n").map((line) => {
        const [cusip, putCall, kind, name, title, value, amount] = line.split("\t").map((cell) => cell || null);
        return {
          cusip: cusip!,
          putCall: putCall as Position["putCall"],
          kind: kind as Position["kind"],
          name: name!,
          class: title!,
          value: toNumber(value),
          amount: toNumber(amount),
        };
      });
}

/**
 * Returns the report in the text of a submission, whose bytes are in `pieces`.
 *
 * @throws {NoDocument} for what is no submission, {NoXml} for a damaged one, {DocumentTooLarge} beyond a limit.
 */
export function readHoldings(pieces: readonly Uint8Array[]): HoldingsReport {
  const bytes = Buffer.concat(pieces);
  if (!bytes.includes("<DOCUMENT>")) throw new NoDocument();
  let cover: XmlElement | undefined;
  let table: Table | undefined;
  for (const part of xmlParts(bytes)) {
    const rows = new Table();
    const root = readXml(cut(part), "infoTable", (row) => rows.add(row));
    if (root.name === "edgarSubmission") cover ??= root;
    else if (root.name === "informationTable") table ??= rows;
  }
  return toReport(cover, table);
}

/** Yields the documents in XML of a submission. */
function* xmlParts(bytes: Buffer): Generator<Buffer> {
  for (let start = bytes.indexOf("<XML>"); start >= 0;) {
    const end = bytes.indexOf("</XML>", start);
    if (end < 0) throw new NoXml();
    yield bytes.subarray(start + "<XML>".length, end);
    start = bytes.indexOf("<XML>", end);
  }
}

function* cut(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** Adds up the rows of a table. */
class Table {
  readonly positions = new Map<string, Position & { largest: number }>();
  rows = 0;
  value = 0;
  priced = 0;
  below = 0;
  counted = 0;
  equal = 0;

  add(row: XmlElement): void {
    const value = toAmount(textAt(row, "value"));
    const amount = toAmount(textAt(row, "shrsOrPrnAmt", "sshPrnamt"));
    const [, kind = null] = /^(SH|PRN)$/i.exec(textAt(row, "shrsOrPrnAmt", "sshPrnamtType").toUpperCase()) ?? [];
    const [, putCall = null] = /^(put|call)s?$/.exec(textAt(row, "putCall").toLowerCase()) ?? [];
    const [name, title] = [
      toText(textAt(row, "nameOfIssuer"), MAX_NAME),
      toText(textAt(row, "titleOfClass"), MAX_NAME),
    ];
    const cusip = toCusip(textAt(row, "cusip"));
    this.rows++;
    this.value = addExactly(this.value, value ?? 0);
    if (kind === "SH" && value !== null && amount !== null) this.#count(value, amount, putCall);
    const key = [cusip ?? `${name} ${title}`, putCall, kind].join("\t");
    const known = this.positions.get(key);
    if (!known) {
      if (this.positions.size === MAX_POSITIONS) throw new DocumentTooLarge();
      const of = { putCall: putCall as Position["putCall"], kind: kind as Position["kind"] };
      this.positions.set(key, { cusip, ...of, name, class: title, value, amount, largest: value ?? 0 });
      return;
    }
    if ((value ?? 0) > known.largest) Object.assign(known, { name, class: title, largest: value });
    known.value = addAmounts(known.value, value);
    known.amount = addAmounts(known.amount, amount);
  }

  #count(value: number, amount: number, putCall: string | null): void {
    this.counted++;
    if (value === amount) this.equal++;
    if (putCall !== null || amount <= 0) return;
    this.priced++;
    if (value / amount < 1) this.below++;
  }
}

/** Adds amounts: filers write whole numbers, some with decimals. */
export const addAmounts = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : addExactly(one, other);

/** An amount as filed, at times with commas; never below zero. */
function toAmount(text: string): number | null {
  const amount = toNumber(text.replaceAll(",", ""));
  return amount !== null && amount >= 0 ? amount : null;
}

/** Returns a CUSIP in upper case; programs lose the zeros at its beginning, and filers write zeros or letters X for none. */
function toCusip(text: string): string | null {
  const cusip = text.toUpperCase().replaceAll(/[\s-]/g, "");
  return /^(?!0+$|X+$)[0-9A-Z*@#]{6,9}$/.test(cusip) ? cusip.padStart(9, "0") : null;
}

const AMENDS: Readonly<Record<string, HoldingsReport["amends"]>> = {
  RESTATEMENT: "restatement",
  "NEW HOLDINGS": "new holdings",
};

function toReport(cover: XmlElement | undefined, table: Table | undefined): HoldingsReport {
  const rows = table ?? new Table();
  const at = (...path: string[]) => textAt(cover, "formData", ...path);
  const coverRows = toCount(toAmount(at("summaryPage", "tableEntryTotal")));
  const isNotice = /NOTICE/i.test(at("coverPage", "reportType"));
  const { rows: count, value, priced, below, counted, equal } = rows;
  return {
    hasTable: cover !== undefined && (table !== undefined || isNotice || coverRows === 0),
    isNotice,
    amends: ownValue(AMENDS, at("coverPage", "amendmentInfo", "amendmentType").toUpperCase()) ?? null,
    isConfidential: /^(?:true|1|y)$/i.test(at("summaryPage", "isConfidentialOmitted")),
    included: managersIn(cover, "summaryPage", "otherManagers2Info"),
    reportedBy: managersIn(cover, "coverPage", "otherManagersInfo"),
    coverRows,
    coverValue: toAmount(at("summaryPage", "tableValueTotal")),
    rows: count,
    value,
    priced,
    below,
    counted,
    equal,
    lines: [...rows.positions.values()].map(toLine).join("\n"),
  };
}

const toLine = ({ cusip, putCall, kind, name, class: title, value, amount }: Position) =>
  [cusip, putCall, kind, name, title, value, amount].map((cell) => cell ?? "").join("\t");

/** Returns the managers of a list; each is an element with a name, at times one level deeper. */
function managersIn(cover: XmlElement | undefined, page: string, list: string): z.output<typeof managers> {
  const elements = childAt(cover, "formData", page)
    ?.children.filter(({ name }) => name === list)
    .flatMap(({ children }) => children);
  const names = (elements ?? []).flatMap((each) => {
    return toText(textAt(each, "name") || textAt(each, "otherManager", "name"), MAX_NAME) ?? [];
  });
  return { count: names.length, names: names.slice(0, MAX_MANAGERS) };
}
