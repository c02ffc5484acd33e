/** Simulated Alpha Vantage: symbol search. Every status is 200, and every value is a text. */
import { EXCHANGES, type ExchangeName } from "../market/exchanges.js";
import { isFund, type Security } from "../market/security.js";
import { similarity } from "../market/similarity.js";
import type { SimulatedRequest, SimulatedReply, World } from "../companies/world.js";

const MATCHES = 10;
/** Matches with a lower score are left out. */
const LEAST_SCORE = 0.35;

interface Place {
  region: string;
  open: string;
  close: string;
}

const NEW_YORK: Place = { region: "United States", open: "09:30", close: "16:00" };
/** The exchanges that it has. */
const PLACES: Partial<Record<ExchangeName, Place>> = {
  NASDAQ: NEW_YORK,
  NYSE: NEW_YORK,
  AMEX: NEW_YORK,
  FUNDS: NEW_YORK,
  LSE: { region: "United Kingdom", open: "08:00", close: "16:30" },
  JPX: { region: "Japan", open: "09:00", close: "15:30" },
  SIX: { region: "Switzerland", open: "09:00", close: "17:30" },
  XETRA: { region: "XETRA", open: "08:00", close: "20:00" },
  PARIS: { region: "Paris", open: "09:00", close: "17:30" },
  AMSTERDAM: { region: "Amsterdam", open: "09:00", close: "17:30" },
  MILAN: { region: "Milan", open: "09:00", close: "17:30" },
  NSE: { region: "India/Bombay", open: "09:15", close: "15:30" },
  BSE: { region: "India/Bombay", open: "09:15", close: "15:30" },
  TORONTO: { region: "Toronto", open: "09:30", close: "16:00" },
  SHANGHAI: { region: "Shanghai", open: "09:30", close: "15:00" },
  SHENZHEN: { region: "Shenzhen", open: "09:30", close: "15:00" },
  SAO_PAULO: { region: "Brazil/Sao Paolo", open: "10:00", close: "17:30" },
};

/** Its own suffixes of some exchanges, and its names of the kinds of funds. */
const SUFFIXES: Readonly<Record<string, string>> = { L: "LON", SS: "SHH", SZ: "SHZ", SA: "SAO" };
const TYPES: Partial<Record<Security["kind"], string>> = { etf: "ETF", fund: "Mutual Fund" };

/** Answers like Alpha Vantage; accepts every key. */
export function createAlphaVantageUpstream({ market }: World): (question: SimulatedRequest) => SimulatedReply {
  return ({ path, query, at }) => {
    if (path !== "/query" || query.get("function") !== "SYMBOL_SEARCH") {
      return failure("This API function does not exist.");
    }
    if (!query.get("apikey")) return failure("the parameter apikey is invalid or missing.");
    const keywords = (query.get("keywords") ?? "").trim().toLowerCase();
    if (keywords === "") return failure("Invalid API call.");
    const bestMatches = market.searched
      .filter((security) => (security.kind === "stock" || isFund(security)) && PLACES[security.exchange])
      .map((security) => ({
        security,
        score: scoreOf(security, keywords),
        // The names of funds begin alike and are long, so that the whole phrase counts more than its share of a name.
        hasAll: security.name.toLowerCase().includes(keywords),
      }))
      .filter(({ score }) => score >= LEAST_SCORE)
      .sort((one, other) => Number(other.hasAll) - Number(one.hasAll) || other.score - one.score)
      .slice(0, MATCHES)
      .map(({ security, score }) => matchRow(security, score, at));
    return { status: 200, body: { bestMatches } };
  };
}

function failure(text: string): SimulatedReply {
  return { status: 200, body: { "Error Message": text } };
}

function scoreOf(security: Security, keywords: string): number {
  const [symbol, name] = [security.symbol.toLowerCase(), security.name.toLowerCase()];
  // Only texts of which a word begins like the keywords match; without this, many matches would be accidental.
  const starts = [symbol, ...name.split(" ")].some((word) => word.startsWith(keywords.slice(0, 3)));
  return starts ? Math.max(similarity(keywords, symbol), similarity(keywords, name)) : 0;
}

function matchRow(security: Security, score: number, at: number): Record<string, string> {
  const place = PLACES[security.exchange] ?? NEW_YORK;
  return {
    "1. symbol": security.symbol.replace(/\.(L|SS|SZ|SA)$/, (_all, suffix: string) => `.${SUFFIXES[suffix]}`),
    "2. name": security.name,
    "3. type": TYPES[security.kind] ?? "Equity",
    "4. region": place.region,
    "5. marketOpen": place.open,
    "6. marketClose": place.close,
    "7. timezone": offsetOf(EXCHANGES[security.exchange].zone, at),
    "8. currency": security.currency === "GBp" ? "GBX" : security.currency,
    "9. matchScore": score.toFixed(4),
  };
}

/** Returns the UTC offset of a time zone at a moment, such as `UTC-04`. */
function offsetOf(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).formatToParts(at);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return `UTC${/[+-]\d\d/.exec(offset)?.[0] ?? "+00"}`;
}
