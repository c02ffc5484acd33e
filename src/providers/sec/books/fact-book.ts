/**
 * A company's facts in the form that is kept: of each figure and period every value once, with all filings that state it.
 * A fact of the SEC's answer has nine fields, and each filing repeats those of earlier years.
 */
import { asWord, isDay } from "../../../contract/values.js";
import { isObject } from "../../../lib/is-object.js";
import { ACCESSION } from "../accession.js";
import { Days, StatedPeriod, StatedSeries, type FactFiling } from "./stated-series.js";
import { isNeeded } from "./tags.js";

/** A company's facts. */
export type FactBook = ReturnType<typeof readBook>;

/** Forms that contain accounts. Fee tables and proxies repeat some figures with other meanings. */
export const FORMS: ReadonlySet<string> = new Set(
  ["10-K", "10-KT", "10-Q", "10-QT", "20-F", "40-F", "6-K", "8-K"].flatMap((form) => [form, `${form}/A`]),
);
/** Units of money, money per share, and shares. Other units belong to no statement. */
const STATEMENT_UNIT = /^(?:[A-Z]{3}(?:\/shares)?|shares)$/;
/** Limits of an answer; the longest known one has 57,000 facts and 700 filings. */
const MAX_FACTS = 60_000;
const MAX_FILINGS = 2_000;

interface Fact {
  value: number;
  filing: number;
}

/** Creates an empty book, which collects the facts of an answer. */
export function createBookWriter() {
  const filings: FactFiling[] = [];
  const places = new Map<string, number>();
  /** The text of each concept, written as soon as it has arrived: all at the end would block the event loop. */
  const concepts: string[] = [];
  let facts = 0;

  function placeOf(row: Record<string, unknown>): number | undefined {
    const { accn: accession, form, filed, fy } = row;
    const known = places.get(asWord(accession));
    if (known !== undefined) return known;
    const isFiling =
      typeof accession === "string" &&
      ACCESSION.test(accession) &&
      typeof filed === "string" &&
      isDay(filed) &&
      FORMS.has(asWord(form)) &&
      filings.length < MAX_FILINGS;
    if (!isFiling) return undefined;
    const fiscalYear = Number.isInteger(fy) ? (fy as number) : null;
    places.set(accession, filings.length);
    return filings.push({ accession, form: asWord(form), filed, fiscalYear }) - 1;
  }

  return {
    /** Whether a statement needs the concept. */
    needs: (taxonomy: string, concept: string) => isNeeded(toRuleTag(taxonomy, concept)),

    /** Adds a concept's object: `units`, each with a list of facts. */
    add(taxonomy: string, concept: string, { units }: Record<string, unknown>) {
      if (!isObject(units)) return;
      for (const [unit, rows] of Object.entries(units)) {
        if (!STATEMENT_UNIT.test(unit) || !Array.isArray(rows)) continue;
        const periods = new Map<string, Fact[]>();
        for (const row of rows as unknown[]) {
          if (!isObject(row) || facts >= MAX_FACTS) continue;
          const { start = "", end, val: value } = row;
          const isFact =
            typeof value === "number" &&
            Number.isFinite(value) &&
            isDay(asWord(end)) &&
            /^$|^\d{4}-/.test(asWord(start));
          const filing = isFact ? placeOf(row) : undefined;
          if (!isFact || filing === undefined) continue;
          facts++;
          const period = `${asWord(start)}\t${asWord(end)}`;
          const known = periods.get(period);
          if (known) known.push({ value, filing });
          else periods.set(period, [{ value, filing }]);
        }
        if (periods.size === 0) continue;
        const lines = [...periods].map(([period, list]) => `${period}\t${toValues(list, filings).join("\t")}`);
        concepts.push([`${toRuleTag(taxonomy, concept)}\t${unit}`, ...lines].join("\n"));
      }
    },

    /** Returns the book as text; empty if there is no fact. */
    text() {
      if (concepts.length === 0) return "";
      const head = filings.map(({ accession, form, filed, fiscalYear }) =>
        [accession, form, filed, fiscalYear ?? ""].join("\t"),
      );
      return [head.join("\n"), ...concepts].join("\n\n");
    },
  };
}

/** Returns the name of a concept in our lists of tags: an IFRS concept has a prefix, since both taxonomies have `Assets`. */
export function toRuleTag(taxonomy: string, concept: string): string {
  if (taxonomy === "us-gaap") return concept;
  return taxonomy === "ifrs-full" ? `ifrs:${concept}` : `${taxonomy}:${concept}`;
}

/** Returns each value with the places of the filings that state it in succession: `546639000 4 9`. */
function toValues(facts: readonly Fact[], filings: readonly FactFiling[]): string[] {
  const inOrder = facts.toSorted((one, other) => compareFilings(filings[one.filing]!, filings[other.filing]!));
  const values: { value: number; filings: number[] }[] = [];
  for (const { value, filing } of inOrder) {
    const last = values.at(-1);
    if (last && last.value === value) {
      if (last.filings.at(-1) !== filing) last.filings.push(filing);
    } else {
      values.push({ value, filings: [filing] });
    }
  }
  return values.map((stated) => [stated.value, ...stated.filings].join(" "));
}

function compareFilings(one: FactFiling, other: FactFiling): number {
  if (one.filed !== other.filed) return one.filed < other.filed ? -1 : 1;
  return one.accession < other.accession ? -1 : 1;
}

/** Reads a book's text; a tag's facts are read when they are asked for. */
export function readBook(text: string) {
  const parts = text.split("\n\n");
  const filings = copyOf(parts.shift()!)
    .split("\n")
    .map((line): FactFiling => {
      const [accession = "", form = "", filed = "", fiscalYear = ""] = line.split("\t");
      return { accession, form, filed, fiscalYear: fiscalYear === "" ? null : Number(fiscalYear) };
    });
  const texts = new Map<string, [unit: string, lines: string][]>();
  for (const part of parts) {
    const end = part.indexOf("\n");
    const [tag = "", unit = ""] = part.slice(0, end).split("\t");
    texts.set(tag, [...(texts.get(tag) ?? []), [unit, part.slice(end + 1)]]);
  }
  const days = new Days();
  const read = new Map<string, ReadonlyMap<string, StatedSeries>>();
  return {
    filings,
    /** The units in which a tag is stated, each with its periods; empty for a tag without facts. */
    unitsOf(tag: string) {
      let units = read.get(tag);
      if (!units) {
        units = new Map((texts.get(tag) ?? []).map(([unit, lines]) => [unit, readSeries(lines, filings, days)]));
        read.set(tag, units);
      }
      return units;
    },
  };
}

/** Returns a text of its own: an answer that is kept has parts of it, each of which would keep the whole book in memory. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}

function readSeries(lines: string, filings: readonly FactFiling[], days: Days): StatedSeries {
  const periods = lines.split("\n").map((line) => StatedPeriod.read(line, filings, days));
  return new StatedSeries(periods.filter((period) => period !== undefined));
}
