/** The rows and totals of a manager's holdings, compared with those of the quarter before. */
import type { HoldingChange, ManagerHolding } from "../../../capabilities/filings/manager-holdings.js";
import { toSixDigits } from "../../../contract/values.js";
import { eachInSlices } from "../../../lib/next-turn.js";
import { toFilingUrl } from "../links.js";
import { addAmounts } from "../text/holdings-report.js";
import type { HeldPosition, QuarterHoldings } from "./quarter-holdings.js";

type Row = Omit<ManagerHolding, "symbol">;

/**
 * Returns a row for each position, the largest value first, and then those that were sold since the quarter before. Without
 * that quarter no change is known; `percent` is value / the sum of all values without options * 100, and of an incomplete
 * table not known.
 */
export async function toRows(cik: string, held: QuarterHoldings, before: QuarterHoldings | null): Promise<Row[]> {
  const { positions, isPart } = held;
  const whole = isPart || lacksRows(held) ? null : wholeOf(positions.values());
  const urls = new Map<string, string>();
  const toUrl = (accession: string) => {
    const url = urls.get(accession) ?? toFilingUrl(cik, accession);
    urls.set(accession, url);
    return url;
  };
  const toRow = (position: HeldPosition, hasShares: boolean) => {
    const { name, cusip, class: title, putCall, kind, value, amount, filing } = position;
    return {
      name,
      cusip,
      class: title,
      putCall,
      shares: kind === "SH" && hasShares ? amount : null,
      principal: kind === "PRN" ? amount : null,
      value,
      percent: putCall === null && value !== null && whole ? toSixDigits((value / whole) * 100) : null,
      accession: filing.accession,
      url: toUrl(filing.accession),
    };
  };
  const toHeldRow = (key: string, position: HeldPosition): Row => {
    const row = toRow(position, held.hasShares);
    const old = before?.positions.get(key);
    if (!before) return { ...row, sharesChange: null, changeKind: null };
    const { shares } = row;
    if (!old) return { ...row, sharesChange: shares, changeKind: "new" };
    const oldShares = old.kind === "SH" && before.hasShares ? old.amount : null;
    const sharesChange = shares === null || oldShares === null ? null : difference(shares, oldShares);
    const change = position.kind === "PRN" ? difference(position.amount, old.amount) : sharesChange;
    return { ...row, sharesChange, changeKind: toKind(change) };
  };
  const rows: Row[] = [];
  await eachInSlices([...positions], ([key, position]) => rows.push(toHeldRow(key, position)));
  const sold = [...(before?.positions ?? [])]
    .filter(([key]) => !positions.has(key))
    .toSorted(([, one], [, other]) => (other.value ?? 0) - (one.value ?? 0))
    .map(([, position]): Row => {
      const row = toRow(position, before!.hasShares);
      const { shares, principal, putCall } = row;
      return {
        ...row,
        shares: shares === null ? null : 0,
        principal: principal === null ? null : 0,
        value: 0,
        percent: putCall === null && whole ? 0 : null,
        sharesChange: shares === null ? null : difference(0, shares),
        changeKind: "sold",
      };
    });
  return [...rows.toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0)), ...sold];
}

/** The sum of all values without options; `null` where one of them is not known. */
function wholeOf(positions: Iterable<HeldPosition>): number | null {
  let sum = 0;
  for (const { putCall, value } of positions) {
    if (putCall !== null) continue;
    if (value === null) return null;
    sum += value;
  }
  return sum;
}

const difference = (one: number | null, other: number | null): number | null =>
  addAmounts(one, other === null ? null : -other);

function toKind(change: number | null): HoldingChange | null {
  if (change === null) return null;
  return change === 0 ? "same" : change > 0 ? "more" : "less";
}

/** Returns the sums of all rows as filed, and those stated on the covers, in dollars. */
export function toTotal({ used }: QuarterHoldings) {
  // A notice has no table.
  if (used[0]!.kind === "notice") return {};
  const sum = (of: (each: QuarterHoldings["used"][number]) => number | null) => used.map(of).reduce(addAmounts, 0);
  const value = sum(({ report, unit }) => report.value * unit);
  const coverValue = sum(({ report, unit }) => report.coverValue && report.coverValue * unit);
  return {
    value,
    rows: sum(({ report }) => report.rows),
    coverValue,
    coverRows: sum(({ report }) => report.coverRows),
    difference: difference(value, coverValue),
  };
}

/** Whether rows of the table are missing: it has fewer than its cover states, and another value. */
export function lacksRows(held: QuarterHoldings): boolean {
  const { rows = null, coverRows = null, difference: apart = null } = toTotal(held);
  return rows !== null && coverRows !== null && rows < coverRows && apart !== null && apart !== 0;
}

/** Characters of a CUSIP that stand for the issuer. */
const ISSUER = 6;

/** Returns the number of issuers with a position in shares that is new and one that is sold. */
export function countSameIssuer(rows: readonly Pick<Row, "cusip" | "putCall" | "changeKind">[]): number {
  const issuersOf = (kind: HoldingChange) =>
    new Set(
      rows
        .filter(({ changeKind, putCall, cusip }) => changeKind === kind && putCall === null && cusip !== null)
        .map(({ cusip }) => cusip!.slice(0, ISSUER)),
    );
  const sold = issuersOf("sold");
  return [...issuersOf("new")].filter((issuer) => sold.has(issuer)).length;
}
