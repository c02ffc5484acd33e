/** The contracts of an option chain that an answer shows: those near the price, in an order, up to a number. */
import { say, type Sentence, the } from "../../contract/sentence.js";
import { sorted, toSort } from "../../contract/sort.js";
import { nearestStrikes, strikesOf, withoutAdjusted, type OptionFigures } from "./option-figures.js";

/** The words of `sort`, each with the figure of a contract. */
const FIGURES = {
  strike: "strike",
  iv: "impliedVolatility",
  volume: "volume",
  open_interest: "openInterest",
} as const satisfies Record<string, keyof OptionFigures>;
export const OPTION_SORTS = Object.keys(FIGURES) as (keyof typeof FIGURES)[];

interface Chain<C extends OptionFigures> {
  calls: readonly C[];
  puts: readonly C[];
  underlyingPrice: number | null;
}

/** The part that a caller asks for. */
export interface Selection {
  side: "calls" | "puts" | "both";
  /** Percent of the price by which strikes may differ from it. */
  near?: number | undefined;
  /** A word of `OPTION_SORTS`, with `-` in front for descending. */
  sort?: string | undefined;
  /** The most strikes; with `sort`, the most contracts of each side. */
  count: number;
}

/**
 * Returns the shown contracts of both sides, by ascending strike or sorted. Without `sort` they are those at the strikes
 * nearest to the price; with it the first of all that are near enough, and those without the figure come last.
 */
export function selectContracts<C extends OptionFigures>(chain: Chain<C>, selection: Selection) {
  const { calls, puts } = toCandidates(chain, selection);
  return { calls: calls.slice(0, shownOf(calls, selection)), puts: puts.slice(0, shownOf(puts, selection)) };
}

/** Returns sentences on what is left out, and on the order. */
export function toSelectionNotes(chain: Chain<OptionFigures>, selection: Selection): Sentence[] {
  const { near, sort, count } = selection;
  const all = strikesOf(withoutAdjusted(chain));
  const within = strikesNear(all, chain.underlyingPrice, near);
  const cut = sort === undefined && count < within.length ? count : undefined;
  if (near === undefined || chain.underlyingPrice === null) {
    const ignored = near === undefined ? [] : [say`near had no effect, because the price is not known.`];
    const shown = cut === undefined ? [] : [say`${cut} of ${all.length} strikes shown, those nearest to the price.`];
    return [...ignored, ...shown, ...toSortNotes(chain, selection)];
  }
  const found = say`${within.length} of ${all.length} strikes ${within.length === 1 ? "is" : "are"} within ${the.figure(`${near} %`)} of the price`;
  return [
    cut === undefined ? say`${found}.` : say`${found}; ${cut} shown, those nearest to it.`,
    ...toSortNotes(chain, selection),
  ];
}

function toSortNotes(chain: Chain<OptionFigures>, selection: Selection): Sentence[] {
  const order = orderOf(selection);
  if (!order) return [];
  const sides = Object.entries(toCandidates(chain, selection)).filter(([name]) => isAsked(name, selection));
  const counts = sides.map(([name, side]) => `${shownOf(side, selection)} of ${side.length} ${name}`);
  const unknown = sides.flatMap(([, side]) => side).filter((each) => each[order.figure] === null).length;
  const why =
    order.figure === "impliedVolatility" ? say`, which is ${the.absent} where bid and ask are zero or missing` : "";
  return [
    say`${sides.length > 1 ? "Calls and puts are each sorted" : "Sorted"} by ${the.field(order.figure)}, ${order.descending ? "descending" : "ascending"}: ${counts.join(" and ")} shown.`,
    ...(unknown === 0 ? [] : [say`Last come ${unknown} of them without ${the.field(order.figure)}${why}.`]),
  ];
}

/** Returns all contracts of which the first ones are shown. */
function toCandidates<C extends OptionFigures>(chain: Chain<C>, selection: Selection): { calls: C[]; puts: C[] } {
  const order = orderOf(selection);
  const all = strikesOf(withoutAdjusted(chain));
  const within = strikesNear(all, chain.underlyingPrice, selection.near);
  const chosen = order ? within : nearestStrikes(within, chain.underlyingPrice, selection.count);
  const shown = new Set(chosen);
  const of = (name: "calls" | "puts") => {
    if (!isAsked(name, selection)) return [];
    // Strikes that only a contract for another deliverable has are shown where no strike is left out.
    const found = chain[name].filter(({ strike }) => chosen.length === all.length || shown.has(strike));
    return order ? sorted(found, order.descending, (each) => each[order.figure]) : found;
  };
  return { calls: of("calls"), puts: of("puts") };
}

function isAsked(name: string, { side }: Selection): boolean {
  return side === "both" || side === name;
}

/** Returns how many of a side's candidates are shown. */
function shownOf({ length }: readonly OptionFigures[], { sort, count }: Selection): number {
  return sort === undefined ? length : Math.min(count, length);
}

function orderOf({ sort }: Selection) {
  const found = sort === undefined ? undefined : toSort(sort, OPTION_SORTS);
  return found && { figure: FIGURES[found.key], descending: found.descending };
}

/** Returns the strikes that differ from the price by this percentage of it at most; all without either. */
function strikesNear(strikes: readonly number[], price: number | null, near: number | undefined): readonly number[] {
  if (near === undefined || price === null) return strikes;
  return strikes.filter((strike) => Math.abs(strike - price) * 100 <= near * price);
}
