/** The facts of one tag of a company, as filed. */
import { z } from "../../../contract/schema.js";
import type { CachedPart } from "../../../contract/upstream.js";
import { asWord, isDay, toText } from "../../../contract/values.js";
import { DAY_SECONDS } from "../../../lib/day.js";
import { groupBy } from "../../../lib/group-by.js";
import { isObject } from "../../../lib/is-object.js";
import { ACCESSION } from "../accession.js";
import type { OfficialClient } from "../../official/client.js";
import { factsAge, isCurrent } from "../books/company-facts.js";
import { FORMS } from "../books/fact-book.js";
import { isRounding } from "../books/rounding.js";
import { withoutSlips, type Slip } from "../books/scale-slips.js";
import { toLength, toDayNumber, type FactFiling, type Length, type StatedValue } from "../books/stated-series.js";
import { newestWithFigures, type Submissions } from "../submissions.js";
import { TAG_UNIT } from "../books/tag-list.js";
import { fetchData, ifThere } from "../calls.js";

/** A fact as a filing states it. */
const filedFact = z.object({
  unit: z.string(),
  /** First day; empty for a balance. */
  start: z.string(),
  end: z.string(),
  value: z.number(),
  accession: z.string(),
  form: z.string(),
  filed: z.string(),
  fiscalYear: z.number().nullable(),
  fiscalPeriod: z.string().nullable(),
});
type FiledFact = z.output<typeof filedFact>;

const concept = factsAge.extend({
  /** The taxonomy's name of the tag for people. */
  label: z.string().nullable(),
  facts: z.array(filedFact),
});
type Concept = z.output<typeof concept>;

/** Limit of an answer; the longest known one has 700 facts. */
const MAX_FACTS = 2_000;

/**
 * Returns all facts of a tag, and when they were fetched; `null` if the company never used it.
 *
 * @throws {ProviderError} `bad_answer` when the answer cannot be read.
 */
export async function findConcept(
  cik: string,
  { taxonomy, tag }: { taxonomy: string; tag: string },
  submissions: Submissions,
  client: OfficialClient,
): Promise<Concept | null> {
  const newest = newestWithFigures(submissions);
  const part: CachedPart<Concept> = {
    key: `concept ${cik} ${taxonomy} ${tag}`,
    keepSeconds: 30 * DAY_SECONDS,
    schema: concept,
    isCurrent: (kept) => isCurrent(kept, newest),
  };
  const fetched = client.upstream.remember(part, async () => {
    const fetchedAt = client.upstream.now().getTime();
    const { label, units } = await fetchData(client, `api/xbrl/companyconcept/CIK${cik}/${taxonomy}/${tag}.json`);
    const facts = toFacts(units);
    const accession = newest?.accession ?? "";
    const hasNewest = facts.some((fact) => fact.accession === accession);
    return { fetchedAt, newest: accession, hasNewest, label: toText(label), facts };
  });
  return ifThere(fetched, null);
}

function toFacts(units: unknown): FiledFact[] {
  if (!isObject(units)) return [];
  return Object.entries(units).flatMap(([unit, rows]) =>
    TAG_UNIT.test(unit) && Array.isArray(rows)
      ? rows.slice(0, MAX_FACTS).flatMap((row) => (isObject(row) ? toFact(unit, row) : []))
      : [],
  );
}

function toFact(unit: string, row: Record<string, unknown>): FiledFact[] {
  const { start = "", end, val: value, accn: accession, form, filed, fy, fp } = row;
  const isFact =
    typeof value === "number" &&
    Number.isFinite(value) &&
    [accession, form, filed, end, start].every((each) => typeof each === "string") &&
    ACCESSION.test(asWord(accession)) &&
    /^[\w /-]{1,20}$/.test(asWord(form)) &&
    [filed, end, ...(start === "" ? [] : [start])].every((day) => isDay(asWord(day)));
  if (!isFact) return [];
  const fiscalYear = Number.isInteger(fy) ? (fy as number) : null;
  const fiscalPeriod = typeof fp === "string" && /^(?:FY|[QH]\d|\w{1,3})$/.test(fp) ? fp : null;
  const texts = { start, end, accession, form, filed } as Pick<FiledFact, "start" | "end" | "accession" | "form">;
  return [{ unit, value, ...texts, filed: asWord(filed), fiscalYear, fiscalPeriod }];
}

/** A value of a period with the first filing that states it. */
export interface StatedFact extends Omit<FiledFact, "value"> {
  /** `null` for a value in another scale than the right one. */
  value: number | null;
  /** Whether the newest report of the period states another value. */
  restated: boolean;
}

/**
 * Returns each value of each period once in succession, newest period first, and of one period the value first that was
 * filed last; and the values in a wrong scale. Forms that are no reports, such as proxies, restate nothing.
 */
export function toStatedFacts(facts: readonly FiledFact[]): { rows: StatedFact[]; slips: Slip[] } {
  const slips: Slip[] = [];
  const byUnit = groupBy(facts, ({ unit, form }) => `${unit}\t${FORMS.has(form)}`);
  const rows = [...byUnit.values()].flatMap((same) => {
    const periods = [...groupBy(same, ({ end }) => end).values()].flatMap(byLength).map(toPeriod);
    return periods.flatMap((period) => {
      const one = withoutSlips(period, () => periods.filter((other) => other !== period));
      slips.push(...(one.slips ?? []));
      const right = new Set(one.values.map(({ value }) => value));
      const newest = one.values.at(-1)!.value;
      return period.stated.map(({ fact }): StatedFact => {
        const isReport = FORMS.has(fact.form);
        const isRight = right.has(fact.value);
        const restated = isReport && isRight && !isRounding(fact.value, newest);
        return { ...fact, value: isRight ? fact.value : null, restated };
      });
    });
  });
  return { rows: rows.toSorted(compareRows), slips };
}

/**
 * Returns the facts with one last day in groups of one period. Filings differ on the first day, though not on the length:
 * NVIDIA's half-year of 2009 begins on a Sunday or a Monday.
 */
function byLength(facts: readonly FiledFact[]): FiledFact[][] {
  const ordered = facts.toSorted((one, other) => compare(one.start, other.start));
  return [...groupBy(ordered, ({ start, end }) => toLength(start, end) ?? start).values()];
}

interface Period {
  start: string;
  end: string;
  from: number;
  length: Length;
  values: StatedValue[];
  stated: { fact: FiledFact }[];
}

function toPeriod(facts: FiledFact[]): Period {
  const { start, end } = facts[0]!;
  const inOrder = facts.toSorted(
    (one, other) => compare(one.filed, other.filed) || compare(one.accession, other.accession),
  );
  const stated: { fact: FiledFact; last: FiledFact }[] = [];
  for (const fact of inOrder) {
    const before = stated.at(-1);
    if (before?.fact.value === fact.value) before.last = fact;
    else stated.push({ fact, last: fact });
  }
  const toFiling = ({ accession, form, filed, fiscalYear }: FiledFact): FactFiling => {
    return { accession, form, filed, fiscalYear };
  };
  const values = stated.map(({ fact, last }): StatedValue => {
    return { value: fact.value, first: toFiling(fact), last: toFiling(last) };
  });
  // Which length an odd period has matters to its name in notes only.
  const length = toLength(start, end) ?? "instant";
  return { start, end, from: toDayNumber(start), length, values, stated };
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Newest end first, then the shorter period, then the later filing. */
function compareRows(one: StatedFact, other: StatedFact): number {
  return (
    compare(other.end, one.end) ||
    compare(other.start, one.start) ||
    compare(one.unit, other.unit) ||
    compare(other.filed, one.filed) ||
    compare(other.accession, one.accession)
  );
}
