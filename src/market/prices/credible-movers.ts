/** Selects and orders the rows of a list of movers, by one rule for all sources. */
import type { Sentence } from "../../contract/sentence.js";
import { eachOnce } from "../../lib/each-once.js";

import { contradictions, RULES } from "../consistency.js";

/** The figures that decide whether and where a row is listed. */
interface Move {
  symbol: string;
  price: number | null;
  change: number | null;
  changesPercentage: number | null;
}

// Largest credible change in percent; a recorded list began with a fund at 1.29e41 %.
const MAX_PERCENT = 10_000;

/** Returns the rows of gainers: credible ones, each symbol once, only gains, highest first. */
export function toGainers<Row extends Move>(rows: readonly Row[]): Moved<Row>[] {
  return toCredible(rows)
    .filter(hasMoved)
    .filter((row) => row.changesPercentage > 0)
    .sort((a, b) => b.changesPercentage - a.changesPercentage);
}

/** Returns the rows of losers: credible ones, each symbol once, only losses, biggest first. */
export function toLosers<Row extends Move>(rows: readonly Row[]): Moved<Row>[] {
  return toCredible(rows)
    .filter(hasMoved)
    .filter((row) => row.changesPercentage < 0)
    .sort((a, b) => a.changesPercentage - b.changesPercentage);
}

type Credible<Row extends Move> = Row & { price: number };
type Moved<Row extends Move> = Credible<Row> & { changesPercentage: number };

/**
 * Returns the rows with a price above 0 and a credible change, each symbol once, in the given order. Change and
 * percentage are `null` where their signs are opposite; the percentage may be missing, because the list of the most
 * active stocks does not depend on it.
 */
export function toCredible<Row extends Move>(rows: readonly Row[]): Credible<Row>[] {
  const credible = rows.map((row) => withoutOppositeSigns(row)).filter((row) => isCredible(row));
  return eachOnce(credible, ({ symbol }) => symbol);
}

/** Returns the sentence on rows whose change and percentage contradict each other; none without such rows. */
export function moverNotes(rows: readonly Move[]): Sentence[] {
  const notes = rows.flatMap(({ change, changesPercentage: percent }) =>
    contradictions(RULES.moverSigns, { change, percent }),
  );
  return [...new Set(notes)];
}

function withoutOppositeSigns<Row extends Move>(row: Row): Row {
  const { change, changesPercentage: percent } = row;
  return RULES.moverSigns.isBroken({ change, percent }) ? { ...row, change: null, changesPercentage: null } : row;
}

function isCredible<Row extends Move>(row: Row): row is Credible<Row> {
  const { price, change, changesPercentage } = row;
  // A change as large as the price means that the previous price was 0, so there was none.
  if (price === null || price <= 0 || change === price) return false;
  return changesPercentage === null || Math.abs(changesPercentage) <= MAX_PERCENT;
}

function hasMoved<Row extends Move>(row: Credible<Row>): row is Moved<Row> {
  return row.changesPercentage !== null;
}
