/** Figures, what they are compared with, and whether they are good enough. */

/** One line of the table. */
export interface Figure {
  section: string;
  name: string;
  /** Ours and the baseline's, in `unit`. */
  ours: number;
  baseline: number | undefined;
  unit: string;
  /** What is judged: ours by the baseline, or the other way round, as `name` says; without a baseline ours. */
  ratio: number;
  goal: Goal | undefined;
  /** The middle half of the rounds' ratios. */
  spread: [number, number] | undefined;
}

export type Goal = { atMost: number } | { atLeast: number };

/** Whether a figure reaches its goal; one without a goal does. */
export function reaches({ ratio, goal }: Figure): boolean {
  if (!goal) return true;
  return "atMost" in goal ? ratio <= goal.atMost : ratio >= goal.atLeast;
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that the given share of all values is not above. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** One round: what ours took and what the baseline took, right after one another. */
export interface Round {
  ours: number;
  baseline: number;
}

/**
 * Rounds in which ours and the baseline take turns at being first, so that what
 * drifts hits both. A round of many short turns is their mean: the speed of a
 * shared machine changes from one second to the next.
 */
export async function takeTurns(
  rounds: number,
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
  turns = 1,
): Promise<Round[]> {
  const taken: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const sum: Round = { ours: 0, baseline: 0 };
    for (let turn = 0; turn < turns; turn++) {
      const oursFirst = (round + turn) % 2 === 0;
      if (oursFirst) sum.ours += await ours();
      sum.baseline += await baseline();
      if (!oursFirst) sum.ours += await ours();
    }
    taken.push({ ours: sum.ours / turns, baseline: sum.baseline / turns });
  }
  return taken;
}

/** A figure made of rounds; `by` says which way the ratio goes. */
export function toFigure(
  told: Pick<Figure, "section" | "name" | "unit" | "goal">,
  rounds: readonly Round[],
  by: "ours / baseline" | "baseline / ours",
): Figure {
  const ratios = rounds.map(({ ours, baseline }) => (by === "ours / baseline" ? ours / baseline : baseline / ours));
  return {
    ...told,
    ours: median(rounds.map(({ ours }) => ours)),
    baseline: median(rounds.map(({ baseline }) => baseline)),
    ratio: median(ratios),
    spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
  };
}
