/**
 * Which facts of an axis are the parts of a figure: a table of the report shows totals beside their parts, and other tables
 * cut the same figure in another way. Only the parts of one table are added, and the sum is compared with the whole figure.
 */
import type { CUT_KINDS } from "../../../capabilities/filings/filing-cut.js";
import { groupBy } from "../../../lib/group-by.js";
import { toExactNumber } from "./filed-number.js";
import type { FiledFact } from "./filed-facts.js";

/** The axis that says whether a figure is of segments, of the head office, or an elimination between them. */
export const CONSOLIDATION = "srt:ConsolidationItemsAxis";
const OPERATING = "us-gaap:OperatingSegmentsMember";
/** Members that are eliminations, also of companies' own, such as `ko:EliminationsMember`. */
const ELIMINATION = /(?:Elimination|EliminationOf\w*)s?(?:Segment)?Member$/i;
/** The head office, and what leads from the segments to the whole. */
const CORPORATE = new Set(
  "CorporateNonSegmentMember CorporateMember MaterialReconcilingItemsMember SegmentReconcilingItemsMember UnallocatedAmountsMember".split(
    " ",
  ),
);
/** The largest part of a figure by which a sum may differ from it, however coarsely its parts are rounded. */
const MAX_DIFFERENCE = 0.005;
/** Members among which totals are looked for, in time that grows with the cube. */
const MAX_COMPARED = 60;
/** Levels of totals in one table. */
const MAX_LEVELS = 5;

/** A part of a figure, or a row beside the parts, which is not added. */
export interface CutRow {
  value: number | null;
  axis: string;
  member: string;
  kind: (typeof CUT_KINDS)[number];
  /** The place of the fact on its page; empty where it has none, or is a sum of facts. */
  anchor: string;
}

/** The parts of a figure of one period. */
export interface Cut {
  start: string;
  end: string;
  unit: string;
  rows: CutRow[];
  /** The figure without dimension; `null` where the filing states none. */
  undimensioned: number | null;
  /** The sum of the rows that are members; `null` where nothing says which of them belong together. */
  sum: number | null;
  /** The figure without dimension less the sum. */
  difference: number | null;
  /** Whether the sum is the figure, but for rounding; `null` without the figure. */
  isComplete: boolean | null;
  /** Whether the rows that are not added make the sum the figure. */
  isReconciled: boolean;
  /** Members of other tables that are left out. */
  left: number;
  /** The axis over whose members each row is summed, as no fact has the asked axis alone. */
  over?: string;
}

/** Returns the tables of the report in which a name stands. */
type TablesOf = (name: string) => readonly number[];

/** A fact of the asked axis. */
interface Part {
  fact: FiledFact;
  member: string;
}

/** Parts that may belong together. */
interface Candidate {
  parts: Part[];
  totals: Part[];
  sum: number | null;
  difference: number | null;
  isComplete: boolean | null;
  isReconciled: boolean;
}

/**
 * Returns the parts of a figure on one axis, from the facts of one tag, unit and period; `undefined` if none has the axis.
 * Facts with further axes are cuts of other figures, but for the qualifier that says that they are of the segments.
 */
export function toCut(facts: readonly FiledFact[], axis: string, tablesOf: TablesOf): Cut | undefined {
  const whole = facts.find(({ dimensions }) => dimensions.length === 0);
  const plain = partsOf(facts, axis, undefined);
  const ofSegments = axis === CONSOLIDATION ? [] : partsOf(facts, axis, OPERATING);
  if (plain.length + ofSegments.length === 0) return toCrossCut(facts, whole, axis, tablesOf);
  // The facts of no segment: all segments together, the head office, eliminations.
  const beside = /Segments?Axis$/.test(axis) ? partsOf(facts, CONSOLIDATION, undefined) : [];
  // A figure may stand with the qualifier and without it.
  const known = new Set(plain.map(({ member }) => member));
  const both = [...plain, ...ofSegments.filter(({ member }) => !known.has(member))];
  const variants = [plain, ofSegments, facts.flatMap((fact) => both.find((part) => part.fact === fact) ?? [])];
  const marked = (part: Part) => kindOf(part.member) !== "member";
  const candidates = variants.flatMap((parts) => {
    const own = parts.filter((part) => !marked(part));
    const further = [...parts.filter(marked), ...beside];
    const ofTables = tablesWith(own, axis, tablesOf).flatMap((table) => candidatesIn(table, further, whole));
    const ofAll = own.length === 0 ? [] : candidatesIn(own, further, whole);
    // Members of several tables belong together only where they add up, or where no table is known.
    return [...ofTables, ...(ofTables.length === 0 ? ofAll : ofAll.filter((each) => rankOf(each) > 0))];
  });
  const best = candidates.toSorted(compareCandidates)[0];
  if (!best) return undefined;
  const isKnown = rankOf(best) > 0 || tablesOf(axis).length > 0;
  const shown = [...best.parts, ...best.totals];
  const members = new Set(shown.map(({ member }) => member));
  const others = variants[2]!.filter((part) => !members.has(part.member));
  const totals = others.filter((part) => !marked(part) && isSumOfSome(part, best.parts));
  return {
    ...periodOf(facts),
    rows: [
      ...best.parts.map((part) => toRow(part, axis, "member")),
      ...[...best.totals, ...totals].map((part) => toRow(part, axis, "total")),
      ...others.filter(marked).map((part) => toRow(part, axis, kindOf(part.member))),
      ...beside.map((part) => toRow(part, CONSOLIDATION, kindBeside(part.member))),
    ],
    undimensioned: whole?.value ?? null,
    // Of members that may be parts of each other, there is no sum.
    sum: isKnown ? best.sum : null,
    difference: isKnown ? best.difference : null,
    isComplete: best.isComplete,
    isReconciled: best.isReconciled,
    left: others.filter((part) => !marked(part)).length - totals.length,
  };
}

function periodOf(facts: readonly FiledFact[]) {
  const { start, end, unit } = facts[0]!;
  return { start, end, unit };
}

/** Returns the facts whose only axes are the asked one and, if given, the qualifier; in the order of the page. */
function partsOf(facts: readonly FiledFact[], axis: string, qualifier: string | undefined): Part[] {
  return facts.flatMap((fact) => {
    const member = fact.dimensions.find(([name]) => name === axis)?.[1];
    const further = fact.dimensions.filter(([name]) => name !== axis);
    const isOwn =
      qualifier === undefined
        ? further.length === 0
        : further.length === 1 && further[0]![0] === CONSOLIDATION && further[0]![1] === qualifier;
    return member !== undefined && isOwn ? [{ fact, member }] : [];
  });
}

function kindOf(member: string): CutRow["kind"] {
  if (ELIMINATION.test(member)) return "elimination";
  return CORPORATE.has(member.slice(member.indexOf(":") + 1)) ? "corporate" : "member";
}

/** Returns the kind of a fact of no segment: but for all segments together, it leads from them to the whole. */
function kindBeside(member: string): CutRow["kind"] {
  if (member === OPERATING) return "total";
  const kind = kindOf(member);
  return kind === "member" ? "corporate" : kind;
}

function toRow({ fact, member }: Part, axis: string, kind: CutRow["kind"]): CutRow {
  return { value: fact.value, axis, member, kind, anchor: fact.anchor };
}

/** Returns the members of each table that has the axis. */
function tablesWith<Own extends Part>(parts: readonly Own[], axis: string, tablesOf: TablesOf): (readonly Own[])[] {
  const tables = tablesOf(axis).map((table) => parts.filter(({ member }) => tablesOf(member).includes(table)));
  return tables.filter(({ length }) => length > 0);
}

/**
 * Returns what may belong together in a table: all members, those that are no totals, and neighbours on the page that add up
 * to the figure, which stand in a table of the page of their own.
 */
function candidatesIn(table: readonly Part[], further: readonly Part[], whole: FiledFact | undefined): Candidate[] {
  const direct = check(table, [], further, whole);
  if (direct.isComplete === true) return [direct];
  const totals = totalsIn(table);
  const rest = table.filter((part) => !totals.includes(part));
  const runs = [table, ...(totals.length > 0 ? [rest] : [])].flatMap((parts) => runsIn(parts, further, whole));
  return [check(rest, totals, further, whole), ...runs];
}

function runsIn(parts: readonly Part[], further: readonly Part[], whole: FiledFact | undefined): Candidate[] {
  if (!whole || parts.length > MAX_COMPARED) return [];
  const runs: Candidate[] = [];
  for (let from = 0; from < parts.length; from++) {
    for (let to = from + 2; to <= parts.length; to++) {
      const run = check(parts.slice(from, to), [], further, whole);
      if (run.difference === 0 || run.isReconciled) runs.push(run);
    }
  }
  return runs;
}

function check(parts: readonly Part[], totals: Part[], further: readonly Part[], whole?: FiledFact): Candidate {
  const sum = sumOf(parts);
  const between = further.filter(({ member }) => member !== OPERATING);
  const isSum = (all: readonly Part[]): boolean | null => {
    const difference = differenceOf(whole, sumOf(all));
    if (difference === null || !whole) return null;
    const rounding = [whole, ...all.map(({ fact }) => fact)].reduce(
      (by, { decimals }) => by + 0.5 * 10 ** -decimals,
      0,
    );
    return Math.abs(difference) <= Math.min(rounding, Math.abs(whole.value!) * MAX_DIFFERENCE);
  };
  const isComplete = isSum(parts);
  const isReconciled = isComplete === false && between.length > 0 && isSum([...parts, ...between]) === true;
  return { parts: [...parts], totals, sum, difference: differenceOf(whole, sum), isComplete, isReconciled };
}

const rankOf = ({ isComplete, isReconciled }: Pick<Candidate, "isComplete" | "isReconciled">): number =>
  isComplete === true ? 2 : isReconciled ? 1 : 0;

/** The complete candidates first, then those whose further rows lead to the figure, then the one with most members. */
function compareCandidates(one: Candidate, other: Candidate): number {
  return rankOf(other) - rankOf(one) || other.parts.length - one.parts.length;
}

/** Returns the members that are the exact sum of neighbours, which are two or more; and those that are sums of the rest. */
function totalsIn(table: readonly Part[]): Part[] {
  const totals: Part[] = [];
  for (let level = 0; level < MAX_LEVELS; level++) {
    const rest = table.filter((part) => !totals.includes(part));
    const found = rest.filter((part) => isSumOfSome(part, rest));
    if (found.length === 0 || found.length === rest.length) break;
    totals.push(...found);
  }
  return totals;
}

/** Whether a value is the exact sum of two or more of the parts, which are neighbours on the page. */
function isSumOfSome(part: Part, all: readonly Part[]): boolean {
  const { value } = part.fact;
  if (value === null || value === 0 || all.length > MAX_COMPARED) return false;
  return all.some((first, at) => {
    if (first === part) return false;
    let sum = 0;
    for (let count = 0; at + count < all.length; count++) {
      const next = all[at + count]!;
      if (next === part) return false;
      sum = addExactly(sum, next.fact.value ?? 0);
      if (count > 0 && sum === value) return true;
    }
    return false;
  });
}

/** Returns the sum of the values; `null` if there is none. */
function sumOf(parts: readonly Part[]): number | null {
  const values = parts.flatMap(({ fact: { value } }) => (value === null ? [] : [value]));
  return values.length === 0 ? null : values.reduce(addExactly, 0);
}

function differenceOf(whole: FiledFact | undefined, sum: number | null): number | null {
  return whole === undefined || whole.value === null || sum === null ? null : addExactly(whole.value, -sum);
}

/** Adds decimal numbers as they are written: 0.1 and 0.2 are 0.3, and 1e-7 twice is 2e-7. */
function addExactly(one: number, other: number): number {
  const sum = one + other;
  if (Number.isSafeInteger(one) && Number.isSafeInteger(other)) return sum;
  return toExactNumber(sum.toFixed(Math.max(placesOf(one), placesOf(other)))) ?? sum;
}

/** The most places behind the point that `toFixed` writes. */
const MAX_PLACES = 100;

/** Returns the places behind the point of a number, which the language writes as 0.000001 or 1e-7. */
function placesOf(value: number): number {
  const [, part = "", exponent = "0"] = /(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))!;
  return Math.min(MAX_PLACES, Math.max(0, part.length - Number(exponent)));
}

/**
 * Returns the sums over one further axis, where no fact has the asked axis alone and the sums are exactly parts of the figure;
 * over two at once, values would be added twice.
 */
function toCrossCut(
  facts: readonly FiledFact[],
  whole: FiledFact | undefined,
  axis: string,
  tablesOf: TablesOf,
): Cut | undefined {
  const crossed = facts.flatMap((fact) => {
    const axes = fact.dimensions.filter(([name, member]) => name !== CONSOLIDATION || member !== OPERATING);
    const own = axes.find(([name]) => name === axis)?.[1];
    const partner = axes.find(([name]) => name !== axis && name !== CONSOLIDATION);
    return axes.length === 2 && own !== undefined && partner
      ? [{ fact, own, over: partner[0], member: partner[1] }]
      : [];
  });
  for (const [over, parts] of groupBy(crossed, (part) => part.over)) {
    for (const table of [...tablesWith(parts, over, tablesOf), parts]) {
      const { isComplete, sum, difference } = check(table, [], [], whole);
      if (isComplete !== true) continue;
      const rows = [...groupBy(table, ({ own }) => own)].map(([member, all]): CutRow => ({
        value: sumOf(all),
        axis,
        member,
        kind: "member",
        anchor: "",
      }));
      const undimensioned = whole?.value ?? null;
      return {
        ...periodOf(facts),
        rows,
        undimensioned,
        sum,
        difference,
        isComplete,
        isReconciled: false,
        left: 0,
        over,
      };
    }
  }
  return undefined;
}
