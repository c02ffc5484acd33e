/** Places the labels at an axis, the figures of its lines and of marks, so that none covers another. */

/**
 * A value with a label of its own. One that gives way is left out where it has no room beside the axis' figures, unless
 * it may take the place of one.
 */
export interface Mark {
  value: number;
  givesWay?: boolean;
  takesOne?: boolean;
}

/** A label at its height in pixels; without a mark it is a figure of the axis. */
interface AxisLabel<M extends Mark> {
  at: number;
  value: number;
  mark?: M;
}

/** Height of a label. */
const LABEL = 15;
/** The farthest that a figure of the axis moves from its line; a mark moves by one label. */
const FIGURE_MOVES = 10;
/** Figures of the axis that marks leave. */
const FEWEST_FIGURES = 2;

/**
 * Returns the labels that have room, in the order of their values: marks that do not give way, the figures, then the other
 * marks. A figure that a mark would cover moves beside it.
 */
export function placeLabels<M extends Mark>(
  figures: readonly number[],
  marks: readonly M[],
  y: (value: number) => number,
): AxisLabel<M>[] {
  let placed: AxisLabel<M>[] = [];
  const covers = (at: number) => (other: AxisLabel<M>) => Math.abs(other.at - at) < LABEL - 0.01;
  /** Returns the nearest free place of a value within this distance of its own, in the order of the values. */
  const find = (value: number, farthest: number, others = placed): number | undefined => {
    const own = y(value);
    const isFree = (at: number) =>
      !others.some(covers(at)) &&
      others.every((other) => other.at > at === y(other.value) > own || other.value === value);
    return [own, ...others.flatMap(({ at }) => [at - LABEL, at + LABEL])]
      .filter((at) => Math.abs(at - own) <= farthest && isFree(at))
      .toSorted((one, other) => Math.abs(one - own) - Math.abs(other - own))[0];
  };
  /** Places a label where it has room; returns whether it has. */
  const put = (label: Omit<AxisLabel<M>, "at">, farthest: number): boolean => {
    const at = find(label.value, farthest);
    if (at !== undefined) placed.push({ ...label, at });
    return at !== undefined;
  };
  const putMark = (mark: M) => put({ value: mark.value, mark }, LABEL);
  for (const mark of marks) if (!mark.givesWay) putMark(mark);
  for (const value of figures) put({ value }, FIGURE_MOVES);
  for (const mark of marks) {
    if (!mark.givesWay || putMark(mark) || !mark.takesOne) continue;
    const left = placed.filter((label) => label.mark === undefined);
    if (left.length <= FEWEST_FIGURES) continue;
    const without = left
      .map((figure) => placed.filter((other) => other !== figure))
      .find((others) => find(mark.value, LABEL, others) !== undefined);
    if (without === undefined) continue;
    placed = without;
    putMark(mark);
  }
  return placed;
}
