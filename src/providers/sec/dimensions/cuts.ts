/**
 * Which facts of an axis are the parts of a figure: a table of the report shows totals beside their parts, and other tables
 * cut the same figure in another way. Only the parts of one table are added, and the sum is compared with the whole figure.
 */
import type { CUT_KINDS } from "../../../capabilities/filings/filing-cut.js";
import { groupBy } from "../../../lib/group-by.js";
import { addExactly } from "../../../lib/add-exactly.js";
import { toLocal } from "../text/xml-records.js";
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
/** Members among which totals are looked for, in time that grows with the square. */
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
  const byFact = new Map(both.map((part) => [part.fact, part]));
  // In the order of the page, as those of one kind are.
  const mixed = both.length === plain.length ? plain : facts.flatMap((fact) => byFact.get(fact) ?? []);
  const marked = (part: Part) => kindOf(part.member) !== "member";
  let best: Candidate | undefined;
  const offer = (candidate: Candidate) => {
    if (!best || compareCandidates(candidate, best) < 0) best = candidate;
  };
  for (const parts of new Set([plain, ofSegments, mixed])) {
    const own = parts.filter((part) => !marked(part));
    const between = totalOf([...parts.filter(marked), ...beside].filter(({ member }) => member !== OPERATING));
    const tables = tablesWith(own, axis, tablesOf);
    for (const table of tables) candidatesIn(table, between, whole).forEach(offer);
    const ofAll = own.length === 0 ? [] : candidatesIn(own, between, whole);
    // Members of several tables belong together only where they add up, or where no table is known.
    ofAll.filter((each) => tables.length === 0 || rankOf(each) > 0).forEach(offer);
  }
  if (!best) return undefined;
  const isKnown = rankOf(best) > 0 || tablesOf(axis).length > 0;
  const shown = [...best.parts, ...best.totals];
  const members = new Set(shown.map(({ member }) => member));
  const others = mixed.filter((part) => !members.has(part.member));
  const isSum = findSums(best.parts);
  const totals = others.filter((part) => !marked(part) && isSum(part));
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
  return CORPORATE.has(toLocal(member)) ? "corporate" : "member";
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
function tablesWith<Own extends Part>(parts: readonly Own[], axis: string, tablesOf: TablesOf): Own[][] {
  const tables = new Map(tablesOf(axis).map((table) => [table, [] as Own[]]));
  for (const part of parts) for (const table of new Set(tablesOf(part.member))) tables.get(table)?.push(part);
  return [...tables.values()].filter(({ length }) => length > 0);
}

/**
 * Returns what may belong together in a table: all members, those that are no totals, and neighbours on the page that add up
 * to the figure, which stand in a table of the page of their own. The rows `between` them and the figure are not added.
 */
function candidatesIn(table: readonly Part[], between: Total, whole: FiledFact | undefined): Candidate[] {
  const direct = check(table, [], between, whole);
  if (direct.isComplete === true) return [direct];
  const totals = totalsIn(table);
  const rest = table.filter((part) => !totals.includes(part));
  const runs = [table, ...(totals.length > 0 ? [rest] : [])].flatMap((parts) => runsIn(parts, between, whole));
  return [check(rest, totals, between, whole), ...runs];
}

function runsIn(parts: readonly Part[], between: Total, whole: FiledFact | undefined): Candidate[] {
  if (!whole || parts.length > MAX_COMPARED) return [];
  const runs: Candidate[] = [];
  for (const [from, first] of parts.entries()) {
    let total = plus(roundingOf(whole), toTotal(first));
    for (let to = from + 2; to <= parts.length; to++) {
      total = plus(total, toTotal(parts[to - 1]!));
      const run = judge(total, between, whole);
      if (run.difference === 0 || run.isReconciled) runs.push({ parts: parts.slice(from, to), totals: [], ...run });
    }
  }
  return runs;
}

/** The sum of values, `null` for none, and by how much it may differ because they are rounded. */
interface Total {
  count: number;
  sum: number | null;
  rounding: number;
}

const toTotal = ({ fact: { value, decimals } }: Part): Total => ({
  count: 1,
  sum: value,
  rounding: 0.5 * 10 ** -decimals,
});
const roundingOf = (whole: FiledFact): Total => ({ count: 0, sum: null, rounding: 0.5 * 10 ** -whole.decimals });

const plus = (one: Total, other: Total): Total => ({
  count: one.count + other.count,
  sum: one.sum === null ? other.sum : other.sum === null ? one.sum : addExactly(one.sum, other.sum),
  rounding: one.rounding + other.rounding,
});

function totalOf(parts: readonly Part[], whole?: FiledFact): Total {
  return parts.map(toTotal).reduce(plus, whole ? roundingOf(whole) : { count: 0, sum: null, rounding: 0 });
}

function check(parts: readonly Part[], totals: Part[], between: Total, whole: FiledFact | undefined): Candidate {
  return { parts: [...parts], totals, ...judge(totalOf(parts, whole), between, whole) };
}

/** Returns whether a sum is the figure, or is made the figure by what is between them. */
function judge(total: Total, between: Total, whole: FiledFact | undefined): Omit<Candidate, "parts" | "totals"> {
  const { sum } = total;
  const isSum = (all: Total): boolean | null => {
    const difference = differenceOf(whole, all.sum);
    if (difference === null || !whole) return null;
    return Math.abs(difference) <= Math.min(all.rounding, Math.abs(whole.value!) * MAX_DIFFERENCE);
  };
  const isComplete = isSum(total);
  const isReconciled = isComplete === false && between.count > 0 && isSum(plus(total, between)) === true;
  return { sum, difference: differenceOf(whole, sum), isComplete, isReconciled };
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
    const found = rest.filter(findSums(rest));
    if (found.length === 0 || found.length === rest.length) break;
    totals.push(...found);
  }
  return totals;
}

/** Returns whether a value is the exact sum of two or more of the parts, which are neighbours on the page and not the value itself. */
function findSums(parts: readonly Part[]): (part: Part) => boolean {
  if (parts.length > MAX_COMPARED) return () => false;
  /** The runs of each sum: where the first of them ends, and the last one begins. */
  const runs = new Map<number, { end: number; start: number }>();
  for (const start of parts.keys()) {
    let sum = parts[start]!.fact.value ?? 0;
    for (let end = start + 1; end < parts.length; end++) {
      sum = addExactly(sum, parts[end]!.fact.value ?? 0);
      runs.set(sum, { end: Math.min(runs.get(sum)?.end ?? end, end), start });
    }
  }
  const places = new Map(parts.map((part, at) => [part, at]));
  return (part) => {
    const { value } = part.fact;
    const run = value === null || value === 0 ? undefined : runs.get(value);
    const at = places.get(part);
    return run !== undefined && (at === undefined || run.end < at || run.start > at);
  };
}

function differenceOf(whole: FiledFact | undefined, sum: number | null): number | null {
  return whole === undefined || whole.value === null || sum === null ? null : addExactly(whole.value, -sum);
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
      const { isComplete, sum, difference } = judge(totalOf(table, whole), totalOf([]), whole);
      if (isComplete !== true) continue;
      const rows = [...groupBy(table, ({ own }) => own)].map(([member, all]): CutRow => ({
        value: totalOf(all).sum,
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
