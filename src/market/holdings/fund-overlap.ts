/** How much of two funds is the same, by the weights of the holdings that both have. */
import { toSixDigits } from "../../contract/values.js";

interface Holding {
  symbol: string | null;
  name: string | null;
  weight: number;
}

interface Overlap {
  /** Sum of the smaller weight of each holding that both have; `null` when no holdings of one are known. */
  weight: number | null;
  /** Whether further holdings, which are not known, may be in both. */
  atLeast: boolean;
  /** Largest common part first. */
  shared: { symbol: string | null; name: string | null; weight: number; otherWeight: number }[];
}

/** The part of a fund from which its holdings count as known: the rest is cash. */
const WHOLE = 0.99;

/** Returns the overlap of two funds; a holding is the same by its symbol, or by its name where it has none. */
export function toOverlap(own: readonly Holding[] | null, other: readonly Holding[] | null): Overlap {
  if (!own?.length || !other?.length) return { weight: null, atLeast: true, shared: [] };
  const [one, two] = [byKey(own), byKey(other)];
  const shared = [...one].flatMap(([key, { weight, ...holding }]) => {
    const found = two.get(key);
    return found === undefined ? [] : [{ ...holding, weight, otherWeight: found.weight }];
  });
  const least = (row: Overlap["shared"][number]) => Math.min(row.weight, row.otherWeight);
  return {
    weight: toSixDigits(shared.reduce((sum, row) => sum + least(row), 0)),
    atLeast: [own, other].some((rows) => rows.reduce((sum, { weight }) => sum + weight, 0) < WHOLE),
    shared: shared.toSorted((row, next) => least(next) - least(row)),
  };
}

/** Returns the holdings by symbol or name, with their weights as sent; those that stand twice are one, with their sum. */
function byKey(holdings: readonly Holding[]): Map<string, Holding> {
  const found = new Map<string, Holding>();
  for (const { symbol, name, weight } of holdings) {
    const key = symbol ?? name?.toLowerCase();
    if (key === undefined) continue;
    const before = found.get(key);
    found.set(key, { symbol, name, weight: before ? toSixDigits(before.weight + weight)! : weight });
  }
  return found;
}
