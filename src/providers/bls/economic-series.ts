/** Economic series by provider D: what the US Bureau of Labor Statistics (BLS) published. */
import { forCallers, say, type Sentence, the } from "../../contract/sentence.js";
import { economicSeries, type EconomicValue } from "../../capabilities/economy/economic-series.js";
import { invalidInput } from "../../contract/input.js";
import { source } from "../../contract/provider.js";
import { toSixDigits } from "../../contract/values.js";
import { newestFirst } from "../../lib/newest-first.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import {
  findSeries,
  idsOf,
  NAMED_IDS,
  SERIES_NAMES,
  type ChangeKind,
  type KnownSeries,
} from "../../market/economy/economic-series.js";
import { fetchBls, yearsOfCall, type BlsPoint, type Years } from "./calls.js";
import { officialSources } from "../official/provider.js";

/** The most footnotes of a series that an answer repeats. */
const MAX_FOOTNOTES = 3;

/**
 * The values of all asked series, of one call. Series with plain names are fetched together, whichever of them are asked
 * for, so that one call answers all questions about them.
 *
 * @throws {MarketDataError} `invalid_input` when the BLS has no values of any asked series.
 */
export const economicSeriesFromBls = source(
  officialSources,
  economicSeries,
  async ({ series: names = SERIES_NAMES, from, to }, client) => {
    const known = names.map(findSeries);
    const asked = known.flatMap(idsOf);
    const isNamed = asked.every((id) => NAMED_IDS.includes(id));
    const today = NEW_YORK.day(Math.floor(client.upstream.now().getTime() / 1000));
    const last = to ?? today;
    const years = yearsOf(from, last, today, yearsOfCall(client));
    const { span } = years;
    const isCommon = isNamed && span.last === Number(today.slice(0, 4));
    const { fetchedAt, points } = await fetchBls(client, isNamed ? NAMED_IDS : asked, years, isCommon);
    const cut = from !== undefined && Number(from.slice(0, 4)) < span.first;
    const start = from === undefined || cut ? `${span.first}-01-01` : from;
    const lists = known.map((each) => ({
      each,
      values: toValues(each, points).filter(({ date }) => date >= start && date <= last),
    }));
    const missing = lists.filter(({ values }) => values.length === 0).map(({ each }) => each.name);
    if (missing.length === names.length) throw noSeries(missing, start, last);
    // The order of the question remains among the values of one day.
    const values = newestFirst(
      lists.flatMap(({ values: own }) => own),
      ({ date }) => date,
    );
    return {
      data: {
        series: lists.map(({ each, values: own }) => ({
          ...each,
          yearId: each.yearId ?? null,
          footnotes: toFootnotes(points[each.id] ?? [], own),
        })),
        values,
        total_values: values.length,
        missing,
      },
      notes: [
        ...toNameNotes(names, known),
        ...(cut
          ? [
              say`The BLS gives ${yearsOfCall(client)} years in one answer; these begin in ${span.first}.${forCallers` An earlier "to" has older ones.`}`,
            ]
          : []),
        ...(missing.length > 0 ? [say`The BLS has no values of ${missing.join(", ")} from ${start} to ${last}.`] : []),
      ],
      fetchedAt,
    };
  },
);

/** Returns the notes on other names for series, and on series without changes. */
function toNameNotes(names: readonly string[], known: readonly KnownSeries[]): Sentence[] {
  const others = known.flatMap(({ name }, index) => (name === names[index] ? [] : `${names[index]!} means ${name}`));
  const unchanged = known.filter(({ changes }) => changes === "none").map(({ name }) => name);
  return [
    ...(others.length > 0 ? [say`${others.join("; ")} here.`] : []),
    ...(unchanged.length > 0
      ? [
          say`Changes of ${unchanged.join(", ")} are ${the.absent}: a difference of changes at an annual rate says nothing.`,
        ]
      : []),
  ];
}

/**
 * Returns the years to ask for: the newest that one call may have, so that questions share it, or those up to the last day
 * if the year before the first day, which changes on the year need, is older.
 */
function yearsOf(from: string | undefined, last: string, today: string, most: number): Years {
  const [thisYear, lastYear] = [today, last].map((day) => Number(day.slice(0, 4))) as [number, number];
  const first = from === undefined ? undefined : Number(from.slice(0, 4)) - 1;
  const isRecent = (first ?? lastYear - 1) > thisYear - most;
  const end = isRecent ? thisYear : lastYear;
  const span = { first: end - most + 1, last: end };
  return { span, needed: isRecent || first === undefined ? span : { ...span, first: Math.max(first, span.first) } };
}

function noSeries(names: readonly string[], from: string, to: string) {
  const are = names.length > 1 ? "These series have" : `${names[0]!} has`;
  return invalidInput(
    `Invalid "series": ${are} no values from ${from} to ${to} at the BLS, or the id is wrong. Allowed: a name of the list, an id that the BLS has, or an earlier range.`,
  );
}

/** Periods of a year, by the first letter of the period: months, quarters, half years. */
const PERIODS: Readonly<Record<string, number>> = { M: 12, Q: 4, S: 2 };

/** Returns the values of a series, newest first as the BLS sends them, with their changes. */
function toValues({ name, id, yearId, changes }: KnownSeries, points: Readonly<Record<string, BlsPoint[]>>) {
  const own = toPlaces(points[id] ?? []);
  const ofYear = yearId === undefined ? own : toPlaces(points[yearId] ?? []);
  return [...own.values()].map(({ point, kind, at }): EconomicValue => {
    const before = (places: typeof own, periods: number) => places.get(`${kind}${at - periods}`)?.point.value ?? null;
    const perYear = PERIODS[kind]!;
    const month = ((at % perYear) * 12) / perYear + 1;
    return {
      series: name,
      date: `${point.year}-${String(month).padStart(2, "0")}-01`,
      period: point.period,
      value: point.value,
      change: toChange(changes, point.value, before(own, 1)),
      yearChange: toChange(changes, before(ofYear, 0), before(ofYear, perYear)),
      preliminary: point.preliminary,
    };
  });
}

interface Place {
  point: BlsPoint;
  kind: string;
  /** Counts the periods of its kind, so that the period before has the number before. */
  at: number;
}

/** Returns the values of periods by kind and number; those of whole years, M13, Q05, S03 and A01, are left out. */
function toPlaces(points: readonly BlsPoint[]): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const point of points) {
    const [kind, number] = [point.period.slice(0, 1), Number(point.period.slice(1))];
    const perYear = PERIODS[kind] ?? 0;
    if (number < 1 || number > perYear) continue;
    const at = point.year * perYear + number - 1;
    if (!places.has(`${kind}${at}`)) places.set(`${kind}${at}`, { point, kind, at });
  }
  return places;
}

function toChange(changes: ChangeKind, value: number | null, before: number | null): number | null {
  if (value === null || before === null || changes === "none") return null;
  if (changes === "difference") return toSixDigits(value - before);
  return before > 0 ? toSixDigits((value / before - 1) * 100) : null;
}

/** Returns the newest footnotes of the shown values. */
function toFootnotes(points: readonly BlsPoint[], values: readonly EconomicValue[]) {
  const noted = new Map(points.map((point) => [`${point.year} ${point.period}`, point.footnote]));
  return values
    .flatMap(({ date, period }) => {
      const text = noted.get(`${date.slice(0, 4)} ${period}`) ?? null;
      return text === null ? [] : [{ date, text }];
    })
    .slice(0, MAX_FOOTNOTES);
}
