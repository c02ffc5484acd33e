/** Invented news about the simulated securities; every title says that it is simulated. */
import { toKey } from "../market/random.js";
import type { Security } from "../market/security.js";

const SUBJECTS = [
  "names a new head of research",
  "opens a distribution centre",
  "presents next year's products",
  "answers questions of its shareholders",
  "widens a partnership",
  "repeats its outlook",
  "opens an office in Sampletown",
  "renews its website",
  "publishes a report on its suppliers",
  "takes part in an industry fair",
  "trains five hundred apprentices",
  "moves its archive to a new building",
] as const;
const HOURS_APART = 31;

/** An invented story. */
interface Story {
  number: number;
  title: string;
  publisher: string;
  link: string;
  /** Unix seconds. */
  published: number;
  isVideo: boolean;
}

/** Returns the newest `count` stories about a security, at most twelve; a new one appears every 31 hours. */
export function storiesOf(security: Security, count: number, at: number): Story[] {
  const key = toKey(`news of ${security.symbol}`, 0);
  const newest = Math.floor(at / (HOURS_APART * 3600_000));
  return Array.from({ length: Math.min(count, 12) }, (_, back) => {
    const number = newest - back;
    // Five and twelve have no common divisor, so twelve stories in a row differ.
    const subject = SUBJECTS[(key + 5 * number) % SUBJECTS.length]!;
    return {
      number,
      title: `Simulated: ${security.name} ${subject}`,
      publisher: "Simulated Newswire",
      link: `https://news.example.test/${encodeURIComponent(security.yahooSymbol)}/${number}`,
      published: number * HOURS_APART * 3600,
      isVideo: back % 5 === 4,
    };
  });
}
