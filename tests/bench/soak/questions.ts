/** The questions of an assistant: names, capabilities, parameters and their frequencies. */
import { SECTORS } from "../../../src/market/symbols/sector-names.js";
import { SECURITIES } from "../../../src/simulator/market/securities.js";
import type { Security } from "../../../src/simulator/market/security.js";
import { createZipf, pickWeighted, type Draw } from "./chance.js";

/** A question as a tool call: the capability's name and raw arguments. */
export interface Question {
  name: string;
  input: Record<string, string | number>;
}

/** The subject of one conversation: a listed name, or a wrong one. */
export interface Subject {
  symbol: string;
  security?: Security;
}

type Weights = readonly (readonly [name: string, weight: number])[];

/** Out of a hundred questions; an estimate made before any measurement and not changed since. */
export const OF_A_COMPANY: Weights = [
  ["quote", 34],
  ["overview", 14],
  ["financials", 10],
  ["alternative-quote", 6],
  ["price-targets", 5],
  ["recommendations", 4],
  ["insider-transactions", 3],
  ["dcf", 3],
];
export const OF_THE_MARKET: Weights = [
  ["search", 8],
  ["screener", 4],
  ["gainers", 3],
  ["losers", 2],
  ["active", 2],
  ["crypto", 2],
];
const ANYTHING: Weights = [...OF_A_COMPANY, ...OF_THE_MARKET];
/** Funds, indices, coins and wrong names have no accounts and no analysts. */
const ANYTHING_BUT_ACCOUNTS: Weights = [["quote", 50], ["overview", 15], ["alternative-quote", 14], ...OF_THE_MARKET];

const SIZES = ["mega", "large", "mid", "small"] as const;
/** Typed names that are not listed anywhere. */
const MISTAKES = ["APPL", "TESLA", "NVDIA", "GOOGLE", "FB", "TWTR", "AMAZ", "NETFLIX", "MSF", "BITCOIN", "SPX"];
const MISTAKE_EVERY = 17;
const FIRST_MISTAKE = 8;

/** The names in use, most popular first: 189 listed, 11 unlisted. */
const SUBJECTS: readonly Subject[] = SIZES.flatMap((size) => SECURITIES.filter((security) => security.size === size))
  .map((security): Subject => ({ symbol: security.yahooSymbol, security }))
  .flatMap((subject, index) => {
    const mistake = index % MISTAKE_EVERY === FIRST_MISTAKE ? MISTAKES[Math.floor(index / MISTAKE_EVERY)] : undefined;
    return mistake === undefined ? [subject] : [subject, { symbol: mistake }];
  });

const SCREENS: readonly Question["input"][] = [
  ...SECTORS.map((sector) => ({ sector })),
  { market_cap_min: 200_000_000_000 },
  { sector: "Technology", market_cap_min: 10_000_000_000 },
  { beta_max: 0.8, market_cap_min: 10_000_000_000 },
  { price_max: 20, volume_min: 1_000_000 },
  { country: "GB" },
];

const POPULARITY = 1.1;
const pickSubject = createZipf(SUBJECTS, POPULARITY);
const pickScreen = createZipf(SCREENS, POPULARITY);

/** Returns the subject of the next conversation. */
export function drawSubject(draw: Draw): Subject {
  return pickSubject(draw);
}

/** Returns the next question of a conversation. */
export function drawQuestion(draw: Draw, subject: Subject): Question {
  const name = pickWeighted(draw, subject.security?.kind === "stock" ? ANYTHING : ANYTHING_BUT_ACCOUNTS);
  return { name, input: drawInput(draw, name, subject) };
}

function drawInput(draw: Draw, name: string, { symbol, security }: Subject): Question["input"] {
  switch (name) {
    case "search":
      return { q: drawWording(draw, security?.name ?? symbol) };
    case "screener":
      return { ...pickScreen(draw), ...drawLimit(draw) };
    case "active":
    case "crypto":
      return drawLimit(draw);
    case "gainers":
    case "losers":
      return {};
    case "financials":
      return { symbol, ...drawStatement(draw) };
    default:
      return { symbol };
  }
}

/** A name as people write it: whole or its first word, with or without capitals. */
function drawWording(draw: Draw, name: string): string {
  const simple = name.replace(/,? (?:Inc\.|Corporation|Company|& Co\.|PLC|plc|USD)$/, "");
  const words = draw() < 0.7 || simple.startsWith("Simulated") ? simple : simple.split(" ")[0]!;
  return draw() < 0.3 ? words.toLowerCase() : words;
}

function drawStatement(draw: Draw): Question["input"] {
  const statement_type = pickWeighted(draw, [
    ["income", 6],
    ["balance", 2],
    ["cash", 2],
  ]);
  return { statement_type, period: draw() < 0.7 ? "annual" : "quarter" };
}

function drawLimit(draw: Draw): Question["input"] {
  const limit = pickWeighted(draw, [
    [undefined, 6],
    [10, 3],
    [50, 1],
  ]);
  return limit === undefined ? {} : { limit };
}
