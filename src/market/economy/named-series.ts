/**
 * The economic series with plain names.
 *
 * Sources of ids, units and bases: the tables of the BLS (bls.gov/cpi, /ppi, /web/ximpim, /jlt, /productivity, /ces, /cps), the
 * register of the BEA's flat files, the G.17 release, the lists of the ECB and Eurostat, and public programs that read them.
 */
import { indexUnit, percentUnit } from "../../contract/field-facts.js";

/** The offices that publish series, with their names and terms where these ask for it, and as the subject of a sentence. */
export const SERIES_OFFICES = {
  bls: { name: "US Bureau of Labor Statistics", short: "The BLS" },
  bea: { name: "US Bureau of Economic Analysis", short: "The BEA" },
  fed: { name: "Federal Reserve Board", short: "The Federal Reserve" },
  ecb: { name: "European Central Bank", short: "The ECB" },
  eurostat: { name: "Eurostat, CC BY 4.0", short: "Eurostat" },
  worldBank: { name: "World Bank, CC BY 4.0", short: "The World Bank" },
} as const;

export type SeriesOffice = keyof typeof SERIES_OFFICES;

/** Names of the releases of series, as market calendars write them: "Core CPI MM, SA*". */
export const RELEASES = {
  cpi: /\bCPI (?:MM|YY)\b/,
  ppi: /\bPPI (?:Final Demand )?(?:MM|YY)\b/,
  unemployment_rate: /\bUnemployment Rate\b/,
  payrolls: /\bNon-?farm Payrolls\b/i,
  job_openings: /\bJOLTS Job Openings\b/,
  import_prices: /\bImport Prices (?:MM|YY)\b/,
  productivity: /\bProductivity\b/,
  gdp: /\bGDP (?:Advance|Prelim|2nd Estimate|3rd Estimate|Final)\b/i,
  pce_prices: /\b(?:PCE Price Index|Personal Income)\b/,
  industrial_production: /\b(?:Industrial Production|Capacity Utili[sz]ation)\b/,
} as const satisfies Record<string, RegExp>;

export type Release = keyof typeof RELEASES;

/**
 * Percent of the value before, for indices and amounts; else the difference in the series' own unit; none of a change at an
 * annual rate, of which a difference says nothing.
 */
export type ChangeKind = "percent" | "difference" | "none";

export interface EconomicSeries {
  title: string;
  office: SeriesOffice;
  /** The id at the office. */
  id: string;
  /** The series whose changes on the year are the official ones, where it is another one: without seasonal adjustment. */
  yearId?: string;
  /** The series of the growth at an annual rate that the office publishes. */
  growthId?: string;
  /** The series of the changes, where the office publishes them and they are not those of the values. */
  changeIds?: { change: string; yearChange: string };
  /** The unit; without its scale and base where the office states them. */
  unit: string;
  changes: ChangeKind;
  /** Whether it is seasonally adjusted, where the id at the BLS does not say it. */
  seasonallyAdjusted?: boolean;
  /** Percent of the US consumer price index; `null` where it is not known. */
  weight?: number | null;
  /** The release with its values, if market calendars have it. */
  release?: Release;
  /** Further words for it, and its id at FRED, the data bank of the Federal Reserve Bank of St. Louis. */
  words: string;
}

export const CPI_UNIT = indexUnit("1982-84");
const PPI_UNIT = indexUnit("November 2009");

/** Series of the BLS: prices, jobs, wages, productivity. */
export const BLS_SERIES = {
  cpi: {
    title: "Consumer prices, all items, all urban consumers",
    office: "bls",
    id: "CUSR0000SA0",
    yearId: "CUUR0000SA0",
    unit: CPI_UNIT,
    changes: "percent",
    release: "cpi",
    words: "CPIAUCSL, inflation, headline CPI, consumer prices, consumer price index",
  },
  core_cpi: {
    title: "Consumer prices without food and energy, all urban consumers",
    office: "bls",
    id: "CUSR0000SA0L1E",
    yearId: "CUUR0000SA0L1E",
    unit: CPI_UNIT,
    changes: "percent",
    weight: 79.919,
    release: "cpi",
    words: "CPILFESL, core, core CPI, core inflation, core consumer prices",
  },
  ppi: {
    title: "Producer prices, final demand",
    office: "bls",
    id: "WPSFD4",
    yearId: "WPUFD4",
    unit: PPI_UNIT,
    changes: "percent",
    release: "ppi",
    words: "PPIFIS, producer prices, producer price index",
  },
  unemployment_rate: {
    title: "Unemployed, of the civilian labor force from 16 years on",
    office: "bls",
    id: "LNS14000000",
    unit: percentUnit(),
    changes: "difference",
    release: "unemployment_rate",
    words: "UNRATE, unemployment, jobless rate",
  },
  payrolls: {
    title: "Employees on nonfarm payrolls",
    office: "bls",
    id: "CES0000000001",
    unit: "thousands of persons",
    changes: "difference",
    release: "payrolls",
    words: "PAYEMS, nonfarm payrolls, non-farm payrolls, NFP, jobs",
  },
  average_hourly_earnings: {
    title: "Average hourly earnings of all employees, private sector",
    office: "bls",
    id: "CES0500000003",
    unit: "US dollars an hour",
    changes: "percent",
    release: "payrolls",
    words: "hourly earnings, hourly wages, average hourly wage, wages",
  },
  job_openings: {
    title: "Job openings, total nonfarm",
    office: "bls",
    id: "JTS000000000000000JOL",
    unit: "thousands of openings",
    changes: "difference",
    release: "job_openings",
    words: "JTSJOL, JOLTS",
  },
  import_prices: {
    title: "Import prices, all commodities",
    office: "bls",
    id: "EIUIR",
    unit: indexUnit("2000"),
    changes: "percent",
    release: "import_prices",
    words: "IR, import price index",
  },
  productivity: {
    title: "Labor productivity, nonfarm business: output an hour",
    office: "bls",
    id: "PRS85006092",
    unit: percentUnit("change on the quarter before, annual rate"),
    changes: "none",
    release: "productivity",
    words: "labor productivity, labour productivity",
  },
} as const satisfies Record<string, EconomicSeries>;

/** Series of the other offices. */
export const OFFICE_SERIES = {
  gdp: {
    title: "Gross domestic product of the US",
    office: "bea",
    id: "A191RC",
    unit: "US dollars, annual rate",
    changes: "percent",
    seasonallyAdjusted: true,
    release: "gdp",
    words: "nominal GDP, US GDP, gross domestic product",
  },
  real_gdp: {
    title: "Real gross domestic product of the US",
    office: "bea",
    id: "A191RX",
    growthId: "A191RL",
    unit: "chained US dollars, annual rate",
    changes: "percent",
    seasonallyAdjusted: true,
    release: "gdp",
    words: "GDPC1, GDP growth, US GDP growth, real GDP growth, economic growth, A191RL1Q225SBEA",
  },
  pce_prices: {
    title: "Prices of personal consumption expenditures (PCE)",
    office: "bea",
    id: "DPCERG",
    unit: indexUnit(),
    changes: "percent",
    seasonallyAdjusted: true,
    release: "pce_prices",
    words: "PCEPI, PCE inflation, PCE price index",
  },
  core_pce_prices: {
    title: "Prices of personal consumption expenditures (PCE) without food and energy",
    office: "bea",
    id: "DPCCRG",
    unit: indexUnit(),
    changes: "percent",
    seasonallyAdjusted: true,
    release: "pce_prices",
    words: "PCEPILFE, core PCE, core PCE inflation, core PCE price index",
  },
  personal_income: {
    title: "Personal income",
    office: "bea",
    id: "A065RC",
    unit: "US dollars, annual rate",
    changes: "percent",
    seasonallyAdjusted: true,
    release: "pce_prices",
    words: "PI",
  },
  saving_rate: {
    title: "Personal saving",
    office: "bea",
    id: "A072RC",
    unit: percentUnit("of disposable income"),
    changes: "difference",
    seasonallyAdjusted: true,
    release: "pce_prices",
    words: "PSAVERT, savings rate, personal saving rate, personal savings rate",
  },
  industrial_production: {
    title: "Industrial production, total index",
    office: "fed",
    id: "ip_sa B50001",
    unit: indexUnit("2017"),
    changes: "percent",
    seasonallyAdjusted: true,
    release: "industrial_production",
    words: "INDPRO, industrial output",
  },
  capacity_utilization: {
    title: "Capacity utilization, total industry",
    office: "fed",
    id: "utl_sa B50001",
    unit: percentUnit("of capacity"),
    changes: "difference",
    seasonallyAdjusted: true,
    release: "industrial_production",
    words: "TCU, capacity utilisation",
  },
  euro_inflation: {
    title: "Consumer prices of the euro area (HICP), all items",
    office: "ecb",
    id: "HICP.M.U2.N.000000.4D0.ANR",
    unit: percentUnit("change on the year before"),
    changes: "difference",
    seasonallyAdjusted: false,
    words: "HICP, eurozone inflation, euro area inflation, inflation in the euro area",
  },
  euro_core_inflation: {
    title: "Consumer prices of the euro area (HICP) without energy, food, alcohol and tobacco",
    office: "ecb",
    id: "HICP.M.U2.N.XEF000.4D0.ANR",
    unit: percentUnit("change on the year before"),
    changes: "difference",
    seasonallyAdjusted: false,
    words: "core HICP, eurozone core inflation, euro area core inflation",
  },
  euro_unemployment: {
    title: "Unemployed in the euro area",
    office: "eurostat",
    id: "une_rt_m PC_ACT",
    unit: percentUnit("of the active population"),
    changes: "difference",
    seasonallyAdjusted: true,
    words: "euro unemployment rate, eurozone unemployment, euro area unemployment",
  },
  euro_gdp: {
    title: "Gross domestic product of the euro area",
    office: "eurostat",
    id: "namq_10_gdp CP_MEUR",
    changeIds: { change: "namq_10_gdp CLV_PCH_PRE", yearChange: "namq_10_gdp CLV_PCH_SM" },
    unit: "millions of euros at current prices, a quarter",
    changes: "percent",
    seasonallyAdjusted: true,
    words: "eurozone GDP, euro area GDP, euro GDP growth, eurozone GDP growth, euro area GDP growth",
  },
} as const satisfies Record<string, EconomicSeries>;
