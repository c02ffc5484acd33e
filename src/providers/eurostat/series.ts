/** Unemployment and output of the euro area: Eurostat's statistics in the format JSON-stat. */
import { UnreadableAnswer } from "../../contract/errors.js";
import { asWord, isDay, toNumber } from "../../contract/values.js";
import { isObject } from "../../lib/is-object.js";
import { parseJson } from "../../lib/parse-json.js";
import { clockOf } from "../../lib/zone-clock.js";
import { idsOf, type KnownSeries } from "../../market/economy/economic-series.js";
import type { OfficialClient } from "../official/client.js";
import {
  rememberPublished,
  toOfficeAnswer,
  toPeriod,
  type KeptPoint,
  type OfficeAnswer,
  type Published,
  type SeriesDays,
} from "../official/office-series.js";

/** The euro area since Bulgaria joined it in 2026; monthly series of `EA20` end in 2025-12. */
const AREA = "EA21";
/** The filters of each data set; a question names the units that it asks for. */
const FILTERS: Readonly<Record<string, string>> = {
  une_rt_m: `freq=M&s_adj=SA&age=TOTAL&sex=T&geo=${AREA}&sinceTimePeriod=1995-01`,
  namq_10_gdp: `freq=Q&s_adj=SCA&na_item=B1GQ&geo=${AREA}&sinceTimePeriod=1995-Q1`,
};
/** Data are updated at 11:00 in Luxembourg. */
const RELEASES = { hour: 11, clock: clockOf("Europe/Berlin") };
/** Flags of values that may still be revised: provisional and estimated. */
const PRELIMINARY = /[pe]/;
/** More positions than a data set has with one value of each filter. */
const MAX_POSITIONS = 20_000;

/**
 * Returns the values of series of Eurostat, of one call for each series; an id has the data set before the unit:
 * `une_rt_m PC_ACT`.
 *
 * @throws {ProviderError} `bad_answer` for an answer that is no such data set.
 */
export async function fetchEurostat(
  known: readonly KnownSeries[],
  days: SeriesDays,
  client: OfficialClient,
): Promise<OfficeAnswer> {
  return toOfficeAnswer(await Promise.all(known.map((each) => findDataSet(idsOf(each), client))), days);
}

function findDataSet(ids: readonly string[], client: OfficialClient) {
  const [name = ""] = ids[0]!.split(" ");
  const units = ids.map((id) => id.slice(name.length + 1));
  const path = `eurostat/api/dissemination/statistics/1.0/data/${name}?format=JSON&${FILTERS[name]!}`;
  return rememberPublished(client, `eurostat ${name} ${units.join(" ")}`, RELEASES, async () => {
    const text = await client.sendToOffice("eurostat", `${path}${units.map((unit) => `&unit=${unit}`).join("")}`);
    return readDataSet(parseJson(text), name, units);
  });
}

/**
 * Reads a data set: the position of a value counts through all dimensions, the last one fastest, and positions without a
 * value are absent.
 */
function readDataSet(body: unknown, name: string, units: readonly string[]): Published {
  if (!isObject(body) || !Array.isArray(body["id"]) || !Array.isArray(body["size"]))
    throw new UnreadableAnswer("provider-d");
  const [dimensions, sizes] = [body["id"].map(asWord), body["size"].map((size) => toNumber(size) ?? NaN)];
  const [values, flags] = [body["value"], body["status"]];
  const [unitAt, timeAt] = [dimensions.indexOf("unit"), dimensions.indexOf("time")];
  const positions = sizes.reduce((product, size) => product * size, 1);
  if (!values || typeof values !== "object" || unitAt < 0 || timeAt < 0) throw new UnreadableAnswer("provider-d");
  if (sizes.length !== dimensions.length || !(positions <= MAX_POSITIONS)) throw new UnreadableAnswer("provider-d");
  const others = dimensions.filter((_, at) => at !== unitAt && at !== timeAt && sizes[at] !== 1);
  // More than one value of a filter, such as two areas, would mix series.
  if (others.length > 0) throw new UnreadableAnswer("provider-d");
  const strideOf = (dimension: number) => sizes.slice(dimension + 1).reduce((product, size) => product * size, 1);
  const [unitStride, timeStride] = [strideOf(unitAt), strideOf(timeAt)];
  const unitPlaces = placesOf(body, "unit", sizes[unitAt]!);
  const timePlaces = placesOf(body, "time", sizes[timeAt]!);
  const at = (list: unknown, position: number) =>
    list !== null && typeof list === "object" ? (list as Record<string, unknown>)[position] : undefined;
  const points = units.map((unit): [string, KeptPoint[]] => {
    const unitPlace = unitPlaces.get(unit);
    if (unitPlace === undefined) throw new UnreadableAnswer("provider-d");
    const rows = [...timePlaces].flatMap(([time, place]): KeptPoint[] => {
      const position = unitPlace * unitStride + place * timeStride;
      const [period, value] = [toPeriod(time), toNumber(at(values, position))];
      if (period === undefined || value === null) return [];
      return [[period, value, PRELIMINARY.test(asWord(at(flags, position) ?? "")) ? 1 : 0]];
    });
    return [`${name} ${unit}`, rows];
  });
  const day = asWord(body["updated"] ?? "").slice(0, 10);
  return { points: Object.fromEntries(points), released: isDay(day) ? day : null };
}

/** Returns the place of each category of a dimension, which is an object of places, or a list of names; at most `size` of them. */
function placesOf(body: Record<string, unknown>, dimension: string, size: number): Map<string, number> {
  const all = body["dimension"];
  const own = isObject(all) ? all[dimension] : undefined;
  const category = isObject(own) ? own["category"] : undefined;
  const index = isObject(category) ? category["index"] : undefined;
  if (!Array.isArray(index) && !isObject(index)) throw new UnreadableAnswer("provider-d");
  // The size alone is bounded: an answer with more names would be read with all of them.
  if (Object.keys(index).length > size) throw new UnreadableAnswer("provider-d");
  if (Array.isArray(index)) return new Map(index.map((name, place) => [asWord(name), place]));
  const places = Object.entries(index).flatMap(([name, place]): [string, number][] =>
    Number.isInteger(place) ? [[name, place as number]] : [],
  );
  // A place beyond the size, or one of two names, has the value of another unit or period.
  const taken = new Set(places.map(([, place]) => place));
  if (taken.size < places.length || [...taken].some((place) => place < 0 || place >= size))
    throw new UnreadableAnswer("provider-d");
  return new Map(places);
}
