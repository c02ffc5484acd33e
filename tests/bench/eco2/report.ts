/** Formats the result tables. */
import type { Played } from "./play.js";
import { OUTCOMES, type Outcome } from "./protocol.js";
import { DAY, MINUTE } from "./traffic.js";
import { LETTERS, mostWithin, type Letter } from "./upstream-calls.js";

/** Goal: the product's share of the calls of a plain TTL cache. */
export const GOAL = 0.6;

/** Calls that a key allows, by provider; 0 is unlimited. */
export type Limits = Readonly<Record<Letter, { ratePerMinute: number; dailyQuota: number }>>;

/** Upstream calls per 1,000 requests. */
export function toRate({ calls, requests }: Played, letters: readonly Letter[] = LETTERS): number {
  return (letters.reduce((sum, letter) => sum + calls[letter].length, 0) / requests) * 1000;
}

/** Compares the three implementations; the last row is judged against the one before. */
export function comparisonTable(rows: readonly (readonly [name: string, played: Played])[]): string {
  const cache = rows.at(-2)![1];
  const table = rows.map(([name, played]) => [
    name,
    ...LETTERS.map((letter) => toRate(played, [letter]).toFixed(0)),
    toRate(played).toFixed(0),
    (toRate(played) / toRate(cache)).toFixed(2),
    toShare(played, "stale", 1),
    toShare(played, "refused", 1),
  ]);
  return toText([["calls per 1,000 requests", "A", "B", "C", "total", "ratio", "stale", "refused"], ...table]);
}

/** Shows how the calls per request fall as traffic grows. */
export function growthTable(plays: readonly Played[]): string {
  const smallest = plays[0]!.requests;
  const table = plays.map((played) => [
    `${Math.round(played.requests / smallest)}x`,
    String(played.requests),
    toRate(played).toFixed(0),
  ]);
  return toText([["traffic", "requests", "calls per 1,000 requests"], ...table]);
}

/** The highest rate of calls to each provider, next to its limit. */
export function limitsTable({ calls }: Played, limits: Limits): { text: string; kept: boolean } {
  let kept = true;
  const table = LETTERS.map((letter) => {
    const { ratePerMinute, dailyQuota } = limits[letter];
    const minute = mostWithin(calls[letter], MINUTE);
    const day = mostWithin(calls[letter], DAY);
    const within = minute <= ratePerMinute && (dailyQuota === 0 || day <= dailyQuota);
    kept &&= within;
    return [
      letter.toUpperCase(),
      `${minute} of ${ratePerMinute}`,
      `${day} of ${dailyQuota || "any"}`,
      within ? "kept" : "EXCEEDED",
    ];
  });
  return { text: toText([["provider", "most in a minute", "most in 24 hours", ""], ...table]), kept };
}

/** Outcomes of the questions, in percent. */
export function outcomesTable(played: Played): string {
  return toText(OUTCOMES.map((outcome) => [outcome, toShare(played, outcome, 0)]));
}

function toShare({ outcomes, requests }: Played, outcome: Outcome, decimals: number): string {
  return `${((outcomes[outcome] / requests) * 100).toFixed(decimals)} %`;
}

/** Formats columns; the first one is aligned left, the rest right. */
function toText(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join("   "),
    )
    .join("\n");
}
