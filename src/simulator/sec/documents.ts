/** The simulated SEC's documents: reports, earnings releases and proxy statements, with the figures of the accounts. */
import { fiscalOf, quarterEnd, trendRevenue, type Economics, type Quarter } from "../companies/accounts.js";
import { balanceAt } from "../companies/balance-sheets.js";
import { cashOver } from "../companies/cash-flows.js";
import { traitsOf } from "../companies/fundamentals.js";
import { incomeOver } from "../companies/statements.js";
import { createMemo, type World } from "../companies/world.js";
import {
  auditFees,
  auditorsReport,
  consent,
  driverOf,
  furtherNotes,
  subsidiaries,
  unitOf,
  type Subject,
} from "./annual-parts.js";
import { filingsOf, type Filer, type SimulatedFiling } from "./filers.js";
import { contents, heading, pageBreak, paragraph, table, toDocument } from "./markup.js";
import { RISKS } from "./risks.js";
import { segmentNote, segmentResources } from "./segment-facts.js";

/** A document of a filing. */
interface SimulatedDocument {
  type: string;
  path: string;
  description: string;
}

/**
 * The documents of a filing, the main one first. A release of results has a presentation as PDF beside it, an annual
 * report the list of subsidiaries and the auditor's consent.
 */
export function documentsOf({ form, document, items }: SimulatedFiling): SimulatedDocument[] {
  const name = document.replace(/\.htm$/, "");
  const own = { type: form, path: document, description: form };
  if (form === "10-K") {
    return [
      own,
      { type: "EX-21.1", path: `${name}-ex211.htm`, description: "SUBSIDIARIES OF THE REGISTRANT" },
      { type: "EX-23.1", path: `${name}-ex231.htm`, description: "CONSENT OF INDEPENDENT AUDITOR" },
    ];
  }
  if (!items.includes("2.02")) return [own];
  return [
    own,
    { type: "EX-99.1", path: `${name}-ex991.htm`, description: "EARNINGS RELEASE" },
    { type: "EX-99.2", path: `${name}-ex992.pdf`, description: "PRESENTATION" },
  ];
}

const memo = createMemo<string>(50);

/** Returns a document of a company's filing; `undefined` if there is none. */
export function documentOf(
  world: World,
  filer: Filer,
  accession: string,
  path: string,
  at: number,
): string | undefined {
  const filing = filingsOf(filer, at).find((each) => each.accession === accession);
  const document = filing && documentsOf(filing).find((each) => each.path === path);
  if (!filing || !document) return undefined;
  if (path.endsWith(".pdf")) return "%PDF-1.4 simulated";
  const economics = world.books.economics(filer.security);
  const { employees, founded } = traitsOf(filer.security, world.market);
  const subject = { name: filer.security.name, economics, employees, founded, filing, quarter: filing.about };
  return memo(`${world.market.seed} ${accession} ${path}`, () => write(subject, document.type));
}

function write(subject: Subject, type: string): string {
  if (type === "EX-99.1") return release(subject);
  if (type === "EX-21.1") return subsidiaries(subject);
  if (type === "EX-23.1") return consent(subject);
  if (type === "8-K") return currentReport(subject);
  if (type === "DEF 14A") return proxy(subject);
  if (type === "20-F") return report(subject, FOREIGN, 4);
  return type === "10-Q" ? report(subject, QUARTERLY, 1) : report(subject, ANNUAL, 4);
}

/** The items of a report: number, title and contents. */
type Part = readonly [number: string, title: string, write: (subject: Subject, quarters: number) => string[]];

const ANNUAL: readonly Part[] = [
  ["1", "Business", business],
  ["1A", "Risk Factors", risks],
  ["1B", "Unresolved Staff Comments", none],
  ["2", "Properties", none],
  ["3", "Legal Proceedings", none],
  ["5", "Market for Registrant’s Common Equity", none],
  ["7", "Management’s Discussion and Analysis of Financial Condition and Results of Operations", discussion],
  ["7A", "Quantitative and Qualitative Disclosures About Market Risk", none],
  ["8", "Financial Statements and Supplementary Data", audited],
  ["9A", "Controls and Procedures", none],
  ["14", "Principal Accountant Fees and Services", auditFees],
  ["15", "Exhibits and Financial Statement Schedules", exhibits],
];
const QUARTERLY: readonly Part[] = [
  ["1", "Financial Statements", withNotes],
  ["2", "Management’s Discussion and Analysis of Financial Condition and Results of Operations", discussion],
  ["3", "Quantitative and Qualitative Disclosures About Market Risk", none],
  ["4", "Controls and Procedures", none],
  ["1A", "Risk Factors", none],
  ["6", "Exhibits", none],
];
const FOREIGN: readonly Part[] = [
  ["3", "Key Information", risks],
  ["4", "Information on the Company", business],
  ["5", "Operating and Financial Review and Prospects", discussion],
  ["8", "Financial Information", none],
  ["18", "Financial Statements", audited],
];

function report(subject: Subject, parts: readonly Part[], quarters: number): string {
  const { name, filing } = subject;
  const titles = parts.map(([number, title]) => `Item ${number}. ${title}`);
  const body = [
    heading(`FORM ${filing.form}`),
    paragraph(`${name}, for the period ended ${filing.reported}`),
    heading("TABLE OF CONTENTS"),
    contents(titles.map((title, at) => [title, `item${at}`, at * 4 + 1] as const)),
    ...parts.flatMap(([, , fill], at) => [
      heading(titles[at]!, `item${at}`),
      ...fill(subject, quarters),
      pageBreak(`${name} | Form ${filing.form}`, at * 4 + 4),
    ]),
  ];
  return toDocument(`${filing.form} of ${name}`, body, segmentResources(subject, quarters));
}

function none(): string[] {
  return [paragraph("Nothing is invented for this item.")];
}

function business({ name, economics, employees, filing }: Subject): string[] {
  const growth = (economics.growth * 100).toFixed(1);
  return [
    paragraph(`${name} and its subsidiaries design, make and sell simulated goods and services in all regions.`),
    paragraph(
      `Over the long run, sales are made to grow by ${growth}% a year. See Item 1A, Risk Factors, for what may differ.`,
    ),
    paragraph(
      `As of ${filing.reported}, ${name} had ${employees.toLocaleString("en-US")} employees. No customer made up 10% or more of net sales.`,
    ),
  ];
}

function audited(subject: Subject, quarters: number): string[] {
  return [...auditorsReport(subject), ...withNotes(subject, quarters)];
}

function withNotes(subject: Subject, quarters: number): string[] {
  return [
    ...statements(subject, quarters),
    heading("Note 1. Basis of Presentation"),
    paragraph(`The statements have the accounts of ${subject.name} and its subsidiaries. Every figure is invented.`),
    ...segmentNote(subject, quarters),
    ...furtherNotes(subject, quarters),
  ];
}

function exhibits(): string[] {
  return [
    table(
      ["Description"],
      [
        ["21.1", "Subsidiaries of the registrant"],
        ["23.1", "Consent of independent registered public accounting firm"],
      ],
    ),
  ];
}

function risks({ name }: Subject): string[] {
  return RISKS.map((risk) => paragraph(risk.replaceAll("{name}", name)));
}

function discussion(subject: Subject, quarters: number): string[] {
  const { name, economics, quarter } = subject;
  const [now, before] = [incomeOver(economics, quarter, quarters), incomeOver(economics, quarter - 4, quarters)];
  const change = ((now["revenue"]! / before["revenue"]! - 1) * 100).toFixed(1);
  const verb = Number(change) < 0 ? "fell" : "rose";
  return [
    paragraph(`Revenue of ${name} ${verb} by ${change.replace("-", "")}% from the same period of the year before.`),
    paragraph(driverOf(subject, quarters)),
    paragraph("Cash from operations is the company’s main source of liquidity."),
  ];
}

function statements({ economics, quarter }: Subject, quarters: number): string[] {
  const flows = [quarter, quarter - 4].map((last) => ({
    ...incomeOver(economics, last, quarters),
    ...cashOver(economics, last, quarters),
  }));
  const balances = [quarter, quarter - 4].map((last) => balanceAt(economics, last));
  const ends = [quarter, quarter - 4].map(quarterEnd);
  const of = (figures: readonly Record<string, number | undefined>[], field: string) =>
    figures.map((each) => (each[field] ?? 0) / economics.unit);
  return [
    paragraph(`CONSOLIDATED STATEMENTS OF OPERATIONS (${unitOf(economics)})`),
    table(ends, [
      ["Net sales", ...of(flows, "revenue")],
      ["Cost of sales", ...of(flows, "costOfRevenue")],
      ["Operating income", ...of(flows, "operatingIncome")],
      ["Net income (loss)", ...of(flows, "netIncome")],
      ["Earnings per share, diluted", ...flows.map((each) => Number(each.epsDiluted))],
    ]),
    paragraph(`CONSOLIDATED BALANCE SHEETS (${unitOf(economics)})`),
    table(ends, [
      ["Cash and cash equivalents", ...of(balances, "cashAndCashEquivalents")],
      ["Total assets", ...of(balances, "totalAssets")],
      ["Total liabilities", ...of(balances, "totalLiabilities")],
    ]),
    paragraph(`CONSOLIDATED STATEMENTS OF CASH FLOWS (${unitOf(economics)})`),
    table(ends, [
      ["Cash from operating activities", ...of(flows, "netCashProvidedByOperatingActivities")],
      ["Cash used in investing activities", ...of(flows, "netCashProvidedByInvestingActivities")],
    ]),
  ];
}

function nameOf(quarter: Quarter, economics: Economics): string {
  const { year, number } = fiscalOf(quarter, economics);
  return `the ${["first", "second", "third", "fourth"][number - 1]} quarter of fiscal ${year}`;
}

function release(subject: Subject): string {
  const { name, economics, quarter } = subject;
  const income = incomeOver(economics, quarter, 1);
  const money = (value: number) =>
    `${economics.currency} ${Math.round(value / economics.unit).toLocaleString("en-US")} ${economics.unit === 1e6 ? "million" : "thousand"}`;
  const next = trendRevenue(economics, quarter + 1);
  return toDocument(`Results of ${name}`, [
    heading(`${name} Reports Results for ${nameOf(quarter, economics)}`),
    paragraph(
      `${name} today announced results for ${nameOf(quarter, economics)}, ended ${quarterEnd(quarter)}. Revenue was ${money(income["revenue"]!)}, and diluted earnings per share were ${income["epsDiluted"]!.toFixed(2)}.`,
    ),
    heading("Outlook"),
    paragraph(
      `The company gives the following guidance for ${nameOf(quarter + 1, economics)}: ${name} expects revenue between ${money(next * 0.98)} and ${money(next * 1.02)}, and operating expenses to grow more slowly than revenue.`,
    ),
    heading("Financial Tables"),
    ...statements(subject, 1),
  ]);
}

function currentReport({ name, economics, quarter }: Subject): string {
  return toDocument(`8-K of ${name}`, [
    heading("FORM 8-K"),
    paragraph(`${name}, current report`),
    heading("Item 2.02 Results of Operations and Financial Condition"),
    paragraph(
      `${name} issued a release about its results for ${nameOf(quarter, economics)}, which is furnished as Exhibit 99.1.`,
    ),
    heading("Item 9.01 Financial Statements and Exhibits"),
    table(
      ["Description"],
      [
        ["99.1", "Earnings release"],
        ["99.2", "Presentation"],
      ],
    ),
  ]);
}

function proxy({ name, economics, quarter }: Subject): string {
  const { year } = fiscalOf(quarter, economics);
  const pay = Math.round(economics.revenue / 4_000);
  return toDocument(`Proxy statement of ${name}`, [
    heading("PROXY STATEMENT"),
    paragraph(`Notice of the annual meeting of the shareholders of ${name}.`),
    heading("TABLE OF CONTENTS"),
    contents(PROXY.map((title, at) => [title, `part${at}`, at * 6 + 2] as const)),
    heading(PROXY[0]!, "part0"),
    paragraph("The board of directors proposes to elect all present directors for another year."),
    heading(PROXY[1]!, "part1"),
    paragraph("Pay depends on revenue and on operating income, each for one half."),
    heading(PROXY[2]!, "part2"),
    table(
      ["Salary", "Stock Awards", "Total"],
      [
        [`Chief executive officer, ${year}`, pay, pay * 6, pay * 7],
        [`Chief financial officer, ${year}`, pay / 2, pay * 2, pay * 2.5],
      ],
    ),
    heading(PROXY[3]!, "part3"),
    paragraph(`All directors and officers as a group own less than 1% of the shares of ${name}.`),
  ]);
}

const PROXY = [
  "Election of Directors",
  "Compensation Discussion and Analysis",
  "Summary Compensation Table",
  "Security Ownership of Certain Beneficial Owners and Management",
];
