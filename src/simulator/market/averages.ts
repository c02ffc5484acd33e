/** Means of prices and volumes. */
import { round } from "./random.js";

/** Returns the mean of the last `days` closes; the price `now` counts as the current day's close. */
export function average(closes: readonly number[], days: number, now: number, decimals: number): number {
  let sum = now;
  for (let index = 0; index < days - 1; index++) sum += closes[index] ?? now;
  return round(sum / days, decimals);
}

/** Returns the mean, rounded to an integer. */
export function mean(values: readonly number[]): number {
  return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
}
