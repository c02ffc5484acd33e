import { expect, it } from "vitest";
import { newestFirst, oldestFirst } from "../../src/lib/newest-first.js";

it("sorts newest first, keeps the order of rows of one day, and puts rows without a day last", () => {
  const rows = [
    { day: "2026-01-02", row: 1 },
    { day: null, row: 2 },
    { day: "2026-01-03", row: 3 },
    { day: "2026-01-02", row: 4 },
    { day: "2026-01-03", row: 5 },
  ];
  const sorted = newestFirst(rows, ({ day }) => day);
  expect(sorted.map(({ row }) => row)).toEqual([3, 5, 1, 4, 2]);
  expect(newestFirst(sorted, ({ day }) => day)).toEqual(sorted);
});

it("sorts oldest first and keeps the order of rows of one day", () => {
  const rows = [
    { day: "2026-01-03", row: 1 },
    { day: "2026-01-02", row: 2 },
    { day: "2026-01-03", row: 3 },
    { day: "2026-01-02", row: 4 },
  ];
  const sorted = oldestFirst(rows, ({ day }) => day);
  expect(sorted.map(({ row }) => row)).toEqual([2, 4, 1, 3]);
  expect(oldestFirst(sorted, ({ day }) => day)).toEqual(sorted);
});
