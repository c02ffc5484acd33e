/** Invented economic releases and IPOs. */
import { DAY_MS } from "../../lib/day.js";
import { round, toKey, uniform } from "../market/random.js";

/** A published or coming figure; texts as Yahoo sends them, `null` before the release. */
interface Release {
  event: string;
  country: string;
  at: number;
  period: string;
  actual: string | null;
  estimate: string;
  previous: string;
}

/** A company that goes public. */
interface Ipo {
  symbol: string;
  name: string;
  exchange: "NASDAQ" | "NYSE";
  at: number;
  low: number;
  high: number;
  shares: number;
}

const HOUR = 3_600_000;

/** Event, country, days of the month from which it is published, time in UTC, usual figure, its range, unit. */
const MONTHLY: readonly [
  event: string,
  country: string,
  dayOfMonth: number,
  hour: number,
  usual: number,
  range: number,
  unit: string,
][] = [
  ["Simulated ISM Manufacturing PMI", "US", 1, 15, 49.5, 3, ""],
  ["Simulated Nonfarm Payrolls", "US", 4, 13.5, 150, 120, "K"],
  ["Simulated Unemployment Rate", "US", 4, 13.5, 4.2, 0.3, "%"],
  ["Simulated CPI YY", "US", 12, 13.5, 2.7, 0.4, "%"],
  ["Simulated Core CPI MM", "US", 12, 13.5, 0.3, 0.15, "%"],
  ["Simulated PPI MM", "US", 14, 13.5, 0.2, 0.3, "%"],
  ["Simulated Retail Sales MM", "US", 16, 13.5, 0.3, 0.6, "%"],
  ["Simulated Housing Starts", "US", 18, 13.5, 1.4, 0.1, "M"],
  ["Simulated Existing Home Sales", "US", 21, 15, 4.1, 0.2, "M"],
  ["Simulated Durable Goods Orders MM", "US", 25, 13.5, 0.4, 2, "%"],
  ["Simulated PCE Price Index YY", "US", 27, 13.5, 2.5, 0.3, "%"],
  ["Simulated CPI YY", "GB", 18, 7, 2.9, 0.5, "%"],
  ["Simulated Ifo Business Climate", "DE", 24, 9, 88, 3, ""],
  ["Simulated CPI YY", "JP", 20, 23.5, 2.6, 0.4, "%"],
];

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** Returns the releases of a country from `from` to `to` (milliseconds since the epoch), oldest first. */
export function releasesOf(country: string, from: number, to: number, now: number): Release[] {
  const releases: Release[] = [];
  const start = new Date(from);
  for (let month = 0; ; month++) {
    const first = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, 1);
    if (first > to) break;
    for (const [event, of, dayOfMonth, hour, usual, range, unit] of MONTHLY) {
      const at = toWeekday(first + (dayOfMonth - 1) * DAY_MS) + hour * HOUR;
      if (of !== country || at < from || at > to) continue;
      const key = toKey(`${event} ${of}`, 0);
      const number = new Date(first).getUTCFullYear() * 12 + new Date(first).getUTCMonth();
      const figure = (position: number) => `${round(usual + range * (uniform(key, position) - 0.5), 2)}${unit}`;
      releases.push({
        event,
        country: of,
        at,
        period: MONTHS[(number + 11) % 12]!,
        actual: at <= now ? figure(number) : null,
        estimate: figure(10_000 + number),
        previous: figure(number - 1),
      });
    }
  }
  // Weekly jobless claims, on Thursdays.
  for (let at = Math.ceil(from / DAY_MS) * DAY_MS; at <= to; at += DAY_MS) {
    if (country !== "US" || new Date(at).getUTCDay() !== 4) continue;
    const figure = (position: number) => `${Math.round(215 + 30 * (uniform(7, position) - 0.5))}K`;
    const week = at / DAY_MS / 7;
    const time = at + 13.5 * HOUR;
    const known = {
      actual: time <= now ? figure(Math.floor(week)) : null,
      estimate: figure(90_000 + Math.floor(week)),
    };
    const period = `W/E ${new Date(at - 5 * DAY_MS).getUTCDate()} ${MONTHS[new Date(at - 5 * DAY_MS).getUTCMonth()]}`;
    releases.push({
      event: "Simulated Initial Jobless Claims",
      country,
      at: time,
      period,
      ...known,
      previous: figure(Math.floor(week) - 1),
    });
  }
  return releases.toSorted((one, other) => one.at - other.at);
}

/** Returns the IPOs from `from` to `to`: two a week. */
export function iposOf(from: number, to: number): Ipo[] {
  const ipos: Ipo[] = [];
  for (let day = Math.ceil(from / DAY_MS); day * DAY_MS <= to; day++) {
    const weekday = new Date(day * DAY_MS).getUTCDay();
    if (weekday !== 2 && weekday !== 4) continue;
    const letter = String.fromCharCode(65 + (Math.floor(day / 7) % 26));
    const low = 10 + Math.floor(20 * uniform(day, 1));
    ipos.push({
      symbol: `ZZ${letter}${weekday}`,
      name: `Simulated Newcomer ${letter}${weekday}`,
      exchange: weekday === 2 ? "NASDAQ" : "NYSE",
      at: day * DAY_MS,
      low,
      high: low + 2,
      shares: 1_000_000 * (5 + Math.floor(40 * uniform(day, 2))),
    });
  }
  return ipos;
}

function toWeekday(at: number): number {
  const weekday = new Date(at).getUTCDay();
  return weekday === 6 ? at + 2 * DAY_MS : weekday === 0 ? at + DAY_MS : at;
}
