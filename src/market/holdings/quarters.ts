/** Quarters of the calendar, written `2026Q1`. */

/** Returns the quarter of a day. */
export function quarterOf(day: string): string {
  return `${day.slice(0, 4)}Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

/** Returns the last day of a quarter. */
export function endOfQuarter(quarter: string): string {
  const [year, number] = [Number(quarter.slice(0, 4)), Number(quarter.slice(5))];
  return new Date(Date.UTC(year, number * 3, 0)).toISOString().slice(0, 10);
}

/** Returns the quarter before. */
export function quarterBefore(quarter: string): string {
  const [year, number] = [Number(quarter.slice(0, 4)), Number(quarter.slice(5))];
  return number === 1 ? `${year - 1}Q4` : `${year}Q${number - 1}`;
}
