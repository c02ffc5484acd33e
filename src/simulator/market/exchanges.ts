/**
 * Exchanges of the simulated securities, with each upstream's names. They share nothing with the program's own table of
 * exchanges, because a wrong code, zone or hour of that table would then be in the simulated answers, too, and no test
 * would find it.
 */

/** The names at both upstreams: FMP's short and long one; Yahoo's code, its name, and its name in search results. */
type Names = readonly [fmp: string, fmpName: string, yahoo: string, yahooName: string, yahooSearch: string];

/** An exchange in a country, by Yahoo's lower-case code, and in an IANA time zone, that of its trading days and hours. */
function exchange([fmp, fmpName, yahoo, yahooName, yahooSearch]: Names, region: string, zone: string, hours?: Hours) {
  return { fmp, fmpName, yahoo, yahooName, yahooSearch, region, zone, hours };
}

/** Hours after midnight from Monday to Friday; exchanges without own hours have those of US stocks. */
export type Hours = readonly [opens: number, closes: number];

const NEW_YORK = "America/New_York";

export const EXCHANGES = {
  NASDAQ: exchange(["NASDAQ", "NASDAQ Global Select", "NMS", "NasdaqGS", "NASDAQ"], "us", NEW_YORK),
  NYSE: exchange(["NYSE", "New York Stock Exchange", "NYQ", "NYSE", "NYSE"], "us", NEW_YORK),
  AMEX: exchange(["AMEX", "New York Stock Exchange Arca", "PCX", "NYSEArca", "NYSEArca"], "us", NEW_YORK),
  LSE: exchange(["LSE", "London Stock Exchange", "LSE", "LSE", "London"], "gb", "Europe/London", [8, 16.5]),
  JPX: exchange(["JPX", "Tokyo Stock Exchange", "JPX", "Tokyo", "Tokyo"], "jp", "Asia/Tokyo", [9, 15.5]),
  SIX: exchange(["SIX", "Swiss Exchange", "EBS", "Swiss", "Swiss"], "ch", "Europe/Zurich", [9, 17.5]),
  XETRA: exchange(["XETRA", "Frankfurt Stock Exchange", "GER", "XETRA", "XETRA"], "de", "Europe/Berlin", [9, 17.5]),
  PARIS: exchange(["PAR", "Paris", "PAR", "Paris", "Paris"], "fr", "Europe/Paris", [9, 17.5]),
  AMSTERDAM: exchange(["AMS", "Amsterdam", "AMS", "Amsterdam", "Amsterdam"], "nl", "Europe/Amsterdam", [9, 17.5]),
  MILAN: exchange(["MIL", "Milan", "MIL", "Milan", "Milan"], "it", "Europe/Rome", [9, 17.5]),
  TORONTO: exchange(["TSX", "Toronto Stock Exchange", "TOR", "Toronto", "Toronto"], "ca", "America/Toronto", [9.5, 16]),
  NSE: exchange(["NSE", "National Stock Exchange of India", "NSI", "NSE", "NSE"], "in", "Asia/Kolkata", [9.25, 15.5]),
  BSE: exchange(["BSE", "Bombay Stock Exchange", "BSE", "BSE", "Bombay"], "in", "Asia/Kolkata", [9.25, 15.5]),
  SHANGHAI: exchange(["SHH", "Shanghai", "SHH", "Shanghai", "Shanghai"], "cn", "Asia/Shanghai", [9.5, 15]),
  SHENZHEN: exchange(["SHZ", "Shenzhen", "SHZ", "Shenzhen", "Shenzhen"], "cn", "Asia/Shanghai", [9.5, 15]),
  HONG_KONG: exchange(["HKSE", "HKSE", "HKG", "HKSE", "Hong Kong"], "hk", "Asia/Hong_Kong", [9.5, 16]),
  KOREA: exchange(["KSC", "KSE", "KSC", "KSE", "Korea"], "kr", "Asia/Seoul", [9, 15.5]),
  TAIPEI: exchange(["TAI", "Taiwan", "TAI", "Taiwan", "Taiwan"], "tw", "Asia/Taipei", [9, 13.5]),
  ISTANBUL: exchange(
    ["IST", "Istanbul Stock Exchange", "IST", "Istanbul", "Istanbul"],
    "tr",
    "Europe/Istanbul",
    [10, 18],
  ),
  SAO_PAULO: exchange(["SAO", "São Paulo", "SAO", "São Paulo", "São Paulo"], "br", "America/Sao_Paulo", [10, 17.5]),
  MADRID: exchange(["BME", "Madrid Stock Exchange", "MCE", "MCE", "MCE"], "es", "Europe/Madrid", [9, 17.5]),
  STOCKHOLM: exchange(
    ["STO", "Stockholm Stock Exchange", "STO", "Stockholm", "Stockholm"],
    "se",
    "Europe/Stockholm",
    [9, 17.5],
  ),
  COPENHAGEN: exchange(["CPH", "Copenhagen", "CPH", "Copenhagen", "Copenhagen"], "dk", "Europe/Copenhagen", [9, 17]),
  OSLO: exchange(["OSL", "Oslo Stock Exchange", "OSL", "Oslo", "Oslo"], "no", "Europe/Oslo", [9, 16 + 1 / 3]),
  HELSINKI: exchange(["HEL", "Helsinki", "HEL", "Helsinki", "Helsinki"], "fi", "Europe/Helsinki", [10, 18.5]),
  BRUSSELS: exchange(["BRU", "Brussels", "BRU", "Brussels", "Brussels"], "be", "Europe/Brussels", [9, 17.5]),
  LISBON: exchange(["LIS", "Lisbon", "LIS", "Lisbon", "Lisbon"], "pt", "Europe/Lisbon", [8, 16.5]),
  VIENNA: exchange(["VIE", "Vienna", "VIE", "Vienna", "Vienna"], "at", "Europe/Vienna", [8 + 11 / 12, 17 + 7 / 12]),
  WARSAW: exchange(["WSE", "Warsaw Stock Exchange", "WSE", "Warsaw", "Warsaw"], "pl", "Europe/Warsaw", [9, 16 + 5 / 6]),
  SYDNEY: exchange(["ASX", "Australian Securities Exchange", "ASX", "ASX", "ASX"], "au", "Australia/Sydney", [10, 16]),
  SINGAPORE: exchange(["SES", "Singapore", "SES", "SES", "SES"], "sg", "Asia/Singapore", [9, 17]),
  // Prices of mutual funds: one a day, after the close.
  FUNDS: exchange(["NASDAQ", "NASDAQ", "NAS", "Nasdaq", "NASDAQ"], "us", NEW_YORK),
  INDEX: exchange(["INDEX", "SNP", "SNP", "SNP", "SNP"], "us", NEW_YORK),
  NASDAQ_INDEX: exchange(["INDEX", "NASDAQ", "NIM", "Nasdaq GIDS", "Nasdaq GIDS"], "us", NEW_YORK),
  DOW_INDEX: exchange(["INDEX", "DJI", "DJI", "DJI", "DJI"], "us", NEW_YORK),
  CBOE_INDEX: exchange(["INDEX", "CBOE", "CXI", "Cboe Indices", "Cboe Indices"], "us", "America/Chicago"),
  CRYPTO: exchange(["CRYPTO", "CRYPTO", "CCC", "CCC", "CCC"], "us", "UTC"),
  // A day ends a minute early: the price of midnight is the first one of the next day.
  FOREX: exchange(["FOREX", "FOREX", "CCY", "CCY", "CCY"], "us", "Europe/London", [0, 23 + 59 / 60]),
  COMEX: exchange(["COMMODITY", "COMMODITY", "CMX", "COMEX", "New York Commodity Exchange"], "us", NEW_YORK, [0, 17]),
  CBOT: exchange(["COMMODITY", "COMMODITY", "CBT", "CBOT", "CBOT"], "us", "America/Chicago", [0, 17]),
  NYMEX: exchange(["COMMODITY", "COMMODITY", "NYM", "NY Mercantile", "NY Mercantile"], "us", NEW_YORK, [0, 17]),
};

export type ExchangeName = keyof typeof EXCHANGES;

/** Countries by ISO-2 code, as Yahoo writes them. */
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
  HK: "Hong Kong",
  IN: "India",
  KR: "South Korea",
  TW: "Taiwan",
  TR: "Turkey",
  BR: "Brazil",
  ES: "Spain",
  SE: "Sweden",
  DK: "Denmark",
  NO: "Norway",
  FI: "Finland",
  BE: "Belgium",
  PT: "Portugal",
  AT: "Austria",
  PL: "Poland",
  AU: "Australia",
  SG: "Singapore",
} as const;

export type Country = keyof typeof COUNTRIES;
