/** The exchanges by which provider B's screener filters, under the names that people use. */
import { nearestNames } from "../lib/nearest-names.js";

/**
 * By country: the name of each exchange, further names, and provider B's codes. Codes are those of the public client
 * yfinance (`const.py`); a listing on Nasdaq is on one of three tiers. A name that means two exchanges, such as TSE or
 * Euronext, is not here.
 */
const EXCHANGES: Readonly<Record<string, string>> = {
  US: "NASDAQ:NMS,NGM,NCM NYSE:NYQ AMEX/NYSEAMERICAN:ASE ARCA/NYSEARCA:PCX CBOE/BATS:BTS OTC/PINK:PNK,OQB,OQX",
  CA: "TSX/TORONTO:TOR TSXV:VAN CNSX:CNQ NEO:NEO",
  GB: "LSE/LONDON:LSE AQUIS:AQS",
  DE: "XETRA/ETR:GER FRANKFURT:FRA STUTTGART:STU MUNICH:MUN BERLIN:BER DUSSELDORF:DUS HAMBURG:HAM HANOVER:HAN",
  FR: "PARIS/EPA:PAR",
  NL: "AMSTERDAM:AMS",
  BE: "BRUSSELS:BRU",
  PT: "LISBON:LIS",
  IE: "DUBLIN:ISE",
  IT: "MILAN:MIL",
  ES: "MADRID/BME:MCE",
  CH: "SIX/SWISS/SWX/ZURICH:EBS",
  AT: "VIENNA:VIE",
  GR: "ATHENS:ATH",
  HU: "BUDAPEST:BUD",
  CZ: "PRAGUE:PRA",
  PL: "WARSAW/GPW:WSE",
  TR: "ISTANBUL/BIST:IST",
  NO: "OSLO:OSL",
  DK: "COPENHAGEN:CPH",
  SE: "STOCKHOLM:STO",
  FI: "HELSINKI:HEL",
  IS: "ICELAND:ICE",
  EE: "TALLINN:TAL",
  LV: "RIGA:RIS",
  LT: "VILNIUS:LIT",
  JP: "TOKYO/TYO:JPX FUKUOKA:FKA",
  HK: "HKEX/HONGKONG/HKSE:HKG",
  CN: "SHANGHAI/SSE:SHH SHENZHEN/SZSE:SHZ",
  TW: "TWSE/TAIWAN:TAI TPEX:TWO",
  KR: "KRX/KOREA/KOSPI:KSC KOSDAQ:KOE",
  SG: "SGX/SINGAPORE:SES",
  MY: "BURSA/KUALALUMPUR:KLS",
  ID: "IDX/JAKARTA:JKT",
  TH: "SET/THAILAND:SET",
  IN: "NSE:NSI BSE/BOMBAY:BSE",
  SA: "TADAWUL/SAUDI:SAU",
  AE: "DFM/DUBAI:DFM",
  QA: "QSE/QATAR:DOH",
  KW: "KUWAIT:KUW",
  IL: "TASE/TELAVIV:TLV",
  EG: "EGX/CAIRO:CAI",
  ZA: "JSE/JOHANNESBURG:JNB",
  AU: "ASX/AUSTRALIA:ASX",
  NZ: "NZX/NEWZEALAND:NZE",
  BR: "B3/SAOPAULO:SAO",
  AR: "BUENOSAIRES/BYMA:BUE",
  MX: "BMV/MEXICO:MEX",
  CL: "SANTIAGO:SGO",
};

/** An exchange: our name of it, its country as ISO-2, and provider B's codes. */
interface ScreenedExchange {
  name: string;
  country: string;
  codes: readonly string[];
}

const BY_NAME = new Map(
  Object.entries(EXCHANGES).flatMap(([country, row]) =>
    row.split(" ").flatMap((each) => {
      const [names = "", codes = ""] = each.split(":");
      const [name = "", ...others] = names.split("/");
      const exchange: ScreenedExchange = { name, country, codes: codes.split(",") };
      return [name, ...others, ...exchange.codes].map((known): [string, ScreenedExchange] => [known, exchange]);
    }),
  ),
);

/** Returns the exchange of a name in any letter case, also of provider B's code; `undefined` for any other text. */
export function findScreenedExchange(text: string): ScreenedExchange | undefined {
  return BY_NAME.get(text.toUpperCase().replace(/[^A-Z0-9]/g, ""));
}

/** Returns the exchanges whose names are most like the text. */
export function exchangesLike(text: string): string[] {
  const names = [...new Set([...BY_NAME.values()].map(({ name }) => name.toLowerCase()))];
  return nearestNames(text, names).map((name) => name.toUpperCase());
}
