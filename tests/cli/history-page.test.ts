import { describe, expect, it } from "vitest";
import { fieldsOf } from "../../src/contract/field.js";
import { priceHistory } from "../../src/capabilities/prices/price-history.js";
import { createCells } from "../../src/cli/pages/cells.js";
import { toHistoryLines, toHistoryLists } from "../../src/cli/pages/history-page.js";
import { createReader } from "../../src/cli/pages/reader.js";
import type { Served } from "../../src/contract/envelope.js";

const reader = createReader({ TZ: "UTC" });

/** The changes and the headline of a page of daily bars with a split of one to four after the newest of them. */
function pageOf(closes: readonly number[]) {
  const bars = closes.map((close, at) => ({ date: `2026-03-0${5 - at}`, close }));
  const splits = [{ date: "2026-03-06", numerator: 1, denominator: 4 }];
  const body = { interval: "1d", currency: "USD", bars, splits, summary: {} };
  const served = { envelope: { body } } as unknown as Served;
  const cellOf = createCells(fieldsOf(priceHistory.output), "provider-a", reader, (label) => label, body);
  const parts = { served, days: undefined, list: "bars", input: {}, cellOf, reader, terminal: { columns: 80 } };
  const { rows } = toHistoryLists(body, served, "bars", true);
  return {
    changes: (rows["bars"] as { changePercent: number }[]).map(({ changePercent }) => changePercent),
    headline: toHistoryLines(parts as never).headline,
  };
}

describe("the page of a price history", () => {
  it("has the changes from day to day and that of the last day", () => {
    const { changes, headline } = pageOf([121, 110, 100]);
    expect(changes).toEqual([10, 10, null]);
    expect(headline).toMatch(/^121\.00 {2}\+11\.00 {2}\+10\.00\u00a0% {2}on /);
  });

  it("has no change over a step by the ratio of a split nearby, as the answer has none", () => {
    const { changes, headline } = pageOf([440, 110, 100]);
    expect(changes).toEqual([null, 10, null]);
    expect(headline).toMatch(/^440\.00 {2}on /);
  });
});
