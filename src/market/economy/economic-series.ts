/**
 * The economic series with plain names, all of the US Bureau of Labor Statistics (BLS), and what ids of others say.
 *
 * Sources of ids, units and bases: the tables of the BLS (bls.gov/cpi, /ppi, /web/ximpim, /jlt, /productivity, /ces, /cps)
 * and public programs that read them. The third character of an id is S for a seasonally adjusted series, else U.
 */

/**
 * Percent of the value before, for indices and wages; else the difference in the series' own unit; none of a change at
 * an annual rate, of which a difference says nothing.
 */
export type ChangeKind = "percent" | "difference" | "none";

export interface EconomicSeries {
  title: string;
  id: string;
  /** The series whose changes on the year are the official ones, where it is another one: without seasonal adjustment. */
  yearId?: string;
  unit: string;
  changes: ChangeKind;
  /** Further words for it, and its id at FRED, the data bank of the Federal Reserve Bank of St. Louis. */
  words: string;
}

const CPI_UNIT = "index, 1982-84 = 100";
const PPI_UNIT = "index, November 2009 = 100";

const ECONOMIC_SERIES = {
  cpi: {
    title: "Consumer prices, all items, all urban consumers",
    id: "CUSR0000SA0",
    yearId: "CUUR0000SA0",
    unit: CPI_UNIT,
    changes: "percent",
    words: "CPIAUCSL, inflation, headline CPI, consumer prices, consumer price index",
  },
  core_cpi: {
    title: "Consumer prices without food and energy, all urban consumers",
    id: "CUSR0000SA0L1E",
    yearId: "CUUR0000SA0L1E",
    unit: CPI_UNIT,
    changes: "percent",
    words: "CPILFESL, core inflation, core consumer prices",
  },
  ppi: {
    title: "Producer prices, final demand",
    id: "WPSFD4",
    yearId: "WPUFD4",
    unit: PPI_UNIT,
    changes: "percent",
    words: "PPIFIS, producer prices, producer price index",
  },
  unemployment_rate: {
    title: "Unemployed, of the civilian labor force from 16 years on",
    id: "LNS14000000",
    unit: "percent",
    changes: "difference",
    words: "UNRATE, unemployment, jobless rate",
  },
  payrolls: {
    title: "Employees on nonfarm payrolls",
    id: "CES0000000001",
    unit: "thousands of persons",
    changes: "difference",
    words: "PAYEMS, nonfarm payrolls, non-farm payrolls, NFP, jobs",
  },
  average_hourly_earnings: {
    title: "Average hourly earnings of all employees, private sector",
    id: "CES0500000003",
    unit: "US dollars an hour",
    changes: "percent",
    words: "hourly earnings, hourly wages, average hourly wage, wages",
  },
  job_openings: {
    title: "Job openings, total nonfarm",
    id: "JTS000000000000000JOL",
    unit: "thousands of openings",
    changes: "difference",
    words: "JTSJOL, JOLTS",
  },
  import_prices: {
    title: "Import prices, all commodities",
    id: "EIUIR",
    unit: "index, 2000 = 100",
    changes: "percent",
    words: "IR, import price index",
  },
  productivity: {
    title: "Labor productivity, nonfarm business: output an hour",
    id: "PRS85006092",
    unit: "percent change on the quarter before, annual rate",
    changes: "none",
    words: "labor productivity, labour productivity",
  },
} as const satisfies Record<string, EconomicSeries>;

export type SeriesName = keyof typeof ECONOMIC_SERIES;
export const SERIES_NAMES = Object.keys(ECONOMIC_SERIES) as [SeriesName, ...SeriesName[]];

/** Names of the releases with a value of each series, as market calendars write them: "Core CPI MM, SA*". */
const RELEASES: Readonly<Record<SeriesName, RegExp>> = {
  cpi: /\bCPI (?:MM|YY)\b/,
  core_cpi: /\bCPI (?:MM|YY)\b/,
  ppi: /\bPPI (?:Final Demand )?(?:MM|YY)\b/,
  unemployment_rate: /\bUnemployment Rate\b/,
  payrolls: /\bNon-?farm Payrolls\b/i,
  average_hourly_earnings: /\bNon-?farm Payrolls\b/i,
  job_openings: /\bJOLTS Job Openings\b/,
  import_prices: /\bImport Prices (?:MM|YY)\b/,
  productivity: /\bProductivity\b/,
};

/** Returns the first day of a release of each series; `releases` are oldest first. */
export function toReleaseDays(
  releases: readonly { date: string; event?: string | null | undefined }[],
): Partial<Record<SeriesName, string>> {
  const days = SERIES_NAMES.map((name) => [name, releases.find(({ event }) => RELEASES[name].test(event ?? ""))?.date]);
  return Object.fromEntries(days.filter(([, day]) => day !== undefined)) as Partial<Record<SeriesName, string>>;
}

/** Ids at FRED of further series of the BLS. */
const FRED_IDS: Readonly<Record<string, string>> = {
  CPIAUCNS: "CUUR0000SA0",
  CPILFENS: "CUUR0000SA0L1E",
  PPIACO: "WPU00000000",
  UNRATENSA: "LNU04000000",
  U6RATE: "LNS13327709",
  CIVPART: "LNS11300000",
  EMRATIO: "LNS12300000",
  MANEMP: "CES3000000001",
  AHETPI: "CES0500000008",
  OPHNFB: "PRS85006093",
};

/** Returns a name in a form that is the same with blanks, hyphens and underscores, and in any case. */
export const toKey = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "_");

/** Returns a map from each of the names, which have commas between them, to what they are names of. */
export function byName(lists: Readonly<Record<string, string>>): ReadonlyMap<string, { of: string; name: string }> {
  return new Map(
    Object.entries(lists).flatMap(([of, names]) => names.split(", ").map((name) => [toKey(name), { of, name }])),
  );
}

/**
 * Surveys of the BLS with the least and the most characters of their ids; others have a digit in theirs. The third character
 * says whether a series is seasonally adjusted. Source: bls.gov/help/hlpforma.htm.
 */
const ID_LENGTHS: readonly (readonly [surveys: string, least: number, most: number])[] = [
  ["AP", 12, 13],
  ["BD", 28, 28],
  ["CE LE LU", 13, 13],
  ["CI CM", 17, 17],
  ["CU CW SU", 11, 17],
  ["EI", 5, 16],
  ["EN", 13, 17],
  ["JT", 21, 21],
  ["LA SM", 20, 20],
  ["LN", 11, 12],
  ["OE", 25, 25],
  ["PC", 9, 20],
  ["PR", 11, 11],
  ["WP", 6, 16],
];
const OTHER_SURVEYS =
  /^(?:BG|BP|CB|CC|CD|CF|CH|CS|CX|EC|EE|EW|FI|FM|FW|GP|HC|HS|II|IN|IP|IS|JL|LI|ML|MP|NB|NC|ND|NW|OR|SA|SH|SI|TU|WM|WS)[SU](?=.*\d).{3,27}$/;

/** Whether a text has the form of an id of the BLS: each call to it is one of 25 a day. */
function isId(text: string): boolean {
  if (!/^[A-Z]{2}[SU][A-Z0-9_#-]+$/.test(text)) return false;
  const lengths = ID_LENGTHS.find(([surveys]) => surveys.split(" ").includes(text.slice(0, 2)));
  return lengths ? text.length >= lengths[1] && text.length <= lengths[2] : OTHER_SURVEYS.test(text);
}

const SYNONYMS = byName({
  ...Object.fromEntries(Object.entries<EconomicSeries>(ECONOMIC_SERIES).map(([name, { words }]) => [name, words])),
  ...Object.fromEntries(Object.entries(FRED_IDS).map(([name, id]) => [id, name])),
});

/**
 * Returns the plain name of a series, another name for one as our tables write it, or an id of the BLS as it is; `undefined`
 * for any other text.
 */
export function toSeriesName(text: string): string | undefined {
  const key = toKey(text);
  if (Object.hasOwn(ECONOMIC_SERIES, key)) return key;
  return SYNONYMS.get(key)?.name ?? (isId(text.trim()) ? text.trim() : undefined);
}

/** Surveys whose series are price indices, by the first letters of their ids. */
const PRICE_INDICES = /^(?:CU|CW|SU|WP|PC|EI)/;

/** Measures of productivity that are changes on the quarter before, at an annual rate. */
const ANNUALISED = /^PR[SU]\d{7}2$/;

/** The facts of a series; of an id without a plain name, unit and title are unknown. */
export interface KnownSeries extends Omit<EconomicSeries, "title" | "unit" | "words"> {
  /** The plain name, or the id. */
  name: string;
  title: string | null;
  unit: string | null;
  /** `null` where the id does not say it. */
  seasonallyAdjusted: boolean | null;
}

/** Returns the facts of a name or an id. An id with a plain name has that one's facts, and its own changes. */
export function findSeries(asked: string): KnownSeries {
  const name = SYNONYMS.get(toKey(asked))?.of ?? asked;
  const named = Object.hasOwn(ECONOMIC_SERIES, name) ? ECONOMIC_SERIES[name as SeriesName] : undefined;
  if (named) {
    const { words: _words, ...facts } = named;
    return { name, ...facts, seasonallyAdjusted: isAdjusted(facts.id) };
  }
  const alike = Object.values<EconomicSeries>(ECONOMIC_SERIES).find(({ id, yearId }) => name === id || name === yearId);
  return {
    name,
    id: name,
    title: alike?.title ?? null,
    unit: alike?.unit ?? null,
    changes: alike?.changes ?? changesOf(name),
    seasonallyAdjusted: isAdjusted(name),
  };
}

function changesOf(id: string): ChangeKind {
  if (ANNUALISED.test(id)) return "none";
  return PRICE_INDICES.test(id) ? "percent" : "difference";
}

function isAdjusted(id: string): boolean | null {
  return id[2] === "S" ? true : id[2] === "U" ? false : null;
}

/** Returns the ids whose values a series is made of. */
export const idsOf = ({ id, yearId }: Pick<EconomicSeries, "id" | "yearId">): string[] =>
  yearId === undefined ? [id] : [id, yearId];

/** The ids of all series with plain names. */
export const NAMED_IDS: readonly string[] = SERIES_NAMES.flatMap((name) => idsOf(ECONOMIC_SERIES[name]));
