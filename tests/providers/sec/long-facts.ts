/** A long answer of the SEC with all facts of a company. */
import { RULES } from "../../../src/providers/sec/books/tags.js";
import { companyFacts, type PlayedFact, type PlayedFiling } from "./facts-play.js";

const TAGS = Object.values(RULES).flatMap((rules) => Object.values(rules).flatMap((rule) => rule?.tags.flat() ?? []));

/** First and last days of the quarters of a year, and of the year to date. */
const ENDS = [
  ["01-01", "12-31"],
  ["01-01", "03-31"],
  ["01-01", "06-30"],
  ["01-01", "09-30"],
  ["04-01", "06-30"],
  ["07-01", "09-30"],
] as const;

/** Returns an answer of at least so many bytes: our tags and others, of fifteen years. */
export function longFacts(bytes: number): Buffer {
  const years = Array.from({ length: 15 }, (_, index) => 2010 + index);
  const facts = years.flatMap((year): PlayedFact[] => {
    const filing: PlayedFiling = [`0000320193-${String(year - 1999)}-000079`, "10-K", `${year + 1}-02-01`, year];
    const stated = [year, year - 1, year - 2];
    return stated.flatMap((each) =>
      ENDS.map(([start, end]): PlayedFact => [`${each}-${start}`, `${each}-${end}`, each * 1_000_000, filing]),
    );
  });
  const ours = Object.fromEntries(TAGS.filter((tag) => !tag.startsWith("ifrs:")).map((tag) => [tag, { USD: facts }]));
  const size = JSON.stringify(companyFacts({ ours: { USD: facts } })).length;
  const others = Array.from({ length: Math.ceil(bytes / size) }, (_, index) => [`Other${index}`, { USD: facts }]);
  return Buffer.from(JSON.stringify(companyFacts({ ...ours, ...Object.fromEntries(others) })));
}
