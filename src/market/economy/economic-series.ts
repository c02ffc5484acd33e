/**
 * The economic series with plain names, all of the US Bureau of Labor Statistics (BLS), and the offices of those that it does
 * not publish.
 *
 * Sources of ids, units and bases: the tables of the BLS (bls.gov/cpi, /ppi, /web/ximpim, /jlt, /productivity, /ces, /cps)
 * and public programs that read them. The third character of an id is S for a seasonally adjusted series, else U.
 */

/** Percent of the value before, for indices and wages; else the difference in the series' own unit. */
export type ChangeKind = "percent" | "difference";

export interface EconomicSeries {
  title: string;
  id: string;
  /** The series whose changes on the year are the official ones, where it is another one: without seasonal adjustment. */
  yearId?: string;
  unit: string;
  changes: ChangeKind;
}

const CPI_UNIT = "index, 1982-84 = 100";
const PPI_UNIT = "index, November 2009 = 100";

export const ECONOMIC_SERIES = {
  cpi: {
    title: "Consumer prices, all items, all urban consumers",
    id: "CUSR0000SA0",
    yearId: "CUUR0000SA0",
    unit: CPI_UNIT,
    changes: "percent",
  },
  core_cpi: {
    title: "Consumer prices without food and energy, all urban consumers",
    id: "CUSR0000SA0L1E",
    yearId: "CUUR0000SA0L1E",
    unit: CPI_UNIT,
    changes: "percent",
  },
  ppi: {
    title: "Producer prices, final demand",
    id: "WPSFD4",
    yearId: "WPUFD4",
    unit: PPI_UNIT,
    changes: "percent",
  },
  unemployment_rate: {
    title: "Unemployed, of the civilian labor force from 16 years on",
    id: "LNS14000000",
    unit: "percent",
    changes: "difference",
  },
  payrolls: {
    title: "Employees on nonfarm payrolls",
    id: "CES0000000001",
    unit: "thousands of persons",
    changes: "difference",
  },
  average_hourly_earnings: {
    title: "Average hourly earnings of all employees, private sector",
    id: "CES0500000003",
    unit: "US dollars an hour",
    changes: "percent",
  },
  job_openings: {
    title: "Job openings, total nonfarm",
    id: "JTS000000000000000JOL",
    unit: "thousands of openings",
    changes: "difference",
  },
  import_prices: {
    title: "Import prices, all commodities",
    id: "EIUIR",
    unit: "index, 2000 = 100",
    changes: "percent",
  },
  productivity: {
    title: "Labor productivity, nonfarm business: output an hour",
    id: "PRS85006092",
    unit: "percent change on the quarter before, annual rate",
    changes: "difference",
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

/** Series that people ask for and that another office publishes. */
const OTHER_OFFICES: Readonly<Record<string, string>> = {
  gdp: "Bureau of Economic Analysis",
  real_gdp: "Bureau of Economic Analysis",
  pce: "Bureau of Economic Analysis",
  core_pce: "Bureau of Economic Analysis",
  personal_income: "Bureau of Economic Analysis",
  trade_balance: "Bureau of Economic Analysis",
  retail_sales: "Census Bureau",
  housing_starts: "Census Bureau",
  durable_goods: "Census Bureau",
  industrial_production: "Federal Reserve",
  jobless_claims: "Employment and Training Administration",
  initial_claims: "Employment and Training Administration",
  consumer_sentiment: "University of Michigan",
  pmi: "Institute for Supply Management",
};

/** Returns the office that publishes a series that is not to be had here; `undefined` for any other text. */
export function otherOffice(text: string): string | undefined {
  const name = text.toLowerCase().replace(/[ -]/g, "_");
  return Object.hasOwn(OTHER_OFFICES, name) ? OTHER_OFFICES[name] : undefined;
}

/** An id of the BLS: two letters of the survey, then letters, digits and some signs. */
const SERIES_ID = /^[A-Z]{2}[A-Z0-9_#-]{3,28}$/;

/** Returns the plain name in lower case, or an id of the BLS as it is; `undefined` for any other text. */
export function toSeriesName(text: string): string | undefined {
  const name = text.trim();
  const plain = name.toLowerCase();
  if (Object.hasOwn(ECONOMIC_SERIES, plain)) return plain;
  return SERIES_ID.test(name) ? name : undefined;
}

/** Surveys whose series are price indices, by the first letters of their ids. */
const PRICE_INDICES = /^(?:CU|CW|SU|WP|PC|EI)/;

/** The facts of a series; of an id without a plain name, unit and title are unknown. */
export interface KnownSeries extends Omit<EconomicSeries, "title" | "unit"> {
  name: string;
  title: string | null;
  unit: string | null;
  /** `null` where the id does not say it. */
  seasonallyAdjusted: boolean | null;
}

/** Returns the facts of a plain name or an id. An id with a plain name has that one's facts, and its own changes. */
export function findSeries(asked: string): KnownSeries {
  const byName = Object.hasOwn(ECONOMIC_SERIES, asked) ? ECONOMIC_SERIES[asked as SeriesName] : undefined;
  if (byName) return { name: asked, ...byName, seasonallyAdjusted: isAdjusted(byName.id) };
  const alike = Object.values<EconomicSeries>(ECONOMIC_SERIES).find(
    ({ id, yearId }) => asked === id || asked === yearId,
  );
  return {
    name: asked,
    id: asked,
    title: alike?.title ?? null,
    unit: alike?.unit ?? null,
    changes: alike?.changes ?? (PRICE_INDICES.test(asked) ? "percent" : "difference"),
    seasonallyAdjusted: isAdjusted(asked),
  };
}

function isAdjusted(id: string): boolean | null {
  return id[2] === "S" ? true : id[2] === "U" ? false : null;
}

/** Returns the ids whose values a series is made of. */
export const idsOf = ({ id, yearId }: Pick<EconomicSeries, "id" | "yearId">): string[] =>
  yearId === undefined ? [id] : [id, yearId];

/** The ids of all series with plain names. */
export const NAMED_IDS: readonly string[] = SERIES_NAMES.flatMap((name) => idsOf(ECONOMIC_SERIES[name]));
