/** Invented news of the simulated market; every title says so. */
import { normal, toKey } from "../market/random.js";
import type { Security } from "../market/securities.js";

const SUBJECTS = [
  "names a new head of research",
  "opens a distribution centre",
  "presents next year's products",
  "answers questions of its shareholders",
  "widens a partnership",
  "repeats its outlook",
] as const;
const HOURS_APART = 31;

/** An invented story. */
export interface Story {
  number: number;
  title: string;
  publisher: string;
  link: string;
  /** Unix seconds. */
  published: number;
  isVideo: boolean;
}

/** Returns the newest `count` stories about a security, at most twelve; they change once an hour. */
export function storiesOf(security: Security, count: number, at: number): Story[] {
  const key = toKey("news", security.company.length + security.symbol.charCodeAt(0));
  const newest = Math.floor(at / (HOURS_APART * 3600_000));
  return Array.from({ length: Math.min(count, 12) }, (_, back) => {
    const number = newest - back;
    const subject = SUBJECTS[Math.abs(Math.floor(normal(key, number) * 100)) % SUBJECTS.length]!;
    return {
      number,
      title: `Simulated: ${security.name} ${subject}`,
      publisher: "Simulated Newswire",
      link: `https://news.example.test/${encodeURIComponent(security.symbolB)}/${number}`,
      published: number * HOURS_APART * 3600,
      isVideo: back % 5 === 4,
    };
  });
}
