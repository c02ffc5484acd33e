/** The simulated US Bureau of Labor Statistics: invented series to the month before this one. */
import { isObject } from "../../lib/is-object.js";
import { parseJson } from "../../lib/parse-json.js";
import type { SimulatedRequest, SimulatedReply } from "../companies/world.js";

export interface Invented {
  /** Value of January 2015. */
  start: number;
  /** Growth a month. */
  growth: number;
  /** Height of a wave of three years, as a part of the value. */
  wave: number;
  digits: number;
  isQuarterly?: true;
  /** Newest periods whose values are preliminary. */
  preliminary?: number;
  /** Whether the list has averages of years. */
  hasYears?: true;
}

const PRICES: Invented = { start: 234.7, growth: 0.0024, wave: 0.004, digits: 3 };
const PRODUCER: Invented = { start: 110.2, growth: 0.0022, wave: 0.006, digits: 3, preliminary: 4 };
/** Items of the CPI by their codes, each with its value of January 2015 and its growth a month in hundredths of a percent. */
const CPI_ITEMS: Readonly<Record<string, readonly [start: number, growth: number]>> = {
  SAF1: [246.1, 24],
  SAF11: [242.6, 20],
  SEFV: [251.9, 33],
  SAF112: [251, 22],
  SA0E: [200.1, 18],
  SETB01: [184.5, 15],
  SEHF01: [212.3, 29],
  SACL1E: [145.4, 8],
  SETA01: [147.1, 13],
  SETA02: [147.4, 16],
  SAA: [125.8, 4],
  SASLE: [294.7, 28],
  SAH: [235.5, 27],
  SAH1: [274.9, 30],
  SEHA: [281.2, 31],
  SEHC: [285.3, 30],
  SAM: [440.9, 22],
  SAM1: [349.1, 16],
  SAM2: [472.2, 25],
  SAT: [198.7, 17],
  SAS4: [286.3, 27],
  SAR: [115.8, 13],
  SAE: [137.4, 5],
  SAG: [411.7, 27],
  SEHF02: [172.3, 26],
  SEHE01: [268.9, 11],
  SEHB: [145.8, 22],
  SETG01: [289.4, 7],
  SETE: [449.2, 45],
  SAS: [283.4, 27],
  SAC: [179.3, 12],
};

/** Numbers of the states: 01 to 56, and 72. */
const STATES = [...Array.from({ length: 56 }, (_, at) => String(at + 1).padStart(2, "0")), "72"];

const SERIES: Readonly<Record<string, Invented>> = {
  CUSR0000SA0: PRICES,
  CUUR0000SA0: { ...PRICES, wave: 0.006, hasYears: true },
  CUSR0000SA0L1E: { ...PRICES, start: 239.9 },
  CUUR0000SA0L1E: { ...PRICES, start: 239.2, wave: 0.005, hasYears: true },
  ...Object.fromEntries(
    Object.entries(CPI_ITEMS).flatMap(([item, [start, growth]]) => {
      const adjusted = { ...PRICES, start, growth: growth / 1e4 };
      return [
        [`CUSR0000${item}`, adjusted],
        [`CUUR0000${item}`, { ...adjusted, wave: 0.006, hasYears: true as const }],
      ];
    }),
  ),
  WPSFD4: PRODUCER,
  WPUFD4: { ...PRODUCER, wave: 0.008 },
  WPU00000000: { ...PRODUCER, start: 192 },
  ...Object.fromEntries(
    STATES.map((fips, index) => [
      `LASST${fips}0000000000003`,
      { start: 3.4 + (index % 9) / 4, growth: 0, wave: 0.12, digits: 1, preliminary: 1 },
    ]),
  ),
  LNS14000000: { start: 4.6, growth: 0, wave: 0.12, digits: 1 },
  LNU04000000: { start: 4.7, growth: 0, wave: 0.15, digits: 1 },
  LNS13327709: { start: 8.4, growth: 0, wave: 0.12, digits: 1 },
  LNS11300000: { start: 62.6, growth: 0, wave: 0.005, digits: 1 },
  LNS12300000: { start: 59.9, growth: 0, wave: 0.006, digits: 1 },
  CES0000000001: { start: 140_600, growth: 0.0011, wave: 0.002, digits: 0, preliminary: 2 },
  CES3000000001: { start: 12_300, growth: 0.0003, wave: 0.004, digits: 0, preliminary: 2 },
  CES0500000003: { start: 24.76, growth: 0.003, wave: 0.002, digits: 2, preliminary: 2 },
  CES0500000008: { start: 20.8, growth: 0.0032, wave: 0.002, digits: 2, preliminary: 2 },
  JTS000000000000000JOL: { start: 5_300, growth: 0.002, wave: 0.09, digits: 0, preliminary: 1 },
  EIUIR: { start: 128.4, growth: 0.0008, wave: 0.02, digits: 1, preliminary: 3 },
  PRS85006092: { start: 1.6, growth: 0, wave: 0.9, digits: 1, isQuarterly: true, preliminary: 1 },
  PRS85006093: { start: 100.2, growth: 0.0012, wave: 0.01, digits: 3, isQuarterly: true, preliminary: 1 },
};

const FIRST_YEAR = 2000;
/** The month whose prices nobody collected. */
const NOT_COLLECTED = "2024-10";
const MAX_IDS = { v1: 25, v2: 50 } as const;
const MAX_YEARS = { v1: 10, v2: 20 } as const;

/** Replies to a request for series; `undefined` for another path. */
export function replyOfSeries({ path, method, body, at }: SimulatedRequest): SimulatedReply | undefined {
  const version = /^\/publicAPI\/(v[12])\/timeseries\/data\/$/.exec(path)?.[1] as "v1" | "v2" | undefined;
  if (version === undefined) return undefined;
  const asked = method === "POST" ? parseJson(body) : undefined;
  const ids = isObject(asked) && Array.isArray(asked["seriesid"]) ? asked["seriesid"].map(String) : [];
  if (!isObject(asked) || ids.length === 0 || ids.length > MAX_IDS[version]) return refused("Invalid request");
  const [first, last] = [Number(asked["startyear"]), Number(asked["endyear"])];
  if (!(first <= last)) return refused("Invalid years");
  const from = Math.max(first, last - MAX_YEARS[version] + 1);
  const message = ids.filter((id) => !isKnown(id)).map((id) => `Invalid Series for Series ${id}`);
  const series = ids.map((seriesID) => ({
    seriesID,
    data: isKnown(seriesID) ? pointsOf(SERIES[seriesID]!, seriesID, from, last, at) : [],
  }));
  return { status: 200, body: { status: "REQUEST_SUCCEEDED", responseTime: 12, message, Results: { series } } };
}

const isKnown = (id: string) => Object.hasOwn(SERIES, id);

function refused(reason: string): SimulatedReply {
  return { status: 200, body: { status: "REQUEST_NOT_PROCESSED", responseTime: 1, message: [reason], Results: {} } };
}

/** Returns the points of the years, newest first. */
function pointsOf(series: Invented, id: string, first: number, last: number, at: number) {
  const now = new Date(at);
  const ended = now.getUTCFullYear() * 12 + now.getUTCMonth();
  const step = series.isQuarterly ? 3 : 1;
  const letter = series.isQuarterly ? "Q" : "M";
  const newest = Math.floor(ended / step) * step - step;
  const points = [];
  for (let month = Math.min(newest, (last + 1) * 12 - step); month >= Math.max(first, FIRST_YEAR) * 12; month -= step) {
    const [year, index] = [Math.floor(month / 12), (month % 12) / step + 1];
    const isMissing = `${year}-${String(index)}` === NOT_COLLECTED && id.startsWith("C") && id.includes("SA0");
    if (series.hasYears && index === 12)
      points.push({ ...toPoint(year, "M13", valueAt(series, month - 6)), footnotes: [{}] });
    const notes = newest - month < (series.preliminary ?? 0) * step ? [{ code: "P", text: "preliminary" }] : [{}];
    points.push({
      ...toPoint(year, `${letter}${String(index).padStart(2, "0")}`, isMissing ? "-" : valueAt(series, month)),
      footnotes: isMissing ? [{ code: "X", text: "Simulated: no prices were collected." }] : notes,
    });
  }
  return points;
}

const toPoint = (year: number, period: string, value: string) => ({
  year: String(year),
  period,
  periodName: "",
  value,
});

/** Returns the value of a month, which is counted from the year 0. */
export function valueAt({ start, growth, wave, digits }: Invented, month: number): string {
  const since = month - 2015 * 12;
  const value = start * (1 + growth) ** since * (1 + wave * Math.sin((since / 36) * 2 * Math.PI));
  return value.toFixed(digits);
}
