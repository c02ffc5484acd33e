/** The simulated BEA, Federal Reserve, ECB, Eurostat and World Bank: invented series since 2000, in the form of their files. */
import { oncePer } from "../../lib/once-per.js";
import type { SimulatedReply } from "../companies/world.js";
import { valueAt, type Invented } from "./series.js";

const FIRST_YEAR = 2000;
/** The year whose mean is 100 in an index, and whose real output is its output. */
const BASE = 2017;
const MONTHS = 12;
const PER_QUARTER = 3;

const OUTPUT: Invented = { start: 18_000_000, growth: 0.0042, wave: 0.01, digits: 6 };
const REAL_OUTPUT: Invented = { start: 18_600_000, growth: 0.002, wave: 0.01, digits: 6 };
const MONTHLY: Readonly<Record<string, Invented>> = {
  A065RC: { start: 15_700_000, growth: 0.0043, wave: 0.01, digits: 0 },
  A072RC: { start: 5.4, growth: 0, wave: 0.2, digits: 1 },
  DPCCRG: { start: 97, growth: 0.002, wave: 0.002, digits: 6 },
  DPCERG: { start: 97.2, growth: 0.0021, wave: 0.004, digits: 6 },
};
const PRODUCTION: Invented = { start: 101.6, growth: 0.0002, wave: 0.03, digits: 4 };
const UTILIZATION: Invented = { start: 77.4, growth: 0, wave: 0.02, digits: 4 };
const EURO_INFLATION: Invented = { start: 2.1, growth: 0, wave: 0.3, digits: 1 };
const EURO_UNEMPLOYMENT: Invented = { start: 7.2, growth: -0.0006, wave: 0.05, digits: 1 };
const EURO_OUTPUT: Invented = { start: 2_600_000, growth: 0.0028, wave: 0.01, digits: 1 };

/** Returns the reply of an office of statistics; `undefined` for a path of none. */
export function replyOfStatistics(path: string, query: URLSearchParams, at: number): SimulatedReply | undefined {
  const now = new Date(at);
  // The number of this month, counted from the year 0.
  const month = now.getUTCFullYear() * MONTHS + now.getUTCMonth();
  const [, file] = /^\/national\/Release\/TXT\/(\w+)\.txt$/.exec(path) ?? [];
  if (file !== undefined) return text(beaFile(file, month), releasedIn(month));
  const [, production] = /^\/releases\/g17\/Current\/ipdisk\/(ip|utl)_sa\.txt$/.exec(path) ?? [];
  if (production !== undefined) {
    return text(yearLines(production === "ip" ? PRODUCTION : UTILIZATION, month), releasedIn(month));
  }
  if (path.startsWith("/service/data/HICP/")) return text(inflation(month), undefined, "text/csv");
  const [, set] = /^\/eurostat\/api\/dissemination\/statistics\/1\.0\/data\/(\w+)$/.exec(path) ?? [];
  if (set !== undefined) return { status: 200, body: dataSet(set, query.getAll("unit"), month) };
  const [, countries, indicator] = /^\/v2\/country\/([A-Z;]+)\/indicator\/([A-Z.]+)$/.exec(path) ?? [];
  if (countries !== undefined)
    return { status: 200, body: indicatorOf(countries.split(";"), indicator!, now.getUTCFullYear()) };
  return undefined;
}

function text(body: string | undefined, lastModified?: string, type = "text/plain"): SimulatedReply {
  if (body === undefined) return { status: 404, text: "Not found", headers: { "content-type": "text/plain" } };
  return {
    status: 200,
    text: body,
    headers: { "content-type": type, ...(lastModified === undefined ? {} : { "last-modified": lastModified }) },
  };
}

/** Returns the moment of the release in a month. */
const releasedIn = (month: number) => new Date(Date.UTC(yearOf(month), month % MONTHS, 1, 13, 30)).toUTCString();

const meanOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
const monthsOf = (year: number, step = 1) =>
  Array.from({ length: MONTHS / step }, (_, at) => year * MONTHS + at * step);
const figure = (series: Invented, month: number) => Number(valueAt(series, month));

/** The factor by which an index has the mean 100 in the base year. */
const toBase = oncePer((series: Invented) => 100 / meanOf(monthsOf(BASE).map((month) => figure(series, month))));
/** The factor by which real output is output in the base year. */
const toChained = oncePer((real: Invented) => {
  const mean = (series: Invented) => meanOf(monthsOf(BASE, PER_QUARTER).map((month) => figure(series, month)));
  return mean(OUTPUT) / mean(real);
});

const grouped = (value: number, digits: number) =>
  `"${value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })}"`;

function beaFile(file: string, month: number): string | undefined {
  if (file === "SeriesRegister") {
    const rows = ["A065RC", "A072RC", "A191RC", "A191RL", "A191RX", "DPCCRG", "DPCERG"].map(
      (code) => `${code},"Simulated","Simulated","Level",${/^A(?:065|191)R[CX]$/.test(code) ? -6 : 0},T10101:1,NONE`,
    );
    return [
      "%SeriesCode,SeriesLabel,MetricName,CalculationType,DefaultScale,TableId:LineNo,SeriesCodeParents",
      ...rows,
    ].join("\n");
  }
  const head = "%SeriesCode,Period,Value";
  if (file === "NipaDataM") {
    const rows = Object.entries(MONTHLY).flatMap(([code, series]) =>
      since(1, month).map((each) => {
        const isIndex = code.endsWith("RG");
        const value = figure(series, each) * (isIndex ? toBase(series) : 1);
        return `${code},${yearOf(each)}M${String((each % MONTHS) + 1).padStart(2, "0")},${grouped(value, isIndex ? 3 : series.digits)}`;
      }),
    );
    return [head, ...rows, ""].join("\n");
  }
  if (file !== "NipaDataQ") return undefined;
  const real = (each: number) => figure(REAL_OUTPUT, each) * toChained(REAL_OUTPUT);
  const row = (code: string, each: number, value: string) => `${code},${yearOf(each)}Q${quarterOf(each)},${value}`;
  const quarters = since(PER_QUARTER, month);
  return [
    head,
    ...quarters.map((each) => row("A191RC", each, grouped(figure(OUTPUT, each), 0))),
    ...quarters.map((each) =>
      row("A191RL", each, grouped(((real(each) / real(each - PER_QUARTER)) ** 4 - 1) * 100, 1)),
    ),
    ...quarters.map((each) => row("A191RX", each, grouped(real(each), 0))),
    "",
  ].join("\n");
}

const yearOf = (month: number) => Math.floor(month / MONTHS);
const quarterOf = (month: number) => Math.floor((month % MONTHS) / PER_QUARTER) + 1;

/** Returns the first months of the periods that have ended by a month, oldest first. */
function since(step: number, month: number): number[] {
  const first = FIRST_YEAR * MONTHS;
  return Array.from({ length: Math.floor((month - first) / step) }, (_, at) => first + at * step);
}

function yearLines(series: Invented, month: number): string {
  const years = Array.from({ length: yearOf(month - 1) - FIRST_YEAR + 1 }, (_, at) => FIRST_YEAR + at);
  const lines = years.map((year) => {
    const known = monthsOf(year).filter((each) => each < month);
    return `"B50001" ${year} ${known.map((each) => valueAt(series, each)).join("  ")}`;
  });
  return ['"B50001: Total index"', ...lines, ""].join("\n");
}

function inflation(month: number): string {
  const rows = ["000000", "XEF000"].flatMap((item, index) =>
    since(1, month).map((each) => {
      const value = figure(EURO_INFLATION, each - index * 5).toFixed(1);
      const day = `${yearOf(each)}-${String((each % MONTHS) + 1).padStart(2, "0")}`;
      return `HICP.M.U2.N.${item}.4D0.ANR,M,U2,${day},${value},${each === month - 1 ? "P" : "A"},"Simulated, annual rate"`;
    }),
  );
  return ["KEY,FREQ,REF_AREA,TIME_PERIOD,OBS_VALUE,OBS_STATUS,TITLE", ...rows, ""].join("\n");
}

function dataSet(name: string, units: readonly string[], month: number): object {
  const isQuarterly = name === "namq_10_gdp";
  const step = isQuarterly ? PER_QUARTER : 1;
  const periods = since(step, month);
  const value = (unit: string, each: number) => {
    const change = (before: number) => (figure(EURO_OUTPUT, each) / figure(EURO_OUTPUT, each - before) - 1) * 100;
    if (unit === "PC_ACT") return figure(EURO_UNEMPLOYMENT, each);
    if (unit === "CP_MEUR") return figure(EURO_OUTPUT, each);
    return Number(change(unit === "CLV_PCH_PRE" ? PER_QUARTER : MONTHS).toFixed(1));
  };
  const toName = (each: number) =>
    `${yearOf(each)}-${isQuarterly ? `Q${quarterOf(each)}` : String((each % MONTHS) + 1).padStart(2, "0")}`;
  const index = (names: readonly string[]) => Object.fromEntries(names.map((each, at) => [each, at]));
  const values = units.flatMap((unit) => periods.map((each) => value(unit, each)));
  return {
    version: "2.0",
    class: "dataset",
    updated: `${new Date(releasedIn(month)).toISOString().slice(0, 10)}T11:00:00+0200`,
    id: ["freq", "unit", "geo", "time"],
    size: [1, units.length, 1, periods.length],
    dimension: {
      unit: { category: { index: index(units) } },
      time: { category: { index: index(periods.map(toName)) } },
    },
    value: Object.fromEntries(values.map((each, at) => [at, each])),
    status: { [values.length - 1]: "p" },
  };
}

function indicatorOf(countries: readonly string[], indicator: string, year: number): unknown[] {
  if (!countries.every((code) => /^[A-Z]{3}$/.test(code))) {
    return [{ message: [{ id: "120", key: "Invalid value", value: "The provided parameter value is not valid" }] }];
  }
  const years = Array.from({ length: year - FIRST_YEAR }, (_, at) => year - 1 - at);
  const rows = countries.flatMap((code) => {
    const size = [...code].reduce((product, letter) => product * (letter.charCodeAt(0) - 60), 1);
    const output = (of: number) =>
      Math.round(size * 1e8 * 1.03 ** (of - FIRST_YEAR) * (1 + 0.03 * Math.sin(of + size)));
    const value = (of: number) =>
      indicator === "NY.GDP.MKTP.CD" ? output(of) : Number(((output(of) / output(of - 1) - 1) * 100).toFixed(9));
    return years.map((of) => ({
      indicator: { id: indicator, value: "Simulated" },
      country: { id: code.slice(0, 2), value: "Simulated" },
      countryiso3code: code,
      date: String(of),
      // The year before is not known yet.
      value: of === year - 1 ? null : value(of),
    }));
  });
  return [{ page: 1, pages: 1, per_page: 5_000, total: rows.length, lastupdated: `${year}-01-02` }, rows];
}
