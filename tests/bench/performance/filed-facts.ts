/** Invented facts of a company that has filed for seventeen years: 14,000 values of 85 tags, about as many as Apple's. */
import { PARTS, RULES } from "../../../src/providers/sec/books/tags.js";
import { companyFacts, type PlayedFact, type PlayedFiling } from "../../providers/sec/facts-play.js";

const [FIRST_YEAR, LAST_YEAR] = [2009, 2025];
const QUARTERS = [1, 2, 3, 4];
const TAGS = 85;
/** Figures that reports state for the year to date only. */
const TO_DATE_ONLY = /Payments|Proceeds|NetCash|IncreaseDecrease|ShareBased|Depreciation/;

const RULES_OF_TAGS = [...Object.values(RULES).flatMap((rules) => Object.values(rules)), ...Object.values(PARTS)];
const MEASURES = new Map(
  RULES_OF_TAGS.flatMap((rule) => (rule?.tags.flat() ?? []).map((tag) => [tag, rule!.measure] as const)),
);

/** Returns the SEC's answer. */
export function filedFacts(): string {
  const tags = [...MEASURES.keys()].filter((tag) => !tag.startsWith("ifrs:"));
  // Nobody uses all tags; those by which periods are found are kept.
  const used = tags.filter((tag, index) => index % 3 !== 2 || /^(?:NetIncomeLoss|Assets)$/.test(tag)).slice(0, TAGS);
  return JSON.stringify(companyFacts(Object.fromEntries(used.map((tag) => [tag, { [unitOf(tag)]: factsOf(tag) }]))));
}

function unitOf(tag: string): string {
  const measure = MEASURES.get(tag);
  return measure === "shares" ? "shares" : measure === "perShare" ? "USD/shares" : "USD";
}

function factsOf(tag: string): PlayedFact[] {
  const facts: PlayedFact[] = [];
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year++) {
    for (const quarter of QUARTERS) {
      const number = (year - FIRST_YEAR) * QUARTERS.length + quarter;
      const filing: PlayedFiling = [
        `0000320193-${String(year - 1999)}-${String(number).padStart(6, "0")}`,
        quarter === 4 ? "10-K" : "10-Q",
        new Date(Date.UTC(year, quarter * 3, 35)).toISOString().slice(0, 10),
        year,
      ];
      for (const stated of quarter === 4 ? [year, year - 1, year - 2] : [year, year - 1]) {
        for (const start of startsOf(tag, stated, quarter)) {
          facts.push([start, endOf(stated, quarter), (stated * 10 + quarter) * 1_000_000, filing]);
        }
      }
    }
  }
  return facts;
}

/** Returns the first days of the periods that a report states: the quarter and the year to date. */
function startsOf(tag: string, year: number, quarter: number): string[] {
  if (MEASURES.get(tag) === "balance") return [""];
  const toDate = firstDay(year, 0);
  const hasQuarter = quarter < 4 && !TO_DATE_ONLY.test(tag);
  return [...new Set([...(hasQuarter ? [firstDay(year, quarter * 3 - 3)] : [toDate]), toDate])];
}

function firstDay(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

function endOf(year: number, quarter: number): string {
  return new Date(Date.UTC(year, quarter * 3, 0)).toISOString().slice(0, 10);
}
