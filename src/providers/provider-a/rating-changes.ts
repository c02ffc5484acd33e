/** Merges two lists of provider A: price targets, and the ratings of the same firms. */
import { z } from "../../contract/schema.js";
import { positive, text } from "../../contract/values.js";
import type { RatingChange } from "../../capabilities/price-targets.js";
import { publicationDay } from "../../market/exchange-day.js";
import { eachOnce } from "../../lib/each-once.js";
import { toDay } from "./dates.js";
import { DAY_MS } from "../../lib/day.js";

/** A row of `price-target-news`: a target as reported in the news. */
export const newsRow = z.object({
  publishedDate: text,
  analystName: text,
  analystCompany: text,
  adjPriceTarget: positive,
});
export type NewsRow = z.output<typeof newsRow>;

/** A row of `grades`: a firm's rating of the stock from that day on. */
export const gradeRow = z.object({ date: text, gradingCompany: text, newGrade: text, action: text });
export type GradeRow = z.output<typeof gradeRow>;

/** A grade and a report of a target by the same firm that are at most this many days apart count as one event. */
const ONE_EVENT_DAYS = 3;

/**
 * The changes of a symbol, newest first, with the day at its exchange.
 *
 * `newTarget` is adjusted for splits; `previousTarget` is the same firm's next older target in `news`. `rating` is the
 * firm's grade nearest in time that is at most three days newer than the news; `ratingChange` is the action of that
 * grade if it is also at most three days older. A value that is not found is `null`. Firms are compared by the letters
 * of their names only.
 */
export function toRatingChanges(symbol: string, news: readonly NewsRow[], grades: readonly GradeRow[]): RatingChange[] {
  // A repeated report would count as its own previous target.
  const distinct = eachOnce(news, ({ publishedDate, analystCompany, adjPriceTarget }) =>
    [publishedDate, analystCompany, adjPriceTarget].join(" "),
  );
  const dated = distinct.flatMap((row) => {
    const date = toDayAt(symbol, row.publishedDate);
    return date === null ? [] : [{ ...row, date, firm: toFirm(row.analystCompany) }];
  });
  dated.sort((a, b) => (b.publishedDate ?? "").localeCompare(a.publishedDate ?? ""));
  const graded = grades.flatMap((row) => {
    const day = toDay(row.date);
    return day === null ? [] : [{ ...row, time: Date.parse(day), firm: toFirm(row.gradingCompany) }];
  });
  return dated.map((row, index) => {
    const older = row.firm ? dated.slice(index + 1).find((other) => other.firm === row.firm) : undefined;
    const time = Date.parse(row.date);
    const distance = (grade: { time: number }) => Math.abs(grade.time - time) / DAY_MS;
    const nearest = graded
      .filter((grade) => row.firm !== "" && grade.firm === row.firm)
      .filter((grade) => grade.time - time <= ONE_EVENT_DAYS * DAY_MS)
      .reduce<(typeof graded)[number] | undefined>(
        (best, grade) => (best && distance(best) <= distance(grade) ? best : grade),
        undefined,
      );
    return {
      analystName: row.analystName ?? row.analystCompany,
      date: row.date,
      previousTarget: older?.adjPriceTarget ?? null,
      newTarget: row.adjPriceTarget,
      rating: nearest?.newGrade ?? null,
      ratingChange: nearest && distance(nearest) <= ONE_EVENT_DAYS ? toRatingChange(nearest.action) : null,
    };
  });
}

/** Returns the day at the exchange of a symbol of a time with a zone, otherwise the day in the text. */
function toDayAt(symbol: string, published: string | null): string | null {
  const day = toDay(published);
  const at = day !== null && published?.endsWith("Z") ? Date.parse(published) : Number.NaN;
  return Number.isNaN(at) ? day : publicationDay(symbol, at);
}

/** Returns the interface's word for an action of provider A; `null` for an unknown action. */
function toRatingChange(action: string | null): string | null {
  const word = (action ?? "").toLowerCase();
  if (word === "upgrade") return "Upgrade";
  if (word === "downgrade") return "Downgrade";
  if (word.startsWith("init")) return "Initiate";
  // Provider A's two lists of grades use different words for the same action.
  return ["maintain", "hold", "reiterate"].includes(word) ? "Maintain" : null;
}

function toFirm(name: string | null): string {
  return (name ?? "").toLowerCase().replace(/[^\p{L}]/gu, "");
}
