/**
 * The newest schedule of each holder. Persons of one schedule hold the same shares: a fund, its manager, and the man behind
 * both. They are one holder, whose shares are never added.
 */
import type { Schedule } from "./schedules.js";

/** Holders of 5 % and more by their newest schedules, and those whose newest one says that they hold less. */
interface CurrentHolders {
  holders: Schedule[];
  ended: Schedule[];
}

/** Percent of the class from which on a holder has to report. */
const LEAST_PERCENT = 5;

/** Returns the newest of these schedules, newest first, of each holder and class of shares. */
export function toCurrentHolders(schedules: readonly Schedule[]): CurrentHolders {
  const marked = schedules.map((schedule) => ({ schedule, names: namesOf(schedule) }));
  const isNewer = (newer: (typeof marked)[number], { schedule, names }: (typeof marked)[number]) =>
    isSameClass(newer.schedule, schedule) && [...names].some((name) => newer.names.has(name));
  const current = marked
    .filter((each, at) => !marked.slice(0, at).some((newer) => isNewer(newer, each)))
    .map(({ schedule }) => schedule);
  return { holders: current.filter((each) => !hasEnded(each)), ended: current.filter(hasEnded) };
}

/** Returns the person of a schedule with the most shares, and the other ones. */
export function toLargest({ persons }: Schedule) {
  const [first] = persons;
  const largest = persons.reduce((most, each) => ((each.shares ?? -1) > (most.shares ?? -1) ? each : most), first!);
  return { largest, others: persons.filter((each) => each !== largest) };
}

function hasEnded(schedule: Schedule): boolean {
  const { shares, percent } = toLargest(schedule).largest;
  return schedule.isBelow || shares === 0 || (percent !== null && percent < LEAST_PERCENT);
}

/** Returns what tells the holder from others: the SEC's numbers, and the names in letters and digits alone. */
function namesOf({ persons, filers }: Schedule): Set<string> {
  const numbers = [...filers, ...persons.flatMap(({ cik }) => cik ?? [])];
  return new Set([...numbers, ...persons.map(({ name }) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""))]);
}

/** Whether two schedules are about one class of shares: by its CUSIP, or by its title, because a split changes the CUSIP. */
function isSameClass(one: Schedule, other: Schedule): boolean {
  if (one.cusips.some((each) => other.cusips.includes(each))) return true;
  if (one.class === null || other.class === null) return one.cusips.length === 0 || other.cusips.length === 0;
  return one.class.toLowerCase() === other.class.toLowerCase();
}
