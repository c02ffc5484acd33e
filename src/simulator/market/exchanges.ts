/** Exchanges of the simulated securities, with each upstream's names. */

interface Exchange {
  /** Provider A's short and long name. */
  a: string;
  aFull: string;
  /** Provider B's code, its name, and its name in search results. */
  b: string;
  bName: string;
  bSearch: string;
  /** Provider B's lower-case code of the listing's country. */
  region: string;
  /** IANA time zone of its trading days and hours. */
  zone: string;
  /** Minutes after midnight at which it opens and closes, Monday to Friday; by default the hours of US stocks. */
  hours?: readonly [opens: number, closes: number];
}

const NEW_YORK = "America/New_York";

export const EXCHANGES = {
  NASDAQ: {
    a: "NASDAQ",
    aFull: "NASDAQ Global Select",
    b: "NMS",
    bName: "NasdaqGS",
    bSearch: "NASDAQ",
    region: "us",
    zone: NEW_YORK,
  },
  NYSE: {
    a: "NYSE",
    aFull: "New York Stock Exchange",
    b: "NYQ",
    bName: "NYSE",
    bSearch: "NYSE",
    region: "us",
    zone: NEW_YORK,
  },
  AMEX: {
    a: "AMEX",
    aFull: "New York Stock Exchange Arca",
    b: "PCX",
    bName: "NYSEArca",
    bSearch: "NYSEArca",
    region: "us",
    zone: NEW_YORK,
  },
  LSE: {
    a: "LSE",
    aFull: "London Stock Exchange",
    b: "LSE",
    bName: "LSE",
    bSearch: "London",
    region: "gb",
    zone: "Europe/London",
    hours: [8 * 60, 16 * 60 + 30],
  },
  JPX: {
    a: "JPX",
    aFull: "Tokyo Stock Exchange",
    b: "JPX",
    bName: "Tokyo",
    bSearch: "Tokyo",
    region: "jp",
    zone: "Asia/Tokyo",
    hours: [9 * 60, 15 * 60 + 30],
  },
  SIX: {
    a: "SIX",
    aFull: "Swiss Exchange",
    b: "EBS",
    bName: "Swiss",
    bSearch: "Swiss",
    region: "ch",
    zone: "Europe/Zurich",
    hours: [9 * 60, 17 * 60 + 30],
  },
  XETRA: {
    a: "XETRA",
    aFull: "Frankfurt Stock Exchange",
    b: "GER",
    bName: "XETRA",
    bSearch: "XETRA",
    region: "de",
    zone: "Europe/Berlin",
    hours: [9 * 60, 17 * 60 + 30],
  },
  PARIS: {
    a: "PAR",
    aFull: "Paris",
    b: "PAR",
    bName: "Paris",
    bSearch: "Paris",
    region: "fr",
    zone: "Europe/Paris",
    hours: [9 * 60, 17 * 60 + 30],
  },
  AMSTERDAM: {
    a: "AMS",
    aFull: "Amsterdam",
    b: "AMS",
    bName: "Amsterdam",
    bSearch: "Amsterdam",
    region: "nl",
    zone: "Europe/Amsterdam",
    hours: [9 * 60, 17 * 60 + 30],
  },
  MILAN: {
    a: "MIL",
    aFull: "Milan",
    b: "MIL",
    bName: "Milan",
    bSearch: "Milan",
    region: "it",
    zone: "Europe/Rome",
    hours: [9 * 60, 17 * 60 + 30],
  },
  TORONTO: {
    a: "TSX",
    aFull: "Toronto Stock Exchange",
    b: "TOR",
    bName: "Toronto",
    bSearch: "Toronto",
    region: "ca",
    zone: "America/Toronto",
    hours: [9 * 60 + 30, 16 * 60],
  },
  INDEX: { a: "INDEX", aFull: "SNP", b: "SNP", bName: "SNP", bSearch: "SNP", region: "us", zone: NEW_YORK },
  NASDAQ_INDEX: {
    a: "INDEX",
    aFull: "NASDAQ",
    b: "NIM",
    bName: "Nasdaq GIDS",
    bSearch: "Nasdaq GIDS",
    region: "us",
    zone: NEW_YORK,
  },
  DOW_INDEX: { a: "INDEX", aFull: "DJI", b: "DJI", bName: "DJI", bSearch: "DJI", region: "us", zone: NEW_YORK },
  CBOE_INDEX: {
    a: "INDEX",
    aFull: "CBOE",
    b: "CXI",
    bName: "Cboe Indices",
    bSearch: "Cboe Indices",
    region: "us",
    zone: "America/Chicago",
  },
  CRYPTO: { a: "CRYPTO", aFull: "CRYPTO", b: "CCC", bName: "CCC", bSearch: "CCC", region: "us", zone: "UTC" },
  FOREX: {
    a: "FOREX",
    aFull: "FOREX",
    b: "CCY",
    bName: "CCY",
    bSearch: "CCY",
    region: "us",
    zone: "Europe/London",
    hours: [0, 24 * 60],
  },
  COMEX: {
    a: "COMMODITY",
    aFull: "COMMODITY",
    b: "CMX",
    bName: "COMEX",
    bSearch: "New York Commodity Exchange",
    region: "us",
    zone: NEW_YORK,
    hours: [0, 17 * 60],
  },
  NYMEX: {
    a: "COMMODITY",
    aFull: "COMMODITY",
    b: "NYM",
    bName: "NY Mercantile",
    bSearch: "NY Mercantile",
    region: "us",
    zone: NEW_YORK,
    hours: [0, 17 * 60],
  },
} as const satisfies Record<string, Exchange>;

export type ExchangeName = keyof typeof EXCHANGES;

/** Returns an exchange's own hours; `undefined` if it has those of US stocks, or trades around the clock. */
export function hoursOf(name: ExchangeName): Exchange["hours"] {
  return (EXCHANGES[name] as Exchange).hours;
}

/** Countries by ISO-2 code, as provider B writes them. */
export const COUNTRIES = {
  US: "United States",
  CA: "Canada",
  GB: "United Kingdom",
  CN: "China",
  LU: "Luxembourg",
  JP: "Japan",
  CH: "Switzerland",
  DE: "Germany",
  FR: "France",
  NL: "Netherlands",
  IT: "Italy",
} as const;

export type Country = keyof typeof COUNTRIES;
