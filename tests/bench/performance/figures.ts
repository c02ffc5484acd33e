/** Measured figures, their baselines and their goals. */

/** One line of the table. */
export interface Figure {
  section: string;
  name: string;
  /** The product's and the baseline's value, in `unit`. */
  ours: number;
  baseline: number | undefined;
  unit: string;
  /**
   * The value compared with the goal: ours divided by the baseline or the reverse, according to `name`; without a
   * baseline ours.
   */
  ratio: number;
  goal: Goal | undefined;
  /** The middle half of the rounds' ratios. */
  spread: [number, number] | undefined;
}

export type Goal = { atMost: number } | { atLeast: number };

/** Whether a figure reaches its goal; true without a goal. */
export function reaches({ ratio, goal }: Figure): boolean {
  if (!goal) return true;
  return "atMost" in goal ? ratio <= goal.atMost : ratio >= goal.atLeast;
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns the value that the given share of all values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** One round: measurements of the product and of the baseline, immediately after one another. */
export interface Round {
  ours: number;
  baseline: number;
}

/**
 * Runs rounds in which product and baseline alternate in going first, so that drift affects both. A round of many short
 * turns is their mean, because the speed of a shared machine changes from one second to the next.
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

/** Computes a figure from rounds; `by` selects the direction of the ratio. */
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
