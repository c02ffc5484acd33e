/** An answer as it could have been known on a past day. */
import type { Capability, HistorySpec } from "../contract/capability.js";
import type { Served } from "../contract/envelope.js";
import type { Entry } from "../contract/entry.js";

/**
 * The answer without what became public after `day`, from all rows that are kept
 * and not only those that an answer as of now shows.
 *
 * Rows whose day of publication nobody knows are left out as well; fields that
 * only speak of now are `null`. Notes say both.
 */
export function asKnownOn(capability: Capability, served: Served, day: string): Served {
  const { history } = capability.tool;
  const { body, publicDays, notes } = served.envelope;
  const list = history && (served.whole ?? body)[history.list];
  if (!history || !Array.isArray(list)) return served;
  const days = daysOf(history, list, publicDays);
  const known = list.filter((_row, index) => (days[index] ?? LATER) <= day);
  const undated = days.filter((found) => found === null).length;
  const past = Object.fromEntries(history.snapshot.map((field) => [field, null]));
  return {
    ...served,
    envelope: {
      ...served.envelope,
      body: {
        ...body,
        ...past,
        [history.list]: known.slice(0, history.shown),
        ...(history.count ? { [history.count]: known.length } : {}),
      },
      notes: [
        `As known on ${day}: ${known.length} of ${list.length} were public by then.`,
        ...(undated > 0 ? [`${undated} without a known day of publication are left out.`] : []),
        ...(history.snapshot.length > 0 ? ["Targets and counts exist only as of now and are left out."] : []),
        ...notes,
      ],
    },
  };
}

/** Whether the answer says when its rows became public. */
export function isDated(capability: Capability, { envelope }: Served): boolean {
  const { history } = capability.tool;
  const list = history && envelope.body[history.list];
  if (!history || !Array.isArray(list) || list.length === 0) return true;
  return daysOf(history, list, envelope.publicDays).some((day) => day !== null);
}

const datedRows = new WeakMap<Entry, Entry>();

/** The row of the catalogue with only those sources that know days of publication, its answers kept apart. */
export function datedRow(entry: Entry): Entry | undefined {
  const sources = entry.sources.filter(({ dated }) => dated);
  if (sources.length === 0) return undefined;
  const capability = { ...entry.capability, name: `${entry.capability.name}-dated` };
  const row = datedRows.get(entry) ?? { ...entry, capability, sources };
  datedRows.set(entry, row);
  return row;
}

/** Later than every day. */
const LATER = "9999-12-31";

function daysOf({ dayOf }: HistorySpec, list: readonly unknown[], publicDays: Served["envelope"]["publicDays"]) {
  return list.map((row, index) => (dayOf ? dayOf(row as Record<string, unknown>) : (publicDays?.[index] ?? null)));
}
