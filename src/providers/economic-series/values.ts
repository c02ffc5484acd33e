/** The values of a series as rows of an answer, with their changes. */
import type { EconomicValue } from "../../capabilities/economy/economic-series.js";
import { toSixDigits } from "../../contract/values.js";
import type { KnownSeries } from "../../market/economy/economic-series.js";
import type { ChangeKind } from "../../market/economy/named-series.js";
import type { SeriesPoint } from "../official/office-series.js";

/** The most footnotes of a series that an answer repeats. */
const MAX_FOOTNOTES = 3;

/** Periods of a year, by the first letter of the period: months, quarters, half years, years. */
const PERIODS: Readonly<Record<string, number>> = { M: 12, Q: 4, S: 2, A: 1 };
const FREQUENCIES: Readonly<Record<string, string>> = { M: "monthly", Q: "quarterly", S: "half-yearly", A: "yearly" };

type Points = Readonly<Record<string, readonly SeriesPoint[]>>;

/** Returns the values of a series, newest first as the points are, with their changes. */
export function toValues({ name, id, yearId, growthId, changeIds, changes, office }: KnownSeries, points: Points) {
  // Whole years beside months are averages in the lists of the BLS.
  const placesOf = (each: string | undefined) => toPlaces(points[each ?? ""] ?? [], office === "bls" ? "MQS" : "MQSA");
  const own = placesOf(id);
  const ofYear = yearId === undefined ? own : placesOf(yearId);
  const [growth, published, publishedYear] = [growthId, changeIds?.change, changeIds?.yearChange].map(placesOf);
  return [...own.values()].map(({ point, kind, at }): EconomicValue => {
    const valueIn = (places: typeof own, periods = 0) => places.get(`${kind}${at - periods}`)?.point.value ?? null;
    const perYear = PERIODS[kind]!;
    const month = ((at % perYear) * 12) / perYear + 1;
    return {
      series: name,
      date: `${point.year}-${String(month).padStart(2, "0")}-01`,
      period: point.period,
      value: point.value,
      change: changeIds ? valueIn(published!) : toChange(changes, point.value, valueIn(own, 1)),
      yearChange: changeIds ? valueIn(publishedYear!) : toChange(changes, valueIn(ofYear), valueIn(ofYear, perYear)),
      growthPercent: valueIn(growth!),
      preliminary: point.preliminary,
    };
  });
}

interface Place {
  point: SeriesPoint;
  kind: string;
  /** Counts the periods of its kind, so that the period before has the number before. */
  at: number;
}

/** Returns the values of periods by kind and number; other periods, such as M13 and Q05, are left out. */
function toPlaces(points: readonly SeriesPoint[], kinds: string): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const point of points) {
    const [kind, number] = [point.period.slice(0, 1), Number(point.period.slice(1))];
    const perYear = kinds.includes(kind) ? (PERIODS[kind] ?? 0) : 0;
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

/** Returns how often values follow; `null` for several kinds of periods and for no values. */
export function toFrequency(values: readonly EconomicValue[]): string | null {
  const [kind, ...others] = new Set(values.map(({ period }) => period.slice(0, 1)));
  return kind === undefined || others.length > 0 ? null : FREQUENCIES[kind]!;
}

/** Returns the newest footnotes of the shown values. */
export function toFootnotes(points: readonly SeriesPoint[], values: readonly EconomicValue[]) {
  const noted = new Map(points.map((point) => [`${point.year} ${point.period}`, point.footnote]));
  return values
    .flatMap(({ date, period }) => {
      const text = noted.get(`${date.slice(0, 4)} ${period}`) ?? null;
      return text === null ? [] : [{ date, text }];
    })
    .slice(0, MAX_FOOTNOTES);
}
