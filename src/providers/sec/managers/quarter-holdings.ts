/** Holdings of a manager at the end of a quarter: its report with all that amends it. */
import { eachInSlices, nextTurn } from "../../../lib/next-turn.js";
import type { OfficialClient } from "../../official/client.js";
import type { Filing } from "../submissions.js";
import { addAmounts, positionsOf, type HoldingsReport, type Position } from "../text/holdings-report.js";
import { findReport } from "./filed-holdings.js";

/** Reports that are read for a quarter; those who amend most have a report and three additions. */
const MAX_REPORTS = 8;
/** From this day of filing on values are whole dollars, thousands before: the table does not say so. */
const IN_DOLLARS_SINCE = "2023-01-03";
const THOUSAND = 1_000;
/** Part of the rows below one dollar a share from which on a report is one in thousands. */
const MOST_BELOW = 0.5;
/** Part of the rows whose number of shares is their value, from which on a program has written values as shares. */
const MOST_EQUAL = 0.8;

/** The effect of a filing on those before it. */
type FilingKind = "report" | "restatement" | "new holdings" | "amendment" | "notice";

/** A filing with its report. */
interface UsedReport {
  filing: Filing;
  kind: FilingKind;
  report: HoldingsReport;
  /** By how much its values are multiplied to be dollars. */
  unit: number;
}

/** A position with the filing of its largest part; the value is in dollars. */
export interface HeldPosition extends Position {
  filing: Filing;
}

export interface QuarterHoldings {
  /** Newest first. */
  used: UsedReport[];
  /** By CUSIP, put or call, shares or principal. */
  positions: Map<string, HeldPosition>;
  /** Whether these are additions or changes to a report that is not known, and so no portfolio. */
  isPart: boolean;
  /** Whether the numbers of shares can be used. */
  hasShares: boolean;
}

/**
 * Returns what was held by the filings of a quarter, newest first: what a restatement replaces is not read.
 *
 * @throws {ProviderError} `not_covered` where a report cannot be read.
 */
export async function findHoldings(
  cik: string,
  filings: readonly Filing[],
  client: OfficialClient,
): Promise<QuarterHoldings> {
  const used: UsedReport[] = [];
  for (const filing of filings.slice(0, MAX_REPORTS)) {
    const report = await findReport(cik, filing.accession, client);
    const kind = kindOf(filing, report);
    used.push({ filing, kind, report, unit: unitOf(filing, report) });
    if (kind !== "new holdings") break;
  }
  const [counted, equal] = [sumOf(used, "counted"), sumOf(used, "equal")];
  return {
    used,
    positions: await addUp(used),
    isPart: ["new holdings", "amendment"].includes(used.at(-1)!.kind),
    hasShares: counted === 0 || equal / counted < MOST_EQUAL,
  };
}

const sumOf = (used: readonly UsedReport[], name: "counted" | "equal") =>
  used.reduce((sum, { report }) => sum + report[name], 0);

function kindOf({ form }: Filing, { amends, isNotice }: HoldingsReport): FilingKind {
  if (isNotice) return "notice";
  return form.endsWith("/A") ? (amends ?? "amendment") : "report";
}

/**
 * Returns 1 for a report in dollars, 1,000 for one in thousands. Some filers went on in thousands: at least half of their
 * rows are then below one dollar a share, of others nearly none.
 */
function unitOf({ filed }: Filing, { priced, below }: HoldingsReport): number {
  if (filed < IN_DOLLARS_SINCE) return THOUSAND;
  return priced > 0 && below / priced >= MOST_BELOW ? THOUSAND : 1;
}

/** Whether a report is taken as one in thousands although those of its day are in dollars. */
export const isLateInThousands = ({ filing, unit }: UsedReport): boolean =>
  unit === THOUSAND && filing.filed >= IN_DOLLARS_SINCE;

async function addUp(used: readonly UsedReport[]): Promise<Map<string, HeldPosition>> {
  const positions = new Map<string, HeldPosition>();
  // The report comes before its additions.
  for (const { filing, report, unit } of used.toReversed()) {
    await nextTurn();
    await eachInSlices(positionsOf(report), (position) => {
      const value = position.value === null ? null : position.value * unit;
      const key = [position.cusip ?? `${position.name} ${position.class}`, position.putCall, position.kind].join(" ");
      const known = positions.get(key);
      if (!known) {
        positions.set(key, { ...position, value, filing });
        return;
      }
      if ((value ?? 0) > (known.value ?? 0))
        Object.assign(known, { name: position.name, class: position.class, filing });
      known.value = addAmounts(known.value, value);
      known.amount = addAmounts(known.amount, position.amount);
    });
  }
  return positions;
}
