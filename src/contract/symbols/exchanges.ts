/**
 * The table of exchanges: where they are, when they trade, and how providers, people and other programs write them. The
 * reading of symbols needs it, and so it is here and not in market/.
 */

export interface Exchange {
  /** Its names in the screener, ours first; none if Yahoo's screener has no filter for it. */
  names: readonly string[];
  /** Words that other programs write in front of its symbols, as in `LSE:VOD`. */
  prefixes: readonly string[];
  /** The ending of its symbols at FMP and Yahoo; empty in the United States, or if there is none. */
  suffix: string;
  /** The ending of its symbols at Alpha Vantage, if that is known and another one. */
  alphaVantage: readonly string[];
  /** Its codes at FMP. */
  fmp: readonly string[];
  /** Its codes at Yahoo. */
  yahoo: readonly string[];
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  /** As Alpha Vantage names it. */
  region: string | null;
  /** First opening and last closing of a day, `HH:MM` local; `null` if trading never stops or the hours are unknown. */
  open: string | null;
  close: string | null;
  /** IANA time zone. */
  zone: string | null;
}

/** A row has the columns of `Exchange` in their order, but opening and closing as `09:00-17:30`. */
type Row = readonly [
  names: string,
  prefixes: string,
  suffix: string,
  alphaVantage: string,
  fmp: string,
  yahoo: string,
  country: string | null,
  region: string | null,
  hours: string | null,
  zone: string | null,
];

const US = ["US", "United States", "09:30-16:00", "America/New_York"] as const;
const UK = ["GB", "United Kingdom", "08:00-16:30", "Europe/London"] as const;
const CANADA = ["CA", "Toronto", "09:30-16:00", "America/Toronto"] as const;
const TAIWAN = ["TW", "Taiwan", "09:00-13:30", "Asia/Taipei"] as const;
const INDIA = ["IN", "India/Bombay", "09:15-15:30", "Asia/Kolkata"] as const;
const BRAZIL = ["BR", "Brazil/Sao Paolo", "10:00-17:30", "America/Sao_Paulo"] as const;
const ARGENTINA = ["AR", "Buenos Aires", "11:00-17:00", "America/Argentina/Buenos_Aires"] as const;

/**
 * Several words of one column have blanks between them. A name or prefix that means two exchanges, such as TSE (Tokyo or
 * Toronto) or Euronext, is not here. Yahoo's codes are those of the public client yfinance (`const.py`); a listing on
 * Nasdaq is on one of three tiers. The first four endings of Alpha Vantage (LON, FRK, SAO, HKG) are from recorded
 * searches, the remaining ones from its public clients.
 *
 * United States, United Kingdom, Frankfurt, Shanghai, Hong Kong and Brazil have the hours that Alpha Vantage sends; all
 * others those of FMP's list of market hours (`all-exchange-market-hours`, June 2025). Hours are `null` if that list has
 * two for one exchange (Doha, Jakarta, Kosdaq, Kuala Lumpur) or none (Kuwait), or if they change with New York's clocks
 * (Mexico, Santiago). Coins always trade. Hanover and Vilnius are in no list but that of the screener.
 */
const ROWS: readonly Row[] = [
  ["NASDAQ", "NASDAQ", "", "", "NASDAQ", "NMS NGM NCM", ...US],
  ["NYSE", "NYSE", "", "", "NYSE", "NYQ", ...US],
  ["AMEX NYSEAMERICAN", "AMEX NYSEAMERICAN NYSEMKT", "", "", "AMEX", "ASE", ...US],
  ["ARCA NYSEARCA", "ARCA NYSEARCA", "", "", "", "PCX", ...US],
  ["CBOE BATS", "CBOE BATS", "", "", "CBOE", "BTS", ...US],
  ["OTC PINK", "OTC OTCMKTS", "", "", "OTC PNK", "PNK OQB OQX", ...US],
  ["TSX TORONTO", "TSX", "TO", "TRT", "TSX", "TOR", ...CANADA],
  ["TSXV", "TSXV CVE", "V", "TRV", "TSXV", "VAN", ...CANADA],
  ["CNSX", "", "CN", "", "CNQ", "CNQ", ...CANADA],
  ["NEO", "", "NE", "", "NEO", "NEO", ...CANADA],
  ["LSE LONDON", "LSE LON", "L", "LON", "LSE", "LSE", ...UK],
  ["AQUIS", "", "", "", "AQS", "AQS", ...UK],
  ["", "", "IL", "", "IOB", "IOB", ...UK],
  ["XETRA ETR", "XETRA ETR XETR", "DE", "DEX", "XETRA", "GER", "DE", "XETRA", "09:00-17:30", "Europe/Berlin"],
  ["FRANKFURT", "FRA", "F", "FRK", "FSX", "FRA", "DE", "Frankfurt", "08:00-20:00", "Europe/Berlin"],
  ["STUTTGART", "", "SG", "", "STU", "STU", "DE", "Stuttgart", "08:00-22:00", "Europe/Berlin"],
  ["MUNICH", "", "MU", "", "MUN", "MUN", "DE", "Munich", "08:00-22:00", "Europe/Berlin"],
  ["BERLIN", "", "BE", "", "BER", "BER", "DE", "Berlin", "08:00-22:00", "Europe/Berlin"],
  ["DUSSELDORF", "", "DU", "", "DUS", "DUS", "DE", "Dusseldorf", "08:00-22:00", "Europe/Berlin"],
  ["HAMBURG", "", "HM", "", "HAM", "HAM", "DE", "Hamburg", "08:00-22:00", "Europe/Berlin"],
  ["HANOVER", "", "", "", "", "HAN", "DE", null, null, null],
  ["PARIS EPA", "EPA", "PA", "PAR", "PAR", "PAR", "FR", "Paris", "09:00-17:30", "Europe/Paris"],
  ["AMSTERDAM", "AMS", "AS", "AMS", "AMS", "AMS", "NL", "Amsterdam", "09:00-17:30", "Europe/Amsterdam"],
  ["BRUSSELS", "EBR", "BR", "", "BRU", "BRU", "BE", "Brussels", "09:00-17:30", "Europe/Brussels"],
  ["LISBON", "", "LS", "", "LIS", "LIS", "PT", "Lisbon", "08:00-16:30", "Europe/Lisbon"],
  ["DUBLIN", "", "IR", "", "DUB", "ISE", "IE", "Dublin", "08:00-16:30", "Europe/Dublin"],
  ["MILAN", "BIT MIL", "MI", "MIL", "MIL", "MIL", "IT", "Milan", "09:00-17:30", "Europe/Rome"],
  ["MADRID BME", "BME", "MC", "", "BME", "MCE", "ES", "Madrid", "09:00-17:30", "Europe/Madrid"],
  ["SIX SWISS SWX ZURICH", "SIX SWX", "SW", "", "SIX", "EBS", "CH", "Switzerland", "09:00-17:30", "Europe/Zurich"],
  ["VIENNA", "VIE", "VI", "", "VIE", "VIE", "AT", "Vienna", "08:55-17:35", "Europe/Vienna"],
  ["ATHENS", "", "AT", "", "ATH", "ATH", "GR", "Athens", "10:15-17:20", "Europe/Athens"],
  ["BUDAPEST", "", "BD", "", "BUD", "BUD", "HU", "Budapest", "09:00-17:00", "Europe/Budapest"],
  ["PRAGUE", "", "PR", "", "PRA", "PRA", "CZ", "Prague", "09:00-16:10", "Europe/Prague"],
  ["WARSAW GPW", "", "WA", "", "WSE", "WSE", "PL", "Warsaw", "09:00-16:50", "Europe/Warsaw"],
  ["ISTANBUL BIST", "", "IS", "", "IST", "IST", "TR", "Istanbul", "10:00-18:00", "Europe/Istanbul"],
  ["OSLO", "OSL", "OL", "", "OSL", "OSL", "NO", "Oslo", "09:00-16:20", "Europe/Oslo"],
  ["COPENHAGEN", "CPH", "CO", "", "CPH", "CPH", "DK", "Copenhagen", "09:00-17:00", "Europe/Copenhagen"],
  // NGM is Nordic Growth Market at FMP and Nasdaq Global Market at Yahoo.
  ["STOCKHOLM", "STO", "ST", "", "STO NGM", "STO", "SE", "Stockholm", "09:00-17:30", "Europe/Stockholm"],
  ["HELSINKI", "HEL", "HE", "", "HEL", "HEL", "FI", "Helsinki", "10:00-18:30", "Europe/Helsinki"],
  ["ICELAND", "", "IC", "", "ICE", "ICE", "IS", "Iceland", "09:30-15:30", "Atlantic/Reykjavik"],
  ["TALLINN", "", "TL", "", "TAL", "TAL", "EE", "Tallinn", "10:00-15:55", "Europe/Tallinn"],
  ["RIGA", "", "RG", "", "RIS", "RIS", "LV", "Riga", "10:00-16:00", "Europe/Riga"],
  ["VILNIUS", "", "", "", "", "LIT", "LT", null, null, null],
  ["TOKYO TYO", "TYO JPX", "T", "", "JPX", "JPX", "JP", "Tokyo", "09:00-15:30", "Asia/Tokyo"],
  ["FUKUOKA", "", "", "", "FKA", "FKA", "JP", "Fukuoka", "09:00-15:30", "Asia/Tokyo"],
  ["HKEX HONGKONG HKSE", "HKEX HKG HK", "HK", "HKG", "HKSE", "HKG", "HK", "Hong Kong", "09:30-16:00", "Asia/Hong_Kong"],
  ["SHANGHAI SSE", "SSE SHA SH", "SS", "SHH", "SHH", "SHH", "CN", "Shanghai", "09:30-15:00", "Asia/Shanghai"],
  ["SHENZHEN SZSE", "SZSE SHE SZ", "SZ", "SHZ", "SHZ", "SHZ", "CN", "Shenzhen", "09:30-15:00", "Asia/Shanghai"],
  ["TWSE TAIWAN", "TWSE TPE", "TW", "", "TAI", "TAI", ...TAIWAN],
  ["TPEX", "", "TWO", "", "TWO", "TWO", ...TAIWAN],
  ["KRX KOREA KOSPI", "", "KS", "", "KSC", "KSC", "KR", "Korea", "09:00-15:30", "Asia/Seoul"],
  ["KOSDAQ", "", "KQ", "", "KOE", "KOE", "KR", "Korea", null, "Asia/Seoul"],
  ["SGX SINGAPORE", "SGX", "SI", "", "SES", "SES", "SG", "Singapore", "09:00-17:00", "Asia/Singapore"],
  ["BURSA KUALALUMPUR", "", "KL", "", "KLS", "KLS", "MY", "Kuala Lumpur", null, "Asia/Kuala_Lumpur"],
  ["IDX JAKARTA", "", "JK", "", "JKT", "JKT", "ID", "Jakarta", null, "Asia/Jakarta"],
  ["SET THAILAND", "", "BK", "", "SET", "SET", "TH", "Thailand", "10:00-16:40", "Asia/Bangkok"],
  ["NSE", "NSE", "NS", "", "NSE", "NSI", ...INDIA],
  ["BSE BOMBAY", "BSE BOM", "BO", "BSE", "BSE", "BSE", ...INDIA],
  ["TADAWUL SAUDI", "", "SR", "", "SAU", "SAU", "SA", "Saudi Arabia", "10:00-15:20", "Asia/Riyadh"],
  ["DFM DUBAI", "", "AE", "", "DFM", "DFM", "AE", "Dubai", "10:00-14:45", "Asia/Dubai"],
  ["QSE QATAR", "", "QA", "", "DOH", "DOH", "QA", "Qatar", null, "Asia/Qatar"],
  ["KUWAIT", "", "KW", "", "KUW", "KUW", "KW", "Kuwait", null, "Asia/Kuwait"],
  ["TASE TELAVIV", "", "TA", "", "TLV", "TLV", "IL", "Tel Aviv", "10:00-17:15", "Asia/Jerusalem"],
  ["EGX CAIRO", "", "CA", "", "EGX", "CAI", "EG", "Egypt", "10:00-14:15", "Africa/Cairo"],
  ["JSE JOHANNESBURG", "JSE", "JO", "", "JNB", "JNB", "ZA", "Johannesburg", "09:00-17:00", "Africa/Johannesburg"],
  ["ASX AUSTRALIA", "ASX", "AX", "", "ASX", "ASX", "AU", "Australia", "10:00-16:00", "Australia/Sydney"],
  ["NZX NEWZEALAND", "NZX NZE", "NZ", "", "NZE", "NZE", "NZ", "New Zealand", "10:00-16:45", "Pacific/Auckland"],
  ["B3 SAOPAULO", "BVMF BMFBOVESPA", "SA", "SAO", "SAO", "SAO", ...BRAZIL],
  ["BUENOSAIRES BYMA", "", "BA", "", "BUE", "BUE", ...ARGENTINA],
  ["BMV MEXICO", "BMV", "MX", "", "MEX", "MEX", "MX", "Mexico", null, "America/Mexico_City"],
  ["SANTIAGO", "", "SN", "", "SGO", "SGO", "CL", "Santiago", null, "America/Santiago"],
  // Coins.
  ["", "", "", "", "CRYPTO CCC", "CCC", null, null, null, "UTC"],
  // BTS is BitShares, which never closes, at FMP and a US venue at Yahoo.
  ["", "", "", "", "BTS", "", null, null, null, "Europe/London"],
];

const toWords = (text: string) => text.split(" ").filter((word) => word !== "");

export const EXCHANGES: readonly Exchange[] = ROWS.map(
  ([names, prefixes, suffix, alphaVantage, fmp, yahoo, country, region, hours, zone]) => {
    const [open = null, close = null] = hours?.split("-") ?? [];
    const words = { names: toWords(names), prefixes: toWords(prefixes), alphaVantage: toWords(alphaVantage) };
    return { ...words, suffix, fmp: toWords(fmp), yahoo: toWords(yahoo), country, region, open, close, zone };
  },
);

/** Creates the look-up by one column, because two providers may use the same code for different exchanges. */
export function createExchangeFinder(wordsOf: (exchange: Exchange) => readonly string[]) {
  const exchanges = new Map(
    EXCHANGES.flatMap((exchange) => wordsOf(exchange).map((word): [string, Exchange] => [word, exchange])),
  );
  return (word: string | null): Exchange | null => (word === null ? null : (exchanges.get(word) ?? null));
}
