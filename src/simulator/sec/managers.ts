/**
 * The managers of the simulated SEC, of which one is a company with a symbol: their reports of holdings (13F), and the lists of failed
 * deliveries, by which a client finds the symbols of CUSIPs.
 */
import { crc32, deflateRawSync } from "node:zlib";
import { DAY_MS } from "../../lib/day.js";
import { newestFirst } from "../../lib/newest-first.js";
import { quarterEnd, type Quarter } from "../companies/accounts.js";
import { dateOf, type World } from "../companies/world.js";
import { toKey, uniform } from "../market/random.js";
import type { Security } from "../market/security.js";
import { cusipOf, filersOf, toLists, type SimulatedFiling } from "./filers.js";
import { escaped } from "./markup.js";

interface Manager {
  cik: number;
  name: string;
  formerName?: string;
  symbol?: string;
  /** Companies that it holds shares of, from the first of the list on, and how many. */
  holds: readonly [from: number, count: number];
  /** The kind of filings that it has beside plain reports, or in their place. */
  files?: "additions" | "notices" | "restatements";
}

/** All names but the first are invented, and all holdings. */
export const MANAGERS: readonly Manager[] = [
  { cik: 1_067_983, name: "BERKSHIRE HATHAWAY INC.", symbol: "BRK-B", holds: [0, 40] },
  {
    cik: 1_900_001,
    name: "HARBOR POINT CAPITAL MANAGEMENT LLC",
    formerName: "HARBOR STREET ADVISERS LLC",
    holds: [0, 30],
    files: "additions",
  },
  { cik: 1_900_002, name: "HARBOR POINT PARTNERS LP", holds: [12, 24], files: "restatements" },
  { cik: 1_900_005, name: "TAMARACK FERRY TRUST CO", holds: [0, 0], files: "notices" },
];

/** Quarters of which reports exist, and days from the end of a quarter to its report and to an amendment. */
const QUARTERS = 6;
const FILED_AFTER = 40;
const AMENDED_AFTER = 52;

export const managerOf = (cik: number): Manager | undefined => MANAGERS.find((each) => each.cik === cik);

/** Returns a manager's reports up to a moment, newest first. */
export function reportsOf({ cik, files }: Manager, at: number): SimulatedFiling[] {
  const date = new Date(at);
  const now = date.getUTCFullYear() * 4 + Math.floor(date.getUTCMonth() / 3);
  const report = (quarter: Quarter, place: number, form: string, after: number): SimulatedFiling => {
    const reported = quarterEnd(quarter);
    const filed = dateOf(Date.parse(reported) + after * DAY_MS);
    const accession = `${String(cik).padStart(10, "0")}-${filed.slice(2, 4)}-${String((quarter % 10_000) * 10 + place).padStart(6, "0")}`;
    return { accession, form, filed, reported, items: "", document: "xslForm13F_X02/primary_doc.xml", about: quarter };
  };
  const reports = Array.from({ length: QUARTERS }, (_, back) => now - 1 - back).flatMap((quarter) => [
    report(quarter, 1, files === "notices" ? "13F-NT" : "13F-HR", FILED_AFTER),
    ...(files === "additions" || files === "restatements" ? [report(quarter, 2, "13F-HR/A", AMENDED_AFTER)] : []),
  ]);
  return newestFirst(
    reports.filter(({ filed }) => filed <= dateOf(at)),
    ({ filed }) => filed,
  );
}

/** Returns the page of a report's cover; `undefined` for another number. */
export function managerCover(manager: Manager, accession: string, at: number): string | undefined {
  const report = reportsOf(manager, at).find((each) => each.accession === accession);
  if (!report) return undefined;
  return `<html><body><h1>Form 13F cover page</h1><p>${manager.name}</p><p>Report for the quarter ended: ${report.reported}</p></body></html>`;
}

/** Returns what the SEC knows of a manager. */
export function managerSubmissions(manager: Manager, at: number) {
  const { cik, name, formerName } = manager;
  return {
    cik: String(cik).padStart(10, "0"),
    entityType: "other",
    sic: "",
    name,
    tickers: [],
    exchanges: [],
    formerNames: formerName === undefined ? [] : [{ name: formerName, to: "2019-06-28T04:00:00.000Z" }],
    filings: toLists(reportsOf(manager, at)),
  };
}

/** One row of a table. */
interface Row {
  name: string;
  title: string;
  cusip: string;
  value: number;
  amount: number;
  kind: "SH" | "PRN";
  putCall?: "Put" | "Call";
  others?: string;
}

const companiesOf = (world: World): Security[] => filersOf(world).map(({ security }) => security);

/** The rows of a report: shares that grow and shrink from quarter to quarter, some of them nothing at times. */
function rowsOf(world: World, { cik, symbol, holds: [from, count] }: Manager, quarter: Quarter): Row[] {
  const day = Date.parse(quarterEnd(quarter)) / DAY_MS;
  const places = Array.from({ length: count }, (_, at) => from + at);
  const companies = companiesOf(world);
  return places.flatMap((place): Row[] => {
    const company = companies[place];
    if (!company || company.symbol === symbol) return [];
    const key = toKey(`held by ${cik} ${company.symbol}`, world.market.seed);
    // A third of the positions changes in a quarter, and one of twelve is not held.
    const age = Math.floor((quarter + Math.floor(uniform(key, 0) * 3)) / 3);
    if (uniform(key, age + 1) < 1 / 12) return [];
    const amount = 1_000 * Math.ceil(uniform(key, age + 2) * 900);
    const value = Math.round(amount * world.market.closeOn(company, day));
    const row: Row = {
      name: company.name.toUpperCase(),
      title: "COM",
      cusip: cusipOf(company),
      value,
      amount,
      kind: "SH",
    };
    // One position of two is that of two combinations of managers.
    const part = Math.floor(amount / 4);
    return place % 2 === 0
      ? [row]
      : [
          { ...row, amount: amount - part, value: value - Math.floor(value / 4) },
          { ...row, amount: part, value: Math.floor(value / 4), others: "1,2" },
        ];
  });
}

/** The rows of a manager's further filings: a bond and a put, which are added, and the whole again. */
function amendedRows(world: World, manager: Manager, quarter: Quarter): Row[] {
  const rows = rowsOf(world, manager, quarter);
  if (manager.files !== "additions") return rows.slice(0, -1);
  const [first] = rows;
  return [
    {
      name: "FERN VALLEY POWER CO",
      title: "NOTE 2.5% 6/1",
      cusip: "S90000AA1",
      value: 4_812_500,
      amount: 5_000_000,
      kind: "PRN",
    },
    ...(first
      ? [
          {
            ...first,
            putCall: "Put" as const,
            amount: 20_000,
            value: Math.round((first.value / first.amount) * 20_000),
          },
        ]
      : []),
  ];
}

/** Returns the text of a submission with cover and table; `undefined` if there is none. */
export function managerReport(world: World, manager: Manager, accession: string, at: number): string | undefined {
  const report = reportsOf(manager, at).find((each) => each.accession === accession);
  if (!report) return undefined;
  const { form, about: quarter } = report;
  const isAmendment = form.endsWith("/A");
  const rows = form === "13F-NT" ? [] : (isAmendment ? amendedRows : rowsOf)(world, manager, quarter);
  const [first, other] = MANAGERS.filter((each) => each !== manager && each.symbol === undefined) as [Manager, Manager];
  const [year, month, day] = report.reported.split("-");
  const amendment = isAmendment
    ? `<isAmendment>true</isAmendment><amendmentNo>1</amendmentNo><amendmentInfo><amendmentType>${manager.files === "additions" ? "NEW HOLDINGS" : "RESTATEMENT"}</amendmentType></amendmentInfo>`
    : "<isAmendment>false</isAmendment>";
  const reporting = `<otherManagersInfo><otherManager><name>${escaped(other.name)}</name></otherManager></otherManagersInfo>`;
  const summary = `<summaryPage><otherIncludedManagersCount>1</otherIncludedManagersCount><tableEntryTotal>${rows.length}</tableEntryTotal><tableValueTotal>${rows.reduce((sum, { value }) => sum + value, 0)}</tableValueTotal><isConfidentialOmitted>${manager.files === "restatements"}</isConfidentialOmitted><otherManagers2Info><otherManager2><sequenceNumber>1</sequenceNumber><otherManager><name>${escaped(first.name)}</name></otherManager></otherManager2></otherManagers2Info></summaryPage>`;
  const cover = `<?xml version="1.0" encoding="UTF-8"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/thirteenffiler"><formData><coverPage><reportCalendarOrQuarter>${month}-${day}-${year}</reportCalendarOrQuarter>${amendment}<filingManager><name>${escaped(manager.name)}</name></filingManager><reportType>${form === "13F-NT" ? "13F NOTICE" : "13F COMBINATION REPORT"}</reportType>${reporting}</coverPage>${form === "13F-NT" ? "" : summary}</formData></edgarSubmission>`;
  const table = `<?xml version="1.0" encoding="UTF-8"?>
<ns1:informationTable xmlns:ns1="http://www.sec.gov/edgar/document/thirteenf/informationtable">${rows.map(toXml).join("\n")}</ns1:informationTable>`;
  const documents = [[form, cover], ...(form === "13F-NT" ? [] : [["INFORMATION TABLE", table]])];
  return `<SEC-DOCUMENT>${accession}.txt\n${documents
    .map(([type, xml]) => `<DOCUMENT>\n<TYPE>${type}\n<TEXT>\n<XML>\n${xml}\n</XML>\n</TEXT>\n</DOCUMENT>\n`)
    .join("")}</SEC-DOCUMENT>`;
}

function toXml({ name, title, cusip, value, amount, kind, putCall, others }: Row): string {
  const fields = [
    ["nameOfIssuer", escaped(name)],
    ["titleOfClass", title],
    ["cusip", cusip],
    ["value", value],
    ["shrsOrPrnAmt", `<ns1:sshPrnamt>${amount}</ns1:sshPrnamt><ns1:sshPrnamtType>${kind}</ns1:sshPrnamtType>`],
    ...(putCall ? [["putCall", putCall]] : []),
    ["investmentDiscretion", others ? "DFND" : "SOLE"],
    ...(others ? [["otherManager", others]] : []),
    ["votingAuthority", `<ns1:Sole>${amount}</ns1:Sole><ns1:Shared>0</ns1:Shared><ns1:None>0</ns1:None>`],
  ];
  return `<ns1:infoTable>${fields.map(([field, text]) => `<ns1:${field}>${text}</ns1:${field}>`).join("")}</ns1:infoTable>`;
}

/** Returns a list of failed deliveries as a zip file: every company but each tenth, as a security may have none. */
export function failedDeliveries(world: World, month: string): Buffer {
  const rows = companiesOf(world).flatMap((company, place) =>
    place % 10 === 9
      ? []
      : [
          `${month}02|${cusipOf(company)}|${company.symbol.replaceAll(/[-.]/g, "")}|100|${company.name.toUpperCase()}|10.00`,
        ],
  );
  const head = "SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE";
  return zip("cnsfails.txt", [head, ...rows, `Trailer record count ${rows.length}`, ""].join("\n"));
}

/** Returns a zip file with one text. */
function zip(name: string, text: string): Buffer {
  const [plain, title] = [Buffer.from(text, "latin1"), Buffer.from(name)];
  const packed = deflateRawSync(plain);
  const [file, entry, end] = [Buffer.alloc(30), Buffer.alloc(46), Buffer.alloc(22)];
  for (const [part, mark, at] of [
    [file, 0x04034b50, 4],
    [entry, 0x02014b50, 6],
  ] as const) {
    part.writeUInt32LE(mark);
    part.writeUInt16LE(20, at);
    part.writeUInt16LE(8, at + 4);
    part.writeUInt32LE(crc32(plain), at + 10);
    part.writeUInt32LE(packed.length, at + 14);
    part.writeUInt32LE(plain.length, at + 18);
    part.writeUInt16LE(title.length, at + 22);
  }
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + title.length, 12);
  end.writeUInt32LE(file.length + title.length + packed.length, 16);
  return Buffer.concat([file, title, packed, entry, title, end]);
}
