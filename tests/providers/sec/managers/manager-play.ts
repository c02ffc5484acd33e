/** Plays a manager's reports of holdings at the SEC, and the lists that name CUSIPs. */
import { deflateRawSync } from "node:zlib";
import { HttpResponse } from "msw";
import type { useInternet } from "../../../support/internet.js";
import { playSec } from "../../../support/play-sec.js";

/** One row of a table. */
export interface Row {
  name?: string;
  title?: string;
  cusip?: string;
  value?: number | string;
  amount?: number | string;
  kind?: string;
  putCall?: string;
  others?: string;
}

/** A report with its filing. */
export interface Report {
  accession: string;
  form?: string;
  filed: string;
  reported: string;
  type?: string;
  amendment?: string;
  confidential?: boolean;
  /** Names of managers whose holdings are in the report, and of those who report holdings elsewhere. */
  included?: readonly string[];
  reportedBy?: readonly string[];
  rows?: readonly Row[];
  coverValue?: number;
  coverRows?: number;
  prefix?: string;
  /** The text of the submission, if it is another one. */
  text?: string | (() => Response);
}

const APPLE: Required<Pick<Row, "name" | "title" | "cusip">> = { name: "APPLE INC", title: "COM", cusip: "037833100" };

function toRow(row: Row, prefix: string): string {
  const { name, title, cusip, value = 1000, amount = 1, kind = "SH", putCall, others } = { ...APPLE, ...row };
  const tag = (field: string, text: unknown) => `<${prefix}${field}>${String(text)}</${prefix}${field}>`;
  return tag(
    "infoTable",
    [
      tag("nameOfIssuer", name),
      tag("titleOfClass", title),
      tag("cusip", cusip),
      tag("value", value),
      tag("shrsOrPrnAmt", `${tag("sshPrnamt", amount)}${tag("sshPrnamtType", kind)}`),
      putCall === undefined ? "" : tag("putCall", putCall),
      tag("investmentDiscretion", "DFND"),
      others === undefined ? "" : tag("otherManager", others),
    ].join(""),
  );
}

const xml = (type: string, text: string) =>
  `<DOCUMENT>\n<TYPE>${type}\n<TEXT>\n<XML>\n<?xml version="1.0" encoding="UTF-8"?>\n${text}\n</XML>\n</TEXT>\n</DOCUMENT>\n`;

/** Returns the text of a submission. */
export function toSubmission(report: Report): string {
  const { form = "13F-HR", rows = [{}], type = "13F HOLDINGS REPORT", prefix = "" } = report;
  const { amendment, confidential = false, included = [], reportedBy = [] } = report;
  const sum = rows.reduce((total, { value = 1000 }) => total + Number(value), 0);
  const isNotice = type === "13F NOTICE";
  const cover = `<edgarSubmission xmlns="urn:filer"><formData><coverPage>
<reportCalendarOrQuarter>x</reportCalendarOrQuarter>
${amendment === undefined ? "" : `<amendmentInfo><amendmentType>${amendment}</amendmentType></amendmentInfo>`}
<reportType>${type}</reportType>
<otherManagersInfo>${reportedBy.map((name) => `<otherManager><name>${name}</name></otherManager>`).join("")}</otherManagersInfo>
</coverPage>${
    isNotice
      ? ""
      : `<summaryPage><tableEntryTotal>${report.coverRows ?? rows.length}</tableEntryTotal><tableValueTotal>${report.coverValue ?? sum}</tableValueTotal>
<isConfidentialOmitted>${confidential}</isConfidentialOmitted>
<otherManagers2Info>${included.map((name) => `<otherManager2><otherManager><name>${name}</name></otherManager></otherManager2>`).join("")}</otherManagers2Info></summaryPage>`
  }</formData></edgarSubmission>`;
  const table = `<${prefix}informationTable>${rows.map((row) => toRow(row, prefix)).join("")}</${prefix}informationTable>`;
  return `<SEC-DOCUMENT>\n${xml(form, cover)}${isNotice ? "" : xml("INFORMATION TABLE", table)}</SEC-DOCUMENT>`;
}

/** Returns a zip file with one text; `size` is that in its list of files. */
export function zip(text: string | Buffer): Buffer {
  const packed = deflateRawSync(text);
  const [file, entry, end] = [Buffer.alloc(30), Buffer.alloc(46), Buffer.alloc(22)];
  file.writeUInt32LE(0x04034b50);
  entry.writeUInt32LE(0x02014b50);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt32LE(file.length + packed.length, 16);
  return Buffer.concat([file, packed, entry, end]);
}

/** Returns a list of failed deliveries; each row is day, CUSIP and symbol. */
export function failsOf(rows: readonly (readonly [day: string, cusip: string, symbol: string])[]): Buffer {
  const lines = rows.map(([day, cusip, symbol]) => `${day}|${cusip}|${symbol}|100|A NAME|.`);
  return zip(["SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE", ...lines, "Trailer 1", ""].join("\n"));
}

interface Played {
  reports: readonly Report[];
  /** Lists of failed deliveries by name, such as `202604a`. */
  lists?: Readonly<Record<string, Buffer | (() => Response | Promise<Response>)>>;
  symbols?: readonly string[];
}

/** The manager's number. */
export const CIK = "CIK0001067983";

/** Plays the manager; returns the paths of the calls. */
export function playManager(
  internet: ReturnType<typeof useInternet>,
  { reports, lists = {}, symbols = ["AAPL", "BRK-B"] }: Played,
): string[] {
  return playSec(internet, {
    companies: symbols.map((symbol, at) => [320193 + at, symbol, "A company"] as const),
    list(filer) {
      if (`CIK${filer}` !== CIK) return undefined;
      const newest = reports.toSorted((one, other) => other.filed.localeCompare(one.filed));
      const document = "xslForm13F_X02/primary_doc.xml";
      return {
        name: "A MANAGER",
        recent: newest.map(({ accession, form = "13F-HR", filed, reported }) => [
          accession,
          form,
          filed,
          reported,
          "",
          document,
        ]),
      };
    },
    file({ pathname }) {
      const name = pathname.split("/").at(-1)!;
      const list = lists[/cnsfails(\w+)\.zip/.exec(name)?.[1] ?? ""];
      if (list) {
        return typeof list === "function"
          ? list()
          : new HttpResponse(new Uint8Array(list), { headers: { "content-type": "application/zip" } });
      }
      const report = reports.find(({ accession }) => name === `${accession}.txt`);
      if (!report) return undefined;
      const { text = toSubmission(report) } = report;
      return typeof text === "string" ? HttpResponse.text(text) : text();
    },
  });
}
