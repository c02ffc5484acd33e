/**
 * Series of the US Bureau of Economic Analysis (BEA), from its flat files of the national accounts, which need no key. Values
 * and scales are those of the files; an annual revision each September changes years back, so nothing is added to what is kept.
 */
import { ProviderError, UnreadableAnswer } from "../../contract/errors.js";
import { indexUnit, isIndexUnit } from "../../contract/field-facts.js";
import { toNumber } from "../../contract/values.js";
import { NEW_YORK } from "../../lib/zone-clock.js";
import { OFFICE_SERIES } from "../../market/economy/named-series.js";
import { idsOf, type KnownSeries } from "../../market/economy/economic-series.js";
import type { OfficialClient } from "../official/client.js";
import { toCells } from "../official/csv-line.js";
import { createLineReader } from "../official/line-reader.js";
import {
  rememberPublished,
  toOfficeAnswer,
  toPeriod,
  toReleaseDay,
  type KeptPoint,
  type OfficeAnswer,
  type Published,
  type SeriesDays,
} from "../official/office-series.js";

const FOLDER = "national/Release/TXT";
/** The codes of all our series by their file, so that one call answers all questions about it. */
const FILES = {
  NipaDataQ: idsOf(OFFICE_SERIES.gdp).concat(idsOf(OFFICE_SERIES.real_gdp)),
  NipaDataM: [
    OFFICE_SERIES.pce_prices,
    OFFICE_SERIES.core_pce_prices,
    OFFICE_SERIES.personal_income,
    OFFICE_SERIES.saving_rate,
  ].map(({ id }) => id),
} as const;
const [DATA_HEAD, REGISTER_HEAD] = ["%SeriesCode,Period,Value", "%SeriesCode,SeriesLabel,MetricName"];
/** The releases of a day are out at 8:30 in New York. */
const RELEASES = { hour: 8.5, clock: NEW_YORK };

/** Days for which the register of scales is kept. */
const REGISTER_DAYS = 30;
/** Powers of ten of the scales, in words. */
const SCALES: Readonly<Record<string, string>> = {
  "0": "",
  "-3": "thousands of ",
  "-6": "millions of ",
  "-9": "billions of ",
};

/**
 * Returns the values of series of the BEA, of the quarterly or the monthly file or both, and their units.
 *
 * @throws {ProviderError} `bad_answer` when a file is a page, or the files lack codes of all these series.
 */
export async function fetchBea(
  known: readonly KnownSeries[],
  days: SeriesDays,
  client: OfficialClient,
): Promise<OfficeAnswer> {
  const asked = new Set(known.flatMap(idsOf));
  const files = (["NipaDataQ", "NipaDataM"] as const).filter((file) => FILES[file].some((id) => asked.has(id)));
  const [scales, ...parts] = await Promise.all([findScales(client), ...files.map((file) => findData(file, client))]);
  const answer = toOfficeAnswer(parts, days);
  // A code that is missing from a whole file is no missing value: the file or our table is wrong.
  const isThere = (id: string) => id in answer.points && id in scales.points;
  const lacking = known.filter((each) => !idsOf(each).every(isThere)).map(({ id }) => id);
  if (lacking.length === known.length) throw new ProviderError("provider-d", "bad_answer");
  const bases = Object.fromEntries(
    parts.flatMap(({ points }) => Object.keys(points).map((id) => [id, baseOf(id, points)])),
  );
  return {
    ...answer,
    lacking,
    units: Object.fromEntries(
      known.map((each) => [each.id, toUnit(each, scales.points[each.id]?.[0], bases[each.id])]),
    ),
  };
}

function findData(file: keyof typeof FILES, client: OfficialClient) {
  return rememberPublished(client, `bea ${file}`, RELEASES, async (old): Promise<Published | null> => {
    const codes = FILES[file];
    const reader = () => createLineReader(codes.map((code) => `${code},`));
    const sent = await client.file("bea", `${FOLDER}/${file}.txt`, reader, old?.lastModified);
    if (sent === null) return null;
    const points: Record<string, KeptPoint[]> = {};
    for (const [code = "", at = "", value = ""] of rowsOf(sent.text, DATA_HEAD)) {
      const period = toPeriod(at);
      // The value of a period that was not collected is "(NA)", "---", "(D)", "..." or empty.
      if (period !== undefined) (points[code] ??= []).push([period, toNumber(value.replaceAll(",", "")), null]);
    }
    if (Object.keys(points).length === 0) throw new UnreadableAnswer("provider-d");
    const { lastModified } = sent;
    return { points, released: toReleaseDay(lastModified), lastModified };
  });
}

/** Returns the scale of each code as the power of ten in the register: -6 of values in millions. */
function findScales(client: OfficialClient) {
  return rememberPublished(client, "bea register", { days: REGISTER_DAYS }, async (): Promise<Published> => {
    const codes = Object.values(FILES).flat();
    const reader = () => createLineReader(codes.map((code) => `${code},`));
    const sent = (await client.file("bea", `${FOLDER}/SeriesRegister.txt`, reader))!;
    const rows = rowsOf(sent.text, REGISTER_HEAD).map(([code = "", , , , scale = ""]): [string, KeptPoint[]] => [
      code,
      [["", toNumber(scale), null]],
    ]);
    if (rows.length === 0) throw new UnreadableAnswer("provider-d");
    return { points: Object.fromEntries(rows), released: null };
  });
}

/** Returns the cells of the lines below a head; a page in place of a file has none. */
function rowsOf(text: string, head: string): string[][] {
  const [first = "", ...lines] = text.split("\n");
  // The three bytes of a mark of the byte order, which the reader takes for characters.
  if (!first.replace(/^(?:\u00ef\u00bb\u00bf|\ufeff)/, "").startsWith(head)) throw new UnreadableAnswer("provider-d");
  return lines.map(toCells);
}

/** How far the mean of a base year may be from its base, because values are rounded. */
const TOLERANCE = 1e-4;

/**
 * Returns the base year of an index, whose mean is 100, or of chained dollars, whose sum is that of current dollars. A
 * comprehensive revision changes it, and no file names it.
 */
function baseOf(id: string, points: Published["points"]): string | undefined {
  const { gdp, real_gdp } = OFFICE_SERIES;
  const isChained = id === real_gdp.id;
  const means = meansOf(points[id]!);
  const bases = isChained ? meansOf(points[gdp.id] ?? []) : undefined;
  return [...means].find(
    ([year, mean]) => Math.abs(mean / (bases ? (bases.get(year) ?? 0) : 100) - 1) < TOLERANCE,
  )?.[0];
}

/** Returns the mean of each whole year. */
function meansOf(points: readonly KeptPoint[]): Map<string, number> {
  const years = new Map<string, number[]>();
  for (const [at, value] of points) {
    if (value !== null) years.set(at.slice(0, 4), [...(years.get(at.slice(0, 4)) ?? []), value]);
  }
  const perYear = points[0]?.[0][4] === "Q" ? 4 : 12;
  const whole = [...years].filter(([, values]) => values.length === perYear);
  return new Map(whole.map(([year, values]) => [year, values.reduce((sum, each) => sum + each, 0) / perYear]));
}

/** Returns the unit with the scale of the register and the base year; `null` for an unknown scale. */
function toUnit({ unit }: KnownSeries, scale: KeptPoint | undefined, base: string | undefined) {
  const words = SCALES[String(scale?.[1])];
  if (words === undefined || unit === null) return null;
  if (isIndexUnit(unit)) return indexUnit(base);
  return (
    words +
    (base !== undefined && unit === OFFICE_SERIES.real_gdp.unit ? `chained ${base} US dollars, annual rate` : unit)
  );
}
