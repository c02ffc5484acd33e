/**
 * The basis of earnings per share and numbers of shares. After a split a filing restates the periods that it shows beside its
 * own; older ones stay as they were filed, and both stand in one list.
 */
import { latestOf } from "../../../lib/newest-first.js";
import { say, type Sentence } from "../../../contract/sentence.js";
import { toShareJumpNotes } from "../../../market/statements/statement-sentences.js";
import { SPLIT_FACTOR, timesApart } from "../../../market/statements/times-apart.js";
import { joinWithAnd } from "../../../lib/join-words.js";
import type { FactCell } from "./cells.js";
import { isRounding } from "../books/rounding.js";
import type { FiledRow } from "./statement-rows.js";
import { SHARES_AND_EPS } from "../books/tags.js";

/** Earnings per share below this are too coarse for a ratio: they are filed in cents. */
const LEAST_EPS = 0.1;
/** A split changes shares and earnings per share by one ratio; both are rounded, the latter to cents. */
const SAME_RATIO = 1.2;
/** The most restated periods that the note names. */
const MAX_NAMED = 4;

/** Returns a sentence on the periods whose figures a share are on the basis after the last split, if others are not. */
export function toBasisNotes(rows: readonly FiledRow[]): Sentence[] {
  const since = lastSplit(rows);
  // Without a restatement only the numbers themselves show that there may have been a split.
  if (since === undefined) return toShareJumpNotes(rows.map(toFigures));
  const known = rows.flatMap(({ period, cells }) => {
    const last = SHARES_AND_EPS.flat().flatMap((field) => cells[field]?.last.filed ?? []);
    return last.length === 0 ? [] : [{ end: period.end, isNewest: last.every((day) => day >= since) }];
  });
  const firstOld = known.findIndex(({ isNewest }) => !isNewest);
  if (firstOld < 1) return [];
  const restated = known.slice(firstOld).flatMap(({ end, isNewest }) => (isNewest ? [end] : []));
  const named = restated.length > MAX_NAMED ? [...restated.slice(0, MAX_NAMED), "others"] : restated;
  const also = named.length === 0 ? "" : `, and in the restated periods to ${joinWithAnd(named)}`;
  return [
    say`Earnings per share and numbers of shares are on the basis after the last split from ${known[firstOld - 1]!.end} on${also}; others are as filed before it.`,
  ];
}

/** Returns the day of the first filing that has figures on the basis after the last split, as restated figures show it. */
function lastSplit(rows: readonly FiledRow[]): string | undefined {
  const restated = rows.flatMap(({ cells }) =>
    SHARES_AND_EPS.flatMap(([shares, perShare]) => {
      const by = splitCell(cells[shares], cells[perShare], cells["netIncome"]);
      return by?.original ? [{ before: by.original.filing.filed, after: by.filing.filed }] : [];
    }),
  );
  // The last split came after every filing with a figure that was restated later, and before the first restatement since.
  const before = latestOf(restated.map((each) => each.before));
  return restated.flatMap(({ after }) => (before !== undefined && after > before ? [after] : [])).toSorted()[0];
}

/** Returns the one of a period's two figures that a later filing restated by the ratio of a split. */
function splitCell(shares?: FactCell, perShare?: FactCell, netIncome?: FactCell): FactCell | undefined {
  const [ofShares, ofPerShare] = [ratioOf(shares), ratioOf(perShare)];
  const isCoarse = [perShare?.value, perShare?.original?.value].some((eps) => Math.abs(eps ?? 0) < LEAST_EPS);
  if (!shares) {
    const isRestated = netIncome?.original && !isRounding(netIncome.value, netIncome.original.value);
    return ofPerShare === undefined || isCoarse || isRestated ? undefined : perShare;
  }
  if (ofShares === undefined) return undefined;
  if (!perShare) return shares;
  const isInverse = ofPerShare !== undefined && timesApart(ofShares * ofPerShare, 1) < SAME_RATIO;
  return isInverse || (isCoarse && perShare.original) ? shares : undefined;
}

/** Returns the ratio by which a figure was restated, if it may be that of a split. */
function ratioOf(cell: FactCell | undefined): number | undefined {
  if (!cell?.original) return undefined;
  const ratio = cell.value / cell.original.value;
  return ratio > 0 && Number.isFinite(ratio) && timesApart(ratio, 1) > SPLIT_FACTOR ? ratio : undefined;
}

function toFigures({ period, cells }: FiledRow) {
  return { date: period.end, ...Object.fromEntries(SHARES_AND_EPS.map(([shares]) => [shares, cells[shares]?.value])) };
}
