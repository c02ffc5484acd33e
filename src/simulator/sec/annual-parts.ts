/** Parts of simulated annual reports: the auditor's report, notes on segments, taxes and debt, and the list of subsidiaries. */
import { quarterEnd, type Economics, type Quarter } from "../companies/accounts.js";
import { balanceAt } from "../companies/balance-sheets.js";
import { segmentsOver } from "../companies/segments.js";
import { incomeOver } from "../companies/statements.js";
import { pick, uniform } from "../market/random.js";
import type { SimulatedFiling } from "./filers.js";
import { heading, paragraph, table, toDocument, type Cell } from "./markup.js";

/** A filing with what its documents need. */
export interface Subject {
  name: string;
  economics: Economics;
  employees: number;
  founded: number;
  filing: SimulatedFiling;
  quarter: Quarter;
}

const AUDITORS = [
  "Example & Sample LLP",
  "Placeholder Accountants LLP",
  "Specimen Mock LLP",
  "Testcase & Co. LLP",
] as const;
const CITIES = ["Sampletown, California", "Exampleville, New York", "Mockport, Texas"] as const;
/** Countries of subsidiaries, as the law under which they exist. */
const LAWS = [
  "Delaware",
  "Ireland",
  "Netherlands",
  "Germany",
  "Japan",
  "Singapore",
  "United Kingdom",
  "India",
] as const;
const KINDS = [
  "Holdings",
  "Operations",
  "International",
  "Europe",
  "Asia",
  "Capital",
  "Services",
  "Properties",
] as const;

/** The unit of the tables of a report. */
export const unitOf = ({ unit, currency }: Economics) =>
  `${currency} in ${unit === 1e6 ? "millions" : "thousands"}, except per share`;

/** The company's auditor, and the first year of its work. */
function auditorOf({ economics, founded }: Subject): { auditor: string; city: string; since: number } {
  const { key } = economics;
  const since = Math.max(founded + 1, 1985 + Math.floor(30 * uniform(key, 71)));
  return { auditor: pick(AUDITORS, key, 70), city: pick(CITIES, key, 72), since };
}

/** The report of the auditor on the statements and on internal control, with one critical audit matter. */
export function auditorsReport(subject: Subject): string[] {
  const { name, quarter, filing } = subject;
  const { auditor, city, since } = auditorOf(subject);
  const [end, before] = [quarterEnd(quarter), quarterEnd(quarter - 4)];
  return [
    heading("Report of Independent Registered Public Accounting Firm"),
    paragraph(`To the shareholders and the board of directors of ${name}`),
    heading("Opinions on the Financial Statements and Internal Control over Financial Reporting"),
    paragraph(
      `We have audited the consolidated balance sheets of ${name} as of ${end} and ${before}, and the consolidated statements of operations and of cash flows for the years then ended. In our opinion, these simulated statements present fairly, in all material respects, the financial position of ${name} in conformity with accounting principles generally accepted in the United States of America.`,
    ),
    paragraph(
      `Also in our opinion, ${name} maintained, in all material respects, effective internal control over financial reporting as of ${end}.`,
    ),
    heading("Critical Audit Matter: Revenue Recognition"),
    paragraph(
      `The matter below was communicated to the audit committee. Contracts of ${name} with several services require judgment on when revenue is recognized; we tested the controls over it and a sample of contracts.`,
    ),
    paragraph(`/s/ ${auditor}`),
    paragraph(`We have served as the company’s auditor since ${since}.`),
    paragraph(`${city}, ${filing.filed}`),
  ];
}

/** The auditor's fees of both years, in the unit of the report. */
export function auditFees(subject: Subject): string[] {
  const { economics, quarter } = subject;
  const fees = [quarter, quarter - 4].map(
    (last) => incomeOver(economics, last, 4)["revenue"]! / 6_000 / economics.unit,
  );
  const part = (share: number): Cell[] => fees.map((each) => Math.round(each * share * 100) / 100);
  return [
    paragraph(`${auditorOf(subject).auditor} audits the company’s statements. Its fees were (${unitOf(economics)}):`),
    table([quarter, quarter - 4].map(quarterEnd), [
      ["Audit fees", ...part(0.8)],
      ["Audit-related fees", ...part(0.1)],
      ["Tax fees", ...part(0.1)],
    ]),
  ];
}

/** A sentence on the segment that added most to the change of revenue. */
export function driverOf({ economics, quarter }: Subject, quarters: number): string {
  const [now, before] = [quarter, quarter - 4].map((last) => segmentsOver(economics, "product", last, quarters));
  const changes = Object.entries(now!).map(([name, value]) => ({
    name,
    before: before![name] ?? 0,
    by: value - (before![name] ?? 0),
  }));
  const rose =
    incomeOver(economics, quarter, quarters)["revenue"]! >= incomeOver(economics, quarter - 4, quarters)["revenue"]!;
  const [first] = changes.toSorted((one, other) => (rose ? other.by - one.by : one.by - other.by));
  const percent = Math.abs((first!.by / first!.before) * 100).toFixed(1);
  return `The change was driven by ${first!.name}, whose net sales ${first!.by < 0 ? "fell" : "rose"} by ${percent}%, mainly because of ${first!.by < 0 ? "fewer" : "more"} units sold.`;
}

/** Notes on taxes and on debt. */
export function furtherNotes({ economics, quarter }: Subject, quarters: number): string[] {
  const ends = [quarter, quarter - 4].map(quarterEnd);
  const incomes = [quarter, quarter - 4].map((last) => incomeOver(economics, last, quarters));
  const balances = [quarter, quarter - 4].map((last) => balanceAt(economics, last));
  const of = (figures: readonly Record<string, number | undefined>[], field: string): Cell[] =>
    figures.map((each) => (each[field] ?? 0) / economics.unit);
  const rates = incomes.map((each) => {
    const before = each["incomeBeforeTax"] ?? 0;
    return before > 0 ? `${(((each["incomeTaxExpense"] ?? 0) / before) * 100).toFixed(1)}%` : "—";
  });
  return [
    heading("Note 3. Income Taxes"),
    table(ends, [
      ["Income before taxes", ...of(incomes, "incomeBeforeTax")],
      ["Provision for income taxes", ...of(incomes, "incomeTaxExpense")],
      ["Effective tax rate", ...rates],
    ]),
    heading("Note 4. Debt"),
    table(ends, [
      ["Short-term debt", ...of(balances, "shortTermDebt")],
      ["Long-term debt", ...of(balances, "longTermDebt")],
      ["Lease liabilities", ...balances.map((each) => leasesIn(each) / economics.unit)],
      ["Total debt", ...of(balances, "totalDebt")],
    ]),
  ];
}

function leasesIn({ totalDebt = 0, shortTermDebt = 0, longTermDebt = 0 }: Record<string, number | undefined>): number {
  return totalDebt - shortTermDebt - longTermDebt;
}

/** Exhibit 21: the subsidiaries and the laws under which they exist. */
export function subsidiaries({ name, economics }: Subject): string {
  const stem = name.replace(/,? (?:Inc\.|Corporation|Company|Incorporated|plc|S\.A\.|Limited|Ltd\.?)$/, "");
  const rows = KINDS.map((kind, place): [string, string] => [
    `${stem} ${kind} (simulated)`,
    pick(LAWS, economics.key, 80 + place),
  ]);
  return toDocument(`Subsidiaries of ${name}`, [
    heading("Exhibit 21.1"),
    heading(`Subsidiaries of ${name}`),
    table(["Jurisdiction of Incorporation"], rows),
    paragraph("Other subsidiaries are left out: together they would not be a significant one."),
  ]);
}

/** Exhibit 23: the auditor's consent. */
export function consent(subject: Subject): string {
  const { auditor, city } = auditorOf(subject);
  return toDocument(`Consent of the auditor of ${subject.name}`, [
    heading("Exhibit 23.1"),
    heading("Consent of Independent Registered Public Accounting Firm"),
    paragraph(`We consent to the use of our report on ${subject.name} in its registration statements on Form S-8.`),
    paragraph(`/s/ ${auditor}`),
    paragraph(`${city}, ${subject.filing.filed}`),
  ]);
}
