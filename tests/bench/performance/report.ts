/** Formats the figures as a table. */
import { reaches, type Figure, type Goal } from "./figures.js";

const HEADINGS = ["", "ours", "baseline", "unit", "ratio", "goal", "middle half", ""];

/** Returns a Markdown table with missed goals marked. */
export function toTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.name,
    toText(figure.ours),
    figure.baseline === undefined ? "" : toText(figure.baseline),
    figure.unit,
    figure.baseline === undefined ? "" : figure.ratio.toFixed(2),
    figure.goal ? toGoal(figure.goal) : "",
    figure.spread ? figure.spread.map((value) => value.toFixed(2)).join("-") : "",
    reaches(figure) ? "" : "MISSES",
  ]);
  const all = [HEADINGS, ...rows];
  const widths = HEADINGS.map((_, column) => Math.max(3, ...all.map((row) => row[column]!.length)));
  const isNumber = (column: number) => [1, 2, 4, 5, 6].includes(column);
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (isNumber(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join(" | ")} |`;
  const rule = `| ${widths.map((width, column) => (isNumber(column) ? `${"-".repeat(width - 1)}:` : "-".repeat(width))).join(" | ")} |`;
  return [line(HEADINGS), rule, ...rows.map(line)].join("\n");
}

function toText(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString("en");
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function toGoal(goal: Goal): string {
  return "atMost" in goal ? `<= ${goal.atMost}` : `>= ${goal.atLeast}`;
}
