/** The simulated SEC's frames: of each filer the value of a tag whose period fits a period of the calendar best. */
import { DAY_MS } from "../../lib/day.js";
import type { World } from "../companies/world.js";
import { conceptOf } from "./facts.js";
import type { Filer } from "./filers.js";

interface AskedFrame {
  taxonomy: string;
  tag: string;
  unit: string;
  /** `2025`, `2025Q3`, or `2025Q3I` for balances. */
  period: string;
}

interface Fact {
  accn: string;
  start?: string;
  end: string;
  val: number;
  filed: string;
}

/** Days by which the length of a period, and the middle of it or the day of a balance, may differ from the calendar's. */
const LENGTH_DAYS = 30;
const SHIFT_DAYS = 46;

/** Days between the end of a period and that of the reports that are looked at: all reports of all filers take ten seconds. */
const REPORT_DAYS = 100;

/** Returns a frame up to a moment; `undefined` if no filer has such a value. */
export function frameOf(world: World, filers: readonly Filer[], asked: AskedFrame, at: number): object | undefined {
  const { taxonomy, tag, unit, period } = asked;
  if (period === "") return undefined;
  const last = endOf(period);
  const isNear = ({ reported }: { reported: string }) => Math.abs(Date.parse(reported) - last) < REPORT_DAYS * DAY_MS;
  const concepts = filers.map((filer) => ({ filer, concept: conceptOf(world, filer, taxonomy, tag, at, isNear) }));
  const data = concepts.flatMap(({ filer, concept }) => {
    const facts = (concept as { units: Record<string, Fact[]> } | undefined)?.units[unit.replace("-per-", "/")];
    // The facts of later filings stand last.
    const fact = facts?.findLast((each) => fits(each, period));
    if (!fact) return [];
    const { accn, start, end, val } = fact;
    return [
      { accn, cik: filer.cik, entityName: filer.security.name, ...(start === undefined ? {} : { start }), end, val },
    ];
  });
  if (data.length === 0) return undefined;
  const label = tag.replace(/(?<=[a-z])(?=[A-Z])/g, " ");
  return { taxonomy, tag, ccp: `CY${period}`, uom: unit, label, description: label, pts: data.length, data };
}

/** Returns the end of a period of the calendar. */
function endOf(period: string): number {
  const quarter = Number(period[5] ?? 4);
  return Date.UTC(Number(period.slice(0, 4)), quarter * 3, 0);
}

function fits({ start, end }: Fact, period: string): boolean {
  const isBalance = period.endsWith("I");
  if ((start === undefined) !== isBalance) return false;
  const [year, quarter] = [Number(period.slice(0, 4)), Number(period[5] ?? 0)];
  const from = Date.UTC(year, quarter === 0 ? 0 : quarter * 3 - 3, 1);
  const to = endOf(period);
  const [first, last] = [Date.parse(start ?? end), Date.parse(end)];
  const shift = isBalance ? last - to : (first + last - from - to) / 2;
  const longer = isBalance ? 0 : last - first - (to - from);
  return Math.abs(shift) < SHIFT_DAYS * DAY_MS * (quarter === 0 ? 4 : 1) && Math.abs(longer) <= LENGTH_DAYS * DAY_MS;
}
