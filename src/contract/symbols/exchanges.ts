/**
 * The table of exchanges: where they are, when they trade, and how providers, people and other programs write them. The
 * reading of symbols needs it, and so it is here and not in market/.
 */

export interface Exchange {
  /** Its names in the screener, ours first; none if Yahoo's screener has no filter for it. */
  names: readonly string[];
  /** Words that other programs write in front of its symbols, as in `LSE:VOD`, with its code of ISO 10383 (MIC). */
  prefixes: readonly string[];
  /** Bloomberg's codes, which stand behind its symbols: `VOD LN`. */
  bloomberg: readonly string[];
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
  bloomberg: string,
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
const SWISS = ["CH", "Switzerland", "09:00-17:30", "Europe/Zurich"] as const;
const HONG_KONG = ["HK", "Hong Kong", "09:30-16:00", "Asia/Hong_Kong"] as const;
const SHANGHAI = ["CN", "Shanghai", "09:30-15:00", "Asia/Shanghai"] as const;
const SHENZHEN = ["CN", "Shenzhen", "09:30-15:00", "Asia/Shanghai"] as const;
const SOUTH_AFRICA = ["ZA", "Johannesburg", "09:00-17:00", "Africa/Johannesburg"] as const;
const NEW_ZEALAND = ["NZ", "New Zealand", "10:00-16:45", "Pacific/Auckland"] as const;
const BRAZIL = ["BR", "Brazil/Sao Paolo", "10:00-17:30", "America/Sao_Paulo"] as const;
const ARGENTINA = ["AR", "Buenos Aires", "11:00-17:00", "America/Argentina/Buenos_Aires"] as const;

/**
 * Several words of one column have blanks between them. A name or prefix that means two exchanges, such as TSE (Tokyo or
 * Toronto) or Euronext, is not here. Yahoo's codes are those of the public client yfinance (`const.py`); a listing on
 * Nasdaq is on one of three tiers. The first four endings of Alpha Vantage (LON, FRK, SAO, HKG) are from recorded
 * searches, the remaining ones from its public clients. Of Bloomberg's codes for several exchanges of a country, those
 * are here whose symbols are the same on its main one (US, CN for Toronto, GR for Xetra). Those that mean two exchanges are
 * not (IN, CH), nor those that are the ISO code of another country (IT is Israel, SE Zurich).
 *
 * United States, United Kingdom, Frankfurt, Shanghai, Hong Kong and Brazil have the hours that Alpha Vantage sends; all
 * others those of FMP's list of market hours (`all-exchange-market-hours`, June 2025). Hours are `null` if that list has
 * two for one exchange (Doha, Jakarta, Kosdaq, Kuala Lumpur) or none (Kuwait), or if they change with New York's clocks
 * (Mexico, Santiago). Coins always trade. Hanover and Vilnius are in no list but that of the screener.
 */
const ROWS: readonly Row[] = [
  ["NASDAQ", "NASDAQ XNAS", "US UW UQ UR", "", "", "NASDAQ", "NMS NGM NCM", ...US],
  ["NYSE", "NYSE XNYS", "UN", "", "", "NYSE", "NYQ", ...US],
  ["AMEX NYSEAMERICAN", "AMEX NYSEAMERICAN NYSEMKT XASE", "UA", "", "", "AMEX", "ASE", ...US],
  ["ARCA NYSEARCA", "ARCA NYSEARCA ARCX", "UP", "", "", "", "PCX", ...US],
  ["CBOE BATS", "CBOE BATS", "", "", "", "CBOE", "BTS", ...US],
  ["OTC PINK", "OTC OTCMKTS", "", "", "", "OTC PNK", "PNK OQB OQX", ...US],
  ["TSX TORONTO", "TSX XTSE", "CN CT", "TO", "TRT", "TSX", "TOR", ...CANADA],
  ["TSXV", "TSXV CVE XTSX", "CV", "V", "TRV", "TSXV", "VAN", ...CANADA],
  ["CNSX", "XCNQ", "", "CN", "", "CNQ", "CNQ", ...CANADA],
  ["NEO", "NEOE", "", "NE", "", "NEO", "NEO", ...CANADA],
  ["LSE LONDON", "LSE LON XLON", "LN", "L", "LON", "LSE", "LSE", ...UK],
  ["AQUIS", "", "", "", "", "AQS", "AQS", ...UK],
  ["", "", "", "IL", "", "IOB", "IOB", ...UK],
  ["XETRA ETR", "XETRA ETR XETR", "GY GR", "DE", "DEX", "XETRA", "GER", "DE", "XETRA", "09:00-17:30", "Europe/Berlin"],
  ["FRANKFURT", "FRA XFRA", "GF", "F", "FRK", "FSX", "FRA", "DE", "Frankfurt", "08:00-20:00", "Europe/Berlin"],
  ["STUTTGART", "", "", "SG", "", "STU", "STU", "DE", "Stuttgart", "08:00-22:00", "Europe/Berlin"],
  ["MUNICH", "", "", "MU", "", "MUN", "MUN", "DE", "Munich", "08:00-22:00", "Europe/Berlin"],
  ["BERLIN", "", "", "BE", "", "BER", "BER", "DE", "Berlin", "08:00-22:00", "Europe/Berlin"],
  ["DUSSELDORF", "", "", "DU", "", "DUS", "DUS", "DE", "Dusseldorf", "08:00-22:00", "Europe/Berlin"],
  ["HAMBURG", "", "", "HM", "", "HAM", "HAM", "DE", "Hamburg", "08:00-22:00", "Europe/Berlin"],
  ["HANOVER", "", "", "", "", "", "HAN", "DE", null, null, null],
  ["PARIS EPA", "EPA XPAR", "FP", "PA", "PAR", "PAR", "PAR", "FR", "Paris", "09:00-17:30", "Europe/Paris"],
  ["AMSTERDAM", "AMS XAMS", "NA", "AS", "AMS", "AMS", "AMS", "NL", "Amsterdam", "09:00-17:30", "Europe/Amsterdam"],
  ["BRUSSELS", "EBR XBRU", "BB", "BR", "", "BRU", "BRU", "BE", "Brussels", "09:00-17:30", "Europe/Brussels"],
  ["LISBON", "XLIS", "", "LS", "", "LIS", "LIS", "PT", "Lisbon", "08:00-16:30", "Europe/Lisbon"],
  ["DUBLIN", "XDUB", "", "IR", "", "DUB", "ISE", "IE", "Dublin", "08:00-16:30", "Europe/Dublin"],
  ["MILAN", "BIT MIL XMIL", "IM", "MI", "MIL", "MIL", "MIL", "IT", "Milan", "09:00-17:30", "Europe/Rome"],
  ["MADRID BME", "BME XMAD", "SM", "MC", "", "BME", "MCE", "ES", "Madrid", "09:00-17:30", "Europe/Madrid"],
  ["SIX SWISS SWX ZURICH", "SIX SWX XSWX", "SW", "SW", "", "SIX", "EBS", ...SWISS],
  ["VIENNA", "VIE XWBO", "AV", "VI", "", "VIE", "VIE", "AT", "Vienna", "08:55-17:35", "Europe/Vienna"],
  ["ATHENS", "XATH", "GA", "AT", "", "ATH", "ATH", "GR", "Athens", "10:15-17:20", "Europe/Athens"],
  ["BUDAPEST", "XBUD", "", "BD", "", "BUD", "BUD", "HU", "Budapest", "09:00-17:00", "Europe/Budapest"],
  ["PRAGUE", "XPRA", "", "PR", "", "PRA", "PRA", "CZ", "Prague", "09:00-16:10", "Europe/Prague"],
  ["WARSAW GPW", "XWAR", "PW", "WA", "", "WSE", "WSE", "PL", "Warsaw", "09:00-16:50", "Europe/Warsaw"],
  ["ISTANBUL BIST", "XIST", "TI", "IS", "", "IST", "IST", "TR", "Istanbul", "10:00-18:00", "Europe/Istanbul"],
  ["OSLO", "OSL XOSL", "NO", "OL", "", "OSL", "OSL", "NO", "Oslo", "09:00-16:20", "Europe/Oslo"],
  ["COPENHAGEN", "CPH XCSE", "DC", "CO", "", "CPH", "CPH", "DK", "Copenhagen", "09:00-17:00", "Europe/Copenhagen"],
  // NGM is Nordic Growth Market at FMP and Nasdaq Global Market at Yahoo.
  ["STOCKHOLM", "STO XSTO", "SS", "ST", "", "STO NGM", "STO", "SE", "Stockholm", "09:00-17:30", "Europe/Stockholm"],
  ["HELSINKI", "HEL XHEL", "FH", "HE", "", "HEL", "HEL", "FI", "Helsinki", "10:00-18:30", "Europe/Helsinki"],
  ["ICELAND", "XICE", "", "IC", "", "ICE", "ICE", "IS", "Iceland", "09:30-15:30", "Atlantic/Reykjavik"],
  ["TALLINN", "", "", "TL", "", "TAL", "TAL", "EE", "Tallinn", "10:00-15:55", "Europe/Tallinn"],
  ["RIGA", "", "", "RG", "", "RIS", "RIS", "LV", "Riga", "10:00-16:00", "Europe/Riga"],
  ["VILNIUS", "", "", "", "", "", "LIT", "LT", null, null, null],
  ["TOKYO TYO", "TYO JPX XTKS", "JP JT", "T", "", "JPX", "JPX", "JP", "Tokyo", "09:00-15:30", "Asia/Tokyo"],
  ["FUKUOKA", "", "", "", "", "FKA", "FKA", "JP", "Fukuoka", "09:00-15:30", "Asia/Tokyo"],
  ["HKEX HONGKONG HKSE", "HKEX HKG HK XHKG", "HK", "HK", "HKG", "HKSE", "HKG", ...HONG_KONG],
  ["SHANGHAI SSE", "SSE SHA SH XSHG", "CG", "SS", "SHH", "SHH", "SHH", ...SHANGHAI],
  ["SHENZHEN SZSE", "SZSE SHE SZ XSHE", "CS", "SZ", "SHZ", "SHZ", "SHZ", ...SHENZHEN],
  ["TWSE TAIWAN", "TWSE TPE XTAI", "TT", "TW", "", "TAI", "TAI", ...TAIWAN],
  ["TPEX", "ROCO", "", "TWO", "", "TWO", "TWO", ...TAIWAN],
  ["KRX KOREA KOSPI", "XKRX", "KS", "KS", "", "KSC", "KSC", "KR", "Korea", "09:00-15:30", "Asia/Seoul"],
  ["KOSDAQ", "XKOS", "KQ", "KQ", "", "KOE", "KOE", "KR", "Korea", null, "Asia/Seoul"],
  ["SGX SINGAPORE", "SGX XSES", "SP", "SI", "", "SES", "SES", "SG", "Singapore", "09:00-17:00", "Asia/Singapore"],
  ["BURSA KUALALUMPUR", "XKLS", "MK", "KL", "", "KLS", "KLS", "MY", "Kuala Lumpur", null, "Asia/Kuala_Lumpur"],
  ["IDX JAKARTA", "XIDX", "IJ", "JK", "", "JKT", "JKT", "ID", "Jakarta", null, "Asia/Jakarta"],
  ["SET THAILAND", "XBKK", "TB", "BK", "", "SET", "SET", "TH", "Thailand", "10:00-16:40", "Asia/Bangkok"],
  ["NSE", "NSE XNSE", "IS", "NS", "", "NSE", "NSI", ...INDIA],
  ["BSE BOMBAY", "BSE BOM XBOM", "IB", "BO", "BSE", "BSE", "BSE", ...INDIA],
  ["TADAWUL SAUDI", "XSAU", "AB", "SR", "", "SAU", "SAU", "SA", "Saudi Arabia", "10:00-15:20", "Asia/Riyadh"],
  ["DFM DUBAI", "", "", "AE", "", "DFM", "DFM", "AE", "Dubai", "10:00-14:45", "Asia/Dubai"],
  ["QSE QATAR", "", "", "QA", "", "DOH", "DOH", "QA", "Qatar", null, "Asia/Qatar"],
  ["KUWAIT", "", "", "KW", "", "KUW", "KUW", "KW", "Kuwait", null, "Asia/Kuwait"],
  ["TASE TELAVIV", "XTAE", "", "TA", "", "TLV", "TLV", "IL", "Tel Aviv", "10:00-17:15", "Asia/Jerusalem"],
  ["EGX CAIRO", "", "", "CA", "", "EGX", "CAI", "EG", "Egypt", "10:00-14:15", "Africa/Cairo"],
  ["JSE JOHANNESBURG", "JSE XJSE", "SJ", "JO", "", "JNB", "JNB", ...SOUTH_AFRICA],
  ["ASX AUSTRALIA", "ASX XASX", "AU", "AX", "", "ASX", "ASX", "AU", "Australia", "10:00-16:00", "Australia/Sydney"],
  ["NZX NEWZEALAND", "NZX NZE XNZE", "NZ", "NZ", "", "NZE", "NZE", ...NEW_ZEALAND],
  ["B3 SAOPAULO", "BVMF BMFBOVESPA", "BZ BS", "SA", "SAO", "SAO", "SAO", ...BRAZIL],
  ["BUENOSAIRES BYMA", "XBUE", "", "BA", "", "BUE", "BUE", ...ARGENTINA],
  ["BMV MEXICO", "BMV XMEX", "MM", "MX", "", "MEX", "MEX", "MX", "Mexico", null, "America/Mexico_City"],
  ["SANTIAGO", "XSGO", "", "SN", "", "SGO", "SGO", "CL", "Santiago", null, "America/Santiago"],
  // Coins.
  ["", "", "", "", "", "CRYPTO CCC", "CCC", null, null, null, "UTC"],
  // BTS is BitShares, which never closes, at FMP and a US venue at Yahoo.
  ["", "", "", "", "", "BTS", "", null, null, null, "Europe/London"],
];

const toWords = (text: string) => text.split(" ").filter((word) => word !== "");

export const EXCHANGES: readonly Exchange[] = ROWS.map(
  ([names, prefixes, bloomberg, suffix, alphaVantage, fmp, yahoo, country, region, hours, zone]) => {
    const [open = null, close = null] = hours?.split("-") ?? [];
    const written = { names: toWords(names), prefixes: toWords(prefixes), bloomberg: toWords(bloomberg) };
    const words = { ...written, alphaVantage: toWords(alphaVantage) };
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

/** Finds an exchange by the ending of a listing; `null` when we do not know it. */
export const exchangeOfSuffix = createExchangeFinder(({ suffix }) => (suffix === "" ? [] : [suffix]));
